package downloads

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"sort"
	"time"

	"anbar/db"
)

// archive is a zip file that exists only as a plan: names, lengths and checksums
// in memory, the contents, stored uncompressed, where they are. Its headers are
// written when they are read. Any stretch of it can be read, so it has a length,
// ranges and a download that can go on. Format: PKWARE APPNOTE 6.3.10, with zip64
// where 32 bits do not suffice and UTF-8 names.
type archive struct {
	*layout
	open func(db.Hash) (io.ReadSeekCloser, error)
}

// layout is the plan of an archive. It does not change once end was called.
type layout struct {
	entries  []entry
	central  int64 // where the directory of the archive begins
	tail     int64 // where its end begins
	endBytes []byte
	size     int64
	Files    int
	weight   int64 // bytes of memory, about
	identity [sha256.Size]byte
	manifest *archiveManifest // the manifest; nil without one
}

// entry is a file or directory of the archive.
type entry struct {
	name          string
	modified      int64 // Unix seconds
	at            int64 // of its header, which its content follows
	centralOffset int64 // of its header in the directory of the archive, from there
	size          int64
	hash          db.Hash
	sum           uint32
	number        int // of the version, for the manifest
	id            db.NodeID
}

func (e *entry) isDirectory() bool { return e.name[len(e.name)-1] == '/' }

const (
	localSignature   = 0x04034b50
	centralSignature = 0x02014b50
	endSignature     = 0x06054b50
	end64Signature   = 0x06064b50
	locatorSignature = 0x07064b50
	version20        = 20
	version45        = 45 // zip64
	madeByUnix       = 3 << 8
	utf8Flag         = 1 << 11
	max32            = 1<<32 - 1
	max16            = 1<<16 - 1
	zip64Extra       = 1
	timeExtra        = 0x5455
	fileMode         = 0o100644 << 16
	dirMode          = 0o040755<<16 | 0x10
)

const entryWeight = 160

// add appends an entry. The name of a directory ends in a slash.
func (l *layout) add(e entry) {
	e.at = l.size
	l.size += e.headerLen() + e.size
	l.entries = append(l.entries, e)
	l.weight += entryWeight + int64(len(e.name))
	if !e.isDirectory() {
		l.Files++
	}
}

func (e *entry) headerLen() int64 {
	n := 30 + len(e.name) + e.timeLen()
	if e.size >= max32 {
		n += 20
	}
	return int64(n)
}

func (e *entry) header() []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, e.headerLen())
	version, extra := uint16(version20), uint16(e.timeLen())
	if e.size >= max32 {
		version, extra = version45, extra+20
	}
	b = le.AppendUint16(le.AppendUint32(b, localSignature), version)
	b = e.appendCommonFields(b, uint32(min(e.size, max32)))
	b = le.AppendUint16(b, extra)
	b = append(b, e.name...)
	if e.size >= max32 {
		b = le.AppendUint16(le.AppendUint16(b, zip64Extra), 16)
		b = le.AppendUint64(le.AppendUint64(b, uint64(e.size)), uint64(e.size))
	}
	return e.appendTime(b)
}

// appendCommonFields are the fields that both headers of an entry have in common.
func (e *entry) appendCommonFields(b []byte, short uint32) []byte {
	le := binary.LittleEndian
	date, clock := dosTime(time.Unix(e.modified, 0))
	b = le.AppendUint16(le.AppendUint16(b, utf8Flag), 0) // stored
	b = le.AppendUint16(le.AppendUint16(b, clock), date)
	b = le.AppendUint32(le.AppendUint32(le.AppendUint32(b, e.sum), short), short)
	return le.AppendUint16(b, uint16(len(e.name)))
}

// zip64Numbers are the numbers of the entry that 32 bits do not hold.
func (e *entry) zip64Numbers() (numbers []int64) {
	if e.size >= max32 {
		numbers = append(numbers, e.size, e.size)
	}
	if e.at >= max32 {
		numbers = append(numbers, e.at)
	}
	return numbers
}

