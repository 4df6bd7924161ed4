package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"anbar/app/base/limits"
	"anbar/decode/source"

	"golang.org/x/image/draw"
)

const (
	faceSide    = 256 // pixels
	faceQuality = 88
)

// MakeFace returns the middle square of a picture, which is png or jpeg, and whether
// it is a jpeg. It is written anew, so nothing that hid in the file stays.
func MakeFace(src *source.Source) (out []byte, photo bool, err error) {
	f, err := readHeader(src, limits.DecodeFaceBytes)
	if err != nil {
		return nil, false, err
	}
	if f.format.name != "jpeg" && f.format.name != "png" {
		return nil, false, fmt.Errorf("%w: a %s", ErrImpossible, f.format.name)
	}
	img, err := f.decode(src)
	if err != nil {
		return nil, false, err
	}
	img = cropMiddle(img)
	small := image.NewRGBA(image.Rect(0, 0, faceSide, faceSide))
	draw.CatmullRom.Scale(small, small.Bounds(), img, img.Bounds(), draw.Src, nil)
	var w bytes.Buffer
	if photo = f.format.name == "jpeg"; photo {
		err = jpeg.Encode(&w, small, &jpeg.Options{Quality: faceQuality})
	} else {
		err = png.Encode(&w, small)
	}
	return w.Bytes(), photo, err
}

// cropMiddle returns the largest square in the middle of a picture, no larger than a face needs.
func cropMiddle(img image.Image) image.Image {
	b := img.Bounds()
	edge := min(b.Dx(), b.Dy())
	square := image.Rect(0, 0, edge, edge).Add(b.Min).Add(image.Pt((b.Dx()-edge)/2, (b.Dy()-edge)/2))
	if whole, ok := img.(interface {
		SubImage(image.Rectangle) image.Image
	}); ok {
		return shrink(whole.SubImage(square), faceSide, faceSide)
	}
	return img
}
