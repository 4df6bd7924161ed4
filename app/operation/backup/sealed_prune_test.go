package backup

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/config"
)

// TestPruningKeepsEpochsOfASheetWhoseKeysAreLost removes the keys of a sheet, and goes on with another one.
func TestPruningKeepsEpochsOfASheetWhoseKeysAreLost(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	lost := newSheet(t, d)
	dir := t.TempDir()
	target := open(t, dir, config.S3{})
	k := d.keep(t, target)
	before := d.add(t, largeContent)
	now(t, k)
	d.end(t, k)
	if err := os.Remove(d.Seal()); err != nil {
		t.Fatal(err)
	}
	d = openDrive(t, d.Storage)
	newSheet(t, d)
	target = open(t, dir, config.S3{})
	o := d.options(t, target)
	o.Retention = time.Millisecond
	if _, err := Adopt(t.Context(), target, o); err != nil {
		t.Fatal(err)
	}
	k, err := NewRunner(target, d.blobs, o)
	if err != nil {
		t.Fatal(err)
	}
	now(t, k)
	time.Sleep(2 * time.Millisecond)
	if err := k.copier.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.end(t, k)
	if claim, err := os.Stat(filepath.Join(dir, filepath.FromSlash(epochKey(1)))); err != nil {
		t.Errorf("the claim of what only the sheet opens: %v, %v", claim, err)
	}
	s, _, err := restoreWith(t, open(t, dir, config.S3{}), time.Time{}, lost)
	if err != nil {
		t.Fatal(err)
	}
	whole(t, s, before)
}

// TestPruningLooksBelowEachSheet has objects below a sheet that no epoch is sealed with: those of a reseal that goes on stay.
func TestPruningLooksBelowEachSheet(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	newSheet(t, d)
	dir := t.TempDir()
	k := d.keep(t, open(t, dir, config.S3{}))
	d.add(t, largeContent)
	now(t, k)
	next := newSheet(t, d)
	stray := filepath.Join(dir, "sealed", next.ID(), "blobs", "large", "abc", strings.Repeat("ab", 48))
	if err := errors.Join(os.MkdirAll(filepath.Dir(stray), 0o700), os.WriteFile(stray, []byte("ahead"), 0o600)); err != nil {
		t.Fatal(err)
	}
	k.copier.grant.record.Reseal = next.ID()
	if err := k.copier.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stray); err != nil {
		t.Errorf("what was sent ahead: %v", err)
	}
	k.copier.grant.record.Reseal = ""
	if err := k.copier.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stray); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what nothing needs: %v", err)
	}
	d.end(t, k)
}

// TestReadingBackGoesOnWhereItWasStopped stops it in the middle.
func TestReadingBackGoesOnWhereItWasStopped(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	h := &hooked{Target: open(t, t.TempDir(), config.S3{})}
	k := d.keep(t, h)
	for i := range 6 {
		d.add(t, append([]byte{byte(i)}, largeContent...))
	}
	now(t, k)
	var read []string
	began := time.Now().Add(-time.Second) // proofs have whole seconds
	ctx, cancel := context.WithCancel(t.Context())
	hook := func(key string) error {
		if !strings.Contains(key, largeAt) {
			return nil
		}
		if read = append(read, key); len(read) == 3 {
			cancel()
		}
		return ctx.Err()
	}
	h.get.Store(&hook)
	if _, err := k.copier.ReadAllBack(ctx, began); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	h.get.Store(nil)
	all := func(key string) error {
		if strings.Contains(key, largeAt) {
			read = append(read, key)
		}
		return nil
	}
	h.get.Store(&all)
	k.copier.proofs = nil // as after another start
	if damaged, err := k.copier.ReadAllBack(t.Context(), began); err != nil || len(damaged) > 0 {
		t.Fatal(damaged, err)
	}
	if len(read) != 7 { // the one that was stopped twice
		t.Errorf("objects were read %d times: %q", len(read), read)
	}
	d.end(t, k)
}
