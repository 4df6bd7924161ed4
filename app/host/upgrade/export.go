package upgrade

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"anbar/app/base/disk"
	"anbar/blobstore"
	"anbar/db"

	"golang.org/x/sys/unix"
)

// exportSince writes the files that a rollback would lose, as ordinary files, into a directory, and returns those whose contents cannot
// be read. The directory has its name only when all of them are there. The caller holds the data.
func (w *work) exportSince(ctx context.Context, l *loss) (to string, lost []string, err error) {
	to = filepath.Join(w.Storage.Data, "rolled-back", strings.TrimSuffix(filepath.Base(l.snapshot), ".db"))
	half := to + ".part"
	if err := errors.Join(os.RemoveAll(half), os.MkdirAll(half, 0o700)); err != nil { // of a call that was interrupted
		return "", nil, err
	}
	store, err := blobstore.Open(w.Storage.Blobs(), blobstore.Options{Log: slog.New(slog.DiscardHandler), Held: true})
	if err != nil {
		return "", nil, err
	}
	for i := range l.since.Files {
		f := &l.since.Files[i]
		if err = exportOne(ctx, store, half, f); errors.Is(err, errContent) {
			lost = append(lost, f.Path)
			err = nil
		}
		if err != nil {
			break
		}
	}
	if err = errors.Join(err, store.Close()); err != nil {
		return "", nil, err
	}
	to, err = nameExport(half, to)
	return to, lost, err
}

// nameExport makes an export durable and gives it its name. One that has it already is of a call that was interrupted later, and people
// may have changed more since: both are kept.
func nameExport(half, to string) (string, error) {
	d, err := os.Open(half)
	if err != nil {
		return "", err
	}
	if err := errors.Join(unix.Syncfs(int(d.Fd())), d.Close()); err != nil {
		return "", err
	}
	name := to
	for n := 2; ; n++ {
		err := os.Rename(half, name)
		if err == nil {
			return name, disk.SyncFile(filepath.Dir(name))
		}
		if !errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.ENOTEMPTY) {
			return "", err
		}
		name = fmt.Sprintf("%s-%d", to, n)
	}
}

// rootLevel is where db.SinceFile.Path has the root of a file, after the workspace.
const rootLevel = 1

var errContent = errors.New("the content cannot be read")

func exportOne(ctx context.Context, store *blobstore.Store, to string, f *db.SinceFile) error {
	in, err := store.Open(ctx, blobstore.Digest(f.Hash))
	if err != nil {
		return errors.Join(errContent, err)
	}
	parts := strings.Split(f.Path, "/")
	for i, p := range parts {
		if p == "" || p == "." || p == ".." {
			parts[i] = "_"
		}
	}
	out, err := makeFile(to, parts)
	if errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.ENOTDIR) { // the trash holds equal names
		parts[rootLevel] += fmt.Sprintf(" (%s)", f.ID)
		out, err = makeFile(to, parts)
	}
	if err != nil {
		return errors.Join(err, in.Close())
	}
	r := in.NewReader()
	_, err = io.Copy(out, r)
	if err = errors.Join(err, r.Close()); err != nil {
		err = errors.Join(errContent, err)
	}
	return errors.Join(err, out.Close(), in.Close())
}

// makeFile makes a file that is not there, with its directories.
func makeFile(to string, parts []string) (*os.File, error) {
	name := filepath.Join(append([]string{to}, parts...)...)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}
