package replica

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/benbjohnson/litestream/file"
	"github.com/superfly/ltx"
)

// directory stores the files of Litestream in a directory, with the same names and times as Litestream's own client. That one
// works with paths, and would write into the empty mount point of a disk that went away in the middle.
type directory struct {
	*file.ReplicaClient
	open   func() (*os.Root, error)
	folder string // of the files, below what open gives
}

// LTXFiles implements litestream.ReplicaClient.
func (d *directory) LTXFiles(ctx context.Context, level int, seek ltx.TXID, exact bool) (ltx.FileIterator, error) {
	files, err := d.ReplicaClient.LTXFiles(ctx, level, seek, exact)
	if err != nil || !exact {
		return files, err
	}
	all, err := ltx.SliceFileIterator(files)
	if err == nil {
		all, err = loadTimestamps(ctx, d, all)
	}
	return ltx.NewFileInfoSliceIterator(all), err
}

// WriteLTXFile implements litestream.ReplicaClient.
func (d *directory) WriteLTXFile(ctx context.Context, level int, from, to ltx.TXID, r io.Reader) (*ltx.FileInfo, error) {
	info, whole, err := peekTime(level, from, to, r)
	if err != nil {
		return nil, err
	}
	return info, d.store(ctx, info, whole)
}

// store implements rawClient.
func (d *directory) store(_ context.Context, info *ltx.FileInfo, r io.Reader) error {
	at, err := d.open()
	if err != nil {
		return err
	}
	name := litestream.LTXFilePath(d.folder, info.Level, info.MinTXID, info.MaxTXID)
	info.Size, err = writeFile(at, name, info.CreatedAt, r)
	return errors.Join(err, at.Close())
}

// writeFile fills a file, gives it its time and then its name, and returns its size.
func writeFile(at *os.Root, name string, created time.Time, r io.Reader) (int64, error) {
	if err := at.MkdirAll(path.Dir(name), 0o700); err != nil {
		return 0, err
	}
	temporary := name + ".tmp"
	f, err := at.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(f, r)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = at.Chtimes(temporary, created, created)
	}
	if err == nil {
		err = at.Rename(temporary, name)
	}
	if err != nil {
		if gone := at.Remove(temporary); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
		return 0, err
	}
	dir, err := at.Open(path.Dir(name))
	if err != nil {
		return 0, err
	}
	return n, errors.Join(dir.Sync(), dir.Close())
}

// DeleteLTXFiles implements litestream.ReplicaClient.
func (d *directory) DeleteLTXFiles(_ context.Context, all []*ltx.FileInfo) error {
	at, err := d.open()
	if err != nil {
		return err
	}
	for _, info := range all {
		if err = at.Remove(litestream.LTXFilePath(d.folder, info.Level, info.MinTXID, info.MaxTXID)); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		if err != nil {
			break
		}
	}
	return errors.Join(err, at.Close())
}

// DeleteAll implements litestream.ReplicaClient.
func (d *directory) DeleteAll(context.Context) error {
	at, err := d.open()
	if err != nil {
		return err
	}
	return errors.Join(at.RemoveAll(d.folder), at.Close())
}
