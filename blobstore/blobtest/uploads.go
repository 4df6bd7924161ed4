package blobtest

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"sync"
	"testing"
	"testing/iotest"

	"anbar/blobstore"
)

func testAnyOrder(t *testing.T, s Store) {
	for _, n := range []int{mib + 1, 2 * mib, 5*mib + 3, 11*mib + 65537} {
		for _, part := range []int{mib, 2 * mib, 7 * mib} {
			p := Bytes(uint64(n+part), n)
			l := Upload(t, s, "any-order", p, part)
			CheckContent(t, s, p)
			l.Release()
		}
	}
	testPartsAtOnce(t, s)
}

// testPartsAtOnce sends each part three times, all at the same time.
func testPartsAtOnce(t *testing.T, s Store) {
	p := Bytes(99, 9*mib+1)
	u, err := s.BeginSession(t.Context(), "at_once", int64(len(p)), mib)
	mustSucceed(t, err)
	var group sync.WaitGroup
	for n := range 10 {
		for range 3 {
			group.Go(func() {
				part := p[n*mib : min(len(p), (n+1)*mib)]
				if err := u.WritePart(t.Context(), n, bytes.NewReader(part)); err != nil {
					t.Error(err)
				}
			})
		}
	}
	group.Wait()
	_, l, err := u.Seal(t.Context(), nil)
	mustSucceed(t, err)
	l.Release()
	CheckContent(t, s, p)
}

func testEmptyUpload(t *testing.T, s Store) {
	for _, sends := range []bool{false, true} {
		u, err := s.BeginSession(t.Context(), "empty", 0, 5*mib)
		mustSucceed(t, err)
		if present, first := u.ListParts(); len(present) != 0 || first != 0 {
			t.Fatal("parts of nothing:", present, first)
		}
		if sends {
			mustSucceed(t, u.WritePart(t.Context(), 0, bytes.NewReader(nil)))
		}
		d, l, err := u.Seal(t.Context(), nil)
		mustSucceed(t, err)
		if d != blobstore.Sum(nil) {
			t.Fatal(d)
		}
		CheckContent(t, s, nil)
		l.Release()
	}
}

func testSmallUpload(t *testing.T, s Store) {
	p := Bytes(3, 70_000)
	u, err := s.BeginSession(t.Context(), "small", int64(len(p)), 5*mib)
	mustSucceed(t, err)
	_, _, err = u.Seal(t.Context(), nil)
	checkError(t, err, blobstore.ErrIncomplete)
	checkError(t, u.WritePart(t.Context(), 1, bytes.NewReader(p)), blobstore.ErrPartRange)
	checkError(t, u.WritePart(t.Context(), 0, bytes.NewReader(p[1:])), blobstore.ErrPartRange)
	mustSucceed(t, u.WritePart(t.Context(), 0, bytes.NewReader(p)))
	mustSucceed(t, u.WritePart(t.Context(), 0, bytes.NewReader(p)))
	other := bytes.Clone(p)
	other[9]++
	checkError(t, u.WritePart(t.Context(), 0, bytes.NewReader(other)), blobstore.ErrPartConflict)
	present, first := u.ListParts()
	if !reflect.DeepEqual(present, [][2]int{{0, 1}}) || first != 1 {
		t.Fatal(present, first)
	}
	_, l, err := u.Seal(t.Context(), nil)
	mustSucceed(t, err)
	defer l.Release()
	CheckContent(t, s, p)
	_, err = s.FindSession("small")
	checkError(t, err, blobstore.ErrSessionGone)
}

func testPartTwice(t *testing.T, s Store) {
	p := Bytes(4, 4*mib)
	u, err := s.BeginSession(t.Context(), "twice", int64(len(p)), 2*mib)
	mustSucceed(t, err)
	mustSucceed(t, u.WritePart(t.Context(), 1, bytes.NewReader(p[2*mib:])))
	mustSucceed(t, u.WritePart(t.Context(), 1, bytes.NewReader(p[2*mib:])))
	checkError(t, u.WritePart(t.Context(), 1, bytes.NewReader(p[:2*mib])), blobstore.ErrPartConflict)
	cut := errors.New("cut short")
	checkError(t, u.WritePart(t.Context(), 1, io.MultiReader(bytes.NewReader(p[:mib]), iotest.ErrReader(cut))), cut)
	mustSucceed(t, u.WritePart(t.Context(), 0, bytes.NewReader(p[:2*mib])))
	_, l, err := u.Seal(t.Context(), nil)
	mustSucceed(t, err)
	defer l.Release()
	CheckContent(t, s, p)
}

