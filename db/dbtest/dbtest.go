// Package dbtest makes databases for tests.
package dbtest

import (
	"path/filepath"
	"testing"

	"anbar/db"
)

// New opens a migrated database in a folder of the test, and closes it at the
// test's end.
func New(t testing.TB) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "anbar.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}
