// Package unpack lists what archives hold and reads it. It is for the confined process alone, but for its types.
package unpack

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"anbar/decode/source"

	"github.com/klauspost/compress/zstd"
)

// Format is the kind of an archive.
type Format string

// The formats. The last four are compressed as a whole: what they hold is read from the beginning to the end.
const (
	Zip    Format = "zip"
	Tar    Format = "tar"
	Gzip   Format = "gzip" // a tar, or one file
	Bzip   Format = "bzip2"
	Zstd   Format = "zstd"
	SevenZ Format = "7z"
)

// IsSolid is whether contents can only be read in the order of their entries. The place of such an entry is that of its
// first byte in all contents, one after another.
func (f Format) IsSolid() bool { return f != Zip && f != Tar }

// Reason is why an entry is left out.
type Reason string

// The reasons.
const (
	Link        Reason = "link"        // symbolic or hard
	Special     Reason = "special"     // a device, a pipe
	Outside     Reason = "outside"     // its path leaves the archive, or is no path
	Unsupported Reason = "unsupported" // packed in a way that is not read here
)

// Entry is a file or directory of an archive.
type Entry struct {
	Path      string   `json:"p"` // UTF-8, relative, with slashes; empty for the one file of an archive without names
	Directory bool     `json:"d,omitempty"`
	Size      int64    `json:"s,omitempty"`
	Modified  int64    `json:"m,omitempty"` // Unix seconds, where Dated
	Dated     bool     `json:"w,omitempty"`
	Skip      Reason   `json:"x,omitempty"`
	At        int64    `json:"a,omitempty"`
	Packed    int64    `json:"k,omitempty"`
	Method    uint16   `json:"t,omitempty"`
	Sum       uint32   `json:"c,omitempty"` // CRC-32, where Summed
	Summed    bool     `json:"h,omitempty"`
	About     *Sidecar `json:"o,omitempty"` // of a JSON file of Google Takeout
}

// The times that have a year of four digits, in Unix seconds.
const firstSecond, lastSecond = -62_135_596_800, 253_402_300_799

// setModified says when the content was changed; a time that no program could show counts as none.
func (e *Entry) setModified(seconds int64) {
	if seconds >= firstSecond && seconds <= lastSecond {
		e.Modified, e.Dated = seconds, true
	}
}

// Sidecar is what a JSON file of Google Takeout says about the file beside it.
type Sidecar struct {
	Title string `json:"title"`
	Taken int64  `json:"taken"` // Unix seconds; 0 for unknown
}

// Selection is what to read of an archive.
type Selection struct {
	Format Format `json:"f"`
	At     int64  `json:"a"`
	Packed int64  `json:"k"`
	Method uint16 `json:"t"`
	Size   int64  `json:"s"` // of a solid format the number of bytes from At
	Sum    uint32 `json:"c"`
	Summed bool   `json:"h"`
	Offset int64  `json:"o"` // bytes that are left out at the beginning
}

// Facts are about a whole archive.
type Facts struct {
	Format  Format `json:"format"`
	Entries int    `json:"entries"`
	Bytes   int64  `json:"bytes"` // of all contents
}

// Bounds are what an archive may ask for.
type Bounds struct {
	Entries   int   `json:"entries"`
	Ratio     int64 `json:"ratio"` // of the contents to the archive
	Floor     int64 `json:"floor"` // of the contents, whatever the ratio is
	Directory int64 `json:"directory"`
	Sidecars  bool  `json:"sidecars"`
}

// Errors of archives. A reader's other errors are those of the disk.
var (
	ErrBroken     = errors.New("the archive is damaged")
	ErrNotArchive = errors.New("it is no archive that is read here")
	ErrEncrypted  = errors.New("the archive is encrypted")
	ErrTooLarge   = errors.New("the archive asks for too much")
)

const (
	magicSize  = 512
	maxPath    = 4 << 10
	maxSidecar = 64 << 10
	maxWindow  = 64 << 20 // of zstd
)

// DetectFormat tells the format by the first bytes.
func DetectFormat(src *source.Source) (Format, error) {
	head := make([]byte, min(magicSize, src.Size()))
	if _, err := src.ReadAt(head, 0); err != nil && err != io.EOF {
		return "", err
	}
	for _, m := range []struct {
		magic string
		f     Format
	}{
		{"PK\x03\x04", Zip}, {"PK\x05\x06", Zip}, {"PK\x07\x08", Zip}, {"\x1f\x8b", Gzip}, {"BZh", Bzip}, {"\x28\xb5\x2f\xfd", Zstd},
		{"7z\xbc\xaf\x27\x1c", SevenZ},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.f, nil
		}
	}
	if isTar(head) {
		return Tar, nil
	}
	if _, err := findDirectory(src); err == nil { // a program that unpacks itself
		return Zip, nil
	}
	return "", errors.Join(src.Err(), ErrNotArchive)
}

