package blobstore_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"anbar/blobstore"
)

// TestTheNewestCatalogIsTheOneThatWasWrittenLast writes catalogs while the clock goes back, by years and to nothing.
func TestTheNewestCatalogIsTheOneThatWasWrittenLast(t *testing.T) {
	now := time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC)
	s, err := blobstore.Open(t.TempDir(), blobstore.Options{Log: quiet, Reserve: -1, MinFree: -1, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range 6 {
		err := s.SaveCatalog(func(w io.Writer) error {
			_, err := fmt.Fprint(w, i)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if i > 2 {
			now = time.UnixMilli(int64(10 * (6 - i)))
		}
		all, err := s.OpenCatalogs()
		if err != nil {
			t.Fatal(err)
		}
		for back, c := range all {
			want := i - back
			if back == 2 {
				want = 0 // the oldest, until it is a day old and another one takes its place
			}
			if b, err := io.ReadAll(c); err != nil || back < 3 && string(b) != fmt.Sprint(want) {
				t.Errorf("catalog %d after %d is %q, %v", back, i, b, err)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestACatalogOfTheDayBeforeStays writes one each hour for days, and looks how old those are that stay.
func TestACatalogOfTheDayBeforeStays(t *testing.T) {
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	dir := t.TempDir()
	s, err := blobstore.Open(dir, blobstore.Options{Log: quiet, Reserve: -1, MinFree: -1, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	half := filepath.Join(dir, "catalogs", "0000000000001.jsonl.zst.tmp")
	for hour := range 100 {
		now = now.Add(time.Hour)
		if err := s.SaveCatalog(func(w io.Writer) error { _, err := fmt.Fprint(w, now.UnixMilli()); return err }); err != nil {
			t.Fatal(err)
		}
		all, err := s.OpenCatalogs()
		if err != nil {
			t.Fatal(err)
		}
		aged := false
		for _, c := range all {
			var at int64
			if _, err := fmt.Fscan(c, &at); err != nil {
				t.Fatal(err)
			}
			age := now.Sub(time.UnixMilli(at))
			aged = aged || age >= 24*time.Hour
			if age > 49*time.Hour {
				t.Errorf("after %d hours one of %v is there", hour, age)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
		if len(all) > 4 || hour >= 25 && !aged {
			t.Errorf("after %d hours there are %d, one of a day: %v", hour, len(all), aged)
		}
		if hour == 0 { // what a process leaves that ends while it writes
			if err := os.WriteFile(half, []byte("half"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := os.Stat(half); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("half a catalog stays: %v", err)
	}
}
