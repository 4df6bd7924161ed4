package letter

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"anbar/app/base/limits"
	"anbar/decode/source"
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
		if got := stripQuotes(raw); got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}

func read(t *testing.T, raw string) (*Letter, error) {
	return Read(source.New(t.Context(), strings.NewReader(raw), int64(len(raw))))
}

// TestNestedAndManyPartsAreNotReadToTheEnd gives mails whose tree has no bounds of its own.
func TestNestedAndManyPartsAreNotReadToTheEnd(t *testing.T) {
	var deep, wide strings.Builder
	deep.WriteString("From: a@b\r\n")
	for i := range 50_000 {
		fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	deep.WriteString("Content-Type: text/plain\r\n\r\ndeep")
	wide.WriteString("From: a@b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nfirst\r\n")
	for range 50_000 {
		wide.WriteString("--b\r\nContent-Disposition: attachment; filename=x\r\n\r\nx\r\n")
	}
	if l, err := read(t, deep.String()); err != nil || l.Text != "" {
		t.Errorf("deep: %+v %v", l, err)
	}
	if l, err := read(t, wide.String()); err != nil || l.Text != "first" || len(l.Files) != limits.TicketFilesEach {
		t.Errorf("wide: %v", err)
	}
}

func TestAnswersThatLieAreNoLetters(t *testing.T) {
	for _, lie := range []string{
		"", "{}", "null", "[]\n", `{"Names":["a"],"Sizes":[5]}` + "\nabc", `{"Names":["a"],"Sizes":[-1]}` + "\nabc",
		`{"Names":["a"],"Sizes":[]}` + "\n", `{"Names":["a"],"Sizes":[1]}` + "\nabc",
		`{"Names":["","","","","",""],"Sizes":[0,0,0,0,0,0]}` + "\n",
		`{"Names":["` + strings.Repeat("x", maxName+1) + `"],"Sizes":[0]}` + "\n",
		`{"Text":"` + strings.Repeat("x", limits.TicketText+1) + `"}` + "\n", strings.Repeat("x", maxHead+10),
	} {
		if l, err := Parse([]byte(lie)); !errors.Is(err, errAnswer) {
			t.Errorf("%.40q: %v %v", lie, l, err)
		}
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
		l, err := Read(source.New(t.Context(), bytes.NewReader(raw), int64(len(raw))))
		if err != nil {
			return
		}
		b, err := l.Encode()
		if err != nil {
			return
		}
		back, err := Parse(b)
		if err != nil || back.Text != l.Text || len(back.Files) != len(l.Files) {
			t.Errorf("what was read is no answer: %v", err)
		}
		if !utf8.ValidString(l.Text) || utf8.RuneCountInString(l.Text) > limits.TicketText || len(l.Files) > limits.TicketFilesEach {
			t.Errorf("%d runes, %d files", utf8.RuneCountInString(l.Text), len(l.Files))
		}
	})
}
