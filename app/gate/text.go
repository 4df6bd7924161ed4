package gate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/fault"
)

// Text tells what is wrong with words that people outside read: with more than so
// many characters, or with some that nobody reads. lines allows more lines than one.
func Text(s string, most int, lines bool) *fault.Fault {
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
