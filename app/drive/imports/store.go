package imports

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/blobstore"
	"anbar/db"
)

const storeAfter = 50 * time.Millisecond // that an item waits for others to be stored with

// storeLoop stores what is read: small items together, a large one with those that wait.
func (w *pass) storeLoop(ctx context.Context) {
	var batch []*fetchedItem
	var bytes int64
	flush := func() {
		if len(batch) > 0 {
			w.commitBatch(ctx, batch)
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
			bytes += a.memorySize()
			if len(batch) == limits.ImportTogether || bytes >= limits.ImportBatch || len(a.contents) > 0 && a.memorySize() == 0 {
				flush()
			}
		case <-late.C:
			flush()
		}
	}
}

// commitBatch stores items with one transaction.
func (w *pass) commitBatch(ctx context.Context, batch []*fetchedItem) {
	defer func() {
		for _, a := range batch {
			a.release()
		}
	}()
	if ctx.Err() != nil {
		return
	}
	lease, err := w.storeSmall(ctx, batch)
	if err == nil {
		defer lease.Release()
		var ended error
		err = w.s.DB.Update(ctx, func(tx *db.Tx) error {
			ended = nil
			return w.storeBatch(tx, batch, &ended)
		})
		err = errors.Join(err, ended)
	}
	if err != nil {
		w.stop(err)
		return
	}
	w.markStored(batch)
}

// markStored notes that the items of a batch are dealt with.
func (w *pass) markStored(batch []*fetchedItem) {
	w.mu.Lock()
	w.missedInRow, w.progressed = 0, true
	w.mu.Unlock()
	ids := make([]int64, len(batch))
	for i, a := range batch {
		ids[i] = a.row.ID
	}
	w.releaseItems(ids...)
	w.scheduleNotify()
}

// storeSmall puts the small contents of a batch into the store.
func (w *pass) storeSmall(ctx context.Context, batch []*fetchedItem) (*blobstore.Lease, error) {
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

// storeBatch stores the items of a batch as far as they fit; ended is why the others do not.
func (w *pass) storeBatch(tx *db.Tx, batch []*fetchedItem, ended *error) error {
	imp, err := loadActive(tx.ReadOnly(), w.id)
	if err != nil {
		return err
	}
	d, err := w.placeBatch(tx, imp, batch, ended)
	if err != nil {
		return err
	}
	return errors.Join(tx.UpdateImportCounts(w.id, d), w.resetFailures(tx, imp))
}

// placeBatch puts the items of a batch into the tree, and returns what that does to the counts of the import.
func (w *pass) placeBatch(tx *db.Tx, imp *db.Import, batch []*fetchedItem, ended *error) (d db.ImportCounts, err error) {
	top, err := w.loadTarget(tx.ReadOnly(), imp)
	if err != nil {
		return d, err
	}
	p := newPlacer(tx, imp, top)
	for _, a := range batch {
		refused, err := p.tryItem(a, &d)
		if err != nil {
			return d, err
		}
		if refused == nil {
			continue
		}
		if isPausing(refused) || isFatal(refused) {
			*ended = refused
			break
		}
		if top, err = w.loadTarget(tx.ReadOnly(), imp); err != nil {
			return d, err
		}
		p = newPlacer(tx, imp, top)
	}
	return d, nil
}

// tryItem stores an item of a batch, and counts it. Of an item that is refused it stores nothing, also not its first versions, and
// returns the reason; the item goes on waiting when that reason halts the import.
func (p *placer) tryItem(a *fetchedItem, d *db.ImportCounts) (*fault.Fault, error) {
	row, err := p.tx.ImportItemByID(a.row.ID)
	if errors.Is(err, db.ErrNotFound) || err == nil && row.State != db.ItemWaiting {
		return nil, nil // another pass dealt with it
	}
	if err != nil {
		return nil, err
	}
	before := *row
	err = p.tx.Attempt(func() error { return p.placeItem(row, a) })
	var known *fault.Fault
	if err != nil {
		if !errors.As(err, &known) {
			return nil, err
		}
		if isPausing(known) || isFatal(known) {
			return known, nil
		}
		*row = before
		row.State, row.Reason = db.ItemFailed, known.Key
	}
	d.Add(before.State, -1, before.Size)
	d.Add(row.State, 1, row.Size)
	return known, p.tx.UpdateImportItem(row)
}

// isFatal reports whether an item's fault is one that all others would have, too.
func isFatal(f *fault.Fault) bool { return errors.Is(f, fault.PermissionDenied) }
