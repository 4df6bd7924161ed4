package blobstore_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"testing/iotest"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

var errLine = errors.New("the line is cut")

// untilCut are bytes of which only the first come.
func untilCut(p []byte) io.Reader {
	return io.MultiReader(bytes.NewReader(p), iotest.ErrReader(errLine))
}

// sealed completes an upload of p, whose digest must be that of p.
func sealed(t *testing.T, s *blobstore.Store, u *blobstore.Session, p []byte) {
	t.Helper()
	want := blobstore.Sum(p)
	_, l, err := u.Seal(t.Context(), &want)
	check(t, err)
	l.Release()
	blobtest.CheckContent(t, s, p)
}

// TestCutPartGoesOn cuts a part at every kind of place: no byte comes twice, and the blob is the same.
func TestCutPartGoesOn(t *testing.T) {
	const partSize = 2 * mib
	p := blobtest.Bytes(1, 2*partSize+700_001)
	for _, cuts := range [][]int{
		{1}, {65535}, {65536}, {65537}, {262144}, {262145}, {partSize - 1}, {1, 2, 3}, {100_000, 100_001, 400_000, 1_999_999},
	} {
		s := open(t, "/store", inMemory(blobtest.NewDisk()))
		u, err := s.BeginSession(t.Context(), "sid", int64(len(p)), partSize)
		check(t, err)
		for n := range 3 {
			part, at := p[n*partSize:min(len(p), (n+1)*partSize)], 0
			for _, cut := range cuts {
				if cut >= len(part) {
					break
				}
				wants(t, u.WritePartAt(t.Context(), n, int64(at), untilCut(part[at:cut])), errLine)
				if got := u.ListCutParts(); !reflect.DeepEqual(got, []blobstore.CutPart{{Part: n, Bytes: int64(cut)}}) {
					t.Fatal(cuts, n, got)
				}
				at = cut
			}
			check(t, u.WritePartAt(t.Context(), n, int64(at), bytes.NewReader(part[at:])))
			if got := u.ListCutParts(); len(got) != 0 {
				t.Fatal("a whole part goes on:", got)
			}
		}
		sealed(t, s, u, p)
		check(t, s.Close())
	}
}

// TestBodyThatIsTooShortGoesOn: a connection that is closed in the middle ends a body without an error of its own.
func TestBodyThatIsTooShortGoesOn(t *testing.T) {
	s := open(t, "/store", inMemory(blobtest.NewDisk()))
	p := blobtest.Bytes(1, 3*mib)
	u := begun(t, s, p, 0, 2)
	wants(t, u.WritePart(t.Context(), 1, bytes.NewReader(p[mib:mib+300_000])), blobstore.ErrPartRange)
	check(t, u.WritePartAt(t.Context(), 1, 300_000, bytes.NewReader(p[mib+300_000:2*mib])))
	sealed(t, s, u, p)
}

// TestCutPartIsNoPart: what is there of a part counts for nothing, wherever else it is asked to go on, and however.
func TestCutPartIsNoPart(t *testing.T) {
	s := open(t, "/store", inMemory(blobtest.NewDisk()))
	p := blobtest.Bytes(1, 3*mib)
	u := begun(t, s, p, 0, 2)
	wants(t, u.WritePartAt(t.Context(), 1, 5, bytes.NewReader(p[mib+5:2*mib])), blobstore.ErrPartOffset)
	wants(t, u.WritePart(t.Context(), 1, untilCut(p[mib:mib+200_000])), errLine)
	for _, at := range []int64{1, 65536, 199_999, 200_001} {
		wants(t, u.WritePartAt(t.Context(), 1, at, bytes.NewReader(p[mib+at:2*mib])), blobstore.ErrPartOffset)
	}
	for _, at := range []int64{-1, mib, mib + 1} {
		wants(t, u.WritePartAt(t.Context(), 1, at, bytes.NewReader(nil)), blobstore.ErrPartRange)
	}
	wants(t, u.WritePartAt(t.Context(), 3, 1, bytes.NewReader(nil)), blobstore.ErrPartRange)
	_, _, err := u.Seal(t.Context(), nil)
	wants(t, err, blobstore.ErrIncomplete)
	if present, first := u.ListParts(); first != 1 || !reflect.DeepEqual(present, [][2]int{{0, 1}, {2, 3}}) || u.HasPart(1) {
		t.Fatal(present, first)
	}
	// One byte too many is refused, and nothing of it is kept.
	wants(t, u.WritePartAt(t.Context(), 1, 200_000, bytes.NewReader(p[mib+200_000:2*mib+1])), blobstore.ErrPartRange)
	if got := u.ListCutParts(); len(got) != 0 {
		t.Fatal(got)
	}
	// From its beginning a part can always be sent, with other bytes than those that came.
	wants(t, u.WritePart(t.Context(), 1, untilCut(blobtest.Bytes(9, 500_000))), errLine)
	check(t, u.WritePart(t.Context(), 1, bytes.NewReader(p[mib:2*mib])))
	// The rest of a stored part is compared, as a whole one is.
	check(t, u.WritePartAt(t.Context(), 1, 300_001, bytes.NewReader(p[mib+300_001:2*mib])))
	wants(t, u.WritePartAt(t.Context(), 1, 300_001, bytes.NewReader(blobtest.Bytes(7, mib-300_001))), blobstore.ErrPartConflict)
	wants(t, u.WritePartAt(t.Context(), 1, 300_001, bytes.NewReader(p[mib+300_001:2*mib-1])), blobstore.ErrPartRange)
	wants(t, u.WritePartAt(t.Context(), 1, 300_001, bytes.NewReader(p[mib+300_001:2*mib+1])), blobstore.ErrPartRange)
	sealed(t, s, u, p)
}

