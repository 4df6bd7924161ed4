// Package thumbnails makes the small pictures of contents, in the background
// and at the lowest priority.
package thumbnails

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"anbar/app/decode"
	"anbar/blobstore"
	"anbar/db"
)

const (
	lookout  = 500 * time.Millisecond // how often a look is taken whether anything was written
	pause    = 15 * time.Second       // after a failure that is not the picture's
	maxTries = 3
	batch    = 32
	maxBytes = 200 << 20
)

// Maker makes the small pictures of one appliance.
type Maker struct {
	db    *db.DB
	blobs *blobstore.Store
	pdf   *decode.PDFium
	log   *slog.Logger
}

// New makes a Maker.
func New(d *db.DB, blobs *blobstore.Store, pdf *decode.PDFium, log *slog.Logger) *Maker {
	return &Maker{d, blobs, pdf, log}
}

// Run makes what is wanted until ctx ends, each within a second when nothing
// else waits.
func (m *Maker) Run(ctx context.Context) {
	tick := time.NewTicker(lookout)
	defer tick.Stop()
	var seen uint64
	for first := true; ; first = false {
		if now := m.db.Commits(); first || now != seen {
			seen = now
			if err := m.gently(ctx); err != nil && ctx.Err() == nil {
				m.log.Error("make thumbnails", "error", err)
				seen-- // look again although nothing was written
				wait(ctx, pause)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := m.pdf.Rest(); err != nil {
				m.log.Error("unload PDFium", "error", err)
			}
		}
	}
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// gently makes what is wanted on a thread that yields to all others.
func (m *Maker) gently(ctx context.Context) error {
	wanted, err := m.wanted(ctx)
	if err != nil || len(wanted) == 0 {
		return err
	}
	return decode.Gently(m.log, func() error { return m.Make(ctx) })
}

// Make makes all that are wanted. A picture that cannot be made is noted as
// impossible; an error is one that all pictures would meet, and the picture
// that met it is tried again by the next call, three times in all.
func (m *Maker) Make(ctx context.Context) error {
	defer debug.FreeOSMemory() // decoded pictures are large and nobody else needs their room
	for {
		wanted, err := m.wanted(ctx)
		if err != nil || len(wanted) == 0 {
			return err
		}
		for _, w := range wanted {
			if err := m.one(ctx, w); err != nil {
				return err
			}
		}
	}
}

func (m *Maker) wanted(ctx context.Context) (all []db.WantedThumbnail, err error) {
	err = m.db.View(ctx, func(v *db.View) error {
		all, err = v.ThumbnailsWanted(batch)
		return err
	})
	return all, err
}

func (m *Maker) one(ctx context.Context, w db.WantedThumbnail) error {
	if w.Tries >= maxTries {
		return m.record(ctx, w.Source, db.ThumbnailImpossible, db.Hash{})
	}
	began := time.Now()
	picture, err := m.draw(ctx, w)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errImpossible):
		m.log.Info("no thumbnail", "content", w.Source, "type", w.Type, "reason", err)
		return m.record(ctx, w.Source, db.ThumbnailImpossible, db.Hash{})
	case err != nil:
		return errors.Join(fmt.Errorf("of content %s: %w", w.Source, err), m.record(ctx, w.Source, db.ThumbnailWanted, db.Hash{}))
	}
	made, lease, err := m.blobs.Put(ctx, picture)
	if err != nil {
		return errors.Join(fmt.Errorf("store the thumbnail of %s: %w", w.Source, err), m.record(ctx, w.Source, db.ThumbnailWanted, db.Hash{}))
	}
	defer lease.Release()
	m.log.Debug("made a thumbnail", "content", w.Source, "type", w.Type, "bytes", len(picture), "took", time.Since(began))
	return m.record(ctx, w.Source, db.ThumbnailMade, db.Hash(made))
}

// record notes how making one ended. Nobody may want it any more.
func (m *Maker) record(ctx context.Context, source db.Hash, state db.ThumbnailState, made db.Hash) error {
	err := m.db.Update(ctx, func(tx *db.Tx) error { return tx.UpdateThumbnail(source, state, made) })
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return err
}

// draw makes the small picture of a content, as a JPEG.
func (m *Maker) draw(ctx context.Context, w db.WantedThumbnail) ([]byte, error) {
	blob, err := m.blobs.Get(ctx, blobstore.Digest(w.Source))
	if errors.Is(err, blobstore.ErrNotFound) {
		return nil, fmt.Errorf("%w: the content is gone", errImpossible)
	}
	if err != nil {
		return nil, err
	}
	defer blob.Close()
	if blob.Size() > maxBytes {
		return nil, fmt.Errorf("%w: %d bytes", errImpossible, blob.Size())
	}
	src := decode.NewSource(ctx, blob, blob.Size())
	picture, err := m.drawFrom(src, w)
	if src.Failed() != nil { // what a decoder makes of it does not matter
		return nil, src.Failed()
	}
	return picture, err
}

func (m *Maker) drawFrom(src *decode.Source, w db.WantedThumbnail) (picture []byte, err error) {
	defer func() {
		if p := recover(); p != nil { // decoders of foreign bytes
			err = fmt.Errorf("%w: %v", errImpossible, p)
		}
	}()
	if w.Type == "application/pdf" {
		page, err := m.pdf.FirstPage(src, side)
		if errors.Is(err, decode.ErrDocument) {
			err = fmt.Errorf("%w: %w", errImpossible, err)
		}
		if err != nil {
			return nil, err
		}
		return encode(page, upright)
	}
	f, err := look(src)
	if err != nil {
		return nil, err
	}
	if f.pixels > heavy {
		// It may take so much memory that the process is ended, so the try counts before.
		if err := m.record(src.Context(), w.Source, db.ThumbnailWanted, db.Hash{}); err != nil {
			return nil, err
		}
	}
	img, err := f.decode(src)
	if err != nil {
		return nil, err
	}
	return encode(img, f.turn)
}
