package replica

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// Sealer seals files and opens them, each bound to its name.
type Sealer interface {
	Seal(name string, r io.Reader) (io.Reader, error)
	Open(name string, r io.Reader) (io.Reader, error)
	// PlainSize returns the size of what is in a file of a size.
	PlainSize(sealed int64) int64
	// IsTampered reports whether an error of Open, or of what it returned, says that the file is not what was sealed.
	IsTampered(err error) bool
}

// rawClient stores files as they are given.
type rawClient interface {
	litestream.ReplicaClient
	// store writes a file of a known time and sets its size.
	store(ctx context.Context, info *ltx.FileInfo, r io.Reader) error
}

// peekTime reads the time of a file from its head, and returns what is to be stored: all of it.
func peekTime(level int, from, to ltx.TXID, r io.Reader) (*ltx.FileInfo, io.Reader, error) {
	var head bytes.Buffer
	h, _, err := ltx.PeekHeader(io.TeeReader(r, &head))
	if err != nil {
		return nil, nil, fmt.Errorf("read the time of an LTX file: %w", err)
	}
	info := &ltx.FileInfo{Level: level, MinTXID: from, MaxTXID: to, CreatedAt: time.UnixMilli(h.Timestamp).UTC()}
	return info, io.MultiReader(&head, r), nil
}

// sealedClient seals what it stores.
type sealedClient struct {
	rawClient
	seal   Sealer
	folder string
}

func (s *sealedClient) name(level int, from, to ltx.TXID) string {
	return litestream.LTXFilePath(s.folder, level, from, to)
}

// LTXFiles implements litestream.ReplicaClient. Times are in the files, which the store cannot read.
func (s *sealedClient) LTXFiles(ctx context.Context, level int, seek ltx.TXID, exact bool) (ltx.FileIterator, error) {
	files, err := s.rawClient.LTXFiles(ctx, level, seek, false)
	if err != nil {
		return nil, err
	}
	all, err := ltx.SliceFileIterator(files)
	for _, f := range all {
		f.Size = s.seal.PlainSize(f.Size)
	}
	if err == nil && exact {
		all, err = loadTimestamps(ctx, s, all)
	}
	return ltx.NewFileInfoSliceIterator(all), err
}

// WriteLTXFile implements litestream.ReplicaClient.
func (s *sealedClient) WriteLTXFile(ctx context.Context, level int, from, to ltx.TXID, r io.Reader) (*ltx.FileInfo, error) {
	info, whole, err := peekTime(level, from, to, r)
	if err != nil {
		return nil, err
	}
	sealed, err := s.seal.Seal(s.name(level, from, to), whole)
	if err != nil {
		return nil, err
	}
	err = s.store(ctx, info, sealed)
	info.Size = s.seal.PlainSize(info.Size)
	return info, err
}

// sealedHead is more than what has to be read for the first 64 KiB of a file.
const (
	sealedHead = 66 << 10
	plainHead  = 64 << 10
)

// OpenLTXFile implements litestream.ReplicaClient. Litestream reads files whole, or their heads.
func (s *sealedClient) OpenLTXFile(ctx context.Context, level int, from, to ltx.TXID, offset, size int64) (io.ReadCloser, error) {
	ahead := int64(0)
	if size > 0 && offset+size <= plainHead {
		ahead = sealedHead
	}
	in, err := s.rawClient.OpenLTXFile(ctx, level, from, to, 0, ahead)
	if err != nil {
		return nil, err
	}
	out := &openedFile{s: s, in: in}
	if out.r, err = s.seal.Open(s.name(level, from, to), in); err != nil {
		return nil, errors.Join(out.explain(err), in.Close())
	}
	if _, err := io.CopyN(io.Discard, out, offset); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	if size > 0 {
		out.r = io.LimitReader(out.r, size)
	}
	return out, nil
}

// openedFile is a sealed file that is read.
type openedFile struct {
	s  *sealedClient
	r  io.Reader
	in io.ReadCloser
}

// explain makes of an error that the file is not what was sealed one that says that the copies are broken.
func (o *openedFile) explain(err error) error {
	if o.s.seal.IsTampered(err) {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return err
}

// Read implements io.Reader.
func (o *openedFile) Read(p []byte) (int, error) {
	n, err := o.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = o.explain(err)
	}
	return n, err
}

// Close implements io.Closer.
func (o *openedFile) Close() error { return o.in.Close() }
