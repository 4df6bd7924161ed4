package files_test

import (
	"testing"

	"anbar/app/base/access"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/app/drive/files"
	"anbar/db"
)

// TestAStoredHeadIsWhatItsCallerGot, as the first version, as another one and in place of one.
func TestAStoredHeadIsWhatItsCallerGot(t *testing.T) {
	w := newWorld(t, 1)
	n, err := names.Parse("notes.bin")
	if err != nil {
		t.Fatal(err)
	}
	w.update(func(tx *db.Tx) error {
		content := func(b byte) files.Content {
			return files.Content{Hash: db.Hash{b}, Size: 10 * int64(b), Type: "application/x-" + string('a'+rune(b))}
		}
		dir, err := access.Dir(tx.ReadOnly(), w.who, w.space, w.m.root.id, access.Create, access.FileSubject)
		if err != nil {
			return err
		}
		got, _, err := files.Add(tx, w.who, dir, n, content(1), files.Undecided)
		for step := byte(1); err == nil; step++ {
			it, err := access.Node(tx.ReadOnly(), w.who, w.space, got.ID, access.Update)
			if err != nil {
				return err
			}
			want := content(step)
			if it.Version != got.Version || it.Hash != want.Hash || it.Number != got.Number || it.Size != want.Size ||
				it.ContentType != want.Type || it.ModifiedBy != w.who.User || it.Thumbnail != db.NoThumbnail {
				t.Errorf("step %d: %+v", step, it.Node)
			}
			version, err := tx.VersionOf(got.ID, got.Version)
			if err != nil || version.Hash != want.Hash || version.Number != min(int(step), 2) || version.Size != want.Size {
				t.Errorf("step %d: %+v, %v", step, version, err)
			}
			if step == 3 {
				return nil
			}
			if got, err = files.StoreHead(tx, w.who, it, content(step+1), step == 2, activity.EditorSave); err != nil {
				return err
			}
		}
		return err
	})
}
