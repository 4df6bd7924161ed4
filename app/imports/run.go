package imports

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/imports/source"
	"anbar/app/limits"
	"anbar/app/outward"
	"anbar/blobstore"
	"anbar/db"

	"golang.org/x/time/rate"
)

var zero time.Time

// run is an import that is going.
type run struct {
	s      *Service
	id     db.ImportID
	wake   chan struct{} // it has to be looked at again
	user   atomic.Int64  // whose it is, once that is known
	paced  *rate.Limiter
	shows  progress
	cancel context.CancelFunc // of the step; guarded by the service

	unlisted map[string]int // directories that did not come, with their tries
}

// start sets an import going, unless it does already.
func (s *Service) start(id db.ImportID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.runs[id] == nil {
		s.launch(id)
	}
}

// look lets a change of an import be felt at once: a step that is under way ends.
func (s *Service) look(id db.ImportID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[id]; r != nil {
		r.interrupt()
		return
	}
	s.launch(id)
}

// launch begins the run of an import. The caller holds the lock.
func (s *Service) launch(id db.ImportID) {
	if s.ended {
		return
	}
	r := &run{
		s: s, id: id, wake: make(chan struct{}, 1), paced: rate.NewLimiter(rate.Inf, 0), cancel: func() {}, unlisted: map[string]int{},
	}
	s.runs[id] = r
	s.running.Go(r.loop)
}

// interrupt ends the step of a run, which looks at its import then. The service is locked.
func (r *run) interrupt() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
	r.cancel()
}

// pace sets how fast a run reads.
func (s *Service) pace(id db.ImportID, bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[id]; r != nil {
		r.setPace(bytes)
	}
}

func (r *run) setPace(bytes int64) {
	if bytes == 0 {
		r.paced.SetLimit(rate.Inf)
		return
	}
	r.paced.SetBurst(int(min(bytes, paceStep)))
	r.paced.SetLimit(rate.Limit(bytes))
}

const paceStep = 64 << 10

// loop does the steps of an import until it goes on no more.
func (r *run) loop() {
	for {
		r.s.mu.Lock()
		ctx, end := context.WithCancel(r.s.ctx)
		r.cancel = end
		select {
		case <-r.wake:
		default:
		}
		r.s.mu.Unlock()
		goes := r.step(ctx)
		end()
		r.s.mu.Lock()
		if r.s.ended || !goes && len(r.wake) == 0 {
			delete(r.s.runs, r.id)
			r.s.mu.Unlock()
			r.tell()
			if err := r.s.dropParts(r.s.ctx, r.id); err != nil && r.s.ctx.Err() == nil {
				r.s.Log.Error("remove the parts of an import", "import", r.id, "error", err)
			}
			return
		}
		r.s.mu.Unlock()
	}
}

// step does an import until it ends, or until something changes. It returns whether the import goes on.
func (r *run) step(ctx context.Context) bool {
	imp, err := r.load(ctx)
	if err != nil || !going(imp) {
		return r.failed(ctx, "look at an import", err)
	}
	r.user.Store(int64(imp.User))
	r.setPace(imp.Rate)
	if imp.State == db.ImportWaiting && !r.rest(ctx, time.Until(imp.RetryAt)) {
		return ctx.Err() == nil || r.s.ctx.Err() == nil
	}
	err = r.begin(ctx, imp)
	if err == nil {
		err = r.guarded(ctx, imp)
	}
	if ctx.Err() != nil { // its state says why
		return true
	}
	if err := r.settle(ctx, err); err != nil {
		return r.failed(ctx, "keep the state of an import", err)
	}
	return true
}

// failed notes that an import cannot go on for a reason of this machine, and rests before the next try.
func (r *run) failed(ctx context.Context, what string, err error) bool {
	if err == nil || errors.Is(err, db.ErrNotFound) || errors.Is(err, errStopped) {
		return false
	}
	if ctx.Err() == nil {
		r.s.Log.Error(what, "import", r.id, "error", err)
		r.rest(ctx, time.Minute)
	}
	return true
}

func (r *run) load(ctx context.Context) (*db.Import, error) {
	var imp *db.Import
	err := r.s.DB.View(ctx, func(v *db.View) (err error) {
		imp, err = v.ImportByID(r.id)
		return err
	})
	return imp, err
}

// rest waits; false when it was interrupted.
func (r *run) rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// errStopped says that an import goes on no more, as its row says.
var errStopped = errors.New("the import was stopped")

