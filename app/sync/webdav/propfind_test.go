package webdav

import (
	"errors"
	"testing"

	"anbar/app/base/access"
	"anbar/app/base/limits"
	"anbar/db"
)

// TestKeptPropertiesAreReadInPortions has a page with more of them than may be in memory.
func TestKeptPropertiesAreReadInPortions(t *testing.T) {
	sizes := map[db.NodeID]int64{}
	var page []*Entry
	add := func(size int64) {
		n := &db.Node{ID: db.NodeID(len(page) + 1)}
		page, sizes[n.ID] = append(page, &Entry{Node: n}), size
	}
	for range 40 {
		add(limits.DavProps)
	}
	add(3 * limits.DavMemory)     // of older bounds
	page = append(page, &Entry{}) // a directory that only holds mounts
	page = append(page, &Entry{}, page[0])
	var took []int
	for len(page) > 0 {
		n, sum := countFitting(page, sizes)
		if n == 0 || n > 1 && sum > limits.DavMemory {
			t.Fatalf("%d entries with %d bytes", n, sum)
		}
		took, page = append(took, n), page[n:]
	}
	if each := int(limits.DavMemory / limits.DavProps); len(took) != 40/each+3 || took[0] != each {
		t.Errorf("portions of %v", took)
	}
}

// TestAListOfKeptPropertiesTakesATurn asks which lists of a directory wait for one.
func TestAListOfKeptPropertiesTakesATurn(t *testing.T) {
	w := newWorld(t)
	dir := w.directory("dir", w.root)
	below := w.directory("below", dir.ID)
	list := func(v *db.View, dead, want bool) {
		t.Helper()
		if got, err := isLongListing(v, &access.Item{Node: dir}, dead); err != nil || got != want {
			t.Errorf("%v %v, want %v", got, err, want)
		}
	}
	err := w.db.Update(t.Context(), func(tx *db.Tx) error {
		v := tx.ReadOnly()
		if err := errors.Join(tx.InsertNode(dir), tx.InsertNode(below)); err != nil {
			return err
		}
		list(v, true, false)
		err := tx.PutDavProp(&db.DavProp{Node: below.ID, NS: "urn:x", Name: "x", Value: "x"})
		list(v, true, true)
		list(v, false, false)
		dir.ChildFiles = limits.DavLarge
		list(v, false, false)
		dir.ChildDirs = 1
		list(v, false, true)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
