package downloads

import (
	"bytes"
	"io"
	"syscall"
	"testing"

	"anbar/blobstore"
	"anbar/db"
)

// wire is a connection that tells which contents the kernel could have sent.
type wire struct {
	bytes.Buffer
	direct int
}

func (w *wire) ReadFrom(r io.Reader) (int64, error) {
	if l, ok := r.(*io.LimitedReader); ok {
		if _, ok := l.R.(syscall.Conn); ok {
			w.direct++
		}
	}
	return w.Buffer.ReadFrom(r)
}

// TestTheKernelSendsTheContentsOfAnArchive: on a plain connection no wrapper may be between
// a blob's file and the connection.
func TestTheKernelSendsTheContentsOfAnArchive(t *testing.T) {
	blobs, err := blobstore.Open(t.TempDir(), blobstore.Options{Reserve: -1, MinFree: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer blobs.Close()
	s := &Service{blobs: blobs}
	l := &layout{}
	for i, size := range []int{10, 300_000, 900_000} {
		p := bytes.Repeat([]byte{byte(i + 1)}, size)
		d, lease, err := blobs.Put(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		defer lease.Release()
		l.add(entry{name: string(rune('a' + i)), hash: db.Hash(d), size: int64(size)})
	}
	l.finish()
	for _, verified := range []bool{false, true} {
		a := s.archiveOf(t.Context(), l, verified)
		want, err := io.ReadAll(a.newReader())
		if err != nil {
			t.Fatal(err)
		}
		w := &wire{}
		if n, err := a.newReader().sendTo(w, a.Size()); err != nil || n != a.Size() || !bytes.Equal(w.Bytes(), want) {
			t.Fatalf("%d bytes of %d: %v", n, a.Size(), err)
		}
		if expected := map[bool]int{false: 2, true: 0}[verified]; w.direct != expected {
			t.Errorf("proven on their way: %v; the kernel sends %d contents, want %d", verified, w.direct, expected)
		}
	}
}
