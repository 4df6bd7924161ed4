package wopi

import (
	"encoding/base64"
	"errors"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// base64 without padding, as UTF-7 has it.
var sextets = base64.StdEncoding.WithPadding(base64.NoPadding)

var errUTF7 = errors.New("wopi: the text is no UTF-7")

// DecodeUTF7 reads the text of a header.
func DecodeUTF7(text string) (string, error) {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= utf8.RuneSelf {
			return "", errUTF7
		}
		if c != '+' {
			out.WriteByte(c)
			continue
		}
		end := i + 1
		for end < len(text) && isSextet(text[end]) {
			end++
		}
		if end == i+1 { // +- is the plus sign
			if end == len(text) || text[end] != '-' {
				return "", errUTF7
			}
			out.WriteByte('+')
			i = end
			continue
		}
		b, err := sextets.DecodeString(text[i+1 : end])
		if err != nil || len(b)%2 != 0 {
			return "", errUTF7
		}
		units := make([]uint16, len(b)/2)
		for k := range units {
			units[k] = uint16(b[2*k])<<8 | uint16(b[2*k+1])
		}
		for _, r := range utf16.Decode(units) {
			if r == utf8.RuneError {
				return "", errUTF7
			}
			out.WriteRune(r)
		}
		i = end - 1
		if end < len(text) && text[end] == '-' {
			i = end
		}
	}
	return out.String(), nil
}

func isSextet(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/'
}

// EncodeUTF7 writes a text for a header.
func EncodeUTF7(text string) string {
	var out strings.Builder
	var foreign []rune
	flush := func() {
		if len(foreign) > 0 {
			out.WriteString(encodeRun(foreign))
		}
		foreign = nil
	}
	for _, r := range text {
		switch {
		case r == '+':
			flush()
			out.WriteString("+-")
		case r >= ' ' && r < 0x7f && r != '\\' && r != '~':
			flush()
			out.WriteRune(r)
		default:
			foreign = append(foreign, r)
		}
	}
	flush()
	return out.String()
}

// encodeRun writes a run of characters that UTF-7 does not write as they are.
func encodeRun(run []rune) string {
	var b []byte
	for _, u := range utf16.Encode(run) {
		b = append(b, byte(u>>8), byte(u))
	}
	return "+" + sextets.EncodeToString(b) + "-"
}
