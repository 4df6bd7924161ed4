package imports

import (
	"context"
	"crypto/md5"  // as sources name contents; nothing relies on it
	"crypto/sha1" // as sources name contents; nothing relies on it
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/adler32"
	"hash/crc32"
	"io"
	"strings"
	"time"

	"anbar/app/base/limits"
	"anbar/app/drive/files"
	"anbar/app/drive/imports/source"
	"anbar/blobstore"
)

// reader reads a content. When the connection breaks it goes on at the byte where it was.
type reader struct {
	w        *pass
	ctx      context.Context
	it       *source.Item
	progress *itemProgress

	body  io.ReadCloser
	info  *source.Info
	size  int64 // of the whole; -1 when it is not known
	from  int64 // where it began
	at    int64
	tries int // since a byte came
	sums  []*checkedSum

	slowTime  time.Duration // that the last bytes took
	slowBytes int64
}

// checkedSum is a digest that the content has to have.
type checkedSum struct {
	source.Sum
	hash.Hash
}

const maxReconnects = 3

// open begins to read at an offset.
func (r *reader) open(offset int64) error {
	body, info, err := r.w.src.Open(r.ctx, r.it, offset)
	if err != nil {
		return err
	}
	r.body, r.info, r.from, r.at, r.size = body, info, offset, offset, info.Size
	if r.size < 0 {
		r.size = r.it.Size
	}
	if info.ETag != "" {
		r.it.ETag = info.ETag
	}
	r.sums = nil
	all := info.Sums
	if len(all) == 0 {
		all = r.it.Sums
	}
	for _, s := range all {
		if h := newHash(s.Algorithm); h != nil {
			r.sums = append(r.sums, &checkedSum{s, h})
		}
	}
	r.progress.done.Store(offset)
	return nil
}

func newHash(algorithm string) hash.Hash {
	switch strings.ToLower(algorithm) {
	case "md5":
		return md5.New()
	case "sha1":
		return sha1.New()
	case "sha256":
		return sha256.New()
	case "adler32":
		return adler32.New()
	case "crc32":
		return crc32.NewIEEE()
	}
	return nil
}

func (r *reader) isOpen() bool { return r.body != nil }

// expectedSize is the size of the whole: that of the listing as long as nothing was opened.
func (r *reader) expectedSize() int64 {
	if r.isOpen() {
		return r.size
	}
	return r.it.Size
}

// reopen begins to read at another offset.
func (r *reader) reopen(offset int64) error { return errors.Join(r.close(), r.open(offset)) }

func (r *reader) close() error {
	if r.body == nil {
		return nil
	}
	err := r.body.Close()
	r.body = nil
	if r.at != r.size { // it broke off, and closing it says so once more
		return nil
	}
	return err
}

// errSlow says that a source gives less than the least pace.
var errSlow = errors.New("the source gives its bytes too slowly")

// Read implements io.Reader.
func (r *reader) Read(b []byte) (int, error) {
	for {
		if len(b) > paceStep {
			b = b[:paceStep]
		}
		if r.size >= 0 {
			if r.at >= r.size {
				return 0, io.EOF
			}
			b = b[:min(int64(len(b)), r.size-r.at)]
		}
		began := time.Now()
		n, err := r.body.Read(b)
		if n > 0 {
			return n, r.countBytes(b[:n], time.Since(began))
		}
		if err == nil || err == io.EOF && r.size < 0 {
			return 0, err
		}
		if err := r.reconnect(err); err != nil {
			return 0, err
		}
	}
}

// countBytes notes that bytes came, and keeps the pace of the import.
func (r *reader) countBytes(b []byte, took time.Duration) error {
	r.at += int64(len(b))
	r.tries = 0
	r.progress.done.Store(r.at)
	r.w.progress.bytes.Add(int64(len(b)))
	for _, s := range r.sums {
		_, _ = s.Write(b) // a hash never fails
	}
	if r.slowTime, r.slowBytes = r.slowTime+took, r.slowBytes+int64(len(b)); r.slowTime > limits.PaceTime {
		if r.slowBytes < limits.PaceBytes {
			return errSlow
		}
		r.slowTime, r.slowBytes = 0, 0
	}
	if burst := r.w.limiter.Burst(); burst > 0 {
		for left := len(b); left > 0; left -= burst {
			if err := r.w.limiter.WaitN(r.ctx, min(left, burst)); err != nil {
				return err
			}
		}
	}
	return nil
}

// reconnect goes on at the byte where the connection broke, unless that happened too often.
func (r *reader) reconnect(cause error) error {
	if cause == io.EOF {
		cause = io.ErrUnexpectedEOF
	}
	if r.tries++; r.tries > maxReconnects || r.ctx.Err() != nil || itemFault(cause) != nil {
		return fmt.Errorf("read at byte %d of %d: %w", r.at, r.size, cause)
	}
	if err := r.waitBeforeRetry(); err != nil {
		return err
	}
	at, from, sums, size, tries := r.at, r.from, r.sums, r.size, r.tries
	_ = r.body.Close() // it broke
	r.body = nil
	if err := r.open(at); err != nil {
		return err
	}
	if r.size != size {
		return source.ErrChanged
	}
	r.from, r.sums, r.tries = from, sums, tries
	return nil
}

// waitBeforeRetry waits before the next try, longer after each one.
func (r *reader) waitBeforeRetry() error {
	t := time.NewTimer(time.Duration(r.tries) * r.w.s.FirstWait / 8)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-r.ctx.Done():
		return r.ctx.Err()
	}
}

// checkEnd fails when there is more than the size that the source said.
func (r *reader) checkEnd() error {
	if r.size < 0 {
		return nil
	}
	var b [1]byte
	if n, _ := r.body.Read(b[:]); n > 0 { // an error behind the last byte is none of the content
		return source.ErrBroken
	}
	return nil
}

// resetSums begins the sums anew.
func (r *reader) resetSums() {
	for _, s := range r.sums {
		s.Reset()
	}
}

func (r *reader) newHashWriter() io.Writer {
	all := make([]io.Writer, len(r.sums))
	for i, s := range r.sums {
		all[i] = s.Hash
	}
	return io.MultiWriter(all...)
}

// finishContent checks the sums and describes what was read.
func (r *reader) finishContent(small []byte) (*content, error) {
	var said []string
	for _, s := range r.sums {
		got := hex.EncodeToString(s.Hash.Sum(nil))
		if got != strings.ToLower(s.Hex) {
			return nil, fmt.Errorf("the content has another %s than its source says: %w", s.Algorithm, errSum)
		}
		said = append(said, strings.ToUpper(s.Algorithm)+":"+got)
	}
	kind := r.info.Type
	if kind == "" {
		kind = r.it.Type
	}
	return &content{small: small, etag: r.it.ETag, Content: files.Content{
		Size: int64(len(small)), Type: kind, ModifiedAt: modifiedAt(r.info, r.it), Sums: strings.Join(said, " "),
	}}, nil
}

var errSum = errors.New("it is damaged on the way, or it changed")

// isSmall reports whether a content waits in memory.
func (c *content) isSmall() bool { return c.Hash.IsZero() && c.Size <= blobstore.SmallMax }
