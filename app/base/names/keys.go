package names

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// twins are the letters that Persian and Arabic keyboards write in two ways.
var twins = strings.NewReplacer("ي", "ی", "ى", "ی", "ك", "ک")

// Fold is the form in which titles and values are compared: without case, and with the
// Arabic and the Persian form of yeh and kaf as one letter.
func Fold(s string) string {
	return twins.Replace(strings.ToLower(norm.NFC.String(s)))
}

// Keys are the keys under which something of that name is stored: its Key, and that of an older program,
// which stays where two names of one directory became one.
func Keys(s string) []string {
	key := Key(s)
	if former := Fold(s); former != key {
		return []string{key, former}
	}
	return []string{key}
}

// Key is the form in which names of files and directories are compared: without case in all its forms
// (ß is ss), without what nobody sees, and with one form of what looks the same. Letters of Cyrillic and
// Greek that look like Latin ones are these within a word that has Latin letters too; a whole word is
// left alone, for it is a word of its language. Key(Fold(s)) is Key(s).
func Key(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	if key, ok := persianKey(s); ok {
		return key
	}
	return fullKey(s)
}

// persianKey is fullKey of a name of Persian and ASCII characters without marks, as most are; false for others.
func persianKey(s string) (key string, ok bool) {
	ok = true
	key = strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		case r == 'ي' || r == 'ى':
			return 'ی'
		case r == 'ك':
			return 'ک'
		case '٠' <= r && r <= '٩':
			return r - '٠' + '۰'
		case strings.ContainsRune(joiners, r):
			return -1
		}
		ok = ok && (r < utf8.RuneSelf || 'ء' <= r && r <= 'غ' || 'ف' <= r && r <= 'و' || '۰' <= r && r <= '۹' ||
			strings.ContainsRune("پچژکگی", r))
		return r
	}, s)
	return strings.TrimFunc(key, unicode.IsSpace), ok
}

func fullKey(s string) string {
	s = norm.NFD.String(plainForms(s))
	s = sameLooks.Replace(norm.NFD.String(strings.ToLower(cases.Fold().String(s)))) // Fold has Cherokee in two forms
	s = dropDots(mapWords(s))
	return strings.TrimFunc(hamzas.Replace(norm.NFC.String(s)), unicode.IsSpace)
}

// sameLooks works on letters whose marks are apart.
var sameLooks = strings.NewReplacer(
	"ي", "ی", "ى", "ی", "ك", "ک", "ە\u0654", "ه\u0654",
	"٠", "۰", "١", "۱", "٢", "۲", "٣", "۳", "٤", "۴", "٥", "۵", "٦", "۶", "٧", "۷", "٨", "۸", "٩", "۹",
)

// hamzas brings a hamza on a Persian yeh into the usual form.
var hamzas = strings.NewReplacer("ی\u0654", "ئ")

// plainForms drops what nobody sees, and writes spaces, hyphens and the forms that letters have within
// a word in one way.
func plainForms(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case isUnseen(r):
		case unicode.Is(unicode.Zs, r) || r == '\u2800':
			b.WriteByte(' ')
		case r == '\u2010' || r == '\u2011':
			b.WriteByte('-')
		case '\ufb50' <= r && r < '\ufdf0' || '\ufe70' <= r && r < '\ufeff':
			b.WriteString(norm.NFKD.String(string(r)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// dropDots drops the dot above of an i, which has one: İ and i are one letter, as they always were here. A
// dotless ı stays one. Marks are apart, and those below a letter come before those above it.
func dropDots(s string) string {
	if !strings.ContainsRune(s, '\u0307') {
		return s
	}
	after := false
	return strings.Map(func(r rune) rune {
		if after && r == '\u0307' {
			return -1
		}
		after = r == 'i' || after && unicode.IsMark(r)
		return r
	}, s)
}

// latinLooks are small letters of other scripts that look like a Latin one, in small or as a capital. Greek has few:
// words as IFNα and 5μm are usual, and most of its small letters look otherwise.
var latinLooks = map[rune]rune{
	'а': 'a', 'в': 'b', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'һ': 'h', 'н': 'h', 'і': 'i', 'ј': 'j', 'к': 'k', 'ӏ': 'l', 'м': 'm', 'о': 'o',
	'р': 'p', 'ԛ': 'q', 'ѕ': 's', 'т': 't', 'ѵ': 'v', 'ԝ': 'w', 'х': 'x', 'у': 'y', 'ο': 'o', 'ν': 'v', 'ϲ': 'c', 'ϳ': 'j',
}

// mapWords writes words that mix scripts with Latin letters, as far as they look so.
func mapWords(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return latinLooks[r] != 0 }) {
		return s
	}
	var b, word strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			word.WriteRune(r)
			continue
		}
		b.WriteString(mapWord(word.String()))
		word.Reset()
		b.WriteRune(r)
	}
	b.WriteString(mapWord(word.String()))
	return b.String()
}

func mapWord(s string) string {
	latin := strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
	other := strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek) && latinLooks[r] == 0 })
	if !latin || other {
		return s
	}
	return strings.Map(func(r rune) rune {
		if like := latinLooks[r]; like != 0 {
			return like
		}
		return r
	}, s)
}
