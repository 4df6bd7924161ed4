package backup

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/app/operation/backup/seal"
	"anbar/app/operation/backup/sftp/sftptest"
	"anbar/blobstore"
	"anbar/config"
)

// newSheet gives a drive a recovery sheet.
func newSheet(t *testing.T, d *drive) *seal.Sheet {
	t.Helper()
	sheet := seal.NewSheet()
	keys, err := sheet.Keys(time.Now())
	if err == nil {
		err = d.ring.Add(keys)
	}
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}

func mustRestoreWith(t *testing.T, target Target, sheet *seal.Sheet) config.Storage {
	t.Helper()
	to, r, err := restoreWith(t, target, time.Time{}, sheet)
	if err != nil || len(r.Damaged) > 0 || r.Pending > 0 {
		t.Fatalf("restore from %s: %v, %+v", target, err, r)
	}
	return to
}

var largeContent = bytes.Repeat([]byte("a long content that everybody knows "), 80_000)

// TestSealedCopiesComeBackWithTheSheetAlone copies into each kind of target, restores on an empty machine with nothing but the letters
// of the sheet, and goes on from there.
func TestSealedCopiesComeBackWithTheSheetAlone(t *testing.T) {
	t.Parallel()
	s, far := newService(t), sftptest.Start(t)
	dir := t.TempDir()
	for name, open := range map[string]func() Target{
		"directory": func() Target { return open(t, dir, config.S3{}) },
		"bucket":    func() Target { return open(t, "s3://copies/sealed", s.S3) },
		"server":    func() Target { return openServer(t, far, "sealed") },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDrive(t)
			sheet := newSheet(t, d)
			k := d.keep(t, open())
			want := []blobstore.Digest{d.add(t, []byte("a small content")), d.add(t, largeContent)}
			now(t, k)
			want = append(want, d.add(t, []byte("another small content, in a range of its own")))
			now(t, k)
			secrets, err := os.ReadFile(d.Secrets())
			if err != nil {
				t.Fatal(err)
			}
			d.end(t, k)
			checkNothingIsTold(t, open(), d, want, "a small content", "another small", "everybody knows", string(secrets))

			typed, err := seal.ParseSheet(strings.ToLower(strings.Join(sheet.Groups(), " ")))
			if err != nil {
				t.Fatal(err)
			}
			back := mustRestoreWith(t, open(), typed)
			whole(t, back, want...)
			if got, err := os.ReadFile(back.Secrets()); err != nil || !bytes.Equal(got, secrets) {
				t.Errorf("the keys of the appliance: %q, %v", got, err)
			}
			next := openDrive(t, back)
			k = next.keep(t, open())
			want = append(want, next.add(t, []byte("after the restore")))
			now(t, k)
			next.end(t, k)
			whole(t, mustRestoreWith(t, open(), typed), want...)
			all, err := ListEpochs(t.Context(), open(), next.ring)
			if err != nil || len(all) != 2 || all[1].Sheet != sheet.ID() || all[1].Name != filepath.Base(back.Data) {
				t.Errorf("the epochs: %+v, %v", all, err)
			}
		})
	}
}

// checkNothingIsTold reads everything that lies at a target, and looks for what was copied.
func checkNothingIsTold(t *testing.T, target Target, d *drive, digests []blobstore.Digest, words ...string) {
	t.Helper()
	for _, digest := range digests {
		words = append(words, digest.String(), hex.EncodeToString(digest[:]))
	}
	words = append(words, filepath.Base(d.Data)+`"`, "SQLite format", "install", "PKR1")
	objects := 0
	err := target.List(t.Context(), "", func(key string, _ int64) error {
		objects++
		b, err := read(t.Context(), target, key)
		for _, word := range words {
			if strings.Contains(key, word) || bytes.Contains(b, []byte(word)) {
				t.Errorf("%s tells %q", key, word)
			}
		}
		return err
	})
	if err != nil || objects < 6 {
		t.Fatalf("%d objects, %v", objects, err)
	}
}

