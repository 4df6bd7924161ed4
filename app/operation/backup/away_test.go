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
	"syscall"
	"testing"
	"time"

	"anbar/app/operation/backup/seal"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// gateTarget is a target that can be cut off.
type gateTarget struct {
	Target
	down *atomic.Bool
}

var errDown = errors.New("no route to the target")

// Get implements Target.
func (g *gateTarget) Get(ctx context.Context, key string) (io.ReadCloser, error) {
	if g.down.Load() {
		return nil, errDown
	}
	return g.Target.Get(ctx, key)
}

// GetRange implements Target.
func (g *gateTarget) GetRange(ctx context.Context, key string, off, n, size int64) (io.ReadCloser, error) {
	if g.down.Load() {
		return nil, errDown
	}
	return g.Target.GetRange(ctx, key, off, n, size)
}

// servingDrive is a drive that was restored and serves while contents are at targets.
type servingDrive struct {
	*drive
	t       *testing.T
	open    []func() Target
	down    atomic.Bool // none of the targets can be read
	away    *AwayReader
	result  *RestoreResult
	fetched sync.WaitGroup
	cancel  context.CancelFunc
	failed  error
}

// restoreServing brings back what has to be there before a server can serve.
func restoreServing(t *testing.T, sheet *seal.Sheet, open ...func() Target) *servingDrive {
	t.Helper()
	s := &servingDrive{t: t, open: open}
	to := config.Storage{Data: filepath.Join(t.TempDir(), "back")}
	var all []Target
	for _, one := range open {
		all = append(all, one())
	}
	var err error
	s.result, err = RestoreAny(t.Context(), all, to, RestoreOptions{
		Sheet: sheet, Log: slog.New(slog.DiscardHandler), LeaveAway: true,
		Record: func(t Target) string { return filepath.Join(to.Data, "litestream", hashOf([]byte(t.String()))) },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.drive = &drive{Storage: to}
	s.begin()
	return s
}

// begin opens what was restored, as the server does.
func (s *servingDrive) begin() {
	s.t.Helper()
	log := slog.New(slog.DiscardHandler)
	var err error
	s.away, err = OpenAwayReader(s.t.Context(), s.Storage, func(_ context.Context, name string) (Target, error) {
		for _, one := range s.open {
			if t := one(); t.String() == name {
				return &gateTarget{t, &s.down}, nil
			}
		}
		return nil, fmt.Errorf("another target: %s", name)
	}, log)
	if err != nil || s.away == nil {
		s.t.Fatal(s.away, err)
	}
	if s.drive.db, err = db.Open(s.t.Context(), s.Database()); err != nil {
		s.t.Fatal(err)
	}
	if s.blobs, err = blobstore.Open(s.Blobs(), blobstore.Options{Log: log, Remote: s.away}); err != nil {
		s.t.Fatal(err)
	}
	s.ring = seal.OpenRing(s.Seal())
}

func (s *servingDrive) startFetch() {
	ctx, cancel := context.WithCancel(s.t.Context())
	s.cancel = cancel
	s.fetched.Go(func() { s.failed = s.away.Fetch(ctx, s.drive.db, s.blobs) })
}

// fetchAll waits until everything came.
func (s *servingDrive) fetchAll() {
	s.t.Helper()
	s.startFetch()
	s.fetched.Wait()
	if s.failed != nil || !s.away.IsOver() || len(s.blobs.Away()) > 0 {
		s.t.Fatal(s.failed, s.away.State(s.blobs))
	}
	if _, err := os.Stat(s.PendingRestore()); !errors.Is(err, fs.ErrNotExist) {
		s.t.Error("the restore is still remembered:", err)
	}
}

func (s *servingDrive) read(d blobstore.Digest) error {
	b, err := s.blobs.Open(s.t.Context(), d)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, b.NewReader()) // it proves what it gives
	return errors.Join(err, b.Close())
}

func (s *servingDrive) checkReadable(all ...blobstore.Digest) {
	s.t.Helper()
	for _, d := range all {
		if err := s.read(d); err != nil {
			s.t.Fatalf("content %v: %v", d, err)
		}
	}
}

// TestARestoreServesBeforeContentsCome reads everything at each kind of target, clear and sealed, has it come, and goes on copying.
func TestARestoreServesBeforeContentsCome(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		for _, name := range []string{"clear", "sealed"} {
			t.Run(name, func(t *testing.T) {
				d := newDrive(t)
				var sheet *seal.Sheet
				if name == "sealed" {
					sheet = newSheet(t, d)
				}
				open := func() Target { return p.open(t) }
				all := []blobstore.Digest{d.add(t, []byte("small"))}
				all = append(all, d.add(t, bytes.Repeat([]byte("in a sealed pack "), 500)))
				d.close(t)
				d = openDrive(t, d.Storage)
				k := d.keep(t, open())
				all = append(all, d.add(t, largeContent), d.add(t, bytes.Repeat([]byte(name+" very long"), 600_000)))
				now(t, k)
				all = append(all, d.add(t, []byte("in a range")))
				now(t, k)
				settled(t, k.copier)
				d.end(t, k)

				s := restoreServing(t, sheet, open)
				if s.result.Away < 3 || len(s.blobs.Away()) != s.result.Away || len(s.result.Damaged) > 0 {
					t.Fatalf("%+v", s.result)
				}
				s.checkReadable(all...)
				all = append(all, s.add(t, []byte("written while contents are away")))
				found, err := Check(t.Context(), s.drive.db, s.blobs, false)
				if err != nil || !found.OK() || int(found.Contents.Away) != s.result.Away {
					t.Fatalf("%v: %+v", err, found)
				}
				var said strings.Builder
				if err := found.Write(&said); err != nil || strings.Contains(said.String(), "all is well") {
					t.Errorf("it is said that all is well: %v\n%s", err, said.String())
				}
				before := s.away.State(s.blobs)
				k = s.keep(t, open())
				now(t, k) // a copy while contents are away takes none of them for deleted
				if before.Objects != s.result.Away || before.All != s.result.Away || before.Bytes == 0 || before.Problem != "" {
					t.Errorf("%+v", before)
				}
				s.fetchAll()
				now(t, k)
				s.end(t, k)
				whole(t, s.Storage, all...)
				whole(t, mustRestoreWith(t, open(), sheet), all...)
				emptyTarget(t, open())
			})
		}
	})
}

