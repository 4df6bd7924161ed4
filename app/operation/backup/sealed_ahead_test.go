package backup

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/config"
)

// TestWhatWasSentAheadIsNotPruned: contents are sent ahead for a new sheet; the first round of the new epoch fails early,
// upkeep prunes, and the next round goes well.
func TestWhatWasSentAheadIsNotPruned(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	dir := t.TempDir()
	h := &hooked{Target: open(t, dir, config.S3{})}
	k := d.keep(t, h)
	large := append([]byte("ahead "), largeContent...)
	d.add(t, []byte(strings.Repeat("small ", 500)))
	digest := d.add(t, large)
	now(t, k)
	settled(t, k.copier)
	sheet := newSheet(t, d)
	if _, _, err := k.RequestReseal(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := k.copier.prepareReseal(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.end(t, k)
	d = openDrive(t, d.Storage)
	h = &hooked{Target: open(t, dir, config.S3{})}
	k = d.keep(t, h)
	hook := func(key string) error {
		if strings.Contains(key, "/packs/") {
			return errors.New("503 slow down")
		}
		return nil
	}
	h.put.Store(&hook)
	c, err := k.ensureCopier(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Copy(t.Context(), k.syncDatabase)
	t.Logf("the first round: %v", err)
	h.put.Store(nil)
	t.Logf("upkeep: %v", c.Prune(t.Context()))
	_, err = c.Copy(t.Context(), k.syncDatabase)
	t.Logf("the second round: %v; watermark %v", err, c.mark.Time)
	all, _ := filepath.Glob(filepath.Join(dir, "sealed", "*", "blobs", "large", "*", "*"))
	_, r, err := restoreWith(t, open(t, dir, config.S3{}), time.Time{}, sheet)
	if err != nil || len(r.Damaged)+r.Pending > 0 {
		t.Errorf("%s is not there (%v), and the epoch counts as complete: %+v, %v", digest, all, r, err)
	}
	d.end(t, k)
}
