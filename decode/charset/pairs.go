package charset

import (
	"bytes"
	"compress/flate"
	_ "embed" // for the table
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// pairs.flate holds what each pair of bytes means in the encodings of Chinese, Japanese and Korean. The packages of x/text have
// the same tables, but with those for writing they are five times as large; the test makes the file of them.
//
//go:embed pairs.flate
var packedPairs []byte

const (
	leads  = 0x80 // from 0x80
	trails = 0x100
	grid   = leads * trails

	// Letters for private use that pairs and four bytes share out among them; those are left out.
	privates, privatesEnd = 0xe000, 0xe865
	privatesEndAt         = 33_550
)

// pairEncodings are the encodings whose letters take two bytes, in the order of their tables.
var pairEncodings = []Encoding{GB18030, Big5, ShiftJIS, EUCJP, EUCKR}

func isPairEncoding(e Encoding) bool { return pairIndex(e) >= 0 }

func pairIndex(e Encoding) int {
	for i, one := range pairEncodings {
		if one == e {
			return i
		}
	}
	return -1
}

// pairTables are the letters of all pairs by encoding, lead and trail; 0 for none.
type pairTables struct {
	letters []rune
	four    []rune // of GB18030, those that it writes with four bytes, in their order
}

var loadTables = sync.OnceValue(func() *pairTables {
	b, err := io.ReadAll(flate.NewReader(bytes.NewReader(packedPairs)))
	n := len(pairEncodings) * grid
	if err != nil || len(b) != 3*n {
		panic("charset: the table of pairs is damaged")
	}
	t := &pairTables{letters: make([]rune, n)}
	for i := range n { // the planes of Unicode stand behind all letters, where they pack to nothing
		t.letters[i] = rune(binary.LittleEndian.Uint16(b[2*i:])) | rune(b[2*n+i])<<16
	}
	has := map[rune]bool{}
	for _, r := range t.letters[:grid] {
		has[r] = true
	}
	for r := rune(0x80); r <= 0xffff; r++ {
		if r == privates {
			t.four = append(t.four, slices.Repeat([]rune{utf8.RuneError}, privatesEndAt-len(t.four))...)
			r = privatesEnd
		}
		if !has[r] && utf8.ValidRune(r) {
			t.four = append(t.four, r)
		}
	}
	return t
})

// letter returns the letter of two bytes; 0 when they are none.
func (t *pairTables) letter(table int, lead, trail byte) rune {
	if lead < leads {
		return 0
	}
	return t.letters[table*grid+int(lead-leads)*trails+int(trail)]
}

// decodePairs decodes as browsers do: a pair that is none costs its first byte, and the second, too, unless that is of ASCII.
func decodePairs(b []byte, e Encoding) string {
	t, table := loadTables(), pairIndex(e)
	var all strings.Builder
	for i := 0; i < len(b); {
		r, n := t.decodeNext(table, b[i:])
		all.WriteRune(r)
		i += n
	}
	return all.String()
}

// decodeNext returns the letter at the beginning of bytes, and how many it takes.
func (t *pairTables) decodeNext(table int, b []byte) (rune, int) {
	lead := b[0]
	switch {
	case lead < leads:
		return rune(lead), 1
	case pairEncodings[table] == ShiftJIS && lead >= 0xa1 && lead <= 0xdf: // narrow kana
		return 0xff61 - 0xa1 + rune(lead), 1
	case len(b) == 1:
		return utf8.RuneError, 1
	case pairEncodings[table] == EUCJP && lead == 0x8e && b[1] >= 0xa1 && b[1] <= 0xdf:
		return 0xff61 - 0xa1 + rune(b[1]), 2
	case pairEncodings[table] == GB18030 && b[1] >= '0' && b[1] <= '9' && len(b) >= 4:
		return t.decodeFour(b), 4
	}
	if r := t.letter(table, lead, b[1]); r != 0 {
		return r, 2
	}
	if b[1] < leads {
		return utf8.RuneError, 1
	}
	return utf8.RuneError, 2
}

// decodeFour returns the letter of four bytes of GB18030, which counts all that two bytes do not write.
func (t *pairTables) decodeFour(b []byte) rune {
	n := ((int(b[0])-0x81)*10+int(b[1])-'0')*1260 + (int(b[2])-0x81)*10 + int(b[3]) - '0'
	const beyond = 189_000 // where the planes after the first begin
	switch {
	case n >= 0 && n < len(t.four):
		return t.four[n]
	case n >= beyond && n-beyond <= utf8.MaxRune-0x10000:
		return rune(n-beyond) + 0x10000
	}
	return utf8.RuneError
}
