package db

import (
	"path/filepath"
	"testing"
)

// TestThumbnailsOfOneSizeAreMadeAgain runs the migration over rows of the time when a thumbnail was one
// picture: none of them may be served as one of several sizes.
func TestThumbnailsOfOneSizeAreMadeAgain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "anbar.db")
	d, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	f := fill(t, d, 1)
	made, none := f.files[0].Hash, Hash{7}
	err = d.Update(t.Context(), func(tx *Tx) error {
		for source, state := range map[Hash]ThumbnailState{made: ThumbnailMade, none: ThumbnailImpossible} {
			if _, err := tx.InsertThumbnail(source, "image/png", 0); err != nil {
				return err
			}
			if err := tx.UpdateThumbnail(source, state, Hash{5}); err != nil {
				return err
			}
		}
		step, err := migrations.ReadFile("migrations/0010_sizes.sql")
		if err != nil {
			return err
		}
		return tx.exec(string(step))
	})
	if err != nil {
		t.Fatal(err)
	}
	err = d.Update(t.Context(), func(tx *Tx) error {
		got, err := tx.ThumbnailOf(0, made)
		if err != nil || got != (Thumbnail{State: ThumbnailWanted}) {
			t.Errorf("%v, %v", got, err)
		}
		wanted, err := tx.ThumbnailWanted(f.space, false)
		if err != nil || wanted.Source != made || wanted.Tries != 0 {
			t.Errorf("it does not wait in the queue of its workspace: %v, %v", wanted, err)
		}
		n, err := tx.NodeByID(f.files[0].ID)
		if err != nil || n.Thumbnail != ThumbnailWanted {
			t.Errorf("its file says %v, %v", n, err)
		}
		if got, err := tx.ThumbnailOf(0, none); err != nil || got.State != ThumbnailImpossible {
			t.Errorf("an impossible one: %v, %v", got, err)
		}
		named, err := tx.HashReferenced(Hash{5})
		if err != nil || !named {
			t.Errorf("a copy of the database loses the picture: %v, %v", named, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
