package names

import (
	"strings"
	"unicode/utf8"
)

const (
	hamzaYeh   = 'ئ'
	hamzaAbove = "\u0654" // a mark on the letter before
)

// hamzaSeat returns the letter that a hamza on yeh, the rune r at s[at], is searched as. Persian writes
// one word with several seats of it, or with none: مسئول, مسؤول and مسوول; مسئله, مسأله and مساله;
// رئیس and رییس. A hamza on alef or waw needs none of it: what is left of it is that letter.
func hamzaSeat(s string, at int, r rune) rune {
	if r != hamzaYeh && r != 'ی' && r != 'ي' {
		return r
	}
	size := utf8.RuneLen(r)
	if r != hamzaYeh {
		if !strings.HasPrefix(s[at+size:], hamzaAbove) {
			return r
		}
		size += len(hamzaAbove)
	}
	before := letterBefore(s[:at])
	after := nextLetters(s[at+size:])
	switch {
	case isOnWaw(before, after):
		return 'و'
	case isOnAlef(before, after[0]):
		return 'ا'
	}
	return 'ی'
}

// letterBefore returns the last letter, without the vowels on it; zero when there is none.
func letterBefore(s string) rune {
	for s != "" {
		r, size := utf8.DecodeLastRuneInString(s)
		if !isDropped(r) || r == '\u200c' {
			return r
		}
		s = s[:len(s)-size]
	}
	return 0
}

// nextLetters returns the next two letters; zero where there is none.
func nextLetters(s string) (next [2]rune) {
	n := 0
	for _, r := range s {
		if !isDropped(r) {
			next[n] = r
			if n++; n == len(next) {
				break
			}
		} else if r == '\u200c' {
			break // a suffix begins
		}
	}
	return next
}

// isOnWaw reports the words that are written with ؤ or a second و, too: those of the roots of مسئول, شئون,
// رئوف and رئوس. In others, as in ویدئو and تئوری, it is a yeh.
func isOnWaw(before rune, after [2]rune) bool {
	if after[0] != 'و' {
		return false
	}
	return before == 'س' && after[1] == 'ل' || before == 'ش' && after[1] == 'ن' ||
		before == 'ر' && (after[1] == 'ف' || after[1] == 'س')
}

// isOnAlef reports words as مسئله, هیئت and جرئت: between consonants it is an alef. After ا and و, and
// before ا, و, ی and a final ه, as in مسائل, سوئد and پروتئین, it is a yeh.
func isOnAlef(before, after rune) bool {
	return isConsonant(before) && isConsonant(after) && before != 'و' && after != 'و' && after != 'ه' && after != 'ی' && after != 'ي' &&
		after != 'ى'
}

// isConsonant reports letters of the Arabic script but alef; yeh and waw may be consonants.
func isConsonant(r rune) bool {
	return r >= 'ء' && r <= 'ي' && r != 'ا' && r != 'آ' && r != 'أ' && r != 'إ' && r != tatweel || strings.ContainsRune("پچژکگیۀہھە", r)
}
