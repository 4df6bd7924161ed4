package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"anbar/blobstore"
	"anbar/config"
	"anbar/db"

	"github.com/klauspost/compress/zstd"
)

// Recovery says what came back from the store alone.
type Recovery struct {
	Catalog  db.CatalogHead
	Rows     int64
	Skipped  []string // newer catalogs that could not be read, with the reason
	Findings *Findings
	Written  int64              // of the contents that no file names, those written to the directory
	Broken   []blobstore.Digest // of these, damaged, and not written
}

// Recover makes the database of an appliance anew from the newest whole catalog in its blob store, and looks whether the
// contents are there. Contents that no file names are written into the directory unnamed, which must be empty or not there,
// unless that is "". It fails when there is a database.
func Recover(ctx context.Context, s config.Storage, unnamed string) (r Recovery, err error) {
	for _, suffix := range []string{"", "-wal", "-journal"} {
		if _, err := os.Stat(s.Database() + suffix); err == nil {
			return r, fmt.Errorf("%s is there; move it away before another one is made: it may hold more than the store knows",
				s.Database()+suffix)
		}
	}
	if _, err := os.Stat(filepath.Join(s.Blobs(), "FORMAT")); err != nil {
		return r, fmt.Errorf("%s holds no store of an appliance: %w", s.Blobs(), err)
	}
	if err := checkUnnamed(unnamed); err != nil {
		return r, err
	}
	blobs, err := blobstore.Open(s.Blobs(), blobstore.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, blobs.Close()) }()
	if err := r.restoreCatalog(ctx, blobs, s.Database()); err != nil {
		return r, err
	}
	d, err := db.Open(ctx, s.Database())
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if r.Findings, err = Check(ctx, d, blobs, true); err != nil {
		return r, err
	}
	if unnamed == "" {
		return r, nil
	}
	return r, r.writeUnnamed(ctx, d, blobs, unnamed)
}

func checkUnnamed(dir string) error {
	if dir == "" {
		return nil
	}
	names, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return os.MkdirAll(dir, 0o700)
	}
	if err == nil && len(names) > 0 {
		err = fmt.Errorf("%s is not empty", dir)
	}
	return err
}

// restoreCatalog takes the newest catalog that is whole.
func (r *Recovery) restoreCatalog(ctx context.Context, blobs *blobstore.Store, path string) (err error) {
	all, err := blobs.OpenCatalogs()
	defer func() {
		for _, c := range all {
			err = errors.Join(err, c.Close())
		}
	}()
	if err != nil {
		r.Skipped = append(r.Skipped, err.Error()) // another one may do
	}
	for _, c := range all {
		unpacked, err := zstd.NewReader(c, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
		if err != nil {
			return err
		}
		r.Catalog, r.Rows, err = db.RestoreCatalog(ctx, path, unpacked)
		unpacked.Close()
		if !errors.Is(err, db.ErrCatalog) {
			return err
		}
		r.Skipped = append(r.Skipped, fmt.Sprintf("%s: %v", c.Name, err))
	}
	if len(r.Skipped) > 0 {
		return fmt.Errorf("no catalog in the store is whole: %s", strings.Join(r.Skipped, "; "))
	}
	return errors.New("the store holds no catalog: it was last used by a version of Anbar that wrote none, or for less than a minute; " +
		"the contents can be brought back from a backup with \"anbar restore\"")
}

// writeUnnamed writes the contents that no row names, each under its hash, but for damaged ones.
func (r *Recovery) writeUnnamed(ctx context.Context, d *db.DB, blobs *blobstore.Store, dir string) error {
	refs, err := allReferences(ctx, d)
	if err != nil {
		return err
	}
	all := func(yield func(blobstore.Digest, error) bool) {
		for _, ref := range refs {
			if !yield(ref, nil) {
				return
			}
		}
	}
	for digest, err := range blobs.ListUnreferenced(ctx, all) {
		if err != nil {
			return err
		}
		switch err := writeContent(ctx, blobs, digest, dir); {
		case errors.Is(err, blobstore.ErrCorrupt) || errors.Is(err, blobstore.ErrNotFound):
			r.Broken = append(r.Broken, digest)
		case err != nil:
			return fmt.Errorf("write the content %s: %w", digest, err)
		default:
			r.Written++
		}
	}
	return nil
}

// writeContent copies a content into a file that is named by its hash. Of a damaged one no file is left.
func writeContent(ctx context.Context, blobs *blobstore.Store, d blobstore.Digest, dir string) (err error) {
	blob, err := blobs.Open(ctx, d)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, blob.Close()) }()
	in := blob.NewReader()
	defer func() { err = errors.Join(err, in.Close()) }()
	head := make([]byte, 512)
	n, err := io.ReadFull(in, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return err
	}
	kind, _, _ := strings.Cut(http.DetectContentType(head[:n]), ";")
	name := filepath.Join(dir, d.String()[:24]+usualEndings[kind])
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, in)
	if err == nil {
		err = f.Sync() // the appliance will delete the original
	}
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

var usualEndings = map[string]string{
	"text/plain": ".txt", "text/html": ".html", "application/pdf": ".pdf", "application/zip": ".zip", "image/png": ".png",
	"image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "video/mp4": ".mp4", "audio/mpeg": ".mp3",
}

// Write tells people what came back.
func (r *Recovery) Write(w io.Writer) error {
	var b strings.Builder
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "SKIPPED  the catalog %s\n", s)
	}
	fmt.Fprintf(&b, "recovered from the catalog of %s: %d rows\n", r.Catalog.Written.Format("2006-01-02 15:04:05 MST"), r.Rows)
	c := &r.Findings.Contents
	fmt.Fprintf(&b, "%d contents are named, %d of them are not in the store\n", c.Referenced, c.Missing)
	for _, name := range r.Findings.Files {
		fmt.Fprintf(&b, "FILE     %s\n", name)
	}
	for _, p := range r.Findings.Database.Problems {
		fmt.Fprintf(&b, "DAMAGED  %s\n", p)
	}
	for _, d := range r.Broken {
		fmt.Fprintf(&b, "DAMAGED  the content %s, which has no name; it is not written\n", d)
	}
	switch {
	case r.Findings.Contents.Orphans == 0 || len(r.Broken) > 0 && r.Written == 0:
	case r.Written > 0:
		fmt.Fprintf(&b, "%d contents have no name, because they came after the catalog or were deleted; they are written\n", r.Written)
	default:
		fmt.Fprintf(&b, "%d contents have no name, because they came after the catalog or were deleted. The appliance deletes them when "+
			"it has run for a day; to keep them, move the new database away and recover again with --unnamed DIR\n",
			r.Findings.Contents.Orphans)
	}
	b.WriteString("A catalog holds people, workspaces, roles, guests, files, versions, tags and favorites. It does not hold passwords, " +
		"second steps, sessions, links, upload boxes, plans, invoices, tickets and activity.\n" +
		"Set a password for yourself with \"anbar user passwd\"; others use \"Forgot password\".\n")
	_, err := io.WriteString(w, b.String())
	return err
}
