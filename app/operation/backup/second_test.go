package backup

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// twoTargets is a drive that is copied to two directories.
type twoTargets struct {
	t        *testing.T
	d        *drive
	dirs     [2]string
	k        [2]*Runner
	contents []blobstore.Digest
}

func newTwoTargets(t *testing.T) *twoTargets {
	s := &twoTargets{t: t, d: newDrive(t)}
	for i := range s.dirs {
		s.dirs[i] = filepath.Join(t.TempDir(), "copies")
	}
	s.begin()
	return s
}

func (s *twoTargets) target(i int) Target {
	s.t.Helper()
	target, err := OpenTarget(s.t.Context(), s.dirs[i], config.Storage{}, config.Remote{})
	if err != nil {
		s.t.Fatal(err)
	}
	return target
}

func (s *twoTargets) begin() {
	s.t.Helper()
	journal := NewJournal()
	for i := range s.k {
		o := s.d.options(s.t, s.target(i))
		o.Journal, o.IsSecond, o.Shared = journal, i == 1, true
		var err error
		if s.k[i], err = NewRunner(s.target(i), s.d.blobs, o); err != nil {
			s.t.Fatal(err)
		}
	}
}

// round copies to both, and says how that went.
func (s *twoTargets) round() (one, two Problem) {
	s.t.Helper()
	for _, k := range s.k {
		if _, err := k.CopyNow(s.t.Context()); err == nil {
			k.maintainOnce(s.t.Context())
		}
	}
	return s.k[0].Status().Kind, s.k[1].Status().Kind
}

func (s *twoTargets) mustRound() {
	s.t.Helper()
	if one, two := s.round(); one != "" || two != "" {
		s.t.Fatalf("%v, %v: %v, %v", one, two, s.k[0].Status().Problem, s.k[1].Status().Problem)
	}
}

// add stores contents, a small and a large one, and the rows that name them.
func (s *twoTargets) add(word string) {
	s.t.Helper()
	s.contents = append(s.contents, s.d.add(s.t, []byte(word)), s.d.add(s.t, bytes.Repeat([]byte(word), 1<<20)))
}

