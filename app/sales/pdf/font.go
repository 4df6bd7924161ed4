package pdf

import (
	_ "embed"
	"encoding/binary"
	"sync"
)

// Face is a weight of the font, Vazirmatn.
type Face int

// The weights.
const (
	Regular Face = iota
	Bold
)

var (
	//go:embed fonts/Vazirmatn-Regular.ttf
	regular []byte
	//go:embed fonts/Vazirmatn-Bold.ttf
	bold []byte
)

var faces = [...]struct {
	name string
	file []byte
	font func() *font
}{
	Regular: {"Vazirmatn-Regular", regular, sync.OnceValue(func() *font { return parseFont(regular) })},
	Bold:    {"Vazirmatn-Bold", bold, sync.OnceValue(func() *font { return parseFont(bold) })},
}

// font is what a line needs to know of a TrueType file, in its units.
type font struct {
	em                int
	box               [4]int
	ascent, descent   int
	capHeight         int
	glyphs            map[rune]uint16
	widths, low, high []int // of glyphs: the width, and where the outline begins and ends
}

var bigEndian = binary.BigEndian

func readInt16(b []byte, at int) int { return int(int16(bigEndian.Uint16(b[at:]))) }

// parseFont reads a file of this repository, which is known to be sound.
func parseFont(b []byte) *font {
	tables := tablesOf(b)
	head, hhea, hmtx := tables["head"], tables["hhea"], tables["hmtx"]
	f := &font{
		em: int(bigEndian.Uint16(head[18:])), ascent: readInt16(hhea, 4), descent: readInt16(hhea, 6),
		capHeight: readInt16(tables["OS/2"], 88),
		glyphs:    map[rune]uint16{},
	}
	for i := range f.box {
		f.box[i] = readInt16(head, 36+2*i)
	}
	n, measured := int(bigEndian.Uint16(tables["maxp"][4:])), int(bigEndian.Uint16(hhea[34:]))
	for g := range n {
		f.widths = append(f.widths, int(bigEndian.Uint16(hmtx[4*min(g, measured-1):])))
		f.addOutline(g, tables["loca"], tables["glyf"], readInt16(head, 50) == 0)
	}
	f.parseCharacterMap(tables["cmap"])
	for form, letter := range map[rune]rune{hehHamza: 'ۀ', 0xFBA6: 'ہ'} { // forms that the font has under their letters
		if f.glyphs[form] == 0 {
			f.glyphs[form] = f.glyphs[letter]
		}
	}
	return f
}

// tablesOf returns the tables of a file by their tags.
func tablesOf(b []byte) map[string][]byte {
	tables := map[string][]byte{}
	for i := range int(bigEndian.Uint16(b[4:])) {
		t := b[12+16*i:]
		tables[string(t[:4])] = b[bigEndian.Uint32(t[8:]):][:bigEndian.Uint32(t[12:])]
	}
	return tables
}

// addOutline appends where the outline of a glyph begins and ends.
func (f *font) addOutline(g int, loca, glyf []byte, narrow bool) {
	from, to := 0, 0
	if narrow {
		from, to = 2*int(bigEndian.Uint16(loca[2*g:])), 2*int(bigEndian.Uint16(loca[2*g+2:]))
	} else {
		from, to = int(bigEndian.Uint32(loca[4*g:])), int(bigEndian.Uint32(loca[4*g+4:]))
	}
	low, high := 0, 0
	if to > from {
		low, high = readInt16(glyf, from+2), readInt16(glyf, from+6)
	}
	f.low, f.high = append(f.low, low), append(f.high, high)
}

// parseCharacterMap reads the map from code points to glyphs, in format 4.
func (f *font) parseCharacterMap(cmap []byte) {
	t := cmap[bigEndian.Uint32(cmap[8:]):]
	segments := int(bigEndian.Uint16(t[6:])) / 2
	ends, starts := t[14:], t[16+2*segments:]
	deltas, offsets := starts[2*segments:], starts[4*segments:]
	for i := range segments {
		end, start, offset := int(bigEndian.Uint16(ends[2*i:])), int(bigEndian.Uint16(starts[2*i:])), int(bigEndian.Uint16(offsets[2*i:]))
		for c := start; c <= end && c < 0xFFFF; c++ {
			g := uint16(c)
			if offset > 0 {
				if g = bigEndian.Uint16(offsets[2*i+offset+2*(c-start):]); g == 0 {
					continue
				}
			}
			f.glyphs[rune(c)] = g + bigEndian.Uint16(deltas[2*i:])
		}
	}
}

// glyph is that of a unit; that of a space when the unit draws nothing.
func (f *font) glyph(u unit) uint16 {
	if u.none {
		return f.glyphs[' ']
	}
	return f.glyphs[u.form]
}

// width is that of a unit, in the units of the font.
func (f *font) width(u unit) int {
	if u.none {
		return 0
	}
	return f.widths[f.glyphs[u.form]]
}

// letterWidth is the width of the first unit that is no mark.
func (f *font) letterWidth(units []unit) int {
	for _, u := range units {
		if !u.none && !isMark(u.form) {
			return f.width(u)
		}
	}
	return 0
}

// Width returns the width of a line in points.
func (face Face) Width(s string, size float64) float64 {
	f, sum := faces[face].font(), 0
	for _, u := range shapeLine(stripControls(s)) {
		sum += f.width(u)
	}
	return float64(sum) * size / float64(f.em)
}
