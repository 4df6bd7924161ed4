package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"anbar/app/operation/backup/seal"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

func openStore(t *testing.T, dir string) *blobstore.Store {
	t.Helper()
	s, err := blobstore.Open(dir, blobstore.Options{Log: slog.New(slog.DiscardHandler), Reserve: -1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func put(t *testing.T, s *blobstore.Store, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		_, lease, err := s.Put(t.Context(), bytes.Repeat([]byte(fmt.Sprint("content ", i)), 500))
		if err != nil {
			t.Fatal(err)
		}
		lease.Release()
	}
}

func inSync(context.Context) (uint64, error) { return 1, nil }

// drive is a data directory in use.
type drive struct {
	config.Storage
	db    *db.DB
	blobs *blobstore.Store
	ring  *seal.Ring
}

func openDrive(t *testing.T, s config.Storage) *drive {
	t.Helper()
	if _, err := os.Stat(s.Secrets()); err != nil {
		if err := os.WriteFile(s.Secrets(), []byte("the keys "+randomHex(4)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d, err := db.Open(t.Context(), s.Database())
	if err != nil {
		t.Fatal(err)
	}
	blobs, err := blobstore.Open(s.Blobs(), blobstore.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return &drive{s, d, blobs, seal.OpenRing(s.Seal())}
}

func newDrive(t *testing.T) *drive {
	t.Helper()
	return openDrive(t, config.Storage{Data: t.TempDir()})
}

func (d *drive) close(t *testing.T) {
	t.Helper()
	if err := errors.Join(d.db.Close(), d.blobs.Close()); err != nil {
		t.Fatal(err)
	}
}

// options say how the drive is copied to a target.
func (d *drive) options(t *testing.T, target Target) Options {
	t.Helper()
	o := Options{
		Database: d.Database(), Meta: filepath.Join(d.Data, "litestream", hashOf([]byte(target.String()))), Secrets: d.Secrets(),
		Ring: d.ring, Retention: 24 * time.Hour, Version: "test", Name: filepath.Base(d.Data), Log: slog.New(slog.DiscardHandler),
	}
	err := d.db.View(t.Context(), func(v *db.View) (err error) {
		o.Appliance, err = v.Install()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// keep begins to copy the drive to a target.
func (d *drive) keep(t *testing.T, target Target) *Runner {
	t.Helper()
	k, err := NewRunner(target, d.blobs, d.options(t, target))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// end closes the drive and what copies it.
func (d *drive) end(t *testing.T, k *Runner) {
	t.Helper()
	if err := d.db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(k.Close(), d.blobs.Close()); err != nil {
		t.Logf("close: %v", err)
	}
}

// add stores a blob and a row that references it.
func (d *drive) add(t *testing.T, content []byte) blobstore.Digest {
	t.Helper()
	stored, lease, err := d.blobs.PutReader(t.Context(), bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer lease.Release()
	err = d.db.Update(t.Context(), func(tx *db.Tx) error {
		source := db.Hash(blobstore.Sum(stored.Digest[:]))
		if _, err := tx.InsertThumbnail(source, "image/jpeg", 0); err != nil {
			return err
		}
		return tx.UpdateThumbnail(source, db.ThumbnailMade, db.Hash(stored.Digest))
	})
	if err != nil {
		t.Fatal(err)
	}
	return stored.Digest
}

// now copies everything.
func now(t *testing.T, k *Runner) Report {
	t.Helper()
	r, err := k.CopyNow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// restoreTo brings a target back into a new directory.
func restoreTo(t *testing.T, target Target, at time.Time) (config.Storage, *RestoreResult, error) {
	t.Helper()
	return restoreWith(t, target, at, nil)
}

// restoreWith is restoreTo with a recovery sheet.
func restoreWith(t *testing.T, target Target, at time.Time, sheet *seal.Sheet) (config.Storage, *RestoreResult, error) {
	t.Helper()
	to := config.Storage{Data: filepath.Join(t.TempDir(), "back")}
	r, err := Restore(t.Context(), target, to, RestoreOptions{
		At: at, Sheet: sheet, Log: slog.New(slog.DiscardHandler),
		Record: func(t Target) string { return filepath.Join(to.Data, "litestream", hashOf([]byte(t.String()))) },
	})
	return to, r, err
}

// mustRestore is a restore in which nothing is damaged or missing.
func mustRestore(t *testing.T, target Target, at time.Time) config.Storage {
	t.Helper()
	to, r, err := restoreTo(t, target, at)
	if err != nil || len(r.Damaged) > 0 || r.Pending > 0 {
		t.Fatalf("restore from %s: %v, %+v", target, err, r)
	}
	return to
}

// whole proves that a restored directory has every content that it names, and
// those.
func whole(t *testing.T, s config.Storage, want ...blobstore.Digest) {
	t.Helper()
	d := openDrive(t, s)
	defer d.close(t)
	found, err := Check(t.Context(), d.db, d.blobs, false)
	if err != nil || !found.OK() || found.Contents.Referenced != int64(len(want)) {
		t.Fatalf("%v: %+v", err, found)
	}
	if err := d.db.View(t.Context(), func(v *db.View) error {
		restored, err := v.LastRestoreID()
		if restored == "" {
			t.Error("clients that synchronize are not told of the restore")
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, digest := range want {
		b, err := d.blobs.Open(t.Context(), digest)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}
