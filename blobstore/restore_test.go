package blobstore

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// newRestorer locks an empty store, and lays down FORMAT and a pack of some small blobs in ranges of a few bytes.
func newRestorer(t *testing.T, blobs [][]byte, harm func(pack []byte)) (*Restorer, []Entry) {
	t.Helper()
	r, err := NewRestorer(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	if err := writeFormat(r.fs, r.dir, newFormat()); err != nil {
		t.Fatal(err)
	}
	pack, entries := encodePack(blobs)
	harm(pack)
	for from := 0; from < len(pack); from += 100_000 {
		part := pack[from:min(len(pack), from+100_000)]
		d, err := r.WriteObject(rangeKey(3, int64(from), int64(from+len(part))), bytes.NewReader(part))
		if err != nil || d != Sum(part) {
			t.Fatalf("the range from %d: %v, %v", from, d, err)
		}
	}
	return r, entries
}

func rangeKey(pack uint32, from, to int64) string {
	return fmt.Sprintf("packs/%08d/%d-%d", pack, from, to)
}

// encodePack returns a pack without a footer.
func encodePack(blobs [][]byte) (pack []byte, entries []Entry) {
	for _, p := range blobs {
		rec := newRecord(Sum(p), p, time.Unix(1, 0))
		var head [recordSize]byte
		rec.encode(&head)
		entries = append(entries, entryOf(&rec, 3, int64(len(pack))))
		end := int64(len(pack)) + recordSpan(int64(len(p)))
		pack = append(append(pack, head[:]...), p...)
		pack = append(pack, make([]byte, end-int64(len(pack)))...)
	}
	return pack, entries
}

func someBlobs() (all [][]byte) {
	for i := range 50 {
		all = append(all, bytes.Repeat(fmt.Append(nil, "blob ", i), 1+i*150))
	}
	return all
}

// TestAProvenPackOfRangesOpensUnread: the next start finds a footer, and need not read the pack once more.
func TestAProvenPackOfRangesOpensUnread(t *testing.T) {
	r, entries := newRestorer(t, someBlobs(), func([]byte) {})
	if broken, err := r.VerifyPack(3); broken != nil || err != nil {
		t.Fatal(broken, err)
	}
	if broken, err := r.VerifyPack(3); broken != nil || err != nil {
		t.Fatal("with its footer: ", broken, err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s, err := Open(r.dir, Options{Log: slog.New(slog.NewTextHandler(&log, nil)), Reserve: -1, MinFree: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if bytes.Contains(log.Bytes(), []byte("no valid footer")) {
		t.Error(log.String())
	}
	for _, e := range entries {
		if loc, found, err := s.index.Get(e.Digest); err != nil || !found || loc != e.Loc {
			t.Errorf("%v: %v, %v, %v", e.Digest, loc, found, err)
		}
	}
}

// TestADamagedPackOfRangesIsNotSealed: a footer would hide which records are missing. One of the packs is longer than what is read at a
// time.
func TestADamagedPackOfRangesIsNotSealed(t *testing.T) {
	var long [][]byte
	for i := range 60 {
		long = append(long, bytes.Repeat(fmt.Append(nil, "long ", i), 30_000+i))
	}
	for _, blobs := range [][][]byte{someBlobs(), long} {
		loseOne(t, blobs)
	}
}

func loseOne(t *testing.T, blobs [][]byte) {
	t.Helper()
	r, entries := newRestorer(t, blobs, func(pack []byte) { pack[len(pack)/2] ^= 1 })
	if broken, err := r.VerifyPack(3); !errors.Is(broken, ErrCorrupt) || err != nil {
		t.Fatal(broken, err)
	}
	var refs []Digest
	for _, e := range entries {
		refs = append(refs, e.Digest)
	}
	slices.SortFunc(refs, Digest.Compare)
	if missing, err := r.FindMissing(refs); err != nil || len(missing) != 1 {
		t.Errorf("%d of %d are missing, %v", len(missing), len(refs), err)
	}
}

// TestAFooterNamesWhatIsThere has a footer that is valid by itself, and names a record where another one is.
func TestAFooterNamesWhatIsThere(t *testing.T) {
	pack, entries := encodePack(someBlobs())
	entries[7].Digest, entries[8].Digest = entries[8].Digest, entries[7].Digest
	footer, trailer := encodeFooter(newFormat().Store, 3, entries, 5)
	r, err := NewRestorer(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, err = r.WriteObject(packKey(3, trailer.crc), bytes.NewReader(append(pack, footer...)))
	if !errors.Is(err, ErrCorrupt) {
		t.Error(err)
	}
}

// TestMissingContentsAreFound: small and large ones, those of no pack at all.
func TestMissingContentsAreFound(t *testing.T) {
	blobs := someBlobs()
	r, entries := newRestorer(t, blobs, func([]byte) {})
	large, gone := Sum([]byte("large")), Sum([]byte("gone"))
	if err := os.MkdirAll(filepath.Dir(filepath.Join(r.dir, largeName(large))), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(r.dir, largeName(large)), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refs := []Digest{large, gone, entries[0].Digest, entries[40].Digest}
	slices.SortFunc(refs, Digest.Compare)
	for _, sealed := range []bool{false, true} {
		if missing, err := r.FindMissing(refs); err != nil || !slices.Equal(missing, []Digest{gone}) {
			t.Errorf("sealed %v: %v, %v", sealed, missing, err)
		}
		if _, err := r.VerifyPack(3); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTheDigestOfAnObjectIsThatOfItsBytes for sizes around those that are hashed by themselves, and readers that give little at a time.
func TestTheDigestOfAnObjectIsThatOfItsBytes(t *testing.T) {
	for _, size := range []int{0, 1, groupSize, groupSize + 1, streamUnit, streamUnit + 1, 3*streamUnit + 5, spreadUnit, 2*spreadUnit + 7} {
		p := bytes.Repeat([]byte("0123456789a"), size/11+1)[:size]
		f, err := OS().OpenFile(filepath.Join(t.TempDir(), "f"), os.O_RDWR|os.O_CREATE)
		if err != nil {
			t.Fatal(err)
		}
		n, d, err := writeHashed(f, io.MultiReader(bytes.NewReader(p[:size/3]), bytes.NewReader(p[size/3:])), 24)
		if err != nil || n != int64(size) || d != Sum(p) {
			t.Errorf("%d bytes: %d, %v, %v", size, n, d, err)
		}
		got := make([]byte, size)
		if err := errors.Join(readFull(f, got, 24), f.Close()); err != nil || !bytes.Equal(got, p) {
			t.Errorf("%d bytes were written as others: %v", size, err)
		}
	}
}

// TestReadsPastTheMemoryOfTheKernel begin and end anywhere, and meet the end of the file.
func TestReadsPastTheMemoryOfTheKernel(t *testing.T) {
	content := bytes.Repeat([]byte("0123456789a"), 20_000)
	f, err := OS().OpenFile(filepath.Join(t.TempDir(), "f"), os.O_RDWR|os.O_CREATE)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt(content, 0); err != nil {
		t.Fatal(err)
	}
	direct, err := openDirect(f)
	if err != nil {
		t.Fatal(err)
	}
	defer direct.Close()
	for _, from := range []int{0, 13, diskPage, 5 * diskPage, 219_000, 53 * diskPage, 54 * diskPage, 60 * diskPage} {
		for _, length := range []int{1, diskPage, 16 * diskPage, 100_001} {
			p, want := make([]byte, length), make([]byte, length)
			n, err := direct.ReadAt(p, int64(from))
			m, wantErr := bytes.NewReader(content).ReadAt(want, int64(from))
			if n != m || !errors.Is(err, wantErr) || !bytes.Equal(p[:n], want[:m]) {
				t.Errorf("%d bytes from %d on: %d, %v; and not %d, %v", length, from, n, err, m, wantErr)
			}
		}
	}
}
