package thumbnails

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"anbar/app/decode"

	"golang.org/x/image/bmp"
	"golang.org/x/image/draw"
	"golang.org/x/image/riff"
	"golang.org/x/image/tiff"
	"golang.org/x/image/vp8"
	"golang.org/x/image/vp8l"
	"golang.org/x/image/webp"
)

const (
	side      = 512
	quality   = 80
	maxPixels = 50_000_000
	heavy     = 8_000_000 // pixels
)

// errImpossible says that the content itself is why it has no small picture.
var errImpossible = errors.New("impossible")

// found is a picture whose header was read.
type found struct {
	format format
	pixels int
	turn   turn
}

// format is how pictures of one kind are read.
type format struct {
	name, magic string // in magic, ? stands for any byte
	size        func(io.Reader) (image.Config, error)
	decode      func(io.Reader) (image.Image, error)
}

var formats = []format{
	{"jpeg", "\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode},
	{"png", "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
	{"gif", "GIF8?a", gif.DecodeConfig, gif.Decode},
	{"webp", "RIFF????WEBPVP8", webpSize, webp.Decode},
	{"bmp", "BM????\x00\x00\x00\x00", bmp.DecodeConfig, bmp.Decode},
	{"tiff", "II*\x00", tiff.DecodeConfig, tiff.Decode},
	{"tiff", "MM\x00*", tiff.DecodeConfig, tiff.Decode},
}

// look reads the header of a picture, whatever its name says that it is, and
// refuses what is too large to be decoded.
func look(src *decode.Source) (*found, error) {
	head := make([]byte, 16)
	if _, err := src.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	for _, f := range formats {
		if !matches(head, f.magic) {
			continue
		}
		c, err := f.size(f.reader(src))
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", errImpossible, f.name, err)
		}
		if c.Width <= 0 || c.Height <= 0 || c.Width > maxPixels || c.Height > maxPixels || c.Width*c.Height > maxPixels {
			return nil, fmt.Errorf("%w: %s: %d × %d pixels", errImpossible, f.name, c.Width, c.Height)
		}
		return &found{f, c.Width * c.Height, turnOf(f.name, src)}, nil
	}
	return nil, fmt.Errorf("%w: no picture", errImpossible)
}

func matches(head []byte, magic string) bool {
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != head[i] {
			return false
		}
	}
	return true
}

// reader suits the decoder: that of TIFF jumps about.
func (f *format) reader(src *decode.Source) io.Reader {
	if f.name == "tiff" {
		return src.All()
	}
	return src.Buffered()
}

func (f *found) decode(src *decode.Source) (image.Image, error) {
	img, err := f.format.decode(f.format.reader(src))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errImpossible, f.format.name, err)
	}
	return img, nil
}

// webpSize returns the larger of the canvas and the frame: the canvas is what
// the header says, and the frame is what is decoded.
func webpSize(r io.Reader) (image.Config, error) {
	var c image.Config
	_, chunks, err := riff.NewReader(r)
	for err == nil {
		id, n, data, nerr := chunks.Next()
		if nerr != nil {
			return c, nerr
		}
		switch id {
		case riff.FourCC{'V', 'P', '8', 'X'}:
			var b [10]byte
			_, err = io.ReadFull(data, b[:])
			c.Width = 1 + int(b[4]) + int(b[5])<<8 + int(b[6])<<16
			c.Height = 1 + int(b[7]) + int(b[8])<<8 + int(b[9])<<16
		case riff.FourCC{'V', 'P', '8', ' '}:
			d := vp8.NewDecoder()
			d.Init(data, int(n))
			h, err := d.DecodeFrameHeader()
			return image.Config{Width: max(c.Width, h.Width), Height: max(c.Height, h.Height)}, err
		case riff.FourCC{'V', 'P', '8', 'L'}:
			h, err := vp8l.DecodeConfig(data)
			return image.Config{Width: max(c.Width, h.Width), Height: max(c.Height, h.Height)}, err
		}
	}
	return c, err
}

// encode makes the small picture: scaled down, on white, turned upright.
func encode(img image.Image, t turn) ([]byte, error) {
	b := img.Bounds()
	if b.Empty() {
		return nil, fmt.Errorf("%w: nothing in it", errImpossible)
	}
	w, h := fit(b.Dx(), b.Dy())
	small := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	img = shrunk(img, w, h)
	draw.CatmullRom.Scale(small, small.Bounds(), img, img.Bounds(), draw.Over, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, t.apply(small), &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// fit returns the size at which a picture fits; none is made larger.
func fit(w, h int) (int, int) {
	if w <= side && h <= side {
		return w, h
	}
	if w >= h {
		return side, max(1, (h*side+w/2)/w)
	}
	return max(1, (w*side+h/2)/h), side
}
