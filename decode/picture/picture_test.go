package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"

	"anbar/app/base/limits"
	"anbar/decode/sizes"
	"anbar/decode/source"
	"anbar/stories/testdata/hostile"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// quarters is a picture whose corners are red, green, blue and yellow.
func quarters(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetRGBA(x, y, []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255}}[x*2/w+y*2/h*2])
		}
	}
	return img
}

// corners spells the colours of a picture's corners, in reading order.
func corners(img image.Image) string {
	b, s := img.Bounds(), ""
	for _, p := range []image.Point{{b.Dx() / 8, b.Dy() / 8}, {b.Dx() * 7 / 8, b.Dy() / 8}, {b.Dx() / 8, b.Dy() * 7 / 8},
		{b.Dx() * 7 / 8, b.Dy() * 7 / 8}} {
		c := color.RGBAModel.Convert(img.At(p.X, p.Y)).(color.RGBA)
		s += string("kbgcrmyw"[c.R>>7<<2|c.G>>7<<1|c.B>>7])
	}
	return s
}

// drawn makes the largest thumbnail of a file.
func drawn(b []byte) (image.Image, error) { return drawnAt(b, sizes.Dense) }

func drawnAt(b []byte, side int) (image.Image, error) {
	out, err := MakeThumbnails(source.New(context.Background(), bytes.NewReader(b), int64(len(b))))
	if err != nil {
		return nil, err
	}
	one, err := sizes.Extract(out, side)
	if err != nil {
		return nil, err
	}
	return jpeg.Decode(bytes.NewReader(one))
}

func TestEverySizeIsMade(t *testing.T) {
	for name, c := range map[string]struct {
		b    []byte
		want map[int]image.Point
	}{
		"wide": {jpegOf(t, quarters(1600, 1200)),
			map[int]image.Point{sizes.Row: {96, 72}, sizes.Grid: {320, 240}, sizes.Dense: {512, 384}}},
		"high and turned": {withTurn(jpegOf(t, quarters(1600, 1200)), 6, binary.BigEndian),
			map[int]image.Point{sizes.Row: {72, 96}, sizes.Grid: {240, 320}, sizes.Dense: {384, 512}}},
		"small": {pngOf(t, quarters(200, 200)), map[int]image.Point{sizes.Row: {96, 96}, sizes.Grid: {200, 200}, sizes.Dense: {200, 200}}},
		"flat":  {pngOf(t, quarters(4000, 2)), map[int]image.Point{sizes.Row: {96, 1}, sizes.Grid: {320, 1}, sizes.Dense: {512, 1}}},
	} {
		for side, want := range c.want {
			if img, err := drawnAt(c.b, side); err != nil || img.Bounds().Size() != want {
				t.Errorf("%s at %d: %v %v, want %v", name, side, img, err, want)
			}
		}
		if upright := map[string]string{"wide": "rgby", "high and turned": "bryg", "small": "rgby"}[name]; upright != "" {
			if img, err := drawnAt(c.b, sizes.Row); err != nil || corners(img) != upright {
				t.Errorf("%s: its corners are %s, %v", name, corners(img), err)
			}
		}
	}
}

