package stories

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"anbar/app"
	"anbar/blobstore"
)

// TestASecondProcessTouchesNothing: it would take what the first one is doing for remains of a crash.
func TestASecondProcessTouchesNothing(t *testing.T) {
	t.Parallel()
	c := settings(filepath.Join(t.TempDir(), "data"))
	quiet := slog.New(slog.DiscardHandler)
	if err := os.Mkdir(c.Data, 0o700); err != nil {
		t.Fatal(err)
	}
	first, err := blobstore.Open(c.Blobs(), blobstore.Options{Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	if a, err := app.New(t.Context(), c, quiet); !errors.Is(err, blobstore.ErrLocked) {
		t.Errorf("%v, %v", a, err)
	}
	if _, err := os.Stat(c.Database()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a second process opened the database: %v", err)
	}
	// It goes on as soon as the first one is gone.
	ended := make(chan error, 1)
	time.AfterFunc(300*time.Millisecond, func() { ended <- first.Close() })
	a, err := app.New(t.Context(), c, quiet)
	if err = errors.Join(err, <-ended); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}
