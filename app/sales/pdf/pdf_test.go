package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// forms returns what is drawn of a text, in the order of its letters.
func forms(s string) string {
	var b strings.Builder
	for _, u := range shapeLine(stripControls(s)) {
		if !u.none {
			b.WriteRune(u.form)
		}
	}
	return b.String()
}

func TestLettersJoin(t *testing.T) {
	for text, want := range map[string]string{
		"سلام":                 "\ufeb3\ufefc\ufee1",
		"لا":                   "\ufefb",
		"بلا":                  "\ufe91\ufefc",
		"بلآ":                  "\ufe91\ufef6",
		"الأول":                "\ufe8d\ufef7\ufeed\ufedd",
		"ببب":                  "\ufe91\ufe92\ufe90",
		"می‌روم":               "\ufee3\ufbfd\ufead\ufeed\ufee1",
		"پیگیری":               "\ufb58\ufbff\ufb95\ufbff\ufeae\ufbfc",
		"شمارهٔ":               "\ufeb7\ufee4\ufe8e\ufead\ufba4",
		"نسخهٔ":                "\ufee7\ufeb4\ufea8\ufba5",
		"هٔب":                  "\ufba4\ufe8f",
		"مثلاً":                "\ufee3\ufe9c\ufefc\u064b",
		"فوراً":                "\ufed3\ufeee\ufead\ufe8d\u064b",
		"بَب":                  "\ufe91\u064e\ufe90",
		"جزء":                  "\ufe9f\ufeb0\ufe80",
		"مسئول":                "\ufee3\ufeb4\ufe8c\ufeee\ufedd",
		"ژاله چای":             "\ufb8a\ufe8d\ufedf\ufeea \ufb7c\ufe8e\ufbfc",
		"بـب":                  "\ufe91ـ\ufe90",
		"ه\u200d":              "\ufeeb",
		"a ب 1":                "a \ufe8f 1",
		"۱۲۳":                  "۱۲۳",
		"\u202eمن\u2069\u0007": "\ufee3\ufee6",
	} {
		if got := forms(text); got != want {
			t.Errorf("%s is drawn as %+q, want %+q", text, got, want)
		}
	}
}

// TestEveryLetterHasItsForms puts each letter alone, at the end, at the beginning and into
// the middle of a word, and looks whether both weights have the glyphs.
func TestEveryLetterHasItsForms(t *testing.T) {
	for _, r := range "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگۀہھی" {
		l := string(r)
		alone, final := []rune(forms(l))[0], []rune(forms("ب" + l))[1]
		initial, middle := []rune(forms(l + "ب"))[0], []rune(forms("ب" + l + "ب"))[1]
		switch letters[r].forms {
		case 1:
			if alone != final || alone != initial || alone != middle {
				t.Errorf("%s changes: %+q %+q %+q %+q", l, alone, final, initial, middle)
			}
		case 2:
			if final != alone+1 || initial != alone || middle != final {
				t.Errorf("%s: %+q %+q %+q %+q", l, alone, final, initial, middle)
			}
		case 4:
			if final != alone+1 || initial != alone+2 || middle != alone+3 {
				t.Errorf("%s: %+q %+q %+q %+q", l, alone, final, initial, middle)
			}
		}
		for face := range faces {
			for _, form := range []rune{alone, final, initial, middle} {
				if faces[face].font().glyphs[form] == 0 {
					t.Errorf("%s has no glyph for %+q of %s", faces[face].name, form, l)
				}
			}
		}
	}
	for _, r := range "۰۱۲۳۴۵۶۷۸۹0123456789٬٫٪،؛؟«»()[]-−–—:/.,%+&@#…ًٌٍَُِّْٔ€ÄÖÜßéğşABCXYZabcxyz" {
		for face := range faces {
			if faces[face].font().glyphs[r] == 0 {
				t.Errorf("%s has no glyph for %q", faces[face].name, r)
			}
		}
	}
}

// drawn returns the letters of a line from left to right, as base letters.
func drawn(s string, rtl bool) string {
	var b strings.Builder
	for _, u := range toVisualOrder(shapeLine(stripControls(s)), rtl) {
		if m, ok := mirrors[u.text]; ok && m == u.form {
			b.WriteRune(m)
		} else if !u.none {
			b.WriteRune(u.text)
		}
	}
	return b.String()
}

