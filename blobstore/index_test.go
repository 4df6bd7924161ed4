package blobstore

import (
	"crypto/sha256"
	"encoding/binary"
	"log/slog"
	"testing"
)

func numberedDigest(n int) Digest {
	return Digest(sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(n))))
}

// TestTheIndexMergesItsTables writes more than the first level should hold, three times over, deletes a part, and finds everything.
func TestTheIndexMergesItsTables(t *testing.T) {
	x, err := newBadgerIndex(slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	const all, batch = 300_000, 500
	for round := range 3 {
		for n := 0; n < all; n += batch {
			var entries []Entry
			for i := range batch {
				entries = append(entries, Entry{Digest: numberedDigest(n + i), Loc: Loc{Pack: uint32(round), Plain: uint32(n + i)}})
			}
			if err := x.Put(entries); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n := 0; n < all; n += 10 {
		if err := x.Delete(numberedDigest(n)); err != nil {
			t.Fatal(err)
		}
	}
	x.running.Wait()
	if merged := x.db.Levels()[0].NumTables; merged > 2*minMerged {
		t.Errorf("%d tables were not merged", merged)
	}
	found := 0
	for _, err := range x.All() {
		if err != nil {
			t.Fatal(err)
		}
		found++
	}
	if want := all - all/10; found != want {
		t.Errorf("%d entries, want %d", found, want)
	}
	for n := range 20_000 {
		loc, ok, err := x.Get(numberedDigest(n))
		if err != nil || ok != (n%10 != 0) || ok && (loc.Pack != 2 || loc.Plain != uint32(n)) {
			t.Fatalf("entry %d: %v, %v, %v", n, loc, ok, err)
		}
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
}
