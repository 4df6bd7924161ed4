package names

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const secretLength = 26 // of what crypto/rand.Text makes

// NormalizeSecret returns the id of a link or a box as it is stored, from what a person typed, or pasted with
// what stood around it: letters in either case, digits of any keyboard, spaces and hyphens within it,
// and brackets, full stops, marks and words after it.
func NormalizeSecret(s string) string {
	var b strings.Builder
	for _, r := range LatinDigits(s) {
		switch {
		case 'a' <= r && r <= 'z':
			r += 'A' - 'a'
		case r < '2' || r > '7' && r < 'A' || r > 'Z':
			continue
		}
		if b.WriteRune(r); b.Len() == secretLength {
			break
		}
	}
	return b.String()
}

// NormalizeSpoken returns the form in which a password counts that people pass on by voice and in messages, and
// type on another keyboard: with Latin digits, with one form of the letters that Persian and Arabic
// keyboards write in two, with the usual space, and without marks and spaces that came along.
func NormalizeSpoken(s string) string {
	s = twins.Replace(dropInvisible(norm.NFC.String(LatinDigits(s))))
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, s))
}
