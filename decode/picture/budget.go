package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"io"
	"math"

	"anbar/decode/source"
)

// columnBytes is the bytes that the filter keeps for each column and row that it reads.
const columnBytes = 64

// estimateMemory estimates the bytes of memory to decode a picture and scale it down: the decoded
// picture, the decoder's other data, and copies.
func estimateMemory(format string, src *source.Source, c image.Config) int64 {
	w, h := int64(c.Width), int64(c.Height)
	n := w * h
	switch format {
	case "jpeg":
		n = estimateJPEG(src, c)
	case "png":
		n *= estimatePNGPixel(src)
	case "gif":
		n *= 2 // interlaced ones are put in order in a copy
	case "webp":
		n *= estimateWebPPixel(src)
	case "tiff":
		n = estimateTIFF(src, w, h)
	default:
		n *= 4
	}
	return n + columnBytes*(w+h)
}

const (
	app14       = 0xee
	progressive = 0xc2
	coefficient = 4 // bytes for each sample of a progressive JPEG
)

const (
	tooMuchMemory   = math.MaxInt64 / 2
	tooMuchPerPixel = tooMuchMemory >> 40 // times maxPixels it does not overflow
)

// estimateJPEG walks the segments of a JPEG to its frame, as the decoder does. One
// whose frame is not the one that the decoder found takes too much.
func estimateJPEG(src io.ReaderAt, c image.Config) int64 {
	jfif, adobe := false, byte(1)
	at := int64(2)
	for range 16 * maxMarkers {
		var h [4]byte
		if _, err := src.ReadAt(h[:], at); err != nil {
			break
		}
		if h[0] != 0xff || h[1] == 0xff || h[1] == 0 { // filling
			at++
			continue
		}
		if h[1] >= 0xd0 && h[1] <= 0xd7 { // has no length
			at += 2
			continue
		}
		length := int64(binary.BigEndian.Uint16(h[2:]))
		body := make([]byte, min(max(length-2, 0), 32))
		if n, err := src.ReadAt(body, at+4); err != nil && err != io.EOF {
			break
		} else {
			body = body[:n]
		}
		switch {
		case h[1] == 0xe0 && len(body) >= 5:
			jfif = bytes.HasPrefix(body, []byte("JFIF\x00"))
		case h[1] == app14 && len(body) >= 12 && bytes.HasPrefix(body, []byte("Adobe")):
			adobe = body[11]
		case h[1] >= 0xc0 && h[1] <= progressive:
			if len(body) < 6 || int(binary.BigEndian.Uint16(body[3:])) != c.Width || int(binary.BigEndian.Uint16(body[1:])) != c.Height {
				return tooMuchMemory
			}
			return estimateFrame(body, h[1] == progressive, !jfif && adobe == 0, !jfif)
		}
		at += 2 + length
	}
	return tooMuchMemory
}

// estimateFrame returns the bytes of memory of a JPEG from its frame header, which has the size, and how finely each component is
// sampled. When the components are not those of a photograph, they are copied into one picture: in files without JFIF whose colors
// Adobe did not transform or whose components are named R, G and B, and where there are four.
func estimateFrame(b []byte, isProgressive, isUntransformed, lacksJFIF bool) int64 {
	if len(b) < 6+3*int(b[5]) {
		return tooMuchMemory
	}
	parts := b[6:][:3*int(b[5])]
	var across, down int64 = 1, 1
	for i := 0; i < len(parts); i += 3 {
		across, down = max(across, int64(parts[i+1]>>4)), max(down, int64(parts[i+1]&15))
	}
	// Whole blocks of 8 × 8 for each component.
	wide := (int64(binary.BigEndian.Uint16(b[3:])) + 8*across - 1) / (8 * across)
	high := (int64(binary.BigEndian.Uint16(b[1:])) + 8*down - 1) / (8 * down)
	samples := int64(0)
	for i := 0; i < len(parts); i += 3 {
		samples += 64 * wide * high * int64(parts[i+1]>>4) * int64(parts[i+1]&15)
	}
	all := samples
	if isProgressive {
		all += coefficient * samples
	}
	namesRGB := lacksJFIF && len(parts) == 9 && parts[0] == 'R' && parts[3] == 'G' && parts[6] == 'B'
	if len(parts) == 12 || len(parts) == 9 && (isUntransformed || namesRGB) {
		all += 4 * 64 * wide * high * across * down
	}
	return all
}

// estimatePNGPixel returns the bytes of memory per pixel. A grey picture may have a transparent
// color, so it counts like the others. An interlaced one is decoded in passes, which
// together are as large as the picture.
func estimatePNGPixel(src io.ReaderAt) int64 {
	var h [29]byte
	if _, err := src.ReadAt(h[:], 0); err != nil {
		return tooMuchPerPixel
	}
	n := int64(4)
	switch {
	case h[24] == 16:
		n = 8
	case h[25] == 3:
		n = 1
	}
	if h[28] != 0 {
		n *= 2
	}
	return n
}

// The tags of a TIFF that tell how much is unpacked at once.
const (
	bitsPerSample   = 0x0102
	samplesPerPixel = 0x0115
	rowsPerStrip    = 0x0116
	tileWidth       = 0x0142
	tileLength      = 0x0143
)

// estimateTIFF counts the decoded picture, and one strip or tile in a buffer that
// grows by doubling.
func estimateTIFF(src io.ReaderAt, w, h int64) int64 {
	bits, samples, rows := int64(8), int64(1), h
	tile := int64(0)
	forEachTag(src, func(tag uint16, value, count uint32) bool {
		switch tag {
		case bitsPerSample:
			if bits = int64(value); count > 2 { // they are stored elsewhere, and may be 16
				bits = 16
			}
		case samplesPerPixel:
			samples = int64(value)
		case rowsPerStrip:
			rows = min(max(int64(value), 1), h)
		case tileWidth:
			tile = int64(value)
		case tileLength:
			rows = int64(value)
		}
		return true
	})
	if tile == 0 {
		tile = w
	}
	each := int64(4)
	switch {
	case samples == 1 && bits <= 16:
		each = (bits + 7) / 8
	case bits > 8:
		each = 8
	}
	return w*h*each + 3*tile*rows*min(max(samples, 1), 8)*(min(bits, 64)+7)/8
}
