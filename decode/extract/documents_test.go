package extract

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"anbar/app/base/limits"
	"anbar/decode/refusal"
	"anbar/decode/source"
)

// sample is a generated document and what is shown of it, as draw writes it: nothing when it cannot be read, and what the
// text contains behind an …
type sample struct{ name, content, want string }

// draw writes blocks as lines.
func draw(d *Document) string {
	var all []string
	for _, b := range d.Blocks {
		line := b.Text
		if b.Runs != nil {
			line = drawRuns(b.Runs)
		}
		line = strings.ReplaceAll(line, "\n", "⏎")
		switch b.Kind {
		case Heading:
			line = strings.Repeat("#", b.Level) + " " + line
		case Item:
			line = strings.Join(strings.Fields(fmt.Sprintf("%d %s %s", b.Level, b.Marker, line)), " ")
		case Row:
			line = strings.ReplaceAll("| "+strings.Join(b.Cells, " | "), "\n", "⏎")
		case Note:
			line = "n " + line
		case Field:
			line = b.Marker + ": " + line
		}
		if b.Rtl {
			line = "⇠" + line
		}
		all = append(all, line)
	}
	return strings.Join(all, "\n")
}

func drawRuns(runs []Run) string {
	var b strings.Builder
	for _, one := range runs {
		marks := ""
		if one.Italic {
			marks += "_"
		}
		if one.Bold {
			marks += "*"
		}
		back := []byte(marks)
		if len(back) == 2 {
			back[0], back[1] = back[1], back[0]
		}
		b.WriteString(marks + one.Text + string(back))
	}
	return b.String()
}

func check(t *testing.T, kind Kind, all []sample) {
	t.Helper()
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) {
			began := time.Now()
			d, err := Read(source.New(t.Context(), strings.NewReader(s.content), int64(len(s.content))), kind, nil)
			if spent := time.Since(began); spent > 10*time.Second {
				t.Errorf("it took %s", spent)
			}
			var bar *refusal.Error
			switch {
			case errors.As(err, &bar):
				if bar.Code.String() != s.want {
					t.Errorf("%s, want %q", bar, s.want)
				}
			case err != nil:
				if !errors.Is(err, ErrUnreadable) || s.want != "" {
					t.Errorf("%v, want %q", err, s.want)
				}
			default:
				checkBlocks(t, d, s.want)
			}
		})
	}
}

func checkBlocks(t *testing.T, d *Document, want string) {
	t.Helper()
	got := draw(d)
	if begin, cut := strings.CutSuffix(want, "…"); cut {
		if !d.Cut || !strings.HasPrefix(got+"\n", begin) {
			t.Errorf("%.100q, cut %v", got, d.Cut)
		}
	} else if got != strings.TrimSuffix(want, "\n") {
		t.Errorf("%.300q, want %.300q", got, want)
	}
	if !utf8.ValidString(got) || len(d.joinText()) > limits.DecodeText+MaxOverrun {
		t.Errorf("%d bytes", len(d.joinText()))
	}
}

func TestMails(t *testing.T) { check(t, Mail, mails()) }

func TestMailboxes(t *testing.T) { check(t, Mailbox, mailboxes()) }
func TestBooks(t *testing.T)     { check(t, Book, books(t)) }
func TestRTF(t *testing.T)       { check(t, RTF, rtfs()) }

// TestWhatIsTornSaysSo and is not called long: a file of some bytes was.
func TestWhatIsTornSaysSo(t *testing.T) {
	const head = "Subject: s\r\nMIME-Version: 1.0\r\n"
	nested := strings.Repeat("Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n", 200)
	for _, c := range []struct {
		content string
		kind    Kind
		torn    bool
	}{
		{`{\rtf1 before{\pict\bin2000000000 x}}`, RTF, true}, {`{\rtf1 whole\par}`, RTF, false}, {`{\rtf1 cut\par`, RTF, false},
		{head + nested + "Content-Type: text/plain\r\n\r\nbelow", Mail, true}, {head + "\r\nwhole", Mail, false},
		{"From x\r\n" + head + "\r\nwhole\r\n\r\nFrom y\r\n" + head + nested, Mailbox, true},
	} {
		d, err := Read(source.New(t.Context(), strings.NewReader(c.content), int64(len(c.content))), c.kind, nil)
		if err != nil || d.Torn != c.torn || d.Cut {
			t.Errorf("%.40q: %+v, %v", c.content, d, err)
		}
	}
}

// TestTheCorpusIsWhole: nobody thins it out without a word.
func TestTheCorpusIsWhole(t *testing.T) {
	if n := len(mails()) + len(books(t)) + len(rtfs()); n < 70 {
		t.Errorf("%d generated documents", n)
	}
}

// TestPages reads pages of HTML as blocks, too.
func TestPages(t *testing.T) {
	check(t, HTML, []sample{
		{"a page", "<title>no</title><h1>T</h1>a<b>b</b> &amp; c<script>x</script><p>d", "# T\nab & c\nd"},
		{"koi8-r", "<meta charset=koi8-r><p>\xd0\xd2\xc9\xd7\xc5\xd4", "привет"},
		{"a script without an end", "<p>a<script>while(1)", "a"},
		{"a heading without an end", "<h2>a<p>b", "## a\nb"},
	})
}

// FuzzDocuments reads anything as any of them, within its bounds.
func FuzzDocuments(f *testing.F) {
	for _, all := range [][]sample{mails()[:14], mailboxes()[:5], rtfs()[:26], books(f)[:14]} {
		for _, s := range all {
			f.Add([]byte(s.content))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, kind := range []Kind{Mail, Mailbox, RTF, Book, HTML} {
			d, err := Read(source.New(t.Context(), bytes.NewReader(b), int64(len(b))), kind, nil)
			if err == nil && len(d.joinText()) > limits.DecodeText+MaxOverrun {
				t.Errorf("%d: %d bytes", kind, len(d.joinText()))
			}
		}
	})
}
