package decode_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"anbar/app/base/limits"
	"anbar/decode"
	"anbar/decode/unpack"
)

var anyone = limits.Owner{Person: 1}

func archiveOf(t *testing.T, tarred bool, contents ...[]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if tarred {
		g := gzip.NewWriter(&out)
		w := tar.NewWriter(g)
		for i, c := range contents {
			err := w.WriteHeader(&tar.Header{Name: fmt.Sprint(i), Size: int64(len(c)), Typeflag: tar.TypeReg})
			if err == nil {
				_, err = w.Write(c)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(w.Close(), g.Close()); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	w := zip.NewWriter(&out)
	for i, c := range contents {
		f, err := w.Create(fmt.Sprint(i))
		if err == nil {
			_, err = f.Write(c)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func noise(n int) []byte {
	b := make([]byte, n)
	r := rand.NewChaCha8([32]byte{byte(n)})
	_, _ = r.Read(b) // it never fails
	return b
}

// TestArchivesAreRead in pages, at once when they are small, and from any place.
func TestArchivesAreRead(t *testing.T) {
	d := newDecoders(t)
	contents := [][]byte{noise(3 << 20), []byte("small"), nil, noise(1<<20 + 1)}
	for _, tarred := range []bool{false, true} {
		a, err := d.OpenArchive(t.Context(), anyone, content(archiveOf(t, tarred, contents...)), false)
		if err != nil {
			t.Fatal(err)
		}
		var entries []unpack.Entry
		for at := int64(0); at >= 0; {
			var page []unpack.Entry
			if page, at, err = a.ReadPage(at, 3); err != nil {
				t.Fatal(err)
			}
			entries = append(entries, page...)
		}
		if len(entries) != 4 || a.Entries != 4 || a.Bytes != int64(4<<20+6) {
			t.Fatalf("%+v of %+v", entries, a.Facts)
		}
		for _, i := range []int{0, 1, 2, 3, 0, 3} {
			e := entries[i]
			for _, offset := range []int64{0, e.Size / 2} {
				w := unpack.Selection{At: e.At, Packed: e.Packed, Method: e.Method, Size: e.Size, Sum: e.Sum, Summed: e.Summed,
					Offset: offset}
				if a.Format.IsSolid() {
					w = unpack.Selection{At: e.At + offset, Size: e.Size - offset}
				}
				r, err := a.OpenContent(t.Context(), w)
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(r)
				if err := errors.Join(err, r.Close()); err != nil || !bytes.Equal(got, contents[i][offset:]) {
					t.Errorf("in a tar %v: %d from %d: %d bytes, %v", tarred, i, offset, len(got), err)
				}
			}
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestAReaderWhoLeaves gives the decoder back, and one who takes long is waited for.
func TestAReaderWhoLeaves(t *testing.T) {
	d := newDecoders(t)
	a, err := d.OpenArchive(t.Context(), anyone, content(archiveOf(t, false, noise(4<<20))), false)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	page, _, err := a.ReadPage(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	e := page[0]
	w := unpack.Selection{At: e.At, Packed: e.Packed, Method: e.Method, Size: e.Size, Sum: e.Sum, Summed: e.Summed}
	for i := range 6 { // more than there are decoders
		r, err := a.OpenContent(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(r, make([]byte, 100_000)); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			time.Sleep(300 * time.Millisecond)
			if n, err := io.Copy(io.Discard, r); err != nil || n != e.Size-100_000 {
				t.Errorf("%d bytes, %v", n, err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestArchivesThatAreRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("packs a gigabyte")
	}
	d := newDecoders(t)
	good := archiveOf(t, false, []byte("x"))
	for name, c := range map[string]struct {
		b    []byte
		want error
	}{
		"a word": {[]byte("word"), unpack.ErrNotArchive}, "half": {good[:len(good)-30], unpack.ErrBroken},
		"a bomb": {archiveOf(t, true, make([]byte, limits.UnpackFloor+1)), unpack.ErrTooLarge},
	} {
		if _, err := d.OpenArchive(t.Context(), anyone, content(c.b), false); !errors.Is(err, c.want) || !errors.Is(err,
			decode.ErrContent) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := d.OpenArchive(t.Context(), anyone, decode.Content{From: failing{}, Size: 99}, false); !errors.Is(err, errIll) {
		t.Errorf("a failing disk: %v", err)
	}
}
