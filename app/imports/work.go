package imports

import (
	"context"
	"errors"
	"sync"
	"time"

	"anbar/app/fault"
	"anbar/app/imports/source"
	"anbar/app/limits"
	"anbar/db"
)

// work is one pass over what an import has still to do: one goroutine lists the source, some read items, and one stores them.
type work struct {
	*run
	imp *db.Import
	src source.Source

	stop   context.CancelCauseFunc
	items  chan *db.ImportItem
	stored chan *arrival
	news   chan struct{} // something was listed or stored

	mu     sync.Mutex
	flying map[int64]bool // that are being read or stored
	missed map[int64]int  // that did not come in this pass, with their tries before
	inARow int
	last   error // why the last of them did not
	listed bool
	came   bool // something was stored

	// Of the goroutine that lists.
	lost  map[string]bool // directories that did not come in this pass
	loss  error           // why the last of them did not
	fresh int             // that the last part of a listing told of for the first time in this run
	known int64           // items before it
}

func newWork(r *run, imp *db.Import, src source.Source) *work {
	return &work{
		run: r, imp: imp, src: src, items: make(chan *db.ImportItem), stored: make(chan *arrival), news: make(chan struct{}, 1),
		flying: map[int64]bool{}, missed: map[int64]int{}, listed: imp.Listed, lost: map[string]bool{},
	}
}

// do lists what is not known yet and stores what waits. It returns nil when all is dealt with.
func (w *work) do(ctx context.Context) error {
	ctx, w.stop = context.WithCancelCause(ctx)
	defer w.stop(nil)
	readers := min(max(w.src.Parallel(), 1), limits.ImportParallel)
	var lister sync.WaitGroup
	switch {
	case w.listed:
	case readers == 1: // it is read from its beginning to its end
		if err := w.list(ctx); err != nil {
			return err
		}
	default:
		readers--
		lister.Go(w.safely(func() { w.listAside(ctx) }))
	}
	w.transfer(ctx, readers)
	lister.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return w.blame(ctx)
}

// listAside lists the source while others read and store.
func (w *work) listAside(ctx context.Context) {
	if err := w.list(ctx); err != nil {
		w.stop(err)
	}
}

// transfer reads what waits with a number of readers and stores it, until nothing is left for this pass.
func (w *work) transfer(ctx context.Context, readers int) {
	var reading, storing sync.WaitGroup
	for range readers {
		reading.Go(w.safely(func() { w.read(ctx) }))
	}
	storing.Go(w.safely(func() { w.store(ctx) }))
	if err := w.dispatch(ctx); err != nil {
		w.stop(err)
	}
	close(w.items)
	reading.Wait()
	close(w.stored)
	storing.Wait()
}

// safely ends the pass when fn panics, which would otherwise end the server, again after each start.
func (w *work) safely(fn func()) func() {
	return func() {
		defer func() {
			if p := recover(); p != nil {
				w.stop(panicked(p))
			}
		}()
		fn()
	}
}

func (w *work) signal() {
	select {
	case w.news <- struct{}{}:
	default:
	}
}

// dispatch hands items out until none is left that was not tried in this pass.
func (w *work) dispatch(ctx context.Context) error {
	for {
		listed := w.isListed() // before the look, which sees all that was listed then
		sent, err := w.scan(ctx)
		if err != nil {
			return err
		}
		if sent == 0 {
			if w.idle() && listed {
				return nil
			}
			select {
			case <-w.news:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
	}
}

func (w *work) isListed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.listed
}

func (w *work) idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.flying) == 0
}

// scan hands out the items that wait now, and returns how many.
func (w *work) scan(ctx context.Context) (sent int, err error) {
	for after := int64(0); ; {
		some, err := w.waiting(ctx, after)
		if err != nil {
			return sent, err
		}
		for i := range some {
			it := &some[i]
			after = it.ID
			if !w.take(it) {
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

// waiting returns the next items that wait, behind the one of an id.
func (w *work) waiting(ctx context.Context, after int64) (some []db.ImportItem, err error) {
	err = w.s.DB.View(ctx, func(v *db.View) (err error) {
		some, err = v.WaitingItems(w.id, after, limits.ImportTogether)
		return err
	})
	return some, err
}

// take marks an item as being read; false when it is, or did not come in this pass.
func (w *work) take(it *db.ImportItem) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, missed := w.missed[it.ID]; missed || w.flying[it.ID] {
		return false
	}
	w.flying[it.ID] = true
	return true
}

// landed notes that items are dealt with, or will be tried in another pass.
func (w *work) landed(ids ...int64) {
	w.mu.Lock()
	for _, id := range ids {
		delete(w.flying, id)
	}
	w.mu.Unlock()
	w.signal()
}

// read reads items until there are none.
func (w *work) read(ctx context.Context) {
	for it := range w.items {
		if ctx.Err() != nil {
			continue
		}
		a, err := w.readOne(ctx, it)
		if err != nil && ctx.Err() == nil {
			w.miss(it, err)
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

// inARowMost is how many items in a row may fail before the source is looked at.
const inARowMost = 16

// miss notes that an item did not come, or ends the pass when the error is not about that item.
func (w *work) miss(it *db.ImportItem, err error) {
	var known *fault.Fault
	if errors.As(err, &known) {
		w.stop(err)
		return
	}
	w.mu.Lock()
	w.missed[it.ID], w.last = it.Attempts, err
	w.inARow++
	down := w.inARow >= inARowMost || len(w.missed) >= missedMost
	w.mu.Unlock()
	w.landed(it.ID)
	if down {
		w.stop(errDown)
	}
}

const missedMost = 10_000

// errDown ends a pass in which so many items failed that the source has to be looked at.
var errDown = errors.New("many items did not come")

// blame decides whose fault it is that items did not come: that of the source when it does not answer, their own when it does.
func (w *work) blame(ctx context.Context) error {
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
	return w.last
}

// countTries counts the tries of the items that did not come, and reports whether any of them has tries left.
func (w *work) countTries(tx *db.Tx) (left bool, err error) {
	if _, err := current(tx.ReadOnly(), w.id); err != nil {
		return false, err
	}
	var d db.ImportCounts
	for id, tries := range w.missed {
		if tries+1 < limits.ImportAttempts {
			left = true
			err = tx.UpdateImportItemAttempts(id, tries+1)
		} else {
			err = fail(tx, id, tries+1, &d)
		}
		if err != nil {
			return false, err
		}
	}
	return left, tx.UpdateImportCounts(w.id, d)
}

// fail ends the tries of an item.
func fail(tx *db.Tx, id int64, tries int, d *db.ImportCounts) error {
	it, err := tx.ImportItemByID(id)
	if err != nil {
		return err
	}
	d.Add(it.State, -1, it.Size)
	it.State, it.Reason, it.Attempts = db.ItemFailed, fault.ImportItemBroken.Key, tries
	d.Add(it.State, 1, it.Size)
	return tx.UpdateImportItem(it)
}

// reset forgets former failures, because something works again.
func (w *work) reset(tx *db.Tx, imp *db.Import) error {
	if imp.Failures == 0 {
		return nil
	}
	imp.Failures, imp.FailedAt = 0, time.Time{}
	return tx.UpdateImport(imp)
}
