package backup

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"anbar/db"
)

// TestWhatIsHereAgainIsSentAgain: a content that was lost at the target and here is copied once it is back.
func TestWhatIsHereAgainIsSentAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	r := f.driller(t, f.k)
	flip(t, f.k.target, f.part["large"])
	var here string
	err := filepath.WalkDir(f.Blobs(), func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() && e.Name() == filepath.Base(f.part["large"]) {
			here = path
		}
		return err
	})
	if err != nil || here == "" {
		t.Fatal(err, here)
	}
	rename(t, here, here+".away")
	expect(t, r, FoundDamaged, false)
	expect(t, r, FoundUncovered, false)
	rename(t, here+".away", here)
	if row, _ := rehearse(t, r); !IsSuccess(row.Outcome) {
		t.Errorf("%+v", row)
	}
	settled(t, f.k.copier)
	expectGood(t, r)
	mustRestore(t, f.k.target, time.Time{})
	f.end(t, f.k)
}

// TestManyFindingsAndADatabaseThatDoesNotComeBack: what is over the number that is kept is counted, and none of it is called healed.
func TestManyFindingsAndADatabaseThatDoesNotComeBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	d := &drill{Driller: f.driller(t, f.k), c: f.k.copier, row: db.Drill{ID: 77, Began: time.Now()}}
	d.o.DB = f.db
	d.c.loadProofs()
	if err := d.copyAndChoose(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range maxFlaws {
		d.add(Flaw{Kind: FoundLists})
	}
	d.source.claim.Epoch += 7 // where nothing is
	if err := d.restoreAside(t.Context()); err != nil || d.more == 0 || !d.moreOpen {
		t.Errorf("%v, %d more, open: %v", err, d.more, d.moreOpen)
	}
	if d.scratch != nil {
		if err := d.scratch.Close(); err != nil {
			t.Fatal(err)
		}
	}
	f.end(t, f.k)
}

// TestAnIllDiskIsNotTheTargets: what is wrong with the own disk is said so, and the target is looked at all the same.
func TestAnIllDiskIsNotTheTargets(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	r := f.driller(t, f.k)
	r.o.Free = func() (int64, error) { return 0, os.ErrPermission }
	row, all := rehearse(t, r)
	if row.Outcome != db.DrillFailed || row.Bytes == 0 || all[0].Kind != FoundRoom {
		t.Errorf("%+v", row)
	}
	f.end(t, f.k)
}
