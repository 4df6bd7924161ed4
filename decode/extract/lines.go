package extract

import (
	"bytes"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/limits"
	"anbar/decode/charset"
	"anbar/decode/source"
)

const (
	tabSpaces  = "  "
	marksOfOne = 4  // of one letter: more of them would grow over the lines above
	mostOdd    = 20 // one of so many letters may be none of a text
)

// MaxFirstLines is the most bytes that lines may have: what is read, where each byte was a letter that takes three.
const MaxFirstLines = 3 * limits.LinesSource

// FirstLines returns the lines that a text begins with, as CutLines leaves them, from limits.LinesSource bytes of it at most. It
// returns ErrUnreadable when the blob is no text, or a text that shows nothing.
func FirstLines(src *source.Source) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(src.NewReader(), limits.LinesSource))
	if err != nil {
		return "", err
	}
	lines := CutLines(decodeBeginning(raw, src.Size() > int64(len(raw))))
	if lines == "" {
		return "", ErrUnreadable
	}
	return lines, nil
}

// decodeBeginning returns the text of bytes that may be cut in a letter, and nothing of bytes that are no text.
func decodeBeginning(raw []byte, isCut bool) string {
	if isCut { // a letter that is cut behind plain ones would look like another encoding
		if whole := raw[:wholeRunesLen(raw)]; utf8.Valid(whole) {
			raw = whole
		}
	}
	encoding := charset.Detect(raw)
	wide := encoding == charset.UTF16LE || encoding == charset.UTF16BE
	if !wide && bytes.IndexByte(raw, 0) >= 0 {
		return ""
	}
	text := charset.Decode(raw, encoding)
	if isCut {
		text = strings.TrimRight(text, string(utf8.RuneError))
	}
	if !isProse(text) {
		return ""
	}
	return text
}

// isProse reports whether nearly all letters are such as stand in texts.
func isProse(text string) bool {
	all, odd := 0, 0
	for _, r := range text {
		all++
		if r == utf8.RuneError || unicode.Is(unicode.Co, r) || unicode.IsControl(r) && !strings.ContainsRune("\t\n\v\f\r\x1b\u0085", r) {
			odd++
		}
	}
	return odd*mostOdd <= all
}

// CutLines returns the first lines of a text: at most limits.Lines of them with limits.LineLetters letters each, no empty ones at
// the beginning, at the end or after another, and without what shows nothing or turns the order of the letters around. To cut
// what is cut changes nothing.
func CutLines(text string) string {
	var b strings.Builder
	written, isBlank := 0, false
	for line := range splitLines(strings.ToValidUTF8(text, string(utf8.RuneError))) {
		line = cutLine(line)
		if line == "" {
			isBlank = written > 0
			continue
		}
		needed := 1
		if isBlank {
			needed = 2
		}
		if written+needed > limits.Lines {
			break
		}
		if written > 0 {
			_, _ = b.WriteString(strings.Repeat("\n", needed)) // cannot fail
		}
		_, _ = b.WriteString(line) // cannot fail
		written, isBlank = written+needed, false
	}
	return b.String()
}

// splitLines yields the lines of a text, whichever system ended them.
func splitLines(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for text != "" {
			end := strings.IndexAny(text, "\n\r\v\f\u0085\u2028\u2029")
			if end < 0 {
				yield(text)
				return
			}
			if !yield(text[:end]) {
				return
			}
			if strings.HasPrefix(text[end:], "\r\n") {
				end++
			}
			_, size := utf8.DecodeRuneInString(text[end:])
			text = text[end+size:]
		}
	}
}

// cutLine returns the beginning of a line, without a part of a letter and its marks.
func cutLine(line string) string {
	var b strings.Builder
	letters, marks := 0, 0
	for _, r := range line {
		switch {
		case r == '\t':
			if letters += len(tabSpaces); letters <= limits.LineLetters {
				_, _ = b.WriteString(tabSpaces) // cannot fail
			}
		case isInvisible(r):
			continue
		case isJoined(r):
			if marks++; letters == 0 || marks > marksOfOne {
				continue
			}
			_, _ = b.WriteRune(r) // cannot fail
			continue
		default:
			if letters++; letters <= limits.LineLetters {
				_, _ = b.WriteRune(r) // cannot fail
			}
		}
		if marks = 0; letters > limits.LineLetters {
			break
		}
	}
	return strings.TrimRightFunc(b.String(), isEmptyAtEnd)
}

func isEmptyAtEnd(r rune) bool { return unicode.IsSpace(r) || isJoiner(r) }

// isJoiner reports whether a letter joins or parts its neighbors, or says which way they run, and shows nothing itself.
func isJoiner(r rune) bool { return r >= 0x200c && r <= 0x200f || r == 0x061c }

// isJoined reports whether a letter belongs to the one before it.
func isJoined(r rune) bool { return isJoiner(r) || unicode.Is(unicode.M, r) }

// isInvisible reports whether a letter shows nothing or turns the ones after it around. What joins and parts letters of
// Persian stays.
func isInvisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) && !isJoiner(r) || r == 0xfeff || r == 0x200b || r == 0x00ad ||
		r >= 0x2060 && r <= 0x206f || r >= 0xfff9 && r <= 0xfffb || r >= 0xe0000 && r <= 0xe0fff
}
