package extract

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"anbar/app/decode/source"
	"anbar/app/limits"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// plain reads text: UTF-8, UTF-16 with its mark, or the eight bits of Windows for
// Persian and Arabic, or for Latin.
func plain(src *source.Source, most int64) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(src.All(), most))
	if err != nil {
		return "", err
	}
	switch {
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}), bytes.HasPrefix(raw, []byte{0xfe, 0xff}):
		raw, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(raw)
	case bytes.IndexByte(raw[:min(len(raw), 8<<10)], 0) >= 0:
		err = ErrUnreadable
	case validUntilCut(raw):
		raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	case eastern(raw):
		raw, err = charmap.Windows1256.NewDecoder().Bytes(raw)
	default:
		raw, err = charmap.Windows1252.NewDecoder().Bytes(raw)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return string(raw[:min(int64(len(raw)), most)]), nil
}

// validUntilCut is whether the bytes are UTF-8, but for a rune that the limit cut.
func validUntilCut(b []byte) bool {
	for i := 0; i < utf8.UTFMax && len(b) > i; i++ {
		if utf8.Valid(b[:len(b)-i]) {
			return true
		}
	}
	return len(b) == 0
}

// eastern distinguishes Persian or Arabic from Latin with accents by its runs of letters
// beyond ASCII.
func eastern(b []byte) bool {
	high, together := 0, 0
	for i, c := range b {
		if c < 0x80 {
			continue
		}
		high++
		if i > 0 && b[i-1] >= 0x80 || i+1 < len(b) && b[i+1] >= 0x80 {
			together++
		}
	}
	return together*2 > high
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
