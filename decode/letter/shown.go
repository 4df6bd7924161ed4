package letter

import (
	"errors"
	"io"
	netmail "net/mail"
	"strings"
	"time"

	"anbar/app/base/limits"
	"anbar/decode/source"

	"github.com/emersion/go-message"
)

// View is what a mail says to a person who opens its file.
type View struct {
	Subject, From, To, Cc string
	Sent                  string    // as the mail says it
	Date                  time.Time // zero when that is no time
	Text, Page            string    // in plain text and as HTML; both of one mail say the same
	Attachments           []string  // names of what came with it
	Torn                  bool      // parts of it are broken, or too many, and are left out
}

// Open reads a mail that was stored as a file. Much of what Read refuses can be shown: several senders, or none.
// It fails with ErrLetter when the file has no head of a mail.
func Open(src *source.Source) (*View, error) {
	e, err := message.ReadWithOptions(src.NewReader(), &message.ReadOptions{MaxHeaderBytes: limits.MailText})
	if e == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		return nil, errors.Join(ErrLetter, err, src.Err())
	}
	h := &e.Header
	if !h.Has("From") && !h.Has("Subject") && !h.Has("Date") && !h.Has("Received") && !h.Has("MIME-Version") {
		return nil, ErrLetter
	}
	m := &View{Subject: decodeHeader(h, "Subject"), From: decodeHeader(h, "From"), To: decodeHeader(h, "To"),
		Cc: decodeHeader(h, "Cc"), Sent: h.Get("Date")}
	if m.Date, err = netmail.ParseDate(m.Sent); err != nil {
		m.Date = time.Time{}
	}
	if e.Walk((&viewReader{mail: m}).readPart) != nil { // the parts before one that is broken, or is too much, are shown
		m.Torn = true
	}
	return m, src.Err()
}

// decodeHeader returns the values of a header as people read them.
func decodeHeader(h *message.Header, name string) string {
	var all []string
	fields := h.FieldsByKey(name)
	for fields.Next() {
		text, err := fields.Text()
		if err != nil {
			text = fields.Value()
		}
		all = append(all, strings.Join(strings.Fields(decodeText([]byte(text))), " "))
	}
	return strings.Join(all, ", ")
}

// viewReader is a mail of which the parts are being read.
type viewReader struct {
	mail  *View
	parts int
}

func (w *viewReader) readPart(path []int, p *message.Entity, err error) error {
	if w.parts++; w.parts > maxParts || len(path) > maxDepth {
		return errStopWalk
	}
	if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) || p == nil {
		w.mail.Torn = true
		return nil
	}
	kind, typed, _ := p.Header.ContentType()
	disposition, params, _ := p.Header.ContentDisposition()
	name := params["filename"]
	if name == "" {
		name = typed["name"]
	}
	switch m := w.mail; {
	case strings.HasPrefix(kind, "multipart/"):
	case disposition == "attachment" || name != "":
		m.Attachments = append(m.Attachments, strings.Join(strings.Fields(decodeText([]byte(name[:min(len(name), maxName)]))), " "))
	case kind == "text/html":
		m.Page += readText(p.Body)
	case strings.HasPrefix(kind, "text/plain") || kind == "":
		m.Text += readText(p.Body)
	case kind == "message/rfc822":
		m.Attachments = append(m.Attachments, readInnerName(p.Body))
	}
	if len(w.mail.Page)+len(w.mail.Text) > 2*limits.MailText {
		return errStopWalk
	}
	return nil
}

// readInnerName names a mail within another one by its subject.
func readInnerName(body io.Reader) string {
	e, err := message.ReadWithOptions(body, &message.ReadOptions{MaxHeaderBytes: limits.MailText})
	if e == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		return ""
	}
	if subject := decodeHeader(&e.Header, "Subject"); subject != "" {
		return subject + ".eml"
	}
	return ""
}