// addRows adds rows that name no content.
func (s *twoTargets) addRows(n int) {
	s.t.Helper()
	err := s.d.db.Update(s.t.Context(), func(tx *db.Tx) error {
		var failed error
		for i := range n {
			_, err := tx.InsertThumbnail(db.Hash(blobstore.Sum(fmt.Append(nil, i))), "image/jpeg", 0)
			failed = errors.Join(failed, err)
		}
		return failed
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *twoTargets) stop() {
	s.t.Helper()
	if err := s.d.db.Close(); err != nil {
		s.t.Fatal(err)
	}
	if err := errors.Join(CloseRunners(s.k[:]...), s.d.blobs.Close()); err != nil {
		s.t.Log(err)
	}
}

func (s *twoTargets) start() {
	s.t.Helper()
	s.d = openDrive(s.t, s.d.Storage)
	s.begin()
}

// checkBoth restores from each.
func (s *twoTargets) checkBoth() {
	s.t.Helper()
	for i := range s.dirs {
		whole(s.t, mustRestore(s.t, s.target(i), time.Time{}), s.contents...)
	}
}

// move takes a target away, or brings it back.
func (s *twoTargets) move(from, to string) {
	s.t.Helper()
	if err := os.Rename(from, to); err != nil {
		s.t.Fatal(err)
	}
}

func (s *twoTargets) countEpochs(i int) int {
	s.t.Helper()
	all, err := filepath.Glob(filepath.Join(s.dirs[i], epochsAt, "*.json"))
	if err != nil {
		s.t.Fatal(err)
	}
	return len(all)
}

// TestTwoTargetsAreCopiedToAtOnce has either be enough for a restore, and goes on in both epochs after a start.
func TestTwoTargetsAreCopiedToAtOnce(t *testing.T) {
	t.Parallel()
	s := newTwoTargets(t)
	s.add("one")
	s.mustRound()
	s.add("two")
	s.mustRound()
	s.stop()
	s.checkBoth()
	s.start()
	s.add("three")
	s.mustRound()
	s.stop()
	s.checkBoth()
	if s.countEpochs(0) != 1 || s.countEpochs(1) != 1 {
		t.Errorf("a start began epochs: %d, %d", s.countEpochs(0), s.countEpochs(1))
	}
}

// TestTwoSealedTargetsComeBackWithTheSheet has either be enough, and takes from one what the other lacks.
func TestTwoSealedTargetsComeBackWithTheSheet(t *testing.T) {
	t.Parallel()
	s := newTwoTargets(t)
	sheet := newSheet(t, s.d)
	s.add("one")
	s.mustRound()
	s.add("two")
	s.mustRound()
	s.stop()
	s.harm(0, "sealed/*/blobs/large/*/*", true)
	s.harm(1, "sealed/*/copies/*/packs/*/*", false)
	to := config.Storage{Data: filepath.Join(t.TempDir(), "back")}
	r, err := RestoreAny(t.Context(), []Target{s.target(0), s.target(1)}, to, RestoreOptions{
		Log: slog.New(slog.DiscardHandler), Sheet: sheet,
	})
	if err != nil || len(r.Damaged) > 0 || r.Pending > 0 {
		t.Fatalf("%v: %+v", err, r)
	}
	whole(t, to, s.contents...)
	if _, err := RestoreAny(t.Context(), []Target{s.target(0), s.target(1)}, config.Storage{Data: filepath.Join(t.TempDir(), "no")},
		RestoreOptions{Log: slog.New(slog.DiscardHandler)}); err == nil {
		t.Error("restored without the sheet")
	}
}

// TestATargetThatIsAwayHoldsTheOtherUpInNothing takes each away in turn, while the appliance runs and over a start.
func TestATargetThatIsAwayHoldsTheOtherUpInNothing(t *testing.T) {
	t.Parallel()
	for away := range 2 {
		s := newTwoTargets(t)
		s.add("before")
		s.mustRound()
		gone := s.dirs[away] + "-away"
		s.move(s.dirs[away], gone)
		s.add("meanwhile")
		kinds := [2]Problem{}
		if kinds[0], kinds[1] = s.round(); kinds[away] != ProblemGone || kinds[1-away] != "" {
			t.Fatalf("%v: %v, %v", kinds, s.k[0].Status().Problem, s.k[1].Status().Problem)
		}
		// The command is about this target, and no other.
		if told := s.k[away].Status().Problem; !strings.Contains(told, "anbar backup adopt --to "+s.dirs[away]) {
			t.Errorf("%s", told)
		}
		s.stop()
		whole(t, mustRestore(t, s.target(1-away), time.Time{}), s.contents...)
		s.start()
		s.add("after a start")
		if kinds[0], kinds[1] = s.round(); kinds[away] != ProblemGone || kinds[1-away] != "" {
			t.Fatalf("%v: %v, %v", kinds, s.k[0].Status().Problem, s.k[1].Status().Problem)
		}
		s.stop()
		whole(t, mustRestore(t, s.target(1-away), time.Time{}), s.contents...)
		s.start()
		s.round()
		s.move(gone, s.dirs[away])
		s.add("back again")
		s.mustRound()
		s.stop()
		s.checkBoth()
	}
}

// TestATargetThatIsBehindGoesOnInAnotherEpoch keeps the second one away until the changes that it lacks are gone.
func TestATargetThatIsBehindGoesOnInAnotherEpoch(t *testing.T) {
	t.Parallel()
	s := newTwoTargets(t)
	s.add("before")
	s.mustRound()
	gone := s.dirs[1] + "-away"
	s.move(s.dirs[1], gone)
	for _, word := range []string{"one", "two", "three"} {
		s.add(word)
		s.round()
	}
	// As half an hour later.
	changes, err := filepath.Glob(filepath.Join(s.d.Data, "litestream", "*", "*", "ltx", "0", "*"))
	if err != nil || len(changes) < 3 {
		t.Fatal(changes, err)
	}
	for _, name := range changes[:len(changes)-1] {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	s.move(gone, s.dirs[1])
	s.mustRound()
	if s.countEpochs(1) != 2 || s.countEpochs(0) != 1 {
		t.Errorf("epochs: %d, %d", s.countEpochs(0), s.countEpochs(1))
	}
	s.add("after")
	s.mustRound()
	s.stop()
	s.checkBoth()
}

// TestChangesOfDifferentNumberingsAreNotMixed has each target follow alone for a while: the same number stands for another change at each.
func TestChangesOfDifferentNumberingsAreNotMixed(t *testing.T) {
	t.Parallel()
	s := newTwoTargets(t)
	s.add("one")
	s.mustRound()
	away := [2]string{s.dirs[0] + "-away", s.dirs[1] + "-away"}
	s.move(s.dirs[1], away[1])
	for _, word := range []string{"two", "three", "four"} {
		s.add(word)
		s.round()
	}
	s.stop()
	s.move(away[1], s.dirs[1])
	s.move(s.dirs[0], away[0])
	s.start()
	s.add("five")
	s.addRows(3000) // on pages that no later change writes again
	for _, word := range []string{"six", "seven", "eight", "nine", "ten", "eleven"} {
		s.add(word)
		s.round()
	}
	s.move(away[0], s.dirs[0])
	s.mustRound()
	s.add("twelve")
	s.mustRound()
	s.stop()
	s.checkBoth()
}

// restoreAny restores from both, the first one first.
func (s *twoTargets) restoreAny() (config.Storage, *RestoreResult, error) {
	s.t.Helper()
	to := config.Storage{Data: filepath.Join(s.t.TempDir(), "back")}
	r, err := RestoreAny(s.t.Context(), []Target{s.target(0), s.target(1)}, to, RestoreOptions{
		Log: slog.New(slog.DiscardHandler),
		Record: func(t Target) string {
			return filepath.Join(to.Data, "litestream", hashOf([]byte(t.String())))
		},
	})
	return to, r, err
}

// harm damages every file of a target that a pattern matches, or removes it.
func (s *twoTargets) harm(i int, pattern string, remove bool) {
	s.t.Helper()
	all, err := filepath.Glob(filepath.Join(s.dirs[i], pattern))
	if err != nil || len(all) == 0 {
		s.t.Fatal(pattern, err)
	}
	for _, name := range all {
		if remove {
			err = os.RemoveAll(name)
		} else {
			var b []byte
			if b, err = os.ReadFile(name); err == nil && len(b) > 0 {
				b[len(b)/2] ^= 1
				err = os.WriteFile(name, b, 0o600)
			}
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

// TestARestoreTakesFromOneTargetWhatAnotherLacks damages different parts of both, and whole parts of either.
func TestARestoreTakesFromOneTargetWhatAnotherLacks(t *testing.T) {
	t.Parallel()
	const packs, large, database = "copies/*/packs/*/*", "blobs/large/*/*", "copies/*/db/ltx/*/*"
	type harm struct {
		target  int
		pattern string
		remove  bool
	}
	for name, harms := range map[string][]harm{
		"packs there, large contents here":           {{0, packs, false}, {1, large, false}},
		"large contents there, packs here":           {{0, large, true}, {1, packs, true}},
		"the database there":                         {{0, database, false}},
		"the database here, packs there":             {{1, database, true}, {0, packs, true}},
		"the lists of contents there":                {{0, "copies/*/manifests/*", true}},
		"all there":                                  {{0, "*", true}},
		"all here":                                   {{1, "*", true}},
		"what says whose it is there, contents here": {{0, "epochs/*", false}, {1, large, true}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTwoTargets(t)
			s.add("one")
			s.mustRound()
			s.add("two")
			s.mustRound()
			s.stop()
			for _, h := range harms {
				s.harm(h.target, h.pattern, h.remove)
			}
			to, r, err := s.restoreAny()
			if err != nil || r.Pending > 0 {
				t.Fatalf("%v: %+v", err, r)
			}
			for _, key := range r.Damaged {
				if !strings.HasPrefix(key, epochsAt) {
					t.Errorf("%s is called damaged", key)
				}
			}
			whole(t, to, s.contents...)
		})
	}
}

// TestWhatNoTargetHasIsNamed damages the same in both.
func TestWhatNoTargetHasIsNamed(t *testing.T) {
	t.Parallel()
	s := newTwoTargets(t)
	s.add("one")
	s.mustRound()
	s.stop()
	s.harm(0, "blobs/large/*/*", false)
	s.harm(1, "blobs/large/*/*", true)
	if _, r, err := s.restoreAny(); err != nil || len(r.Damaged) != 1 || r.Pending != 1 {
		t.Fatalf("%v: %+v", err, r)
	}
}

// TestTargetsOfDifferentAppliancesAreNotMixed names those of two.
func TestTargetsOfDifferentAppliancesAreNotMixed(t *testing.T) {
	t.Parallel()
	s, other := newTwoTargets(t), newTwoTargets(t)
	for _, both := range []*twoTargets{s, other} {
		both.add("one")
		both.mustRound()
		both.stop()
	}
	s.dirs[1] = other.dirs[1]
	to, _, err := s.restoreAny()
	if err == nil || !strings.Contains(err.Error(), "different appliances") {
		t.Fatal(err)
	}
	if _, err := os.Stat(to.Data); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was laid down: %v", err)
	}
}

// TestAPackOfTheSameNumberIsNoCopy has the second target hold other bytes under the number of a pack that is damaged at the first one, from
// before the data came back from the first one, which was behind.
func TestAPackOfTheSameNumberIsNoCopy(t *testing.T) {
	t.Parallel()
	s := newTwoTargets(t)
	s.add("one")
	s.mustRound()
	away := s.dirs[0] + "-away"
	s.move(s.dirs[0], away)
	s.d.add(t, []byte("what only the second one has"))
	s.round()
	s.stop()
	s.move(away, s.dirs[0])
	d := openDrive(t, mustRestore(t, s.target(0), time.Time{}))
	k := d.keep(t, s.target(0))
	now(t, k)
	var contents []blobstore.Digest
	for i := range 12 {
		contents = append(contents, d.add(t, bytes.Repeat([]byte{byte('A' + i)}, 500)))
	}
	now(t, k)
	d.end(t, k)
	packs, err := filepath.Glob(filepath.Join(s.dirs[0], "copies", "00000002-*", "packs", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	harmed := -1 // the content
	for _, name := range packs {
		// The packs that both have, in other forms.
		number := filepath.Base(filepath.Dir(name))
		if there, err := filepath.Glob(filepath.Join(s.dirs[1], "copies", "*", "packs", number, "*")); err != nil || len(there) == 0 {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range contents {
			if at := bytes.Index(b, bytes.Repeat([]byte{byte('A' + i)}, 500)); at >= 0 && harmed < 0 {
				b[at+250] ^= 1
				harmed = i
			}
		}
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if harmed < 0 {
		t.Fatalf("no pack of %v is at both", packs)
	}
	to, r, err := s.restoreAny()
	if err != nil || r.Pending != 1 || len(r.Damaged) != 1 || r.Target != s.dirs[0] {
		t.Fatalf("%v: %+v", err, r)
	}
	back := openDrive(t, to)
	defer back.close(t)
	for i, digest := range contents {
		in, err := back.blobs.Open(t.Context(), digest)
		if (err == nil) != (i != harmed) {
			t.Errorf("content %d: %v", i, err)
		}
		if err == nil {
			err = in.Close()
		}
		if i != harmed && err != nil {
			t.Error(err)
		}
	}
}

// TestARestoredApplianceGoesOnAtBoth copies to both targets after a restore.
func TestARestoredApplianceGoesOnAtBoth(t *testing.T) {
	t.Parallel()
	s := newTwoTargets(t)
	s.add("one")
	s.mustRound()
	s.stop()
	to, _, err := s.restoreAny()
	if err != nil {
		t.Fatal(err)
	}
	s.d = openDrive(t, to)
	s.begin()
	s.add("two")
	s.mustRound()
	s.stop()
	s.checkBoth()
}

// TestTheSamePlaceUnderTwoNamesIsRefused reaches the first target through a link.
func TestTheSamePlaceUnderTwoNamesIsRefused(t *testing.T) {
	t.Parallel()
	s := newTwoTargets(t)
	s.dirs[1] = filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(s.dirs[0], s.dirs[1]); err != nil {
		t.Fatal(err)
	}
	s.begin()
	s.add("one")
	for range 2 {
		if one, two := s.round(); one != "" || two != ProblemFailed || !strings.Contains(s.k[1].Status().Problem, "same place") {
			t.Fatalf("%v, %v: %v, %v", one, two, s.k[0].Status().Problem, s.k[1].Status().Problem)
		}
	}
	s.stop()
	whole(t, mustRestore(t, s.target(0), time.Time{}), s.contents...)
	if n := s.countEpochs(0); n != 1 {
		t.Errorf("%d epochs", n)
	}
}

// TestWhatAnEndedEpochFindsIsNotRecorded has work go on for an epoch that the appliance itself ended.
func TestWhatAnEndedEpochFindsIsNotRecorded(t *testing.T) {
	t.Parallel()
	s := newTwoTargets(t)
	s.add("one")
	s.mustRound()
	old, err := s.k[1].ensureCopier(t.Context())
	if err == nil {
		err = s.k[1].endEpoch(old)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.mustRound()
	_, err = old.Copy(t.Context(), s.k[1].syncDatabase)
	var taken *TakenError
	if !errors.As(err, &taken) {
		t.Fatal(err)
	}
	s.k[1].recordCopy(t.Context(), old, Report{}, err)
	s.add("two")
	s.mustRound()
	s.stop()
	s.checkBoth()
}

// TestARestoreBeginsWithTheNewestCopy has the first target be behind, with and without a moment, and keeps the key of the way to the
// copies.
func TestARestoreBeginsWithTheNewestCopy(t *testing.T) {
	t.Parallel()
	s := newTwoTargets(t)
	s.add("one")
	s.mustRound()
	away := s.dirs[0] + "-away"
	s.move(s.dirs[0], away)
	s.add("two")
	s.round()
	s.stop()
	s.move(away, s.dirs[0])
	for _, at := range []time.Time{time.Now(), {}} {
		to := config.Storage{Data: filepath.Join(t.TempDir(), "back")}
		key := filepath.Join(to.SSH(), "id_ed25519")
		if err := errors.Join(os.MkdirAll(to.SSH(), 0o700), os.WriteFile(key, []byte("key"), 0o600)); err != nil {
			t.Fatal(err)
		}
		o := RestoreOptions{At: at, Log: slog.New(slog.DiscardHandler)}
		r, err := RestoreAny(t.Context(), []Target{s.target(0), s.target(1)}, to, o)
		if err != nil || r.Target != s.dirs[1] {
			t.Fatalf("%v: %+v", err, r)
		}
		whole(t, to, s.contents...)
		if !at.IsZero() {
			continue
		}
		// A target whose database is damaged is left, and what it laid down removed.
		s.harm(1, "copies/*/db/ltx/*/*", true)
		again := config.Storage{Data: filepath.Join(t.TempDir(), "again")}
		if err := os.CopyFS(again.SSH(), os.DirFS(to.SSH())); err != nil {
			t.Fatal(err)
		}
		r, err = RestoreAny(t.Context(), []Target{s.target(0), s.target(1)}, again,
			RestoreOptions{Log: slog.New(slog.DiscardHandler)})
		if err != nil || r.Target != s.dirs[0] {
			t.Fatalf("%v: %+v", err, r)
		}
		if _, err := os.Stat(filepath.Join(again.SSH(), "id_ed25519")); err != nil {
			t.Error(err)
		}
	}
}
