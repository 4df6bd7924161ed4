package downloads

import (
	"archive/zip"
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"
	"time"

	"anbar/db"
)

type contents map[db.Hash][]byte

func (c contents) open(h db.Hash) (io.ReadSeekCloser, error) {
	b, ok := c[h]
	if !ok {
		return nil, fmt.Errorf("no content %v", h)
	}
	return nopCloser{bytes.NewReader(b)}, nil
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

func someArchive(n int) (*archive, contents) {
	all := contents{}
	a := &archive{layout: &layout{}, open: all.open}
	a.add("پوشه/", time.Now(), db.Hash{}, 0, 0)
	for i := range n {
		b := bytes.Repeat([]byte{byte(i)}, i*37%5000)
		h := db.Hash{byte(i), byte(i >> 8), 1}
		all[h] = b
		a.add(fmt.Sprintf("پوشه/فایل %d.txt", i), time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), h, int64(len(b)), crc32.ChecksumIEEE(b))
	}
	a.end()
	return a, all
}

func TestAnArchiveIsReadByOthersAndByteForByteFromAnyPlace(t *testing.T) {
	a, all := someArchive(300)
	whole, err := io.ReadAll(a.reader())
	if err != nil || int64(len(whole)) != a.Size() {
		t.Fatalf("%d bytes, announced %d: %v", len(whole), a.Size(), err)
	}
	if err := iotest.TestReader(a.reader(), whole); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil || len(z.File) != 301 || a.Files != 300 {
		t.Fatalf("%v, %d entries", err, len(z.File))
	}
	for i, f := range z.File[1:] {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r) // checks the CRC
		if err != nil || !bytes.Equal(b, all[db.Hash{byte(i), byte(i >> 8), 1}]) || f.Name != fmt.Sprintf("پوشه/فایل %d.txt", i) {
			t.Fatalf("entry %d, %q: %v", i, f.Name, err)
		}
	}
	r := a.reader()
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
	a.add("big.bin", time.Now(), db.Hash{1}, big, 0)
	a.add("after.txt", time.Now(), db.Hash{2}, 10, 0)
	a.end()
	z, err := zip.NewReader(&readerAt{a.reader()}, a.Size())
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
		a.add(fmt.Sprint(i), time.Now(), db.Hash{}, 0, 0)
	}
	a.end()
	z, err := zip.NewReader(&readerAt{a.reader()}, a.Size())
	if err != nil || len(z.File) != 70_000 {
		t.Fatal(err)
	}
}