func (e *entry) centralHeaderLen() int64 {
	n := 46 + len(e.name) + e.timeLen()
	if big := len(e.zip64Numbers()); big > 0 {
		n += 4 + 8*big
	}
	return int64(n)
}

// appendCentralHeader appends the header of the entry in the directory of the archive.
func (e *entry) appendCentralHeader(b []byte) []byte {
	le := binary.LittleEndian
	big := e.zip64Numbers()
	version, extra := uint16(version20), uint16(e.timeLen())
	if len(big) > 0 {
		version, extra = version45, extra+4+8*uint16(len(big))
	}
	mode := uint32(fileMode)
	if e.isDirectory() {
		mode = dirMode
	}
	b = le.AppendUint16(le.AppendUint16(le.AppendUint32(b, centralSignature), madeByUnix|version), version)
	b = e.appendCommonFields(b, uint32(min(e.size, max32)))
	b = le.AppendUint16(le.AppendUint16(b, extra), 0) // and no comment
	b = le.AppendUint16(le.AppendUint16(b, 0), 0)     // the first disk, a file of bytes
	b = le.AppendUint32(le.AppendUint32(b, mode), uint32(min(e.at, max32)))
	b = append(b, e.name...)
	if len(big) > 0 {
		b = le.AppendUint16(le.AppendUint16(b, zip64Extra), 8*uint16(len(big)))
		for _, n := range big {
			b = le.AppendUint64(b, uint64(n))
		}
	}
	return e.appendTime(b)
}

// finish appends the directory of the archive. Nothing is added after it.
func (l *layout) finish() {
	l.central = l.size
	h := sha256.New()
	var b []byte
	for i := range l.entries {
		e := &l.entries[i]
		e.centralOffset = l.size - l.central
		l.size += e.centralHeaderLen()
		b = e.appendCentralHeader(b[:0])
		h.Write(b)
		h.Write(e.hash[:])
	}
	l.tail = l.size
	h.Sum(l.identity[:0])
	l.endBytes = l.endRecords()
	l.size += int64(len(l.endBytes))
}

// endRecords returns the records after the directory of the archive.
func (l *layout) endRecords() []byte {
	le := binary.LittleEndian
	count, at, length := len(l.entries), l.central, l.tail-l.central
	var b []byte
	if count >= max16 || at >= max32 || length >= max32 {
		b = le.AppendUint64(le.AppendUint32(b, end64Signature), 44)
		b = le.AppendUint16(le.AppendUint16(b, madeByUnix|version45), version45)
		b = le.AppendUint32(le.AppendUint32(b, 0), 0)
		for _, n := range []int64{int64(count), int64(count), length, at} {
			b = le.AppendUint64(b, uint64(n))
		}
		b = le.AppendUint32(le.AppendUint32(b, locatorSignature), 0)
		b = le.AppendUint32(le.AppendUint64(b, uint64(l.tail)), 1)
	}
	n := uint16(min(count, max16))
	b = le.AppendUint16(le.AppendUint16(le.AppendUint32(b, endSignature), 0), 0)
	b = le.AppendUint16(le.AppendUint16(b, n), n)
	b = le.AppendUint32(le.AppendUint32(b, uint32(min(length, max32))), uint32(min(at, max32)))
	return le.AppendUint16(b, 0)
}

// pieceSize is how much of the directory is written at a time.
const pieceSize = 16 << 10

// piece is a run of bytes of the archive: a header, or the bytes of a file.
type piece struct {
	at      int64
	length  int64
	header  []byte
	content int // which entry's, when there is no header
}

// findPiece returns the run of bytes that holds a place of the archive.
func (l *layout) findPiece(at int64) (piece, error) {
	switch {
	case at >= l.tail:
		return piece{at: l.tail, length: int64(len(l.endBytes)), header: l.endBytes}, nil
	case at >= l.central:
		return l.centralPiece(at), nil
	}
	i := sort.Search(len(l.entries), func(i int) bool { return l.entries[i].at > at }) - 1
	e := &l.entries[i]
	if n := e.headerLen(); at < e.at+n {
		return piece{at: e.at, length: n, header: e.header()}, nil
	}
	start := e.at + e.headerLen()
	if l.manifest != nil && l.manifest.entry == i {
		return l.manifestPiece(at, start)
	}
	return piece{at: start, length: e.size, content: i}, nil
}

