package sizes

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

func TestEachSizeIsRead(t *testing.T) {
	b := Join([3][]byte{[]byte("small"), []byte("larger one"), []byte("the largest one")})
	for side, want := range map[int]string{Row: "small", Grid: "larger one", Dense: "the largest one"} {
		if got, err := Extract(b, side); err != nil || string(got) != want {
			t.Errorf("%d: %q, %v", side, got, err)
		}
	}
	if _, err := Extract(b, 400); !errors.Is(err, ErrNoSize) {
		t.Errorf("a size that is none: %v", err)
	}
}

func TestABlobWithOtherLengthsIsRefused(t *testing.T) {
	whole := Join([3][]byte{[]byte("a"), []byte("b"), []byte("c")})
	long := bytes.Clone(whole)
	binary.LittleEndian.PutUint32(long[4:], 1<<31)
	for name, b := range map[string][]byte{
		"nothing":                      nil,
		"a JPEG of an earlier version": append([]byte("\xff\xd8\xff\xe0"), make([]byte, 5000)...),
		"cut":                          whole[:len(whole)-1],
		"with a tail":                  append(bytes.Clone(whole), 'x'),
		"longer than it is":            long,
		"with an empty picture":        Join([3][]byte{[]byte("a"), nil, []byte("c")}),
		"too large":                    Join([3][]byte{[]byte("a"), []byte("b"), make([]byte, MaxBytes)}),
	} {
		for _, side := range All() {
			if got, err := Extract(b, side); !errors.Is(err, ErrBlob) {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
	}
}
