package backup

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anbar/config"
)

// TestDamagedContentsWithoutANameDoNotHoldUpTheOthers recovers from the store alone, where some of the contents that have no name are
// damaged.
func TestDamagedContentsWithoutANameDoNotHoldUpTheOthers(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	c := &Cataloger{DB: d.db, Blobs: d.blobs, Log: slog.New(slog.DiscardHandler), Program: "test"}
	if err := c.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	const contents = 6
	for i := range contents {
		d.add(t, bytes.Repeat([]byte{byte(i), 1, 2, 3, 4, 5, 6}, 1<<20))
	}
	d.close(t)
	for _, name := range []string{d.Database(), d.Database() + "-wal"} {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
	large := files(t, d.Blobs(), "/large/")
	for i, name := range large {
		if i%2 == 0 {
			edit(t, name, func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
		}
	}
	lost := filepath.Join(t.TempDir(), "lost")
	r, err := Recover(t.Context(), config.Storage{Data: d.Data}, lost)
	if err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(lost)
	if err != nil || len(left) != contents/2 || r.Written != contents/2 || len(r.Broken) != contents/2 || len(large) != contents {
		t.Errorf("%d files of %d, %v: %+v", len(left), len(large), err, r)
	}
	var told strings.Builder
	if err := r.Write(&told); err != nil || strings.Count(told.String(), "DAMAGED  the content ") != contents/2 {
		t.Error(told.String(), err)
	}
}