func written(t testing.TB, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegOf(t testing.TB, img image.Image) []byte {
	return written(t, func(w io.Writer) error { return jpeg.Encode(w, img, nil) })
}

func pngOf(t testing.TB, img image.Image) []byte {
	return written(t, func(w io.Writer) error { return png.Encode(w, img) })
}

// bitWriter writes the least bit first.
type bitWriter struct {
	b []byte
	n int
}

func (w *bitWriter) put(v uint32, bits int) {
	for i := range bits {
		if w.n%8 == 0 {
			w.b = append(w.b, 0)
		}
		w.b[w.n/8] |= byte(v>>i&1) << (w.n % 8)
		w.n++
	}
}

// webpOf is a lossless WebP of one colour, which takes no bit for each pixel.
func webpOf(w, h int, c color.NRGBA) []byte {
	var bits bitWriter
	bits.put(0x2f, 8)
	bits.put(uint32(w-1), 14)
	bits.put(uint32(h-1), 14)
	bits.put(1, 1) // alpha
	bits.put(0, 3) // version
	bits.put(0, 3) // no transform, cache or meta codes
	for _, v := range []uint8{c.G, c.R, c.B, c.A} {
		bits.put(0b101, 3) // a code of one symbol of 8 bits
		bits.put(uint32(v), 8)
	}
	bits.put(0b0001, 4)
	return webpFile("VP8L", bits.b)
}

func webpFile(chunks ...any) []byte {
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

// withTurn puts an EXIF block with an orientation into a JPEG.
func withTurn(j []byte, n uint16, order binary.AppendByteOrder) []byte {
	exif := []byte("Exif\x00\x00II*\x00")
	if order.AppendUint16(nil, 1)[0] == 0 {
		exif = []byte("Exif\x00\x00MM\x00*")
	}
	exif = order.AppendUint16(order.AppendUint32(exif, 8), 2)
	for _, tag := range [][2]uint16{{0x0100, 4}, {0x0112, n}} {
		exif = order.AppendUint32(order.AppendUint16(order.AppendUint16(exif, tag[0]), 3), 1)
		exif = append(order.AppendUint16(exif, tag[1]), 0, 0)
	}
	exif = append(exif, 0, 0, 0, 0)
	xmp := "http://ns.adobe.com/xap/1.0/\x00<x/>"
	out := []byte{0xff, 0xd8}
	for _, app := range []string{xmp, string(exif)} {
		out = append(binary.BigEndian.AppendUint16(append(out, 0xff, 0xe1), uint16(len(app)+2)), app...)
	}
	return append(out, j[2:]...)
}

func TestThumbnailsOfEveryFormat(t *testing.T) {
	img := quarters(1200, 800)
	p := image.NewPaletted(img.Bounds(), color.Palette{
		color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{0, 0, 255, 255}, color.RGBA{255, 255, 0, 255},
	})
	for i := range p.Pix {
		p.Pix[i] = uint8(p.Palette.Index(img.At(i%1200, i/1200)))
	}
	for name, b := range map[string][]byte{
		"jpeg": jpegOf(t, img),
		"png":  pngOf(t, img),
		"gif":  written(t, func(w io.Writer) error { return gif.Encode(w, p, nil) }),
		"bmp":  written(t, func(w io.Writer) error { return bmp.Encode(w, img) }),
		"tiff": written(t, func(w io.Writer) error { return tiff.Encode(w, img, &tiff.Options{Compression: tiff.Deflate}) }),
	} {
		got, err := drawn(b)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if c := corners(got); c != "rgby" || got.Bounds().Dx() != 512 || got.Bounds().Dy() != 341 {
			t.Errorf("%s: %s %v", name, c, got.Bounds())
		}
	}
	got, err := drawn(webpOf(1200, 800, color.NRGBA{255, 0, 0, 255}))
	if err != nil || corners(got) != "rrrr" || got.Bounds().Dx() != 512 {
		t.Errorf("webp: %v", err)
	}
}

// TestAnAnimationShowsItsFirstFrame where the frame is on the canvas.
func TestAnAnimationShowsItsFirstFrame(t *testing.T) {
	got, err := drawn(hostile.Animation(800, 400))
	if err != nil || corners(got) != "wwwk" || got.Bounds().Dx() != 512 || got.Bounds().Dy() != 256 {
		t.Fatalf("%v: %s %v", err, corners(got), got.Bounds())
	}
	if _, err := drawn(hostile.Animation(16_000, 8_000)); !errors.Is(err, ErrImpossible) {
		t.Error(err)
	}
}

func TestThumbnailsStandUpright(t *testing.T) {
	plain := jpegOf(t, quarters(1400, 700))
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for n, want := range []string{
			0: "rgby", 1: "rgby", 2: "gryb", 3: "ybgr", 4: "byrg", 5: "rbgy", 6: "bryg", 7: "ygbr", 8: "gyrb", 9: "rgby",
		} {
			got, err := drawn(withTurn(plain, uint16(n), order))
			if err != nil {
				t.Fatal(err)
			}
			w := 512
			if n >= 5 && n <= 8 {
				w = 256
			}
			if c := corners(got); c != want || got.Bounds().Dx() != w {
				t.Errorf("orientation %d in %v: %s %v, want %s", n, order, c, got.Bounds(), want)
			}
		}
	}
}

func TestThumbnailsHaveAWhiteGround(t *testing.T) {
	clear := image.NewNRGBA(image.Rect(0, 0, 300, 200))
	for name, b := range map[string][]byte{"png": pngOf(t, clear), "webp": webpOf(300, 200, color.NRGBA{})} {
		got, err := drawn(b)
		if err != nil || corners(got) != "wwww" || got.Bounds().Dx() != 300 {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
}

func TestThumbnailsOfOddShapes(t *testing.T) {
	for _, c := range [][4]int{{1, 1, 1, 1}, {512, 512, 512, 512}, {513, 513, 512, 512}, {5000, 3, 512, 1}, {3, 5000, 1, 512},
		{2047, 1025, 512, 256}} {
		for _, b := range [][]byte{jpegOf(t, quarters(c[0], c[1])), pngOf(t, quarters(c[0], c[1]))} {
			got, err := drawn(b)
			if err != nil || got.Bounds().Dx() != c[2] || got.Bounds().Dy() != c[3] {
				t.Errorf("%v: %v", c, err)
			}
		}
	}
}

// TestThumbnailsAreRefused has files that lie: none may take the memory that it
// asks for.
func TestThumbnailsAreRefused(t *testing.T) {
	hugePNG := pngOf(t, quarters(8, 8))
	binary.BigEndian.PutUint32(hugePNG[16:], 60_000)
	binary.BigEndian.PutUint32(hugePNG[20:], 60_000)
	binary.BigEndian.PutUint32(hugePNG[29:], crc32.ChecksumIEEE(hugePNG[12:29]))
	hugeBMP := written(t, func(w io.Writer) error { return bmp.Encode(w, quarters(8, 8)) })
	binary.LittleEndian.PutUint32(hugeBMP[18:], 1<<30)
	hugeJPEG := jpegOf(t, quarters(8, 8))
	sof := bytes.Index(hugeJPEG, []byte{0xff, 0xc0})
	copy(hugeJPEG[sof+5:], "\xff\xff\xff\xff")
	small := append([]byte{0x10, 0, 0, 0}, 9, 0, 0, 9, 0, 0) // a canvas of 10 × 10 around a larger frame
	for name, c := range map[string]struct {
		file []byte
		says string
	}{
		"huge png":              {hugePNG, "60000 × 60000"},
		"huge bmp":              {hugeBMP, "pixels"},
		"huge jpeg":             {hugeJPEG, "65535 × 65535"},
		"huge webp":             {webpOf(16000, 16000, color.NRGBA{}), "16000 × 16000"},
		"webp larger than said": {webpFile("VP8X", small, "VP8L", webpOf(16000, 16000, color.NRGBA{})[20:]), "16000 × 16000"},
		"cut jpeg":              {jpegOf(t, quarters(900, 900))[:4000], "short Huffman data"},
		"cut png":               {pngOf(t, quarters(900, 900))[:60], "not enough pixel data"},
		"text":                  {[]byte("not a picture at all, really"), "no picture"},
		"empty":                 {nil, "no picture"},
		"only a magic":          {[]byte("II*\x00"), "tiff"},
		"svg":                   {[]byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), "no picture"},
	} {
		_, err := drawn(c.file)
		if !errors.Is(err, ErrImpossible) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want something about %q", name, err, c.says)
		}
	}
}

func FuzzThumbnails(f *testing.F) {
	f.Add(jpegOf(f, quarters(20, 10)))
	f.Add(pngOf(f, quarters(20, 10)))
	f.Add(webpOf(20, 10, color.NRGBA{1, 2, 3, 4}))
	f.Add(withTurn(jpegOf(f, quarters(20, 10)), 6, binary.BigEndian))
	f.Fuzz(func(_ *testing.T, b []byte) {
		// it may say anything, and has to come back
		_, _ = readHeader(source.New(context.Background(), bytes.NewReader(b), int64(len(b))), limits.DecodePictureBytes)
	})
}

func BenchmarkThumbnail(b *testing.B) {
	img := image.NewRGBA(image.Rect(0, 0, 4000, 3000))
	for i := range img.Pix {
		img.Pix[i] = uint8(i*i>>8 ^ i>>12)
	}
	for name, file := range map[string][]byte{
		"jpeg of 12 MP": jpegOf(b, img), "png of 12 MP": pngOf(b, img),
		"jpeg of 2 MP": jpegOf(b, img.SubImage(image.Rect(0, 0, 1600, 1200))),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := drawn(file); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestPagesOfATIFF(t *testing.T) {
	b := hostile.Pages(3100, 1400)
	open := func(b []byte, number int) ([]byte, int, error) {
		return RenderPage(source.New(t.Context(), bytes.NewReader(b), int64(len(b))), number)
	}
	first, pages, err := open(b, 1)
	if err != nil || pages != 2 {
		t.Fatal(pages, err)
	}
	if img, err := png.Decode(bytes.NewReader(first)); err != nil || img.Bounds().Dx() != 1550 || corners(img) != "kkkk" {
		t.Error(err)
	}
	second, _, err := open(b, 2)
	if err != nil {
		t.Fatal(err)
	}
	if img, err := jpeg.Decode(bytes.NewReader(second)); err != nil || img.Bounds().Dx() != 1550 || corners(img) != "rgby" {
		t.Error(err, img.Bounds())
	}
	again := bytes.Clone(b) // its last page says that the first one follows
	last := binary.LittleEndian.Uint32(again[binary.LittleEndian.Uint32(again[4:])+2+12*uint32(binary.LittleEndian.Uint16(
		again[binary.LittleEndian.Uint32(again[4:]):])):])
	binary.LittleEndian.PutUint32(again[last+2+12*uint32(binary.LittleEndian.Uint16(again[last:])):], binary.LittleEndian.Uint32(again[4:]))
	if _, pages, err := open(again, 1); err != nil || pages != 2 {
		t.Error(pages, err)
	}
	for name, c := range map[string]struct {
		b      []byte
		number int
	}{"a third page": {b, 3}, "page nought": {b, 0}, "nothing": {nil, 1}, "a head": {b[:8], 1}, "a png": {pngOf(t, quarters(8, 8)), 1},
		"a cut page": {b[:len(b)-9000], 2}} {
		if _, _, err := open(c.b, c.number); !errors.Is(err, ErrImpossible) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
