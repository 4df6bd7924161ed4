package blobstore_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

func begun(t *testing.T, s *blobstore.Store, p []byte, parts ...int) *blobstore.Session {
	t.Helper()
	u, err := s.BeginSession(t.Context(), "sid", int64(len(p)), mib)
	check(t, err)
	for _, n := range parts {
		check(t, u.WritePart(t.Context(), n, bytes.NewReader(p[n*mib:min(len(p), (n+1)*mib)])))
	}
	return u
}

func TestUploadGoesOnAfterARestart(t *testing.T) {
	disk := blobtest.NewDisk()
	p := blobtest.Bytes(1, 5*mib+9)
	s := open(t, "/store", inMemory(disk))
	begun(t, s, p, 0, 1, 3)
	if _, err := s.BeginSession(t.Context(), "tiny", 5, mib); err != nil {
		t.Fatal(err)
	}
	check(t, s.Close())
	for _, boot := range []string{"one", "two", "two"} {
		o := inMemory(disk)
		o.Boot = boot
		s = open(t, "/store", o)
		u, err := s.FindSession("sid")
		check(t, err)
		if present, first := u.ListParts(); !reflect.DeepEqual(present, [][2]int{{0, 2}, {3, 4}}) || first != 2 {
			t.Fatal(boot, present, first)
		}
		_, err = s.FindSession("tiny") // kept in memory only
		wants(t, err, blobstore.ErrSessionGone)
		check(t, s.Close())
	}
	s = open(t, "/store", inMemory(disk))
	u := begun(t, s, p, 2, 4, 5)
	want := blobstore.Sum(p)
	_, l, err := u.Seal(t.Context(), &want)
	check(t, err)
	l.Release()
	check(t, s.Close())
	s = open(t, "/store", inMemory(disk))
	blobtest.CheckContent(t, s, p)
	left, err := disk.List("/store/stage")
	check(t, err)
	if len(left) != 0 {
		t.Fatal("left on the stage:", left)
	}
}

func TestPartsAreHashedAgainAfterAPowerCut(t *testing.T) {
	disk := blobtest.NewDisk()
	p := blobtest.Bytes(1, 4*mib)
	s := open(t, "/store", inMemory(disk))
	begun(t, s, p, 0, 1, 2, 3)
	check(t, s.Close())
	check(t, disk.Damage("/store/stage/sid.part", func(p []byte) []byte { p[2*mib+5]++; return p }))
	o := inMemory(disk)
	o.Boot = "two"
	s = open(t, "/store", o)
	u, err := s.FindSession("sid")
	check(t, err)
	if present, _ := u.ListParts(); !reflect.DeepEqual(present, [][2]int{{0, 2}, {3, 4}}) {
		t.Fatal(present)
	}
	begun(t, s, p, 2)
	want := blobstore.Sum(p)
	_, l, err := u.Seal(t.Context(), &want)
	check(t, err)
	l.Release()
	blobtest.CheckContent(t, s, p)
}

func TestTornJournal(t *testing.T) {
	disk := blobtest.NewDisk()
	p := blobtest.Bytes(1, 4*mib)
	s := open(t, "/store", inMemory(disk))
	begun(t, s, p, 0, 1, 2)
	check(t, s.Close())
	check(t, disk.Damage("/store/stage/sid.ses", func(p []byte) []byte { return p[:len(p)-7] }))
	s = open(t, "/store", inMemory(disk))
	begun(t, s, p, 2)
	check(t, s.Close())
	s = open(t, "/store", inMemory(disk))
	u := begun(t, s, p, 3)
	if _, first := u.ListParts(); first != 4 {
		t.Fatal("what followed the torn record was lost", first)
	}
	want := blobstore.Sum(p)
	_, l, err := u.Seal(t.Context(), &want)
	check(t, err)
	l.Release()
	begun(t, s, p, 0)
	check(t, s.Close())
	check(t, disk.Damage("/store/stage/sid.ses", func(p []byte) []byte { p[9]++; return p }))
	s = open(t, "/store", inMemory(disk))
	if len(s.ListSessions()) != 0 {
		t.Fatal("a session with a damaged header goes on")
	}
}

