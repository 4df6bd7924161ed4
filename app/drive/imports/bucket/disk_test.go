package bucket_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"anbar/app/base/fault"
	"anbar/blobstore"
	"anbar/db"
)

// restock gives the appliance another store, which leaves so many bytes of its disk free; -1 for none.
func (w *world) restock(dir string, free int64) {
	w.t.Helper()
	if err := w.engine.Close(); err != nil {
		w.t.Fatal(err)
	}
	if err := w.blobs.Close(); err != nil {
		w.t.Fatal(err)
	}
	var err error
	w.blobs, err = blobstore.Open(dir, blobstore.Options{Log: quiet, Reserve: -1, MinFree: free})
	if err != nil {
		w.t.Fatal(err)
	}
	w.begin()
}

// TestAFullDiskPausesTheImport: no item is blamed for it but one that does not fit, and all come once there is room.
func TestAFullDiskPausesTheImport(t *testing.T) {
	c := newCloud(t)
	for i := range 30 {
		c.put(t, fmt.Sprint("f", i), []byte(strings.Repeat("x", 1000+i)))
	}
	c.put(t, "large", random(3<<20))
	w := newWorld(t, c)
	dir := filepath.Join(t.TempDir(), "blobs")
	w.restock(dir, 1<<60)
	id := w.importAll(nil)
	one := w.until(id, db.ImportPaused)
	if *one.Reason != fault.QuotaExceeded.Key {
		t.Errorf("%+v", one)
	}
	w.exact(id)
	for key, it := range w.items(id) {
		if it.State != db.ItemWaiting && (key != "large" || it.Reason != fault.ImportItemTooLarge.Key) {
			t.Errorf("%s is %s: %s", key, it.State, it.Reason)
		}
	}
	if n := len(w.tree(one.Directory)); n != 0 {
		t.Errorf("%d files are here", n)
	}
	w.restock(dir, -1)
	if err := w.engine.Resume(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	if one = w.until(id, db.ImportDone); one.Failed > 0 {
		if err := w.engine.Retry(t.Context(), w.who, id); err != nil {
			t.Fatal(err)
		}
		one = w.until(id, db.ImportDone)
	}
	if one.Failed != 0 || len(w.tree(one.Directory)) != 31 {
		t.Errorf("%+v", one)
	}
	w.exact(id)
}
