package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"anbar/app/operation/backup/seal"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// pendingRestore is what a data directory remembers of a restore that serves while contents are still at the targets.
type pendingRestore struct {
	From    string        `json:"from"` // name of the appliance
	Time    time.Time     `json:"time"` // what was there before it comes back
	Objects int           `json:"objects"`
	Bytes   int64         `json:"bytes"` // of the objects that were away at first
	Sources []*awaySource `json:"sources"`
	Damaged []string      `json:"damaged,omitempty"` // objects that could not be brought back

	// Lost are objects that are away and of which no target has an undamaged copy, and since when that is known.
	Lost map[string]time.Time `json:"lost,omitempty"`

	// Tier says that contents left the disk because nobody read them, and not, or not only, that a restore left them at the targets.
	Tier bool `json:"tier,omitempty"`
}

func (p *pendingRestore) save(s config.Storage) error {
	b, err := toJSON(p)
	if err != nil {
		return err
	}
	name := s.PendingRestore()
	f, err := os.OpenFile(name+partial, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(name+partial, name); err != nil {
		return err
	}
	return syncDir(os.Open(filepath.Dir(name)))
}

// awaySource is a target that contents are brought from.
type awaySource struct {
	Target  string           `json:"target"`
	Copy    string           `json:"copy"` // id of the target; empty where it has none
	Claim   Claim            `json:"claim"`
	Objects map[string]Entry `json:"objects"` // mu guards it; it changes only while pending is locked

	// Pending are the keys of large contents that were on their way, of the first ones.
	Pending []string `json:"pending,omitempty"`

	to     Target
	failed atomic.Int64 // when it could not be read last, Unix nanoseconds
	mu     sync.RWMutex
}

func (s *awaySource) find(key string) (e Entry, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	e, ok = s.Objects[key]
	return e, ok
}

// OpenRange implements blobstore.Remote.
func (s *awaySource) OpenRange(ctx context.Context, key string, off, n int64) (io.ReadCloser, error) {
	e, ok := s.find(key)
	if !ok {
		return nil, fs.ErrNotExist
	}
	in, err := s.to.GetRange(ctx, e.key(&s.Claim, key), off, n, e.Size)
	return in, asCorrupt(err)
}

// open opens a whole object.
func (s *awaySource) open(ctx context.Context, key string) (io.ReadCloser, error) {
	e, ok := s.find(key)
	if !ok {
		return nil, fs.ErrNotExist
	}
	in, err := s.to.Get(ctx, e.key(&s.Claim, key))
	if err != nil {
		return nil, asCorrupt(err)
	}
	return &provingReader{in}, nil
}

// AwayReader reads contents at the targets that they are brought back from. It is a blobstore.Remote.
type AwayReader struct {
	storage config.Storage
	log     *slog.Logger
	ring    *seal.Ring
	open    func(context.Context, string) (Target, error)
	pending pendingRestore // mu guards it

	// Stays says that contents are not to be brought to the disk; nil where they always are. It is set before the first Fetch.
	Stays func() bool

	now      func() time.Time
	patience time.Duration // of somebody who waits for bytes

	bad     map[string]*awaySource // whose copy of an object turned out to be damaged; mu guards it
	last    map[string]*awaySource // where an object was read last
	mu      sync.Mutex             // for what follows, too
	asked   map[string]time.Time   // when the lost ones were asked for last
	problem string
	isDirty bool // pending has to be saved
}

// OpenAwayReader returns the reader of a data directory. Where a restore or the tier left contents at targets, it knows which. openTarget
// opens a target by its name.
func OpenAwayReader(ctx context.Context, s config.Storage, openTarget func(context.Context, string) (Target, error),
	log *slog.Logger) (*AwayReader, error) {
	a := &AwayReader{storage: s, log: log, ring: seal.OpenRing(s.Seal()), open: openTarget, now: time.Now, patience: readPatience,
		asked: map[string]time.Time{}, bad: map[string]*awaySource{}, last: map[string]*awaySource{}}
	b, err := os.ReadFile(s.PendingRestore())
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &a.pending); err != nil {
		return nil, fmt.Errorf("%s, which says where the contents are: %w", s.PendingRestore(), err)
	}
	if len(a.pending.Sources) == 0 || slices.Contains(a.pending.Sources, nil) {
		return nil, fmt.Errorf("%s does not say where the contents are", s.PendingRestore())
	}
	for _, from := range a.pending.Sources {
		t, err := openTarget(ctx, from.Target)
		if err != nil {
			return nil, err
		}
		from.to = withRing(t, a.ring)
	}
	return a, nil
}

// sourceRest is how long a target that could not be read is asked after the others.
const sourceRest = 30 * time.Second

// sources are the targets in the order in which they are asked.
func (a *AwayReader) sources() []*awaySource {
	a.mu.Lock()
	all := slices.Clone(a.pending.Sources)
	a.mu.Unlock()
	resting := time.Now().Add(-sourceRest).UnixNano()
	slices.SortStableFunc(all, func(one, other *awaySource) int {
		return boolRank(one.failed.Load() > resting) - boolRank(other.failed.Load() > resting)
	})
	return all
}

