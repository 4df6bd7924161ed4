package backup

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"anbar/blobstore"
	"anbar/db"

	"github.com/klauspost/compress/zstd"
)

// Cataloger writes catalogs into the blob store: what its contents are called.
type Cataloger struct {
	DB      *db.DB
	Blobs   *blobstore.Store
	Log     *slog.Logger
	Program string // its version

	mu      sync.Mutex
	written uint64    // the number of the commit that the last catalog shows
	rest    time.Time // until then no other is written; zero before the first one
}

// restPerCatalog: the pause after a catalog is this many times the time that it took.
const restPerCatalog = 100

// Write writes a catalog unless nothing changed since the last one, or that took so long that a rest is due.
func (c *Cataloger) Write(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	began, now := time.Now(), c.DB.Commits()
	if !c.rest.IsZero() && now == c.written || began.Before(c.rest) {
		return nil
	}
	var rows int64
	err := c.Blobs.SaveCatalog(func(w io.Writer) error {
		packed, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true))
		if err != nil {
			return err
		}
		err = c.DB.View(ctx, func(v *db.View) (err error) {
			rows, err = v.WriteCatalog(packed, c.Program)
			return err
		})
		return errors.Join(err, packed.Close())
	})
	if err != nil {
		return err
	}
	took := time.Since(began)
	c.written, c.rest = now, time.Now().Add(restPerCatalog*took)
	c.Log.Debug("wrote a catalog of the contents", "rows", rows, "took", took.Round(time.Millisecond))
	return nil
}
