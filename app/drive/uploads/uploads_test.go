package uploads

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"testing"

	"anbar/app/base/fault"
)

func TestPartsFollowTheRule(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		size, limit, chunk int64
		count              int
	}{
		{0, 0, 5 * mib, 1}, {1, 0, 5 * mib, 1}, {5 * mib, 0, 5 * mib, 1}, {5*mib + 1, 0, 5 * mib, 2}, {5000 * mib, 0, 5 * mib, 1000},
		{5000*mib + 1, 0, 6 * mib, 834}, {100 << 30, 0, 103 * mib, 995}, {20 * mib, 2*mib + 5, 2 * mib, 10}, {20 * mib, mib, mib, 20},
	} {
		part := partSize(c.size, c.limit)
		if n := partCount(c.size, part); part != c.chunk || n != c.count {
			t.Errorf("%d bytes, limit %d: %d parts of %d, want %d of %d", c.size, c.limit, n, part, c.count, c.chunk)
		}
		if c.limit == 0 && partCount(c.size, part) > maxParts {
			t.Errorf("%d bytes make too many parts", c.size)
		}
	}
}

func TestContentTypes(t *testing.T) {
	for _, c := range [][3]string{
		{"image/png", "txt", "image/png"}, {"", "md", "text/markdown"}, {"application/octet-stream", "pdf", "application/pdf"},
		{"nonsense", "nothing", "application/octet-stream"},
		{"text/html; charset=utf-8", "x", "text/html"}, {"text/html\r\nX: y", "bin", "application/octet-stream"},
	} {
		if got := typeFromBrowser(c[0], c[1]); got != c[2] {
			t.Errorf("%q with .%s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

func frame(header any, content []byte) []byte {
	h, err := json.Marshal(header)
	if err != nil {
		panic(err)
	}
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(h))), h...), content...)
}

func TestBundlesAreBounded(t *testing.T) {
	one := frame(map[string]any{"key": "a", "size": 3}, []byte("abc"))
	for name, c := range map[string]struct {
		body []byte
		want error
		n    int
	}{
		"nothing":        {nil, nil, 0},
		"one":            {one, nil, 1},
		"256":            {bytes.Repeat(one, 256), nil, 256},
		"257":            {bytes.Repeat(one, 257), fault.BundleTooLarge, 0},
		"cut in header":  {one[:6], fault.InvalidBundle, 0},
		"cut in content": {one[:len(one)-1], fault.InvalidBundle, 0},
		"cut in length":  {one[:2], fault.InvalidBundle, 0},
		"long header":    {[]byte{0xff, 0xff, 0xff, 0xff}, fault.InvalidBundle, 0},
		"negative":       {frame(map[string]any{"key": "a", "size": -1}, nil), fault.InvalidBundle, 0},
		"large file":     {frame(map[string]any{"key": "a", "size": 2 << 20}, nil), fault.BundleTooLarge, 0},
		"large bundle": {
			bytes.Repeat(frame(map[string]any{"key": "a", "size": 1 << 20}, make([]byte, 1<<20)), 9), fault.BundleTooLarge, 0,
		},
	} {
		all, err := readBundle(bytes.NewReader(c.body), new(bytes.Buffer))
		if !errors.Is(err, c.want) || len(all) != c.n {
			t.Errorf("%s: %d frames, %v", name, len(all), err)
		}
	}
}

func FuzzBundle(f *testing.F) {
	f.Add(frame(map[string]any{"key": "a", "size": 3}, []byte("abc")))
	f.Add([]byte{2, 0, 0, 0, '{', '}'})
	f.Add([]byte{1, 0, 0, 0, 'x'})
	f.Fuzz(func(t *testing.T, b []byte) {
		all, err := readBundle(bytes.NewReader(b), new(bytes.Buffer))
		var f *fault.Fault
		if err != nil && !errors.As(err, &f) {
			t.Fatalf("an error that is not the catalogue's: %v", err)
		}
		for _, fr := range all {
			if int64(len(fr.content)) != fr.Size {
				t.Fatalf("%d bytes of %d", len(fr.content), fr.Size)
			}
		}
	})
}
