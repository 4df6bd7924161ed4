// Package thumbnails makes the small pictures of files, and takes the first lines of texts, in the background and
// at the lowest priority.
package thumbnails

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"anbar/app/base/limits"
	"anbar/app/base/panics"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode"
	"anbar/decode/sizes"
)

const (
	minInterval = 500 * time.Millisecond // between two looks at what was written
	retryDelay  = 15 * time.Second       // after a failure that is not the picture's
	maxTries    = 3
)

// Maker makes the small pictures of one appliance.
type Maker struct {
	db    *db.DB
	blobs *blobstore.Store
	dec   *decode.Decoders
	log   *slog.Logger

	redrawn bool // with this program; only the run of all but PDFs uses it
}

// New makes a Maker.
func New(d *db.DB, blobs *blobstore.Store, dec *decode.Decoders, log *slog.Logger) *Maker {
	return &Maker{db: d, blobs: blobs, dec: dec, log: log}
}

// Run makes the wanted thumbnails until ctx ends, each within a second when no other waits.
// PDFs have a decoder of their own and do not delay the others.
func (m *Maker) Run(ctx context.Context) {
	var both sync.WaitGroup
	for _, pdfs := range []bool{false, true} {
		both.Go(func() {
			panics.Restart(ctx, m.log, "thumbnails", func(ctx context.Context) { m.runQueue(ctx, pdfs) })
		})
	}
	both.Wait()
}

func (m *Maker) runQueue(ctx context.Context, pdfs bool) {
	for ctx.Err() == nil {
		seen := m.db.Commits()
		if err := m.makeWanted(ctx, pdfs); err != nil && ctx.Err() == nil {
			m.log.Error("make thumbnails", "error", err)
			sleep(ctx, retryDelay)
			continue
		}
		sleep(ctx, minInterval)
		for m.db.Commits() == seen && ctx.Err() == nil {
			m.db.WaitForCommit(ctx, seen, time.Hour)
		}
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// MakeAll makes all that are wanted. A picture that cannot be made is noted as
// impossible; an error is one that all pictures would meet, and the picture
// that met it is tried again by the next call, three times in all.
func (m *Maker) MakeAll(ctx context.Context) error {
	other := make(chan error, 1)
	go func() { other <- panics.Catch(func() error { return m.makeWanted(ctx, true) }) }()
	return errors.Join(m.makeWanted(ctx, false), <-other)
}

// makeWanted makes all that are wanted of PDFs or of all else, those first whose
// workspace took the least time lately.
func (m *Maker) makeWanted(ctx context.Context, pdfs bool) error {
	skip := map[db.SpaceID]int{} // blobs at the front of each queue that are not on the disk yet
	for {
		w, err := m.findWanted(ctx, pdfs, skip)
		if errors.Is(err, db.ErrNotFound) {
			if more, err := m.redraw(ctx, pdfs); err != nil || !more {
				return err
			}
			continue
		}
		if err == nil {
			err = m.makeThumbnail(ctx, w)
		}
		if err != nil {
			return err
		}
	}
}

// findWanted returns the next one whose blob is on the disk, and counts the others before it: they come after a restore, and nobody waits
// for them.
func (m *Maker) findWanted(ctx context.Context, pdfs bool, skip map[db.SpaceID]int) (w db.WantedThumbnail, err error) {
	return db.Get(ctx, m.db, func(v *db.View) (w db.WantedThumbnail, err error) {
		spaces, err := v.SpacesWanting(pdfs)
		if err != nil {
			return w, err
		}
		for len(spaces) > 0 {
			space := m.dec.NextSpace(spaces)
			w, err = m.findHere(v, space, pdfs, skip)
			if !errors.Is(err, db.ErrNotFound) {
				return w, err
			}
			spaces = slices.DeleteFunc(spaces, func(s db.SpaceID) bool { return s == space })
		}
		return w, db.ErrNotFound
	})
}

func (m *Maker) findHere(v *db.View, space db.SpaceID, pdfs bool, skip map[db.SpaceID]int) (db.WantedThumbnail, error) {
	for {
		w, err := v.ThumbnailWanted(space, pdfs, skip[space])
		if err != nil {
			return w, err
		}
		if isAway, err := m.blobs.IsContentAway(blobstore.Digest(w.Source)); err != nil || !isAway {
			return w, err
		}
		skip[space]++
	}
}

func (m *Maker) makeThumbnail(ctx context.Context, w db.WantedThumbnail) error {
	if w.Tries >= maxTries {
		return m.storeResult(ctx, w.Source, db.ThumbnailImpossible, db.Hash{})
	}
	began := time.Now()
	picture, err := m.renderThumbnail(ctx, w)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, blobstore.ErrAway):
		return err // it counts as no try
	case errors.Is(err, decode.ErrContent):
		m.log.Info("no thumbnail", "content", w.Source, "type", w.Type, "reason", err)
		return m.storeResult(ctx, w.Source, db.ThumbnailImpossible, db.Hash{})
	case err != nil:
		return errors.Join(fmt.Errorf("of content %s: %w", w.Source, err), m.storeResult(ctx, w.Source, db.ThumbnailWanted, db.Hash{}))
	}
	made, lease, err := m.blobs.Put(ctx, picture)
	if err != nil {
		return errors.Join(fmt.Errorf("store the thumbnail of %s: %w", w.Source, err),
			m.storeResult(ctx, w.Source, db.ThumbnailWanted, db.Hash{}))
	}
	defer lease.Release()
	state := db.ThumbnailMade
	if w.Type == sizes.Text {
		state = db.ThumbnailLines
	}
	m.log.Debug("made a thumbnail", "content", w.Source, "type", w.Type, "bytes", len(picture), "took", time.Since(began))
	return m.storeResult(ctx, w.Source, state, db.Hash(made))
}

// HasPicture reports whether a file has small pictures, or may have them soon.
func HasPicture(n *db.Node) bool {
	if n.Thumbnail == db.ThumbnailWanted {
		as, _ := sizes.TypeOf(n.ContentType, n.TypeKey, n.Size)
		return as != sizes.Text
	}
	return n.Thumbnail == db.ThumbnailMade
}

// storeResult stores the result of one thumbnail, which may not be wanted any more.
func (m *Maker) storeResult(ctx context.Context, source db.Hash, state db.ThumbnailState, made db.Hash) error {
	err := m.db.Update(ctx, func(tx *db.Tx) error { return tx.UpdateThumbnail(source, state, made) })
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return err
}

// renderThumbnail makes the small pictures of a blob, or takes the first lines of a text.
func (m *Maker) renderThumbnail(ctx context.Context, w db.WantedThumbnail) ([]byte, error) {
	blob, err := m.blobs.Open(ctx, blobstore.Digest(w.Source))
	if errors.Is(err, blobstore.ErrNotFound) {
		return nil, fmt.Errorf("%w: the content is gone", decode.ErrContent)
	}
	if err != nil {
		return nil, err
	}
	defer blob.Close()
	if blob.Size() > limits.DecodeSource {
		return nil, fmt.Errorf("%w: %d bytes", decode.ErrContent, blob.Size())
	}
	c := decode.Content{From: blob, Size: blob.Size(), Hash: w.Source, Space: w.Space}
	if w.Type == sizes.Text {
		lines, err := m.dec.ReadFirstLines(ctx, c)
		return []byte(lines), err
	}
	return m.dec.MakeThumbnails(ctx, c, w.Type)
}
