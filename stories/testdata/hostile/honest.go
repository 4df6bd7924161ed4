// Package hostile writes documents and pictures for tests: honest ones, and small
// ones that take much time or memory to decode. Its output is always the same.
package hostile

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"strings"

	"golang.org/x/image/tiff"
)

func must(err error) {
	if err != nil {
		panic(err) // nothing here can fail but by a mistake in it
	}
}

func written(write func(io.Writer) error) []byte {
	var b bytes.Buffer
	must(write(&b))
	return b.Bytes()
}

// Quarters is a picture whose corners are red, green, blue and yellow.
func Quarters(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetRGBA(x, y, []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255}}[x*2/w+y*2/h*2])
		}
	}
	return img
}

// Corners spells the colours of a picture's corners, in reading order.
func Corners(img image.Image) string {
	b, s := img.Bounds(), ""
	for _, p := range []image.Point{{b.Dx() / 8, b.Dy() / 8}, {b.Dx() * 7 / 8, b.Dy() / 8}, {b.Dx() / 8, b.Dy() * 7 / 8},
		{b.Dx() * 7 / 8, b.Dy() * 7 / 8}} {
		c := color.RGBAModel.Convert(img.At(b.Min.X+p.X, b.Min.Y+p.Y)).(color.RGBA)
		s += string("kbgcrmyw"[c.R>>7<<2|c.G>>7<<1|c.B>>7])
	}
	return s
}

// JPEG writes a picture.
func JPEG(img image.Image) []byte {
	return written(func(w io.Writer) error { return jpeg.Encode(w, img, nil) })
}

// PNG writes a picture.
func PNG(img image.Image) []byte {
	return written(func(w io.Writer) error { return png.Encode(w, img) })
}

// FourColours is a page of the same colours as Quarters, with a word.
const FourColours = "1 0 0 rg 0 421 297 421 re f 0 1 0 rg 297 421 298 421 re f 0 0 1 rg 0 0 297 421 re f 1 1 0 rg 297 0 298 421 re f BT " +
	"/H 48 Tf 100 400 Td (Anbar) Tj ET"

// PDF writes a document of one page. The page may show the fifth object as /F.
func PDF(page string, more ...string) []byte {
	return Objects(append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> /Font << /H << " +
			"/Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(page), page),
	}, more...)...)
}

// Objects writes a PDF of these objects; the first one is its catalogue.
func Objects(all ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var xref strings.Builder
	for i, o := range all {
		fmt.Fprintf(&xref, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(all)+1,
		xref.String(), len(all)+1, at)
	return b.Bytes()
}

// Endless is a PDF that takes years to draw: each of its forms shows the next one
// many times. Another number makes another document.
func Endless(number int) []byte {
	var forms []string
	show := strings.Repeat("/F Do ", 200) + fmt.Sprintf("%% %d", number)
	for i := range 8 {
		forms = append(forms, fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /F %d 0 R >> "+
			">> /Length %d >>\nstream\n%s\nendstream", 6+i, len(show), show))
	}
	forms = append(forms, "<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Length 20 >>\nstream\n1 0 0 rg 0 0 9 9 re f\nendstream")
	return PDF(show, forms...)
}

// Pack writes a zip of parts, given as name and content in turn.
func Pack(parts ...string) []byte {
	return written(func(w io.Writer) error {
		z := zip.NewWriter(w)
		for i := 0; i < len(parts); i += 2 {
			part, err := z.Create(parts[i])
			if err != nil {
				return err
			}
			if _, err := io.WriteString(part, parts[i+1]); err != nil {
				return err
			}
		}
		return z.Close()
	})
}

// Slow is a PDF whose text takes long to read: it has a page that is shown many
// times, with forms in forms.
func Slow(number int) []byte {
	var kids strings.Builder
	for range 3000 {
		kids.WriteString("3 0 R ")
	}
	show := strings.Repeat("/F Do ", 60) + fmt.Sprintf("%% %d", number)
	page := "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>"
	form := func(next int, body string) string {
		return fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /H << /Type /Font /Subtype "+
			"/Type1 /BaseFont /Helvetica >> >> /XObject << /F %d 0 R >> >> /Length %d >>\nstream\n%s\nendstream", next, len(body), body)
	}
	return Objects("<< /Type /Catalog /Pages 2 0 R >>", fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count 3000 >>", kids.String()), page,
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(show), show), form(6, show),
		form(7, strings.Repeat("BT /H 12 Tf 1 0 0 1 100 400 Tm (words) Tj ET ", 20)))
}

// Pages is a TIFF of a grey page and one in colors.
func Pages(w, h int) []byte {
	page := func(img image.Image) []byte {
		return written(func(w io.Writer) error { return tiff.Encode(w, img, &tiff.Options{Compression: tiff.Deflate}) })
	}
	one, two := page(image.NewGray(image.Rect(0, 0, w, h))), page(Quarters(w, h))
	le := binary.LittleEndian
	shift := uint32(len(one))
	first := le.Uint32(one[4:])
	at := le.Uint32(two[4:])
	le.PutUint32(one[first+2+12*uint32(le.Uint16(one[first:])):], shift+at)
	for i := range uint32(le.Uint16(two[at:])) { // what lies elsewhere lies further on
		e := two[at+2+12*i:]
		each := map[uint16]uint32{1: 1, 2: 1, 3: 2, 4: 4, 5: 8}[le.Uint16(e[2:])]
		if each*le.Uint32(e[4:]) > 4 || le.Uint16(e) == stripOffsets {
			le.PutUint32(e[8:], le.Uint32(e[8:])+shift)
		}
	}
	return append(one, two...)
}

const stripOffsets = 0x0111
