package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"

	"anbar/app/base/limits"
	"anbar/decode/source"
)

const (
	pageSide     = 3000 // pixels, as a person reads it
	pageQuality  = 88
	maxPages     = 1000
	maxPageBytes = 6 << 20 // bytes of a page; a PNG that is larger becomes a JPEG
)

// RenderPage returns a page of a TIFF, from 1, as a PNG or a JPEG, and how many there are.
func RenderPage(src *source.Source, number int) (b []byte, pages int, err error) {
	var h [8]byte
	if _, err := src.ReadAt(h[:], 0); err != nil && err != io.EOF {
		return nil, 0, err
	}
	if string(h[:4]) != "II*\x00" && string(h[:4]) != "MM\x00*" {
		return nil, 0, fmt.Errorf("%w: no TIFF", ErrImpossible)
	}
	places := listPages(src, h)
	if number < 1 || number > len(places) {
		return nil, 0, fmt.Errorf("%w: page %d of %d", ErrImpossible, number, len(places))
	}
	one := source.New(src.Context(), &pageReader{src: src, head: h, place: places[number-1]}, src.Size())
	f, err := readHeader(one, limits.DecodePictureBytes)
	if err != nil {
		return nil, 0, err
	}
	img, err := f.decode(one)
	if err != nil {
		return nil, 0, err
	}
	b, err = encodePage(img, f.orientation)
	return b, len(places), err
}

// listPages returns where the pages of a TIFF are described. One that comes again is the end, or they would never end.
func listPages(src io.ReaderAt, head [8]byte) (all [][4]byte) {
	order := orderOf(head)
	seen := map[uint32]bool{}
	next := [4]byte(head[4:])
	for len(all) < maxPages {
		at := order.Uint32(next[:])
		var count [2]byte
		if _, err := src.ReadAt(count[:], int64(at)); at == 0 || seen[at] || err != nil {
			break
		}
		seen[at] = true
		all = append(all, next)
		if _, err := src.ReadAt(next[:], int64(at)+2+12*int64(order.Uint16(count[:]))); err != nil {
			break
		}
	}
	return all
}

// pageReader reads as a TIFF whose first page is another one.
type pageReader struct {
	src   *source.Source
	head  [8]byte
	place [4]byte
}

// ReadAt implements io.ReaderAt.
func (p *pageReader) ReadAt(b []byte, off int64) (int, error) {
	n, err := p.src.ReadAt(b, off)
	for i := max(4, off); i < 8 && i < off+int64(n); i++ {
		b[i-off] = p.place[i-4]
	}
	return n, err
}

// encodePage writes a page upright and not larger than it is read: what was scanned in black and white without loss.
func encodePage(img image.Image, t exifOrientation) ([]byte, error) {
	b := img.Bounds()
	if b.Empty() {
		return nil, fmt.Errorf("%w: nothing in it", ErrImpossible)
	}
	n := (max(b.Dx(), b.Dy()) + pageSide - 1) / pageSide
	small := shrinkBanded(img, max(n, 1)).(*image.RGBA)
	if small.Rect.Empty() {
		return nil, fmt.Errorf("%w: a line of %d × %d pixels", ErrImpossible, b.Dx(), b.Dy())
	}
	fillWhite(small)
	small = t.apply(small)
	var w bytes.Buffer
	photo := true
	switch img.(type) {
	case *image.Gray, *image.Gray16, *image.Paletted:
		photo = false
		if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&w, toGrey(img, small)); err != nil {
			return nil, err
		}
	}
	if photo || w.Len() > maxPageBytes {
		w.Reset()
		if err := jpeg.Encode(&w, small, &jpeg.Options{Quality: pageQuality}); err != nil {
			return nil, err
		}
	}
	return w.Bytes(), nil
}

// toGrey returns a page without colors if its original has none.
func toGrey(original image.Image, page *image.RGBA) image.Image {
	if _, colors := original.(*image.Paletted); colors {
		return page
	}
	grey := image.NewGray(page.Rect)
	draw.Draw(grey, grey.Rect, page, page.Rect.Min, draw.Src)
	return grey
}

// fillWhite puts white behind what is transparent.
func fillWhite(img *image.RGBA) {
	for i := 3; i < len(img.Pix); i += 4 {
		clear := 255 - img.Pix[i]
		for j := i - 3; j <= i; j++ {
			img.Pix[j] += clear
		}
	}
}

func orderOf(head [8]byte) binary.ByteOrder {
	if head[0] == 'M' {
		return binary.BigEndian
	}
	return binary.LittleEndian
}