// centralPiece returns some headers of the directory.
func (l *layout) centralPiece(at int64) piece {
	i := sort.Search(len(l.entries), func(i int) bool { return l.central+l.entries[i].centralOffset > at }) - 1
	p := piece{at: l.central + l.entries[i].centralOffset}
	for ; i < len(l.entries) && len(p.header) < pieceSize; i++ {
		p.header = l.entries[i].appendCentralHeader(p.header)
	}
	p.length = int64(len(p.header))
	return p
}

// Size is the length of the archive in bytes.
func (l *layout) Size() int64 { return l.size }

// etag is the same for two archives that hold the same under the same names.
func (l *layout) etag() string { return hex.EncodeToString(l.identity[:16]) }

// newReader reads the archive from any place.
func (a *archive) newReader() *archiveReader { return &archiveReader{archive: a} }

type archiveReader struct {
	*archive
	at        int64
	lastPiece piece // the one that was read last
	content   io.ReadSeekCloser
	index     int // of the entry that content belongs to
}

// currentPiece returns the run of bytes where the reader is.
func (r *archiveReader) currentPiece() (piece, error) {
	if r.at >= r.lastPiece.at && r.at < r.lastPiece.at+r.lastPiece.length {
		return r.lastPiece, nil
	}
	p, err := r.archive.findPiece(r.at)
	if err == nil {
		r.lastPiece = p
	}
	return p, err
}

// Seek implements io.Seeker.
func (r *archiveReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the start of an archive")
	}
	if offset != r.at {
		if err := r.Close(); err != nil {
			return 0, err
		}
		r.at = offset
	}
	return offset, nil
}

// Read implements io.Reader.
func (r *archiveReader) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	pc, err := r.currentPiece()
	if err != nil {
		return 0, err
	}
	within := r.at - pc.at
	if pc.header != nil {
		n := copy(p, pc.header[within:])
		r.at += int64(n)
		return n, nil
	}
	if err := r.openEntry(pc.content, within); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(r.content, p[:min(int64(len(p)), pc.length-within)])
	r.at += int64(n)
	if err != nil || within+int64(n) == pc.length {
		err = errors.Join(err, r.Close())
	}
	return n, err
}

// sendTo sends up to n bytes from where the reader is, each content as one
// stretch, so that the kernel can send it from the disk.
func (r *archiveReader) sendTo(w io.Writer, n int64) (sent int64, err error) {
	for sent < n && r.at < r.size {
		pc, err := r.currentPiece()
		if err != nil {
			return sent, err
		}
		within := r.at - pc.at
		want := min(n-sent, pc.length-within)
		var m int64
		if pc.header != nil {
			var k int
			k, err = w.Write(pc.header[within : within+want])
			m = int64(k)
		} else if err = r.openEntry(pc.content, within); err == nil {
			m, err = io.Copy(w, &io.LimitedReader{R: unwrapBlob(r.content), N: want})
		}
		r.at += m
		sent += m
		if err == nil && m < want {
			err = io.ErrUnexpectedEOF
		}
		if err != nil || within+m == pc.length {
			err = errors.Join(err, r.Close())
		}
		if err != nil {
			return sent, err
		}
	}
	return sent, nil
}

// openEntry opens the blob of an entry, unless it is open.
func (r *archiveReader) openEntry(i int, within int64) (err error) {
	if r.content != nil && r.index == i {
		return nil
	}
	if err := r.Close(); err != nil {
		return err
	}
	if r.content, err = r.open(r.entries[i].hash); err != nil {
		return err
	}
	r.index = i
	_, err = r.content.Seek(within, io.SeekStart)
	return err
}

// Close releases the open blob. The reader can be used again.
func (r *archiveReader) Close() error {
	if r.content == nil {
		return nil
	}
	err := r.content.Close()
	r.content = nil
	return err
}
