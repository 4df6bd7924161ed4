package files_test

import (
	"context"
	"testing"

	"anbar/app/base/access"
	"anbar/app/drive/files"
	"anbar/db"
)

// TestAMergedDirectoryIsSeenByNobody has a directory merged into another one. Until that can be taken back no more its row is there,
// and nobody learns its name or place by its id: nobody's rights on it are known.
func TestAMergedDirectoryIsSeenByNobody(t *testing.T) {
	w := newWorld(t, 1)
	ctx := context.Background()
	from, to := w.mkdir(w.m.root.id, "from"), w.mkdir(w.m.root.id, "to")
	merged, into := w.mkdir(from, "plans"), w.mkdir(to, "plans")
	w.fillFiles(merged, 2)
	_, undo, err := w.ended(w.tree.MoveTask(ctx, w.who, dirs(w, merged), files.Destination{Space: w.space, Directory: to},
		files.Choices{All: files.Merge}))
	if err != nil || w.holds(into) != 2 {
		t.Fatalf("the merge: %v, %d files", err, w.holds(into))
	}
	err = w.d.View(ctx, func(v *db.View) error {
		if it, err := access.Anywhere(v, w.who, merged); !isGone(err) {
			t.Errorf("it is seen: %+v, %v", it, err)
		}
		if it, err := access.LoadMerged(v, w.who, into); !isGone(err) {
			t.Errorf("a directory that is there counts as merged: %+v, %v", it, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.ended(w.tree.UndoTask(ctx, w.who, undo)); err != nil || w.holds(merged) != 2 {
		t.Errorf("the undo: %v, %d files", err, w.holds(merged))
	}
}
