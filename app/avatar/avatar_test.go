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
	"testing"
	"time"

	"anbar/app/fault"
)

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
	small := pngOf(t, 300, 200)
	var moving, photo bytes.Buffer
	if err := errors.Join(gif.Encode(&moving, image.NewGray(image.Rect(0, 0, 8, 8)), nil), jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 300, 300)), nil)); err != nil {
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
		"half of a png":          small[:len(small)/2],
		"half of a jpeg":         photo.Bytes()[:photo.Len()/2],
		"a head alone":           small[:33],
		"more bytes than it may": append(append([]byte{}, small...), make([]byte, maxSent)...),
	} {
		if out, _, err := Read(bytes.NewReader(sent)); !errors.Is(err, fault.InvalidAvatar) {
			t.Errorf("%s: %d bytes, %v", what, len(out), err)
		}
	}
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
	out, kind, err := Read(bytes.NewReader(sent))
	if err != nil || kind != "image/jpeg" || bytes.Contains(out, []byte("GPS")) || bytes.Contains(out, []byte("script")) {
		t.Fatalf("%s, %v, %.100q", kind, err, out)
	}
	if c, err := jpeg.DecodeConfig(bytes.NewReader(out)); err != nil || c.Width != side || c.Height != side {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestOnePictureAtATimeIsTakenApart: what one person sends at once does not add up.
func TestOnePictureAtATimeIsTakenApart(t *testing.T) {
	decoding <- struct{}{}
	done := make(chan error, 1)
	go func() {
		_, _, err := Read(bytes.NewReader(pngOf(t, 20, 20)))
		done <- err
	}()
	select {
	case <-done:
		t.Error("two pictures were taken apart at once")
	case <-time.After(50 * time.Millisecond):
	}
	<-decoding
	if err := <-done; err != nil {
		t.Error(err)
	}
}
