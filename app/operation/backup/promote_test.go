package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anbar/app/base/fence"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// cutTarget is a target that can be cut off, or stopped.
type cutTarget struct {
	Target
	down atomic.Bool
	held chan struct{} // requests wait until it is closed; nil for none
	mu   sync.Mutex
}

func (c *cutTarget) pass() error {
	c.mu.Lock()
	held := c.held
	c.mu.Unlock()
	if held != nil {
		<-held
	}
	if c.down.Load() {
		return errDown
	}
	return nil
}

// Put implements Target.
func (c *cutTarget) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if err := c.pass(); err != nil {
		return err
	}
	return c.Target.Put(ctx, key, r, size)
}

// Create implements Target.
func (c *cutTarget) Create(ctx context.Context, key string, content []byte) error {
	if err := c.pass(); err != nil {
		return err
	}
	return c.Target.Create(ctx, key, content)
}

// Get implements Target.
func (c *cutTarget) Get(ctx context.Context, key string) (io.ReadCloser, error) {
	if err := c.pass(); err != nil {
		return nil, err
	}
	return c.Target.Get(ctx, key)
}

// List implements Target.
func (c *cutTarget) List(ctx context.Context, prefix string, fn func(string, int64) error) error {
	if err := c.pass(); err != nil {
		return err
	}
	return c.Target.List(ctx, prefix, fn)
}

const (
	shortLease = 600 * time.Millisecond
	shortWait  = 2 * shortLease
)

// fencedDrive is a drive that is copied under a lease, as the server does it.
type fencedDrive struct {
	*drive
	*Runner
	fence *fence.Fence
	end   func()
}

func (d *drive) keepFenced(t *testing.T, target Target, unfence bool) *fencedDrive {
	t.Helper()
	o := d.options(t, target)
	o.Fence, o.Marker, o.Unfence = fence.New(), d.FenceMarker(), unfence
	k, err := NewRunner(target, d.blobs, o)
	if err != nil {
		t.Fatal(err)
	}
	k.lease.each, k.lease.holds = shortLease/5, shortLease
	f := &fencedDrive{drive: d, Runner: k, fence: o.Fence}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ran := make(chan struct{})
	go func() { defer close(ran); k.Run(ctx) }()
	var once sync.Once
	f.end = func() {
		once.Do(func() {
			cancel()
			<-ran
			d.end(t, k)
		})
	}
	d.db.SetGate(f.fence.Check)
	t.Cleanup(f.end)
	return f
}

func (f *fencedDrive) awaitOpen(t *testing.T) {
	t.Helper()
	await(t, "the fence is not open", func() bool { return f.fence.Check() == nil })
}

func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(what)
		}
	}
}

