package downloads

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"sort"
	"time"

	"anbar/db"
)

// archive is a zip file that exists only as a plan: the headers in memory, the
// contents, stored uncompressed, where they are. Any stretch of it can be read,
// so it has a length, ranges and a download that can go on. Format: PKWARE
// APPNOTE 6.3.10, with zip64 where 32 bits do not suffice and UTF-8 names.
type archive struct {
	open     func(db.Hash) (io.ReadSeekCloser, error)
	pieces   []piece
	central  bytes.Buffer
	size     int64
	Files    int
	count    uint64
	identity [sha256.Size]byte
}

// piece is a run of bytes of the archive: a header, or a content.
type piece struct {
	at     int64
	length int64
	header []byte
	hash   db.Hash
}

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

func newArchive(open func(db.Hash) (io.ReadSeekCloser, error)) *archive { return &archive{open: open} }

// add appends an entry. The name of a directory ends in a slash.
func (a *archive) add(name string, modified time.Time, hash db.Hash, size int64, sum uint32) {
	at := a.size
	a.header(localHeader(name, modified, size, sum))
	if size > 0 {
		a.pieces = append(a.pieces, piece{at: a.size, length: size, hash: hash})
		a.size += size
	}
	a.central.Write(centralHeader(name, modified, size, sum, at))
	a.count++
	if name[len(name)-1] != '/' {
		a.Files++
	}
}

func (a *archive) header(b []byte) {
	a.pieces = append(a.pieces, piece{at: a.size, length: int64(len(b)), header: b})
	a.size += int64(len(b))
}

type fields struct{ bytes.Buffer }

func (f *fields) put(values ...any) {
	for _, v := range values {
		if err := binary.Write(f, binary.LittleEndian, v); err != nil {
			panic(err) // only for a value without a fixed size
		}
	}
}

func localHeader(name string, modified time.Time, size int64, sum uint32) []byte {
	var f, extra fields
	version, short := uint16(version20), uint32(min(size, max32))
	if size >= max32 {
		version = version45
		extra.put(uint16(zip64Extra), uint16(16), uint64(size), uint64(size))
	}
	extra.put(uint16(timeExtra), uint16(5), uint8(1), uint32(modified.Unix()))
	date, clock := dosTime(modified)
	f.put(uint32(localSignature), version, uint16(utf8Flag), uint16(0), clock, date, sum, short, short, uint16(len(name)), uint16(extra.Len()))
	f.WriteString(name)
	f.Write(extra.Bytes())
	return f.Bytes()
}

func centralHeader(name string, modified time.Time, size int64, sum uint32, at int64) []byte {
	var f, extra, big fields
	if size >= max32 {
		big.put(uint64(size), uint64(size))
	}
	if at >= max32 {
		big.put(uint64(at))
	}
	version := uint16(version20)
	if big.Len() > 0 {
		version = version45
		extra.put(uint16(zip64Extra), uint16(big.Len()))
		extra.Write(big.Bytes())
	}
	extra.put(uint16(timeExtra), uint16(5), uint8(1), uint32(modified.Unix()))
	mode := uint32(fileMode)
	if name[len(name)-1] == '/' {
		mode = dirMode
	}
	short := uint32(min(size, max32))
	date, clock := dosTime(modified)
	f.put(uint32(centralSignature), uint16(madeByUnix)|version, version, uint16(utf8Flag), uint16(0), clock, date, sum, short, short,
		uint16(len(name)), uint16(extra.Len()), uint16(0), uint16(0), uint16(0), mode, uint32(min(at, max32)))
	f.WriteString(name)
	f.Write(extra.Bytes())
	return f.Bytes()
}

// dosTime is a time in the form of 1980, in UTC as there is no zone in it.
func dosTime(t time.Time) (date, clock uint16) {
	t = t.UTC()
	if t.Year() < 1980 {
		t = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	return uint16((t.Year()-1980)<<9 | int(t.Month())<<5 | t.Day()), uint16(t.Hour()<<11 | t.Minute()<<5 | t.Second()/2)
}

// end appends the directory of the archive. Nothing is added after it.
func (a *archive) end() {
	at, length := a.size, int64(a.central.Len())
	var f fields
	f.Write(a.central.Bytes())
	if a.count >= max16 || at >= max32 || length >= max32 {
		f.put(uint32(end64Signature), uint64(44), uint16(madeByUnix|version45), uint16(version45), uint32(0), uint32(0), a.count, a.count, uint64(length), uint64(at),
			uint32(locatorSignature), uint32(0), uint64(at+length), uint32(1))
	}
	n := uint16(min(a.count, max16))
	f.put(uint32(endSignature), uint16(0), uint16(0), n, n, uint32(min(length, max32)), uint32(min(at, max32)), uint16(0))
	h := sha256.New()
	h.Write(a.central.Bytes())
	for _, p := range a.pieces {
		h.Write(p.hash[:])
	}
	h.Sum(a.identity[:0])
	a.header(f.Bytes())
	a.central = bytes.Buffer{}
}

// Size is the length of the archive in bytes.
func (a *archive) Size() int64 { return a.size }

// etag is the same for two archives that hold the same under the same names.
func (a *archive) etag() string { return hex.EncodeToString(a.identity[:16]) }

// reader reads the archive from any place.
func (a *archive) reader() *archiveReader { return &archiveReader{archive: a} }

type archiveReader struct {
	*archive
	at      int64
	content io.ReadSeekCloser
	index   int // of the piece that content belongs to
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
	i := sort.Search(len(r.pieces), func(i int) bool { return r.pieces[i].at+r.pieces[i].length > r.at })
	pc := &r.pieces[i]
	within := r.at - pc.at
	if pc.header != nil {
		n := copy(p, pc.header[within:])
		r.at += int64(n)
		return n, nil
	}
	if err := r.use(i, within); err != nil {
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
		i := sort.Search(len(r.pieces), func(i int) bool { return r.pieces[i].at+r.pieces[i].length > r.at })
		pc := &r.pieces[i]
		within := r.at - pc.at
		want := min(n-sent, pc.length-within)
		var m int64
		if pc.header != nil {
			var k int
			k, err = w.Write(pc.header[within : within+want])
			m = int64(k)
		} else if err = r.use(i, within); err == nil {
			m, err = io.Copy(w, &io.LimitedReader{R: r.content, N: want})
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

// use opens the content of a piece, unless it is open.
func (r *archiveReader) use(i int, within int64) (err error) {
	if r.content != nil && r.index == i {
		return nil
	}
	if err := r.Close(); err != nil {
		return err
	}
	if r.content, err = r.open(r.pieces[i].hash); err != nil {
		return err
	}
	r.index = i
	_, err = r.content.Seek(within, io.SeekStart)
	return err
}

// Close gives back what the reader holds. It can be read from again.
func (r *archiveReader) Close() error {
	if r.content == nil {
		return nil
	}
	err := r.content.Close()
	r.content = nil
	return err
}