func TestASheetIsAskedForAndHasToBeTheRightOne(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	dir := t.TempDir()
	target := open(t, dir, config.S3{})
	k := d.keep(t, target)
	content := d.add(t, []byte("clear"))
	now(t, k)
	d.end(t, k)
	sheet := seal.NewSheet()
	if _, _, err := restoreWith(t, target, time.Time{}, sheet); err == nil || !strings.Contains(err.Error(), "are not sealed") {
		t.Errorf("clear copies with a sheet: %v", err)
	}
	whole(t, mustRestore(t, target, time.Time{}), content)

	d = newDrive(t)
	sheet = newSheet(t, d)
	sealed := open(t, t.TempDir(), config.S3{})
	k = d.keep(t, sealed)
	now(t, k)
	d.end(t, k)
	var locked *SheetError
	_, _, err := restoreTo(t, sealed, time.Time{})
	if !errors.As(err, &locked) || !strings.Contains(err.Error(), seal.FormatID(sheet.ID())) {
		t.Errorf("sealed copies without a sheet: %v", err)
	}
	other := seal.NewSheet()
	_, _, err = restoreWith(t, sealed, time.Time{}, other)
	name, otherName := seal.FormatID(sheet.ID()), seal.FormatID(other.ID())
	if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), otherName) {
		t.Errorf("sealed copies with another sheet: %v", err)
	}
}

// files returns the paths of a directory target whose keys contain a text.
func files(t *testing.T, dir, part string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.Contains(filepath.ToSlash(name[len(dir):]), part) {
			all = append(all, name)
		}
		return err
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("nothing has %q in its name: %v", part, err)
	}
	return all
}

