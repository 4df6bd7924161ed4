package unpack

import (
	"bufio"
	"cmp"
	"compress/bzip2"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"time"
	"unicode/utf8"

	"anbar/app/base/calendar"
	"anbar/decode/source"

	"github.com/klauspost/compress/zstd"
)

const (
	localHeaderSize    = 30
	directoryEntrySize = 46
	endSize            = 22
	end64Size          = 56
	locatorSize        = 20
	maxComment         = 1<<16 - 1
	max32              = 1<<32 - 1
	max16              = 1<<16 - 1
	directoryRead      = 1 << 20 // of the directory at a time

	encryptedFlag = 1 << 0
	utf8Flag      = 1 << 11
	zip64Extra    = 1
	ntfsExtra     = 0x000a
	timeExtra     = 0x5455
	nameExtra     = 0x7075
	madeByUnix    = 3
	madeByMac     = 19

	methodStore   = 0
	methodDeflate = 8
	methodBzip2   = 12
	methodZstdOld = 20
	methodZstd    = 93
)

// directory is where the list of a zip is.
type directory struct {
	at, size int64
	base     int64 // that places of entries count from: a program may come before the archive
}

// findDirectory finds the list of a zip by the record at its end.
func findDirectory(src *source.Source) (*directory, error) {
	n := min(src.Size(), endSize+maxComment)
	tail := make([]byte, n)
	if _, err := src.ReadAt(tail, src.Size()-n); err != nil && err != io.EOF {
		return nil, err
	}
	for i := len(tail) - endSize; i >= 0; i-- {
		if string(tail[i:i+4]) != "PK\x05\x06" {
			continue
		}
		le := binary.LittleEndian
		d := &directory{size: int64(le.Uint32(tail[i+12:])), at: int64(le.Uint32(tail[i+16:]))}
		end := src.Size() - n + int64(i)
		if err := d.readZip64(src, end, tail[i:]); err != nil {
			return nil, err
		}
		return d, nil
	}
	return nil, fmt.Errorf("%w: its list is not there", ErrBroken)
}

// readZip64 reads the record of a zip64, when there is one, and looks where the list really is.
func (d *directory) readZip64(src *source.Source, end int64, record []byte) error {
	le := binary.LittleEndian
	locator := make([]byte, locatorSize)
	if _, err := src.ReadAt(locator, end-locatorSize); err == nil && string(locator[:4]) == "PK\x06\x07" &&
		(d.size == max32 || d.at == max32 || le.Uint16(record[10:]) == max16) {
		at := int64(le.Uint64(locator[8:]))
		wide := make([]byte, end64Size)
		if _, err := src.ReadAt(wide, at); err != nil || string(wide[:4]) != "PK\x06\x06" {
			return fmt.Errorf("%w: its record of 64 bits is not there", ErrBroken)
		}
		d.size, d.at = int64(le.Uint64(wide[40:])), int64(le.Uint64(wide[48:]))
		end = at
	}
	if d.size < 0 || d.at < 0 || d.size > end || d.at > end-d.size {
		return fmt.Errorf("%w: its list lies outside", ErrBroken)
	}
	d.base = end - d.size - d.at
	d.at += d.base
	return nil
}

// zipEntry is an entry in the list of a zip.
type zipEntry struct {
	Entry
	rawName     []byte
	flags       uint16
	madeBy      byte
	mode        uint32
	unicodeName string // by the extra field of Unicode names
	utf8Name    bool   // the name is UTF-8
}

// walkEntries reads the list of a zip.
func (d *directory) walkEntries(src *source.Source, fn func(*zipEntry) error) error {
	r := bufio.NewReaderSize(io.NewSectionReader(src, d.at, d.size), directoryRead)
	head := make([]byte, directoryEntrySize)
	for {
		if _, err := io.ReadFull(r, head); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if string(head[:4]) == "PK\x05\x05" || string(head[:4]) == "PK\x06\x08" { // a signature
			return nil
		}
		if string(head[:4]) != "PK\x01\x02" {
			return fmt.Errorf("%w: its list is not one", ErrBroken)
		}
		le := binary.LittleEndian
		name, extra, comment := int(le.Uint16(head[28:])), int(le.Uint16(head[30:])), int(le.Uint16(head[32:]))
		rest := make([]byte, name+extra)
		if _, err := io.ReadFull(r, rest); err != nil {
			return err
		}
		if _, err := r.Discard(comment); err != nil {
			return err
		}
		e := &zipEntry{rawName: rest[:name], flags: le.Uint16(head[8:]), madeBy: head[5], mode: le.Uint32(head[38:])}
		e.Method, e.Sum, e.Summed = le.Uint16(head[10:]), le.Uint32(head[16:]), true
		e.Packed, e.Size = int64(le.Uint32(head[20:])), int64(le.Uint32(head[24:]))
		e.At = int64(le.Uint32(head[42:]))
		if t, said := dosTime(le.Uint16(head[14:]), le.Uint16(head[12:])); said {
			e.setModified(t)
		}
		e.utf8Name = e.flags&utf8Flag != 0
		if err := e.readExtraFields(rest[name:]); err != nil {
			return err
		}
		e.At += d.base
		if err := fn(e); err != nil {
			return err
		}
	}
}

