package names

import (
	"strings"
	"unicode"
)

// CountVisible counts the characters of s that can be seen: joiners, marks of direction,
// blanks and fillers are none.
func CountVisible(s string) int {
	n := 0
	for _, r := range s {
		if isVisible(r) {
			n++
		}
	}
	return n
}

func isVisible(r rune) bool {
	if r == '\u2800' || unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) ||
		unicode.Is(unicode.Variation_Selector, r) {
		return false
	}
	return !unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// Trim returns s without the space around it; nothing when there is nothing in it
// to be seen.
func Trim(s string) string {
	if CountVisible(s) == 0 {
		return ""
	}
	return strings.TrimSpace(s)
}
