package avatar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
	"anbar/decode"
	"anbar/decode/child"
)

func TestMain(m *testing.M) {
	child.Main()
	os.Exit(m.Run())
}

func newStudio(t *testing.T) *Resizer {
	t.Helper()
	dec := decode.New(t.TempDir(), slog.New(slog.DiscardHandler))
	t.Cleanup(func() {
		if err := dec.Close(); err != nil {
			t.Error(err)
		}
	})
	return New(dec, t.TempDir())
}

func pngOf(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// claiming is a PNG of a few bytes that says it is that large.
func claiming(t *testing.T, w, h uint32) []byte {
	t.Helper()
	b := pngOf(t, 8, 8)
	binary.BigEndian.PutUint32(b[16:], w)
	binary.BigEndian.PutUint32(b[20:], h)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func TestWhatIsNoPictureOrTooMuchOfOneIsRefused(t *testing.T) {
	s := newStudio(t)
	small := pngOf(t, 300, 200)
	var moving, photo bytes.Buffer
	if err := errors.Join(gif.Encode(&moving, image.NewGray(image.Rect(0, 0, 8, 8)), nil),
		jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 300, 300)), nil)); err != nil {
		t.Fatal(err)
	}
	for what, sent := range map[string][]byte{
		"nothing":                nil,
		"a word":                 []byte("<svg onload=alert(1)>"),
		"a gif":                  moving.Bytes(),
		"a small file of much":   claiming(t, 100_000, 100_000),
		"sides that overflow":    claiming(t, 0x7fffffff, 0x7fffffff),
		"a thin line":            claiming(t, 0x7fffffff, 1),
		"more than it may be":    claiming(t, 5001, 5000),
		"16 bits, interlaced":    deepPNG(2500, 2000),
		"half of a png":          small[:len(small)/2],
		"half of a jpeg":         photo.Bytes()[:photo.Len()/2],
		"a head alone":           small[:33],
		"more bytes than it may": append(append([]byte{}, small...), make([]byte, limits.FaceSent)...),
	} {
		if out, _, err := s.Resize(t.Context(), 1, bytes.NewReader(sent)); !errors.Is(err, fault.InvalidAvatar) {
			t.Errorf("%s: %d bytes, %v", what, len(out), err)
		}
	}
}

// deepPNG says that it takes 16 bytes for each pixel.
func deepPNG(w, h uint32) []byte {
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), make([]byte, 17)...)
	binary.BigEndian.PutUint32(b[16:], w)
	binary.BigEndian.PutUint32(b[20:], h)
	copy(b[24:], []byte{16, 6, 0, 0, 1})
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func TestNothingOfTheFileIsKept(t *testing.T) {
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 300, 400)), nil); err != nil {
		t.Fatal(err)
	}
	where := []byte("Exif\x00\x00GPS 35.7 51.4")
	mark := append([]byte{0xff, 0xe1, 0, byte(len(where) + 2)}, where...)
	sent := append(append(append([]byte{}, photo.Bytes()[:2]...), mark...), photo.Bytes()[2:]...)
	sent = append(sent, "<script>alert(1)</script>"...)
	out, kind, err := newStudio(t).Resize(t.Context(), 1, bytes.NewReader(sent))
	if err != nil || kind != "image/jpeg" || bytes.Contains(out, []byte("GPS")) || bytes.Contains(out, []byte("script")) {
		t.Fatalf("%s, %v, %.100q", kind, err, out)
	}
	if c, err := jpeg.DecodeConfig(bytes.NewReader(out)); err != nil || c.Width != 256 || c.Height != 256 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestFewPicturesAreReceivedAtATime: an unread picture takes no memory, and each user sends
// only one at a time.
func TestFewPicturesAreReceivedAtATime(t *testing.T) {
	s := newStudio(t)
	type sender struct {
		pipe *io.PipeWriter
		done chan error
	}
	send := func(who db.UserID) sender {
		r, w := io.Pipe()
		one := sender{w, make(chan error, 1)}
		go func() {
			_, _, err := s.Resize(t.Context(), who, r)
			one.done <- errors.Join(err, r.Close())
		}()
		return one
	}
	var all []sender
	const people = 12
	for who := range db.UserID(people) {
		all = append(all, send(who+1))
	}
	all = append(all, send(1)) // waits for the same person's first
	for s.crowd() < len(all) {
		time.Sleep(time.Millisecond)
	}
	if err := <-send(1).done; !errors.Is(err, fault.TooManyRequests) {
		t.Errorf("three pictures of one person: %v", err)
	}
	var reading atomic.Int32
	for _, one := range all {
		go func() {
			_, err := one.pipe.Write([]byte("x"))
			if err == nil {
				reading.Add(1)
			}
		}()
	}
	time.Sleep(100 * time.Millisecond)
	if n := reading.Load(); n != 4 {
		t.Errorf("%d are read at a time", n)
	}
	for _, one := range all {
		one.pipe.Close()
	}
	for _, one := range all {
		if err := <-one.done; !errors.Is(err, fault.InvalidAvatar) {
			t.Error(err)
		}
	}
	if n := s.crowd(); n != 0 {
		t.Errorf("%d are still there", n)
	}
	left, err := os.ReadDir(s.dir)
	if err != nil || len(left) != 0 {
		t.Errorf("%v are left: %v", left, err)
	}
}

func (s *Resizer) crowd() int {
	used, waiting := s.slots.Usage()
	return int(used) + waiting
}

// TestASlowPictureIsNotWaitedFor: who sends a byte now and then holds a turn for so
// long and no longer.
func TestASlowPictureIsNotWaitedFor(t *testing.T) {
	s := newStudio(t)
	ended := make(chan error, 1)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _, err := s.Resize(r.Context(), 1, &timedBody{w, r.Body, 100 * time.Millisecond})
		ended <- err
	}))
	defer srv.Close()
	r, w := io.Pipe()
	defer w.Close()
	go func() {
		if resp, err := http.Post(srv.URL, "image/png", r); err == nil {
			resp.Body.Close()
		}
	}()
	go func() {
		for i := 0; ; i++ {
			if _, err := w.Write([]byte{byte(i)}); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, fault.RequestTimeout) {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it is still waited for")
	}
}
