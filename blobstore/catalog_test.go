package blobstore_test

import (
	"fmt"
	"io"
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
		if len(all) != min(i+1, 3) {
			t.Errorf("%d catalogs after %d", len(all), i)
		}
		for back, c := range all {
			if b, err := io.ReadAll(c); err != nil || string(b) != fmt.Sprint(i-back) {
				t.Errorf("catalog %d after %d is %q, %v", back, i, b, err)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
