package blobstore

import (
	"bytes"
	"errors"
	"io"
)

// scanResult is the result of scanPack.
type scanResult struct {
	entries    []Entry
	end        int64 // where a footer may be written
	badBytes   int64 // bytes that belong to no valid record
	unreadable error // the disk could not read a part of the pack
}

const diskPage = 4096

// scanPack reads every record of a pack and checks its checksums. A damaged place
// does not end the scan: it goes on at the next valid header, so one flipped bit costs
// at most one blob. Behind a damaged place, bytes of a user's file may look like a
// record, so from there on the digest of each record is checked, too; with prove, the
// digests of all are.
func scanPack(f File, id uint32, size int64, prove bool) scanResult {
	s := scanResult{end: alignUp(size)}
	ahead := newAheadReader(f)
	defer ahead.stop()
	w := window{f: ahead, size: size, buf: *buffers.get(windowSize)}
	defer buffers.put(&w.buf)
	for pos := int64(0); pos+recordSize <= size; {
		e, n, err := w.scanRecord(id, pos, prove || s.badBytes > 0)
		switch {
		case err != nil:
			s.unreadable = errors.Join(s.unreadable, err)
			n = (pos/diskPage+1)*diskPage - pos
			s.badBytes += n
		case n == 0:
			n = w.findMagic(pos+align) - pos
			s.badBytes += n
		case e.Loc.Flags&0xff != kindFiller:
			s.entries = append(s.entries, e)
		}
		pos += n
	}
	return s
}

// windowSize is room for the longest record and more.
const windowSize = 4 << 20

// window reads a file in large pieces.
type window struct {
	f      io.ReaderAt
	size   int64
	buf    []byte
	start  int64
	length int
}

// readBytes returns n bytes from pos on, which must lie inside of the file.
func (w *window) readBytes(pos, n int64) ([]byte, error) {
	if pos >= w.start && pos+n <= w.start+int64(w.length) {
		return w.buf[pos-w.start:][:n], nil
	}
	want := min(int64(len(w.buf)), w.size-pos)
	kept := int64(0)
	if pos >= w.start && pos < w.start+int64(w.length) {
		kept = int64(copy(w.buf, w.buf[pos-w.start:w.length]))
	}
	w.start, w.length = pos, 0
	if err := readFull(w.f, w.buf[kept:want], pos+kept); err != nil {
		// The piece may hold a bad sector far behind what is asked for.
		if err := readFull(w.f, w.buf[:n], pos); err != nil {
			return nil, err
		}
		want = n
	}
	w.length = int(want)
	return w.buf[:n], nil
}

// scanRecord returns the record at pos and its span, 0 when there is no valid one.
func (w *window) scanRecord(id uint32, pos int64, prove bool) (e Entry, n int64, err error) {
	if pos+recordSize > w.size {
		return e, 0, nil
	}
	h, err := w.readBytes(pos, recordSize)
	if err != nil {
		return e, 0, err
	}
	r, ok := decodeRecord(h)
	if !ok || pos+recordSize+int64(r.stored) > w.size {
		return e, 0, nil
	}
	p, err := w.readBytes(pos+recordSize, int64(r.stored))
	if err != nil {
		return e, 0, err
	}
	whole := crc32C(p) == r.storedCRC && (!prove || !r.isReadable() || Sum(p) == r.digest)
	if !whole {
		return e, 0, nil
	}
	return entryOf(&r, id, pos), recordSpan(int64(r.stored)), nil
}

// findMagic returns the next place from pos on where a header may begin. It
// looks no further than what is in memory, or one page.
func (w *window) findMagic(pos int64) int64 {
	if pos >= w.size {
		return w.size
	}
	var p []byte
	if end := w.start + int64(w.length); pos < end && pos >= w.start {
		p = w.buf[pos-w.start : w.length]
	} else if p, _ = w.readBytes(pos, min(diskPage, w.size-pos)); p == nil {
		return pos // the caller meets the same error and skips the page
	}
	for at := 0; ; at += align {
		i := bytes.Index(p[min(at, len(p)):], []byte(recordMagic))
		if i < 0 {
			// A magic may begin in the last bytes: stop at the last aligned place.
			return max(pos, (pos+int64(len(p)))&^(align-1))
		}
		if at += i; (pos+int64(at))%align == 0 {
			return pos + int64(at)
		}
		at = at &^ (align - 1)
	}
}
