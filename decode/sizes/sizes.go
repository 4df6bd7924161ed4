// Package sizes holds the pictures of one thumbnail, of several sizes, in one blob: a head
// with their lengths, then the pictures, the smallest first. One blob has one owner in the
// database, so the sizes come and go together.
package sizes

import (
	"encoding/binary"
	"errors"
)

// The longest edges in pixels: of a picture in a row, in a grid, and in a grid of a dense
// screen.
const (
	Row   = 96
	Grid  = 320
	Dense = 512
)

// All returns every size, the smallest first.
func All() [3]int { return [3]int{Row, Grid, Dense} }

const (
	headSize = 4 * len([3]int{})
	// MaxBytes is the largest blob in bytes.
	MaxBytes = 1 << 20
)

// The errors of Extract: for a size that is none, and for a blob that holds no thumbnail.
var (
	ErrNoSize = errors.New("no size of a thumbnail")
	ErrBlob   = errors.New("not the pictures of a thumbnail")
)

// Join makes the blob of the pictures, one for each size.
func Join(pictures [3][]byte) []byte {
	var b []byte
	for _, p := range pictures {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(p)))
	}
	for _, p := range pictures {
		b = append(b, p...)
	}
	return b
}

// Extract returns the picture of a size, a part of the blob.
func Extract(blob []byte, side int) ([]byte, error) {
	if len(blob) < headSize || len(blob) > MaxBytes {
		return nil, ErrBlob
	}
	var found []byte
	at := int64(headSize)
	for i, s := range All() {
		end := at + int64(binary.LittleEndian.Uint32(blob[4*i:]))
		if end == at || end > int64(len(blob)) {
			return nil, ErrBlob
		}
		if s == side {
			found = blob[at:end]
		}
		at = end
	}
	if at != int64(len(blob)) {
		return nil, ErrBlob
	}
	if found == nil {
		return nil, ErrNoSize
	}
	return found, nil
}