// current loads an import that goes on, in the transaction that changes something for it.
func current(v *db.View, id db.ImportID) (*db.Import, error) {
	imp, err := v.ImportByID(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && !going(imp) {
		return nil, errStopped
	}
	return imp, err
}

// begin checks the rights of the person and shows the import as running.
func (r *run) begin(ctx context.Context, imp *db.Import) error {
	return r.s.DB.Update(ctx, func(tx *db.Tx) error {
		now, err := current(tx.ReadOnly(), r.id)
		if err != nil {
			return err
		}
		*imp = *now
		if _, err := r.target(tx.ReadOnly(), imp); err != nil {
			return err
		}
		imp.State, imp.RetryAt, imp.Reason = db.ImportRunning, zero, ""
		return tx.UpdateImport(imp)
	})
}

// person is who an import works for.
func person(imp *db.Import) access.Actor { return access.Actor{User: imp.User} }

// target loads the directory of an import by the right of its person to put files into it.
func (r *run) target(v *db.View, imp *db.Import) (*access.Item, error) {
	u, err := v.UserByID(imp.User)
	if err != nil {
		return nil, err
	}
	if !u.DisabledAt.IsZero() || !u.ErasedAt.IsZero() {
		return nil, fault.PermissionDenied
	}
	if _, _, err := access.SpaceRights(v, person(imp), imp.Space); err != nil {
		return nil, denied(err)
	}
	dir, err := access.Dir(v, person(imp), imp.Space, imp.Node, access.Create, access.FileSubject)
	if errors.Is(err, fault.InvalidID) {
		return nil, fault.ImportTargetGone.Because(err)
	}
	return dir, err
}

// denied is the fault for a person who sees the workspace no more.
func denied(err error) error {
	if errors.Is(err, fault.InvalidID) {
		return fault.PermissionDenied.Because(err)
	}
	return err
}

// guarded works on an import. A panic of its source is an error of this import alone.
func (r *run) guarded(ctx context.Context, imp *db.Import) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked(p)
		}
	}()
	src, err := r.s.open(ctx, imp)
	if err != nil {
		return err
	}
	w := newWork(r, imp, src)
	if err = w.do(ctx); err == nil {
		err = r.links(ctx, imp, src)
	}
	return errors.Join(err, src.Close())
}

func panicked(p any) error { return fmt.Errorf("panic in an import: %v\n%s", p, debug.Stack()) }

// settle stores how a step ended.
func (r *run) settle(ctx context.Context, cause error) error {
	err := r.s.DB.Update(ctx, func(tx *db.Tx) error {
		imp, err := current(tx.ReadOnly(), r.id)
		if err != nil {
			return err
		}
		if err := r.outcome(tx, imp, cause); err != nil {
			return err
		}
		return tx.UpdateImport(imp)
	})
	r.tell()
	return err
}

// outcome is the state of an import after a step.
func (r *run) outcome(tx *db.Tx, imp *db.Import, cause error) error {
	var known *fault.Fault
	switch {
	case cause == nil:
		halt(imp, db.ImportDone, "")
		imp.EndedAt, imp.Listed = tx.Now, true
		if done := r.s.Kinds[imp.Kind].Done; done != nil {
			return done(tx, imp)
		}
		return nil
	case errors.Is(cause, blobstore.ErrFull):
		halt(imp, db.ImportPaused, fault.QuotaExceeded.Key)
		return nil
	case errors.As(cause, &known) && pauses(known):
		halt(imp, db.ImportPaused, known.Key)
		return nil
	case errors.As(cause, &known):
		halt(imp, db.ImportFailed, known.Key)
		imp.EndedAt = tx.Now
		return r.leaveNothing(tx, imp, known)
	}
	r.tryLater(tx, imp, cause)
	return nil
}

// tryLater counts a failure of the source. The import waits for it, or fails when waiting is of no use any more.
func (r *run) tryLater(tx *db.Tx, imp *db.Import, cause error) {
	r.s.Log.Warn("an import waits for its source", "import", r.id, "kind", imp.Kind, "failures", imp.Failures+1, "error", cause)
	if imp.Failures++; imp.FailedAt.IsZero() {
		imp.FailedAt = tx.Now
	}
	leg := outward.FaultOf(cause, fault.ConnectionAnswer).Key
	if useless(imp, tx.Now, cause) {
		halt(imp, db.ImportFailed, leg)
		imp.EndedAt = tx.Now
		return
	}
	halt(imp, db.ImportWaiting, leg)
	imp.RetryAt = tx.Now.Add(r.s.wait(imp.Failures))
}

// leaveNothing puts the directory that an import made into the trash when its source is an archive that cannot be read at all, so
// that no empty one is left of it.
func (r *run) leaveNothing(tx *db.Tx, imp *db.Import, why *fault.Fault) error {
	unread := errors.Is(why, fault.ImportArchiveBroken) || errors.Is(why, fault.ImportArchiveEncrypted) ||
		errors.Is(why, fault.ImportArchiveTooLarge)
	if !imp.Made || !unread {
		return nil
	}
	dir, err := access.Dir(tx.ReadOnly(), person(imp), imp.Space, imp.Node, access.Delete)
	var known *fault.Fault
	if errors.As(err, &known) || err == nil && dir.Files+dir.Directories > 0 {
		return nil // it is gone, theirs no more, or in use
	}
	if err != nil {
		return err
	}
	return files.MoveToTrash(tx, person(imp), dir)
}

// useless reports whether another try of a source promises nothing: it answers as something else each time, it never told of
// anything, or it has been away for too long.
func useless(imp *db.Import, now time.Time, cause error) bool {
	if errors.Is(cause, source.ErrAnswer) {
		return imp.Failures >= limits.ImportAttempts
	}
	patience := limits.ImportPatience
	if imp.Count == 0 {
		patience = limits.ImportFirst
	}
	return now.Sub(imp.FailedAt) > patience
}

// pauses reports whether an import can go on once somebody made room or paid.
func pauses(f *fault.Fault) bool {
	for _, p := range []*fault.Fault{fault.QuotaExceeded, fault.TooManyFiles, fault.PlanExpired, fault.WorkspaceFrozen} {
		if errors.Is(f, p) {
			return true
		}
	}
	return false
}

// wait is the time before the next try, after so many failures.
func (s *Service) wait(failures int) time.Duration {
	d := s.FirstWait
	for i := 1; i < failures && d < limits.ImportLastWait; i++ {
		d *= 2
	}
	return min(d, limits.ImportLastWait)
}
