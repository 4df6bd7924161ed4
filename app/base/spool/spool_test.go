package spool

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// TestNoMoreComesThanMay reads as much as may come, a byte more, and from a reader that breaks.
func TestNoMoreComesThanMay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	broken := errors.New("the line broke")
	for name, c := range map[string]struct {
		sent string
		fail error
		want error
	}{
		"nothing": {"", nil, nil}, "all that may come": {"12345", nil, nil}, "a byte more": {"123456", nil, ErrTooLarge},
		"a broken line": {"123", broken, broken},
	} {
		t.Run(name, func(t *testing.T) {
			open := func() *failingReader { return &failingReader{strings.NewReader(c.sent), c.fail} }
			b, err := ReadAll(open(), 5)
			if !errors.Is(err, c.want) || c.want == nil && string(b) != c.sent || c.want != nil && b != nil {
				t.Errorf("in memory: %q, %v", b, err)
			}
			f, n, err := Receive(dir, open(), 5)
			if !errors.Is(err, c.want) || (f == nil) != (c.want != nil) || c.want == nil && n != int64(len(c.sent)) {
				t.Errorf("on the disk: %d, %v", n, err)
			}
			if f != nil {
				f.Close()
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

type failingReader struct {
	from *strings.Reader
	fail error
}

func (r *failingReader) Read(p []byte) (int, error) {
	if r.from.Len() == 0 && r.fail != nil {
		return iotest.ErrReader(r.fail).Read(p)
	}
	return r.from.Read(p)
}

// TestABufferKeepsNoMoreThanMayCome, and does not give out a part.
func TestABufferKeepsNoMoreThanMayCome(t *testing.T) {
	b := Buffer{Most: 4}
	for _, text := range []string{"ab", "cd"} {
		if n, err := b.Write([]byte(text)); n != 2 || err != nil {
			t.Fatal(n, err)
		}
	}
	if got, err := b.Bytes(); string(got) != "abcd" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for _, text := range []string{"e", ""} {
		if _, err := b.Write([]byte(text)); !errors.Is(err, ErrTooLarge) {
			t.Error(err)
		}
	}
	if got, err := b.Bytes(); got != nil || !errors.Is(err, ErrTooLarge) {
		t.Errorf("%q, %v", got, err)
	}
}
