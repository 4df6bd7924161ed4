// Package letter reads mails that anybody may send: the tree of MIME, encodings, character sets
// and HTML. Its input is untrusted, so it runs in a decoder, and its depth, its parts and its
// answer are bounded.
package letter

import (
	"errors"
	"io"
	netmail "net/mail"
	"regexp"
	"strings"
	"unicode/utf8"

	"anbar/app/base/limits"
	"anbar/app/base/spool"
	"anbar/decode/charset"
	"anbar/decode/source"

	"github.com/emersion/go-message"
	"golang.org/x/net/html"
)

// ErrLetter means that the blob is not a mail.
var ErrLetter = errors.New("not a mail")

// Letter is what is read of a mail.
type Letter struct {
	From    string // address
	Headers string // those that may name a ticket
	Robot   string // why nobody wrote it; empty for a person
	Text    string // without what it quotes
	Files   []File
}

// File is an attachment.
type File struct {
	Name  string
	Bytes []byte
}

const (
	maxParts = 50 // that are read of a mail
	maxDepth = 10 // of parts in parts
	maxName  = 1024
)

func init() {
	message.CharsetReader = func(label string, r io.Reader) (io.Reader, error) { return &recodingReader{from: r, label: label}, nil }
}

// recodingReader is a text of a named encoding, as UTF-8. It reads nothing before it is read itself: most parts never are.
type recodingReader struct {
	from  io.Reader
	label string
	text  *strings.Reader
}

// Read implements io.Reader.
func (r *recodingReader) Read(p []byte) (int, error) {
	if r.text == nil {
		b, err := io.ReadAll(io.LimitReader(r.from, limits.MailBytes))
		if err != nil {
			return 0, err
		}
		encoding, known := charset.ByLabel(r.label)
		if !known || encoding == charset.UTF8 {
			encoding = charset.Detect(b)
		}
		r.text = strings.NewReader(charset.Decode(b, encoding))
	}
	return r.text.Read(p)
}

// errStopWalk ends the reading of a mail with too many parts; those before count.
var errStopWalk = errors.New("enough was read")

// Read reads a mail. It takes so much of it and no more, whatever the mail says of itself. src
// keeps failures of the disk.
func Read(src *source.Source) (*Letter, error) {
	e, err := message.ReadWithOptions(src.NewReader(), &message.ReadOptions{MaxHeaderBytes: limits.MailText})
	if e == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		return nil, errors.Join(ErrLetter, err)
	}
	l := &Letter{Robot: automaticReason(&e.Header)}
	from, err := netmail.ParseAddressList(e.Header.Get("From"))
	if err != nil || len(from) != 1 {
		return nil, ErrLetter
	}
	l.From = strings.ToLower(from[0].Address)
	l.Headers = collectHeaders(&e.Header)
	r := &letterReader{letter: l, remaining: limits.MailBytes - maxHead}
	if err := e.Walk(r.readPart); err != nil && !errors.Is(err, errStopWalk) {
		return nil, errors.Join(ErrLetter, err)
	}
	if err := src.Err(); err != nil {
		return nil, err
	}
	l.Text = stripQuotes(r.plainest())
	return l, nil
}

// collectHeaders returns the values of the headers that name recipients and earlier mails, a line each.
func collectHeaders(h *message.Header) string {
	var all strings.Builder
	for _, name := range []string{"To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "In-Reply-To", "References"} {
		for _, value := range h.Values(name) {
			all.WriteString(value + "\n")
		}
	}
	return all.String()
}

// letterReader is a mail that is being read.
type letterReader struct {
	letter      *Letter
	plain, rich string
	parts       int
	remaining   int64 // bytes of attachments
}

func (r *letterReader) readPart(path []int, p *message.Entity, err error) error {
	if r.parts++; r.parts > maxParts || len(path) > maxDepth {
		return errStopWalk
	}
	if err != nil || p == nil {
		return nil
	}
	kind, typed, _ := p.Header.ContentType()
	disposition, params, _ := p.Header.ContentDisposition()
	name := params["filename"]
	if name == "" {
		name = typed["name"]
	}
	switch {
	case strings.HasPrefix(kind, "multipart/"):
	case disposition != "attachment" && name == "" && kind == "text/plain" && r.plain == "":
		r.plain = readText(p.Body)
	case disposition != "attachment" && name == "" && kind == "text/html" && r.rich == "":
		r.rich = htmlToText(readText(p.Body))
	case len(r.letter.Files) < limits.TicketFilesEach && (disposition == "attachment" || name != ""):
		r.attach(name, p.Body)
	}
	return nil
}

