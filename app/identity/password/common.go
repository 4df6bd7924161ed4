package password

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The words that most passwords are made of: the commonest of the list that
// zxcvbn-ts counted in leaked passwords (MIT licence), in lower case, without the
// digits and symbols around them; and some that are common in Iran.
//
//go:embed common.txt
var commonWords string

var common = strings.Fields(commonWords) // sorted

// maxDecoration is how many digits and symbols around a common word do not yet make
// a password of it.
const maxDecoration = 6

var unleet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s")

// IsCommon reports whether a password is a common word, or one of the person's own
// words, with little around it: "Password1!", "P@ssw0rd", or little more than a run: "Aa123456!".
func IsCommon(password string, own ...string) bool {
	lower := strings.ToLower(password)
	if isRun(lower) {
		return true
	}
	bare := strings.TrimFunc(lower, isNoLetter)
	for _, stem := range []string{bare, strings.TrimFunc(unleet.Replace(bare), isNoLetter),
		strings.TrimFunc(unleet.Replace(lower), isNoLetter)} {
		if utf8.RuneCountInString(lower)-len(stem) > maxDecoration {
			continue
		}
		if _, found := slices.BinarySearch(common, stem); found {
			return true
		}
		for _, word := range own {
			if word = strings.ToLower(word); len(word) > 2 && stem == word {
				return true
			}
		}
	}
	return false
}

// minLetters is how many letters or signs a password has that are not a run along the digits of the
// keyboard, nor one sign again and again: "Aa123456!" and "Qq111111" have fewer.
const minLetters = 4

// isRun reports whether a password is little more than digits in a row, or the same sign repeated.
func isRun(lower string) bool {
	rest, last := 0, rune(-2)
	for _, r := range lower {
		step := r - last
		if r == last || unicode.IsDigit(r) && (step == 1 || step == -1) {
			last = r
			continue
		}
		rest, last = rest+1, r
	}
	return lower != "" && rest <= minLetters
}

func isNoLetter(r rune) bool { return r < 'a' || r > 'z' }
