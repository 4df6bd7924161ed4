// Package picture makes small pictures of untrusted pictures. Although it runs in a process
// of its own, it estimates the memory of decoding from the header, so that a picture that
// is too large is refused instead of ending the process.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"slices"

	"anbar/app/base/limits"
	"anbar/decode/sizes"
	"anbar/decode/source"

	"golang.org/x/image/bmp"
	"golang.org/x/image/draw"
	"golang.org/x/image/tiff"
)

const maxPixels = 50_000_000

// qualities give every size the same likeness, a SSIM of 0.97: the fewer pixels, the more
// each counts.
var qualities = map[int]int{sizes.Row: 80, sizes.Grid: 75, sizes.Dense: 70}

// ErrImpossible means that the blob itself cannot have a small picture.
var ErrImpossible = errors.New("impossible")

// pictureHeader is a picture whose header was read.
type pictureHeader struct {
	format      format
	orientation exifOrientation
}

// MakeThumbnails returns the small pictures of a blob as JPEGs in one answer of package sizes,
// upright and on white. The format is recognized by the bytes, whatever the name of the file.
// Of a document of office programs they show the picture that it carries of itself.
func MakeThumbnails(src *source.Source) ([]byte, error) {
	src, err := openEmbedded(src)
	if err != nil {
		return nil, err
	}
	f, err := readHeader(src, limits.DecodePictureBytes)
	if err != nil {
		return nil, err
	}
	img, err := f.decode(src)
	if err != nil {
		return nil, err
	}
	return encodeThumbnails(img, f.orientation)
}

// ScaleThumbnails returns the small pictures of a picture that another package decoded, as MakeThumbnails does. The
// orientation is one of EXIF.
func ScaleThumbnails(img image.Image, orientation int) ([]byte, error) {
	return encodeThumbnails(img, exifOrientation(orientation))
}

// format is how pictures of one kind are read.
type format struct {
	name, magic  string // in magic, ? matches any byte
	decodeConfig func(io.Reader) (image.Config, error)
	decode       func(io.Reader) (image.Image, error)
}

var formats = []format{
	{"jpeg", "\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode},
	{"png", "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
	{"gif", "GIF8?a", gif.DecodeConfig, gif.Decode},
	{"webp", "RIFF????WEBPVP8", decodeWebPConfig, decodeWebP},
	{"bmp", "BM????\x00\x00\x00\x00", bmp.DecodeConfig, bmp.Decode},
	{"tiff", "II*\x00", tiff.DecodeConfig, tiff.Decode},
	{"tiff", "MM\x00*", tiff.DecodeConfig, tiff.Decode},
}

// readHeader reads the header of a picture, whose format it recognizes by the bytes. It refuses a
// picture that needs more than most bytes of memory to decode.
func readHeader(src *source.Source, most int64) (*pictureHeader, error) {
	head := make([]byte, 16)
	if _, err := src.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	for _, f := range formats {
		if !matchesMagic(head, f.magic) {
			continue
		}
		c, err := f.decodeConfig(f.newReader(src))
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrImpossible, f.name, err)
		}
		if c.Width <= 0 || c.Height <= 0 || c.Width > maxPixels || c.Height > maxPixels || c.Width*c.Height > maxPixels {
			return nil, fmt.Errorf("%w: %s: %d × %d pixels", ErrImpossible, f.name, c.Width, c.Height)
		}
		if n := estimateMemory(f.name, src, c); n > most {
			return nil, fmt.Errorf("%w: %s: %d × %d pixels take %d MiB", ErrImpossible, f.name, c.Width, c.Height, n>>20)
		}
		return &pictureHeader{f, readOrientation(f.name, src)}, nil
	}
	return nil, fmt.Errorf("%w: no picture", ErrImpossible)
}

func matchesMagic(head []byte, magic string) bool {
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != head[i] {
			return false
		}
	}
	return true
}

// newReader suits the decoder: that of TIFF jumps about, and that of WebP knows no animations.
func (f *format) newReader(src *source.Source) io.Reader {
	switch f.name {
	case "tiff":
		return src.NewReader()
	case "webp":
		if a := openAnimation(src); a != nil {
			return a
		}
	}
	return src.NewBufferedReader()
}

func (f *pictureHeader) decode(src *source.Source) (image.Image, error) {
	img, err := f.format.decode(f.format.newReader(src))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrImpossible, f.format.name, err)
	}
	return img, nil
}

// encodeThumbnails makes the small pictures: scaled down, on white, turned upright. Each is scaled
// from the next larger one, so that the picture itself is read once.
func encodeThumbnails(img image.Image, t exifOrientation) ([]byte, error) {
	if img.Bounds().Empty() {
		return nil, fmt.Errorf("%w: nothing in it", ErrImpossible)
	}
	all := sizes.All()
	var made [len(all)][]byte
	for i, side := range slices.Backward(all[:]) {
		small := scale(img, side)
		var out bytes.Buffer
		if err := jpeg.Encode(&out, t.apply(small), &jpeg.Options{Quality: qualities[side]}); err != nil {
			return nil, err
		}
		made[i], img = out.Bytes(), small
	}
	return sizes.Join(made), nil
}

// scale returns a picture that fits into a square.
func scale(img image.Image, side int) *image.RGBA {
	w, h := fitSize(img.Bounds().Dx(), img.Bounds().Dy(), side)
	small := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	img = shrink(img, w, h)
	draw.CatmullRom.Scale(small, small.Bounds(), img, img.Bounds(), draw.Over, nil)
	return small
}

// fitSize returns the size at which a picture fits; none is made larger.
func fitSize(w, h, side int) (int, int) {
	if w <= side && h <= side {
		return w, h
	}
	if w >= h {
		return side, max(1, (h*side+w/2)/w)
	}
	return max(1, (w*side+h/2)/h), side
}