// readExtraFields reads the extra fields of an entry.
func (e *zipEntry) readExtraFields(b []byte) error {
	le := binary.LittleEndian
	for len(b) >= 4 {
		id, n := le.Uint16(b), int(le.Uint16(b[2:]))
		if n > len(b)-4 {
			return nil // programs leave rests there
		}
		field := b[4 : 4+n]
		b = b[4+n:]
		if err := e.readExtraField(id, field); err != nil {
			return err
		}
	}
	return nil
}

// readExtraField reads one extra field.
func (e *zipEntry) readExtraField(id uint16, field []byte) error {
	le := binary.LittleEndian
	switch id {
	case zip64Extra:
		return e.readSizes64(field)
	case timeExtra:
		if len(field) >= 5 && field[0]&1 != 0 {
			e.setModified(e.unwrapTime(le.Uint32(field[1:])))
		}
	case ntfsExtra:
		if len(field) >= 16 && le.Uint16(field[4:]) == 1 {
			e.setModified(int64(le.Uint64(field[8:])/1e7) - 11_644_473_600)
		}
	case nameExtra:
		if len(field) >= 5 && le.Uint32(field[1:]) == crc32.ChecksumIEEE(e.rawName) && utf8.Valid(field[5:]) {
			e.unicodeName = string(field[5:])
		}
	}
	return nil
}

// readSizes64 reads those of the sizes and the place that do not fit into 32 bits.
func (e *zipEntry) readSizes64(field []byte) error {
	for _, v := range []*int64{&e.Size, &e.Packed, &e.At} {
		if *v != max32 {
			continue
		}
		if len(field) < 8 {
			return fmt.Errorf("%w: a size of 64 bits is not there", ErrBroken)
		}
		*v, field = int64(binary.LittleEndian.Uint64(field)), field[8:]
	}
	return nil
}

// dosTime is a time by the clocks of the place where the archive was made; those of Tehran are taken for it. False for none.
func dosTime(date, clock uint16) (int64, bool) {
	t := time.Date(int(date>>9)+1980, time.Month(date>>5&15), int(date&31), int(clock>>11), int(clock>>5&63), int(clock&31)*2, 0,
		calendar.Tehran)
	return t.Unix(), date != 0
}

// unwrapTime is a time of 32 bits. Programs mean the years from 1901 or those until 2106 by it: the DOS date, which says 1980 of all
// that is earlier, knows which.
func (e *zipEntry) unwrapTime(seconds uint32) int64 {
	const year1981 = 347_155_200
	signed, unsigned := int64(int32(seconds)), int64(seconds)
	if e.Dated && e.Modified > year1981 && unsigned-e.Modified < e.Modified-signed {
		return unsigned
	}
	return signed
}

const (
	modeKind = 0o170000
	modeFile = 0o100000
	modeDir  = 0o040000
	modeLink = 0o120000
)

// resolve finds out what the entry is, once the encoding of the names is known.
func (e *zipEntry) resolve(g *nameDecoder) {
	name := e.unicodeName
	switch {
	case name != "":
	case e.utf8Name && utf8.Valid(e.rawName):
		name = string(e.rawName)
	default:
		name = g.decode(e.rawName)
	}
	var reason Reason
	e.Directory = len(name) > 0 && (name[len(name)-1] == '/' || e.madeBy == 0 && name[len(name)-1] == '\\')
	e.Path, reason = cleanPath(name)
	if kind := e.mode >> 16 & modeKind; e.madeBy == madeByUnix || e.madeBy == madeByMac {
		switch kind {
		case 0, modeFile:
		case modeDir:
			e.Directory = true
		case modeLink:
			e.Skip = Link
		default:
			e.Skip = Special
		}
	}
	switch {
	case reason != "":
		e.Skip = reason
	case e.Skip != "" || e.Directory:
	case e.Path == "":
		e.Skip = Outside
	case !slices.Contains([]uint16{methodStore, methodDeflate, methodBzip2, methodZstdOld, methodZstd}, e.Method):
		e.Skip = Unsupported
	}
	if e.Directory || e.Skip != "" {
		e.Size, e.Packed, e.Summed = 0, 0, false
	}
}

