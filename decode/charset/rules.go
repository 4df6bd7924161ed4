package charset

import (
	_ "embed" // for the rules
	"encoding/hex"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed rules.txt
var rulesText string

// language has what letters cost, in bits.
type language struct {
	latin   bool
	letters map[rune]int
}

// candidate is an encoding that a text may be in. One of pairs has no language.
type candidate struct {
	encoding Encoding
	bits     int
	language *language
}

// pairRange is a range of pairs.
type pairRange struct {
	bits                   int
	from, to, behind, upTo byte
}

// pairCosts has what pairs cost in an encoding.
type pairCosts struct {
	hot, rest int
	frequent  map[uint16]bool
	spans     []pairRange
}

type rules struct {
	languages    map[string]*language
	texts, names []candidate
	pairs        map[Encoding]*pairCosts
}

// What costs something in all languages, in bits.
const (
	capital  = 3
	hump     = 6  // a capital after a small letter
	foreign  = 4  // a letter beside one of ASCII, or for Latin beside none
	sign     = 12 // neither a letter nor a usual mark
	never    = 18 // no letter at all
	narrow   = 9  // narrow kana
	fourBits = 10
)

var loadRules = sync.OnceValue(func() *rules {
	r := &rules{languages: map[string]*language{}, pairs: map[Encoding]*pairCosts{}}
	for line := range strings.Lines(rulesText) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), " "); f[0] != "#" {
			r.addRule(f[0], f[1], mustParseInt(f[2]), f[3:])
		}
	}
	return r
})

func mustParseInt(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic("charset: a rule has no number: " + s) // it is a part of the program
	}
	return n
}

// addRule takes one line of the rules.
func (r *rules) addRule(kind, of string, bits int, rest []string) {
	switch kind {
	case "letters":
		l := r.languages[of]
		if l == nil {
			l = &language{latin: of == "western" || of == "turkish", letters: map[rune]int{}}
			r.languages[of] = l
		}
		for _, letter := range strings.Join(rest, " ") {
			l.letters[letter] = bits
		}
	case "text", "name":
		c := candidate{encoding: Encoding(of), bits: bits}
		if len(rest) > 0 {
			c.language = r.languages[rest[0]]
		}
		if kind == "text" {
			r.texts = append(r.texts, c)
		} else {
			r.names = append(r.names, c)
		}
	case "pairs":
		p := &pairCosts{hot: bits, rest: mustParseInt(rest[0]), frequent: map[uint16]bool{}}
		hot := mustDecodeHex(rest[1])
		for i := 0; i < len(hot); i += 2 {
			p.frequent[uint16(hot[i])<<8|uint16(hot[i+1])] = true
		}
		r.pairs[Encoding(of)] = p
	case "range":
		b := mustDecodeHex(strings.Join(rest, ""))
		r.pairs[Encoding(of)].spans = append(r.pairs[Encoding(of)].spans, pairRange{bits: bits, from: b[0], to: b[1],
			behind: b[2], upTo: b[3]})
	}
}

func mustDecodeHex(digits string) []byte {
	b, err := hex.DecodeString(digits)
	if err != nil {
		panic("charset: a rule has no bytes: " + digits)
	}
	return b
}

// pickCheapest returns the encoding in which a text costs least.
func (r *rules) pickCheapest(all []candidate, b []byte) Encoding {
	best, least := all[0].encoding, -1
	for _, c := range all {
		bits := c.bits
		if c.language == nil {
			bits += r.pairs[c.encoding].cost(b, c.encoding)
		} else {
			bits += c.language.cost(b, c.encoding)
		}
		if least < 0 || bits < least {
			best, least = c.encoding, bits
		}
	}
	return best
}

// cost returns what the letters beyond ASCII cost in an encoding of one byte a letter.
func (l *language) cost(b []byte, e Encoding) int {
	letters := []rune(Decode(b, e))
	if len(letters) != len(b) {
		return never * len(b)
	}
	sum := 0
	for i, c := range b {
		if c >= utf8.RuneSelf {
			sum += l.letterCost(letters, i)
		}
	}
	return sum
}

func (l *language) letterCost(letters []rune, i int) int {
	r := letters[i]
	bits, is := l.letters[r]
	if lower := unicode.ToLower(r); !is && lower != r {
		if bits, is = l.letters[lower]; is {
			bits += capital
			if i > 0 && letters[i-1] >= utf8.RuneSelf && unicode.IsLower(letters[i-1]) {
				bits += hump
			}
		}
	}
	switch {
	case !is && (r == utf8.RuneError || r < 0xa0):
		return never
	case !is:
		return sign
	case !unicode.IsLetter(r):
		return bits
	}
	beside := 0
	if i > 0 && isPlainLetter(letters[i-1]) {
		beside++
	}
	if i+1 < len(letters) && isPlainLetter(letters[i+1]) {
		beside++
	}
	if l.latin && beside == 0 {
		return bits + foreign
	}
	if !l.latin {
		return bits + beside*foreign
	}
	return bits
}

func isPlainLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// cost returns what the letters beyond ASCII cost in an encoding of two bytes a letter.
func (p *pairCosts) cost(b []byte, e Encoding) int {
	sum := 0
	for i := 0; i < len(b); i++ {
		lead := b[i]
		switch {
		case lead < utf8.RuneSelf:
		case e == ShiftJIS && lead >= 0xa1 && lead <= 0xdf:
			sum += narrow
		case i+1 == len(b):
			sum += never
		case e == GB18030 && i+3 < len(b) && isDigitByte(b[i+1]) && b[i+2] > 0x80 && isDigitByte(b[i+3]):
			sum += fourBits
			i += 3
		case b[i+1] < 0x40 || b[i+1] == 0x7f:
			sum += never
		default:
			sum += p.pairCost(lead, b[i+1])
			i++
		}
	}
	return sum
}

func isDigitByte(b byte) bool { return b >= '0' && b <= '9' }

func (p *pairCosts) pairCost(lead, trail byte) int {
	if p.frequent[uint16(lead)<<8|uint16(trail)] {
		return p.hot
	}
	for _, s := range p.spans {
		if lead >= s.from && lead <= s.to && trail >= s.behind && trail <= s.upTo {
			return s.bits
		}
	}
	return p.rest
}
