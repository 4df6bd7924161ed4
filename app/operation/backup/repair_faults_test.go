package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// TestTheOnlyGoodCopyIsNotOverwritten: a large content rots here. Its object at the target is right, but reading it fails for a while.
func TestTheOnlyGoodCopyIsNotOverwritten(t *testing.T) {
	t.Parallel()
	d, k, h, plain := hookedDrive(t)
	large := append([]byte("only copy "), largeContent...)
	digest := d.add(t, large)
	now(t, k)
	settled(t, k.copier)
	key := blobsAt + blobstore.LargeKey(digest)
	before, err := read(t.Context(), plain, key)
	if err != nil {
		t.Fatal(err)
	}
	d.damageHere(t, large)
	hook := func(key string) error {
		if strings.Contains(key, largeAt) {
			return errors.New("503 slow down")
		}
		return nil
	}
	h.get.Store(&hook)
	damaged, repaired := d.scrubOnce(t, k) // it stays where it is, to be tried again
	t.Logf("scrub: %d damaged, %d repaired", damaged, repaired)
	_, err = k.copier.ReadAllBack(t.Context(), time.Now())
	t.Logf("read back: %v", err)
	h.get.Store(nil)
	after, err := read(t.Context(), plain, key)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Error("the good object at the target was overwritten with the damaged one")
	}
	damaged, repaired = d.scrubOnce(t, k)
	if !d.isSound(t, large) {
		t.Errorf("the content is lost: %d damaged, %d repaired", damaged, repaired)
	}
	d.end(t, k)
}

// TestSealingKeepsTheOnlyGoodCopy: a large content rots here, and nobody has noticed, when the copies are sealed.
func TestSealingKeepsTheOnlyGoodCopy(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	dir := t.TempDir()
	k := d.keep(t, open(t, dir, config.S3{}))
	large := append([]byte("only copy "), largeContent...)
	digest := d.add(t, large)
	now(t, k)
	settled(t, k.copier)
	d.end(t, k)
	name := filepath.Join(d.Blobs(), filepath.FromSlash(blobstore.LargeKey(digest)))
	edit(t, name, func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
	d = openDrive(t, d.Storage)
	sheet := newSheet(t, d)
	target := open(t, dir, config.S3{})
	if _, err := RequestReseal(t.Context(), target, d.options(t, target)); err != nil {
		t.Fatal(err)
	}
	k = d.keep(t, target)
	done := tryReseal(t, k)
	d.end(t, k)
	_, err := os.Stat(filepath.Join(dir, "blobs", filepath.FromSlash(blobstore.LargeKey(digest))))
	_, r, e2 := restoreWith(t, open(t, dir, config.S3{}), time.Time{}, sheet)
	if done && (errors.Is(err, fs.ErrNotExist) && (e2 != nil || len(r.Damaged)+r.Pending > 0)) {
		t.Errorf("sealed and proven; the good object is gone (%v), and a restore says %+v, %v", err, r, e2)
	}
}

// TestAHolderThatCannotBeReadIsNoAbsentOne: two objects hold a record: one cannot be read at the moment, one is gone.
func TestAHolderThatCannotBeReadIsNoAbsentOne(t *testing.T) {
	t.Parallel()
	d, k, h, _ := hookedDrive(t)
	small := bytes.Repeat([]byte("small "), 500)
	digest := d.add(t, small)
	now(t, k)
	p, _, err := d.blobs.FindPlace(digest)
	if err != nil {
		t.Fatal(err)
	}
	whole := fmt.Sprintf("packs/%08d-%08x.pk", p.Pack.Pack, 1)
	k.copier.mu.Lock()
	k.copier.known[whole] = Entry{Size: 1 << 20}
	k.copier.mu.Unlock()
	hook := func(key string) error {
		switch {
		case strings.HasSuffix(key, ".pk"):
			return errors.New("503 slow down")
		case strings.Contains(key, "/packs/"):
			return fs.ErrNotExist
		}
		return nil
	}
	h.get.Store(&hook)
	given := 0
	for range 50 {
		_, _, err := k.NewRepairer().Fetch(t.Context(), blobstore.Damage{
			Digest: digest, Object: fmt.Sprintf("packs/%08d.pk", p.Pack.Pack), Offset: p.Pack.From,
		})
		if errors.Is(err, fs.ErrNotExist) {
			given++
		}
	}
	h.get.Store(nil)
	if given > 0 {
		t.Errorf("%d of 50 times there is said to be no copy, and the content goes to quarantine for good", given)
	}
	d.end(t, k)
}

// TestAFailedSecondApplianceIsStartedAgain in the next night: it gives one file wrongly, each time.
func TestAFailedSecondApplianceIsStartedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	f.addFiles(t, f.all...)
	r := f.driller(t, f.k)
	asked := 0
	r.o.Serve = func(ctx context.Context, s config.Storage, files []db.SampleFile) ([]Download, error) {
		asked++
		all, err := readSecond(ctx, s, files)
		if err == nil {
			all[0] = Download{Failed: "the answer was 500"}
		}
		return all, err
	}
	for night := range 3 {
		row, err := r.Run(t.Context(), DrillNightly)
		if err != nil {
			t.Fatal(err)
		}
		if row.Outcome != db.DrillFailed {
			t.Errorf("night %d: %s, though a second appliance still fails; it was started %d times", night+1, row.Outcome, asked)
		}
	}
	f.end(t, f.k)
}

// TestSealingIsNotOfferedWhereItCannotHelp: copies of this appliance are sealed with a sheet whose keys are lost.
func TestSealingIsNotOfferedWhereItCannotHelp(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	newSheet(t, d)
	dir := t.TempDir()
	k := d.keep(t, open(t, dir, config.S3{}))
	d.add(t, largeContent)
	now(t, k)
	d.end(t, k)
	if err := os.Remove(d.Seal()); err != nil {
		t.Fatal(err)
	}
	d = openDrive(t, d.Storage)
	newSheet(t, d)
	target := open(t, dir, config.S3{})
	o := d.options(t, target)
	if _, err := Adopt(t.Context(), target, o); err != nil {
		t.Fatal(err)
	}
	k, err := NewRunner(target, d.blobs, o)
	if err != nil {
		t.Fatal(err)
	}
	now(t, k)
	for i := range 2 {
		if u := k.SheetInUse(); u.Mixed && !u.Foreign {
			t.Errorf("%d: the console says \"not encrypted with this sheet yet\" and offers to seal anew: %+v", i, u)
		}
		sealed, restart, err := k.RequestReseal(t.Context())
		t.Log(sealed, restart, err, tryReseal(t, k))
	}
	d.end(t, k)
}
