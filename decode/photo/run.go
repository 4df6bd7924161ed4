package photo

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"

	"anbar/decode/source"

	"github.com/tetratelabs/wazero/api"
)

// run is one run of a library. After a failure its calls do nothing.
type run struct {
	ctx context.Context
	m   api.Module
	err error
}

func (r *run) call(name string, args ...uint64) uint64 {
	if r.err != nil {
		return 0
	}
	res, err := r.m.ExportedFunction(name).Call(r.ctx, args...)
	if err != nil {
		r.err = fmt.Errorf("%s: %w", name, err)
		return 0
	}
	if res[0] == 0 {
		r.err = fmt.Errorf("%s refuses", name)
	}
	return res[0]
}

func (r *run) alloc(n int) uint64 { return r.call("malloc", uint64(n)) }

// view returns bytes of the library's memory.
func (r *run) view(at uint64, n int) []byte {
	if r.err != nil {
		return nil
	}
	b, ok := r.m.Memory().Read(uint32(at), uint32(n))
	if !ok {
		r.err = errors.New("it answers outside of its memory")
	}
	return b
}

// blob is a file in the memory of the library.
type blob struct{ at, size uint64 }

// loadFile reads a file into the memory of the library.
func (r *run) loadFile(src *source.Source) blob {
	n := int(src.Size())
	at := r.alloc(n)
	if b := r.view(at, n); r.err == nil {
		if _, err := io.ReadFull(src.NewReader(), b); err != nil {
			r.err = err
		}
	}
	return blob{at, uint64(n)}
}

// readNumbers reads what a library wrote about a picture.
func (r *run) readNumbers(at uint64, n int) []int {
	all := make([]int, n)
	for i := range r.view(at, 4*n) {
		if i%4 == 0 {
			all[i/4] = int(binary.LittleEndian.Uint32(r.view(at+uint64(i), 4)))
		}
	}
	if w, h := all[0], all[1]; r.err == nil && (w < 1 || h < 1 || w > maxPixels || h > maxPixels || w*h > maxPixels) {
		r.err = fmt.Errorf("%d × %d pixels", w, h)
	}
	return all
}

// The color spaces and samplings of libheif.
const (
	heifYCbCr = 0
	heifRGB   = 1
	heifGray  = 2
	heif420   = 1
	heif422   = 2
	heif444   = 3
)

// decodeHEIC decodes a picture, which libheif turns upright.
func (r *run) decodeHEIC(file blob, s properties) (image.Image, int) {
	about := r.alloc(4 * 5)
	decode := func(only, out uint64) {
		r.call("decode", file.at, file.size, only, about, about+4, about+8, about+12, about+16, out)
	}
	decode(1, 0)
	n := r.readNumbers(about, 5)
	p := layoutOf(n[0], n[1], n[2], n[3])
	if r.err == nil && p.size() == 0 {
		r.err = fmt.Errorf("colors of kind %d, %d", n[2], n[3])
	}
	out := r.alloc(p.size())
	decode(0, out)
	pix := r.view(out, p.size())
	if r.err != nil {
		return nil, 0
	}
	if s.narrow && p.kind != heifRGB {
		widenRange(pix, p)
	}
	return p.image(pix, n[4] == 1), 1
}

// planes is how a picture lies in memory.
type planes struct {
	kind, w, h      int
	stride, cStride int
	cHeight         int
	ratio           image.YCbCrSubsampleRatio
}

// layoutOf is how libheif lays out a picture: lines of whole 16 bytes, of 64 pixels at least.
func layoutOf(w, h, kind, sampling int) planes {
	line := func(pixels, bytes int) int { return (max(pixels+pixels%2, 64)*bytes + 15) / 16 * 16 }
	p := planes{kind: kind, w: w, h: h}
	switch kind {
	case heifRGB:
		p.stride = line(w, 4)
	case heifGray:
		p.stride = line(w, 1)
	case heifYCbCr:
		p.stride, p.cStride, p.cHeight = line(w, 1), line((w+1)/2, 1), h
		switch sampling {
		case heif420:
			p.ratio, p.cHeight = image.YCbCrSubsampleRatio420, (h+1)/2
		case heif422:
			p.ratio = image.YCbCrSubsampleRatio422
		case heif444:
			p.ratio, p.cStride = image.YCbCrSubsampleRatio444, p.stride
		default:
			p.stride, p.cHeight = 0, 0
		}
	}
	return p
}

func (p planes) lumaSize() int { return p.stride * p.h }

func (p planes) size() int { return p.lumaSize() + 2*p.cStride*p.cHeight }

func (p planes) image(pix []byte, premultiplied bool) image.Image {
	all := image.Rect(0, 0, p.w, p.h)
	switch {
	case p.kind == heifGray:
		return &image.Gray{Pix: pix, Stride: p.stride, Rect: all}
	case p.kind == heifRGB && premultiplied:
		return &image.RGBA{Pix: pix, Stride: p.stride, Rect: all}
	case p.kind == heifRGB:
		return &image.NRGBA{Pix: pix, Stride: p.stride, Rect: all}
	}
	y, c := p.lumaSize(), p.cStride*p.cHeight
	return &image.YCbCr{
		Y: pix[:y], Cb: pix[y : y+c], Cr: pix[y+c:], YStride: p.stride, CStride: p.cStride, SubsampleRatio: p.ratio, Rect: all,
	}
}

// widenRange gives values of the narrow range the whole one, which Go's pictures have.
func widenRange(pix []byte, p planes) {
	var luma, chroma [256]byte
	for i := range 256 {
		luma[i] = uint8(min(max((i-16)*255/219, 0), 255))
		chroma[i] = uint8(min(max((i-128)*255/224+128, 0), 255))
	}
	y := pix[:p.lumaSize()]
	for i, v := range y {
		y[i] = luma[v]
	}
	c := pix[len(y):]
	for i, v := range c {
		c[i] = chroma[v]
	}
}

// unset is no length of time.
const unset = "\xff\xff\xff\xff\xff\xff\xff\xff"

// decodeAVIF decodes the first picture of a file, which libavif does not turn.
func (r *run) decodeAVIF(file blob, s properties) (image.Image, int) {
	about := r.alloc(4 * 4)
	decode := func(only, delay, out uint64) {
		r.call("decode", file.at, file.size, only, 0, about, about+4, about+8, about+12, delay, out)
	}
	decode(1, 0, 0)
	n := r.readNumbers(about, 4)
	w, h, each := n[0], n[1], 4
	if n[2] > 8 {
		each = 8
	}
	delay, out := r.alloc(8), r.alloc(w*h*each)
	copy(r.view(delay, 8), unset)
	decode(0, delay, out)
	if string(r.view(delay, 8)) == unset && r.err == nil { // it says that it succeeded, and drew nothing
		r.err = errors.New("no picture in it")
	}
	pix := r.view(out, w*h*each)
	if r.err != nil {
		return nil, 0
	}
	if each == 8 { // the upper bytes are enough
		for i := range 4 * w * h {
			pix[i] = pix[2*i+1]
		}
	}
	return &image.RGBA{Pix: pix[:4*w*h], Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}, s.orientation()
}
