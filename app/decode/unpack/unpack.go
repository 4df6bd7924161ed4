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

	"anbar/app/decode/source"

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

// Solid is whether contents can only be read in the order of their entries. The place of such an entry is that of its
// first byte in all contents, one after another.
func (f Format) Solid() bool { return f != Zip && f != Tar }

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

// date says when the content was changed; a time that no program could show counts as none.
func (e *Entry) date(seconds int64) {
	if seconds >= firstSecond && seconds <= lastSecond {
		e.Modified, e.Dated = seconds, true
	}
}

// Sidecar is what a JSON file of Google Takeout says about the file beside it.
type Sidecar struct {
	Title string `json:"title"`
	Taken int64  `json:"taken"` // Unix seconds; 0 for unknown
}

// Want is what to read of an archive.
type Want struct {
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
	ErrBroken    = errors.New("the archive is damaged")
	ErrNone      = errors.New("it is no archive that is read here")
	ErrEncrypted = errors.New("the archive is encrypted")
	ErrTooLarge  = errors.New("the archive asks for too much")
)

const (
	magicSize  = 512
	maxPath    = 4 << 10
	maxSidecar = 64 << 10
	maxWindow  = 64 << 20 // of zstd
)

// FormatOf tells the format by the first bytes.
func FormatOf(src *source.Source) (Format, error) {
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
	if _, err := findEnd(src); err == nil { // a program that unpacks itself
		return Zip, nil
	}
	return "", errors.Join(src.Failed(), ErrNone)
}

// List gives every entry of an archive to fn, in the order in which a solid one is read.
func List(src *source.Source, b Bounds, fn func(*Entry) error) (*Facts, error) {
	f, err := FormatOf(src)
	if err != nil {
		return nil, err
	}
	l := &lister{src: src, bounds: b, fn: fn, Facts: Facts{Format: f}, most: max(b.Floor, src.Size()*b.Ratio)}
	switch f {
	case Zip:
		err = l.zip()
	case Tar:
		err = l.tar(src.All(), false)
	case SevenZ:
		err = l.seven()
	default:
		err = l.packed(f)
	}
	if err != nil {
		return nil, l.why(err)
	}
	return &l.Facts, nil
}

type lister struct {
	Facts
	bounds Bounds
	src    *source.Source
	fn     func(*Entry) error
	most   int64 // bytes of contents
	told   error // that fn failed with
}

// why is the error that counts: the disk's, then that of the one who listens, then the archive's.
func (l *lister) why(err error) error { return why(l.src, l.told, err) }

func why(src *source.Source, told, err error) error {
	if failed := src.Failed(); failed != nil {
		return failed
	}
	if told != nil {
		return told
	}
	for _, known := range []error{ErrBroken, ErrNone, ErrEncrypted, ErrTooLarge} {
		if errors.Is(err, known) {
			return err
		}
	}
	return fmt.Errorf("%w: %w", ErrBroken, err)
}

// take counts an entry and gives it on.
func (l *lister) take(e *Entry) error {
	if e.Size < 0 || e.Size > l.most-l.Bytes {
		return fmt.Errorf("%w: it unpacks to more than %d bytes", ErrTooLarge, l.most)
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
	l.told = l.fn(e)
	return l.told
}

// Read writes the content of an entry, or of a solid archive all contents from a place on.
func Read(src *source.Source, w Want, to io.Writer) error {
	out := &target{to: to}
	var err error
	switch {
	case w.Format == Zip:
		err = readZip(src, w, out)
	case w.Format == Tar:
		err = copyExactly(out, io.NewSectionReader(src, w.At, w.Size), w)
	case w.Format == SevenZ:
		err = readSeven(src, w, out)
	default:
		err = readPacked(src, w, out)
	}
	if err != nil {
		return why(src, out.failed, err)
	}
	return nil
}

// target keeps the failure of a writer apart from that of an archive.
type target struct {
	to     io.Writer
	failed error
}

// Write implements io.Writer.
func (t *target) Write(p []byte) (int, error) {
	n, err := t.to.Write(p)
	if err != nil {
		t.failed = err
	}
	return n, err
}

// copyExactly copies a content that has to have its size and its sum.
func copyExactly(to io.Writer, from io.Reader, w Want) error {
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

// unpacked opens an archive that is compressed as a whole.
func unpacked(src *source.Source, f Format) (r io.Reader, name string, err error) {
	switch f {
	case Gzip:
		z, err := gzip.NewReader(src.Buffered())
		if err != nil {
			return nil, "", err
		}
		return z, z.Name, nil
	case Bzip:
		return bzip2.NewReader(src.Buffered()), "", nil
	case Zstd:
		z, err := zstd.NewReader(src.Buffered(), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		return z, "", err
	}
	return nil, "", ErrNone
}
