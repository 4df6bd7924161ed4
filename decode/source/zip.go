package source

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"

	"anbar/app/base/limits"
)

// Records of a zip, by APPNOTE.TXT 4.3: the end of its directory, that of a zip64, and what says where that is.
const (
	endMark, endRecord         = "PK\x05\x06", 22
	end64Mark, end64Record     = "PK\x06\x06", 56
	locatorMark, locatorRecord = "PK\x06\x07", 20
	maxComment                 = math.MaxUint16
)

var errDirectory = errors.New("no directory of a packed document")

// OpenZip opens a document that office programs packed. A comment or other bytes may come after its directory, but nothing before its
// first file. It refuses a directory that would fill the memory. Names have the slashes of the format: some programs write others.
func (s *Source) OpenZip() (*zip.Reader, error) {
	if err := s.checkDirectory(); err != nil {
		return nil, err
	}
	z, err := zip.NewReader(s, s.size)
	if err != nil {
		return nil, err
	}
	for _, f := range z.File {
		f.Name = strings.ReplaceAll(f.Name, `\`, "/")
	}
	return z, nil
}

// checkDirectory fails when archive/zip would read more than limits.DecodeDirectory as the directory. It looks for the same record
// as that one does, and asks that the directory ends where the record begins, since it would be looked for elsewhere otherwise.
func (s *Source) checkDirectory() error {
	tail := make([]byte, min(s.size, endRecord+maxComment))
	if _, err := s.ReadAt(tail, s.size-int64(len(tail))); err != nil {
		return err
	}
	i := findEndRecord(tail)
	if i < 0 {
		return errDirectory
	}
	begins := s.size - int64(len(tail)) + int64(i)
	size := uint64(binary.LittleEndian.Uint32(tail[i+12:]))
	at := uint64(binary.LittleEndian.Uint32(tail[i+16:]))
	if record, ok := s.readZip64End(begins); ok {
		begins = record.start
		if record.isReferenced(tail[i:]) {
			size, at = record.size, record.at
		}
	}
	if size > limits.DecodeDirectory || at > uint64(s.size) || int64(at+size) != begins {
		return errDirectory
	}
	return nil
}

// findEndRecord is where the end of the directory is within the last bytes of a zip; -1 when it is not there. A comment that is cut off
// belongs to another one.
func findEndRecord(tail []byte) int {
	for i := len(tail) - endRecord; i >= 0; i-- {
		if string(tail[i:i+4]) == endMark && i+endRecord+int(binary.LittleEndian.Uint16(tail[i+20:])) <= len(tail) {
			return i
		}
	}
	return -1
}

// zip64End is what the end of a zip64 says.
type zip64End struct {
	start    int64
	size, at uint64
}

// isReferenced reports whether the other record leaves it to this one where the directory is, as archive/zip sees it.
func (e *zip64End) isReferenced(end []byte) bool {
	records, size, at := binary.LittleEndian.Uint16(end[10:]), binary.LittleEndian.Uint32(end[12:]), binary.LittleEndian.Uint32(end[16:])
	return records == math.MaxUint16 || size == math.MaxUint16 || at == math.MaxUint32
}

// readZip64End reads the record of a zip64 that belongs to the end of a directory.
func (s *Source) readZip64End(end int64) (*zip64End, bool) {
	if end < locatorRecord {
		return nil, false
	}
	locator := make([]byte, locatorRecord)
	if _, err := s.ReadAt(locator, end-locatorRecord); err != nil || !bytes.HasPrefix(locator, []byte(locatorMark)) {
		return nil, false
	}
	begins := binary.LittleEndian.Uint64(locator[8:])
	record := make([]byte, end64Record)
	if begins > uint64(s.size) {
		return nil, false
	}
	if _, err := s.ReadAt(record, int64(begins)); err != nil || !bytes.HasPrefix(record, []byte(end64Mark)) {
		return nil, false
	}
	return &zip64End{start: int64(begins), size: binary.LittleEndian.Uint64(record[40:]), at: binary.LittleEndian.Uint64(record[48:])}, true
}

const openManifest = "META-INF/manifest.xml" // of OpenDocument

// IsEncrypted reports whether parts of a packed document are encrypted: the zip says so of each, and OpenDocument in its list of parts.
func IsEncrypted(z *zip.Reader) bool {
	for _, f := range z.File {
		if f.Flags&1 != 0 {
			return true
		}
		if f.Name != openManifest {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return false
		}
		list, err := io.ReadAll(io.LimitReader(r, limits.DecodeDirectory)) // what cannot be read is said where the parts are
		if err = errors.Join(err, r.Close()); err == nil && bytes.Contains(list, []byte("encryption-data")) {
			return true
		}
	}
	return false
}

// compoundMark begins documents of old office programs, and those of today's that are encrypted (MS-CFB 2.2).
const compoundMark = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// IsCompound reports whether the blob is a compound file: encrypted, if its name is one of the kinds that are zips.
func (s *Source) IsCompound() bool {
	begin := make([]byte, len(compoundMark))
	n, _ := s.ReadAt(begin, 0)
	return string(begin[:n]) == compoundMark
}