// newServing copies a drive into a directory, and restores it.
func newServing(t *testing.T) (*servingDrive, []blobstore.Digest, string) {
	t.Helper()
	dir := t.TempDir()
	f := newFixture(t, place{"directory", func(t *testing.T) Target { return open(t, dir, config.S3{}) }})
	all := append(f.all, f.add(t, largeContent))
	now(t, f.k)
	settled(t, f.k.copier)
	f.end(t, f.k)
	return restoreServing(t, nil, func() Target { return open(t, dir, config.S3{}) }), all, dir
}

// TestATargetThatCannotBeReadHoldsUpOnlyItsContents cuts the target off, ends the process meanwhile, and lets it come back.
func TestATargetThatCannotBeReadHoldsUpOnlyItsContents(t *testing.T) {
	t.Parallel()
	s, all, _ := newServing(t)
	s.down.Store(true)
	s.startFetch()
	for began := time.Now(); s.away.State(s.blobs).Problem == "" && time.Since(began) < 10*time.Second; {
		time.Sleep(10 * time.Millisecond)
	}
	if state := s.away.State(s.blobs); !strings.Contains(state.Problem, errDown.Error()) || state.Objects != s.result.Away {
		t.Errorf("the state says nothing of it: %+v", state)
	}
	fresh := s.add(t, []byte("new"))
	s.checkReadable(fresh)
	refused := 0
	for _, d := range all {
		if err := s.read(d); errors.Is(err, blobstore.ErrAway) {
			refused++
		} else if err != nil {
			t.Error(err)
		}
	}
	if refused != 3 { // two large ones, and the one in a sealed pack
		t.Error(refused, "contents could not be read")
	}
	s.cancel()
	s.fetched.Wait()
	if !errors.Is(s.failed, context.Canceled) {
		t.Error(s.failed)
	}
	s.close(t)
	s.begin()
	s.down.Store(false)
	s.checkReadable(append(all, fresh)...)
	s.fetchAll()
	s.close(t)
	whole(t, s.Storage, append(all, fresh)...)
}

