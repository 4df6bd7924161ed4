package replica

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// Server stores files on another machine. Names are slash-separated.
type Server interface {
	// List returns what is in a directory; nothing when there is none.
	List(ctx context.Context, dir string) ([]fs.FileInfo, error)
	// Open opens a file at an offset; fs.ErrNotExist when there is none.
	Open(ctx context.Context, name string, offset int64) (io.ReadCloser, error)
	// Write writes a file of a time whole or not at all, with the directories above it, and returns its size.
	Write(ctx context.Context, name string, made time.Time, r io.Reader) (int64, error)
	// Remove deletes files; none is no error.
	Remove(ctx context.Context, names ...string) error
	// RemoveAll deletes a directory with everything in it; none is no error.
	RemoveAll(ctx context.Context, dir string) error
}

// remote stores the files of Litestream at a server, with the same names and times as Litestream's own client for SFTP. That one has a
// connection of its own, and waits for a server that is silent as long as that is.
type remote struct {
	Server
	folder string
}

func (r *remote) name(f *ltx.FileInfo) string {
	return litestream.LTXFilePath(r.folder, f.Level, f.MinTXID, f.MaxTXID)
}

// Type implements litestream.ReplicaClient.
func (r *remote) Type() string { return "sftp" }

// Init implements litestream.ReplicaClient.
func (r *remote) Init(context.Context) error { return nil }

// SetLogger implements litestream.ReplicaClient.
func (r *remote) SetLogger(*slog.Logger) {}

// LTXFiles implements litestream.ReplicaClient.
func (r *remote) LTXFiles(ctx context.Context, level int, seek ltx.TXID, exact bool) (ltx.FileIterator, error) {
	found, err := r.List(ctx, litestream.LTXLevelDir(r.folder, level))
	if err != nil {
		return nil, fmt.Errorf("list the copies of the database: %w", err)
	}
	var all []*ltx.FileInfo
	for _, e := range found {
		from, to, err := ltx.ParseFilename(e.Name())
		if err != nil || from < seek {
			continue // not of Litestream, or not asked for
		}
		all = append(all, &ltx.FileInfo{Level: level, MinTXID: from, MaxTXID: to, Size: e.Size(), CreatedAt: e.ModTime().UTC()})
	}
	if exact {
		all, err = loadTimestamps(ctx, r, all)
	}
	return ltx.NewFileInfoSliceIterator(all), err
}

// OpenLTXFile implements litestream.ReplicaClient.
func (r *remote) OpenLTXFile(ctx context.Context, level int, from, to ltx.TXID, offset, size int64) (io.ReadCloser, error) {
	in, err := r.Open(ctx, litestream.LTXFilePath(r.folder, level, from, to), offset)
	if err != nil || size <= 0 {
		return in, err
	}
	return &limitedFile{Reader: io.LimitReader(in, size), Closer: in}, nil
}

// limitedFile is a part of a file.
type limitedFile struct {
	io.Reader
	io.Closer
}

// WriteLTXFile implements litestream.ReplicaClient.
func (r *remote) WriteLTXFile(ctx context.Context, level int, from, to ltx.TXID, in io.Reader) (*ltx.FileInfo, error) {
	info, whole, err := peekTime(level, from, to, in)
	if err != nil {
		return nil, err
	}
	return info, r.store(ctx, info, whole)
}

// store implements rawClient.
func (r *remote) store(ctx context.Context, info *ltx.FileInfo, in io.Reader) (err error) {
	if info.Size, err = r.Write(ctx, r.name(info), info.CreatedAt, in); err != nil {
		return fmt.Errorf("copy a change of the database: %w", err)
	}
	return nil
}

// DeleteLTXFiles implements litestream.ReplicaClient.
func (r *remote) DeleteLTXFiles(ctx context.Context, all []*ltx.FileInfo) error {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = r.name(f)
	}
	if err := r.Remove(ctx, names...); err != nil {
		return fmt.Errorf("delete an old copy of the database: %w", err)
	}
	return nil
}

// DeleteAll implements litestream.ReplicaClient.
func (r *remote) DeleteAll(ctx context.Context) error { return r.RemoveAll(ctx, r.folder) }

var _ litestream.ReplicaClient = (*remote)(nil)
