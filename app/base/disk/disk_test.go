package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestACopyTakesNoNameOfAnother, and belongs to its owner alone.
func TestACopyTakesNoNameOfAnother(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	if err := os.WriteFile(from, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(CopyFile(from, to), SyncFile(to), SyncFile(dir)); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(to)
	if b, e := os.ReadFile(to); err != nil || e != nil || string(b) != "text" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v, %v", b, info, err, e)
	}
	if err := CopyFile(from, to); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if err := SyncFile(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
