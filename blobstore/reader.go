package blobstore

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
)

// verifyingReader must not show a file: net/http would find its SyscallConn and
// send raw bytes past it.
type verifyingReader struct {
	b         *Blob
	off       int64
	buf       *[]byte
	data      []byte // of group at
	dataGroup int64
	groups    []cv
	block     int64
}

func (r *verifyingReader) Read(p []byte) (int, error) {
	if r.off >= r.b.size {
		// The empty blob is verified, too, by its digest.
		if r.b.size == 0 && r.b.digest != Sum(nil) {
			return 0, fmt.Errorf("%w: %v", ErrCorrupt, r.b.digest)
		}
		return 0, io.EOF
	}
	g := r.off / groupSize
	if g != r.dataGroup {
		if err := r.loadGroup(g); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.data[r.off-g*groupSize:])
	r.off += int64(n)
	return n, nil
}

func (r *verifyingReader) loadGroup(g int64) error {
	if r.buf == nil {
		r.buf = buffers.get(groupSize)
		r.block = -1
	}
	var err error
	r.dataGroup = -1
	if r.groups, r.block, err = r.b.loadGroups(g, r.groups, r.block); err != nil {
		return err
	}
	if r.data, err = r.b.readGroup(g, r.groups, *r.buf); err != nil {
		return err
	}
	r.dataGroup = g
	return nil
}

func (r *verifyingReader) Seek(offset int64, whence int) (int64, error) {
	off, err := resolveSeek(r.off, r.b.size, offset, whence)
	if err == nil {
		r.off = off
	}
	return off, err
}

func (r *verifyingReader) Close() error {
	if r.buf != nil {
		buffers.put(r.buf)
		r.buf, r.data, r.dataGroup = nil, nil, -1
	}
	return nil
}

var errSeek = errors.New("blobstore: seek to a negative position")

func resolveSeek(at, size, offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += at
	case io.SeekEnd:
		offset += size
	}
	if offset < 0 {
		return 0, errSeek
	}
	return offset, nil
}

// NewSendfileReader returns a reader for http.ServeContent on plain connections. With it, the
// kernel can send the file itself (sendfile) if the bytes were verified: those of a
// large blob within the last 30 days, those of a small one by this Blob. Otherwise
// it is the reader of NewReader. It may be read with http.ServeContent, io.Copy and
// io.CopyN, but must not be passed to ReadFrom of a connection, which would also send
// the bytes behind the blob in the file.
func (b *Blob) NewSendfileReader() io.ReadSeekCloser {
	o, ok := b.file.(*osFile)
	if !ok || !b.canSendRaw() {
		return b.NewReader()
	}
	// sendfile moves the file's own offset, so each reader needs its own file.
	f, err := os.Open(o.f.Name())
	if err != nil {
		return b.NewReader()
	}
	r := &rawReader{f: f, base: b.base, size: b.size}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		_ = f.Close() // nothing was read or written
		return b.NewReader()
	}
	return r
}

// canSendRaw reports whether the bytes may be sent without being verified again. A
// blob of one group is always verified: it is sent from the buffer that was hashed.
func (b *Blob) canSendRaw() bool {
	if b.large {
		return b.s.isRecentlyVerified(b.digest) && !b.s.suspects.has(b.digest)
	}
	return b.size > groupSize && b.loadTree() == nil
}

// rawReader reads a blob from its place in a file and has the method SyscallConn, so
// that net/http uses sendfile.
type rawReader struct {
	f          *os.File
	base, size int64
}

// offset is where the reader is. The kernel may have moved the offset of the file
// past ours.
func (r *rawReader) offset() (int64, error) {
	off, err := r.f.Seek(0, io.SeekCurrent)
	return off - r.base, err
}

func (r *rawReader) Read(p []byte) (int, error) {
	off, err := r.offset()
	if err != nil {
		return 0, err
	}
	if off >= r.size {
		return 0, io.EOF
	}
	n, err := r.f.Read(p[:min(int64(len(p)), r.size-off)])
	if n == 0 && err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (r *rawReader) Seek(offset int64, whence int) (int64, error) {
	at := int64(0)
	if whence == io.SeekCurrent {
		var err error
		if at, err = r.offset(); err != nil {
			return 0, err
		}
	}
	off, err := resolveSeek(at, r.size, offset, whence)
	if err != nil {
		return 0, err
	}
	_, err = r.f.Seek(r.base+off, io.SeekStart)
	return off, err
}

func (r *rawReader) Close() error { return r.f.Close() }

// WriteTo keeps io.Copy within the content; sendfile alone would go on to the end
// of the file.
func (r *rawReader) WriteTo(w io.Writer) (int64, error) {
	off, err := r.offset()
	if err != nil || off >= r.size {
		return 0, err
	}
	return io.Copy(w, &io.LimitedReader{R: r, N: r.size - off})
}

// SyscallConn implements syscall.Conn, which net/http looks for.
func (r *rawReader) SyscallConn() (syscall.RawConn, error) { return r.f.SyscallConn() }

// outlineCache keeps the hashes of the blocks of large files that were read lately, at
// most maxOutlineBytes of them.
type outlineCache struct {
	mu    sync.Mutex
	lists map[Digest][]cv
	order []Digest
	bytes int
}

const maxOutlineBytes = 16 << 20

// loadOutline returns the hashes of the blocks of a large blob, from the cache or, then
// verified, from the file.
func (s *Store) loadOutline(b *Blob) ([]cv, error) {
	if list := s.outlines.get(b.digest); list != nil {
		return list, nil
	}
	t, err := readTrailer(b.file, b.digest)
	if err != nil {
		return nil, err
	}
	list, err := readOutline(b.file, t)
	if err != nil {
		return nil, err
	}
	s.outlines.put(b.digest, list)
	return list, nil
}

func (c *outlineCache) get(d Digest) []cv {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lists[d]
}

// put keeps a list and drops the oldest ones when there are too many.
func (c *outlineCache) put(d Digest, list []cv) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(list)*cvSize > maxOutlineBytes || c.lists[d] != nil {
		return
	}
	if c.lists == nil {
		c.lists = map[Digest][]cv{}
	}
	c.lists[d] = list
	c.order = append(c.order, d)
	for c.bytes += len(list) * cvSize; c.bytes > maxOutlineBytes; c.order = c.order[1:] {
		c.bytes -= len(c.lists[c.order[0]]) * cvSize
		delete(c.lists, c.order[0])
	}
}
