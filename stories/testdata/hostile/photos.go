package hostile

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"slices"
)

// The smallest pictures of both kinds, of four quarters: an encoder wrote them (heif-enc -q 40, of Quarters as a PNG). All
// others are made of their parts.
var (
	//go:embed photos/quarters.heic
	smallHEIC []byte
	//go:embed photos/tile.heic
	tileHEIC []byte
	//go:embed photos/quarters.avif
	smallAVIF []byte
	//go:embed photos/deep.avif
	deepAVIF []byte
)

// HEIC is a small picture of four quarters, 96 × 64 pixels.
func HEIC() []byte { return bytes.Clone(smallHEIC) }

// AVIF is the same; the deep one has 10 bits for a color.
func AVIF(deep bool) []byte {
	if deep {
		return bytes.Clone(deepAVIF)
	}
	return bytes.Clone(smallAVIF)
}

// Box is a box of the format of both.
func Box(name string, parts ...[]byte) []byte {
	b := append([]byte{0, 0, 0, 0}, name...)
	for _, p := range parts {
		b = append(b, p...)
	}
	binary.BigEndian.PutUint32(b, uint32(len(b)))
	return b
}

func full(name string, version byte, flags byte, parts ...[]byte) []byte {
	return Box(name, append([][]byte{{version, 0, 0, flags}}, parts...)...)
}

func be16(all ...int) (b []byte) {
	for _, v := range all {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return b
}

func be32(all ...int) (b []byte) {
	for _, v := range all {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// boxIn returns a box of that name.
func boxIn(b []byte, name string) []byte {
	at := bytes.Index(b, []byte(name)) - 4
	return b[at : at+int(binary.BigEndian.Uint32(b[at:]))]
}

// Turned is a picture of four quarters whose file says that it is to be turned: a quarter to the left for each, and mirrored
// after that when it names an axis, 0 or 1.
func Turned(picture []byte, quarters int, axis ...byte) []byte {
	more := [][]byte{Box("irot", []byte{byte(quarters)})}
	for _, a := range axis {
		more = append(more, Box("imir", []byte{a}))
	}
	return still(picture, 96, 64, more...)
}

// still makes the file anew, with that size and more properties.
func still(picture []byte, w, h int, more ...[]byte) []byte {
	kind, config := "hvc1", "hvcC"
	if bytes.Contains(picture, []byte("av1C")) {
		kind, config = "av01", "av1C"
	}
	all := append([][]byte{boxIn(picture, config), full("ispe", 0, 0, be32(w, h))}, more...)
	uses := []byte{0, 1, byte(len(all))}
	for i := range all {
		uses = append(uses, byte(0x80|(i+1)))
	}
	f := file{brand: string(picture[8:12]), kinds: []string{kind}, properties: all, uses: [][]byte{uses},
		data: boxIn(picture, "mdat")[8:]}
	f.extents = [][2]int{{0, len(f.data)}}
	return f.bytes()
}

// Grid is a photo of 512 × 512 tiles, as phones write it: the tiles are hidden, one picture lays them out, and a small
// picture stands for it. All tiles are the same bytes.
func Grid(columns, rows, w, h int, more ...[]byte) []byte {
	tile := boxIn(tileHEIC, "mdat")[8:]
	thumb := boxIn(smallHEIC, "mdat")[8:]
	n := columns * rows
	layout := append([]byte{0, 1, byte(rows - 1), byte(columns - 1)}, be32(w, h)...)
	f := file{brand: "heic", data: slices.Concat(tile, thumb, layout)}
	f.properties = append([][]byte{boxIn(tileHEIC, "hvcC"), full("ispe", 0, 0, be32(512, 512)), full("ispe", 0, 0, be32(w, h)),
		boxIn(smallHEIC, "hvcC"), full("ispe", 0, 0, be32(96, 64))}, more...)
	var of []int
	add := func(kind string, at, size int, uses ...byte) {
		f.kinds, f.extents = append(f.kinds, kind), append(f.extents, [2]int{at, size})
		f.uses = append(f.uses, append(append(be16(len(f.kinds)), byte(len(uses))), uses...))
	}
	uses := []byte{3}
	for i := range more {
		uses = append(uses, byte(0x80|(6+i)))
	}
	add("grid", len(tile)+len(thumb), len(layout), uses...)
	for range n {
		add("hvc1", 0, len(tile), 0x81, 2)
		of = append(of, len(f.kinds))
	}
	add("hvc1", len(tile), len(thumb), 0x84, 5)
	f.references = full("iref", 0, 0, Box("dimg", be16(1, n), be16(of...)), Box("thmb", be16(len(f.kinds), 1, 1)))
	return f.bytes()
}

// file is a file of pictures. The first one is the main picture, the others are hidden.
type file struct {
	brand      string
	kinds      []string
	properties [][]byte
	uses       [][]byte // which properties each picture has
	extents    [][2]int // where each is in the data, and its length
	references []byte
	data       []byte
}

func (f *file) bytes() []byte {
	head := Box("ftyp", []byte(f.brand), be32(0), []byte("mif1"), []byte(f.brand))
	meta := f.meta(0)
	return slices.Concat(head, f.meta(len(head)+len(meta)+8), Box("mdat", f.data))
}

func (f *file) meta(begins int) []byte {
	var entries, places [][]byte
	for i, kind := range f.kinds {
		entries = append(entries, full("infe", 2, byte(min(i, 1)), be16(i+1, 0), []byte(kind), []byte{0}))
		places = append(places, be16(i+1, 0, 1), be32(begins+f.extents[i][0], f.extents[i][1]))
	}
	n := len(f.kinds)
	return full("meta", 0, 0,
		full("hdlr", 0, 0, be32(0), []byte("pict"), make([]byte, 13)),
		full("pitm", 0, 0, be16(1)),
		full("iloc", 0, 0, append([][]byte{be16(0x4400, n)}, places...)...),
		full("iinf", 0, 0, append([][]byte{be16(n)}, entries...)...),
		f.references,
		Box("iprp", Box("ipco", f.properties...), full("ipma", 0, 0, append([][]byte{be32(n)}, f.uses...)...)))
}

// photo is a picture of a phone that lies: of its size, of its tiles, of its length.
func photo(n int) []byte {
	switch n % 6 {
	case 0:
		return still(smallHEIC, 100_000*(n+1), 100_000)
	case 1:
		return Grid(255, 255, 255*512, 255*512)
	case 2:
		return smallHEIC[:len(smallHEIC)*(n+1)/40]
	case 3:
		return still(smallHEIC, 7000, 7000) // the picture in it is small
	case 4:
		b := bytes.Clone(smallHEIC)
		for i := 200 + n; i < len(b); i += 7 + n {
			b[i] ^= byte(n + 1)
		}
		return b
	}
	return Grid(20, 20, 3000+n, 3000, Box("irot", []byte{byte(n)}), Box("clap", bytes.Repeat([]byte{0xff}, 32)))
}

// web is the same for AVIF.
func web(n int) []byte {
	switch n % 4 {
	case 0:
		return still(smallAVIF, 65_536, 65_536*(n+1))
	case 1:
		return smallAVIF[:len(smallAVIF)*(n+1)/40]
	case 2:
		return still(deepAVIF, 5000, 5000)
	}
	b := bytes.Clone(smallAVIF)
	for i := 220 + n; i < len(b); i += 5 + n {
		b[i] ^= byte(n + 1)
	}
	return b
}
