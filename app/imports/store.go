package imports

import (
	"context"
	"errors"
	"time"

	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/blobstore"
	"anbar/db"
)

const storeAfter = 50 * time.Millisecond // that an item waits for others to be stored with

// store stores what is read: small items together, a large one with those that wait.
func (w *work) store(ctx context.Context) {
	var batch []*arrival
	var bytes int64
	flush := func() {
		if len(batch) > 0 {
			w.commit(ctx, batch)
		}
		batch, bytes = nil, 0
	}
	defer flush()
	late := time.NewTimer(storeAfter)
	late.Stop()
	for {
		select {
		case a, open := <-w.stored:
			if !open {
				return
			}
			if batch = append(batch, a); len(batch) == 1 {
				late.Reset(storeAfter)
			}
			bytes += a.size()
			if len(batch) == limits.ImportTogether || bytes >= limits.ImportBatch || len(a.contents) > 0 && a.size() == 0 {
				flush()
			}
		case <-late.C:
			flush()
		}
	}
}

// commit stores items with one transaction.
func (w *work) commit(ctx context.Context, batch []*arrival) {
	defer func() {
		for _, a := range batch {
			a.release()
		}
	}()
	if ctx.Err() != nil {
		return
	}
	lease, err := w.put(ctx, batch)
	if err == nil {
		defer lease.Release()
		var ended error
		err = w.s.DB.Update(ctx, func(tx *db.Tx) error {
			ended = nil
			return w.keepAll(tx, batch, &ended)
		})
		err = errors.Join(err, ended)
	}
	if err != nil {
		w.stop(err)
		return
	}
	w.mu.Lock()
	w.inARow, w.came = 0, true
	w.mu.Unlock()
	ids := make([]int64, len(batch))
	for i, a := range batch {
		ids[i] = a.row.ID
	}
	w.landed(ids...)
	w.tell()
}

// put puts the small contents of a batch into the store.
func (w *work) put(ctx context.Context, batch []*arrival) (*blobstore.Lease, error) {
	var all []*content
	var bytes [][]byte
	for _, a := range batch {
		for _, c := range a.contents {
			if c.isSmall() {
				all, bytes = append(all, c), append(bytes, c.small)
			}
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	digests, lease, err := w.s.Blobs.PutAll(ctx, bytes)
	for i := range digests {
		all[i].Hash = db.Hash(digests[i])
	}
	return lease, err
}

// keepAll stores the items of a batch as far as they fit; ended is why the others do not.
func (w *work) keepAll(tx *db.Tx, batch []*arrival, ended *error) error {
	imp, err := current(tx.ReadOnly(), w.id)
	if err != nil {
		return err
	}
	top, err := w.target(tx.ReadOnly(), imp)
	if err != nil {
		return err
	}
	p := newPlacing(tx, imp, top)
	var d db.ImportCounts
	for _, a := range batch {
		row, err := tx.ImportItemByID(a.row.ID)
		if errors.Is(err, db.ErrNotFound) || err == nil && row.State != db.ItemWaiting {
			continue // another pass dealt with it
		}
		if err != nil {
			return err
		}
		before := *row
		err = tx.Attempt(func() error { return p.one(row, a) })
		var known *fault.Fault
		if err != nil { // nothing of it is here, also not its first versions
			if !errors.As(err, &known) {
				return err
			}
			*row = before
			if top, err = w.target(tx.ReadOnly(), imp); err != nil {
				return err
			}
			p = newPlacing(tx, imp, top)
		}
		switch {
		case known == nil:
		case pauses(known) || ends(known):
			*ended = known
		default:
			row.State, row.Reason = db.ItemFailed, known.Key
		}
		if *ended != nil {
			break
		}
		d.Add(before.State, -1, before.Size)
		d.Add(row.State, 1, row.Size)
		if err := tx.UpdateImportItem(row); err != nil {
			return err
		}
	}
	return errors.Join(tx.UpdateImportCounts(w.id, d), w.reset(tx, imp))
}

// ends reports whether an item's fault is one that all others would have, too.
func ends(f *fault.Fault) bool { return errors.Is(f, fault.PermissionDenied) }
