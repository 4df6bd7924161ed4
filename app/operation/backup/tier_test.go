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
	"testing"
	"time"

	"anbar/app/operation/backup/seal"
	"anbar/blobstore"
	"anbar/config"
)

// tieredDrive is a drive of which contents may leave the disk.
type tieredDrive struct {
	*drive
	t        *testing.T
	places   []place
	away     *AwayReader
	tier     *Tier
	runners  []*Runner
	days     int
	contents []blobstore.Digest
	sheet    *seal.Sheet
	shift    time.Duration // of the store's clock
}

func newTieredDrive(t *testing.T, sealed bool, places ...place) *tieredDrive {
	t.Helper()
	s := &tieredDrive{t: t, places: places, days: 30}
	d := newDrive(t)
	s.sheet = newSheetIf(t, d, sealed)
	s.contents = []blobstore.Digest{d.add(t, []byte("small")), d.add(t, bytes.Repeat([]byte("in a sealed pack "), 500))}
	d.close(t)
	s.begin(d.Storage)
	s.contents = append(s.contents, s.add(t, largeContent), s.add(t, bytes.Repeat([]byte("very long"), 600_000)),
		s.add(t, []byte("in the newest pack")))
	s.copy()
	return s
}

// directories are targets at directories of their own.
func directories(t *testing.T, n int) (all []place) {
	for range n {
		dir := filepath.Join(t.TempDir(), "copies")
		all = append(all, place{"directory", func(t *testing.T) Target { return open(t, dir, config.S3{}) }})
	}
	return all
}

// begin opens the drive as the server does.
func (s *tieredDrive) begin(storage config.Storage) {
	s.t.Helper()
	log := slog.New(slog.DiscardHandler)
	var err error
	s.away, err = OpenAwayReader(s.t.Context(), storage, func(_ context.Context, name string) (Target, error) {
		for _, p := range s.places {
			if t := p.open(s.t); t.String() == name {
				return t, nil
			}
		}
		return nil, fmt.Errorf("another target: %s", name)
	}, log)
	if err != nil {
		s.t.Fatal(err)
	}
	s.drive = openDrive(s.t, storage)
	if err := s.blobs.Close(); err != nil {
		s.t.Fatal(err)
	}
	if s.blobs, err = blobstore.Open(storage.Blobs(), blobstore.Options{
		Log: log, Remote: s.away, Now: func() time.Time { return time.Now().Add(s.shift) },
	}); err != nil {
		s.t.Fatal(err)
	}
	s.tier = &Tier{DB: s.drive.db, Blobs: s.blobs, Away: s.away, Log: log, Days: func() int { return s.days }}
	s.runners = nil
	journal := NewJournal()
	for i, p := range s.places {
		target := p.open(s.t)
		o := s.options(s.t, target)
		o.Away, o.Journal, o.IsSecond, o.Shared = s.away, journal, i > 0, len(s.places) > 1
		k, err := NewRunner(target, s.blobs, o)
		if err != nil {
			s.t.Fatal(err)
		}
		s.runners = append(s.runners, k)
		s.tier.Runners = append(s.tier.Runners, k)
		s.tier.Drills = append(s.tier.Drills, s.driller(s.t, k))
	}
}

func (s *tieredDrive) restart() {
	s.t.Helper()
	s.stop()
	s.begin(s.Storage)
	s.copy()
}

func (s *tieredDrive) stop() {
	s.t.Helper()
	if err := errors.Join(s.drive.db.Close(), CloseRunners(s.runners...), s.blobs.Close()); err != nil {
		s.t.Fatal(err)
	}
}

func (s *tieredDrive) copy() {
	s.t.Helper()
	for _, k := range s.runners {
		now(s.t, k)
		settled(s.t, k.copier)
	}
	for _, k := range s.runners {
		now(s.t, k) // lists what was sent beside the rounds
	}
}

func (s *tieredDrive) rehearse() {
	s.t.Helper()
	for _, d := range s.tier.Drills {
		expectGood(s.t, d)
	}
}