func boolRank(is bool) int {
	if is {
		return 1
	}
	return 0
}

// OpenRange implements blobstore.Remote.
func (a *AwayReader) OpenRange(ctx context.Context, key string, off, n int64) (io.ReadCloser, error) {
	var failed error // that an object is missing, or damaged, is only said when each target says so
	all := a.sources()
	a.mu.Lock()
	if bad := a.bad[key]; bad != nil { // another copy first
		all = append(slices.DeleteFunc(all, func(s *awaySource) bool { return s == bad }), bad)
	}
	a.mu.Unlock()
	for _, s := range all {
		in, err := watch(ctx, a.patience, func(ctx context.Context) (io.ReadCloser, error) { return s.OpenRange(ctx, key, off, n) })
		if err == nil {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.last[key] = s
			return in, nil
		}
		if ctx.Err() != nil {
			return nil, err
		}
		s.note(err)
		if failed == nil || !isUseless(err) {
			failed = fmt.Errorf("%s: %w", s.Target, err)
		}
	}
	if failed == nil {
		failed = fs.ErrNotExist
	}
	if isUseless(failed) && a.isAtNoTarget(ctx, key) {
		failed = fmt.Errorf("%w: no target has it undamaged: %w", blobstore.ErrCorrupt, failed)
	}
	return nil, failed
}

// NoteDamage implements blobstore.Remote.
func (a *AwayReader) NoteDamage(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.bad[key] = a.last[key]
}

// noteDamageAt says that the copy of an object at a target is not what it should be. a may be nil.
func (a *AwayReader) noteDamageAt(target, key string) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range a.pending.Sources {
		if _, has := s.find(key); has && s.Target == target {
			a.bad[key] = s
		}
	}
}

// NoteDamage implements blobstore.Remote.
func (s *awaySource) NoteDamage(string) {}

// note remembers that a target cannot be read. An object that is missing or damaged says nothing about the others.
func (s *awaySource) note(err error) {
	if err != nil && !isUseless(err) {
		s.failed.Store(time.Now().UnixNano())
	}
}

// checkIdentity fails with an absentError when the target is not the one that the restore began with: a disk that is not mounted has no
// objects either.
func (s *awaySource) checkIdentity(ctx context.Context) error {
	in, err := watch(ctx, readPatience, func(ctx context.Context) (io.ReadCloser, error) { return nil, s.readIdentity(ctx) })
	if err == nil {
		err = in.Close()
	}
	return err
}

func (s *awaySource) readIdentity(ctx context.Context) error {
	if s.Copy == "" {
		_, err := readWatermark(ctx, s.to, &s.Claim)
		if errors.Is(err, fs.ErrNotExist) {
			return &absentError{s.Target}
		}
		return err
	}
	var id Identity
	err := getJSON(ctx, s.to, identityKey, &id)
	if errors.Is(err, fs.ErrNotExist) || err == nil && id.Copy != s.Copy {
		return &absentError{s.Target}
	}
	return err
}

// absentError reports a target that is not there, or is another one.
type absentError struct{ target string }

// Error implements error.
func (e *absentError) Error() string {
	return fmt.Sprintf("the copies at %s are not there: is its disk mounted, and the same one?", e.target)
}

// isUseless reports whether an object is missing or damaged, so that asking again does not help.
func isUseless(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, blobstore.ErrCorrupt)
}

func (a *AwayReader) setProblem(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.problem = ""
	if err != nil {
		a.problem = err.Error()
	}
}

// IsOver reports whether nothing is to be brought from targets.
func (a *AwayReader) IsOver() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.pending.Sources) == 0
}

func (a *AwayReader) isStaying() bool { return a.Stays != nil && a.Stays() }

// IsTier reports whether what is away is there because of the tier.
func (a *AwayReader) IsTier() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.pending.Tier
}

// end forgets the restore, when all is there.
func (a *AwayReader) end(blobs *blobstore.Store) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if left, _ := blobs.CountAway(); left > 0 {
		return nil // more left the disk meanwhile
	}
	a.pending.Sources, a.pending.Tier = nil, false
	return errors.Join(blobs.EndAway(), os.Remove(a.storage.PendingRestore()))
}

// fetchPending looks for large contents that the database names and that had not reached the target at the moment of the restore.
func (a *AwayReader) fetchPending(ctx context.Context, d *db.DB, blobs *blobstore.Store) (missing int, err error) {
	refs, err := allReferences(ctx, d)
	if err != nil {
		return 0, err
	}
	for _, ref := range refs {
		if _, isThere, err := blobs.FindPlace(ref); err != nil {
			return missing, err
		} else if isThere {
			continue
		}
		found := false
		for _, s := range a.sources() {
			if found, err = fetchLarge(ctx, s.to, s.Claim.root(), blobs, ref); found || err != nil {
				break
			}
		}
		if err != nil {
			return missing, err
		}
		if !found {
			missing++
		}
	}
	if missing == 0 {
		return 0, nil
	}
	for _, s := range a.sources() { // a disk that is not mounted has none
		if err := s.checkIdentity(ctx); err != nil {
			return missing, err
		}
	}
	return missing, nil
}
