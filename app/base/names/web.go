package names

import (
	"net/netip"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// IsWebAddress reports whether mail programs would make a link of something in a text: a
// scheme, "www.", an IP address, or a name below a domain that there is. "J. R. Tolkien"
// and "Ali.Reza" hold none.
func IsWebAddress(s string) bool {
	s = strings.ToLower(strings.Map(plainRune, s))
	if strings.Contains(s, "://") || strings.Contains(s, "www.") {
		return true
	}
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool {
		return r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	}) {
		word = strings.Trim(word, ".-")
		if _, err := netip.ParseAddr(word); err == nil {
			return true
		}
		if !strings.Contains(word, ".") {
			continue
		}
		if ascii, err := idna.ToASCII(word); err == nil {
			word = ascii
		}
		if suffix, icann := publicsuffix.PublicSuffix(word); icann || strings.Contains(suffix, ".") {
			return true
		}
	}
	return false
}

// plainRune returns the character that browsers read in an address: they replace dots and
// letters of other widths by the usual ones and drop invisible characters.
func plainRune(r rune) rune {
	switch {
	case r == '。' || r == '．' || r == '｡' || r == '․':
		return '.'
	case unicode.Is(unicode.Cf, r) && r != '\u200c':
		return -1
	case 'ａ' <= r && r <= 'ｚ':
		return r - 'ａ' + 'a'
	case 'Ａ' <= r && r <= 'Ｚ':
		return r - 'Ａ' + 'a'
	}
	return r
}
