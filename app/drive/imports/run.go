package imports

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/outward"
	"anbar/app/base/panics"
	"anbar/app/drive/files"
	"anbar/app/drive/imports/source"
	"anbar/blobstore"
	"anbar/db"

	"golang.org/x/time/rate"
)

var noTime time.Time

// run is an import that is going.
type run struct {
	s        *Service
	id       db.ImportID
	wake     chan struct{} // it has to be looked at again
	user     atomic.Int64  // whose it is, once that is known
	limiter  *rate.Limiter
	progress progress
	cancel   context.CancelFunc // of the step; guarded by the service

	unlisted map[string]int // directories that did not come, with their tries
}

// startRun sets an import going. A run that is there goes on, also when it was about to end because the import was paused until now.
func (s *Service) startRun(id db.ImportID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[id]; r != nil {
		r.requestLook()
		return
	}
	s.launchRun(id)
}

// interruptRun lets a change of an import be felt at once: a step that is under way ends.
func (s *Service) interruptRun(id db.ImportID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[id]; r != nil {
		r.interrupt()
		return
	}
	s.launchRun(id)
}

// launchRun begins the run of an import. The caller holds the lock.
func (s *Service) launchRun(id db.ImportID) {
	if s.closed {
		return
	}
	r := &run{
		s: s, id: id, wake: make(chan struct{}, 1), limiter: rate.NewLimiter(rate.Inf, 0), cancel: func() {}, unlisted: map[string]int{},
	}
	s.runs[id] = r
	s.running.Go(r.loop)
}

// interrupt ends the step of a run, which looks at its import then. The service is locked.
func (r *run) interrupt() {
	r.requestLook()
	r.cancel()
}

// requestLook lets a run look at its import once more before it ends.
func (r *run) requestLook() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// setRunPace sets how fast a run reads.
func (s *Service) setRunPace(id db.ImportID, bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[id]; r != nil {
		r.setPace(bytes)
	}
}

func (r *run) setPace(bytes int64) {
	if bytes == 0 {
		r.limiter.SetLimit(rate.Inf)
		return
	}
	r.limiter.SetBurst(int(min(bytes, paceStep)))
	r.limiter.SetLimit(rate.Limit(bytes))
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
		goes := r.runStep(ctx)
		end()
		r.s.mu.Lock()
		if r.s.closed || !goes && len(r.wake) == 0 {
			delete(r.s.runs, r.id)
			r.s.mu.Unlock()
			r.scheduleNotify()
			if err := r.s.deleteStaleParts(r.s.ctx, r.id); err != nil && r.s.ctx.Err() == nil {
				r.s.Log.Error("remove the parts of an import", "import", r.id, "error", err)
			}
			return
		}
		r.s.mu.Unlock()
	}
}

// runStep does an import until it ends, or until something changes. It returns whether the import goes on.
func (r *run) runStep(ctx context.Context) bool {
	imp, err := r.loadImport(ctx)
	if err != nil || !isActive(imp) {
		return r.logFailure(ctx, "look at an import", err)
	}
	r.user.Store(int64(imp.User))
	r.setPace(imp.Rate)
	if imp.State == db.ImportWaiting && !r.sleep(ctx, time.Until(imp.RetryAt)) {
		return ctx.Err() == nil || r.s.ctx.Err() == nil
	}
	err = r.markRunning(ctx, imp)
	if err == nil {
		err = r.runPassSafely(ctx, imp)
	}
	if ctx.Err() != nil { // its state says why
		return true
	}
	if err := r.storeOutcome(ctx, err); err != nil {
		return r.logFailure(ctx, "keep the state of an import", err)
	}
	return true
}

// logFailure notes that an import cannot go on for a reason of this machine, and rests before the next try.
func (r *run) logFailure(ctx context.Context, what string, err error) bool {
	if err == nil || errors.Is(err, db.ErrNotFound) || errors.Is(err, errStopped) {
		return false
	}
	if ctx.Err() == nil {
		r.s.Log.Error(what, "import", r.id, "error", err)
		r.sleep(ctx, time.Minute)
	}
	return true
}

func (r *run) loadImport(ctx context.Context) (*db.Import, error) {
	return db.Get(ctx, r.s.DB, func(v *db.View) (*db.Import, error) { return v.ImportByID(r.id) })
}

