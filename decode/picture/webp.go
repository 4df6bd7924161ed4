package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"io"

	"anbar/decode/source"

	"golang.org/x/image/draw"
	"golang.org/x/image/riff"
	"golang.org/x/image/vp8"
	"golang.org/x/image/vp8l"
	"golang.org/x/image/webp"
)

// decodeWebPConfig returns the larger of the canvas in the header and the frame, which is the part
// that is decoded.
func decodeWebPConfig(r io.Reader) (image.Config, error) {
	var c image.Config
	if a, ok := r.(*animation); ok {
		c.Width, c.Height = a.canvas.X, a.canvas.Y
	}
	_, chunks, err := riff.NewReader(r)
	for err == nil {
		id, n, data, nerr := chunks.Next()
		if nerr != nil {
			return c, nerr
		}
		switch id {
		case riff.FourCC{'V', 'P', '8', 'X'}:
			var said image.Config
			said, err = readCanvas(data)
			c.Width, c.Height = max(c.Width, said.Width), max(c.Height, said.Height)
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

// readCanvas reads the size of the canvas.
func readCanvas(r io.Reader) (image.Config, error) {
	var b [10]byte
	_, err := io.ReadFull(r, b[:])
	return image.Config{Width: 1 + readUint24(b[4:]), Height: 1 + readUint24(b[7:])}, err
}

// estimateWebPPixel returns the bytes of memory per pixel: for lossless pictures those of the
// transforms and their result, for others those of two planes of color.
func estimateWebPPixel(src io.ReaderAt) int64 {
	var h [16]byte
	if _, err := src.ReadAt(h[:], 0); err != nil || string(h[12:]) != "VP8 " {
		return 12
	}
	return 2
}

const (
	webpHead   = 12 // RIFF, the length, WEBP
	chunkHead  = 8
	frameHead  = 16 // of a frame: its place, size, time and flags
	canvasSize = 10 // of the chunk VP8X
	animated   = 0x02
	hasAlpha   = 0x10
)

// animation reads as the WebP of one picture, which is the first frame of an animated one.
type animation struct {
	io.Reader
	canvas, at image.Point // its size; where on it the frame is
}

// openAnimation returns the animation in a blob; nil when it is none.
func openAnimation(src *source.Source) *animation {
	var h [webpHead + chunkHead + canvasSize]byte
	if _, err := src.ReadAt(h[:], 0); err != nil || string(h[webpHead:][:4]) != "VP8X" || h[webpHead+chunkHead]&animated == 0 {
		return nil
	}
	canvas := h[webpHead+chunkHead:]
	a := &animation{canvas: image.Pt(1+readUint24(canvas[4:]), 1+readUint24(canvas[7:]))}
	at := int64(webpHead)
	for range maxMarkers {
		var c [chunkHead + frameHead]byte
		if _, err := src.ReadAt(c[:], at); err != nil {
			return nil
		}
		length := int64(binary.LittleEndian.Uint32(c[4:]))
		if string(c[:4]) == "ANMF" && length > frameHead {
			a.openFrame(src, at+chunkHead+frameHead, length-frameHead, c[chunkHead:])
			return a
		}
		at += chunkHead + length + length&1
	}
	return nil
}

// openFrame makes the frame, whose chunks are there, a WebP of its own.
func (a *animation) openFrame(src io.ReaderAt, at, length int64, head []byte) {
	a.at = image.Pt(2*readUint24(head), 2*readUint24(head[3:]))
	var first [4]byte
	flags := byte(0)
	if _, err := src.ReadAt(first[:], at); err == nil && string(first[:]) == "ALPH" {
		flags = hasAlpha // no other kind may say it
	}
	whole := []byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00")
	whole = append(append(whole, flags, 0, 0, 0), head[6:12]...)
	binary.LittleEndian.PutUint32(whole[4:], uint32(int64(len(whole))-chunkHead+length))
	a.Reader = io.MultiReader(bytes.NewReader(whole), io.NewSectionReader(src, at, length))
}

// readUint24 reads a number of three bytes.
func readUint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// decodeWebP decodes a picture, or the first frame of an animation on its canvas.
func decodeWebP(r io.Reader) (image.Image, error) {
	img, err := webp.Decode(r)
	a, ok := r.(*animation)
	if err != nil || !ok || img.Bounds().Size() == a.canvas {
		return img, err
	}
	whole := image.NewRGBA(image.Rectangle{Max: a.canvas})
	draw.Draw(whole, img.Bounds().Add(a.at), img, img.Bounds().Min, draw.Src)
	return whole, nil
}
