package names

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestNamesThatAreEqualToTheEyeAreOne(t *testing.T) {
	for _, same := range [][]string{
		{"abc.txt", "ABC.txt", "abc\u200b.txt", "abc\u200e.txt", "\ufeffabc.txt", "a\u00adbc.txt", "abc.txt\u2060", "\u200fabc.txt\u200f",
			"a\u034fbc.txt", "abc\ufe0f.txt", "a\u3164bc.txt", "\u061cabc.txt", "\u180eabc.txt", "abc\U000e0061.txt", "abc.txt \u200b"},
		{"می\u200cروم", "میروم", "مي\u200dروم", "می\u200c\u200cروم"},
		{"كتاب علي", "کتاب علی", "کتاب\u00a0على", "کتاب\u202fعلی"},
		{"گزارش ۱۲۳", "گزارش ١٢٣"}, {"مسئول", "مسی\u0654ول", "مسي\u0654ول"}, {"خانۀ", "خانهٔ"}, {"سلام", "ﺳﻼم", "ﺳﻠﺎم"},
		{"Σίσυφος", "Σίσυφοσ", "ΣΊΣΥΦΟΣ"}, {"Straße", "STRASSE", "straẞe"}, {"ﬁn", "fin", "FIN"}, {"ᾳ", "ᾼ", "αι"}, {"ŉ", "ʼn"},
		{"e\u0301", "é", "É"}, {"İstanbul", "istanbul", "i\u0307stanbul", "ISTANBUL"}, {"ıspanak"}, {"a\u2011b", "a-b", "a\u2010b"},
		{"pаypаl", "paypal", "PАYPAL"}, {"МAIL", "mail"}, {"gοοgle", "google"},
		{"❤\ufe0f", "❤"}, {"한글", "한글"},
	} {
		for _, s := range same {
			if Key(s) != Key(same[0]) {
				t.Errorf("%q has the key %+q, %q %+q", s, Key(s), same[0], Key(same[0]))
			}
		}
	}
}

func TestNamesThatDifferToTheEyeAreTwo(t *testing.T) {
	all := []string{
		"file 1", "file ۱", "ıspanak", "ispanak", "сор", "cop", "5μm", "5mm", "IFNα", "IFNa", "کتاب", "کتابة", "اب", "آب", "کِتاب", "کـتاب",
		"x2", "x²", "a b", "ab", "a_b", "ａ", "a", "دولت", "دؤلت", "тест", "مسول", "مسئول", "a\u0601b",
	}
	keys := map[string]string{}
	for _, s := range all {
		if other, ok := keys[Key(s)]; ok {
			t.Errorf("%q and %q are one", s, other)
		}
		keys[Key(s)] = s
	}
}

func TestKeysLeadToNamesOfBefore(t *testing.T) {
	for s, want := range map[string]int{"Report.pdf": 1, "کتاب علی": 1, "Σίσυφος": 2, "abc\u200b": 2, "Σίσυφοσ": 1, "Straße": 2} {
		keys := Keys(s)
		if len(keys) != want || keys[0] != Key(s) || keys[len(keys)-1] != Fold(s) {
			t.Errorf("%q: %+q", s, keys)
		}
	}
}

// TestKeysAreStable: FuzzKey for every character, alone and within a word.
func TestKeysAreStable(t *testing.T) {
	for r := rune(1); r <= 0x1ffff; r++ {
		if !utf8.ValidRune(r) || unicode.In(r, unicode.Han, unicode.Hangul) {
			continue
		}
		for _, s := range []string{string(r), "ی" + string(r) + "ا", "пa" + string(r) + "\u0654i\u0307"} {
			if quick, ok := persianKey(s); ok && quick != fullKey(s) {
				t.Fatalf("%+q: %+q, not %+q", s, quick, fullKey(s))
			}
			if key := Key(s); Key(key) != key || Key(Fold(s)) != key {
				t.Fatalf("%+q: %+q, then %+q, of its former key %+q", s, key, Key(key), Key(Fold(s)))
			}
		}
	}
}

// FuzzKey: the key of a key is that key, and the form that an older program stored leads to the same one. So a key of before
// that stays is never that of a new name.
func FuzzKey(f *testing.F) {
	for _, s := range []string{"Σίσυφος", "İ\u0307i\u0307", "ﺳﻼم", "pаypal",
		"ᾳ\u0301\u0345", "ی\u0654\u0654", "ǰ", "ﬃ", "ۀ", "Ꭰ", "a\u2028", "İ\u0316"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		key := Key(s)
		if quick, ok := persianKey(s); ok && quick != fullKey(s) {
			t.Fatalf("%+q: %+q, not %+q", s, quick, fullKey(s))
		}
		if again := Key(key); again != key {
			t.Fatalf("%+q: %+q, then %+q", s, key, again)
		}
		if former := Key(Fold(s)); former != key {
			t.Fatalf("%+q: %+q, of its former key %+q", s, key, former)
		}
	})
}