// attach keeps a file, unless it is too large or cannot be read.
func (r *letterReader) attach(name string, body io.Reader) {
	most := min(limits.TicketFileBytes, r.remaining)
	if b, err := spool.ReadAll(body, most); err == nil {
		r.remaining -= int64(len(b))
		r.letter.Files = append(r.letter.Files, File{name, b})
	}
}

// plainest returns what the mail says in the plainest form that it has.
func (r *letterReader) plainest() string {
	if strings.TrimSpace(r.plain) == "" {
		return r.rich
	}
	return r.plain
}

// readText reads the beginning of a text, in the encoding that is found in it when it is not UTF-8.
func readText(r io.Reader) string {
	b, _ := io.ReadAll(io.LimitReader(r, limits.MailText)) // what came before an error is text all the same
	return strings.ReplaceAll(decodeText(b), "\r\n", "\n")
}

// automaticReason says why a mail is of no person: answering it could go on for ever.
func automaticReason(h *message.Header) string {
	automatic := strings.ToLower(strings.TrimSpace(h.Get("Auto-Submitted")))
	precedence := strings.ToLower(strings.TrimSpace(h.Get("Precedence")))
	switch {
	case automatic != "" && automatic != "no":
		return "Auto-Submitted"
	case precedence == "bulk" || precedence == "junk" || precedence == "list" || precedence == "auto_reply":
		return "Precedence"
	case h.Has("List-Id") || h.Has("List-Unsubscribe"):
		return "List-Id"
	case h.Has("X-Autoreply") || h.Has("X-Autorespond") || h.Has("X-Auto-Response-Suppress"):
		return "X-Autoreply"
	case h.Has("Return-Path") && strings.Trim(h.Get("Return-Path"), "<> ") == "":
		return "Return-Path"
	}
	return ""
}

// lineElements begin a line of their own.
var lineElements = map[string]bool{"br": true, "p": true, "div": true, "li": true, "tr": true, "h1": true, "h2": true, "h3": true}

// htmlToText is the text of an HTML page, without what it quotes.
func htmlToText(page string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(page))
	hidden := 0 // depth in elements whose content is not read
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			if hidden == 0 {
				b.WriteString(strings.Join(strings.FieldsFunc(string(z.Text()), func(r rune) bool { return r == '\n' || r == '\r' }), " "))
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			switch tag := string(name); {
			case tag == "script" || tag == "style" || tag == "title" || tag == "blockquote":
				hidden++
			case lineElements[tag]:
				b.WriteByte('\n')
			}
		case html.SelfClosingTagToken:
			if name, _ := z.TagName(); string(name) == "br" {
				b.WriteByte('\n')
			}
		case html.EndTagToken:
			switch name, _ := z.TagName(); string(name) {
			case "script", "style", "title", "blockquote":
				hidden = max(0, hidden-1)
			}
		}
	}
}

// attribution is the line that mail programs write above what they quote.
var attribution = regexp.MustCompile(`(?i)^(on .{5,200} wrote:|در .{5,200} نوشت(ه است|ه‌اند|ند)?:|` +
	`-{2,} ?(original message|forwarded message|پیام اصلی) ?-{2,}|_{10,})$`)

// stripQuotes is what the writer of an answer wrote: without the quotation at its end, and without
// the signature.
func stripQuotes(text string) string {
	lines := strings.Split(text, "\n")
	var kept []string
	for _, line := range lines[:findQuote(lines)] {
		if !strings.HasPrefix(strings.TrimSpace(line), ">") {
			kept = append(kept, strings.TrimRight(line, " \t"))
		}
	}
	text = strings.TrimSpace(strings.Join(kept, "\n"))
	if utf8.RuneCountInString(text) > limits.TicketText {
		text = string([]rune(text)[:limits.TicketText])
	}
	return text
}

// findQuote returns the line at which the signature or the quotation begins.
func findQuote(lines []string) int {
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		wrapped := trimmed
		if i+1 < len(lines) {
			wrapped += " " + strings.TrimSpace(lines[i+1])
		}
		if line == "-- " || attribution.MatchString(trimmed) || attribution.MatchString(wrapped) {
			return i
		}
	}
	return len(lines)
}

// decodeText is the text of bytes whose encoding nobody says, or says wrongly.
func decodeText(b []byte) string { return charset.Decode(b, charset.Detect(b)) }
