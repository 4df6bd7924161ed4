package backup

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/superfly/ltx"

	"anbar/blobstore"
)

// copierOf copies a store to a target, as the appliance whose keys and database lie in a directory.
func copierOf(t *testing.T, target Target, s *blobstore.Store, dir string) *Copier {
	t.Helper()
	for _, name := range []string{"secrets", "anbar.db"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	own := &epochOwner{
		target: target, dir: filepath.Join(dir, "remembered"), database: filepath.Join(dir, "anbar.db"),
		secrets: filepath.Join(dir, "secrets"), appliance: "a", name: "a", version: "test",
	}
	g, err := own.acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c := newCopier(target, own, g, s, time.Hour, slog.New(slog.DiscardHandler))
	ctx, end := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.sender.run(ctx)
	}()
	t.Cleanup(func() {
		end()
		<-done
	})
	return c
}

func newDirectory(t *testing.T) *directory {
	t.Helper()
	return &directory{path: t.TempDir()}
}

// settled waits until the sender has nothing to do.
func settled(t *testing.T, c *Copier) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		c.sender.mu.Lock()
		n := len(c.sender.waiting)
		c.sender.mu.Unlock()
		if n == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%d objects wait", n)
		}
	}
}

// TestNothingIsCopiedTwice goes over restarts, in which packs that grew during a
// backup come back sealed. Only those go again, once, as a whole.
func TestNothingIsCopiedTwice(t *testing.T) {
	t.Parallel()
	dir, target := t.TempDir(), newDirectory(t)
	total := int64(0)
	for round := range 4 {
		s := openStore(t, filepath.Join(dir, "blobs"))
		c := copierOf(t, target, s, dir)
		for step := range 3 {
			put(t, s, round*300+step*100, round*300+step*100+100)
			r, err := c.CopyAll(t.Context(), inSync)
			if err != nil {
				t.Fatal(err)
			}
			total += r.Bytes
		}
		settled(t, c)
		if _, err := c.CopyAll(t.Context(), inSync); err != nil {
			t.Fatal(err)
		}
		if r, err := c.CopyAll(t.Context(), inSync); err != nil || r.Bytes != 0 {
			t.Fatalf("nothing was new: %+v, %v", r, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	plain := int64(0)
	s := openStore(t, filepath.Join(dir, "blobs"))
	defer s.Close()
	for o, err := range s.Objects(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		plain += o.Size
	}
	if float64(total) > float64(plain)*2.02 {
		t.Errorf("%d bytes were copied of %d", total, plain)
	}
	c := copierOf(t, target, s, dir)
	for range 2 { // the packs that the last round left growing go as wholes
		if _, err := c.CopyAll(t.Context(), inSync); err != nil {
			t.Fatal(err)
		}
		settled(t, c)
	}
	if _, err := c.CopyAll(t.Context(), inSync); err != nil {
		t.Fatal(err)
	}
	for k := range c.listed {
		if _, ranged := blobstore.ParsePackRange(k); ranged {
			t.Errorf("a pack that has stopped growing is there in ranges: %s", k)
		}
	}
	restoreAll(t, target, c, 1200)
}

// restoreAll brings the newest manifest back and looks for every content.
func restoreAll(t *testing.T, target Target, c *Copier, n int) {
	t.Helper()
	w, err := readWatermark(t.Context(), target, &c.grant.claim)
	if err != nil {
		t.Fatal(err)
	}
	objects, err := readObjects(t.Context(), target, &c.grant.claim, w.Manifest, w.Hash)
	if err != nil {
		t.Fatal(err)
	}
	back := filepath.Join(t.TempDir(), "blobs")
	var r RestoreResult
	l := &objectRestorer{target: target, source: &source{claim: c.grant.claim, objects: objects},
		log: slog.New(slog.DiscardHandler), report: &r}
	if err := l.restoreObjects(t.Context(), back); err != nil || len(r.Damaged) > 0 {
		t.Fatalf("%v, %v", r.Damaged, err)
	}
	s := openStore(t, back)
	defer s.Close()
	for i := range n {
		d := blobstore.Sum(bytes.Repeat([]byte(fmt.Sprint("content ", i)), 500))
		if _, lease, ok := s.AcquireLease(d); !ok {
			t.Fatalf("content %d is not there", i)
		} else {
			lease.Release()
		}
	}
}

func TestPruneKeepsWhatAnyKeptMomentNeeds(t *testing.T) {
	t.Parallel()
	dir, target := t.TempDir(), newDirectory(t)
	s := openStore(t, filepath.Join(dir, "blobs"))
	defer s.Close()
	c := copierOf(t, target, s, dir)
	put(t, s, 0, 50)
	if _, err := c.CopyAll(t.Context(), inSync); err != nil {
		t.Fatal(err)
	}
	own := c.grant.claim.folder()
	// An object that no manifest names, and a manifest from long ago that names another.
	old := Manifest{
		Name: "20200101T000000.000000000", Time: time.Now().Add(-48 * time.Hour),
		Added: map[string]Entry{"packs/00000099-00000000.pk": {Size: 1}},
	}
	for _, key := range []string{"packs/00000099-00000000.pk", "packs/00000098-00000000.pk"} {
		if err := target.Put(t.Context(), own+key, bytes.NewReader([]byte("x")), 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := putJSON(t.Context(), target, own+manifestsAt+old.Name+".json", old); err != nil {
		t.Fatal(err)
	}
	prune := func() map[string]bool {
		t.Helper()
		if err := c.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		all := map[string]bool{}
		if err := target.List(t.Context(), "", func(k string, _ int64) error { all[k] = true; return nil }); err != nil {
			t.Fatal(err)
		}
		return all
	}
	if all := prune(); !all[own+"packs/00000099-00000000.pk"] || all[own+"packs/00000098-00000000.pk"] {
		t.Fatalf("an old moment is still kept, by the last whole list before the limit: %v", all)
	}
	// A later whole list before the limit takes its place.
	old.Name, old.Time, old.Added = "20200102T000000.000000000", time.Now().Add(-47*time.Hour), nil
	if err := putJSON(t.Context(), target, own+manifestsAt+old.Name+".json", old); err != nil {
		t.Fatal(err)
	}
	if all := prune(); all[own+"packs/00000099-00000000.pk"] || all[own+"manifests/20200101T000000.000000000.json"] {
		t.Fatalf("%v", all)
	}
	restoreAll(t, target, c, 50)
}

// TestATargetThatWasCopiedIsRestored puts each file of a target there again, as a program does that copies a target without the times
// of its files and the metadata of its objects.
func TestATargetThatWasCopiedIsRestored(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		f := newFixture(t, p)
		now(t, f.k)
		before := len(changes(t, p.open(t)))
		late := f.add(t, []byte("after the moment"))
		now(t, f.k)
		time.Sleep(10 * time.Millisecond)
		last := f.add(t, []byte("some time later"))
		now(t, f.k)
		f.end(t, f.k)
		target := p.open(t)
		// The times of changes are whole milliseconds: this moment is less than one after that of the first one.
		moment := time.UnixMilli(changes(t, target)[before].Timestamp).Add(999 * time.Microsecond)
		for key, content := range contents(t, target) {
			if err := target.Put(t.Context(), key, strings.NewReader(content), int64(len(content))); err != nil {
				t.Fatal(err)
			}
		}
		whole(t, mustRestore(t, target, time.Time{}), append(slices.Clone(f.all), late, last)...)
		whole(t, mustRestore(t, target, moment), f.all...)
	})
}

// changes returns the heads of the changes of the database in a target, each on its own, in their order.
func changes(t *testing.T, target Target) []ltx.Header {
	t.Helper()
	var found []ltx.Header
	for key, content := range contents(t, target) {
		if !strings.HasSuffix(key, ".ltx") {
			continue
		}
		var h ltx.Header
		if err := h.UnmarshalBinary([]byte(content)); err != nil {
			t.Fatal(err)
		}
		if h.MinTXID == h.MaxTXID && h.MinTXID > 1 {
			found = append(found, h)
		}
	}
	slices.SortFunc(found, func(a, b ltx.Header) int { return cmp.Compare(a.MinTXID, b.MinTXID) })
	return slices.CompactFunc(found, func(a, b ltx.Header) bool { return a.MinTXID == b.MinTXID }) // a level above repeats them
}
