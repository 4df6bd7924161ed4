package db

import (
	"errors"
	"strings"
	"testing"
)

// importing calls every statement about imports once.
func importing(t *testing.T, d *DB) *Import {
	t.Helper()
	f := fill(t, d, 1)
	imp := &Import{ID: ImportID(NewID()), Space: f.space, Node: f.root, User: f.user, Kind: "bucket", OnDuplicate: "rename", Origin: "{}"}
	err := d.Update(t.Context(), func(tx *Tx) error {
		it := &ImportItem{Import: imp.ID, Key: []byte("a"), Path: "a", Size: 3, State: ItemFailed, More: "{}", Run: 1}
		other := &ImportItem{Import: imp.ID, Key: []byte("a"), State: ItemWaiting}
		steps := []error{tx.InsertImport(imp), tx.InsertImportItem(it)}
		if err := tx.InsertImportItem(other); !errors.Is(err, ErrExists) {
			t.Errorf("a key twice: %v", err)
		}
		dir := &ImportItem{Import: imp.ID, Key: []byte("d"), Path: "d", Directory: true, State: ItemFailed, More: "{}", Run: 1}
		steps = append(steps, tx.InsertImportItem(dir), tx.PutImportListing(&ImportListing{Import: imp.ID, Cursor: dir.Key, Done: true}))
		again, err := tx.UpdateImportItemsAgain(imp.ID, 1)
		if again != (ImportRetry{Items: 1, Bytes: 3}) {
			t.Errorf("%+v waits again", again)
		}
		again, e0 := tx.UpdateImportItemsAgain(imp.ID, 10)
		if again != (ImportRetry{Items: 1, Listings: 1}) {
			t.Errorf("%+v waits again", again)
		}
		steps = append(steps, e0)
		var d ImportCounts
		d.Add(ItemWaiting, 1, 3)
		steps = append(steps, err, tx.UpdateImportItemAttempts(it.ID, 2), tx.UpdateImportCounts(imp.ID, d), tx.UpdateImport(imp),
			tx.PutImportListing(&ImportListing{Import: imp.ID}), tx.PutImportedBucket(f.space, "b"),
			tx.PutBucketAccount(&BucketAccount{User: f.user, Sealed: []byte("x")}))
		v := &tx.View
		_, e1 := v.ImportByID(imp.ID)
		_, e2 := v.ImportsOf(f.space, f.user, 10)
		_, e3 := v.LastImportOf(f.space, "bucket")
		going, e4 := v.ActiveImports()
		_, e5 := v.CountImports(f.user)
		_, e6 := v.ImportsEndedBefore(tx.Now, 10)
		_, e7 := v.ImportedBucket(f.space)
		_, e8 := v.BucketAccountOf(f.user)
		row, e9 := v.ImportItemByKey(imp.ID, []byte("a"))
		waiting, e10 := v.WaitingItems(imp.ID, 0, 10)
		_, e11 := v.ImportItemsOf(imp.ID, ItemStored, 0, 10)
		all, e12 := v.ImportItems(imp.ID, nil, 10)
		_, e13 := v.IsNodeImported(imp.ID, f.root)
		open, e14 := v.OpenImportListings(imp.ID, 2)
		_, e15 := v.ImportListingByCursor(imp.ID, nil)
		if len(going) != 1 || len(waiting) != 2 || len(all) != 2 || len(open) != 2 || row.ID != it.ID {
			t.Errorf("%v %v %v %v %+v", going, waiting, all, open, row)
		}
		_, e16 := v.ImportItemByID(it.ID)
		return errors.Join(append(steps, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14, e15, e16, tx.UpdateImportItem(row),
			tx.DeleteBucketAccount(f.user))...)
	})
	if err != nil {
		t.Fatal(err)
	}
	return imp
}

func TestNoQueryOfImportsScans(t *testing.T) {
	d := open(t)
	imp := importing(t, d)
	err := d.Update(t.Context(), func(tx *Tx) error {
		if err := tx.UpdateImportHidden(imp.ID); err != nil {
			return err
		}
		if _, err := tx.ImportByID(imp.ID); !errors.Is(err, ErrNotFound) {
			t.Errorf("a forgotten import is shown: %v", err)
		}
		gone, err := tx.DeleteImportRows(imp.ID, 10)
		if !gone {
			t.Error("its rows are still there")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for query := range d.write.stmts {
		if strings.Contains(query, "import") || strings.Contains(query, "bucket_accounts") {
			all = append(all, query)
		}
	}
	if len(all) < 20 {
		t.Fatalf("only %d statements were used", len(all))
	}
	if err := d.write.Conn.Close(); err != nil { // so that the pool has its one connection for the planner
		t.Fatal(err)
	}
	for _, query := range all {
		if strings.HasPrefix(query, "INSERT") {
			continue
		}
		for _, line := range queryPlan(t, d, query) {
			if strings.HasPrefix(line, "SCAN") && !strings.Contains(line, "CONSTANT ROW") && !strings.Contains(line, "imports_going") ||
				strings.Contains(line, "TEMP B-TREE") {
				t.Errorf("%s\n\t%s", line, query)
			}
		}
	}
}

// TestRowsOfImportsGoAFewAtATime: a workspace that is deleted may have hundreds of millions of them.
func TestRowsOfImportsGoAFewAtATime(t *testing.T) {
	d := open(t)
	imp := importing(t, d)
	left := func() (n int) {
		err := d.View(t.Context(), func(v *View) error {
			return v.scanRow("SELECT (SELECT count(*) FROM import_items) + (SELECT count(*) FROM import_listings)", nil, &n)
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	err := d.Update(t.Context(), func(tx *Tx) error { return tx.UpdateSpaceDeleted(imp.Space) })
	for gone, before := false, left(); !gone && err == nil; before = left() {
		err = d.Update(t.Context(), func(tx *Tx) (err error) {
			gone, err = tx.DeleteSpaceRows(imp.Space, 1)
			return err
		})
		if now := left(); now < before-1 {
			t.Errorf("%d rows went at once", before-now)
		}
	}
	if err != nil || left() != 0 {
		t.Errorf("%d rows are left: %v", left(), err)
	}
}
