package backup

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"anbar/blobstore"
)

func openStore(t *testing.T, dir string) *blobstore.Store {
	t.Helper()
	s, err := blobstore.Open(dir, blobstore.Options{Log: slog.New(slog.DiscardHandler), Reserve: -1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func put(t *testing.T, s *blobstore.Store, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		_, lease, err := s.Put(t.Context(), bytes.Repeat([]byte(fmt.Sprint("content ", i)), 500))
		if err != nil {
			t.Fatal(err)
		}
		lease.Release()
	}
}

func inSync(context.Context) error { return nil }

// TestNothingIsCopiedTwice goes over restarts, in which packs that grew during a
// backup come back sealed.
func TestNothingIsCopiedTwice(t *testing.T) {
	dir, target := t.TempDir(), directory(t.TempDir())
	total := int64(0)
	for round := range 4 {
		s := openStore(t, filepath.Join(dir, "blobs"))
		c := NewCopier(target, s, time.Hour, "test")
		for step := range 3 {
			put(t, s, round*300+step*100, round*300+step*100+100)
			r, err := c.Copy(t.Context(), inSync)
			if err != nil {
				t.Fatal(err)
			}
			total += r.Bytes
		}
		if r, err := c.Copy(t.Context(), inSync); err != nil || r.Bytes != 0 {
			t.Fatalf("nothing was new: %+v, %v", r, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	plain := int64(0)
	s := openStore(t, filepath.Join(dir, "blobs"))
	defer s.Close()
	for o, err := range s.Objects(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		plain += o.Size
	}
	if float64(total) > float64(plain)*1.02 {
		t.Errorf("%d bytes were copied of %d", total, plain)
	}
	restoreAll(t, target, 1200)
}

// restoreAll brings the newest manifest back and looks for every content.
func restoreAll(t *testing.T, target Target, n int) {
	t.Helper()
	w, err := readWatermark(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := objectsOf(t.Context(), target, w.Manifest)
	if err != nil {
		t.Fatal(err)
	}
	back := filepath.Join(t.TempDir(), "blobs")
	var r Restored
	if err := layDown(t.Context(), target, keys, back, &r); err != nil || len(r.Damaged) > 0 {
		t.Fatalf("%v, %v", r.Damaged, err)
	}
	s := openStore(t, back)
	defer s.Close()
	for i := range n {
		d := blobstore.Sum(bytes.Repeat([]byte(fmt.Sprint("content ", i)), 500))
		if _, lease, ok := s.Hold(d); !ok {
			t.Fatalf("content %d is not there", i)
		} else {
			lease.Release()
		}
	}
}

func TestPruneKeepsWhatAnyKeptMomentNeeds(t *testing.T) {
	target := directory(t.TempDir())
	s := openStore(t, filepath.Join(t.TempDir(), "blobs"))
	defer s.Close()
	c := NewCopier(target, s, time.Hour, "test")
	put(t, s, 0, 50)
	if _, err := c.Copy(t.Context(), inSync); err != nil {
		t.Fatal(err)
	}
	// An object that no manifest names, and a manifest from long ago that names another.
	old := Manifest{Name: "20200101T000000.000000000", Time: time.Now().Add(-48 * time.Hour), Added: []string{"packs/00000099-00000000.pk"}}
	for _, key := range []string{"blobs/packs/00000099-00000000.pk", "blobs/packs/00000098-00000000.pk"} {
		if err := target.Put(t.Context(), key, bytes.NewReader([]byte("x")), 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.putJSON(t.Context(), manifestsAt+old.Name+".json", old); err != nil {
		t.Fatal(err)
	}
	if err := c.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	keys := func() (all []string) {
		if err := target.List(t.Context(), "", func(k string, _ int64) error { all = append(all, k); return nil }); err != nil {
			t.Fatal(err)
		}
		return all
	}
	if all := keys(); !slices.Contains(all, "blobs/packs/00000099-00000000.pk") ||
		slices.Contains(all, "blobs/packs/00000098-00000000.pk") {
		t.Fatalf("an old moment is still kept, by the last whole list before the limit: %v", all)
	}
	// A later whole list before the limit takes its place.
	old.Name, old.Time, old.Added = "20200102T000000.000000000", time.Now().Add(-47*time.Hour), nil
	if err := c.putJSON(t.Context(), manifestsAt+old.Name+".json", old); err != nil {
		t.Fatal(err)
	}
	if err := c.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	if all := keys(); slices.Contains(all, "blobs/packs/00000099-00000000.pk") ||
		slices.Contains(all, "manifests/20200101T000000.000000000.json") {
		t.Fatalf("%v", all)
	}
	restoreAll(t, target, 50)
}