// TestWhatIsDamagedAtTheTargetIsNamed damages a large content and a pack after the restore. What is undamaged comes all the same, and
// nobody is told that all is there.
func TestWhatIsDamagedAtTheTargetIsNamed(t *testing.T) {
	t.Parallel()
	s, all, dir := newServing(t)
	var harmed []string
	for _, o := range s.blobs.Away() {
		from := s.away.pending.Sources[0]
		if strings.HasPrefix(o.Key, "packs/") || len(harmed) == 0 {
			edit(t, filepath.Join(dir, filepath.FromSlash(from.Objects[o.Key].key(&from.Claim, o.Key))), func(b []byte) []byte {
				b[200] ^= 1
				return b
			})
			harmed = append(harmed, o.Key)
		}
	}
	fetchRest := func() AwayState {
		s.startFetch()
		s.fetched.Wait()
		state := s.away.State(s.blobs)
		if s.failed != nil || state.Problem != "" {
			t.Fatal(s.failed, state)
		}
		return state
	}
	state := fetchRest()
	if len(state.Damaged) != len(harmed) || len(harmed) != 2 || state.Objects != 2 || s.away.IsOver() {
		t.Errorf("%v are damaged, and %v are named: %+v", harmed, state.Damaged, state)
	}
	s.close(t) // what is lost is known after a restart, and is asked for again for days
	s.begin()
	clock := time.Now()
	s.away.now = func() time.Time { return clock }
	clock = clock.Add(lostGiveUp / 2)
	if state = fetchRest(); len(state.Damaged) != 2 || state.Objects != 2 {
		t.Errorf("%+v", state)
	}
	clock = clock.Add(lostGiveUp)
	if state = fetchRest(); len(state.Damaged) != 2 || state.Objects != 0 || !s.away.IsOver() {
		t.Errorf("%+v", state)
	}
	lost := 0
	for _, d := range all {
		if err := s.read(d); errors.Is(err, blobstore.ErrCorrupt) || errors.Is(err, blobstore.ErrNotFound) {
			lost++
		} else if err != nil {
			t.Error(err)
		}
	}
	found, err := Check(t.Context(), s.drive.db, s.blobs, false)
	if err != nil || found.OK() || lost != 2 {
		t.Errorf("%d are lost, %v: %+v", lost, err, found)
	}
	s.close(t)
}

// TestWhatIsMendedAtTheTargetComes puts a damaged object right after it was found lost.
func TestWhatIsMendedAtTheTargetComes(t *testing.T) {
	t.Parallel()
	s, all, dir := newServing(t)
	from, key := s.away.pending.Sources[0], s.blobs.Away()[0].Key
	flip := func() {
		edit(t, filepath.Join(dir, filepath.FromSlash(from.Objects[key].key(&from.Claim, key))), func(b []byte) []byte {
			b[200] ^= 1
			return b
		})
	}
	flip()
	clock := time.Now()
	s.away.now = func() time.Time { return clock }
	s.startFetch()
	s.fetched.Wait()
	if state := s.away.State(s.blobs); len(state.Damaged) != 1 || s.away.IsOver() {
		t.Fatalf("%+v", state)
	}
	flip()
	clock = clock.Add(lostAgain)
	s.fetchAll()
	if state := s.away.State(s.blobs); len(state.Damaged) > 0 {
		t.Errorf("%+v", state)
	}
	s.close(t)
	whole(t, s.Storage, all...)
}

// TestAnObjectThatCannotBeReadHoldsUpNoOther has a directory in the place of an object, as a broken sector fails.
func TestAnObjectThatCannotBeReadHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	s, all, dir := newServing(t)
	from, key := s.away.pending.Sources[0], s.blobs.Away()[0].Key
	name := filepath.Join(dir, filepath.FromSlash(from.Objects[key].key(&from.Claim, key)))
	rename(t, name, name+".away")
	if err := os.Mkdir(name, 0o700); err != nil {
		t.Fatal(err)
	}
	clock := time.Now()
	s.away.now = func() time.Time { return clock }
	s.startFetch()
	s.fetched.Wait()
	if state := s.away.State(s.blobs); state.Objects != 1 || len(state.Damaged) != 1 || s.failed != nil {
		t.Fatalf("%v: %+v", s.failed, state)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	rename(t, name+".away", name)
	clock = clock.Add(lostAgain)
	s.fetchAll()
	s.close(t)
	whole(t, s.Storage, all...)
}

