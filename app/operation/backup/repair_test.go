package backup

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"anbar/blobstore"
	"anbar/config"
)

// damageHere changes a content in the store of a drive, and has it noticed.
func (d *drive) damageHere(t *testing.T, content []byte) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.Blobs(), "packs", "*"))
	large, e2 := filepath.Glob(filepath.Join(d.Blobs(), "large", "*", "*"))
	if err := errors.Join(err, e2); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, name := range append(files, large...) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		at := bytes.Index(b, content)
		if at < 0 {
			continue
		}
		found = true
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err == nil {
			_, err = f.WriteAt([]byte{content[len(content)/2] ^ 1}, int64(at+len(content)/2))
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !found {
		t.Fatal("the content is not in the store as it is")
	}
	b, err := d.blobs.Open(t.Context(), blobstore.Sum(content))
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.ReadAll(b.NewReader())
	if err = errors.Join(err, b.Close()); !errors.Is(err, blobstore.ErrCorrupt) {
		t.Fatalf("the damage was not noticed: %v", err)
	}
}

func (d *drive) isSound(t *testing.T, content []byte) bool {
	t.Helper()
	b, err := d.blobs.Open(t.Context(), blobstore.Sum(content))
	if err != nil {
		return false
	}
	defer b.Close()
	got, err := io.ReadAll(b.NewReader())
	return err == nil && bytes.Equal(got, content)
}

// scrubOnce reads what is suspected, and returns how many contents were damaged and how many of them were replaced.
func (d *drive) scrubOnce(t *testing.T, k *Runner) (damaged, repaired int) {
	t.Helper()
	repairer := k.NewRepairer()
	r, err := d.blobs.Scrub(t.Context(), repairer.Fetch)
	if err = errors.Join(err, repairer.Close()); err != nil {
		t.Fatal(err)
	}
	for _, one := range r.Damaged {
		damaged++
		if one.Repaired {
			repaired++
		}
	}
	return damaged, repaired
}

// TestWhatIsDamagedHereComesFromTheTarget has contents in a sealed pack, in one that grows, and a large one; clear and sealed copies.
func TestWhatIsDamagedHereComesFromTheTarget(t *testing.T) {
	t.Parallel()
	for _, isSealed := range []bool{false, true} {
		d := newDrive(t)
		newSheetIf(t, d, isSealed)
		inSealed := bytes.Repeat([]byte("in a sealed pack "), 500)
		d.add(t, inSealed)
		d.close(t)
		d = openDrive(t, d.Storage)
		dir := filepath.Join(t.TempDir(), "copies")
		k := d.keep(t, open(t, dir, config.S3{}))
		if _, _, err := k.NewRepairer().Fetch(t.Context(), blobstore.Damage{}); err == nil {
			t.Error("it gave something before the target was looked at")
		}
		first, second := bytes.Repeat([]byte("first range "), 500), bytes.Repeat([]byte("second range "), 500)
		large := append([]byte("another "), largeContent...)
		for _, content := range [][]byte{first, second, large} {
			d.add(t, content)
			now(t, k)
		}
		settled(t, k.copier)
		for _, content := range [][]byte{inSealed, first, second, large} {
			d.damageHere(t, content)

			away := dir + ".unmounted"
			rename(t, dir, away)
			if damaged, repaired := d.scrubOnce(t, k); damaged != 1 || repaired != 0 {
				t.Errorf("without the target: %d of %d", repaired, damaged)
			}
			rename(t, away, dir)
			if damaged, repaired := d.scrubOnce(t, k); damaged != 1 || repaired != 1 || !d.isSound(t, content) {
				t.Errorf("%.20q: %d of %d", content, repaired, damaged)
			}
		}
		if damaged, _ := d.scrubOnce(t, k); damaged != 0 {
			t.Errorf("%d are still damaged", damaged)
		}
		now(t, k)
		d.end(t, k)
	}
}

// TestADamagedCopyRepairsNothing: neither the one here nor the one at the target is right.
func TestADamagedCopyRepairsNothing(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	dir := t.TempDir()
	k := d.keep(t, open(t, dir, config.S3{}))
	content := bytes.Repeat([]byte("in a range "), 500)
	d.add(t, content)
	now(t, k)
	for _, name := range files(t, dir, "/packs/") {
		edit(t, name, func(b []byte) []byte {
			b[len(b)/2] ^= 1
			return b
		})
	}
	d.damageHere(t, content)
	if damaged, repaired := d.scrubOnce(t, k); damaged != 1 || repaired != 0 || d.isSound(t, content) {
		t.Errorf("%d of %d", repaired, damaged)
	}
	if kept, err := os.ReadDir(filepath.Join(d.Blobs(), "quarantine")); err != nil || len(kept) != 1 {
		t.Errorf("%v, %v", kept, err)
	}
	d.end(t, k)
}
