package settings

import (
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"anbar/app/base/fault"
	"anbar/db"
)

func open(t *testing.T) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// TestTwoWhoChangeAtOnceBothStandInTheHistory: each change names what it replaced, so the
// history is one chain.
func TestTwoWhoChangeAtOnceBothStandInTheHistory(t *testing.T) {
	d := open(t)
	h := New(Values{Signup: "invited"}, nil)
	var all sync.WaitGroup
	for _, mode := range []string{"open", "closed"} {
		all.Go(func() {
			err := d.Update(t.Context(), func(tx *db.Tx) error {
				_, err := h.Change(tx, 1, Signup, Group{Mode: mode})
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	err := d.View(t.Context(), func(v *db.View) error {
		rows, _, err := v.SettingChanges(db.Slice{Limit: 10})
		if err != nil {
			return err
		}
		if len(rows) != 2 || rows[0].Before != rows[1].After || rows[1].Before != `{"mode":"invited"}` {
			t.Errorf("%+v", rows)
		}
		if want := `{"mode":"` + h.Current().Signup + `"}`; rows[0].After != want {
			t.Errorf("%s counts, the last change is %s", want, rows[0].After)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAGivenLimitStaysAndTheOthersChange(t *testing.T) {
	d := open(t)
	h := New(Values{Signup: "open", Members: 5}, map[string]bool{"workspace-members": true})
	change := func(members int, nodes int64) error {
		return d.Update(t.Context(), func(tx *db.Tx) error {
			storage := int64(0)
			_, err := h.Change(tx, 1, Limits, Group{Storage: &storage, Members: &members, Nodes: &nodes})
			return err
		})
	}
	if err := change(6, 100); !errors.Is(err, fault.SettingFixed) {
		t.Errorf("a given limit: %v", err)
	}
	if err := change(5, 100); err != nil || h.Current().Nodes != 100 || h.Current().Members != 5 {
		t.Errorf("%v, %+v", err, h.Current())
	}
	// After a restart without the flag what was stored counts.
	again := New(Values{Signup: "open", Members: 9}, nil)
	if err := again.Load(t.Context(), d); err != nil || again.Current().Members != 5 || again.Current().Nodes != 100 {
		t.Errorf("%v, %+v", err, again.Current())
	}
}

func TestARefusedTransactionChangesNothing(t *testing.T) {
	d := open(t)
	h := New(Values{Signup: "open"}, nil)
	no := errors.New("no")
	err := d.Update(t.Context(), func(tx *db.Tx) error {
		if _, err := h.Change(tx, 1, Signup, Group{Mode: "closed"}); err != nil {
			return err
		}
		return no
	})
	if !errors.Is(err, no) || h.Current().Signup != "open" {
		t.Errorf("%v, %+v", err, h.Current())
	}
}