// try stores a content and a row that names it; an error means that it was not acknowledged.
func (f *fencedDrive) try(t *testing.T, content []byte) (blobstore.Digest, error) {
	t.Helper()
	stored, lease, err := f.drive.blobs.PutReader(t.Context(), bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer lease.Release()
	return stored.Digest, f.db.Update(t.Context(), func(tx *db.Tx) error {
		source := db.Hash(blobstore.Sum(stored.Digest[:]))
		if _, err := tx.InsertThumbnail(source, "image/jpeg", 0); err != nil {
			return err
		}
		return tx.UpdateThumbnail(source, db.ThumbnailMade, db.Hash(stored.Digest))
	})
}

func promoteOptions(to config.Storage) PromoteOptions {
	return PromoteOptions{
		Log: slog.New(slog.DiscardHandler), Version: "test", wait: shortWait, Say: func(string) {},
		Record: func(t Target) string { return filepath.Join(to.Data, "litestream", hashOf([]byte(t.String()))) },
	}
}

// promoteTo has a new machine take over.
func promoteTo(t *testing.T, target Target, change func(*PromoteOptions)) (config.Storage, *Promotion, error) {
	t.Helper()
	to := config.Storage{Data: filepath.Join(t.TempDir(), "new")}
	o := promoteOptions(to)
	if change != nil {
		change(&o)
	}
	p, err := Promote(t.Context(), target, to, o)
	return to, p, err
}

// openPromoted opens what a promotion restored, with a lease of its own.
func openPromoted(t *testing.T, to config.Storage, open func() Target) (*servingDrive, *fencedDrive) {
	t.Helper()
	s := &servingDrive{t: t, open: []func() Target{open}, drive: &drive{Storage: to}}
	s.begin()
	return s, s.keepFenced(t, open(), false)
}

// TestANewMachineTakesOverFromOneThatServes loses nothing: the old one copies what it took before it stops.
func TestANewMachineTakesOverFromOneThatServes(t *testing.T) {
	for name, open := range allTargets(t) {
		t.Run(name, func(t *testing.T) {
			old := newDrive(t).keepFenced(t, open(), false)
			old.awaitOpen(t)
			var acknowledged []blobstore.Digest
			stop, stopped := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(stopped)
				for i := 0; ; i++ {
					select {
					case <-stop:
						return
					default:
					}
					if d, err := old.try(t, fmt.Appendf(nil, "content %d", i)); err == nil {
						acknowledged = append(acknowledged, d)
					} else if !errors.Is(err, db.ErrFenced) {
						t.Error(err)
					}
					time.Sleep(time.Millisecond)
				}
			}()
			time.Sleep(shortLease)
			to, p, err := promoteTo(t, open(), func(o *PromoteOptions) { o.wait = time.Minute })
			close(stop)
			<-stopped
			if err != nil || !p.Clean || p.Epoch != 2 || len(p.Missing) > 0 {
				t.Fatalf("%v: %+v", err, p)
			}
			if _, err := old.try(t, []byte("late")); !errors.Is(err, db.ErrFenced) {
				t.Fatal("the old machine acknowledges after the promotion:", err)
			}
			if len(acknowledged) < 10 {
				t.Fatal("only", len(acknowledged), "were acknowledged")
			}
			s, next := openPromoted(t, to, open)
			next.awaitOpen(t)
			s.checkReadable(acknowledged...)
			d, err := next.try(t, []byte("at the new one"))
			if err != nil {
				t.Fatal(err)
			}
			s.fetchAll()
			now(t, next.Runner)
			back := mustRestore(t, open(), time.Time{})
			again := openDrive(t, back)
			defer again.close(t)
			for _, d := range append(acknowledged, d) {
				if _, isThere, err := again.blobs.FindPlace(d); err != nil || !isThere {
					t.Fatal("an acknowledged content is not in the copy of the new machine:", err)
				}
			}
			if l := next.Lease(); !l.On || !l.Open || l.Ended || l.Epoch != 2 {
				t.Errorf("%+v", l)
			}
			if l := old.Lease(); !l.Ended || l.Open {
				t.Errorf("%+v", l)
			}
		})
	}
}

// allTargets are places for copies that know conditional writes.
func allTargets(t *testing.T) map[string]func() Target {
	dir := t.TempDir()
	all := map[string]func() Target{"directory": func() Target { return &directory{path: dir} }}
	s3 := newService(t)
	all["bucket"] = func() Target { return open(t, "s3://copies/anbar", s3.S3) }
	return all
}

