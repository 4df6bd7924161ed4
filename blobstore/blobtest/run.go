package blobtest

import (
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/iotest"

	"lukechampine.com/blake3"

	"anbar/blobstore"
)

// Store has the methods of a store that the rest of the product uses to serve users.
type Store interface {
	Put(ctx context.Context, p []byte) (blobstore.Digest, *blobstore.Lease, error)
	PutAll(ctx context.Context, ps [][]byte) ([]blobstore.Digest, *blobstore.Lease, error)
	PutReader(ctx context.Context, r io.Reader) (blobstore.PutResult, *blobstore.Lease, error)
	AcquireLease(d blobstore.Digest) (size int64, l *blobstore.Lease, ok bool)
	Open(ctx context.Context, d blobstore.Digest) (*blobstore.Blob, error)
	BeginSession(ctx context.Context, sid string, size, partSize int64) (*blobstore.Session, error)
	FindSession(sid string) (*blobstore.Session, error)
	ListSessions() []blobstore.SessionStatus
}

const mib = 1 << 20

// Bytes returns n bytes that look random and depend on seed.
func Bytes(seed uint64, n int) []byte {
	p := make([]byte, n)
	var key [32]byte
	key[0], key[1], key[2], key[3] = byte(seed), byte(seed>>8), byte(seed>>16), byte(seed>>24)
	rand.NewChaCha8(key).Read(p)
	return p
}

// Run checks the contract of a store. open returns an empty one for each part.
func Run(t *testing.T, open func(t *testing.T) Store) {
	for _, part := range []struct {
		name string
		test func(*testing.T, Store)
	}{
		{"every length comes back", testEveryLength},
		{"many blobs in one commit", testManyAtOnce},
		{"the same bytes at the same time", testSameBytes},
		{"what is not there", testNotFound},
		{"a broken source stores nothing", testBrokenSource},
		{"readers seek and read at", testSeeking},
		{"upload in any order", testAnyOrder},
		{"upload of an empty blob", testEmptyUpload},
		{"upload of a small blob", testSmallUpload},
		{"a part that comes twice", testPartTwice},
		{"parts of the wrong length", testPartLength},
		{"seal refuses what is not right", testSealErrors},
		{"abort", testAbort},
		{"the same blob uploaded twice", testSameUpload},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(t, open(t)) })
	}
}

func mustSucceed(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func checkError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got error %v, want %v", err, want)
	}
}

// CheckContent fails the test unless the store has exactly these bytes under their digest.
func CheckContent(t testing.TB, s Store, p []byte) {
	t.Helper()
	b, err := s.Open(t.Context(), blobstore.Sum(p))
	if err != nil {
		t.Fatalf("%d bytes: %v", len(p), err)
	}
	defer b.Close()
	crc, _ := b.CRC32()
	if b.Size() != int64(len(p)) || crc != crc32.ChecksumIEEE(p) {
		t.Fatalf("size %d, crc %08x; want %d, %08x", b.Size(), crc, len(p), crc32.ChecksumIEEE(p))
	}
	for name, r := range map[string]io.ReadSeekCloser{"NewReader": b.NewReader(), "Serve": b.NewSendfileReader()} {
		got, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil || !bytes.Equal(got, p) {
			t.Fatalf("%s of %d bytes: %d bytes came, err %v", name, len(p), len(got), err)
		}
	}
}

func testEveryLength(t *testing.T, s Store) {
	for _, n := range []int{0, 1, 15, 1023, 1024, 1025, 16384, 16385, 65535, 65536, 65537, 200_000,
		mib - 1, mib, mib + 1, mib + 65536, 2*mib - 1, 2 * mib, 3*mib + 5, 17*mib + 70_001} {
		testLength(t, s, n)
	}
	_, _, err := s.Put(t.Context(), make([]byte, blobstore.SmallMax+1))
	checkError(t, err, blobstore.ErrTooLarge)
}