// TestRetryCutShort: sending a stored part again must not change it, also when the
// request is cut off.
func TestRetryCutShort(t *testing.T) {
	s := open(t, "/store", inMemory(blobtest.NewDisk()))
	p := blobtest.Bytes(1, 3*mib)
	u := begun(t, s, p, 0, 1, 2)
	cut := errors.New("cut short")
	garbage := blobtest.Bytes(2, mib)
	for n := range 3 {
		wants(t, u.WritePart(t.Context(), n, io.MultiReader(bytes.NewReader(garbage[:700_000]), iotest.ErrReader(cut))), cut)
		wants(t, u.WritePart(t.Context(), n, bytes.NewReader(garbage)), blobstore.ErrPartConflict)
		wants(t, u.WritePart(t.Context(), n, bytes.NewReader(garbage[:5])), blobstore.ErrPartRange)
	}
	want := blobstore.Sum(p)
	_, l, err := u.Seal(t.Context(), &want)
	check(t, err)
	l.Release()
	blobtest.CheckContent(t, s, p)
}

// TestAbortDuringAPart: the part that is under way fails, and nothing is left.
func TestAbortDuringAPart(t *testing.T) {
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	u := begun(t, s, blobtest.Bytes(1, 3*mib), 0)
	r, w := io.Pipe()
	done := make(chan error)
	go func() { done <- u.WritePart(t.Context(), 1, r) }()
	_, err := w.Write(make([]byte, mib/2))
	check(t, err)
	check(t, u.Abort(t.Context()))
	_, err = w.Write(make([]byte, mib/2))
	check(t, err)
	check(t, w.Close())
	wants(t, <-done, blobstore.ErrSessionGone)
	left, err := disk.List("/store/stage")
	check(t, err)
	if len(left) != 0 {
		t.Fatal("left on the stage:", left)
	}
}

func TestSealReadsNoContent(t *testing.T) {
	faulty := blobtest.NewFaulty(blobtest.NewDisk())
	s := open(t, "/store", inMemory(faulty))
	p := blobtest.Bytes(1, 6*mib)
	u := begun(t, s, p, 0, 1, 2, 3, 4, 5)
	before := faulty.Count(blobtest.OpRead)
	_, l, err := u.Seal(t.Context(), nil)
	check(t, err)
	l.Release()
	if n := faulty.Count(blobtest.OpRead) - before; n != 0 {
		t.Fatal("reads:", n)
	}
}

// TestTheLockGoesWithTheStore: a process that is just being started holds copies of
// all files.
func TestTheLockGoesWithTheStore(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, blobstore.Options{Reserve: -1, MinFree: -1})
	names, err := filepath.Glob("/proc/self/fd/*")
	check(t, err)
	for _, name := range names {
		if to, err := os.Readlink(name); err == nil && to == filepath.Join(dir, "LOCK") {
			fd, err := strconv.Atoi(filepath.Base(name))
			check(t, err)
			fd, err = syscall.Dup(fd)
			check(t, err)
			defer syscall.Close(fd)
		}
	}
	check(t, s.Close())
	open(t, dir, blobstore.Options{Reserve: -1, MinFree: -1})
}

func TestTwoProcesses(t *testing.T) {
	dir := t.TempDir()
	o := blobstore.Options{Reserve: -1, MinFree: -1}
	s := open(t, dir, o)
	_, err := blobstore.Open(dir, o)
	wants(t, err, blobstore.ErrLocked)
	put(t, s, []byte("the first is not disturbed"))
	check(t, s.Close())
	open(t, dir, o)
}

