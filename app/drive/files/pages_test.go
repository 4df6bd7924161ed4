package files

import (
	"path/filepath"
	"testing"
	"time"

	"anbar/db"
)

// TestAPageGoesWhenABoxOnItEnds is about time, which no commit tells of.
func TestAPageGoesWhenABoxOnItEnds(t *testing.T) {
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.View(t.Context(), func(v *db.View) error {
		c := newPageCache()
		for until, kept := range map[time.Time]bool{{}: true, v.Now.Add(time.Second): true, v.Now: false, v.Now.Add(-time.Second): false} {
			c.put(pageKey{dir: 1}, cachedPage{asOf: v.AsOf(), until: until})
			if _, ok := c.get(v, v.AsOf(), pageKey{dir: 1}); ok != kept {
				t.Errorf("until %v: %v", until, ok)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
