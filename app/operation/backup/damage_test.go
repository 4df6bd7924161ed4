package backup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/config"
)

// harms are the ways in which a document of a target is not what was written. Each returns the new content.
func harms() map[string]func(b []byte) []byte {
	return map[string]func(b []byte) []byte{
		"flipped": func(b []byte) []byte {
			b[len(b)/2] ^= 4
			return b
		},
		"flipped in a value": func(b []byte) []byte { // it stays JSON
			at := bytes.Index(b, []byte(`"time":"2`)) + len(`"time":"2`)
			if at < len(`"time":"2`) {
				at = bytes.Index(b, []byte(`"made":"2`)) + len(`"made":"2`)
			}
			b[at] ^= 1
			return b
		},
		"cut off": func(b []byte) []byte { return b[:len(b)/2] },
		"emptied": func([]byte) []byte { return nil },
	}
}

// documents are what says whose copies a target holds, and which.
func documents(c *Claim) map[string]string {
	return map[string]string{"identity": identityKey, "claim": epochKey(c.Epoch), "watermark": c.folder() + watermarkKey}
}

func harmDocument(t *testing.T, target Target, key string, harm func([]byte) []byte) {
	t.Helper()
	b, err := read(t.Context(), target, key)
	if err != nil {
		t.Fatal(err)
	}
	b = harm(b)
	if err := target.Put(t.Context(), key, bytes.NewReader(b), int64(len(b))); err != nil {
		t.Fatal(err)
	}
}

// onQuickPlaces leaves out a service that costs seconds to start and differs in nothing here.
func onQuickPlaces(t *testing.T, story func(t *testing.T, p place)) {
	for i, make := range places(t)[:3] {
		t.Run([]string{"directory", "gofakes3", "sftp"}[i], func(t *testing.T) {
			t.Parallel()
			story(t, make(t))
		})
	}
}

// TestADamagedClaimOrWatermarkStopsNothing harms what says whose copies a target holds. A restore names it and brings everything
// back, the appliance that wrote it goes on by itself after a start, and a stranger is told what to do and may adopt.
func TestADamagedClaimOrWatermarkStopsNothing(t *testing.T) {
	t.Parallel()
	onQuickPlaces(t, func(t *testing.T, p place) {
		for what := range documents(&Claim{}) {
			for how, harm := range harms() {
				t.Run(what+" "+how, func(t *testing.T) { damagedDocument(t, p, what, harm) })
			}
		}
	})
}

