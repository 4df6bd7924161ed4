package names

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestWhatSearchTakesForOne(t *testing.T) {
	for a, b := range map[string]string{
		"كتاب علي": "کتاب علی", "۱۴۰۳": "1403", "١٤٠٣": "1403", "نیم\u200cفاصله": "نیمفاصله", "کـــتاب": "کتاب", "كِتَاب": "کتاب",
		"Résumé": "resume", "ÅNGSTRÖM": "angstrom", "آب": "اب", "خانهٔ": "خانه", "خانۀ": "خانه", "ﻻ": "لا",
		"ｆｕｌｌ": "full", "فاطمة": "فاطمه", "e\u0301": "é", "İstanbul": "istanbul", "한글": "한글", "": "",
	} {
		if SearchKey(a) != SearchKey(b) {
			t.Errorf("%q folds to %q, %q to %q", a, SearchKey(a), b, SearchKey(b))
		}
	}
}

// TestSpellingsOfHamzaFindEachOther: what is written in several ways is one word, and words that are
// spelled with yeh stay with yeh.
func TestSpellingsOfHamzaFindEachOther(t *testing.T) {
	for _, same := range [][]string{
		{"مسئله", "مسأله", "مساله", "مسئلهٔ", "مسئله", "مَسئَله", "مَسْئَله", "مسی\u0654له", "مسي\u0654له"},
		{"مسئول", "مسؤول", "مسوول", "مسئول"},
		{"مسئولیت\u200cها", "مسؤولیتها", "مسوولیت\u200cها"}, {"رئیس", "رییس", "رئيس", "ریيس"}, {"هیئت", "هیأت", "هیات", "هيئت"},
		{"جرئت", "جرأت", "جرات"}, {"نشئت", "نشأت"}, {"شئون", "شؤون", "شوون"}, {"رئوف", "رؤوف"}, {"مسائل", "مسایل"}, {"پائیز", "پاییز"},
		{"آئین", "آیین"}, {"قائم", "قایم"}, {"سوئد", "سوید"}, {"سوئیس", "سوییس"}, {"ویدئو", "ویدیو"}, {"ویدئوها", "ویدیوها"},
		{"تئاتر", "تیاتر"}, {"تئوری", "تیوری"}, {"پروتئین", "پروتیین"}, {"جزئی", "جزیی"}, {"علائم", "علایم"}, {"تبرئه", "تبریه"},
		{"مؤسسه", "موسسه"}, {"سؤال", "سوال"}, {"تأیید", "تایید"}, {"شیء", "شیء"}, {"منشأ", "منشا"},
	} {
		for _, s := range same {
			if got, want := SearchKey(s), SearchKey(same[0]); got != want {
				t.Errorf("%q is searched as %q, %q as %q", s, got, same[0], want)
			}
		}
	}
	for a, b := range map[string]string{"مسئله": "مسیر", "سوال": "سول", "مسئول": "مسیل", "هیئت": "هیت"} {
		if SearchKey(a) == SearchKey(b) {
			t.Errorf("%q and %q are one", a, b)
		}
	}
}

func TestLettersAreFoundByTheirBase(t *testing.T) {
	for s, want := range map[string]string{
		"Łódź": "lodz", "Ærø": "aero", "Đà Nẵng": "da nang", "Straße": "strasse", "STRAẞE": "strasse", "Œuvre": "oeuvre", "Þór": "thor",
		"Reykjavík": "reykjavik", "Malmö": "malmo", "Diyarbakır": "diyarbakir", "Ħal": "hal",
		"Ísafjörður": "isafjordur", "Smørrebrød": "smorrebrod",
	} {
		if got := SearchKey(s); got != want {
			t.Errorf("%q is searched as %q, not %q", s, got, want)
		}
	}
	if got := FindMarks("Ærø.txt", SplitWords("aero")); !slices.Equal(got, []Range{{0, 3}}) {
		t.Errorf("aero: %v", got)
	}
	if got := FindMarks("صورت مسئله", SplitWords("مساله")); !slices.Equal(got, []Range{{5, 10}}) {
		t.Errorf("مساله: %v", got)
	}
}

func TestMarksArePlacesOfTheOriginal(t *testing.T) {
	for _, c := range []struct {
		text, query string
		want        []Range
	}{
		{"گزارش ۱۴۰۳.pdf", "1403", []Range{{6, 10}}},
		{"نیم\u200cفاصله", "نیمفاصله", []Range{{0, 9}}},
		{"😀 Résumé", "resume", []Range{{3, 9}}},
		{"كِتَاب", "کتاب", []Range{{0, 6}}},
		{"banana", "ana", []Range{{1, 4}}},
		{"banana", "an na", []Range{{1, 6}}},
		{"nothing", "x", []Range{}},
		{"ﻻله", "لا", []Range{{0, 1}}},
	} {
		if got := FindMarks(c.text, SplitWords(c.query)); !slices.Equal(got, c.want) {
			t.Errorf("%q in %q: %v, want %v", c.query, c.text, got, c.want)
		}
	}
	if got := FindWordMarks("scary car می\u200cروم", SplitWords("car روم")); !slices.Equal(got, []Range{{6, 9}, {13, 16}}) {
		t.Errorf("words: %v", got)
	}
}

func TestFoundNamesSortAsListingsDo(t *testing.T) {
	want := []string{"file-1", "file-2", "file-10", "اب", "بار", "پارس", "تار", "چای", "ژاله", "کتاب", "گل", "لاله", "هما", "یاد"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, func(a, b string) int { return Compare([]byte(a), []byte(b)) })
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func FuzzMarks(f *testing.F) {
	f.Add("گزارش ۱۴۰۳.pdf", "1403")
	f.Add("😀 Résumé\u0301", "e")
	f.Add("\xff\xfeﻻ", "ل")
	f.Fuzz(func(t *testing.T, s, query string) {
		key := SearchKey(s)
		if again := SearchKey(key); strings.ToValidUTF8(again, "") != strings.ToValidUTF8(again, "?") {
			t.Fatalf("%q", again)
		}
		if !utf8.ValidString(key) {
			t.Fatalf("%q is not text", key)
		}
		units := len(utf16.Encode([]rune(s)))
		words := SplitWords(query)
		last := -1
		for _, m := range FindMarks(s, words) {
			if m[0] <= last || m[1] <= m[0] || m[1] > units {
				t.Fatalf("%v in %d units of %q", m, units, s)
			}
			last = m[1]
		}
		for _, w := range words {
			if strings.Contains(key, w) != (len(FindMarks(s, []string{w})) > 0) {
				t.Fatalf("%q in %q is not marked", w, s)
			}
		}
	})
}