// TestDamagedBeginningIsAskedForAgain: the bytes behind the last group are read from the disk, and proven.
func TestDamagedBeginningIsAskedForAgain(t *testing.T) {
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	p := blobtest.Bytes(1, 3*mib)
	u := begun(t, s, p, 0, 2)
	wants(t, u.WritePart(t.Context(), 1, untilCut(p[mib:mib+200_000])), errLine)
	check(t, disk.Damage("/store/stage/sid.part", func(p []byte) []byte { p[mib+199_000]++; return p }))
	wants(t, u.WritePartAt(t.Context(), 1, 200_000, bytes.NewReader(p[mib+200_000:2*mib])), blobstore.ErrPartOffset)
	if got := u.ListCutParts(); len(got) != 0 {
		t.Fatal("a damaged beginning is offered again:", got)
	}
	check(t, u.WritePart(t.Context(), 1, bytes.NewReader(p[mib:2*mib])))
	sealed(t, s, u, p)
}

// TestCutPartsAreBounded: what the beginnings of parts take of the memory has a limit, and ends with the upload.
func TestCutPartsAreBounded(t *testing.T) {
	s := open(t, "/store", inMemory(blobtest.NewDisk()))
	p := blobtest.Bytes(1, 40*mib)
	u := begun(t, s, p)
	for n := range 40 {
		wants(t, u.WritePart(t.Context(), n, untilCut(p[n*mib:n*mib+10])), errLine)
	}
	if got := len(u.ListCutParts()); got != 32 {
		t.Fatal(got)
	}
	check(t, u.Abort(t.Context()))
	if got := len(u.ListCutParts()); got != 0 {
		t.Fatal(got)
	}
}

func TestSmallUploadsBeginAgain(t *testing.T) {
	s := open(t, "/store", inMemory(blobtest.NewDisk()))
	p := blobtest.Bytes(1, 1000)
	u := begun(t, s, p)
	wants(t, u.WritePart(t.Context(), 0, untilCut(p[:500])), errLine)
	if got := u.ListCutParts(); len(got) != 0 {
		t.Fatal(got)
	}
	wants(t, u.WritePartAt(t.Context(), 0, 500, bytes.NewReader(p[500:])), blobstore.ErrPartOffset)
	check(t, u.WritePart(t.Context(), 0, bytes.NewReader(p)))
	sealed(t, s, u, p)
}

const childCut = "BLOBSTORE_CHILD_CUT"

// TestKillForgetsBeginnings kills a process that has a beginning of a part: its parts are there, and the part comes from its first byte.
func TestKillForgetsBeginnings(t *testing.T) {
	dir := t.TempDir()
	runChild(t, dir, []string{childCut + "=1"}, 1<<62, nil)
	s, err := blobstore.Open(dir, blobstore.Options{Reserve: -1, MinFree: -1, Log: quiet})
	check(t, err)
	defer s.Close()
	u, err := s.FindSession("sid")
	check(t, err)
	if present, first := u.ListParts(); first != 1 || len(present) != 1 || len(u.ListCutParts()) != 0 {
		t.Fatal(present, first, u.ListCutParts())
	}
	p := blobtest.Bytes(1, 3*mib)
	info, err := os.Stat(filepath.Join(dir, "stage", "sid.part"))
	check(t, err)
	if info.Size() < mib+700_000 {
		t.Fatal("the child was killed before the beginning came:", info.Size())
	}
	wants(t, u.WritePartAt(t.Context(), 1, 700_000, bytes.NewReader(p[mib+700_000:2*mib])), blobstore.ErrPartOffset)
	for n := 1; n < 3; n++ {
		check(t, u.WritePart(t.Context(), n, bytes.NewReader(p[n*mib:(n+1)*mib])))
	}
	sealed(t, s, u, p)
}

// cutChild begins an upload, gets one part and the beginning of another, and kills itself.
func cutChild(ctx context.Context, s *blobstore.Store) error {
	p := blobtest.Bytes(1, 3*mib)
	u, err := s.BeginSession(ctx, "sid", int64(len(p)), mib)
	if err != nil {
		return err
	}
	if err := u.WritePart(ctx, 0, bytes.NewReader(p[:mib])); err != nil {
		return err
	}
	if err := u.WritePart(ctx, 1, untilCut(p[mib:mib+700_000])); !errors.Is(err, errLine) {
		return err
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	return self.Kill()
}
