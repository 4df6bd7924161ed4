package hostile

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"io"
	"strings"
)

// zeros is so many zeros, as zlib packs them: a thousandth of it.
func zeros(n int) []byte {
	packed := func(n int) []byte {
		return written(func(w io.Writer) error {
			f, err := flate.NewWriter(w, 9)
			must(err)
			if _, err := f.Write(make([]byte, n)); err != nil {
				return err
			}
			return f.Flush()
		})
	}
	b := append([]byte{0x78, 0xda}, bytes.Repeat(packed(megabyte), n/megabyte)...)
	b = append(append(b, packed(n%megabyte)...), 1, 0, 0, 0xff, 0xff)
	return binary.BigEndian.AppendUint32(b, uint32(n%65521)<<16|1)
}

func chunk(name string, data []byte) []byte {
	b := append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), name...)
	b = append(b, data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

func rawPNG(w, h int, depth, kind, interlaced byte, data []byte, more ...[]byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	b := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, depth, kind, 0, 0, interlaced))...)
	for _, m := range more {
		b = append(b, m...)
	}
	return append(append(b, chunk("IDAT", data)...), chunk("IEND", nil)...)
}

// deepPNG is 16 bits, interlaced or not, and as large as pixels are allowed.
func deepPNG(n int) []byte {
	kind := []byte{6, 2, 0, 4}[n%4]
	samples := []int{4, 3, 1, 2}[n%4]
	side := 1500 + 240*n
	return rawPNG(side, side, 16, kind, byte(n/4%2), zeros(2*samples*side*side+side))
}

// lyingPNG is less than it says, wide or high beyond reason, or of a kind that is none.
func lyingPNG(n int) []byte {
	w, h := []int{1 << 31 >> 1, 50_000_000, 1, 60_000, 0x7fffffff, 12_000}[n%6], []int{1, 1, 50_000_000, 60_000, 0x7fffffff, 4000}[n%6]
	if n >= 18 {
		w, h = 1000, 1000
	}
	return rawPNG(w, h, []byte{1, 8, 16, 3}[n%4], []byte{0, 2, 3, 4, 6, 7}[n%6], byte(n%3), zeros(n*megabyte/8+1))
}

// palettePNG has colours, and more of other chunks than picture.
func palettePNG(n int) []byte {
	side := 3000 + 150*n
	text := bytes.Repeat(chunk("zTXt", append([]byte("k\x00\x00"), zeros(16*megabyte)...)), 1+n%3)
	return rawPNG(side, side, 8, 3, byte(n%2), zeros(side*side+side), chunk("PLTE", make([]byte, 3*(1+n))), chunk("tRNS", make([]byte, n)),
		text)
}

func segment(marker byte, data ...byte) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(data)+2)), data...)
}

// rawJPEG has so many components, sampled as is said, in one scan of nothing.
func rawJPEG(frame byte, w, h int, sampling []byte, head ...[]byte) []byte {
	b := []byte{0xff, 0xd8}
	for _, s := range head {
		b = append(b, s...)
	}
	b = append(b, segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)...)
	sof := []byte{8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), byte(len(sampling))}
	sos := []byte{byte(len(sampling))}
	for i, s := range sampling {
		sof = append(sof, byte(i+1), s, 0)
		sos = append(sos, byte(i+1), 0)
	}
	b = append(b, segment(frame, sof...)...)
	codes := append([]byte{0x00, 1}, make([]byte, 15)...) // one code of one bit, for nothing
	b = append(b, segment(0xc4, append(codes, 0)...)...)
	codes[0] = 0x10
	b = append(b, segment(0xc4, append(codes, 0)...)...)
	last := byte(63)
	if frame == 0xc2 {
		last = 0
	}
	b = append(b, segment(0xda, append(sos, 0, last, 0)...)...)
	blocks := 0
	for _, s := range sampling {
		blocks += (w/8 + 1) * (h/8 + 1) * int(s>>4) * int(s&15) / int(sampling[0]>>4) / int(sampling[0]&15)
	}
	b = append(b, make([]byte, min(blocks/4+64, 400<<10))...)
	return append(b, 0xff, 0xd9)
}

var (
	adobe = segment(0xee, append([]byte("Adobe\x00\x64\x00\x00\x00\x00"), 0)...)
	jfif  = segment(0xe0, []byte("JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00")...)
)

var samplings = [][]byte{
	{0x11, 0x11, 0x11, 0x11}, {0x22, 0x11, 0x11, 0x22}, {0x22, 0x11, 0x11}, {0x11, 0x11, 0x11}, {0x11}, {0x41, 0x11, 0x11},
}

