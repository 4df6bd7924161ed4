package tickets

import (
	"strings"
	"testing"
	"unicode/utf8"

	"anbar/app/limits"
	"anbar/db"
)

func TestQuotationsAndSignaturesAreCut(t *testing.T) {
	for raw, want := range map[string]string{
		"Yes.\n\nOn Mon, Jan 1, 2026 at 10:00 AM Anbar <a@example.org> wrote:\n> No?":  "Yes.",
		"Yes.\n\nOn Mon, Jan 1, 2026 at 10:00 AM Anbar\n<a@example.org> wrote:\n> No?": "Yes.",
		"بله.\n\nدر یکشنبه ۱ آذر ۱۴۰۵ ساعت ۱۰، انبار نوشت:\n> نه؟":                     "بله.",
		"Yes.\n-- \nSara":                               "Yes.",
		"> No?\nYes.\n> Why?\nSo.":                      "Yes.\nSo.",
		"Yes.\n-----Original Message-----\nFrom: Anbar": "Yes.",
		"I wrote: nothing":                              "I wrote: nothing",
	} {
		if got := written(raw); got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}

func TestATokenOpensOnlyItsTicket(t *testing.T) {
	s := New(Options{Key: []byte("one"), Mailbox: Mailbox{URL: "imaps://x", Address: "support@example.org"}})
	other := New(Options{Key: []byte("two")})
	id, second := db.TicketID(db.NewID()), db.TicketID(db.NewID())
	address := s.replyAddress(id)
	if got := s.ticketIn("To: <" + strings.ToUpper(address) + ">"); got != id {
		t.Errorf("%s leads to %s", address, got)
	}
	if got := other.ticketIn(address); got != 0 {
		t.Errorf("a token of another key leads to %s", got)
	}
	if got := s.ticketIn(strings.Replace(address, id.String(), second.String(), 1)); got != 0 {
		t.Errorf("a token of another ticket leads to %s", got)
	}
	if local, _, _ := strings.Cut(address, "@"); len(local) > 64 {
		t.Errorf("%s is too long", local)
	}
}

func FuzzReadLetter(f *testing.F) {
	f.Add([]byte("From: a@example.org\r\nTo: b@example.org\r\n\r\nHello"))
	f.Add([]byte("From: a@example.org\r\nContent-Type: text/html\r\n\r\n<p>Hello<script>x</script>"))
	f.Add([]byte("From: a@b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n" +
		"Content-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n" +
		"Content-Disposition: attachment; filename=x\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--c--\r\n--b--"))
	f.Add([]byte("From: =?utf-16?b?AAAA?= <a@b>\r\nContent-Type: text/plain; charset=klingon\r\n\r\n\xff\xfe"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := readLetter(raw)
		if err != nil {
			return
		}
		if !utf8.ValidString(l.Text) || utf8.RuneCountInString(l.Text) > limits.TicketText || len(l.Files) > limits.TicketFilesEach {
			t.Errorf("%d runes, %d files", utf8.RuneCountInString(l.Text), len(l.Files))
		}
	})
}
