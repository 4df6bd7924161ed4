package names

import (
	"strings"
	"unicode"
)

const (
	blackFlag = '\U0001f3f4'
	firstTag  = '\U000e0020'
	lastTag   = '\U000e007f'
)

// isUnseen reports characters that nobody sees, wherever they stand.
func isUnseen(r rune) bool {
	if unicode.Is(unicode.Prepended_Concatenation_Mark, r) {
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// dropUnseen drops what nobody sees of a name, and the spaces around it. Characters that change how others
// look stay: joiners within words and emojis, variation selectors behind what they vary, and the letters
// of a flag. Those that change the direction stay to be refused.
func dropUnseen(s string) string {
	if isASCII(s) {
		return s
	}
	before := rune(0)
	s = strings.Map(func(r rune) rune {
		if isUnseen(r) && !isForbidden(r) && !canChangeLook(before, r) {
			return -1
		}
		before = r
		return r
	}, s)
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(joiners, r) })
}

func canChangeLook(before, r rune) bool {
	switch {
	case strings.ContainsRune(joiners, r):
		return true
	case unicode.Is(unicode.Variation_Selector, r):
		return before != 0 && !unicode.IsSpace(before) && !isUnseen(before)
	case firstTag <= r && r <= lastTag:
		return before == blackFlag || firstTag <= before && before < lastTag
	}
	return false
}
