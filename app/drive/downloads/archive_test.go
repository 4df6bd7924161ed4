package downloads

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"
	"time"

	"anbar/app/drive/manifest"
	"anbar/db"
)

type blobs map[db.Hash][]byte

func (c blobs) open(h db.Hash) (io.ReadSeekCloser, error) {
	b, ok := c[h]
	if !ok {
		return nil, fmt.Errorf("no content %v", h)
	}
	return nopCloser{bytes.NewReader(b)}, nil
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

func someArchive(n int, described bool) (*archive, blobs) {
	all := blobs{}
	a := &archive{layout: &layout{}, open: all.open}
	a.add(entry{name: "پوشه/", modified: time.Now().Unix()})
	for i := range n {
		b := bytes.Repeat([]byte{byte(i)}, i*37%5000)
		h := db.Hash{byte(i), byte(i >> 8), 1}
		all[h] = b
		a.add(entry{
			name: fmt.Sprintf("پوشه/فایل %d.txt", i), modified: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC).Unix(),
			hash: h, size: int64(len(b)), sum: crc32.ChecksumIEEE(b),
		})
	}
	if described {
		err := a.addManifest(7, map[int]entryNotes{
			0: {tags: []manifest.Tag{{Title: "Folder", Type: "text", Value: "tagged"}}},
			5: {tags: []manifest.Tag{{Title: "Owner", Type: "text", Value: "سارا"}}, original: "a:b"},
		})
		if err != nil {
			panic(err)
		}
	}
	a.finish()
	return a, all
}

func TestAnArchiveIsReadByOthersAndByteForByteFromAnyPlace(t *testing.T) {
	t.Run("alone", func(t *testing.T) { readFromAnyPlace(t, false) })
	t.Run("with a manifest", func(t *testing.T) { readFromAnyPlace(t, true) })
}

func readFromAnyPlace(t *testing.T, described bool) {
	a, all := someArchive(300, described)
	whole, err := io.ReadAll(a.newReader())
	if err != nil || int64(len(whole)) != a.Size() {
		t.Fatalf("%d bytes, announced %d: %v", len(whole), a.Size(), err)
	}
	if err := iotest.TestReader(a.newReader(), whole); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil || len(z.File) < 301 || a.Files != 300 {
		t.Fatalf("%v, %d entries", err, len(z.File))
	}
	if described {
		checkManifest(t, z.File[301], all)
	}
	for i, f := range z.File[1:301] {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r) // checks the CRC
		if err != nil || !bytes.Equal(b, all[db.Hash{byte(i), byte(i >> 8), 1}]) || f.Name != fmt.Sprintf("پوشه/فایل %d.txt", i) {
			t.Fatalf("entry %d, %q: %v", i, f.Name, err)
		}
	}
	r := a.newReader()
	for range 200 {
		from := rand.N(a.Size())
		n := rand.N(a.Size()-from) + 1
		if _, err := r.Seek(from, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if sent, err := r.sendTo(&b, n); err != nil || sent != n || !bytes.Equal(b.Bytes(), whole[from:from+n]) {
			t.Fatalf("%d of %d bytes sent from %d: %v", sent, n, from, err)
		}
	}
	for range 200 {
		from := rand.N(a.Size())
		n := rand.N(a.Size()-from) + 1
		b := make([]byte, n)
		if _, err := r.Seek(from, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(r, b); err != nil || !bytes.Equal(b, whole[from:from+n]) {
			t.Fatalf("%d bytes from %d: %v", n, from, err)
		}
	}
}

func checkManifest(t *testing.T, f *zip.File, all blobs) {
	t.Helper()
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	hashes := slices.SortedFunc(maps.Keys(all), func(a, b db.Hash) int { return bytes.Compare([]byte{a[1], a[0]}, []byte{b[1], b[0]}) })
	lines := json.NewDecoder(r)
	var seen int
	for ; lines.More(); seen++ {
		var l struct {
			Path, Hash string
			Directory  bool
			Size       int64
			Space      db.SpaceID `json:"space_id"`
			Tags       []manifest.Tag
		}
		if err := lines.Decode(&l); err != nil {
			t.Fatal(err)
		}
		switch {
		case seen == 0:
			if !l.Directory || l.Path != "پوشه" || l.Tags[0].Value != "tagged" {
				t.Errorf("%+v", l)
			}
		case l.Path != fmt.Sprintf("پوشه/فایل %d.txt", seen-1) || l.Hash != hashes[seen-1].String() || l.Space != 7:
			t.Errorf("%+v", l)
		case seen == 5 && len(l.Tags) != 1, seen != 5 && len(l.Tags) != 0:
			t.Errorf("tags %+v", l)
		}
	}
	if _, err := io.Copy(io.Discard, r); err != nil || f.Name != manifest.Name || seen != 301 { // reads on to the CRC
		t.Errorf("%s has %d lines: %v", f.Name, seen, err)
	}
}

// sparse is a long content of zeros.
type sparse struct {
	size, at int64
}

func (s *sparse) Read(p []byte) (int, error) {
	n := min(int64(len(p)), s.size-s.at)
	if n == 0 {
		return 0, io.EOF
	}
	clear(p[:n])
	s.at += n
	return int(n), nil
}

func (s *sparse) Seek(offset int64, _ int) (int64, error) { s.at = offset; return offset, nil }
func (s *sparse) Close() error                            { return nil }

func TestAnArchiveBeyondFourGigabytes(t *testing.T) {
	const big = 5 << 30
	a := &archive{layout: &layout{}, open: func(db.Hash) (io.ReadSeekCloser, error) { return &sparse{size: big}, nil }}
	a.add(entry{name: "big.bin", hash: db.Hash{1}, size: big})
	a.add(entry{name: "after.txt", hash: db.Hash{2}, size: 10})
	a.finish()
	z, err := zip.NewReader(&readerAt{a.newReader()}, a.Size())
	if err != nil || len(z.File) != 2 || z.File[0].UncompressedSize64 != big {
		t.Fatalf("%v", err)
	}
	off, err := z.File[1].DataOffset()
	if err != nil || off < big {
		t.Fatalf("the second entry is at %d: %v", off, err)
	}
}

type readerAt struct{ r *archiveReader }

func (r *readerAt) ReadAt(p []byte, off int64) (int, error) {
	if _, err := r.r.Seek(off, io.SeekStart); err != nil {
		return 0, err
	}
	return io.ReadFull(r.r, p)
}

func TestManyEntriesNeedTheLongForm(t *testing.T) {
	a := &archive{layout: &layout{}}
	for i := range 70_000 {
		a.add(entry{name: fmt.Sprint(i)})
	}
	a.finish()
	z, err := zip.NewReader(&readerAt{a.newReader()}, a.Size())
	if err != nil || len(z.File) != 70_000 {
		t.Fatal(err)
	}
}
