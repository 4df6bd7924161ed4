package seal

import (
	"errors"
	"io"
	"sync"

	"anbar/app/base/panics"

	"filippo.io/age"
)

// OpenRange decrypts a stretch of the object of a name into p. size is that of what is in the object; the stretch has to be a part of it.
// get reads bytes of the sealed object; it may be called from several goroutines. OpenRange fails with an OpenError where the object is not
// the one that was sealed; whether it is in those places that are not needed is not looked at.
func (s *Sealer) OpenRange(name string, size int64, p []byte, off int64, get func(p []byte, off int64) error) error {
	if len(p) == 0 {
		return nil
	}
	at := &sealedParts{size: SealedSize(size)}
	if err := at.load(off, int64(len(p)), get); err != nil {
		return err
	}
	plain, length, err := age.DecryptReaderAt(at, at.size, &boundName{s, name})
	switch {
	case errors.Is(err, errForeign):
		return &OpenError{name, reasonForeign}
	case err != nil || length != size:
		return &OpenError{name, reasonChanged}
	}
	if _, err := plain.ReadAt(p, off); err != nil && !errors.Is(err, io.EOF) {
		return &OpenError{name, reasonChanged}
	}
	return nil
}

// sealedParts has those parts of a sealed object that are needed to open a stretch: its head, its last chunk, which proves the length, and
// the chunks of the stretch.
type sealedParts struct {
	size  int64
	parts []sealedPart
}

type sealedPart struct {
	off   int64
	bytes []byte
}

// load reads the parts, those that lie apart at the same time.
func (s *sealedParts) load(off, n int64, get func(p []byte, off int64) error) error {
	const sealedChunk = chunkSize + chunkTag
	head := int64(headerSize + nonceAhead)
	last := head + max((s.size-head-1)/sealedChunk, 0)*sealedChunk
	from := head + off/chunkSize*sealedChunk
	to := min(head+((off+n-1)/chunkSize+1)*sealedChunk, s.size)
	s.add(0, head)
	s.add(from, to)
	s.add(last, s.size)
	failed := make([]error, len(s.parts))
	var all sync.WaitGroup
	for i, part := range s.parts {
		all.Go(func() { failed[i] = panics.Catch(func() error { return get(part.bytes, part.off) }) })
	}
	all.Wait()
	return errors.Join(failed...)
}

// add adds a part that does not begin before the last one. What it has in common with that is read once.
func (s *sealedParts) add(from, to int64) {
	if i := len(s.parts) - 1; i >= 0 {
		last := &s.parts[i]
		if end := last.off + int64(len(last.bytes)); from <= end {
			last.bytes = make([]byte, max(to, end)-last.off)
			return
		}
	}
	s.parts = append(s.parts, sealedPart{from, make([]byte, to-from)})
}

var errNotRead = errors.New("this part was not read")

// ReadAt implements io.ReaderAt for the parts.
func (s *sealedParts) ReadAt(p []byte, off int64) (n int, err error) {
	for _, part := range s.parts {
		if at := off - part.off; at >= 0 && at < int64(len(part.bytes)) {
			if n = copy(p, part.bytes[at:]); n < len(p) {
				return n, io.EOF
			}
			return n, nil
		}
	}
	return 0, errNotRead
}