func edit(t *testing.T, name string, fn func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, fn(b), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestWhoeverWritesToTheTargetPlantsNothing changes a sealed target in every way that needs no keys. Each restore with the sheet either
// brings back what was copied, or says what is wrong.
func TestWhoeverWritesToTheTargetPlantsNothing(t *testing.T) {
	t.Parallel()
	flip := func(at float64) func([]byte) []byte {
		return func(b []byte) []byte { b[int(at*float64(len(b)-1))] ^= 1; return b }
	}
	cut := func(b []byte) []byte { return b[:len(b)-1] }
	clear := func([]byte) []byte { return []byte(`{"planted":true}`) }
	foreign := func(name string) func([]byte) []byte { // sealed by somebody who read this program
		return func([]byte) []byte {
			keys, _ := seal.NewSheet().Keys(time.Now())
			by, _ := seal.NewSealer(keys)
			r, _ := by.Seal(name, strings.NewReader("planted"))
			b, _ := io.ReadAll(r)
			return b
		}
	}
	type part struct{ name, in string }
	parts := []part{
		{"a large content", "/blobs/large/"}, {"small contents", "/packs/"}, {"the database", "/db/"},
		{"the list of contents", "/manifests/"},
		{"the watermark", watermarkKey}, {"the keys", "/" + secretsName},
	}
	changes := map[string]func([]byte) []byte{
		"a byte in the head": flip(0.02), "a byte at the end": flip(0.99), "cut short": cut, "put in clear": clear, "sealed by " +
			"another": foreign("x"),
		"emptied": func([]byte) []byte { return nil },
	}
	d := newDrive(t)
	sheet := newSheet(t, d)
	original := t.TempDir()
	k := d.keep(t, open(t, original, config.S3{}))
	want := []blobstore.Digest{d.add(t, []byte("a small content")), d.add(t, largeContent)}
	now(t, k)
	d.end(t, k)
	try := func(t *testing.T, change func(dir string)) {
		dir := filepath.Join(t.TempDir(), "copy")
		if err := os.CopyFS(dir, os.DirFS(original)); err != nil {
			t.Fatal(err)
		}
		change(dir)
		to, r, err := restoreWith(t, open(t, dir, config.S3{}), time.Time{}, sheet)
		if err != nil {
			t.Logf("refused: %v", err)
			return
		}
		if len(r.Damaged)+r.Pending > 0 {
			t.Logf("named: %v, %d missing", r.Damaged, r.Pending)
			return
		}
		whole(t, to, want...)
	}
	for _, p := range parts {
		for name, change := range changes {
			t.Run(p.name+" "+name, func(t *testing.T) {
				try(t, func(dir string) {
					for _, f := range files(t, dir, p.in) {
						edit(t, f, change)
					}
				})
			})
		}
		t.Run(p.name+" of another appliance", func(t *testing.T) {
			try(t, func(dir string) { plantCopies(t, dir, sheet.ID(), p.in) })
		})
	}
	t.Run("a claim of a later epoch, in clear", func(t *testing.T) {
		try(t, func(dir string) {
			later := Claim{Epoch: 2, Appliance: "000000000000", Name: "planted", Nonce: "00000000", Time: time.Now()}
			if err := putJSON(t.Context(), open(t, dir, config.S3{}), epochKey(2), later); err != nil {
				t.Fatal(err)
			}
		})
	})
	t.Run("a claim that names the sheet", func(t *testing.T) {
		try(t, func(dir string) {
			later := Claim{Epoch: 2, Appliance: "000000000000", Nonce: "00000000", Time: time.Now(), Sheet: sheet.ID(), Proof: "00"}
			if err := putJSON(t.Context(), open(t, dir, config.S3{}), epochKey(2), later); err != nil {
				t.Fatal(err)
			}
		})
	})
	t.Run("a whole clear copy in its place", func(t *testing.T) {
		other := newDrive(t)
		dir := t.TempDir()
		k := other.keep(t, open(t, dir, config.S3{}))
		other.add(t, []byte("planted"))
		now(t, k)
		other.end(t, k)
		_, _, err := restoreWith(t, open(t, dir, config.S3{}), time.Time{}, sheet)
		if err == nil || !strings.Contains(err.Error(), "not sealed") {
			t.Errorf("a planted copy came back: %v", err)
		}
	})
}

// plantCopies puts objects of a clear copy of another drive where sealed ones are.
func plantCopies(t *testing.T, dir, sheet, part string) {
	t.Helper()
	other := newDrive(t)
	from := t.TempDir()
	k := other.keep(t, open(t, from, config.S3{}))
	other.add(t, []byte("planted"))
	other.add(t, bytes.Repeat([]byte("planted "), 300_000))
	now(t, k)
	other.end(t, k)
	planted := files(t, from, strings.TrimPrefix(part, "/blobs"))
	for i, f := range files(t, dir, part) {
		b, err := os.ReadFile(planted[i%len(planted)])
		if err != nil {
			t.Fatal(err)
		}
		edit(t, f, func([]byte) []byte { return b })
	}
}

// TestExchangedObjectsAreFound gives each object of a kind the place of another one: each was sealed by the appliance itself.
func TestExchangedObjectsAreFound(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	sheet := newSheet(t, d)
	dir := t.TempDir()
	k := d.keep(t, open(t, dir, config.S3{}))
	for i := range byte(3) {
		d.add(t, bytes.Repeat([]byte{'a' + i}, 2<<20))
		d.add(t, bytes.Repeat([]byte{'a' + i}, 2000))
		now(t, k)
	}
	d.end(t, k)
	for _, part := range []string{"/blobs/large/", "/packs/", "/manifests/", "/db/"} {
		t.Run(part, func(t *testing.T) {
			all := files(t, dir, part)
			if len(all) < 2 {
				t.Skip("there is only one")
			}
			one, other := all[len(all)-2], all[len(all)-1]
			rename(t, one, one+".x")
			rename(t, other, one)
			rename(t, one+".x", other)
			defer func() {
				rename(t, one, one+".x")
				rename(t, other, one)
				rename(t, one+".x", other)
			}()
			_, r, err := restoreWith(t, open(t, dir, config.S3{}), time.Time{}, sheet)
			if err == nil && len(r.Damaged)+r.Pending == 0 {
				t.Error("exchanged objects pass")
			}
			t.Log(err, r)
		})
	}
}
