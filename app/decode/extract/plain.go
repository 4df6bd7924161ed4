package extract

import (
	"bytes"
	"io"
	"strings"

	"anbar/app/decode/charset"
	"anbar/app/decode/source"
	"anbar/app/limits"

	"golang.org/x/net/html"
)

// plain reads text in the encoding that is found in it.
func plain(src *source.Source, most int64) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(src.All(), most))
	if err != nil {
		return "", err
	}
	encoding := charset.Of(raw)
	wide := encoding == charset.UTF16LE || encoding == charset.UTF16BE
	if !wide && bytes.IndexByte(raw[:min(len(raw), 8<<10)], 0) >= 0 {
		return "", ErrUnreadable
	}
	text := charset.Decode(raw[:len(raw)-cutRune(raw, encoding)], encoding)
	return text[:min(int64(len(text)), most)], nil
}

// cutRune is how many bytes at the end of UTF-8 are a rune that the limit cut.
func cutRune(b []byte, encoding charset.Encoding) int {
	if encoding != charset.UTF8 {
		return 0
	}
	return len(b) - wholeRunes(b)
}

// unshown holds elements whose text is not displayed.
var unshown = map[string]bool{"script": true, "style": true, "template": true, "noscript": true}

// within a line, as people see it.
var inline = map[string]bool{
	"a": true, "b": true, "i": true, "u": true, "em": true, "strong": true, "span": true, "small": true, "sub": true, "sup": true,
	"code": true, "mark": true, "font": true, "wbr": true,
}

// lines is text that grows until there is enough.
type lines struct{ strings.Builder }

func (l *lines) full() bool { return l.Len() >= limits.DecodeText }

func (l *lines) add(b []byte) {
	_, _ = l.Write(b[:min(len(b), max(0, limits.DecodeText-l.Len()))]) // cannot fail
}

// end ends a line, once.
func (l *lines) end() {
	if s := l.String(); s != "" && s[len(s)-1] != '\n' {
		_ = l.WriteByte('\n') // cannot fail
	}
}

// markup reads HTML.
func markup(src *source.Source) (string, error) {
	text, err := plain(src, 4*limits.DecodeText)
	if err != nil {
		return "", err
	}
	o := &lines{}
	z := html.NewTokenizer(bytes.NewReader([]byte(text)))
	z.SetMaxBuf(1 << 20)
	hidden := ""
	for !o.full() {
		switch z.Next() {
		case html.ErrorToken:
			return o.String(), nil // the end, or where it stops to be HTML
		case html.TextToken:
			if hidden == "" {
				o.add(z.Text())
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			if hidden == "" && unshown[string(name)] {
				hidden = string(name)
			}
			if !inline[string(name)] {
				o.end()
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if string(name) == hidden {
				hidden = ""
			}
			if !inline[string(name)] {
				o.end()
			}
		}
	}
	return o.String(), nil
}
