package blobstore_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

// copyTo adds to remote the objects that it does not have, like a backup. Packs that were there in ranges, and are whole
// now, do not count as copied.
func copyTo(t *testing.T, s *blobstore.Store, remote map[string][]byte) (objects int, copied int64) {
	t.Helper()
	ranged := map[uint32]bool{}
	for key := range remote {
		if r, ok := blobstore.ParsePackRange(key); ok {
			id := r.Pack
			ranged[id] = true
		}
	}
	check(t, s.CutRanges(t.Context()))
	keys := map[string]bool{}
	for o, err := range s.Objects(t.Context()) {
		check(t, err)
		keys[o.Key] = true
		if remote[o.Key] != nil {
			continue
		}
		r, err := o.Open()
		check(t, err)
		p, err := io.ReadAll(r)
		check(t, errors.Join(err, r.Close()))
		if int64(len(p)) != o.Size {
			t.Fatal(o.Key, len(p), o.Size)
		}
		remote[o.Key] = p
		objects++
		if id, ok := blobstore.ParsePackKey(o.Key); !ok || !ranged[id] {
			copied += o.Size
		}
	}
	for key := range remote {
		if !keys[key] {
			delete(remote, key)
		}
	}
	return objects, copied
}

func TestBackupAndRestore(t *testing.T) {
	s := open(t, t.TempDir(), blobstore.Options{Reserve: -1, MinFree: -1, PackSize: 4 * mib})
	remote := map[string][]byte{}
	var all [][]byte
	for round := range 4 {
		added := int64(0)
		for i := range 40 {
			p := blobtest.Bytes(uint64(round*1000+i), 60_000)
			put(t, s, p)
			all = append(all, p)
			added += int64(len(p))
		}
		p := blobtest.Bytes(uint64(round), 2*mib+round)
		put(t, s, p)
		all = append(all, p)
		added += int64(len(p))
		objects, copied := copyTo(t, s, remote)
		if copied > added*102/100+1000 || objects > 1+1+4 {
			t.Fatalf("round %d: %d bytes in %d objects for %d new bytes", round, copied, objects, added)
		}
	}
	if objects, copied := copyTo(t, s, remote); objects != 0 || copied != 0 {
		t.Fatal("copied again", objects, copied)
	}
	restored := restoreStore(t, remote)
	for _, p := range all {
		blobtest.CheckContent(t, restored, p)
	}
	report, err := restored.Check(t.Context(), nil, blobstore.CheckOptions{})
	check(t, err)
	if !report.OK() {
		t.Fatalf("%+v", report)
	}
	// The restored store is sealed; its backup restores as well.
	again := map[string][]byte{}
	copyTo(t, restored, again)
	sealed := 0
	for key := range again {
		if strings.HasSuffix(key, ".pk") {
			sealed++
		}
	}
	if sealed == 0 {
		t.Fatal("no sealed pack among", len(again))
	}
	third := restoreStore(t, again)
	for _, p := range all {
		blobtest.CheckContent(t, third, p)
	}
}

func restoreStore(t *testing.T, remote map[string][]byte) *blobstore.Store {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "restored")
	for key, p := range remote {
		check(t, restoreObject(dir, key, bytes.NewReader(p)))
	}
	return open(t, dir, blobstore.Options{Reserve: -1, MinFree: -1})
}

func TestRestoreRefusesWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, blobstore.Options{Reserve: -1, MinFree: -1})
	large := blobtest.Bytes(1, 2*mib)
	put(t, s, large)
	for i := range 20 {
		put(t, s, blobtest.Bytes(uint64(i), 5000))
	}
	check(t, s.Close())
	s = open(t, dir, blobstore.Options{Reserve: -1, MinFree: -1})
	remote := map[string][]byte{}
	copyTo(t, s, remote)
	to := t.TempDir()
	for key, p := range remote {
		if key == "FORMAT" {
			continue
		}
		bad := bytes.Clone(p)
		bad[2000] ^= 1
		wants(t, restoreObject(to, key, bytes.NewReader(bad)), blobstore.ErrCorrupt)
		wants(t, restoreObject(to, key, bytes.NewReader(p[:len(p)-1])), blobstore.ErrCorrupt)
	}
	for _, key := range []string{"", "x", "../FORMAT", "packs/../../x", "large/abc/../../x", "packs/00000001-xyz.pk",
		"packs/1/0-5", "packs/00000001/5-5", "packs/00000001/-1-5", "large/000/" + strings.Repeat("1", 64), "LOCK", "state/scrub"} {
		if err := restoreObject(to, key, strings.NewReader("12345")); err == nil {
			t.Fatalf("key %q was taken", key)
		}
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(to), "x")); err == nil {
		t.Fatal("a key led out of the directory")
	}
	wants(t, restoreObject(to, "packs/00000001/0-9", strings.NewReader("12345")), blobstore.ErrCorrupt)
}

// restoreObject lays down one object by itself.
func restoreObject(dir, key string, r io.Reader) error {
	to, err := blobstore.NewRestorer(dir)
	if err != nil {
		return err
	}
	_, err = to.WriteObject(key, r)
	return errors.Join(err, to.Close())
}
