package db

import "testing"

// TestSampledFilesAreThoseThatSomebodyReaches leaves out the trash, and what lies below a root of one who cannot sign in.
func TestSampledFilesAreThoseThatSomebodyReaches(t *testing.T) {
	d := open(t)
	if got, err := Get(t.Context(), d, func(v *View) ([]SampleFile, error) { return v.SampleFiles(8, 50) }); err != nil || len(got) > 0 {
		t.Errorf("of an empty database: %v, %v", got, err)
	}
	f := fill(t, d, 12)
	inRoot := func(root NodeID) map[NodeID]bool {
		at := map[NodeID]bool{}
		err := d.Update(t.Context(), func(tx *Tx) error {
			file := f.files[0]
			if err := tx.exec("UPDATE nodes SET parent_id = ? WHERE id = ?", root, file.ID); err != nil {
				return err
			}
			all, err := tx.SampleFiles(100, 100)
			for _, s := range all {
				if at[s.ID] || s.User != f.user || s.Space != f.space {
					t.Errorf("%+v", s)
				}
				at[s.ID] = true
				if s.ID == file.ID && (s.Parent != root || s.Hash != file.Hash || s.Size != file.Size) {
					t.Errorf("%+v of %+v", s, file)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for name, c := range map[string]struct {
		root NodeID
		want bool
	}{
		"shared files": {f.root, true}, "My Drive": {f.my, true}, "the trash": {f.trash, false},
		"the trash of My Drive": {f.myTrash, false},
	} {
		all := inRoot(c.root)
		if all[f.files[0].ID] != c.want || len(all) < 11 {
			t.Errorf("%s: %d files, this one: %v", name, len(all), all[f.files[0].ID])
		}
	}
	err := d.Update(t.Context(), func(tx *Tx) error { return tx.exec("UPDATE users SET disabled_at = 1 WHERE id = ?", f.user) })
	if err != nil {
		t.Fatal(err)
	}
	if all := inRoot(f.root); len(all) > 0 {
		t.Errorf("of one who cannot sign in: %d", len(all))
	}
}
