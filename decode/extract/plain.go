package extract

import (
	"bytes"
	"io"
	"strings"

	"anbar/app/base/limits"
	"anbar/decode/charset"
	"anbar/decode/source"

	"golang.org/x/net/html"
)

// readPlain reads text in the encoding that is found in it.
func readPlain(src *source.Source, most int64) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(src.NewReader(), most))
	if err != nil {
		return "", err
	}
	encoding := charset.Detect(raw)
	wide := encoding == charset.UTF16LE || encoding == charset.UTF16BE
	if !wide && bytes.IndexByte(raw[:min(len(raw), 8<<10)], 0) >= 0 {
		return "", ErrUnreadable
	}
	text := charset.Decode(raw[:len(raw)-partialRuneLen(raw, encoding)], encoding)
	return text[:min(int64(len(text)), most)], nil
}

// partialRuneLen is how many bytes at the end of UTF-8 are a rune that the limit cut.
func partialRuneLen(b []byte, encoding charset.Encoding) int {
	if encoding != charset.UTF8 {
		return 0
	}
	return len(b) - wholeRunesLen(b)
}

// hiddenTextElements holds elements whose text is not displayed.
var hiddenTextElements = map[string]bool{"script": true, "style": true, "template": true, "noscript": true}

// within a line, as people see it.
var inlineElements = map[string]bool{
	"a": true, "b": true, "i": true, "u": true, "em": true, "strong": true, "span": true, "small": true, "sub": true, "sup": true,
	"code": true, "mark": true, "font": true, "wbr": true,
}

// lineBuffer is text that grows until there is enough.
type lineBuffer struct{ strings.Builder }

func (l *lineBuffer) isFull() bool { return l.Len() >= limits.DecodeText }

func (l *lineBuffer) add(b []byte) {
	_, _ = l.Write(b[:min(len(b), max(0, limits.DecodeText-l.Len()))]) // cannot fail
}

// endLine ends a line, once.
func (l *lineBuffer) endLine() {
	if s := l.String(); s != "" && s[len(s)-1] != '\n' {
		_ = l.WriteByte('\n') // cannot fail
	}
}

// readMarkup reads HTML.
func readMarkup(src *source.Source) (string, error) {
	text, err := readPlain(src, 4*limits.DecodeText)
	if err != nil {
		return "", err
	}
	o := &lineBuffer{}
	z := html.NewTokenizer(bytes.NewReader([]byte(text)))
	z.SetMaxBuf(1 << 20)
	hidden := ""
	for !o.isFull() {
		switch z.Next() {
		case html.ErrorToken:
			return o.String(), nil // the end, or where it stops to be HTML
		case html.TextToken:
			if hidden == "" {
				o.add(z.Text())
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			if hidden == "" && hiddenTextElements[string(name)] {
				hidden = string(name)
			}
			if !inlineElements[string(name)] {
				o.endLine()
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if string(name) == hidden {
				hidden = ""
			}
			if !inlineElements[string(name)] {
				o.endLine()
			}
		}
	}
	return o.String(), nil
}
