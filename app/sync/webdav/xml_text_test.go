package webdav

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAppendText(t *testing.T) {
	for in, want := range map[string]string{
		"":                  "",
		"plain text.txt":    "plain text.txt",
		`a & b < c > d "e"`: "a &amp; b &lt; c &gt; d &quot;e&quot;",
		"گزارش\u200cها & می‌روم.txt":    "گزارش\u200cها &amp; می‌روم.txt",
		"a\rb\tc\nd\x00e":               "a&#13;b\tc\nd\uFFFDe",
		"bad \xff bytes \xc3":           "bad \uFFFD bytes \uFFFD",
		"\uFFFD itself, \uFFFE, \uFFFF": "\uFFFD itself, \uFFFD, \uFFFD",
		"&":                             "&amp;",
	} {
		if got := string(appendEscaped([]byte("before "), in)); got != "before "+want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// FuzzAppendText expects text that a parser reads as it was, but for what XML cannot hold.
func FuzzAppendText(f *testing.F) {
	f.Add("a & b < c\x01\xff")
	f.Fuzz(func(t *testing.T, s string) {
		doc := append(appendEscaped([]byte("<x>"), s), "</x>"...)
		var got struct {
			Text string `xml:",chardata"`
		}
		if err := xml.NewDecoder(bytes.NewReader(doc)).Decode(&got); err != nil {
			t.Fatalf("%q: %v", doc, err)
		}
		want := strings.Map(func(r rune) rune {
			if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
				return utf8.RuneError
			}
			return r
		}, s)
		if got.Text != want {
			t.Errorf("%q came back as %q", want, got.Text)
		}
	})
}