func testLength(t *testing.T, s Store, n int) {
	p := Bytes(uint64(n), n)
	stored, l, err := s.PutReader(t.Context(), iotest.HalfReader(bytes.NewReader(p)))
	mustSucceed(t, err)
	if want := blobstore.Digest(blake3.Sum256(p)); stored.Digest != want || stored.Size != int64(n) || blobstore.Sum(p) != want {
		t.Fatalf("%d bytes: digest %v size %d, want %v", n, stored.Digest, stored.Size, want)
	}
	CheckContent(t, s, p)
	if n <= blobstore.SmallMax {
		again, l2, err := s.Put(t.Context(), p)
		mustSucceed(t, err)
		if again != stored.Digest {
			t.Fatal("Put and PutReader differ")
		}
		l2.Release()
	}
	if size, l2, held := s.AcquireLease(stored.Digest); !held || size != int64(n) {
		t.Fatalf("hold: %d %v", size, held)
	} else {
		l2.Release()
		l2.Release()
	}
	l.Release()
}

func testManyAtOnce(t *testing.T, s Store) {
	var ps [][]byte
	for i := range 300 {
		ps = append(ps, Bytes(uint64(i%250), 10+i%250*37))
	}
	ds, l, err := s.PutAll(t.Context(), ps)
	mustSucceed(t, err)
	defer l.Release()
	for i, p := range ps {
		if ds[i] != blobstore.Sum(p) {
			t.Fatal("wrong order")
		}
		CheckContent(t, s, p)
	}
	ds, l, err = s.PutAll(t.Context(), nil)
	mustSucceed(t, err)
	l.Release()
	if len(ds) != 0 {
		t.Fatal("digests of nothing")
	}
}

func testSameBytes(t *testing.T, s Store) {
	small, large := Bytes(1, 3000), Bytes(2, 2*mib+9)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, p := range [][]byte{small, large} {
				stored, l, err := s.PutReader(t.Context(), bytes.NewReader(p))
				if err != nil || stored.Digest != blobstore.Sum(p) {
					t.Error(stored, err)
					return
				}
				CheckContent(t, s, p)
				l.Release()
			}
		})
	}
	group.Wait()
}

func testNotFound(t *testing.T, s Store) {
	d := blobstore.Sum([]byte("nobody stored this"))
	_, err := s.Open(t.Context(), d)
	checkError(t, err, blobstore.ErrNotFound)
	if _, _, held := s.AcquireLease(d); held {
		t.Fatal("held what is not there")
	}
	_, err = s.FindSession("nobody")
	checkError(t, err, blobstore.ErrSessionGone)
}

func testBrokenSource(t *testing.T, s Store) {
	broken := errors.New("the line went down")
	for _, n := range []int{100, 3 * mib} {
		p := Bytes(7, n)
		_, _, err := s.PutReader(t.Context(), io.MultiReader(bytes.NewReader(p), iotest.ErrReader(broken)))
		checkError(t, err, broken)
		_, err = s.Open(t.Context(), blobstore.Sum(p))
		checkError(t, err, blobstore.ErrNotFound)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := s.Put(ctx, []byte("x"))
	checkError(t, err, context.Canceled)
}

func testSeeking(t *testing.T, s Store) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{5, 70_000, mib, 3*mib + 77} {
		p := Bytes(uint64(n), n)
		_, l, err := s.PutReader(t.Context(), bytes.NewReader(p))
		mustSucceed(t, err)
		b, err := s.Open(t.Context(), blobstore.Sum(p))
		mustSucceed(t, err)
		mustSucceed(t, iotest.TestReader(b.NewReader(), p))
		for range 50 {
			off, length := r.IntN(n), r.IntN(200_000)
			got := make([]byte, length)
			c, err := b.ReadAt(got, int64(off))
			if want := p[off:min(n, off+length)]; !bytes.Equal(got[:c], want) || (err == io.EOF) != (off+length > n) {
				t.Fatalf("ReadAt(%d, %d) of %d: %d, %v", length, off, n, c, err)
			}
		}
		l.Release()
		mustSucceed(t, b.Close())
	}
}

// Upload sends p in parts of partSize in a random order and seals it.
func Upload(t testing.TB, s Store, sid string, p []byte, partSize int) *blobstore.Lease {
	t.Helper()
	u, err := s.BeginSession(t.Context(), sid, int64(len(p)), int64(partSize))
	if err != nil {
		t.Fatal(err)
	}
	parts := slices.Collect(slices.Chunk(p, partSize))
	for _, n := range rand.Perm(len(parts)) {
		if err := u.WritePart(t.Context(), n, bytes.NewReader(parts[n])); err != nil {
			t.Fatal(err)
		}
	}
	want := blobstore.Sum(p)
	d, l, err := u.Seal(t.Context(), &want)
	if err != nil || d != want {
		t.Fatalf("seal: %v %v", d, err)
	}
	return l
}
