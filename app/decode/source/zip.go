package source

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"

	"anbar/app/limits"
)

const (
	endRecord = 22
	locator   = 20 // of the end of a zip64, before endRecord
)

var (
	errDirectory = errors.New("no directory of a packed document")
	errZip64     = errors.New("it is a zip64")
)

// Zip opens a document that office programs packed. It refuses a directory that would fill
// the memory. Office writes none with a comment behind it, and none as zip64, which would
// say its size elsewhere.
func (s *Source) Zip() (*zip.Reader, error) {
	if s.size < endRecord {
		return nil, errDirectory
	}
	end := make([]byte, min(locator+endRecord, s.size))
	if _, err := s.ReadAt(end, s.size-int64(len(end))); err != nil {
		return nil, err
	}
	before, end := end[:len(end)-endRecord], end[len(end)-endRecord:]
	size, at := int64(binary.LittleEndian.Uint32(end[12:])), int64(binary.LittleEndian.Uint32(end[16:]))
	if string(end[:4]) != "PK\x05\x06" || size > limits.DecodeDirectory || at+size != s.size-endRecord {
		return nil, errDirectory
	}
	if bytes.HasPrefix(before, []byte("PK\x06\x07")) {
		return nil, errZip64
	}
	return zip.NewReader(s, s.size)
}
