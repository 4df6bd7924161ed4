package db

import (
	"errors"
	"testing"
)

// TestAChangeIsSeenInAllDirectoriesAboveIt does each kind of change in one of two directories, and expects new numbers of all
// directories on the way up, and of no other one.
func TestAChangeIsSeenInAllDirectoriesAboveIt(t *testing.T) {
	d := open(t)
	f := fill(t, d, 0)
	insert := func(name string, parent NodeID, kind Kind) *Node {
		n := &Node{
			ID: NodeID(NewID()), Space: f.space, Parent: parent, Kind: kind, Name: name, NameKey: name, SortKey: []byte{1},
			CreatedBy: f.user, ModifiedBy: f.user,
		}
		if kind == File {
			n.Version, n.Hash, n.Number, n.Size = VersionID(NewID()), Hash{1}, 1, 5
		}
		err := d.Update(t.Context(), func(tx *Tx) error {
			if err := tx.InsertNode(n); err != nil || kind == Directory {
				return err
			}
			return tx.InsertVersion(&Version{
				ID: n.Version, Node: n.ID, Space: f.space, Number: 1, Hash: n.Hash, Size: 5, CreatedBy: f.user,
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	outer := insert("outer", f.root, Directory)
	inner := insert("inner", outer.ID, Directory)
	other := insert("other", f.root, Directory)
	file := insert("file", inner.ID, File)
	numbers := func() (all [4]int64) {
		err := d.View(t.Context(), func(v *View) error {
			for i, id := range []NodeID{f.root, outer.ID, inner.ID, other.ID} {
				n, err := v.NodeByID(id)
				if err != nil {
					return err
				}
				all[i] = n.Tree
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	place := func(parent NodeID, name string) Placement {
		return Placement{Parent: parent, Name: name, NameKey: name, SortKey: []byte{1}}
	}
	head := func(tx *Tx) *Version {
		v := &Version{
			ID: VersionID(NewID()), Node: file.ID, Space: f.space, Number: file.Number + 1, Hash: Hash{2}, Size: 5, CreatedBy: f.user,
		}
		file.Number++
		file.Version = v.ID
		return v
	}
	up := [4]bool{true, true, true, false}
	for _, step := range []struct {
		name string
		do   func(tx *Tx) error
		want [4]bool // the root, outer, inner, other
	}{
		{"a version of equal length", func(tx *Tx) error {
			v := head(tx)
			return errors.Join(tx.InsertVersion(v), tx.UpdateNodeHead(file, v))
		}, up},
		{"a save that replaces the head", func(tx *Tx) error {
			return tx.ReplaceNodeHead(file, &Version{ID: file.Version, Hash: Hash{3}, Size: 5, CreatedBy: f.user})
		}, up},
		{"a name", func(tx *Tx) error { _, err := tx.UpdateNodePlace(file, place(inner.ID, "named")); return err }, up},
		{"a move", func(tx *Tx) error {
			_, err := tx.UpdateNodePlace(file, place(other.ID, "named"))
			return err
		}, [4]bool{true, true, true, true}},
		{"a copy", func(tx *Tx) error {
			moved := *file
			moved.Parent = other.ID
			_, err := tx.CopyTree(&moved, place(inner.ID, "copy"), f.space, f.user, func(int) {})
			return err
		}, up},
		{"the trash", func(tx *Tx) error {
			moved := *file
			moved.Parent = other.ID
			_, err := tx.UpdateNodeTrashed(&moved, f.trash, f.user)
			return err
		}, [4]bool{true, false, false, true}},
		{"a change that fails", func(tx *Tx) error {
			_, err := tx.UpdateNodePlace(inner, place(outer.ID, "x"))
			return errors.Join(err, errRefused)
		}, [4]bool{}},
		{"a thumbnail", func(tx *Tx) error {
			_, err := tx.InsertThumbnail(Hash{1}, "image/png", 0)
			return errors.Join(err, tx.UpdateThumbnail(Hash{1}, ThumbnailMade, Hash{5}))
		}, [4]bool{}},
		{"no change", func(*Tx) error { return nil }, [4]bool{}},
	} {
		t.Run(step.name, func(t *testing.T) {
			before := numbers()
			if err := d.Update(t.Context(), step.do); err != nil && !errors.Is(err, errRefused) {
				t.Fatal(err)
			}
			after := numbers()
			var got [4]bool
			for i := range got {
				got[i] = after[i] > before[i]
			}
			if got != step.want {
				t.Errorf("new numbers: %v, want %v", got, step.want)
			}
		})
	}
}

var errRefused = errors.New("refused")

// TestARestoreHasAnIDOfItsOwn expects that each restore is another one, and that the installation stays the same.
func TestARestoreHasAnIDOfItsOwn(t *testing.T) {
	d := open(t)
	ids := func() (install, restored string) {
		err := d.View(t.Context(), func(v *View) (err error) {
			if install, err = v.Install(); err == nil {
				restored, err = v.LastRestoreID()
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return install, restored
	}
	install, none := ids()
	if len(install) != 12 || none != "" {
		t.Fatalf("a new database: %q, %q", install, none)
	}
	seen := map[string]bool{}
	for range 3 {
		if err := d.Update(t.Context(), (*Tx).PutRestored); err != nil {
			t.Fatal(err)
		}
		same, restored := ids()
		if same != install || len(restored) != 12 || seen[restored] {
			t.Errorf("after a restore: %q, %q", same, restored)
		}
		seen[restored] = true
	}
}
