package metrics

import (
	"path/filepath"
	"testing"

	"anbar/db"
)

// TestTheNewestDrills: a running rehearsal says nothing yet, and a failed one hides no earlier one that went well.
func TestTheNewestDrills(t *testing.T) {
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "anbar.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	check := func(want ...int64) {
		t.Helper()
		got, err := db.Get(t.Context(), d, func(v *db.View) ([]db.Drill, error) { return newestDrills(v, "", true) })
		if err != nil || len(got) != len(want) {
			t.Fatalf("%d rehearsals, want %d: %v", len(got), len(want), err)
		}
		for i, id := range want {
			if got[i].ID != id {
				t.Errorf("the rehearsal %d is number %d, want %d", i, got[i].ID, id)
			}
		}
	}
	add := func(outcome db.DrillOutcome) {
		t.Helper()
		if err := d.Update(t.Context(), func(tx *db.Tx) error {
			id, err := tx.InsertDrill("nightly", "")
			if err != nil || outcome == db.DrillRunning {
				return err
			}
			return tx.UpdateDrill(&db.Drill{ID: id, Outcome: outcome, Findings: "[]"})
		}); err != nil {
			t.Fatal(err)
		}
	}
	check()
	add(db.DrillFailed)
	check(1)
	add(db.DrillHealed)
	check(2, 2)
	add(db.DrillFailed)
	add(db.DrillRunning)
	check(3, 2)
	add(db.DrillGood)
	check(5, 5)
}
