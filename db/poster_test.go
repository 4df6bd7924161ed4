package db

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// TestPostersStayAsLongAsTheirVersion has two files with the same content, of which one has a poster.
func TestPostersStayAsLongAsTheirVersion(t *testing.T) {
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "anbar.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	f := fill(t, d, 2)
	mine, other, poster := f.files[0], f.files[1], Hash{77}
	err = d.Update(t.Context(), func(tx *Tx) error {
		if err := tx.UpdatePoster(mine.ID, other.Version, poster); !errors.Is(err, ErrNotFound) {
			t.Errorf("for a version of another file: %v", err)
		}
		if err := tx.UpdatePoster(mine.ID, mine.Version, poster); err != nil {
			return err
		}
		if err := tx.UpdatePoster(mine.ID, mine.Version, Hash{78}); !errors.Is(err, ErrNotFound) {
			t.Errorf("a second one: %v", err)
		}
		if got, err := tx.ThumbnailOf(mine.Version, other.Hash); err != nil || got != (Thumbnail{ThumbnailMade, poster}) {
			t.Errorf("%v, %v", got, err)
		}
		if got, err := tx.ThumbnailOf(other.Version, Hash{9}); err != nil || got.State != NoThumbnail {
			t.Errorf("another file shows it: %v, %v", got, err)
		}
		if n, err := tx.NodeByID(mine.ID); err != nil || n.Thumbnail != ThumbnailMade {
			t.Errorf("its file says %v, %v", n, err)
		}
		if named, err := tx.IsHashReferenced(poster); err != nil || !named {
			t.Errorf("the sweep takes it: %v, %v", named, err)
		}
		if err := tx.DeleteVersion(mine.Version); err != nil {
			return err
		}
		if named, err := tx.IsHashReferenced(poster); err != nil || !named {
			t.Errorf("a copy of the database loses it: %v, %v", named, err)
		}
		if err := tx.DeleteReleasedBefore(tx.Now.AddDate(1, 0, 0)); err != nil {
			return err
		}
		if named, err := tx.IsHashReferenced(poster); err != nil || named {
			t.Errorf("it stays for good: %v, %v", named, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestOldDocumentsAreAskedForTheirPicture runs the end of the migration over rows of the time when documents of office
// programs had no thumbnail.
func TestOldDocumentsAreAskedForTheirPicture(t *testing.T) {
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "anbar.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	f := fill(t, d, 2)
	step, err := migrations.ReadFile("migrations/0023_posters.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, end, found := strings.Cut(string(step), "-- Documents of office programs")
	if !found {
		t.Fatal("the migration asks for none")
	}
	const text = "application/vnd.oasis.opendocument.text"
	err = d.Update(t.Context(), func(tx *Tx) error {
		old, other := f.files[0], f.files[1]
		set := "UPDATE nodes SET content_type = ?, hash = ?, size = 9, thumbnail = -1 WHERE id = ?"
		if err := errors.Join(tx.exec(set, text, Hash{61}, old.ID), tx.exec(set, "text/plain", Hash{62}, other.ID)); err != nil {
			return err
		}
		if err := tx.exec("-- " + end); err != nil {
			return err
		}
		for file, want := range map[*Node]ThumbnailState{old: ThumbnailWanted, other: NoThumbnail} {
			if n, err := tx.NodeByID(file.ID); err != nil || n.Thumbnail != want {
				t.Errorf("%s: %v, %v", n.ContentType, n.Thumbnail, err)
			}
		}
		got, err := tx.ThumbnailOf(0, Hash{61})
		if err != nil || got.State != ThumbnailWanted {
			t.Errorf("%v, %v", got, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
