package imports

import (
	"context"
	"errors"
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/panics"
	"anbar/app/drive/imports/source"
	"anbar/db"
)

// pass is one pass over what an import has still to do: one goroutine lists the source, some read items, and one stores them.
type pass struct {
	*run
	imp *db.Import
	src source.Source

	stop    context.CancelCauseFunc
	items   chan *db.ImportItem
	stored  chan *fetchedItem
	changed chan struct{} // something was listed or stored

	mu          sync.Mutex
	inFlight    map[int64]bool // that are being read or stored
	missed      map[int64]int  // that did not come in this pass, with their tries before
	missedInRow int
	lastErr     error // why the last of them did not
	listed      bool
	progressed  bool // something was stored

	// Of the goroutine that lists.
	lost       map[string]bool // directories that did not come in this pass
	lostErr    error           // why the last of them did not
	newItems   int             // that the last part of a listing told of for the first time in this run
	knownItems int64           // items before it
}

func newPass(r *run, imp *db.Import, src source.Source) *pass {
	return &pass{
		run: r, imp: imp, src: src, items: make(chan *db.ImportItem), stored: make(chan *fetchedItem), changed: make(chan struct{}, 1),
		inFlight: map[int64]bool{}, missed: map[int64]int{}, listed: imp.Listed, lost: map[string]bool{},
	}
}

// transferAll lists what is not known yet and stores what waits. It returns nil when all is dealt with.
func (w *pass) transferAll(ctx context.Context) error {
	ctx, w.stop = context.WithCancelCause(ctx)
	defer w.stop(nil)
	readers := min(max(w.src.Parallel(), 1), limits.ImportParallel)
	var lister sync.WaitGroup
	switch {
	case w.listed:
	case readers == 1: // it is read from its beginning to its end
		if err := w.listSource(ctx); err != nil {
			return err
		}
	default:
		readers--
		lister.Go(w.recoverPanics(func() { w.listInBackground(ctx) }))
	}
	w.transfer(ctx, readers)
	lister.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return w.resolveMisses(ctx)
}

// listInBackground lists the source while others read and store.
func (w *pass) listInBackground(ctx context.Context) {
	if err := w.listSource(ctx); err != nil {
		w.stop(err)
	}
}

// transfer reads what waits with a number of readers and stores it, until nothing is left for this pass.
func (w *pass) transfer(ctx context.Context, readers int) {
	var reading, storing sync.WaitGroup
	for range readers {
		reading.Go(w.recoverPanics(func() { w.readLoop(ctx) }))
	}
	storing.Go(w.recoverPanics(func() { w.storeLoop(ctx) }))
	if err := w.dispatch(ctx); err != nil {
		w.stop(err)
	}
	close(w.items)
	reading.Wait()
	close(w.stored)
	storing.Wait()
}

// recoverPanics ends the pass when fn panics, which would otherwise end the server, again after each start.
func (w *pass) recoverPanics(fn func()) func() {
	return func() {
		if err := panics.Catch(func() error { fn(); return nil }); err != nil {
			w.stop(err)
		}
	}
}

func (w *pass) notifyChanged() {
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

// dispatch hands items out until none is left that was not tried in this pass.
func (w *pass) dispatch(ctx context.Context) error {
	for {
		listed := w.isListed() // before the look, which sees all that was listed then
		sent, err := w.dispatchWaiting(ctx)
		if err != nil {
			return err
		}
		if sent == 0 {
			if w.isIdle() && listed {
				return nil
			}
			select {
			case <-w.changed:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
	}
}

func (w *pass) isListed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.listed
}

func (w *pass) isIdle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.inFlight) == 0
}

// dispatchWaiting hands out the items that wait now, and returns how many.
func (w *pass) dispatchWaiting(ctx context.Context) (sent int, err error) {
	for after := int64(0); ; {
		some, err := w.listWaiting(ctx, after)
		if err != nil {
			return sent, err
		}
		for i := range some {
			it := &some[i]
			after = it.ID
			if !w.claimItem(it) {
				continue
			}
			select {
			case w.items <- it:
				sent++
			case <-ctx.Done():
				return sent, context.Cause(ctx)
			}
		}
		if len(some) < limits.ImportTogether {
			return sent, nil
		}
	}
}

