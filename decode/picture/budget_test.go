package picture

import (
	"bytes"
	"context"
	"image/color"
	"runtime"
	"strings"
	"testing"

	"anbar/app/base/limits"
	"anbar/decode/source"
	"anbar/stories/testdata/hostile"
)

// takes returns the estimated and the used bytes of a decoding. The latter counts all
// allocations, which are more than the memory in use at once.
func takes(t *testing.T, b []byte) (said, took int64, err error) {
	t.Helper()
	src := source.New(context.Background(), bytes.NewReader(b), int64(len(b)))
	f, err := readHeader(src, tooMuchMemory)
	if err != nil {
		return 0, 0, err
	}
	c, err := f.format.decodeConfig(f.format.newReader(src))
	if err != nil {
		return 0, 0, err
	}
	said = estimateMemory(f.format.name, src, c)
	if said > limits.DecodePictureBytes {
		return said, 0, nil
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = MakeThumbnails(src)
	runtime.ReadMemStats(&after)
	return said, int64(after.TotalAlloc - before.TotalAlloc), err
}

func TestWhatPicturesTakeIsEstimated(t *testing.T) {
	const scaling = 64 << 20 // and the rest of the program
	seen := map[string]bool{}
	for i, d := range hostile.All() {
		if !strings.HasPrefix(d.Type, "image/") || i > 5*26 {
			continue
		}
		said, took, err := takes(t, d.Make())
		if err == nil {
			seen[d.Type] = true
		}
		if took > said+said/2+scaling {
			t.Errorf("%s takes %d MiB and says %d: %v", d.Name, took>>20, said>>20, err)
		}
	}
	if len(seen) < 4 {
		t.Errorf("only %v could be decoded", seen)
	}
	for name, c := range map[string]struct {
		b        []byte
		from, to int64 // MiB
	}{
		"a photograph of 12 MP": {hostile.JPEG(hostile.Quarters(4000, 3000)), 15, 20},
		"a picture of 12 MP":    {hostile.PNG(hostile.Quarters(4000, 3000)), 44, 50},
		"lossless":              {webpOf(4000, 3000, color.NRGBA{}), 120, 140},
	} {
		said, took, err := takes(t, c.b)
		if err != nil || said>>20 < c.from || said>>20 > c.to {
			t.Errorf("%s says %d MiB, takes %d: %v", name, said>>20, took>>20, err)
		}
	}
}

// TestPicturesThatTakeTooMuchAreRefused has the pictures that once took gigabytes.
func TestPicturesThatTakeTooMuchAreRefused(t *testing.T) {
	refused := map[string]int{}
	for _, d := range hostile.All() {
		name, _, _ := strings.Cut(d.Name, "-")
		if name != "deep" && name != "progressive" && name != "strips" && name != "lossless" {
			continue
		}
		b := d.Make()
		src := source.New(context.Background(), bytes.NewReader(b), int64(len(b)))
		if _, err := readHeader(src, limits.DecodePictureBytes); err != nil && strings.Contains(err.Error(), "MiB") {
			refused[name]++
		}
	}
	for _, name := range []string{"deep", "progressive", "strips", "lossless"} {
		if refused[name] < 6 {
			t.Errorf("%d of %s are refused", refused[name], name)
		}
	}
}