// listZip lists a zip, after it looked whether the list can be true.
func (l *lister) listZip() error {
	d, err := findDirectory(l.src)
	if err != nil {
		return err
	}
	if d.size > l.bounds.Directory {
		return fmt.Errorf("%w: a list of %d bytes", ErrTooLarge, d.size)
	}
	var g nameDecoder
	if err := l.checkDirectory(d, &g); err != nil {
		return err
	}
	return d.walkEntries(l.src, func(e *zipEntry) error {
		e.resolve(&g)
		if l.bounds.Sidecars && isSidecar(&e.Entry) && e.Skip == "" && !e.Directory {
			var err error
			if e.About, err = l.readSidecar(&e.Entry); err != nil {
				return err
			}
		}
		return l.addEntry(&e.Entry)
	})
}

func (l *lister) readSidecar(e *Entry) (*Sidecar, error) {
	r, done, err := openZipEntry(l.src, e.At, e.Packed, e.Method)
	if err != nil {
		return nil, err
	}
	defer done()
	s, err := readSidecar(r)
	if err != nil && l.src.Err() == nil {
		return nil, nil // the file itself is damaged, which is said when it is read
	}
	return s, err
}

// checkDirectory reads the list once before it is believed: contents that lie over one another unpack to more than there is,
// and the encoding of names shows in all of them.
func (l *lister) checkDirectory(d *directory, g *nameDecoder) error {
	var spans []span
	n := 0
	err := d.walkEntries(l.src, func(e *zipEntry) error {
		if n++; n > l.bounds.Entries {
			return fmt.Errorf("%w: more than %d entries", ErrTooLarge, l.bounds.Entries)
		}
		if e.flags&encryptedFlag != 0 {
			return ErrEncrypted
		}
		if !e.utf8Name && e.unicodeName == "" {
			g.addSample(e.rawName)
		}
		if e.At < 0 || e.Packed < 0 || e.Size < 0 || e.At > d.at-localHeaderSize || e.Packed > d.at-localHeaderSize-e.At {
			return fmt.Errorf("%w: an entry lies outside", ErrBroken)
		}
		spans = append(spans, span{e.At, e.At + localHeaderSize + int64(len(e.rawName)) + e.Packed})
		return nil
	})
	if err == nil && hasOverlap(spans) {
		err = fmt.Errorf("%w: its entries lie over one another", ErrBroken)
	}
	return err
}

// span is a stretch of an archive, without its end.
type span struct{ from, to int64 }

// hasOverlap sorts spans and reports whether two of them share a byte.
func hasOverlap(spans []span) bool {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			return true
		}
	}
	return false
}

// openZipEntry opens a content by the place of its head.
func openZipEntry(src *source.Source, at, packed int64, method uint16) (io.Reader, func(), error) {
	head := make([]byte, localHeaderSize)
	if _, err := src.ReadAt(head, at); err != nil {
		return nil, nil, err
	}
	if string(head[:4]) != "PK\x03\x04" {
		return nil, nil, fmt.Errorf("%w: an entry is not where the list says", ErrBroken)
	}
	le := binary.LittleEndian
	if le.Uint16(head[6:])&encryptedFlag != 0 {
		return nil, nil, ErrEncrypted
	}
	at += localHeaderSize + int64(le.Uint16(head[26:])) + int64(le.Uint16(head[28:]))
	if at > src.Size() || packed < 0 || packed > src.Size()-at {
		return nil, nil, fmt.Errorf("%w: an entry lies outside", ErrBroken)
	}
	return newDecompressor(bufio.NewReaderSize(io.NewSectionReader(src, at, packed), 64<<10), method)
}

func newDecompressor(content io.Reader, method uint16) (io.Reader, func(), error) {
	switch method {
	case methodStore:
		return content, func() {}, nil
	case methodDeflate:
		return flate.NewReader(content), func() {}, nil
	case methodBzip2:
		return bzip2.NewReader(content), func() {}, nil
	case methodZstdOld, methodZstd:
		z, err := zstd.NewReader(content, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	}
	return nil, nil, errors.New("packed in a way that is not read here")
}

func readZip(src *source.Source, w Selection, out io.Writer) error {
	r, done, err := openZipEntry(src, w.At, w.Packed, w.Method)
	if err != nil {
		return err
	}
	defer done()
	return copyVerified(out, r, w)
}
