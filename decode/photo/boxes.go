package photo

import (
	"encoding/binary"
	"errors"
	"io"

	"anbar/decode/source"
)

const (
	maxBoxes = 256     // at the top of a file
	maxMeta  = 4 << 20 // bytes of the box that describes the pictures
)

// properties are those of the main picture of a file.
type properties struct {
	quarters byte // turns to the left, each by a quarter
	mirrored bool
	axis     byte // of the mirror: 0 exchanges top and bottom, 1 left and right
	narrow   bool // brightness begins at 16, as in television
}

// readProperties finds what a file says of its main picture. What it does not say has the usual value: the library that decodes the
// picture refuses a file that is damaged.
func readProperties(src *source.Source) (properties, error) {
	meta, err := readMeta(src)
	if err != nil || len(meta) < 4 {
		return properties{}, err
	}
	var main, shared, uses []byte
	forEachBox(meta[4:], func(name string, body []byte) {
		switch name {
		case "pitm":
			main = body
		case "iprp":
			forEachBox(body, func(name string, body []byte) {
				switch name {
				case "ipco":
					shared = body
				case "ipma":
					uses = body
				}
			})
		}
	})
	return parseProperties(shared, parseAssociations(uses, parseItemID(main))), nil
}

var errNoMeta = errors.New("it describes no picture")

// readMeta returns the box that describes the pictures.
func readMeta(src *source.Source) ([]byte, error) {
	var at int64
	for range maxBoxes {
		var h [16]byte
		if n, err := src.ReadAt(h[:], at); err != nil && (err != io.EOF || n < 8) {
			break
		}
		size, head := int64(binary.BigEndian.Uint32(h[:])), int64(8)
		if size == 1 {
			size, head = int64(binary.BigEndian.Uint64(h[8:])), 16
		}
		if size < head || size > src.Size()-at {
			break
		}
		if string(h[4:8]) == "meta" {
			if size > maxMeta {
				break
			}
			b := make([]byte, size-head)
			_, err := src.ReadAt(b, at+head)
			return b, err
		}
		at += size
	}
	if err := src.Err(); err != nil {
		return nil, err
	}
	return nil, errNoMeta
}

// forEachBox gives the boxes in a box to fn.
func forEachBox(b []byte, fn func(name string, body []byte)) {
	for len(b) >= 8 {
		size := uint64(binary.BigEndian.Uint32(b))
		if size < 8 || size > uint64(len(b)) {
			return
		}
		fn(string(b[4:8]), b[8:size])
		b = b[size:]
	}
}

// parseItemID reads the number of the main picture.
func parseItemID(b []byte) uint32 {
	switch {
	case len(b) >= 8 && b[0] > 0:
		return binary.BigEndian.Uint32(b[4:])
	case len(b) >= 6:
		return uint32(binary.BigEndian.Uint16(b[4:]))
	}
	return 0
}

// parseAssociations returns which of the shared properties a picture uses, in order; the first one is 1.
func parseAssociations(b []byte, id uint32) (all []int) {
	if len(b) < 8 {
		return nil
	}
	long, wide := b[0] > 0, b[3]&1 != 0
	b = b[8:]
	for {
		if long && len(b) < 5 || len(b) < 3 {
			return nil
		}
		var of uint32
		if long {
			of, b = binary.BigEndian.Uint32(b), b[4:]
		} else {
			of, b = uint32(binary.BigEndian.Uint16(b)), b[2:]
		}
		n, each := int(b[0]), 1
		if wide {
			each = 2
		}
		if b = b[1:]; len(b) < n*each {
			return nil
		}
		if of != id {
			b = b[n*each:]
			continue
		}
		for i := range n {
			if wide {
				all = append(all, int(binary.BigEndian.Uint16(b[2*i:])&0x7fff))
			} else {
				all = append(all, int(b[i]&0x7f))
			}
		}
		return all
	}
}

// parseProperties reads the properties with these numbers.
func parseProperties(shared []byte, numbers []int) (s properties) {
	var all [][]byte
	var names []string
	forEachBox(shared, func(name string, body []byte) { names, all = append(names, name), append(all, body) })
	for _, n := range numbers {
		if n < 1 || n > len(all) {
			continue
		}
		body := all[n-1]
		switch name := names[n-1]; {
		case name == "irot" && len(body) >= 1:
			s.quarters = body[0] & 3
		case name == "imir" && len(body) >= 1:
			s.mirrored, s.axis = true, body[0]&1
		case name == "colr" && len(body) >= 11 && string(body[:4]) == "nclx":
			s.narrow = body[10]&0x80 == 0
		}
	}
	return s
}

// orientation returns the turn as EXIF numbers it: the mirror comes after the turns.
func (s properties) orientation() int {
	turned := [4]int{1, 8, 3, 6}
	flipped := [2][4]int{{4, 5, 2, 7}, {2, 7, 4, 5}}
	if s.mirrored {
		return flipped[s.axis][s.quarters]
	}
	return turned[s.quarters]
}