func TestOrderOfLetters(t *testing.T) {
	for _, c := range []struct {
		text, want string
		rtl        bool
	}{
		{"ابج", "جبا", true},
		{"ابج 12", "12 جبا", true},
		{"12 ابج", "جبا 12", true},
		{"ابج ABC دهو", "وهد ABC جبا", true},
		{"ابج (ده) و", "و (هد) جبا", true},
		{"ابج (AB) د", "د (AB) جبا", true},
		{"«ابج»", "«جبا»", true},
		{"ABC ابج (ده) 12", "ABC 12 (هد) جبا", false},
		{"مبلغ ۲۰٬۲۴۹٬۹۲۳ تومان", "ناموت ۲۰٬۲۴۹٬۹۲۳ غلبم", true},
		{"مالیات، ۱۰٪", "٪۱۰ ،تایلام", true},
		{"1405-000012", "1405-000012", false},
		{"−۵۰۰٬۰۰۰", "−۵۰۰٬۰۰۰", false},
		{"a.b@c.ir نشانی", "یناشن a.b@c.ir", true},
		{"A 5%", "A 5%", false},
	} {
		if got := drawn(c.text, c.rtl); got != c.want {
			t.Errorf("%q (%v) is drawn as %q, want %q", c.text, c.rtl, got, c.want)
		}
	}
}

// streams returns the uncompressed streams of a document.
func streams(t *testing.T, b []byte) (all []string) {
	t.Helper()
	for _, at := range regexp.MustCompile(`/Length (\d+) .*\nstream\n`).FindAllSubmatchIndex(b, -1) {
		n, err := strconv.Atoi(string(b[at[2]:at[3]]))
		if err != nil {
			t.Fatal(err)
		}
		z, err := zlib.NewReader(bytes.NewReader(b[at[1] : at[1]+n]))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	return all
}

// TestTextOfADocument reads the lines by the map that readers copy text with: each glyph
// stands for a letter as it was given, and no presentation form is left.
func TestTextOfADocument(t *testing.T) {
	d := New("فاکتور", "fa", true, time.Unix(0, 0))
	given := "نیم‌فاصله‌ها و سلام لا مثلاً شمارهٔ ۱۲"
	d.DrawText(500, 100, given, Style{Size: 10, Side: Right, RTL: true})
	units := map[string]string{}
	contents := ""
	for _, s := range streams(t, d.Bytes()) {
		for _, m := range regexp.MustCompile(`beginbfchar <(\w+)> <(\w+)>`).FindAllStringSubmatch(s, -1) {
			b, err := hex.DecodeString(m[2])
			if err != nil {
				t.Fatal(err)
			}
			units[m[1]] = string(utf16.Decode([]uint16{bigEndian.Uint16(b)}))
		}
		if strings.HasPrefix(s, "BT") {
			contents = s
		}
	}
	var got []rune
	for _, m := range regexp.MustCompile(`<(\w+)>`).FindAllStringSubmatch(contents, -1) {
		for i := 0; i < len(m[1]); i += 4 {
			got = append([]rune(units[m[1][i:i+4]]), got...)
		}
	}
	want := strings.Replace(given, "۱۲", "۲۱", 1) // numbers are read from left to right
	if string(got) != want {
		t.Errorf("%q, want %q", string(got), want)
	}
	for _, s := range units {
		if r := []rune(s)[0]; r >= 0xFB50 {
			t.Errorf("the letter %+q can be copied", s)
		}
	}
}

func TestLinesBreak(t *testing.T) {
	long := strings.Repeat("خیابان ولیعصر ", 30) + strings.Repeat("x", 300)
	lines := Wrap(long, Regular, 10, 200)
	if len(lines) < 10 || strings.Join(lines, "") == "" {
		t.Fatalf("%d lines", len(lines))
	}
	for _, l := range lines {
		if w := Regular.Width(l, 10); w > 200 {
			t.Errorf("%q is %f wide", l, w)
		}
	}
	if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != strings.ReplaceAll(long, " ", "") {
		t.Errorf("letters are lost: %q", got)
	}
	if got := Wrap("  ", Regular, 10, 200); got != nil {
		t.Errorf("%q", got)
	}
}