// List gives every entry of an archive to fn, in the order in which a solid one is read.
func List(src *source.Source, b Bounds, fn func(*Entry) error) (*Facts, error) {
	f, err := DetectFormat(src)
	if err != nil {
		return nil, err
	}
	l := &lister{src: src, bounds: b, fn: fn, Facts: Facts{Format: f}, maxBytes: max(b.Floor, src.Size()*b.Ratio)}
	switch f {
	case Zip:
		err = l.listZip()
	case Tar:
		err = l.listTar(src.NewReader(), false)
	case SevenZ:
		err = l.listSeven()
	default:
		err = l.listPacked(f)
	}
	if err != nil {
		return nil, l.toError(err)
	}
	return &l.Facts, nil
}

type lister struct {
	Facts
	bounds      Bounds
	src         *source.Source
	fn          func(*Entry) error
	maxBytes    int64 // bytes of contents
	callbackErr error // that fn failed with
}

// toError is the error that counts: the disk's, then that of the one who listens, then the archive's.
func (l *lister) toError(err error) error { return toArchiveError(l.src, l.callbackErr, err) }

func toArchiveError(src *source.Source, told, err error) error {
	if failed := src.Err(); failed != nil {
		return failed
	}
	if told != nil {
		return told
	}
	for _, known := range []error{ErrBroken, ErrNotArchive, ErrEncrypted, ErrTooLarge} {
		if errors.Is(err, known) {
			return err
		}
	}
	return fmt.Errorf("%w: %w", ErrBroken, err)
}

// addEntry counts an entry and gives it on.
func (l *lister) addEntry(e *Entry) error {
	if e.Size < 0 || e.Size > l.maxBytes-l.Bytes {
		return fmt.Errorf("%w: it unpacks to more than %d bytes", ErrTooLarge, l.maxBytes)
	}
	if l.Entries++; l.Entries > l.bounds.Entries {
		return fmt.Errorf("%w: more than %d entries", ErrTooLarge, l.bounds.Entries)
	}
	if !e.Directory && e.Skip == "" {
		l.Bytes += e.Size
	}
	if e.Path == "" && e.Directory {
		return nil // the root
	}
	l.callbackErr = l.fn(e)
	return l.callbackErr
}

// Extract writes the content of an entry, or of a solid archive all contents from a place on.
func Extract(src *source.Source, w Selection, to io.Writer) error {
	out := &errorWriter{to: to}
	var err error
	switch {
	case w.Format == Zip:
		err = readZip(src, w, out)
	case w.Format == Tar:
		err = copyVerified(out, io.NewSectionReader(src, w.At, w.Size), w)
	case w.Format == SevenZ:
		err = readSeven(src, w, out)
	default:
		err = readPacked(src, w, out)
	}
	if err != nil {
		return toArchiveError(src, out.err, err)
	}
	return nil
}

// errorWriter keeps the failure of a writer apart from that of an archive.
type errorWriter struct {
	to  io.Writer
	err error
}

// Write implements io.Writer.
func (t *errorWriter) Write(p []byte) (int, error) {
	n, err := t.to.Write(p)
	if err != nil {
		t.err = err
	}
	return n, err
}

// copyVerified copies a content that has to have its size and its sum.
func copyVerified(to io.Writer, from io.Reader, w Selection) error {
	sum := crc32.NewIEEE()
	from = io.TeeReader(from, sum)
	if n, err := io.CopyN(io.Discard, from, w.Offset); err != nil {
		return fmt.Errorf("%w after %d bytes: %w", ErrBroken, n, err)
	}
	n, err := io.Copy(to, io.LimitReader(from, w.Size-w.Offset+1))
	if err != nil {
		return err
	}
	if n != w.Size-w.Offset {
		return fmt.Errorf("%w: a content of %d bytes has another length", ErrBroken, w.Size)
	}
	if w.Summed && sum.Sum32() != w.Sum {
		return fmt.Errorf("%w: a content does not have its checksum", ErrBroken)
	}
	return nil
}

// openPacked opens an archive that is compressed as a whole.
func openPacked(src *source.Source, f Format) (r io.Reader, name string, err error) {
	switch f {
	case Gzip:
		z, err := gzip.NewReader(src.NewBufferedReader())
		if err != nil {
			return nil, "", err
		}
		return z, z.Name, nil
	case Bzip:
		return bzip2.NewReader(src.NewBufferedReader()), "", nil
	case Zstd:
		z, err := zstd.NewReader(src.NewBufferedReader(), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		return z, "", err
	}
	return nil, "", ErrNotArchive
}