// progressive keeps a coefficient for each sample until it ends.
func progressive(n int) []byte {
	side := 1500 + 240*n
	return rawJPEG(0xc2, side, side, samplings[n%6], [][]byte{adobe, jfif, nil}[n%3])
}

// baseline is one of many components, or of others than it says.
func baseline(n int) []byte {
	return rawJPEG(0xc0, 2000+2500*(n%25), 800+20*n, samplings[n%6], [][]byte{adobe, nil, jfif}[n%3])
}

// markers is segments before the frame, which hide another one.
func markers(n int) []byte {
	small := segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0)
	head := [][]byte{
		append([]byte{0xff, 0xd0, 0xff, 0xd1}, small[2:]...), bytes.Repeat([]byte{0xff}, 100), segment(0xe1, small...),
		bytes.Repeat(segment(0xfe, small...), 3000), jfif, segment(0xe0, []byte("JFXX\x00")...), small,
		segment(0xe1, append([]byte("Exif\x00\x00II*\x00"), 0xff, 0xff, 0xff, 0xff)...),
	}
	return rawJPEG(0xc2, 7000, 7000, samplings[n%6], head[n%8], head[(n/8+n)%8])
}

func rawTIFF(tags [][3]uint32, data []byte) []byte {
	le := binary.LittleEndian
	b := le.AppendUint32([]byte("II*\x00"), 8)
	b = le.AppendUint16(b, uint16(len(tags)))
	at := uint32(8 + 2 + 12*len(tags) + 4)
	for _, t := range tags {
		kind, count := uint16(4), uint32(1)
		if t[2] != 0 {
			kind, count = uint16(t[2]>>16), t[2]&0xffff
		}
		if t[1] == here {
			t[1] = at
		}
		if t[1] == length {
			t[1] = uint32(len(data))
		}
		b = le.AppendUint32(le.AppendUint32(le.AppendUint16(le.AppendUint16(b, uint16(t[0])), kind), count), t[1])
	}
	return append(le.AppendUint32(b, 0), data...)
}

const (
	here   = 0xffffff01 // where the data begins
	length = 0xffffff02
	short  = 3<<16 | 1
)

// strips is a TIFF of one strip, of 16 bits and as large as pixels are allowed.
func strips(n int) []byte {
	side := uint32(1500 + 240*n)
	bits := le16(16, 16, 16, 16)
	samples := []uint32{3, 4, 1, 3}[n%4]
	packed := zeros(int(2 * samples * side * side))
	data := append(bits, packed...)
	tags := [][3]uint32{
		{256, side, 0}, {257, side, 0}, {258, here, 3<<16 | samples}, {259, 8, short}, {262, []uint32{2, 2, 1, 2}[n%4], short},
		{273, here + 8, 0}, {277, samples, short}, {278, side, 0}, {279, uint32(len(packed)), 0},
	}
	if samples == 1 {
		tags[2] = [3]uint32{258, 16, short}
	}
	at := uint32(8 + 2 + 12*len(tags) + 4)
	tags[5][1] = at + 8
	return rawTIFF(tags, data)
}

