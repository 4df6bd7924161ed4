package backup

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/app/base/fault"
	"anbar/blobstore"
	"anbar/db"
)

// driller rehearses for a drive that is copied.
func (d *drive) driller(t *testing.T, k *Runner) *Driller {
	t.Helper()
	return NewDriller(k, DrillOptions{
		DB: d.db, Scratch: filepath.Join(d.Data, "cache", "drill"), Free: func() (int64, error) { return math.MaxInt64, nil },
	})
}

// rehearse rehearses once and returns what was found. It proves that scratch is empty afterwards.
func rehearse(t *testing.T, r *Driller) (*db.Drill, []Flaw) {
	t.Helper()
	row, err := r.Run(t.Context(), DrillAsked)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := db.Get(t.Context(), r.o.DB, func(v *db.View) (*db.Drill, error) { return v.DrillByID(row.ID) })
	if err != nil || stored.Outcome != row.Outcome || stored.Findings != row.Findings || stored.Ended.IsZero() {
		t.Errorf("%v: %+v was stored of %+v", err, stored, row)
	}
	if _, err := os.Stat(r.o.Scratch); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("scratch: %v", err)
	}
	all, err := ParseFlaws(row)
	if err != nil {
		t.Fatal(err)
	}
	return row, all
}

// expectGood is a rehearsal that finds nothing and proves everything.
func expectGood(t *testing.T, r *Driller) {
	t.Helper()
	if row, all := rehearse(t, r); row.Outcome != db.DrillGood || !IsWhole(row) || len(all) > 0 {
		t.Errorf("the rehearsal: %+v", row)
	}
}

// expect is a rehearsal with one finding.
func expect(t *testing.T, r *Driller, kind FlawKind, healed bool) Flaw {
	t.Helper()
	row, all := rehearse(t, r)
	want := db.DrillFailed
	if healed {
		want = db.DrillHealed
	}
	if row.Outcome != want || len(all) != 1 || all[0].Kind != kind || all[0].Healed != healed || IsWhole(row) && !healed {
		t.Errorf("want %s, healed %v; the rehearsal: %+v", kind, healed, row)
		return Flaw{}
	}
	var out bytes.Buffer
	if err := WriteDrill(&out, "there", row); err != nil || !healed && strings.Contains(out.String(), "everything") {
		t.Errorf("%v: %s", err, out.String())
	}
	return all[0]
}

// TestDamageAtTheTargetIsFoundAndHealed plants damage from behind: what a restore would miss is said, sent again, and comes back.
func TestDamageAtTheTargetIsFoundAndHealed(t *testing.T) {
	t.Parallel()
	onQuickPlaces(t, func(t *testing.T, p place) {
		f := newFixture(t, p)
		r := f.driller(t, f.k)
		expectGood(t, r)
		for _, kind := range []string{"pack", "range", "large"} {
			if err := p.open(t).Delete(t.Context(), f.part[kind]); err != nil {
				t.Fatal(err)
			}
			if found := expect(t, r, FoundMissing, true); found.Key != f.part[kind] || found.Contents == 0 || len(found.Some) == 0 {
				t.Errorf("%s: %+v", kind, found)
			}
			flip(t, p.open(t), f.part[kind])
			if found := expect(t, r, FoundDamaged, true); found.Key != f.part[kind] || found.Contents == 0 {
				t.Errorf("%s: %+v", kind, found)
			}
			truncate(t, p.open(t), f.part[kind])
			if found := expect(t, r, FoundSize, true); found.Key != f.part[kind] || found.Contents == 0 {
				t.Errorf("%s: %+v", kind, found)
			}
			whole(t, mustRestore(t, p.open(t), time.Time{}), f.all...)
		}
		expectGood(t, r)
		f.end(t, f.k)
	})
}

func truncate(t *testing.T, target Target, key string) {
	t.Helper()
	b, err := read(t.Context(), target, key)
	if err != nil {
		t.Fatal(err)
	}
	if err := target.Put(t.Context(), key, bytes.NewReader(b[:len(b)/2]), int64(len(b)/2)); err != nil {
		t.Fatal(err)
	}
}

// TestDamageThatCannotBeHealedStays damages a large content at the target and here.
func TestDamageThatCannotBeHealedStays(t *testing.T) {
	t.Parallel()
	onQuickPlaces(t, func(t *testing.T, p place) {
		f := newFixture(t, p)
		r := f.driller(t, f.k)
		flip(t, p.open(t), f.part["large"])
		here := filepath.Join(f.Blobs(), filepath.FromSlash(strings.TrimPrefix(f.part["large"], blobsAt)))
		if err := os.Remove(here); err != nil {
			t.Fatal(err)
		}
		// It is said again each night, though the lists do not name the object any more.
		for _, kind := range []FlawKind{FoundDamaged, FoundUncovered, FoundUncovered} {
			if found := expect(t, r, kind, false); found.Contents != 1 || len(found.Some) != 1 {
				t.Errorf("%+v", found)
			}
		}
		f.end(t, f.k)
	})
}