// age makes everything old that is on the disk.
func (s *tieredDrive) age() {
	s.t.Helper()
	old := time.Now().Add(-40 * day)
	for _, dir := range []string{"packs", "large"} {
		err := filepath.WalkDir(filepath.Join(s.Blobs(), dir), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			return os.Chtimes(path, old, old)
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

// wait lets a day go by since the last proofs.
func (s *tieredDrive) wait() {
	for _, k := range s.runners {
		k.copier.mu.Lock()
		for name, at := range k.copier.proofs {
			k.copier.proofs[name] = at - int64(25*60*60)
		}
		k.copier.mu.Unlock()
	}
}

func (s *tieredDrive) run() TierState {
	s.t.Helper()
	if err := s.tier.Run(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	return s.tier.State()
}

// evict has everything leave that can.
func (s *tieredDrive) evict() {
	s.t.Helper()
	s.rehearse() // the first proof
	s.age()
	s.wait()
	if state := s.run(); state.Left < 3 || state.Waiting > 0 {
		s.t.Fatalf("%+v", state)
	}
}

func (s *tieredDrive) read(d blobstore.Digest) error {
	b, err := s.blobs.Open(s.t.Context(), d)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, b.NewReader())
	return errors.Join(err, b.Close())
}

func (s *tieredDrive) checkReadable() {
	s.t.Helper()
	for _, d := range s.contents {
		if err := s.read(d); err != nil {
			s.t.Errorf("content %v: %v", d, err)
		}
	}
}

// TestContentsLeaveWhenEachTargetProvedThemTwice goes the whole way, at each kind of target, and restores from it.
func TestContentsLeaveWhenEachTargetProvedThemTwice(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		for _, sealed := range []bool{false, true} {
			t.Run(fmt.Sprint("sealed ", sealed), func(t *testing.T) {
				s := newTieredDrive(t, sealed, p)
				if state := s.run(); state.Obstacle != ObstacleDrill || state.Left > 0 {
					t.Errorf("without a rehearsal: %+v", state)
				}
				s.rehearse()
				if state := s.run(); state.Obstacle != "" || state.Left+state.Waiting > 0 {
					t.Errorf("while all is new: %+v", state)
				}
				s.age()
				for range 2 { // it is too soon
					if state := s.run(); state.Left > 0 || state.Waiting < 3 {
						t.Errorf("before the second proof: %+v", state)
					}
				}
				s.wait()
				state := s.run()
				left, size := s.blobs.CountAway()
				if state.Left < 3 || state.Waiting > 0 || left != state.Left || size < int64(len(largeContent)) {
					t.Fatalf("%+v, %d objects, %d bytes", state, left, size)
				}
				s.checkReadable()
				s.contents = append(s.contents, s.add(t, []byte("written meanwhile")))
				s.copy()
				s.restart()
				s.checkReadable()
				found, err := Check(t.Context(), s.drive.db, s.blobs, false)
				if err != nil || !found.OK() || int(found.Contents.Away) != left {
					t.Errorf("%v: %+v", err, found)
				}
				s.rehearse()
				for _, k := range s.runners {
					if err := k.copier.Prune(t.Context()); err != nil {
						t.Error(err)
					}
				}
				s.checkReadable()
				storage, _, err := restoreWith(t, p.open(t), time.Time{}, s.sheet)
				if err != nil {
					t.Fatal(err)
				}
				whole(t, storage, s.contents...)
				s.stop()
				emptyTarget(t, p.open(t))
			})
		}
	})
}

// TestTheTierIsTurnedOff brings everything back, and nothing is read at the target any more.
func TestTheTierIsTurnedOff(t *testing.T) {
	t.Parallel()
	s := newTieredDrive(t, false, directories(t, 1)...)
	s.evict()
	s.days = 0
	if err := s.away.Fetch(t.Context(), s.drive.db, s.blobs); err != nil {
		t.Fatal(err)
	}
	if left, _ := s.blobs.CountAway(); left > 0 || !s.away.IsOver() {
		t.Error(left, "objects are away")
	}
	if _, err := os.Stat(s.PendingRestore()); !errors.Is(err, fs.ErrNotExist) {
		t.Error("places are still remembered:", err)
	}
	s.copy()
	s.stop()
	if err := os.RemoveAll(s.places[0].open(t).String()); err != nil {
		t.Fatal(err)
	}
	d := openDrive(t, s.Storage)
	defer d.close(t)
	found, err := Check(t.Context(), d.db, d.blobs, false)
	if err != nil || !found.OK() || found.Contents.Away > 0 || found.Contents.Referenced != int64(len(s.contents)) {
		t.Fatalf("%v: %+v", err, found)
	}
}

// TestWhatTheTargetLacksDoesNotLeave damages and removes objects between the two proofs.
func TestWhatTheTargetLacksDoesNotLeave(t *testing.T) {
	t.Parallel()
	s := newTieredDrive(t, false, directories(t, 2)...)
	s.rehearse()
	s.age()
	second := s.places[1].open(t).(*directory)
	var harmed []string
	for key, e := range s.runners[1].copier.listed {
		if blobstore.CanBeAway(key) {
			harmed = append(harmed, filepath.Join(second.String(), e.key(&s.runners[1].copier.grant.claim, key)))
		}
	}
	slices.Sort(harmed)
	if len(harmed) < 3 {
		t.Fatal(harmed)
	}
	if err := os.Remove(harmed[0]); err != nil {
		t.Fatal(err)
	}
	damageFile(t, harmed[1])
	s.wait()
	state := s.run()
	if state.Left != len(harmed)-2 || state.Waiting != 2 {
		t.Errorf("%+v", state)
	}
	s.checkReadable()
	for range 2 { // both were sent again, and are proven twice now
		s.age() // they were read
		s.wait()
		s.run()
	}
	if left, _ := s.blobs.CountAway(); left != len(harmed) {
		t.Error(left, "of", len(harmed), "left")
	}
	s.checkReadable()
	s.stop()
}

func damageFile(t *testing.T, name string) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range min(len(b)/2, 100) {
		b[len(b)/2+i] ^= 0xff
	}
	if err := errors.Join(os.Chmod(name, 0o600), os.WriteFile(name, b, 0o600)); err != nil {
		t.Fatal(err)
	}
}