// TestServe sends blobs through net/http, whole and in ranges: nothing but the
// blob's own bytes may be sent, though the file goes on behind them.
func TestServe(t *testing.T) {
	s := open(t, t.TempDir(), blobstore.Options{Reserve: -1, MinFree: -1})
	for _, n := range []int{0, 1000, 300_000, 3*mib + 17} {
		p := blobtest.Bytes(uint64(n), n)
		b, err := s.Open(t.Context(), put(t, s, p))
		check(t, err)
		for name, open := range map[string]func() io.ReadSeekCloser{"raw": b.NewSendfileReader, "verified": b.NewReader} {
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				r := open()
				defer r.Close()
				http.ServeContent(w, req, "x.bin", time.Time{}, r)
			}))
			for _, rng := range []string{"", "bytes=0-0", "bytes=-5", "bytes=100-299999", "bytes=1048570-1048590,2000000-2000009"} {
				req, err := http.NewRequest("GET", srv.URL, nil)
				check(t, err)
				if n < 1000 && rng != "" {
					continue
				}
				req.Header.Set("Range", rng)
				resp, err := http.DefaultClient.Do(req)
				check(t, err)
				got, err := io.ReadAll(resp.Body)
				check(t, errors.Join(err, resp.Body.Close()))
				switch want := wanted(p, rng); {
				case want == nil:
				case !bytes.Equal(got, want):
					t.Fatalf("%s %q of %d: %d bytes, want %d", name, rng, n, len(got), len(want))
				}
			}
			srv.Close()
		}
		check(t, b.Close())
	}
}

func wanted(p []byte, rng string) []byte {
	switch {
	case rng == "":
		return p
	case rng == "bytes=0-0":
		return p[:1]
	case rng == "bytes=-5":
		return p[len(p)-5:]
	case rng == "bytes=100-299999":
		return p[100:min(len(p), 300_000)]
	}
	return nil
}

func TestStoredPartsCanBeCompared(t *testing.T) {
	s := open(t, t.TempDir(), blobstore.Options{})
	p := blobtest.Bytes(1, 2*mib+9)
	u := begun(t, s, p, 0, 2)
	if !u.HasPart(0) || u.HasPart(1) || !u.HasPart(2) || u.HasPart(3) || u.HasPart(-1) {
		t.Error("other parts are there than those that came")
	}
	check(t, u.ComparePart(t.Context(), 0, 7, p[7:1000]))
	check(t, u.ComparePart(t.Context(), 2, 0, p[2*mib:]))
	other := bytes.Clone(p[:1000])
	other[999]++
	for n, want := range map[int]error{0: blobstore.ErrPartConflict, 2: blobstore.ErrPartRange, 3: blobstore.ErrPartRange} {
		if err := u.ComparePart(t.Context(), n, 0, other); !errors.Is(err, want) {
			t.Errorf("part %d: %v, want %v", n, err, want)
		}
	}
	var missing *blobstore.IncompleteError
	if err := u.ComparePart(t.Context(), 1, 0, other); !errors.As(err, &missing) {
		t.Errorf("a part that is not there: %v", err)
	}
	check(t, u.WritePart(t.Context(), 1, bytes.NewReader(p[mib:2*mib])))
	_, l, err := u.Seal(t.Context(), nil)
	check(t, err)
	l.Release()
}

func TestAnUploadTakesMemoryForWhatCame(t *testing.T) {
	s := open(t, t.TempDir(), blobstore.Options{MinFree: -1})
	free, err := s.FreeBytes()
	check(t, err)
	size := min(free/2, 10<<30)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	const uploads = 50
	for i := range uploads {
		_, err := s.BeginSession(t.Context(), strconv.Itoa(i), size, mib)
		check(t, err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	blocks := uploads * (size / mib)
	if took := int64(after.HeapAlloc) - int64(before.HeapAlloc); took > 2*blocks+1<<20 {
		t.Errorf("%d MiB that did not come take %d bytes of memory", blocks, took)
	}
}