// forgetful is a target that cuts large contents off when it stores them, and says nothing.
type forgetful struct{ Target }

func (f *forgetful) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if strings.Contains(key, largeAt) {
		r, size = io.LimitReader(r, size/2), size/2
	}
	return f.Target.Put(ctx, key, r, size)
}

// TestHealedIsWhatWasReadBack has a target that takes what is sent again and does not keep it.
func TestHealedIsWhatWasReadBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	r := f.driller(t, f.k)
	kept := f.k.target
	f.k.target = &forgetful{kept}
	f.k.copier.target = f.k.target
	flip(t, kept, f.part["large"])
	if found := expect(t, r, FoundDamaged, false); found.Key != f.part["large"] {
		t.Errorf("%+v", found)
	}
	f.k.target, f.k.copier.target = kept, kept
	expect(t, r, FoundSize, true)
	expectGood(t, r)
	f.end(t, f.k)
}

// TestAnOlderDatabaseAtTheTargetIsFound puts the database of before in the place of the one there; a whole copy heals it.
func TestAnOlderDatabaseAtTheTargetIsFound(t *testing.T) {
	t.Parallel()
	onQuickPlaces(t, func(t *testing.T, p place) {
		f := newFixture(t, p)
		r := f.driller(t, f.k)
		at := f.k.copier.grant.claim.folder() + databaseAt + "/"
		old, hasWhole := map[string]string{}, false
		for !hasWhole { // the first whole copy is made in the background, and would heal the target by itself
			time.Sleep(10 * time.Millisecond)
			for key, b := range contents(t, p.open(t)) {
				if strings.HasPrefix(key, at) {
					old[key] = b
					hasWhole = hasWhole || strings.HasPrefix(key, at+"ltx/9/") || strings.HasPrefix(key, at+"0009/")
				}
			}
		}
		for range 3 {
			f.add(t, []byte(randomHex(8)))
			now(t, f.k)
		}
		for key := range contents(t, p.open(t)) {
			if _, ok := old[key]; !ok && strings.HasPrefix(key, at) {
				if err := p.open(t).Delete(t.Context(), key); err != nil {
					t.Fatal(err)
				}
			}
		}
		expect(t, r, FoundDatabase, true)
		expectGood(t, r)
		mustRestore(t, p.open(t), time.Time{})
		f.end(t, f.k)
	})
}

// TestOlderListsAtTheTargetAreFound puts the watermark of before in the place of the one there.
func TestOlderListsAtTheTargetAreFound(t *testing.T) {
	t.Parallel()
	onQuickPlaces(t, func(t *testing.T, p place) {
		f := newFixture(t, p)
		r := f.driller(t, f.k)
		key := f.k.copier.grant.claim.folder() + watermarkKey
		old, err := read(t.Context(), p.open(t), key)
		if err != nil {
			t.Fatal(err)
		}
		f.add(t, []byte("later"))
		now(t, f.k)
		if err := p.open(t).Put(t.Context(), key, bytes.NewReader(old), int64(len(old))); err != nil {
			t.Fatal(err)
		}
		expect(t, r, FoundLists, true)
		if err := p.open(t).Delete(t.Context(), f.k.copier.grant.claim.folder()+secretsName); err != nil {
			t.Fatal(err)
		}
		expect(t, r, FoundKeys, true)
		expectGood(t, r)
		f.end(t, f.k)
	})
}

// TestARestoredDatabaseThatIsNotTheNewestIsFound has an older database come back although all pieces are there.
func TestARestoredDatabaseThatIsNotTheNewestIsFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	r := f.driller(t, f.k)
	r.o.DB = f.db
	d := &drill{Driller: r, c: f.k.copier, row: db.Drill{ID: 77, Began: time.Now()}}
	d.c.loadProofs()
	if err := errors.Join(d.copyAndChoose(t.Context()), d.restoreAside(t.Context())); err != nil {
		t.Fatal(err)
	}
	if len(d.findings) != 1 || d.findings[0].Kind != FoundOld {
		t.Errorf("%+v", d.findings)
	}
	if err := d.scratch.Close(); err != nil {
		t.Fatal(err)
	}
	f.end(t, f.k)
}