// TestATargetLosesWhatLeft reads from the other target, and heals the one that lost it.
func TestATargetLosesWhatLeft(t *testing.T) {
	t.Parallel()
	s := newTieredDrive(t, false, directories(t, 2)...)
	s.evict()
	c := s.runners[0].copier
	for key, e := range c.listed {
		name := filepath.Join(c.target.String(), e.key(&c.grant.claim, key))
		switch {
		case !blobstore.CanBeAway(key):
		case isLarge(key):
			damageFile(t, name)
		default:
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.restart() // nothing is cached
	s.checkReadable()
	k := s.runners[0]
	if err := k.verifyTarget(t.Context(), k.copier, true); err != nil {
		t.Error(err)
	}
	if damaged, err := k.copier.ReadAllBack(t.Context(), time.Now().Add(time.Hour)); err != nil || len(damaged) == 0 {
		t.Error(damaged, err)
	}
	if lost := k.copier.LostObjects(); len(lost) > 0 {
		t.Error("lost:", lost)
	}
	s.rehearse()
	s.stop()
	storage, _, err := restoreTo(t, s.places[0].open(t), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	whole(t, storage, s.contents...)
}

// TestTheOnlyCopyIsLost names what is lost, and goes on copying everything else.
func TestTheOnlyCopyIsLost(t *testing.T) {
	t.Parallel()
	s := newTieredDrive(t, false, directories(t, 1)...)
	s.addFiles(t, s.contents...)
	s.copy()
	s.evict()
	c := s.runners[0].copier
	lost := 0
	var removed []string
	for key, e := range c.listed {
		if _, isPack := blobstore.ParsePackKey(key); isPack || key == blobstore.LargeKey(s.contents[3]) {
			lost++
			name := filepath.Join(c.target.String(), e.key(&c.grant.claim, key))
			removed = append(removed, name)
			if err := os.Rename(name, name+"-aside"); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.stop()
	s.begin(s.Storage)
	k := s.runners[0]
	if _, err := k.CopyNow(t.Context()); err == nil || !strings.Contains(err.Error(), "not here any more") {
		t.Error("a copy without what is lost:", err)
	}
	extra := s.add(t, []byte("after the loss"))
	for range 3 {
		if r, err := k.copier.Copy(t.Context(), k.syncDatabase); err != nil || time.Since(r.Time) > time.Minute {
			t.Fatal(r, err)
		}
	}
	if got := k.copier.LostObjects(); len(got) != lost {
		t.Errorf("%d are lost, and named are %v", lost, got)
	}
	var named Findings
	if err := named.AddLost(t.Context(), s.db, s.blobs, k.copier.LostObjects()); err != nil {
		t.Fatal(err)
	}
	if len(named.Lost) != lost || named.OK() || !slices.Contains(named.Files, "T: Shared files/3") ||
		!slices.Contains(named.Files, "T: Shared files/1") || slices.Contains(named.Files, "T: Shared files/2") {
		t.Errorf("named are %q and the files %q", named.Lost, named.Files)
	}
	if err := s.read(extra); err != nil {
		t.Error(err)
	}
	if err := s.read(s.contents[2]); err != nil { // a large one
		t.Error(err)
	}
	for _, d := range []blobstore.Digest{s.contents[1], s.contents[3]} {
		if err := s.read(d); !errors.Is(err, blobstore.ErrCorrupt) || errors.Is(err, blobstore.ErrAway) {
			t.Error("a lost content:", err)
		}
	}
	row, _ := rehearse(t, s.tier.Drills[0])
	if IsSuccess(row.Outcome) || row.Pending > 0 {
		t.Errorf("the rehearsal: %+v", row)
	}
	var words strings.Builder
	err := WriteFlawFiles(t.Context(), &words, s.db, row)
	if err != nil || !strings.Contains(words.String(), "FILE     T: Shared files/3\n") {
		t.Errorf("the rehearsal names %q, %v", words.String(), err)
	}
	k.recordStatus(t.Context(), k.copier, nil)
	if status := k.Status(); status.Kind != ProblemLost {
		t.Errorf("%+v", status)
	}
	if state := s.run(); state.Obstacle != ObstacleTrouble {
		t.Errorf("%+v", state)
	}
	for _, name := range removed { // somebody finds them again
		if err := os.Rename(name+"-aside", name); err != nil {
			t.Fatal(err)
		}
	}
	s.checkReadable()
	if _, err := k.CopyNow(t.Context()); err != nil {
		t.Error(err)
	}
	named = Findings{}
	if err := named.AddLost(t.Context(), s.db, s.blobs, k.copier.LostObjects()); err != nil || len(named.Lost)+len(named.Files) > 0 {
		t.Errorf("after they were found again: %+v, %v", named, err)
	}
	s.stop()
}

// TestAMissingListIsMadeAnew removes the list of what is away, once while the target is there and once while it is not.
func TestAMissingListIsMadeAnew(t *testing.T) {
	t.Parallel()
	s := newTieredDrive(t, false, directories(t, 1)...)
	s.evict()
	before, _ := s.blobs.CountAway()
	s.stop()
	list, target := filepath.Join(s.Blobs(), "away", "list"), s.places[0].open(t).String()
	if err := errors.Join(os.RemoveAll(filepath.Dir(list)), os.Rename(target, target+"-unplugged")); err != nil {
		t.Fatal(err)
	}
	rebuild := func() error {
		a, err := OpenAwayReader(t.Context(), s.Storage, func(context.Context, string) (Target, error) { return s.places[0].open(t), nil },
			slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return a.RebuildList(t.Context())
	}
	if err := rebuild(); err == nil {
		t.Error("a list is made of a target that is not there")
	}
	if err := os.Rename(target+"-unplugged", target); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := rebuild(); err != nil {
			t.Fatal(err)
		}
	}
	s.begin(s.Storage)
	if now, _ := s.blobs.CountAway(); now != before {
		t.Error(now, "objects are away, and were", before)
	}
	s.checkReadable()
	s.stop()
}

// TestWhatIsReadAgainComesBack reads a content on two days.
func TestWhatIsReadAgainComesBack(t *testing.T) {
	t.Parallel()
	s := newTieredDrive(t, false, directories(t, 1)...)
	s.evict()
	before, _ := s.blobs.CountAway()
	for range 2 {
		if err := s.read(s.contents[2]); err != nil {
			t.Fatal(err)
		}
		s.shift += day
	}
	state := s.run()
	if left, _ := s.blobs.CountAway(); state.Returned != 1 || left != before-1 {
		t.Errorf("%+v, %d of %d are away", state, left, before)
	}
	if isAway, err := s.blobs.IsContentAway(s.contents[2]); isAway || err != nil {
		t.Error("it is still away", err)
	}
	s.checkReadable()
	s.stop()
}

// TestARestoreOfATieredDriveStaysSmall restores with --later: what is at the target stays there.
func TestARestoreOfATieredDriveStaysSmall(t *testing.T) {
	t.Parallel()
	s := newTieredDrive(t, false, directories(t, 1)...)
	s.evict()
	s.copy()
	s.stop()
	to := config.Storage{Data: filepath.Join(t.TempDir(), "back")}
	_, err := RestoreAny(t.Context(), []Target{s.places[0].open(t)}, to, RestoreOptions{
		Log: slog.New(slog.DiscardHandler), LeaveAway: true,
		Record: func(t Target) string { return filepath.Join(to.Data, "litestream", hashOf([]byte(t.String()))) },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.begin(to)
	s.run()
	if !s.away.IsTier() {
		t.Error("the restore goes on")
	}
	away, _ := s.blobs.CountAway()
	s.copy()
	s.checkReadable()
	s.restart()
	s.rehearse()
	s.age()
	s.run() // and reads there from now on
	if left, _ := s.blobs.CountAway(); left < away {
		t.Error(left, "are away, and were", away)
	}
	s.checkReadable()
	s.stop()
}

// TestATieredDriveIsSealed seals the copies anew while contents are only there.
func TestATieredDriveIsSealed(t *testing.T) {
	t.Parallel()
	s := newTieredDrive(t, false, directories(t, 1)...)
	s.evict()
	newSheet(t, s.drive)
	if _, _, err := s.runners[0].RequestReseal(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.restart()
	k := s.runners[0]
	if err := k.FinishReseal(t.Context()); err == nil {
		t.Error("what contents are read from is removed")
	}
	s.checkReadable()
	if _, err := k.copier.ReadAllBack(t.Context(), time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	s.rehearse()
	s.run()
	if err := k.FinishReseal(t.Context()); err != nil {
		t.Error(err)
	}
	for _, key := range listed(t, s.places[0].open(t), copiesAt) {
		t.Error("left in the clear:", key)
	}
	s.restart()
	s.checkReadable()
	s.stop()
}
