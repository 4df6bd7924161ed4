package gate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/fault"
)

// CheckText checks a text that visitors will read. It returns a fault for more than most
// characters, for invalid UTF-8, and for control characters, of which lines allows line
// breaks and tabs.
func CheckText(s string, most int, lines bool) *fault.Fault {
	switch {
	case utf8.RuneCountInString(s) > most:
		return fault.TooLong
	case !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) && !(lines && (r == '\n' || r == '\r' || r == '\t'))
	}):
		return fault.InvalidValue
	}
	return nil
}