// listWaiting returns the next items that wait, behind the one of an id.
func (w *pass) listWaiting(ctx context.Context, after int64) (some []db.ImportItem, err error) {
	return db.Get(ctx, w.s.DB, func(v *db.View) ([]db.ImportItem, error) {
		return v.WaitingItems(w.id, after, limits.ImportTogether)
	})
}

// claimItem marks an item as being read; false when it is, or did not come in this pass.
func (w *pass) claimItem(it *db.ImportItem) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, missed := w.missed[it.ID]; missed || w.inFlight[it.ID] {
		return false
	}
	w.inFlight[it.ID] = true
	return true
}

// releaseItems notes that items are dealt with, or will be tried in another pass.
func (w *pass) releaseItems(ids ...int64) {
	w.mu.Lock()
	for _, id := range ids {
		delete(w.inFlight, id)
	}
	w.mu.Unlock()
	w.notifyChanged()
}

// readLoop reads items until there are none.
func (w *pass) readLoop(ctx context.Context) {
	for it := range w.items {
		if ctx.Err() != nil {
			continue
		}
		a, err := w.readOne(ctx, it)
		if err != nil && ctx.Err() == nil {
			w.recordMiss(it, err)
		}
		if a == nil {
			continue
		}
		select {
		case w.stored <- a:
		case <-ctx.Done():
			a.release()
		}
	}
}

// maxMissedInRow is how many items in a row may fail before the source is looked at.
const maxMissedInRow = 16

// recordMiss notes that an item did not come, or ends the pass when the error is not about that item.
func (w *pass) recordMiss(it *db.ImportItem, err error) {
	var known *fault.Fault
	if errors.As(err, &known) {
		w.stop(err)
		return
	}
	w.mu.Lock()
	w.missed[it.ID], w.lastErr = it.Attempts, err
	w.missedInRow++
	down := w.missedInRow >= maxMissedInRow || len(w.missed) >= maxMissed
	w.mu.Unlock()
	w.releaseItems(it.ID)
	if down {
		w.stop(errDown)
	}
}

const maxMissed = 10_000

// errDown ends a pass in which so many items failed that the source has to be looked at.
var errDown = errors.New("many items did not come")

// resolveMisses decides whose fault it is that items did not come: that of the source when it does not answer, their own when it does.
func (w *pass) resolveMisses(ctx context.Context) error {
	if len(w.missed) == 0 {
		return nil
	}
	if _, err := w.src.List(ctx, ""); err != nil {
		return err
	}
	left := false
	err := w.s.DB.Update(ctx, func(tx *db.Tx) (err error) {
		left, err = w.countTries(tx)
		return err
	})
	if err != nil || !left {
		return err
	}
	return w.lastErr
}

// countTries counts the tries of the items that did not come, and reports whether any of them has tries left.
func (w *pass) countTries(tx *db.Tx) (left bool, err error) {
	if _, err := loadActive(tx.ReadOnly(), w.id); err != nil {
		return false, err
	}
	var d db.ImportCounts
	for id, tries := range w.missed {
		if tries+1 < limits.ImportAttempts {
			left = true
			err = tx.UpdateImportItemAttempts(id, tries+1)
		} else {
			err = failItem(tx, id, tries+1, &d)
		}
		if err != nil {
			return false, err
		}
	}
	return left, tx.UpdateImportCounts(w.id, d)
}

// failItem ends the tries of an item.
func failItem(tx *db.Tx, id int64, tries int, d *db.ImportCounts) error {
	it, err := tx.ImportItemByID(id)
	if err != nil {
		return err
	}
	d.Add(it.State, -1, it.Size)
	it.State, it.Reason, it.Attempts = db.ItemFailed, fault.ImportItemBroken.Key, tries
	d.Add(it.State, 1, it.Size)
	return tx.UpdateImportItem(it)
}

// resetFailures forgets former failures, because something works again.
func (w *pass) resetFailures(tx *db.Tx, imp *db.Import) error {
	if imp.Failures == 0 {
		return nil
	}
	imp.Failures, imp.FailedAt = 0, time.Time{}
	return tx.UpdateImport(imp)
}
