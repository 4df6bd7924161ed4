package db

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestManyChangesWriteEachCounterOnce counts the statements of a transaction that trashes many files of one directory, deep
// in a tree: for each file they must not grow with the number of files, nor with the depth.
func TestManyChangesWriteEachCounterOnce(t *testing.T) {
	const few, many, most = 50, 400, 3.2
	d := open(t)
	f := fill(t, d, 0)
	at := f.root
	err := d.Update(t.Context(), func(tx *Tx) error {
		for i := range 30 {
			n := &Node{
				ID: NodeID(NewID()), Space: f.space, Parent: at, Name: "d", NameKey: "d", SortKey: []byte{1}, CreatedBy: f.user,
				ModifiedBy: f.user,
			}
			if err := tx.InsertNode(n); err != nil {
				return fmt.Errorf("level %d: %w", i, err)
			}
			at = n.ID
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	each := func(n int) float64 {
		files := f.put(t, d, at, n)
		before := d.WriterStats().Statements
		if err := d.Update(t.Context(), func(tx *Tx) error {
			for _, n := range files {
				if _, err := tx.UpdateNodeTrashed(n, f.trash, f.user); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return float64(d.WriterStats().Statements-before) / float64(n)
	}
	each(1) // statements are prepared
	if a, b := each(few), each(many); b > a || b > most {
		t.Errorf("%.2f statements for each of %d files, %.2f for each of %d", a, few, b, many)
	}
	f.sound(t, d)
}

// put adds files to a directory, of a byte each.
func (f *family) put(t *testing.T, d *DB, dir NodeID, n int) (all []*Node) {
	t.Helper()
	err := d.Update(t.Context(), func(tx *Tx) error {
		for range n {
			id := NodeID(NewID())
			file := &Node{
				ID: id, Space: f.space, Parent: dir, Kind: File, Name: id.String(), NameKey: id.String(), SortKey: []byte{1},
				Version: VersionID(NewID()), Hash: Hash{1}, Number: 1, Size: 1, CreatedBy: f.user, ModifiedBy: f.user,
			}
			all = append(all, file)
			if err := errors.Join(tx.InsertNode(file), tx.InsertVersion(&Version{
				ID: file.Version, Node: id, Space: f.space, Number: 1, Hash: file.Hash, Size: 1, CreatedBy: f.user,
			}), tx.UpdateSpaceUsed(f.space, 1)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (f *family) sound(t *testing.T, d *DB) {
	t.Helper()
	err := d.View(t.Context(), func(v *View) error {
		c, err := v.Check()
		for _, p := range c.Problems {
			t.Error(p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCountersWithinATransactionAreThoseOfItsEnd changes a tree at random in single transactions, with parts that fail, and
// compares what a transaction reads of each directory with what the rows say when all is written.
func TestCountersWithinATransactionAreThoseOfItsEnd(t *testing.T) {
	boom := errors.New("boom")
	for seed := range uint64(5) {
		d, r := open(t), rand.New(rand.NewPCG(seed, 1))
		f := fill(t, d, 30)
		read := map[NodeID]Node{}
		err := d.Update(t.Context(), func(tx *Tx) error {
			for range 40 {
				err := tx.Attempt(func() error {
					if err := f.reshape(tx, r); err != nil {
						return err
					}
					if r.IntN(5) == 0 {
						return errors.Join(f.reshape(tx, r), boom)
					}
					return nil
				})
				if err != nil && !errors.Is(err, boom) {
					return err
				}
				if err := f.reshape(tx, r); err != nil {
					return err
				}
			}
			for _, n := range f.dirs {
				now, err := tx.NodeByID(n.ID)
				if err != nil {
					return err
				}
				read[n.ID] = *now
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		err = d.View(t.Context(), func(v *View) error {
			for id, was := range read {
				n, err := v.NodeByID(id)
				if err != nil {
					return err
				}
				if [5]int64{n.Size, n.Files, n.Directories, n.ChildFiles, n.ChildDirs} !=
					[5]int64{was.Size, was.Files, was.Directories, was.ChildFiles, was.ChildDirs} {
					t.Errorf("seed %d: the transaction read %+v, written is %+v", seed, was, n)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		f.sound(t, d)
	}
}

// reshape moves a file or a directory elsewhere, or into the trash.
func (f *family) reshape(tx *Tx, r *rand.Rand) error {
	id := f.files[r.IntN(len(f.files))].ID
	if r.IntN(2) == 0 {
		id = f.dirs[1+r.IntN(len(f.dirs)-1)].ID
	}
	n, err := tx.NodeByID(id)
	if err != nil {
		return err
	}
	if r.IntN(4) == 0 && n.TrashedAt.IsZero() {
		_, err := tx.UpdateNodeTrashed(n, f.trash, f.user)
		return err
	}
	to := f.dirs[r.IntN(len(f.dirs))].ID
	way, err := tx.PathOf(to)
	if err != nil {
		return err
	}
	for _, a := range way {
		if a.ID == id {
			return nil
		}
	}
	_, err = tx.UpdateNodePlace(n, Placement{Parent: to, Name: n.Name, NameKey: id.String(), SortKey: []byte{1}})
	return err
}
