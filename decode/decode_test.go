package decode_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"anbar/app/base/limits"
	"anbar/db"
	"anbar/decode"
	"anbar/decode/child"
	"anbar/decode/extract"
	"anbar/decode/sizes"
	"anbar/stories/testdata/hostile"
)

// secret is in the environment, where no decoder may find it.
const secret = "ANBAR_TEST_SECRET"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == decode.Command && os.Getenv(secret) != "" {
		fmt.Fprintln(os.Stderr, "the environment came along")
		os.Exit(1)
	}
	if len(os.Args) > 3 && os.Args[1] == decode.Command && os.Args[2] == "lies" {
		decode.Lie(os.Args[3])
		os.Exit(0)
	}
	child.Main()
	os.Exit(m.Run())
}

func newDecoders(t testing.TB) *decode.Decoders {
	t.Helper()
	d := decode.New(t.TempDir(), slog.New(slog.NewTextHandler(t.Output(), nil)))
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func content(b []byte) decode.Content {
	return decode.Content{From: bytes.NewReader(b), Size: int64(len(b)), Hash: hashOf(b), Space: 1}
}

func hashOf(b []byte) db.Hash { return db.Hash(sha256.Sum256(b)) }

func TestDecodersDecode(t *testing.T) {
	t.Setenv(secret, "known to the appliance alone")
	d := newDecoders(t)
	small, err := d.MakeThumbnails(t.Context(), content(hostile.JPEG(hostile.Quarters(2000, 1000))), "image/jpeg")
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range sizes.All() {
		one, err := sizes.Extract(small, side)
		if err != nil {
			t.Fatal(err)
		}
		if img, err := jpeg.Decode(bytes.NewReader(one)); err != nil || hostile.Corners(img) != "rgby" || img.Bounds().Dx() != side {
			t.Errorf("%d: %v", side, err)
		}
	}
	long := bytes.Repeat([]byte("some words of a text, "), 40_000) // is asked for in parts
	if text, err := d.ExtractText(t.Context(), content(long), extract.Plain); err != nil || text != string(long) {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	face := hostile.PNG(hostile.Quarters(900, 700))
	if b, kind, err := d.MakeFace(t.Context(), bytes.NewReader(face), int64(len(face))); err != nil || kind != "image/png" || len(b) == 0 {
		t.Errorf("%d bytes, %s, %v", len(b), kind, err)
	}
	for name, b := range map[string][]byte{"nothing": nil, "a word": []byte("word"), "half": face[:len(face)/2]} {
		if _, err := d.MakeThumbnails(t.Context(), content(b), "image/png"); !errors.Is(err, decode.ErrContent) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFirstLinesAreRead(t *testing.T) {
	d := newDecoders(t)
	text := append([]byte("سلام\r\n<script>\u202ealert(1)\n"), bytes.Repeat([]byte("x"), 5<<20)...)
	want := "سلام\n<script>alert(1)\n" + strings.Repeat("x", limits.LineLetters)
	if got, err := d.ReadFirstLines(t.Context(), content(text)); err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
	for name, b := range map[string][]byte{"nothing": nil, "a picture": hostile.PNG(hostile.Quarters(60, 60))} {
		if got, err := d.ReadFirstLines(t.Context(), content(b)); !errors.Is(err, decode.ErrContent) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestPhotosHaveADecoder, whatever they say that they are: phones give photos the names of other kinds. So have drawings.
func TestPhotosHaveADecoder(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles libheif and libavif")
	}
	d := newDecoders(t)
	for name, c := range map[string]struct {
		file    []byte
		kind    string
		corners string
	}{
		"heic": {hostile.HEIC(), "image/heic", "rgby"}, "as a jpeg": {hostile.HEIC(), "image/jpeg", "rgby"},
		"avif": {hostile.AVIF(true), "image/avif", "rgby"}, "turned": {hostile.Turned(hostile.AVIF(false), 2), "image/avif", "ybgr"},
	} {
		small, err := d.MakeThumbnails(t.Context(), content(c.file), c.kind)
		if err != nil {
			t.Fatal(name, err)
		}
		one, err := sizes.Extract(small, sizes.Grid)
		if err != nil {
			t.Fatal(err)
		}
		if img, err := jpeg.Decode(bytes.NewReader(one)); err != nil || hostile.Corners(img) != c.corners {
			t.Errorf("%s: %v %s", name, err, hostile.Corners(img))
		}
	}
	small, err := d.MakeThumbnails(t.Context(), content(hostile.SVG(40, 30)), "image/svg+xml")
	if err != nil {
		t.Fatal(err)
	}
	one, err := sizes.Extract(small, sizes.Dense)
	if err != nil {
		t.Fatal(err)
	}
	if img, err := jpeg.Decode(bytes.NewReader(one)); err != nil || hostile.Corners(img) != "rgby" || img.Bounds().Dx() != sizes.Dense {
		t.Errorf("svg: %v %s", err, hostile.Corners(img))
	}
	videos := "\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isom"
	for name, b := range map[string][]byte{"half": hostile.HEIC()[:200], "a video": []byte(videos)} {
		if _, err := d.MakeThumbnails(t.Context(), content(b), "image/heic"); !errors.Is(err, decode.ErrContent) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type failing struct{}

var errIll = errors.New("the disk is ill")

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errIll }

type failsLater struct{ io.ReaderAt }

func (f failsLater) ReadAt(p []byte, off int64) (int, error) {
	if off > 0 {
		return 0, errIll
	}
	return f.ReaderAt.ReadAt(p, off)
}

func TestAFailingDiskIsNotTheContentsFault(t *testing.T) {
	d := newDecoders(t)
	long := append([]byte("\xff\xd8\xff\xe0"), bytes.Repeat([]byte("\xff\xfe\xff\xf0"+strings.Repeat("x", 0xffee)), 12)...)
	for name, from := range map[string]io.ReaderAt{"at once": failing{}, "later": failsLater{bytes.NewReader(long)}} {
		_, err := d.MakeThumbnails(t.Context(), decode.Content{From: from, Size: int64(len(long))}, "image/jpeg")
		if !errors.Is(err, errIll) || errors.Is(err, decode.ErrContent) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := d.MakeThumbnails(t.Context(), content(hostile.PNG(hostile.Quarters(9, 9))), "image/png"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// decoders are the processes of this one that decode, with their states.
func decoders(t testing.TB) (pids []string) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/status")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range all {
		b, err := os.ReadFile(path)
		if err == nil && bytes.Contains(b, fmt.Appendf(nil, "\nPPid:\t%d\n", os.Getpid())) {
			pids = append(pids, filepath.Base(filepath.Dir(path)))
		}
	}
	return pids
}

func TestDecodersAreLockedIn(t *testing.T) {
	d := newDecoders(t)
	if _, err := d.MakeThumbnails(t.Context(), content(hostile.PNG(hostile.Quarters(9, 9))), "image/png"); err != nil {
		t.Fatal(err)
	}
	pids := decoders(t)
	if len(pids) != 1 {
		t.Fatalf("%d decoders", len(pids))
	}
	read := func(name string) string {
		b, err := os.ReadFile("/proc/" + pids[0] + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	status := read("status")
	for _, want := range []string{"NoNewPrivs:\t1", "Seccomp:\t2"} {
		if !strings.Contains(status, want) {
			t.Errorf("no %q in %s", want, status)
		}
	}
	if got := read("environ"); !strings.HasPrefix(got, "GODEBUG=") || strings.Count(got, "=") != 3 {
		t.Errorf("its environment is %q", got)
	}
	if got := read("oom_score_adj"); strings.TrimSpace(got) != "1000" {
		t.Errorf("it is ended after others: %s", got)
	}
	tasks, err := filepath.Glob("/proc/" + pids[0] + "/task/*/stat")
	if err != nil || len(tasks) < 2 {
		t.Fatalf("%v, %v", tasks, err)
	}
	for _, path := range tasks {
		b, err := os.ReadFile(path)
		if err != nil {
			continue // it ended
		}
		if f := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:])); f[16] != "19" {
			t.Errorf("a thread of priority %s", f[16])
		}
	}
	files, err := filepath.Glob("/proc/" + pids[0] + "/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		to, err := os.Readlink(path)
		if err == nil && !strings.HasPrefix(to, "pipe:") && !strings.HasPrefix(to, "anon_inode:[event") {
			t.Errorf("it has %s open", to)
		}
	}
	if !strings.Contains(read("limits"), "Max core file size        0") {
		t.Error(read("limits"))
	}
}

// TestADeathIsTheEndOfOneDocument kills decoders in the middle of their work.
func TestADeathIsTheEndOfOneDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	d := newDecoders(t)
	if _, err := d.MakeThumbnails(t.Context(), content(hostile.PDF(hostile.FourColours)), "application/pdf"); err != nil {
		t.Fatal(err)
	}
	killed := map[string]bool{}
	done := make(chan error, 1)
	go func() {
		_, err := d.MakeThumbnails(t.Context(), content(hostile.Endless(1)), "application/pdf")
		done <- err
	}()
	until := time.Now().Add(8 * time.Minute) // decoders start last on a busy machine
	for began := time.Now(); len(killed) < 2; time.Sleep(20 * time.Millisecond) {
		for _, pid := range decoders(t) {
			status, err := os.ReadFile("/proc/" + pid + "/status")
			if err != nil || !bytes.Contains(status, []byte("Seccomp:\t2")) {
				began = time.Now() // it starts
				continue
			}
			if !killed[pid] && time.Since(began) > 500*time.Millisecond {
				killed[pid] = true
				kill(t, pid)
				began = time.Now()
			}
		}
		if time.Now().After(until) {
			t.Fatal("no second decoder takes over")
		}
	}
	if err := <-done; !errors.Is(err, decode.ErrContent) {
		t.Errorf("killed twice: %v", err)
	}
	if _, err := d.MakeThumbnails(t.Context(), content(hostile.PDF(hostile.FourColours+" ")), "application/pdf"); err != nil {
		t.Errorf("the next one: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := d.MakeThumbnails(ctx, content(hostile.Endless(2)), "application/pdf"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("interrupted: %v", err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if left := decoders(t); len(left) != 0 {
		t.Errorf("%v are left", left)
	}
}

func kill(t *testing.T, pid string) {
	var n int
	if _, err := fmt.Sscan(pid, &n); err != nil {
		t.Fatal(err)
	}
	p, err := os.FindProcess(n)
	if err == nil {
		err = p.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheLargestPicturesAreDecoded: what the header's estimate allows does not end
// the decoder.
func TestTheLargestPicturesAreDecoded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := newDecoders(t)
	for name, b := range hostile.Largest() {
		_, err := d.MakeThumbnails(t.Context(), content(b), "image/png")
		if err != nil && (!errors.Is(err, decode.ErrContent) || errors.Is(err, decode.ErrSlow) ||
			strings.Contains(err.Error(), "the decoder ended") || strings.Contains(err.Error(), "MiB")) {
			t.Errorf("%s: %v", name, err)
		}
		for _, pid := range decoders(t) {
			status, err := os.ReadFile("/proc/" + pid + "/status")
			if err == nil {
				t.Logf("%s: %v %s", name, err, regexp.MustCompile(`VmHWM:.*`).Find(status))
			}
		}
	}
}