// TestAnEmptyMountIsNotCalledDamage has another disk, or none, where the target was: nothing is written there, and nothing is good.
func TestAnEmptyMountIsNotCalledDamage(t *testing.T) {
	t.Parallel()
	p := places(t)[0](t)
	f := newFixture(t, p)
	r := f.driller(t, f.k)
	dir := f.k.target.String()
	rename(t, dir, dir+".away")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	expect(t, r, FoundTarget, false)
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v was written", err, entries)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	expect(t, r, FoundTarget, false)
	rename(t, dir+".away", dir)
	expectGood(t, r)
	f.end(t, f.k)
}

// leaving is a target that is gone once an object of a kind was asked for.
type leaving struct {
	Target
	leave func(key string) // at each Get
}

func (l *leaving) Get(ctx context.Context, key string) (io.ReadCloser, error) {
	l.leave(key)
	return l.Target.Get(ctx, key)
}

// TestATargetThatVanishesInTheMiddle goes away while objects are read back, and while the database is.
func TestATargetThatVanishesInTheMiddle(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"packs/", "large/", watermarkKey, manifestsAt} {
		p := places(t)[0](t)
		f := newFixture(t, p)
		dir := f.k.target.String()
		gone := false
		f.k.target = &leaving{f.k.target, func(key string) {
			if !gone && strings.Contains(key, part) {
				gone = true
				rename(t, dir, dir+".away")
				if err := os.Mkdir(dir, 0o700); err != nil {
					t.Error(err)
				}
			}
		}}
		f.k.copier.target = f.k.target
		r := f.driller(t, f.k)
		row, all := rehearse(t, r)
		if !gone || row.Outcome != db.DrillFailed || len(all) != 1 || all[0].Kind != FoundTarget {
			t.Errorf("%s: %v, %+v", part, gone, row)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("%s: %v, %v was written", part, err, entries)
		}
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
		rename(t, dir+".away", dir)
		expectGood(t, r)
		f.end(t, f.k)
	}
}

// TestARehearsalWithoutRoomIsNotGood has no room for the database; the objects are looked at even so.
func TestARehearsalWithoutRoomIsNotGood(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	r := f.driller(t, f.k)
	r.o.Free = func() (int64, error) { return scratchRoom, nil }
	expect(t, r, FoundRoom, false)
	flip(t, f.k.target, f.part["large"])
	if row, all := rehearse(t, r); row.Outcome != db.DrillFailed || len(all) != 2 || !all[1].Healed {
		t.Errorf("%+v", row)
	}
	f.end(t, f.k)
}

// TestContentsThatNoListHasAreFound names contents in the database that are not stored. All of them are counted, and the first are named.
func TestContentsThatNoListHasAreFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	r := f.driller(t, f.k)
	const gone = maxSome + 10
	err := f.db.Update(t.Context(), func(tx *db.Tx) error {
		for i := range byte(gone) {
			nowhere := blobstore.Sum([]byte{i})
			source := db.Hash(blobstore.Sum(nowhere[:]))
			if _, err := tx.InsertThumbnail(source, "image/jpeg", 0); err != nil {
				return err
			}
			if err := tx.UpdateThumbnail(source, db.ThumbnailMade, db.Hash(nowhere)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found := expect(t, r, FoundUncovered, false); found.Contents != gone || len(found.Some) != maxSome {
		t.Errorf("%+v", found)
	}
	f.end(t, f.k)
}

// TestARehearsalThatWasKilledIsNotGood leaves a row and scratch behind, as kill -9 does.
func TestARehearsalThatWasKilledIsNotGood(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	r := f.driller(t, f.k)
	err := f.db.Update(t.Context(), func(tx *db.Tx) error {
		_, err := tx.InsertDrill(DrillNightly, "")
		return err
	})
	if err = errors.Join(err, os.MkdirAll(filepath.Join(r.o.Scratch, "1"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := r.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	all, err := db.Get(t.Context(), f.db, func(v *db.View) ([]db.Drill, error) { return v.Drills(10) })
	if err != nil || len(all) != 1 || all[0].Outcome != db.DrillStopped || all[0].Ended.IsZero() {
		t.Errorf("%v, %+v", err, all)
	}
	if _, err := os.Stat(r.o.Scratch); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("scratch: %v", err)
	}
	// One that the server stops is not good either.
	ctx, cancel := context.WithCancel(t.Context())
	f.k.copier.target = &leaving{f.k.target, func(string) { cancel() }}
	row, err := r.Run(ctx, DrillAsked)
	if !errors.Is(err, context.Canceled) || row.Outcome != db.DrillStopped {
		t.Errorf("%v, %+v", err, row)
	}
	f.k.copier.target = f.k.target
	r.running.Lock()
	if _, err := r.Run(t.Context(), DrillAsked); !errors.Is(err, fault.JobRunning) {
		t.Errorf("two at a time: %v", err)
	}
	r.running.Unlock()
	f.end(t, f.k)
}