func damagedDocument(t *testing.T, p place, what string, harm func([]byte) []byte) {
	for key := range contents(t, p.open(t)) {
		if err := p.open(t).Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	d := newDrive(t)
	one := d.add(t, []byte("one"))
	k := d.keep(t, p.open(t))
	now(t, k)
	claim := k.copier.grant.claim
	d.end(t, k)
	key := documents(&claim)[what]
	harmDocument(t, p.open(t), key, harm)

	// Whoever restores gets everything, and hears what is damaged.
	to, r, err := restoreTo(t, p.open(t), time.Time{})
	if err != nil || !slices.Equal(r.Damaged, []string{key}) || r.Pending > 0 {
		t.Fatalf("the restore: %v, %+v", err, r)
	}
	whole(t, to, one)
	all, err := ListEpochs(t.Context(), p.open(t), nil)
	if err != nil || len(all) != 1 || all[0].Until.IsZero() || what != "identity" && !slices.Contains(all[0].Harmed, key) {
		t.Errorf("the list: %v, %+v", err, all)
	}

	// A stranger writes nothing, and is told what to do.
	fresh := newDrive(t)
	fk := fresh.keep(t, p.open(t))
	_, err = fk.CopyNow(t.Context())
	var damaged *DamagedError
	if !errors.As(err, &damaged) || !slices.Contains(damaged.Keys, key) {
		t.Errorf("the stranger: %v", err)
	}

	// The appliance that wrote it goes on after its next start.
	d = openDrive(t, d.Storage)
	k = d.keep(t, p.open(t))
	two := d.add(t, []byte("two"))
	if r := now(t, k); r.Objects == 0 {
		t.Errorf("nothing was copied: %+v", r)
	}
	later := k.copier.grant.claim
	d.end(t, k)
	whole(t, mustRestoreNewest(t, p.open(t)), one, two)

	// The stranger does it, and what was there can still be restored.
	moment := time.Now()
	time.Sleep(10 * time.Millisecond)
	harmDocument(t, p.open(t), documents(&later)[what], harm)
	if _, err := Adopt(t.Context(), p.open(t), fresh.options(t, p.open(t))); err != nil {
		t.Fatalf("adopt: %v", err)
	}
	three := fresh.add(t, []byte("three"))
	now(t, fk)
	fresh.end(t, fk)
	whole(t, mustRestoreNewest(t, p.open(t)), three)
	to, r, err = restoreTo(t, p.open(t), moment)
	if err != nil || r.Pending > 0 {
		t.Fatalf("the old epoch: %v, %+v", err, r)
	}
	if r.From.Appliance != "" && r.From.Appliance != claim.Appliance {
		t.Errorf("the old epoch is %+v", r.From)
	}
	whole(t, to, one, two)
}

// mustRestoreNewest is a restore in which no content is damaged or missing.
func mustRestoreNewest(t *testing.T, target Target) config.Storage {
	t.Helper()
	to, r, err := restoreTo(t, target, time.Time{})
	if err != nil || r.Pending > 0 {
		t.Fatalf("restore from %s: %v, %+v", target, err, r)
	}
	return to
}

// TestADocumentThatAnEarlierProgramWroteHasNoSum reads what has none.
func TestADocumentThatAnEarlierProgramWroteHasNoSum(t *testing.T) {
	t.Parallel()
	target := places(t)[0](t).open(t)
	if err := target.Put(t.Context(), identityKey, bytes.NewReader([]byte(`{"copy":"c1"}`)), 13); err != nil {
		t.Fatal(err)
	}
	var id Identity
	if err := getJSON(t.Context(), target, identityKey, &id); err != nil || id.Copy != "c1" {
		t.Errorf("%v, %+v", err, id)
	}
}

// TestADocumentThatIsDamagedWhileOneCopiesIsSaid harms what makes a target this appliance's while it copies there. The copies do not
// move on but for pieces of the database, what to do is said, and the next start goes on.
func TestADocumentThatIsDamagedWhileOneCopiesIsSaid(t *testing.T) {
	t.Parallel()
	onQuickPlaces(t, func(t *testing.T, p place) {
		d := newDrive(t)
		one := d.add(t, []byte("one"))
		all := []blobstore.Digest{one}
		for i, what := range []string{"identity", "claim"} {
			k := d.keep(t, p.open(t))
			now(t, k)
			harmDocument(t, p.open(t), documents(&k.copier.grant.claim)[what], harms()["cut off"])
			marked := contents(t, p.open(t))[k.copier.grant.claim.folder()+watermarkKey]
			refused(t, p, k, ProblemFailed, k)
			for key, is := range contents(t, p.open(t)) {
				if key == k.copier.grant.claim.folder()+watermarkKey && is != marked {
					t.Errorf("%s: the watermark moved on", what)
				}
			}
			if said := k.Status().Problem; !strings.Contains(said, "Restart the appliance") {
				t.Errorf("%s: %s", what, said)
			}
			d.end(t, k)
			d = openDrive(t, d.Storage)
			all = append(all, d.add(t, fmt.Append(nil, i)))
			k = d.keep(t, p.open(t))
			now(t, k)
			d.end(t, k)
			whole(t, mustRestore(t, p.open(t), time.Time{}), all...)
			d = openDrive(t, d.Storage)
		}
		d.close(t)
	})
}

// TestLitterAtATargetIsNothing leaves what file managers and network disks leave in directories.
func TestLitterAtATargetIsNothing(t *testing.T) {
	t.Parallel()
	for _, sealed := range []bool{false, true} {
		d := newDrive(t)
		sheet := newSheetIf(t, d, sealed)
		dir := t.TempDir()
		k := d.keep(t, open(t, dir, config.S3{}))
		want := []blobstore.Digest{d.add(t, []byte("a small content")), d.add(t, largeContent)}
		now(t, k)
		d.end(t, k)
		err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
			if err != nil || !e.IsDir() {
				return err
			}
			return errors.Join(os.WriteFile(filepath.Join(name, ".DS_Store"), []byte("litter"), 0o600),
				os.WriteFile(filepath.Join(name, "Thumbs.db"), []byte("litter"), 0o600))
		})
		if err != nil {
			t.Fatal(err)
		}
		d = openDrive(t, d.Storage)
		k = d.keep(t, open(t, dir, config.S3{}))
		want = append(want, d.add(t, []byte("another content")))
		now(t, k)
		if err := k.copier.Prune(t.Context()); err != nil {
			t.Errorf("sealed %v: %v", sealed, err)
		}
		all, err := ListEpochs(t.Context(), open(t, dir, config.S3{}), d.ring)
		if err != nil || len(all) != 1 || all[0].First.IsZero() || len(all[0].Harmed) > 0 {
			t.Errorf("sealed %v: %+v, %v", sealed, all, err)
		}
		d.end(t, k)
		whole(t, mustRestoreWith(t, open(t, dir, config.S3{}), sheet), want...)
	}
}

// TestEpochsAreInTheOrderOfTheirNumbers: somebody planted a high number, and the next one has more digits.
func TestEpochsAreInTheOrderOfTheirNumbers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "epochs"), 0o700); err != nil {
		t.Fatal(err)
	}
	want := []int{7, 99_999_999, 100_000_000}
	for _, n := range want {
		b, err := json.Marshal(Claim{Epoch: n, Nonce: "00", Appliance: "a"})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, epochKey(n)), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	claims, err := readClaims(t.Context(), open(t, dir, config.S3{}))
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, c := range claims {
		got = append(got, c.Epoch)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the epochs are %v", got)
	}
}
