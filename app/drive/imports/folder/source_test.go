package folder

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"anbar/app/base/fault"
	"anbar/app/drive/imports/source"
)

func itemOf(t *testing.T, src *tree, dir, key string) *source.Item {
	t.Helper()
	page, err := src.List(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range page.Items {
		if page.Items[i].Key == key {
			return &page.Items[i]
		}
	}
	t.Fatalf("%s is not listed", key)
	return nil
}

func newTree(t *testing.T) (string, *tree) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err == nil {
		err = errors.Join(os.Mkdir(filepath.Join(dir, "d"), 0o700), os.WriteFile(filepath.Join(dir, "d", "f"), []byte("content"), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	src, err := openTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return dir, src
}

func TestADirectoryThatBecomesALinkIsNotFollowed(t *testing.T) {
	dir, src := newTree(t)
	it := itemOf(t, src, "d", "d/f")
	err := errors.Join(os.Rename(filepath.Join(dir, "d"), filepath.Join(dir, "e")), os.Symlink("e", filepath.Join(dir, "d")))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := src.Open(t.Context(), it, 0); !errors.Is(err, fault.ImportItemLink) {
		t.Errorf("open: %v", err)
	}
	if _, err := src.List(t.Context(), "d"); !errors.Is(err, fault.ImportItemLink) {
		t.Errorf("list: %v", err)
	}
}

func TestAFileThatChangesFailsAlone(t *testing.T) {
	dir, src := newTree(t)
	r, _, err := src.Open(t.Context(), itemOf(t, src, "d", "d/f"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := os.WriteFile(filepath.Join(dir, "d", "f"), []byte("another, longer one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(r); !errors.Is(err, fault.ImportItemChanged) {
		t.Errorf("read: %v", err)
	}
}
