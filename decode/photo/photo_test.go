package photo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"io"
	"os"
	"strings"
	"testing"

	"anbar/decode/source"
	"anbar/stories/testdata/hostile"

	"github.com/klauspost/compress/zstd"
)

func load(t *testing.T) *Reader {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles libheif and libavif")
	}
	r, err := Load(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func sourceOf(t *testing.T, b []byte) *source.Source {
	return source.New(t.Context(), bytes.NewReader(b), int64(len(b)))
}

func TestPhotosAreDecoded(t *testing.T) {
	r := load(t)
	heic, avif := hostile.HEIC(), hostile.AVIF(false)
	for name, c := range map[string]struct {
		file        []byte
		w, h        int
		corners     string
		orientation int
	}{
		"heic":                  {heic, 96, 64, "rgby", 1},
		"avif":                  {avif, 96, 64, "rgby", 1},
		"avif of ten bits":      {hostile.AVIF(true), 96, 64, "rgby", 1},
		"heic made anew":        {hostile.Turned(heic, 0), 96, 64, "rgby", 1},
		"heic turned left":      {hostile.Turned(heic, 1), 64, 96, "gyrb", 1},
		"heic turned, mirrored": {hostile.Turned(heic, 1, 1), 64, 96, "ygbr", 1},
		"avif turned left":      {hostile.Turned(avif, 1), 96, 64, "rgby", 8},
		"avif turned right":     {hostile.Turned(avif, 3), 96, 64, "rgby", 6},
		"avif mirrored":         {hostile.Turned(avif, 0, 1), 96, 64, "rgby", 2},
		"avif turned, mirrored": {hostile.Turned(avif, 1, 0), 96, 64, "rgby", 5},
		"tiles":                 {hostile.Grid(2, 1, 1000, 500), 1000, 500, "rgby", 1},
		"tiles turned":          {hostile.Grid(1, 2, 500, 1000, hostile.Box("irot", []byte{3})), 1000, 500, "brby", 1},
	} {
		err := r.Decode(sourceOf(t, c.file), func(img image.Image, orientation int) error {
			got := img.Bounds()
			if got.Dx() != c.w || got.Dy() != c.h || orientation != c.orientation || !strings.HasPrefix(name, "tiles") &&
				hostile.Corners(img) != c.corners {
				t.Errorf("%s: %v, %s, turn %d", name, got, hostile.Corners(img), orientation)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheLargestPhotoOfAPhone(t *testing.T) {
	r := load(t)
	err := r.Decode(sourceOf(t, hostile.Grid(16, 12, 8064, 6048)), func(img image.Image, _ int) error {
		if img.Bounds().Dx() != 8064 {
			t.Error(img.Bounds())
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestPhotosThatAreRefused(t *testing.T) {
	r := load(t)
	heic, avif := hostile.HEIC(), hostile.AVIF(false)
	for name, b := range map[string][]byte{
		"nothing": nil, "a word": []byte("word"), "a video": []byte("\x00\x00\x00\x1cftypisom\x00\x00\x00\x00mif1heicmiaf"),
		"half": heic[:len(heic)/2], "the head": heic[:40], "without its picture": heic[:len(heic)-60], "half an avif": avif[:len(avif)/2],
		"an avif without its picture": avif[:len(avif)-40], "too many tiles": hostile.Grid(255, 255, 255*512, 255*512),
	} {
		err := r.Decode(sourceOf(t, b), func(img image.Image, _ int) error {
			t.Errorf("%s: %v is drawn", name, img.Bounds())
			return nil
		})
		if !errors.Is(err, ErrPicture) {
			t.Errorf("%s: %v", name, err)
		}
		t.Log(name, err)
	}
	if err := r.Decode(sourceOf(t, heic), func(image.Image, int) error { return nil }); err != nil {
		t.Error("afterwards:", err)
	}
}

func TestNarrowColorsAreWidened(t *testing.T) {
	p := layoutOf(64, 2, heifYCbCr, heif420)
	pix := bytes.Repeat([]byte{16}, p.size())
	pix[1], pix[p.lumaSize()] = 235, 128
	widenRange(pix, p)
	if pix[0] != 0 || pix[1] != 255 || pix[p.lumaSize()] != 128 || pix[p.lumaSize()+1] != 1 {
		t.Error(pix[0], pix[1], pix[p.lumaSize()], pix[p.lumaSize()+1])
	}
	narrow := hostile.Turned(hostile.HEIC(), 0)
	if s, err := readProperties(sourceOf(t, narrow)); err != nil || s.narrow {
		t.Error("narrow although it does not say so", err)
	}
}

func TestTheLibrariesAreThoseThatAreWrittenDown(t *testing.T) {
	said, err := os.ReadFile("photo.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, packed := range map[string][]byte{"heif": heif, "avif": avif} {
		z, err := zstd.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.New()
		if _, err := io.Copy(sum, z); err != nil {
			t.Fatal(err)
		}
		z.Close()
		if got := hex.EncodeToString(sum.Sum(nil)); !strings.Contains(string(said), got) {
			t.Errorf("photo.md does not know %s, that of %s", got, name)
		}
	}
}