func testPartLength(t *testing.T, s Store) {
	p := Bytes(5, 3*mib+10)
	u, err := s.BeginSession(t.Context(), "length", int64(len(p)), 2*mib)
	mustSucceed(t, err)
	for _, bad := range []struct{ n, size int }{{0, 2*mib - 1}, {0, 2*mib + 1}, {1, mib + 9}, {1, mib + 11}, {0, 0}, {2, 0}, {-1, 5}} {
		checkError(t, u.WritePart(t.Context(), bad.n, bytes.NewReader(make([]byte, bad.size))), blobstore.ErrPartRange)
	}
	if present, first := u.ListParts(); len(present) != 0 || first != 0 {
		t.Fatal("a part of the wrong length was kept", present, first)
	}
	for _, size := range []int64{0, -mib, mib + 1, 5} {
		_, err := s.BeginSession(t.Context(), "x", 10*mib, size)
		checkError(t, err, blobstore.ErrPartRange)
	}
	for _, sid := range []string{"", "../x", "a/b", "a.b", "ü", string(make([]byte, 65))} {
		if _, err := s.BeginSession(t.Context(), sid, 10*mib, mib); err == nil {
			t.Fatalf("session id %q was taken", sid)
		}
	}
}

func testSealErrors(t *testing.T, s Store) {
	p := Bytes(6, 5*mib)
	u, err := s.BeginSession(t.Context(), "refuses", int64(len(p)), mib)
	mustSucceed(t, err)
	for _, n := range []int{0, 1, 3} {
		mustSucceed(t, u.WritePart(t.Context(), n, bytes.NewReader(p[n*mib:(n+1)*mib])))
	}
	_, _, err = u.Seal(t.Context(), nil)
	var missing *blobstore.IncompleteError
	if !errors.As(err, &missing) || !reflect.DeepEqual(missing.Missing, [][2]int{{2, 3}, {4, 5}}) {
		t.Fatal(err)
	}
	if present, first := u.ListParts(); !reflect.DeepEqual(present, [][2]int{{0, 2}, {3, 4}}) || first != 2 {
		t.Fatal(present, first)
	}
	for _, n := range []int{2, 4} {
		mustSucceed(t, u.WritePart(t.Context(), n, bytes.NewReader(p[n*mib:(n+1)*mib])))
	}
	wrong := blobstore.Sum(nil)
	_, _, err = u.Seal(t.Context(), &wrong)
	checkError(t, err, blobstore.ErrChecksum)
	again, err := s.BeginSession(t.Context(), "refuses", int64(len(p)), mib)
	mustSucceed(t, err)
	_, err = s.BeginSession(t.Context(), "refuses", int64(len(p)), 2*mib)
	checkError(t, err, blobstore.ErrSessionMismatch)
	_, l, err := again.Seal(t.Context(), nil)
	mustSucceed(t, err)
	l.Release()
	_, _, err = u.Seal(t.Context(), nil)
	checkError(t, err, blobstore.ErrSessionGone)
	checkError(t, u.WritePart(t.Context(), 0, bytes.NewReader(p[:mib])), blobstore.ErrSessionGone)
	CheckContent(t, s, p)
}

func testAbort(t *testing.T, s Store) {
	for _, size := range []int{1000, 3 * mib} {
		p := Bytes(8, size)
		u, err := s.BeginSession(t.Context(), "abort", int64(size), mib)
		mustSucceed(t, err)
		mustSucceed(t, u.WritePart(t.Context(), 0, bytes.NewReader(p[:min(size, mib)])))
		if list := s.ListSessions(); len(list) != 1 || list[0].SID != "abort" || list[0].Size != int64(size) || list[0].Touched.IsZero() {
			t.Fatal(list)
		}
		mustSucceed(t, u.Abort(t.Context()))
		mustSucceed(t, u.Abort(t.Context()))
		checkError(t, u.WritePart(t.Context(), 0, bytes.NewReader(p[:min(size, mib)])), blobstore.ErrSessionGone)
		_, _, err = u.Seal(t.Context(), nil)
		checkError(t, err, blobstore.ErrSessionGone)
		if len(s.ListSessions()) != 0 {
			t.Fatal("the session is still listed")
		}
	}
}

func testSameUpload(t *testing.T, s Store) {
	p := Bytes(11, 2*mib+1)
	var group sync.WaitGroup
	for _, sid := range []string{"first", "second", "third", "fourth"} {
		group.Go(func() {
			l := Upload(t, s, sid, p, mib)
			CheckContent(t, s, p)
			l.Release()
		})
	}
	group.Wait()
	Upload(t, s, "fifth", p, mib).Release()
	CheckContent(t, s, p)
	if list := s.ListSessions(); len(list) != 0 {
		t.Fatal(list)
	}
}
