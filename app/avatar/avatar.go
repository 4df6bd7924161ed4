// Package avatar makes pictures of people and workspaces small, and shows them.
package avatar

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/blobstore"
	"anbar/db"

	"golang.org/x/image/draw"
)

const (
	maxSent     = 10 << 20 // bytes of what is sent
	side        = 256      // pixels of what is kept
	maxPixels   = 25_000_000
	jpegQuality = 88
)

// decoding holds the picture that is taken apart: a small file can need hundreds of
// megabytes, so there is one at a time.
var decoding = make(chan struct{}, 1)

// Read returns the middle square of a picture, png or jpeg, under 10 MB and of
// 25 megapixels at most, with its content type. It is made small and written anew, so nothing that hid in the
// file stays. Anything else is fault.InvalidAvatar.
func Read(r io.Reader) ([]byte, string, error) {
	raw, err := io.ReadAll(io.LimitReader(r, maxSent+1))
	if err != nil {
		return nil, "", err
	}
	conf, kind, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || len(raw) > maxSent || (kind != "png" && kind != "jpeg") || conf.Width*conf.Height > maxPixels {
		return nil, "", fault.InvalidAvatar.Because(err)
	}
	decoding <- struct{}{}
	defer func() { <-decoding }()
	img, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, "", fault.InvalidAvatar.Because(err)
	}
	b := img.Bounds()
	edge := min(b.Dx(), b.Dy())
	square := image.Rect(0, 0, edge, edge).Add(b.Min).Add(image.Pt((b.Dx()-edge)/2, (b.Dy()-edge)/2))
	out := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.CatmullRom.Scale(out, out.Bounds(), img, square, draw.Src, nil)
	var w bytes.Buffer
	if kind == "jpeg" {
		err = jpeg.Encode(&w, out, &jpeg.Options{Quality: jpegQuality})
	} else {
		err = png.Encode(&w, out)
	}
	return w.Bytes(), "image/" + kind, err
}

// Serve shows a picture that was kept. Its address changes with it.
func Serve(c *api.Call, blobs *blobstore.Store, h db.Hash, contentType string) error {
	b, err := blobs.Get(c, blobstore.Digest(h))
	if err != nil {
		return err
	}
	defer b.Close()
	c.W.Header().Set("Content-Type", contentType)
	c.W.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	c.W.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	r := b.NewReader()
	defer r.Close()
	_, err = io.Copy(c.W, r)
	return err
}
