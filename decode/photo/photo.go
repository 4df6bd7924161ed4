// Package photo decodes the pictures of phones and of the web that no decoder in Go reads: HEIC with libheif and libde265,
// AVIF with libavif and libaom, compiled to WebAssembly.
package photo

import (
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"image"

	"anbar/app/base/limits"
	"anbar/decode/source"
	"anbar/decode/wasm"

	"github.com/tetratelabs/wazero/api"
)

// The libraries as WebAssembly; photo.md says whence they come.
var (
	//go:embed heif.wasm.zst
	heif []byte
	//go:embed avif.wasm.zst
	avif []byte
)

// maxSource is the size in bytes of a file: it lies in the memory of the library as a whole.
const maxSource = 64 << 20

// maxPixels are those of a camera of 50 megapixels.
const maxPixels = 51_000_000

// ErrPicture says that the picture itself is why it cannot be read.
var ErrPicture = errors.New("not a picture that can be decoded")

// Reader decodes one picture after the other. It is not for use by several goroutines at once.
type Reader struct {
	memory     []byte // of the picture that is read
	heif, avif *wasm.Module
}

// Load brings the libraries into memory. Their machine code stays in dir.
func Load(ctx context.Context, dir string) (*Reader, error) {
	r := &Reader{}
	var err error
	if r.memory, err = wasm.Reserve(limits.DecodePhotoBytes); err == nil {
		r.heif, err = wasm.Load(ctx, heif, dir, r.memory, nil)
	}
	if err == nil {
		r.avif, err = wasm.Load(ctx, avif, dir, r.memory, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("load the decoders of photos: %w", errors.Join(err, r.Close()))
	}
	return r, nil
}

// Close frees all resources.
func (r *Reader) Close() error {
	var err error
	for _, m := range []*wasm.Module{r.heif, r.avif} {
		if m != nil {
			err = errors.Join(err, m.Close())
		}
	}
	return errors.Join(err, wasm.Release(r.memory))
}

// IsPhoto reports whether a file that begins so may be a picture that this package reads.
func IsPhoto(head []byte) bool {
	return len(head) >= 12 && string(head[4:8]) == "ftyp" && libraryOf(head) != ""
}

// libraryOf returns the library for a file, by its first bytes.
func libraryOf(head []byte) string {
	switch string(head[8:12]) {
	case "avif", "avis":
		return "avif"
	case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1":
		return "heic"
	}
	return ""
}

// Decode gives the picture to fn, with its orientation as EXIF numbers it. The picture is gone when fn returns.
func (r *Reader) Decode(src *source.Source, fn func(img image.Image, orientation int) error) error {
	head := make([]byte, 12)
	if _, err := src.ReadAt(head, 0); err != nil && src.Err() != nil {
		return src.Err()
	}
	if !IsPhoto(head) {
		return fmt.Errorf("%w: neither HEIC nor AVIF", ErrPicture)
	}
	if src.Size() > maxSource {
		return fmt.Errorf("%w: %d bytes", ErrPicture, src.Size())
	}
	s, err := readProperties(src)
	if err != nil {
		if src.Err() == nil {
			err = fmt.Errorf("%w: %w", ErrPicture, err)
		}
		return err
	}
	module, draw := r.heif, (*run).decodeHEIC
	if libraryOf(head) == "avif" || isAVIF(src) {
		module, draw = r.avif, (*run).decodeAVIF
	}
	return module.Run(src.Context(), func(ctx context.Context, m api.Module) error {
		one := &run{ctx: ctx, m: m}
		img, orientation := draw(one, one.loadFile(src), s)
		switch {
		case src.Err() != nil:
			return src.Err()
		case one.err != nil:
			return fmt.Errorf("%w: %w", ErrPicture, one.err)
		}
		return fn(img, orientation)
	})
}

// isAVIF reports whether a file whose first brand does not tell names AVIF among the others.
func isAVIF(src *source.Source) bool {
	b := make([]byte, 64)
	n, _ := src.ReadAt(b, 0) // a failure shows when the whole is read
	b = b[:min(int64(n), int64(binary.BigEndian.Uint32(b)))]
	for i := 16; i+4 <= len(b); i += 4 {
		switch string(b[i : i+4]) {
		case "avif":
			return true
		case "heic", "heix":
			return false
		}
	}
	return false
}
