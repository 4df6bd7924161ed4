package pdf

import (
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// unit is a glyph of a line: the code point that is drawn, and the text that it stands for.
type unit struct {
	form  rune
	text  rune
	class bidi.Class
	none  bool // stands for its text and draws nothing
}

// letters are the Arabic letters with the first of their presentation forms, and how many
// they have: isolated, final, initial, medial. One with two forms does not join the next
// letter.
var letters = map[rune]struct{ first, forms rune }{
	'ء': {0xFE80, 1}, 'آ': {0xFE81, 2}, 'أ': {0xFE83, 2}, 'ؤ': {0xFE85, 2}, 'إ': {0xFE87, 2}, 'ئ': {0xFE89, 4}, 'ا': {0xFE8D, 2},
	'ب': {0xFE8F, 4}, 'ة': {0xFE93, 2}, 'ت': {0xFE95, 4}, 'ث': {0xFE99, 4}, 'ج': {0xFE9D, 4}, 'ح': {0xFEA1, 4}, 'خ': {0xFEA5, 4},
	'د': {0xFEA9, 2}, 'ذ': {0xFEAB, 2}, 'ر': {0xFEAD, 2}, 'ز': {0xFEAF, 2}, 'س': {0xFEB1, 4}, 'ش': {0xFEB5, 4}, 'ص': {0xFEB9, 4},
	'ض': {0xFEBD, 4}, 'ط': {0xFEC1, 4}, 'ظ': {0xFEC5, 4}, 'ع': {0xFEC9, 4}, 'غ': {0xFECD, 4}, 'ف': {0xFED1, 4}, 'ق': {0xFED5, 4},
	'ك': {0xFED9, 4}, 'ل': {0xFEDD, 4}, 'م': {0xFEE1, 4}, 'ن': {0xFEE5, 4}, 'ه': {0xFEE9, 4}, 'و': {0xFEED, 2}, 'ى': {0xFEEF, 2},
	'ي': {0xFEF1, 4}, 'پ': {0xFB56, 4}, 'چ': {0xFB7A, 4}, 'ژ': {0xFB8A, 2}, 'ک': {0xFB8E, 4}, 'گ': {0xFB92, 4}, 'ۀ': {0xFBA4, 2},
	'ہ': {0xFBA6, 4}, 'ھ': {0xFBAA, 4}, 'ی': {0xFBFC, 4}, tatweel: {tatweel, 0}, joiner: {joiner, 0},
}

const (
	tatweel    = 'ـ'
	joiner     = '\u200d'
	nonJoiner  = '\u200c'
	hamzaAbove = '\u0654'
	hehHamza   = 'ﮤ' // the isolated one, before the final one
)

// ligatures of lam with the letter after it: the isolated one, before the final one.
var ligatures = map[rune]rune{'آ': 0xFEF5, 'أ': 0xFEF7, 'إ': 0xFEF9, 'ا': 0xFEFB}

// mirrors are the brackets that change their side in text from right to left.
var mirrors = map[rune]rune{
	'(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '<': '>', '>': '<', '«': '»', '»': '«', '‹': '›', '›': '‹',
}

func isMark(r rune) bool { return r >= 0x64B && r <= 0x655 || r == 0x670 }

// canJoin reports whether a letter joins the one after it, or, backwards, the one before it.
func canJoin(r rune, backwards bool) bool {
	l, ok := letters[r]
	return ok && (l.forms == 0 || l.forms == 4 || backwards && l.forms == 2)
}

// isJoinedToPrevious reports whether the letter before i joins the one at i. Marks do not part letters,
// but a heh with a hamza above is the last of its word.
func isJoinedToPrevious(text []rune, i int) bool {
	for i--; i >= 0; i-- {
		if !isMark(text[i]) {
			return canJoin(text[i], false)
		}
		if text[i] == hamzaAbove && i > 0 && text[i-1] == 'ه' {
			return false
		}
	}
	return false
}

// canJoinNext reports whether the letter behind i can be joined.
func canJoinNext(text []rune, i int) bool {
	for i++; i < len(text); i++ {
		if !isMark(text[i]) {
			return canJoin(text[i], true)
		}
	}
	return false
}

// shapeLine gives each letter of a line its form. Joiners, and the second letter of a ligature,
// become units that draw nothing, so that the text can be copied.
func shapeLine(s string) []unit {
	text := []rune(s)
	all := make([]unit, 0, len(text))
	for i, r := range text {
		p, _ := bidi.LookupRune(r)
		u := unit{form: r, text: r, class: p.Class()}
		if u.none = r == nonJoiner || r == joiner || i > 0 && isSecond(text[i-1], r); !u.none {
			u.form = formOf(text, i)
		}
		all = append(all, u)
	}
	return all
}

// formOf returns the form of a letter between those beside it.
func formOf(text []rune, i int) rune {
	r, next := text[i], rune(0)
	if i+1 < len(text) {
		next = text[i+1]
	}
	if isSecond(r, next) {
		if ligature, ok := ligatures[next]; ok {
			return ligature + formOffset(isJoinedToPrevious(text, i), false)
		}
		return hehHamza + formOffset(isJoinedToPrevious(text, i), false)
	}
	l, ok := letters[r]
	switch {
	case ok && l.forms == 1:
		return l.first
	case ok && l.forms > 1:
		return l.first + formOffset(isJoinedToPrevious(text, i), l.forms == 4 && canJoinNext(text, i))
	}
	return r
}

// isSecond reports whether two letters are drawn as one.
func isSecond(first, r rune) bool {
	_, ligature := ligatures[r]
	return first == 'ل' && ligature || first == 'ه' && r == hamzaAbove
}

// formOffset is that of a form among the four of a letter.
func formOffset(before, after bool) (n rune) {
	if before {
		n = 1
	}
	if after {
		n += 2
	}
	return n
}

// stripControls removes what only steers the direction of text, and control characters.
func stripControls(s string) string {
	return strings.Map(func(r rune) rune {
		p, _ := bidi.LookupRune(r)
		switch c := p.Class(); {
		case r == '\t' || r == '\n' || r == '\u00a0' || r == '\u202f':
			return ' '
		case r == joiner || r == nonJoiner:
			return r
		case c == bidi.BN || c == bidi.B || c == bidi.S || c >= bidi.Control && c <= bidi.PDI || r == '\u200e' || r == '\u200f':
			return -1
		}
		return r
	}, s)
}

// IsRTL reports whether the first letter of a text is one that is read from right to left.
func IsRTL(s string) bool {
	for _, r := range s {
		switch p, _ := bidi.LookupRune(r); p.Class() {
		case bidi.R, bidi.AL:
			return true
		case bidi.L:
			return false
		}
	}
	return false
}