func le16(all ...uint16) (b []byte) {
	for _, v := range all {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return b
}

// tiles is a TIFF whose tiles are as large as it is, or missing, or many.
func tiles(n int) []byte {
	side := uint32(1000 + 250*n)
	tile := []uint32{side, 8, 1 << 30, 16, 1 << 20, 0}[n%6]
	data := zeros(int(side * side))
	return rawTIFF([][3]uint32{
		{256, side, 0}, {257, side, 0}, {258, 8, short}, {259, []uint32{8, 5, 1, 32773}[n%4], short}, {262, 1, short},
		{277, 1 + uint32(n%3), short}, {322, tile, 0}, {323, tile, 0}, {324, here, 0}, {325, length, 0},
	}, data)
}

// frames is a GIF with a canvas of any size and a frame of another.
func frames(n int) []byte {
	p := image.NewPaletted(image.Rect(0, 0, 8+n, 8), color.Palette{color.Black, color.White})
	b := written(func(w io.Writer) error { return gif.Encode(w, p, nil) })
	w, h := uint16([]int{65535, 7000, 1, 65535}[n%4]), uint16([]int{65535, 7000, 65535, 1}[n%4])
	binary.LittleEndian.PutUint16(b[6:], w)
	binary.LittleEndian.PutUint16(b[8:], h)
	if at := bytes.IndexByte(b[13:], 0x2c); at >= 0 && n%2 == 1 {
		binary.LittleEndian.PutUint16(b[13+at+5:], w)
		binary.LittleEndian.PutUint16(b[13+at+7:], h)
	}
	if n >= 12 {
		b = append(b[:len(b)-1], strings.Repeat("\x21\xfe\xff"+strings.Repeat("x", 255)+"\x00", 400)...)
	}
	return b
}

// bits writes the least bit first.
type bits struct {
	b []byte
	n int
}

func (w *bits) put(v uint32, bits int) {
	for i := range bits {
		if w.n%8 == 0 {
			w.b = append(w.b, 0)
		}
		w.b[w.n/8] |= byte(v>>i&1) << (w.n % 8)
		w.n++
	}
}

func vp8l(w, h int) []byte {
	var b bits
	b.put(0x2f, 8)
	b.put(uint32(w-1), 14)
	b.put(uint32(h-1), 14)
	b.put(0, 1+3+3)
	for _, v := range []uint32{1, 2, 3, 255} {
		b.put(0b101, 3)
		b.put(v, 8)
	}
	b.put(0b0001, 4)
	return b.b
}

func riff(chunks ...any) []byte {
	body := []byte("WEBP")
	for i := 0; i < len(chunks); i += 2 {
		data := chunks[i+1].([]byte)
		body = append(binary.LittleEndian.AppendUint32(append(body, chunks[i].(string)...), uint32(len(data))), data...)
		if len(data)%2 == 1 {
			body = append(body, 0)
		}
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

// lossless is a WebP of one colour, which takes no bit for each pixel.
func lossless(n int) []byte { return riff("VP8L", vp8l(1000+500*n, 1000+300*n)) }

// canvas is a WebP that says another size than its frame has.
func canvas(n int) []byte {
	head := []byte{byte(n), 0, 0, 0, 9, 0, 0, 9, 0, 0}
	if n%2 == 1 {
		head = []byte{0x10, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}
	}
	chunks := []any{"VP8X", head}
	for range n * 100 {
		chunks = append(chunks, "XXXX", []byte{1, 2, 3})
	}
	return riff(append(chunks, "ALPH", append([]byte{1}, vp8l(4000, 4000)...), "VP8L", vp8l(3000+400*n, 4000))...)
}

// Animation is a WebP that moves. Each frame has one color and is a quarter of the canvas, the first one at the right bottom.
func Animation(w, h int) []byte {
	head := func(x, y, w, h int) []byte {
		b := []byte{}
		for _, v := range []int{x / 2, y / 2, w - 1, h - 1, 100} {
			b = append(b, byte(v), byte(v>>8), byte(v>>16))
		}
		return append(b, 0)
	}
	frame := riff("VP8L", vp8l(w/2, h/2))[12:]
	return riff("VP8X", append([]byte{0x12, 0, 0, 0}, head(0, 0, w, h)[6:12]...), "ANIM", make([]byte, 6),
		"ANMF", append(head(w/2, h/2, w/2, h/2), frame...), "ANMF", append(head(0, 0, w/2, h/2), frame...))
}

// animation is one that lies of its canvas, or ends in the middle.
func animation(n int) []byte {
	b := Animation(2000, 1000+2*n)
	switch n % 3 {
	case 0:
		copy(b[24:], "\xff\xff\xff\xff\xff\xff")
	case 1:
		return b[:30+2*n]
	case 2:
		b[44+8+6+n%6] ^= 0xff // its frame has another size
	}
	return b
}

// rows is a BMP that says more rows, or another depth, than it has.
func rows(n int) []byte {
	le := binary.LittleEndian
	b := append([]byte("BM\x00\x00\x00\x00\x00\x00\x00\x00"), 54, 0, 0, 0, 40, 0, 0, 0)
	b = le.AppendUint32(b, []uint32{7000, 1 << 30, 49_000_000, 1, 0xffffffff, 3000}[n%6])
	b = le.AppendUint32(b, []uint32{7000, 1, 1, 49_000_000, 5, 0xfffff000}[n%6])
	b = append(b, 1, 0, []byte{24, 32, 8, 1, 4}[n%5], 0)
	b = append(b, make([]byte, 24)...)
	return append(b, make([]byte, n*1000)...)
}

// Largest returns pictures that take nearly as much as may be taken, by name.
func Largest() map[string][]byte {
	return map[string][]byte{
		"png of 8 bits":     rawPNG(7000, 7000, 8, 6, 0, zeros(4*7000*7000+7000)),
		"progressive jpeg":  rawJPEG(0xc2, 5000, 5000, samplings[2], jfif),
		"webp without loss": riff("VP8L", vp8l(4000, 4000)),
	}
}
