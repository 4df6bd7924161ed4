package db

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// TestWorkTogetherIsOneTransactionOfParts lets writes wait that are one transaction, with one between them that is not, some that fail and
// one that panics: each of the others has its rows, and the counters are those of the rows.
func TestWorkTogetherIsOneTransactionOfParts(t *testing.T) {
	d := open(t)
	f := fill(t, d, 0)
	boom := errors.New("boom")
	held, begun, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- d.Update(t.Context(), func(tx *Tx) error { close(begun); <-held; return writeSomething(tx) })
	}()
	<-begun
	insert := func(tx *Tx, name string) error {
		before, err := tx.NodeByID(f.root)
		if err != nil {
			return err
		}
		tx.AfterCommit(func() {})
		n := &Node{
			ID: NodeID(NewID()), Space: f.space, Parent: f.root, Kind: File, Name: name, NameKey: name, SortKey: []byte{1},
			Version: VersionID(NewID()), Hash: Hash{1}, Number: 1, Size: 3, CreatedBy: f.user, ModifiedBy: f.user,
		}
		if err := errors.Join(tx.InsertNode(n), tx.InsertVersion(&Version{
			ID: n.Version, Node: n.ID, Space: f.space, Number: 1, Hash: n.Hash, Size: 3, CreatedBy: f.user,
		}), tx.UpdateSpaceUsed(f.space, 3)); err != nil {
			return err
		}
		after, err := tx.NodeByID(f.root)
		if err == nil && (after.ChildFiles != before.ChildFiles+1 || after.Size != before.Size+3) {
			err = errors.New("the transaction does not see its own counters")
		}
		return err
	}
	type write struct {
		do   func(*Tx) error
		with func(func(*Tx) error) error
		want string
	}
	together := func(fn func(*Tx) error) error { return d.UpdateTogether(t.Context(), fn) }
	alone := func(fn func(*Tx) error) error { return d.Update(t.Context(), fn) }
	all := []write{
		{func(tx *Tx) error { return insert(tx, "a") }, together, ""},
		{func(tx *Tx) error { return errors.Join(insert(tx, "b"), boom) }, together, "boom"},
		{func(tx *Tx) error { return errors.Join(insert(tx, "c"), tx.writeCounters(), boom) }, together, "boom"},
		{func(tx *Tx) error { return insert(tx, "a") }, together, ErrExists.Error()},
		{func(tx *Tx) error { return insert(tx, "d") }, together, ""},
		{func(tx *Tx) error { return insert(tx, "e") }, alone, ""},
		{func(tx *Tx) error { _ = insert(tx, "f"); panic("oh") }, together, "panic"},
		{func(tx *Tx) error { return insert(tx, "g") }, together, ""},
	}
	results := make([]chan error, len(all))
	for i, w := range all {
		results[i] = make(chan error, 1)
		go func() { results[i] <- w.with(w.do) }()
		for len(d.queue) <= i {
			time.Sleep(time.Millisecond)
		}
	}
	before := d.Commits()
	close(held)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for i, w := range all {
		err := <-results[i]
		if (err == nil) != (w.want == "") || err != nil && !strings.Contains(err.Error(), w.want) {
			t.Errorf("write %d: %v, want %q", i, err, w.want)
		}
	}
	if n := d.Commits() - before; n != 2 { // the held one, and all that waited
		t.Errorf("%d commits", n)
	}
	f.sound(t, d)
	err := d.View(t.Context(), func(v *View) error {
		n, err := v.NodeByID(f.root)
		if err == nil && (n.ChildFiles != 4 || n.Size != 12 || n.Tree == 0) {
			t.Errorf("the directory counts %d files of %d bytes, change %d", n.ChildFiles, n.Size, n.Tree)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWorkTogetherCostsLessThanApart counts the statements of files that wait at the same time.
func TestWorkTogetherCostsLessThanApart(t *testing.T) {
	const many = 16
	d := open(t)
	f := fill(t, d, 0)
	each := func(update func(func(*Tx) error) error) float64 {
		held, begun, ended := make(chan struct{}), make(chan struct{}), make(chan error, many+1)
		go func() {
			ended <- d.Update(t.Context(), func(tx *Tx) error { close(begun); <-held; return writeSomething(tx) })
		}()
		<-begun
		for range many {
			id := NodeID(NewID())
			go func() {
				ended <- update(func(tx *Tx) error {
					return tx.InsertNode(&Node{
						ID: id, Space: f.space, Parent: f.root, Kind: File, Name: id.String(), NameKey: id.String(), SortKey: []byte{1},
						CreatedBy: f.user, ModifiedBy: f.user,
					})
				})
			}()
		}
		for len(d.queue) < many {
			time.Sleep(time.Millisecond)
		}
		before := d.WriterStats().Statements
		close(held)
		for range many + 1 {
			if err := <-ended; err != nil {
				t.Fatal(err)
			}
		}
		return float64(d.WriterStats().Statements-before) / many
	}
	apart := each(func(fn func(*Tx) error) error { return d.Update(t.Context(), fn) })
	together := each(func(fn func(*Tx) error) error { return d.UpdateTogether(t.Context(), fn) })
	if together > 3.5 || apart < together+2 {
		t.Errorf("%.2f statements for each of %d together, %.2f apart", together, many, apart)
	}
}
