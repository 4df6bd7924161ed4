package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"io"

	"anbar/decode/source"
)

// exifOrientation is the EXIF orientation of a picture: the turn or mirroring that makes it upright.
type exifOrientation int

const upright exifOrientation = 1

// readOrientation reads how a picture was taken; upright when it does not say.
func readOrientation(format string, src *source.Source) exifOrientation {
	switch format {
	case "jpeg":
		return readEXIFOrientation(src)
	case "tiff":
		return readTIFFOrientation(src)
	}
	return upright
}

const (
	app1           = 0xe1
	startOfScan    = 0xda
	maxMarkers     = 64
	exifHeader     = "Exif\x00\x00"
	orientationTag = 0x0112
	shortType      = 3
	maxDirectory   = 512 // entries
)

// readEXIFOrientation walks the segments of a JPEG to its EXIF block.
func readEXIFOrientation(src io.ReaderAt) exifOrientation {
	at := int64(2)
	for range maxMarkers {
		var h [4]byte
		if _, err := src.ReadAt(h[:], at); err != nil || h[0] != 0xff || h[1] == startOfScan {
			return upright
		}
		length := int64(binary.BigEndian.Uint16(h[2:]))
		if h[1] == app1 && length > 2+int64(len(exifHeader)) {
			b := make([]byte, length-2)
			if _, err := src.ReadAt(b, at+4); err != nil {
				return upright
			}
			if rest, ok := bytes.CutPrefix(b, []byte(exifHeader)); ok {
				return readTIFFOrientation(bytes.NewReader(rest))
			}
		}
		at += 2 + length
	}
	return upright
}

// readTIFFOrientation reads the orientation in the first directory of a TIFF, which an
// EXIF block is too.
func readTIFFOrientation(src io.ReaderAt) exifOrientation {
	found := upright
	forEachTag(src, func(tag uint16, value, _ uint32) bool {
		if t := exifOrientation(value); tag == orientationTag && t >= 1 && t <= 8 {
			found = t
		}
		return tag != orientationTag
	})
	return found
}

// forEachTag gives the entries of the first directory of a TIFF to fn, with their
// first value, until fn has enough.
func forEachTag(src io.ReaderAt, fn func(tag uint16, value, count uint32) bool) {
	var h [8]byte
	if _, err := src.ReadAt(h[:], 0); err != nil {
		return
	}
	order := orderOf(h)
	at := int64(order.Uint32(h[4:]))
	var count [2]byte
	if _, err := src.ReadAt(count[:], at); err != nil {
		return
	}
	for i := range int64(min(order.Uint16(count[:]), maxDirectory)) {
		var e [12]byte
		if _, err := src.ReadAt(e[:], at+2+12*i); err != nil {
			return
		}
		if !fn(order.Uint16(e[:]), firstValue(order, e[:]), order.Uint32(e[4:])) {
			return
		}
	}
}

// firstValue returns the first value of an entry of 12 bytes.
func firstValue(order binary.ByteOrder, entry []byte) uint32 {
	if order.Uint16(entry[2:]) == shortType {
		return uint32(order.Uint16(entry[8:]))
	}
	return order.Uint32(entry[8:])
}

// apply returns the picture upright.
func (t exifOrientation) apply(src *image.RGBA) *image.RGBA {
	if t == upright {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	if t >= 5 {
		dst = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			dx, dy := x, y
			switch t {
			case 2:
				dx = w - 1 - x
			case 3:
				dx, dy = w-1-x, h-1-y
			case 4:
				dy = h - 1 - y
			case 5:
				dx, dy = y, x
			case 6:
				dx, dy = h-1-y, x
			case 7:
				dx, dy = h-1-y, w-1-x
			case 8:
				dx, dy = y, w-1-x
			}
			copy(dst.Pix[dst.PixOffset(dx, dy):][:4], src.Pix[src.PixOffset(x, y):][:4])
		}
	}
	return dst
}
