package names

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// SearchKey returns the form in which names and texts are searched. Beyond Fold it writes
// every digit as 0-9, and it drops characters that users do not type in a search: joiners,
// tatweel, and the marks on letters of any script.
func SearchKey(s string) string { return string(AppendSearchKey(nil, s)) }

// AppendSearchKey appends SearchKey of s to b.
func AppendSearchKey(b []byte, s string) []byte {
	for i, r := range s {
		b = appendFolded(b, hamzaSeat(s, i, r))
	}
	return b
}

// known holds the folded form of the runes of Latin, Greek, Cyrillic, Hebrew and Arabic.
var known = func() (all [0x800]string) {
	for r := range all {
		all[r] = string(appendFoldedLetter(nil, rune(r)))
	}
	return all
}()

func appendFolded(b []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return append(b, byte(r))
	}
	if int(r) < len(known) {
		return append(b, known[r]...)
	}
	return appendFoldedLetter(b, r)
}

func appendFoldedLetter(b []byte, r rune) []byte {
	if r >= 0xac00 && r <= 0xd7a3 { // Hangul stays in syllables
		return utf8.AppendRune(b, r)
	}
	var raw [utf8.UTFMax]byte
	n := utf8.EncodeRune(raw[:], r)
	parts := norm.NFKD.Properties(raw[:n]).Decomposition()
	if parts == nil {
		parts = raw[:n]
	}
	for _, r := range string(parts) {
		if isDropped(r) {
			continue
		}
		if d := digitValue(r); d >= 0 {
			r = '0' + rune(d)
		}
		if twin, ok := searchTwins[r]; ok {
			r = twin
		}
		r = unicode.ToLower(r)
		if base, ok := bases[r]; ok {
			b = append(b, base...)
			continue
		}
		b = utf8.AppendRune(b, r)
	}
	return b
}

// bases are the letters that Unicode does not take apart, and that people type on other keyboards as
// these.
var bases = map[rune]string{
	'ł': "l", 'ø': "o", 'æ': "ae", 'œ': "oe", 'đ': "d", 'ð': "d", 'þ': "th", 'ß': "ss", 'ħ': "h", 'ı': "i", 'ŧ': "t", 'ŋ': "n", 'ĸ': "k",
	'ƶ': "z", 'ɨ': "i", 'ə': "e",
}

var searchTwins = map[rune]rune{'ي': 'ی', 'ى': 'ی', 'ك': 'ک', 'ة': 'ه', 'ە': 'ه', 'ہ': 'ه', 'ھ': 'ه', 'ٱ': 'ا', 'ے': 'ی'}

const tatweel = 'ـ'

func isDropped(r rune) bool { return r == tatweel || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) }

// SplitWords splits a typed text into folded words, each once.
func SplitWords(s string) []string {
	var all []string
	for _, w := range bytes.Fields(AppendSearchKey(nil, norm.NFC.String(s))) {
		if !slices.Contains(all, string(w)) {
			all = append(all, string(w))
		}
	}
	return all
}

// Range is a piece of a text: from its first UTF-16 unit until before its last.
type Range [2]int

// foldedText is a folded text that knows whence each of its bytes came.
type foldedText struct {
	key      []byte
	from, to []int32 // UTF-16 units of the original
	begins   []bool  // a word begins here
}

func newFoldedText(s string) *foldedText {
	t := &foldedText{}
	at, letter := int32(0), false
	for i, r := range s {
		next := at + int32(max(1, utf16Len(r)))
		before := len(t.key)
		t.key = appendFolded(t.key, hamzaSeat(s, i, r))
		for i := before; i < len(t.key); i++ {
			t.from, t.to, t.begins = append(t.from, at), append(t.to, next), append(t.begins, i == before && !letter)
		}
		if len(t.key) == before && before > 0 && unicode.Is(unicode.M, r) {
			t.to[before-1] = next // a mark belongs to its letter
		}
		letter = IsWordRune(r) || letter && (r == tatweel || unicode.Is(unicode.M, r))
		at = next
	}
	return t
}

func utf16Len(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// IsWordRune reports whether r is part of words: a letter or a digit.
func IsWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z'
	}
	return r != tatweel && (unicode.IsLetter(r) || unicode.IsNumber(r))
}

// FindMarks finds where folded words occur in a text, in order and without overlap.
func FindMarks(s string, words []string) []Range { return newFoldedText(s).findMarks(words, false) }

// FindWordMarks is FindMarks for words that have to begin where a word of the text does.
func FindWordMarks(s string, words []string) []Range { return newFoldedText(s).findMarks(words, true) }

func (t *foldedText) findMarks(words []string, atBegin bool) []Range {
	all := []Range{}
	for _, w := range words {
		for at := 0; w != ""; {
			i := bytes.Index(t.key[at:], []byte(w))
			if i < 0 {
				break
			}
			at += i
			if atBegin && !t.begins[at] {
				at++
				continue
			}
			all = append(all, Range{int(t.from[at]), int(t.to[at+len(w)-1])})
			at += len(w)
		}
	}
	return mergeRanges(all)
}

// mergeRanges puts ranges in order and joins those that touch.
func mergeRanges(all []Range) []Range {
	slices.SortFunc(all, func(a, b Range) int { return a[0] - b[0] })
	kept := all[:0]
	for _, r := range all {
		if n := len(kept); n > 0 && r[0] <= kept[n-1][1] {
			kept[n-1][1] = max(kept[n-1][1], r[1])
			continue
		}
		kept = append(kept, r)
	}
	return kept
}

// Compare orders folded names nearly as listings are ordered: Persian letters by
// the Persian alphabet, digits by value.
func Compare(a, b []byte) int {
	for len(a) > 0 && len(b) > 0 {
		x, n := utf8.DecodeRune(a)
		y, m := utf8.DecodeRune(b)
		if isASCIIDigit(x) && isASCIIDigit(y) {
			p, q := digitRun(a), digitRun(b)
			if c := compareNumbers(a[:p], b[:q]); c != 0 {
				return c
			}
			a, b = a[p:], b[q:]
			continue
		}
		if x != y {
			return int(sortWeight(x)) - int(sortWeight(y))
		}
		a, b = a[n:], b[m:]
	}
	return len(a) - len(b)
}

func isASCIIDigit(r rune) bool { return r >= '0' && r <= '9' }

func digitRun(s []byte) int {
	n := 0
	for n < len(s) && isASCIIDigit(rune(s[n])) {
		n++
	}
	return n
}

func compareNumbers(a, b []byte) int {
	a, b = bytes.TrimLeft(a, "0"), bytes.TrimLeft(b, "0")
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return bytes.Compare(a, b)
}

// weights orders the Persian letters as in the alphabet, with room after each for the other
// letters.
var weights = func() map[rune]rune {
	all := map[rune]rune{}
	for i, r := range []rune("ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی") {
		all[r] = 0x600 + rune(i)
	}
	return all
}()

func sortWeight(r rune) rune {
	if w, ok := weights[r]; ok {
		return w
	}
	if r >= 0x600 && r < 0x700 {
		return r + 0x100
	}
	return r
}