// TestARestoreWithoutItsSourcesIsRefused opens a data directory whose note of the restore was harmed.
func TestARestoreWithoutItsSourcesIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"{}", `{"sources":[]}`, `{"sources":[null]}`, "", "[]"} {
		to := config.Storage{Data: t.TempDir()}
		if err := os.WriteFile(to.PendingRestore(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		a, err := OpenAwayReader(t.Context(), to, nil, slog.New(slog.DiscardHandler))
		if a != nil || err == nil || !strings.Contains(err.Error(), to.PendingRestore()) {
			t.Errorf("%q: %v, %v", text, a, err)
		}
	}
}

// TestATargetThatHangsIsLeftForAnother has a pipe that nobody writes to in the place of objects of the first target.
func TestATargetThatHangsIsLeftForAnother(t *testing.T) {
	t.Parallel()
	two := newTwoTargets(t)
	two.add("one")
	two.mustRound()
	two.stop()
	s := restoreServing(t, nil, func() Target { return two.target(0) }, func() Target { return two.target(1) })
	s.away.patience = 200 * time.Millisecond
	first := s.away.pending.Sources[0]
	for key, e := range first.Objects {
		name := filepath.Join(first.Target, filepath.FromSlash(e.key(&first.Claim, key)))
		if err := errors.Join(os.Remove(name), syscall.Mkfifo(name, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	s.checkReadable(two.contents...)
	if took := time.Since(began); took > 5*time.Second {
		t.Error("it took", took)
	}
	s.close(t)
}

// TestAnUnmountedTargetEndsNoRestore has everything come but a content that was on its way, and takes the target away then.
func TestAnUnmountedTargetEndsNoRestore(t *testing.T) {
	t.Parallel()
	s, all, dir := newServing(t)
	s.close(t)
	d := openDrive(t, s.Storage)
	late := d.add(t, bytes.Repeat([]byte("late "), 1<<19))
	d.close(t)
	if err := os.Remove(filepath.Join(s.Blobs(), filepath.FromSlash(blobstore.LargeKey(late)))); err != nil {
		t.Fatal(err)
	}
	s.begin()
	for _, o := range s.blobs.Away() {
		if err := s.away.fetchObject(t.Context(), s.blobs, o); err != nil {
			t.Fatal(err)
		}
	}
	rename(t, dir, dir+".unplugged")
	s.startFetch()
	s.fetched.Wait()
	if state := s.away.State(s.blobs); s.failed == nil || s.away.IsOver() || !strings.Contains(state.Problem, "mounted") {
		t.Errorf("%v: %+v", s.failed, state)
	}
	rename(t, dir+".unplugged", dir)
	s.fetchAll() // that content is nowhere, which is said now
	s.checkReadable(all...)
	s.close(t)
}

// TestNothingIsRemovedThatContentsAreReadFrom seals copies anew while contents are away.
func TestNothingIsRemovedThatContentsAreReadFrom(t *testing.T) {
	t.Parallel()
	s, all, dir := newServing(t)
	newSheet(t, s.drive)
	if _, err := RequestReseal(t.Context(), open(t, dir, config.S3{}), s.options(t, open(t, dir, config.S3{}))); err != nil {
		t.Fatal(err)
	}
	k := s.keep(t, open(t, dir, config.S3{}))
	now(t, k)
	if err := k.FinishReseal(t.Context()); err == nil || !strings.Contains(err.Error(), "read from what was there before") {
		t.Error("the copies are sealed, and what was there before is removed:", err)
	}
	if err := k.copier.finishReseal(t.Context()); err != nil { // as the hourly upkeep does
		t.Error(err)
	}
	s.checkReadable(all...)
	s.fetchAll()
	now(t, k)
	if err := k.FinishReseal(t.Context()); err != nil {
		t.Error(err)
	}
	s.end(t, k)
	whole(t, s.Storage, all...)
}

// TestATroubleOfTheDiskHereIsNotTheTargets keeps objects from being written here: none of them counts as damaged at the target.
func TestATroubleOfTheDiskHereIsNotTheTargets(t *testing.T) {
	t.Parallel()
	s, all, _ := newServing(t)
	var blocked []string
	for _, o := range s.blobs.Away() {
		name := filepath.Base(o.Key)
		if id, isPack := blobstore.ParsePackKey(o.Key); isPack {
			name = fmt.Sprintf("%08d.pk", id)
		}
		blocked = append(blocked, filepath.Join(s.Blobs(), "away", name+".landing"))
	}
	for _, name := range blocked {
		if err := os.Mkdir(name, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s.startFetch()
	for began := time.Now(); s.away.State(s.blobs).Problem == "" && time.Since(began) < 10*time.Second; {
		time.Sleep(10 * time.Millisecond)
	}
	if state := s.away.State(s.blobs); !strings.Contains(state.Problem, "the disk here") || len(state.Damaged) > 0 {
		t.Errorf("%+v", state)
	}
	s.cancel()
	s.fetched.Wait()
	for _, name := range blocked {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
	s.fetchAll()
	s.close(t)
	whole(t, s.Storage, all...)
}

// TestADiskThatIsNotMountedLosesNothing takes the disk of the target away, and leaves an empty directory in its place.
func TestADiskThatIsNotMountedLosesNothing(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(string) error{
		"nothing is there":      func(string) error { return nil },
		"an empty directory is": func(dir string) error { return os.Mkdir(dir, 0o700) },
		"another copy is": func(dir string) error {
			other := []byte(`{"layout":3,"copy":"other"}`)
			return errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, identityKey), other, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, all, dir := newServing(t)
			rename(t, dir, dir+".unplugged")
			if err := leave(dir); err != nil {
				t.Fatal(err)
			}
			s.startFetch()
			for began := time.Now(); s.away.State(s.blobs).Problem == "" && time.Since(began) < 10*time.Second; {
				time.Sleep(10 * time.Millisecond)
			}
			for _, d := range all {
				if err := s.read(d); err != nil && !errors.Is(err, blobstore.ErrAway) {
					t.Error("a content is called damaged:", err)
				}
			}
			if state := s.away.State(s.blobs); !strings.Contains(state.Problem, "mounted") || state.Objects != s.result.Away ||
				len(state.Damaged) > 0 {
				t.Errorf("%+v", state)
			}
			s.cancel()
			s.fetched.Wait()
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			rename(t, dir+".unplugged", dir)
			s.fetchAll()
			s.close(t)
			whole(t, s.Storage, all...)
		})
	}
}

// TestAnotherTargetHasWhatOneLacks damages different objects of two targets after the restore, and cuts off one of them.
func TestAnotherTargetHasWhatOneLacks(t *testing.T) {
	t.Parallel()
	two := newTwoTargets(t)
	two.add("one")
	two.mustRound()
	two.add("two")
	two.mustRound()
	two.stop()
	two.start()
	two.mustRound()
	for _, k := range two.k {
		settled(t, k.copier)
	}
	two.stop()
	s := restoreServing(t, nil, func() Target { return two.target(0) }, func() Target { return two.target(1) })
	if s.result.Away == 0 {
		t.Fatal("nothing is away")
	}
	first := slices.Index(two.dirs[:], s.away.pending.Sources[0].Target) // which is asked first
	two.harm(first, "blobs/large/*/*", false)
	two.harm(1-first, "copies/*/packs/*.pk", true)
	for _, d := range two.contents {
		err := s.read(d)
		if err != nil && !errors.Is(err, blobstore.ErrCorrupt) { // a damaged copy is noticed when it is read, and comes first then
			t.Fatal(err)
		}
	}
	s.checkReadable(two.contents...) // from the other target now, before anything came
	s.fetchAll()
	if state := s.away.State(s.blobs); len(state.Damaged) > 0 {
		t.Errorf("%+v", state)
	}
	s.close(t)
	whole(t, s.Storage, two.contents...)
}

// TestALargeContentThatWasOnItsWayComesLater has a content that the database names, and that reached the target after the restore.
func TestALargeContentThatWasOnItsWayComesLater(t *testing.T) {
	t.Parallel()
	s, all, dir := newServing(t)
	s.close(t)
	other := newDrive(t)
	late := other.add(t, bytes.Repeat([]byte("late "), 1<<19))
	other.close(t)
	d := openDrive(t, s.Storage) // names it, as a database does whose contents were on their way
	again := d.add(t, bytes.Repeat([]byte("late "), 1<<19))
	d.close(t)
	key := blobstore.LargeKey(late)
	if err := os.Remove(filepath.Join(s.Blobs(), filepath.FromSlash(key))); again != late || err != nil {
		t.Fatal(again, late, err)
	}
	b, err := os.ReadFile(filepath.Join(other.Blobs(), filepath.FromSlash(key)))
	if err == nil {
		err = open(t, dir, config.S3{}).Put(t.Context(), blobsAt+key, bytes.NewReader(b), int64(len(b)))
	}
	if err != nil {
		t.Fatal(err)
	}
	s.begin()
	s.fetchAll()
	s.close(t)
	whole(t, s.Storage, append(all, late)...)
}