// TestAMachineWithoutItsTargetStopsAcknowledging, in time, and goes on when the target is back.
func TestAMachineWithoutItsTargetStopsAcknowledging(t *testing.T) {
	for _, how := range []string{"down", "paused"} {
		t.Run(how, func(t *testing.T) {
			cut := &cutTarget{Target: &directory{path: t.TempDir()}}
			d := newDrive(t).keepFenced(t, cut, false)
			d.awaitOpen(t)
			release := make(chan struct{})
			if how == "down" {
				cut.down.Store(true)
			} else {
				cut.mu.Lock()
				cut.held = release
				cut.mu.Unlock()
			}
			began := time.Now()
			await(t, "it goes on", func() bool { _, err := d.try(t, []byte(time.Now().String())); return errors.Is(err, db.ErrFenced) })
			if took := time.Since(began); took > shortLease+100*time.Millisecond {
				t.Error("it stopped after", took)
			}
			cut.down.Store(false)
			cut.mu.Lock()
			cut.held = nil
			cut.mu.Unlock()
			close(release)
			d.awaitOpen(t)
			if _, err := d.try(t, []byte("again")); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestAnUnfencedDriveGoesOnWithoutItsTarget, and no machine replaces it unless somebody says that it is off.
func TestAnUnfencedDriveGoesOnWithoutItsTarget(t *testing.T) {
	target := &directory{path: t.TempDir()}
	d := newDrive(t)
	k := d.keep(t, target)
	content := d.add(t, []byte("one"))
	now(t, k)
	before := listKeys(t, target)
	_, _, err := promoteTo(t, target, nil)
	var unfenced *UnfencedError
	if !errors.As(err, &unfenced) || !strings.Contains(err.Error(), "--old-machine-is-off") {
		t.Fatal(err)
	}
	if after := listKeys(t, target); after != before {
		t.Errorf("a refused promotion changed the target: %s, then %s", before, after)
	}
	d.end(t, k)
	to, p, err := promoteTo(t, target, func(o *PromoteOptions) { o.OldIsOff = true; o.wait = time.Hour })
	if err != nil || p.Waited > time.Minute {
		t.Fatal(p, err)
	}
	s, next := openPromoted(t, to, func() Target { return &directory{path: target.path} })
	next.awaitOpen(t)
	s.checkReadable(content)
}

// listKeys are the keys at a target but for the lease, which its holder writes again and again.
func listKeys(t *testing.T, target Target) string {
	t.Helper()
	var all []string
	if err := target.List(t.Context(), epochsAt, func(key string, _ int64) error { all = append(all, key); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := target.List(t.Context(), "probe", func(key string, _ int64) error { all = append(all, key); return nil }); err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}

// TestFencingIsTurnedOff: until the target was told, the drive stays fenced.
func TestFencingIsTurnedOff(t *testing.T) {
	cut := &cutTarget{Target: &directory{path: t.TempDir()}}
	d := newDrive(t)
	f := d.keepFenced(t, cut, false)
	f.awaitOpen(t)
	now(t, f.Runner) // a promotion finds something
	f.end()
	cut.down.Store(true)
	f = openDrive(t, d.Storage).keepFenced(t, cut, true)
	time.Sleep(shortLease)
	if f.fence.Check() == nil {
		t.Fatal("it takes changes while the target believes it fenced")
	}
	cut.down.Store(false)
	f.awaitOpen(t)
	if _, err := os.Stat(d.FenceMarker()); !errors.Is(err, fs.ErrNotExist) {
		t.Error("it is still marked as fenced:", err)
	}
	cut.down.Store(true)
	time.Sleep(2 * shortLease)
	if err := f.fence.Check(); err != nil {
		t.Fatal("a drive that is not fenced stopped:", err)
	}
	cut.down.Store(false)
	var unfenced *UnfencedError
	if _, _, err := promoteTo(t, cut, nil); !errors.As(err, &unfenced) {
		t.Fatal(err)
	}
}

// TestAMachineThatSlept acknowledges nothing after another one took its place, and it writes no further copy.
func TestAMachineThatSlept(t *testing.T) {
	dir := t.TempDir()
	cut := &cutTarget{Target: &directory{path: dir}}
	old := newDrive(t).keepFenced(t, cut, false)
	old.awaitOpen(t)
	content, err := old.try(t, []byte("before"))
	if err != nil {
		t.Fatal(err)
	}
	now(t, old.Runner)
	release := make(chan struct{})
	wake := sync.OnceFunc(func() { close(release) })
	t.Cleanup(wake) // before the drive ends
	cut.mu.Lock()
	cut.held = release
	cut.mu.Unlock()
	to, p, err := promoteTo(t, &directory{path: dir}, nil)
	if err != nil || p.Clean || p.Waited < shortWait || p.Waited > shortWait+5*time.Second {
		t.Fatalf("%v: %+v", err, p)
	}
	if _, err := old.try(t, []byte("asleep")); !errors.Is(err, db.ErrFenced) {
		t.Fatal(err)
	}
	s, next := openPromoted(t, to, func() Target { return &directory{path: dir} })
	next.awaitOpen(t)
	wake()
	await(t, "the old machine does not see that it was replaced", func() bool { return old.Lease().Ended })
	await(t, "it does not leave", func() bool { old.mu.Lock(); defer old.mu.Unlock(); return old.lease.left })
	l, err := readLease(t.Context(), &directory{path: dir}, &old.copier.grant.claim)
	if err != nil || l.State == leaseEnded {
		t.Fatalf("it says that it copied the rest, though it was replaced: %+v, %v", l, err)
	}
	if _, err := old.try(t, []byte("awake")); !errors.Is(err, db.ErrFenced) {
		t.Fatal(err)
	}
	if err := next.fence.Check(); err != nil {
		t.Fatal(err)
	}
	s.checkReadable(content)
	// After a restart it is no other.
	old.end()
	again := openDrive(t, old.Storage).keepFenced(t, &directory{path: dir}, false)
	time.Sleep(2 * shortLease)
	if again.fence.Check() == nil || again.Lease().Problem == "" {
		t.Fatalf("a machine that was replaced takes changes after a restart: %+v", again.Lease())
	}
}

// TestPromotionsAreRefused, with a reason, and nobody is replaced.
func TestPromotionsAreRefused(t *testing.T) {
	for _, c := range []struct {
		name, reason string
		spoil        func(t *testing.T, cut *cutTarget, to config.Storage) Target
	}{
		{"the target is down", "no route", func(_ *testing.T, cut *cutTarget, _ config.Storage) Target {
			cut.down.Store(true)
			return cut
		}},
		{"nothing is there", "holds no complete copy", func(t *testing.T, _ *cutTarget, _ config.Storage) Target {
			return &directory{path: t.TempDir()}
		}},
		{"no conditional writes", "knows no conditional writes", func(_ *testing.T, cut *cutTarget, _ config.Storage) Target {
			return &unconditional{Target: cut}
		}},
		{"late loser", "knows no conditional writes", func(_ *testing.T, cut *cutTarget, _ config.Storage) Target {
			return &unconditional{Target: cut, checks: true}
		}},
		{"data is there", "not empty", func(t *testing.T, cut *cutTarget, to config.Storage) Target {
			if err := os.MkdirAll(to.Data, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(to.Data, "photo"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			return cut
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cut := &cutTarget{Target: &directory{path: t.TempDir()}}
			d := newDrive(t).keepFenced(t, cut, false)
			d.awaitOpen(t)
			now(t, d.Runner)
			to := config.Storage{Data: filepath.Join(t.TempDir(), "new")}
			target := c.spoil(t, cut, to)
			_, err := Promote(t.Context(), target, to, promoteOptions(to))
			if err == nil || !strings.Contains(err.Error(), c.reason) {
				t.Fatalf("%v does not say %q", err, c.reason)
			}
			cut.down.Store(false)
			if keys := listKeys(t, cut); keys != epochKey(1) {
				t.Error("the target has", keys)
			}
			d.awaitOpen(t)
		})
	}
}

// unconditional is a target that knows no conditional writes; it may look before it writes.
type unconditional struct {
	Target
	checks  bool
	checked atomic.Int32
}

// Create implements Target.
func (f *unconditional) Create(ctx context.Context, key string, content []byte) error {
	if f.checks {
		in, err := f.Get(ctx, key)
		if err == nil {
			return errors.Join(fs.ErrExist, in.Close())
		}
		f.checked.Add(1)
		for wait := 0; f.checked.Load() < 2 && wait < 200; wait++ { // until another one looked, too
			time.Sleep(5 * time.Millisecond)
		}
	}
	return f.Put(ctx, key, bytes.NewReader(content), int64(len(content)))
}

// TestTwoMachinesPromoteAtATime: one of them takes over.
func TestTwoMachinesPromoteAtATime(t *testing.T) {
	dir := t.TempDir()
	d := newDrive(t).keepFenced(t, &directory{path: dir}, false)
	d.awaitOpen(t)
	now(t, d.Runner)
	d.end()
	var all sync.WaitGroup
	var won atomic.Int32
	start := make(chan struct{})
	for i := range 4 {
		to := config.Storage{Data: filepath.Join(t.TempDir(), fmt.Sprint(i))}
		all.Go(func() {
			<-start
			_, err := Promote(t.Context(), &directory{path: dir}, to, promoteOptions(to))
			if err == nil {
				won.Add(1)
			}
		})
	}
	close(start)
	all.Wait()
	claims, err := readClaims(t.Context(), &directory{path: dir})
	if err != nil {
		t.Fatal(err)
	}
	// Those that came after the first one took an epoch of their own: the last is the one that counts.
	if int(won.Load()) != len(claims)-1 || won.Load() == 0 {
		t.Errorf("%d took over, and there are %d epochs", won.Load(), len(claims))
	}
}

// TestContentsThatAreMissingAreNamed: the others are there.
func TestContentsThatAreMissingAreNamed(t *testing.T) {
	target := &directory{path: t.TempDir()}
	old := newDrive(t).keepFenced(t, target, false)
	old.awaitOpen(t)
	var keys []string
	for i := range 3 {
		d, err := old.try(t, bytes.Repeat([]byte{byte(i)}, 3<<20))
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, blobsAt+blobstore.LargeKey(d))
	}
	now(t, old.Runner)
	old.end()
	if err := target.Delete(t.Context(), keys[1]); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(target.path, keys[2]), 1000); err != nil {
		t.Fatal(err)
	}
	_, p, err := promoteTo(t, target, nil)
	if err != nil || p.Listed != 1 || len(p.Missing) != 2 || !slices.Contains(p.Missing, keys[1]) || !slices.Contains(p.Missing, keys[2]) {
		t.Fatalf("%v: %+v, of %q", err, p, keys)
	}
}

// slowTarget takes long for large contents.
type slowTarget struct {
	Target
	arrive <-chan struct{} // when one arrives
}

// Put implements Target.
func (s *slowTarget) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if strings.HasPrefix(key, blobsAt+largeAt) {
		select {
		case <-s.arrive:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return s.Target.Put(ctx, key, r, size)
}

// TestCopiesOfAnotherApplianceReplaceNobody: a machine whose target is that of another appliance takes no changes, and was not replaced.
func TestCopiesOfAnotherApplianceReplaceNobody(t *testing.T) {
	dir := t.TempDir()
	first := newDrive(t).keepFenced(t, &directory{path: dir}, false)
	first.awaitOpen(t)
	now(t, first.Runner)
	first.end()
	other := newDrive(t).keepFenced(t, &directory{path: dir}, false)
	for end := time.Now().Add(20 * time.Second); other.ForeignOwner() == nil; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the target is taken for its own")
		}
	}
	if err := other.fence.Check(); !errors.Is(err, db.ErrFenced) || errors.Is(err, db.ErrReplaced) || other.Lease().Ended {
		t.Errorf("%v, %+v", err, other.Lease())
	}
}

// TestLargeContentsOnTheirWay to the target are waited for by a machine that leaves or stops. Where they do not arrive it does not say
// that everything did, and the promotion names them.
func TestLargeContentsOnTheirWay(t *testing.T) {
	for _, c := range []struct {
		name           string
		stops, arrives bool
	}{{"it leaves", false, true}, {"it leaves, and they do not arrive", false, false}, {"it stops", true, true},
		{"it stops, and they do not arrive", true, false}} {
		t.Run(c.name, func(t *testing.T) {
			isClean := leaveWithLarge(t, c.stops, c.arrives)
			for range 4 { // on a busy machine the lease ends before the content is there
				if isClean == c.arrives {
					break
				}
				isClean = leaveWithLarge(t, c.stops, c.arrives)
			}
			if isClean != c.arrives {
				t.Errorf("clean: %v", isClean)
			}
		})
	}
}

// leaveWithLarge has a machine be replaced, or stop, while a large content is on its way, and reports whether the promotion says that the
// old machine left properly. What is missing is named in any case, and nothing else.
func leaveWithLarge(t *testing.T, stops, arrives bool) bool {
	t.Helper()
	target, arrive := &directory{path: t.TempDir()}, make(chan struct{})
	old := newDrive(t).keepFenced(t, &slowTarget{target, arrive}, false)
	old.awaitOpen(t)
	now(t, old.Runner)
	d, err := old.try(t, make([]byte, promptSize+1)) // what is smaller is copied in rounds
	if err != nil {
		t.Fatal(err)
	}
	key := blobsAt + blobstore.LargeKey(d)
	if arrives {
		time.AfterFunc(shortLease/3, func() { close(arrive) })
	}
	if stops {
		ctx, cancel := context.WithTimeout(t.Context(), shortLease)
		defer cancel()
		if err := errors.Join(old.Finish(ctx), old.EndLease(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	to, p, err := promoteTo(t, target, func(o *PromoteOptions) { o.wait = 3 * shortLease })
	if err != nil || !p.Clean && !slices.Equal(p.Missing, []string{key}) || p.Clean && (len(p.Missing) > 0 || !arrives) {
		t.Fatalf("%v: %+v", err, p)
	}
	if p.Clean {
		s, next := openPromoted(t, to, func() Target { return target })
		next.awaitOpen(t)
		s.checkReadable(d)
	}
	return p.Clean
}

// TestAnInterruptedPromotionIsRepeated after it took the epoch, in the middle of the restore, and at its end.
func TestAnInterruptedPromotionIsRepeated(t *testing.T) {
	dir := t.TempDir()
	open := func() Target { return &directory{path: dir} }
	old := newDrive(t).keepFenced(t, open(), false)
	old.awaitOpen(t)
	content, err := old.try(t, []byte("before"))
	if err != nil {
		t.Fatal(err)
	}
	now(t, old.Runner)
	old.end()
	to := config.Storage{Data: filepath.Join(t.TempDir(), "new")}
	for _, at := range []string{"waiting", "restoring the database", "looking"} {
		ctx, cancel := context.WithCancel(t.Context())
		o := promoteOptions(to)
		o.Say = func(what string) {
			if strings.HasPrefix(what, at) {
				cancel()
			}
		}
		if _, err := Promote(ctx, open(), to, o); err == nil && at != "looking" {
			t.Fatal("it went on after", at)
		}
		cancel()
	}
	p, err := Promote(t.Context(), open(), to, promoteOptions(to))
	if err != nil {
		t.Fatal(err)
	}
	s, next := openPromoted(t, to, open)
	next.awaitOpen(t)
	s.checkReadable(content)
	if next.Lease().Epoch != p.Epoch {
		t.Errorf("epoch %d, and %d was taken", next.Lease().Epoch, p.Epoch)
	}
	next.end()
	// Once more, when it has served.
	if p, err := Promote(t.Context(), open(), to, promoteOptions(to)); err != nil || p.Restored != nil {
		t.Fatal(p, err)
	}
}

// TestSealedCopiesArePromotedWithTheirSheet, and not without it.
func TestSealedCopiesArePromotedWithTheirSheet(t *testing.T) {
	dir := t.TempDir()
	open := func() Target { return &directory{path: dir} }
	d := newDrive(t)
	sheet := newSheet(t, d)
	old := d.keepFenced(t, open(), false)
	old.awaitOpen(t)
	content, err := old.try(t, []byte("before"))
	if err != nil {
		t.Fatal(err)
	}
	now(t, old.Runner)
	old.end()
	var locked *SheetError
	if _, _, err := promoteTo(t, open(), nil); !errors.As(err, &locked) {
		t.Fatal(err)
	}
	to, p, err := promoteTo(t, open(), func(o *PromoteOptions) { o.Sheet = sheet })
	if err != nil || p.Epoch != 2 || len(p.Missing) > 0 {
		t.Fatal(p, err)
	}
	s, next := openPromoted(t, to, open)
	next.awaitOpen(t)
	s.checkReadable(content)
}

// TestLeasesOfEpochs says whose lease counts.
func TestLeasesOfEpochs(t *testing.T) {
	for _, c := range []struct {
		name  string
		all   string // an epoch each: h held, e ended, o off, f fenced without a lease, - neither
		wants int    // 0 for none
	}{
		{"unfenced", "-", 0},
		{"fenced", "h", 1},
		{"ended", "e", 1},
		{"taken and not written yet", "hff", 1},
		{"fenced once, and another one after it", "h-", 0},
		{"turned off", "ho", 0},
		{"turned on later", "-h", 2},
		{"fenced from the start and never renewed", "f", 0},
		{"off before one that never began", "of", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			target := &directory{path: t.TempDir()}
			var claims []Claim
			for i, kind := range c.all {
				claim := Claim{Epoch: i + 1, Nonce: fmt.Sprint("n", i), Fenced: kind == 'f'}
				claims = append(claims, claim)
				if state := map[rune]string{'h': leaseHeld, 'e': leaseEnded, 'o': leaseOff}[kind]; state != "" {
					if err := putJSON(t.Context(), target, claim.folder()+leaseKey, leaseDocument{State: state}); err != nil {
						t.Fatal(err)
					}
				}
			}
			found, err := findLease(t.Context(), target, claims)
			epoch := 0
			if found != nil {
				epoch = found.Epoch
			}
			if err != nil || epoch != c.wants {
				t.Errorf("epoch %d, %v; want %d", epoch, err, c.wants)
			}
		})
	}
}