// sleep waits; false when it was interrupted.
func (r *run) sleep(ctx context.Context, d time.Duration) bool {
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

// loadActive loads an import that goes on, in the transaction that changes something for it.
func loadActive(v *db.View, id db.ImportID) (*db.Import, error) {
	imp, err := v.ImportByID(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && !isActive(imp) {
		return nil, errStopped
	}
	return imp, err
}

// markRunning checks the rights of the person and shows the import as running.
func (r *run) markRunning(ctx context.Context, imp *db.Import) error {
	return r.s.DB.Update(ctx, func(tx *db.Tx) error {
		now, err := loadActive(tx.ReadOnly(), r.id)
		if err != nil {
			return err
		}
		*imp = *now
		if _, err := r.loadTarget(tx.ReadOnly(), imp); err != nil {
			return err
		}
		imp.State, imp.RetryAt, imp.Reason = db.ImportRunning, noTime, ""
		return tx.UpdateImport(imp)
	})
}

// actorOf is who an import works for.
func actorOf(imp *db.Import) access.Actor { return access.Actor{User: imp.User} }

// loadTarget loads the directory of an import by the right of its person to put files into it.
func (r *run) loadTarget(v *db.View, imp *db.Import) (*access.Item, error) {
	u, err := v.UserByID(imp.User)
	if err != nil {
		return nil, err
	}
	if !u.DisabledAt.IsZero() || !u.ErasedAt.IsZero() {
		return nil, fault.PermissionDenied
	}
	if _, _, err := access.SpaceRights(v, actorOf(imp), imp.Space); err != nil {
		return nil, toDenied(err)
	}
	dir, err := access.Dir(v, actorOf(imp), imp.Space, imp.Node, access.Create, access.FileSubject)
	if errors.Is(err, fault.InvalidID) {
		return nil, fault.ImportTargetGone.Because(err)
	}
	return dir, err
}

// toDenied is the fault for a person who sees the workspace no more.
func toDenied(err error) error {
	if errors.Is(err, fault.InvalidID) {
		return fault.PermissionDenied.Because(err)
	}
	return err
}

// runPassSafely works on an import. A panic of its source is an error of this import alone.
func (r *run) runPassSafely(ctx context.Context, imp *db.Import) error {
	return panics.Catch(func() error { return r.runPass(ctx, imp) })
}

func (r *run) runPass(ctx context.Context, imp *db.Import) error {
	src, err := r.s.openSource(ctx, imp)
	if err != nil {
		return err
	}
	w := newPass(r, imp, src)
	if err = w.transferAll(ctx); err == nil {
		err = r.createLinks(ctx, imp, src)
	}
	return errors.Join(err, src.Close())
}

// storeOutcome stores how a step ended.
func (r *run) storeOutcome(ctx context.Context, cause error) error {
	err := r.s.DB.Update(ctx, func(tx *db.Tx) error {
		imp, err := loadActive(tx.ReadOnly(), r.id)
		if err != nil {
			return err
		}
		if err := r.applyOutcome(tx, imp, cause); err != nil {
			return err
		}
		return tx.UpdateImport(imp)
	})
	r.scheduleNotify()
	return err
}

// applyOutcome is the state of an import after a step.
func (r *run) applyOutcome(tx *db.Tx, imp *db.Import, cause error) error {
	var known *fault.Fault
	switch {
	case cause == nil:
		setState(imp, db.ImportDone, "")
		imp.EndedAt, imp.Listed = tx.Now, true
		if done := r.s.Kinds[imp.Kind].OnDone; done != nil {
			return done(tx, imp)
		}
		return nil
	case errors.Is(cause, blobstore.ErrFull):
		setState(imp, db.ImportPaused, fault.QuotaExceeded.Key)
		return nil
	case errors.As(cause, &known) && isPausing(known):
		setState(imp, db.ImportPaused, known.Key)
		return nil
	case errors.As(cause, &known):
		setState(imp, db.ImportFailed, known.Key)
		imp.EndedAt = tx.Now
		return r.removeEmptyDirectory(tx, imp, known)
	}
	r.scheduleRetry(tx, imp, cause)
	return nil
}

// scheduleRetry counts a failure of the source. The import waits for it, or fails when waiting is of no use any more.
func (r *run) scheduleRetry(tx *db.Tx, imp *db.Import, cause error) {
	r.s.Log.Warn("an import waits for its source", "import", r.id, "kind", imp.Kind, "failures", imp.Failures+1, "error", cause)
	if imp.Failures++; imp.FailedAt.IsZero() {
		imp.FailedAt = tx.Now
	}
	leg := outward.FaultOf(cause, fault.ConnectionAnswer).Key
	if isHopeless(imp, tx.Now, cause) {
		setState(imp, db.ImportFailed, leg)
		imp.EndedAt = tx.Now
		return
	}
	setState(imp, db.ImportWaiting, leg)
	imp.RetryAt = tx.Now.Add(r.s.retryDelay(imp.Failures))
}

// removeEmptyDirectory puts the directory that an import made into the trash when its source is an archive that cannot be read at all, so
// that no empty one is left of it.
func (r *run) removeEmptyDirectory(tx *db.Tx, imp *db.Import, why *fault.Fault) error {
	unread := errors.Is(why, fault.ImportArchiveBroken) || errors.Is(why, fault.ImportArchiveEncrypted) ||
		errors.Is(why, fault.ImportArchiveTooLarge)
	if !imp.Made || !unread {
		return nil
	}
	dir, err := access.Dir(tx.ReadOnly(), actorOf(imp), imp.Space, imp.Node, access.Delete)
	var known *fault.Fault
	if errors.As(err, &known) || err == nil && dir.Files+dir.Directories > 0 {
		return nil // it is gone, theirs no more, or in use
	}
	if err != nil {
		return err
	}
	return files.MoveToTrash(tx, actorOf(imp), dir)
}

// isHopeless reports whether another try of a source promises nothing: it answers as something else each time, it never told of
// anything, or it has been away for too long.
func isHopeless(imp *db.Import, now time.Time, cause error) bool {
	if errors.Is(cause, source.ErrAnswer) {
		return imp.Failures >= limits.ImportAttempts
	}
	patience := limits.ImportPatience
	if imp.Count == 0 {
		patience = limits.ImportFirst
	}
	return now.Sub(imp.FailedAt) > patience
}

// isPausing reports whether an import can go on once somebody made room or paid.
func isPausing(f *fault.Fault) bool {
	for _, p := range []*fault.Fault{fault.QuotaExceeded, fault.TooManyFiles, fault.PlanExpired, fault.WorkspaceFrozen} {
		if errors.Is(f, p) {
			return true
		}
	}
	return false
}

// retryDelay is the time before the next try, after so many failures.
func (s *Service) retryDelay(failures int) time.Duration {
	d := s.FirstWait
	for i := 1; i < failures && d < limits.ImportLastWait; i++ {
		d *= 2
	}
	return min(d, limits.ImportLastWait)
}
