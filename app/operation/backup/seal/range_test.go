package seal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync/atomic"
	"testing"
)

// TestRangesOfASealedObject compares stretches of objects of lengths around the ends of chunks.
func TestRangesOfASealedObject(t *testing.T) {
	s := newSealer(t, NewSheet())
	r := rand.New(rand.NewPCG(1, 1))
	for _, size := range []int{1, 5, chunkSize - 1, chunkSize, chunkSize + 1, 2 * chunkSize, 5*chunkSize + 3} {
		plain := make([]byte, size)
		for i := range plain {
			plain[i] = byte(r.Uint32())
		}
		object := sealed(t, s, "a", plain)
		for i := range 40 {
			off := r.IntN(size)
			p := make([]byte, 1+r.IntN(size-off))
			if i == 0 {
				off, p = 0, make([]byte, size)
			}
			asked := atomic.Int64{}
			err := s.OpenRange("a", int64(size), p, int64(off), func(b []byte, at int64) error {
				asked.Add(int64(len(b)))
				_, err := bytes.NewReader(object).ReadAt(b, at)
				return err
			})
			if err != nil || !bytes.Equal(p, plain[off:off+len(p)]) {
				t.Fatalf("%d bytes from %d of %d: %v", len(p), off, size, err)
			}
			if most := int64(len(p) + 3*(chunkSize+chunkTag) + headerSize + nonceAhead); asked.Load() > most {
				t.Fatalf("%d bytes were read for %d", asked.Load(), len(p))
			}
		}
	}
}

// TestRangesOfWhatWasNotSealed changes, cuts and exchanges objects.
func TestRangesOfWhatWasNotSealed(t *testing.T) {
	s := newSealer(t, NewSheet())
	const size = 4*chunkSize + 100
	plain := bytes.Repeat([]byte("12345678"), size/8+1)[:size]
	object := sealed(t, s, "a", plain)
	changed := func(at int) []byte {
		b := bytes.Clone(object)
		b[at] ^= 1
		return b
	}
	for _, c := range []struct {
		name   string
		object []byte
		as     string
		size   int64
		by     *Sealer
	}{
		{"a change in the stretch", changed(headerSize + nonceAhead + chunkSize + 100), "a", size, s},
		{"a change in the head", changed(40), "a", size, s},
		{"a change of the nonce", changed(headerSize + 3), "a", size, s},
		{"a change at the end", changed(len(object) - 1), "a", size, s},
		{"another name", object, "b", size, s},
		{"other keys", object, "a", size, newSealer(t, NewSheet())},
		{"a part of it", object[:SealedSize(2*chunkSize)], "a", 2 * chunkSize, s},
	} {
		p := make([]byte, 1000)
		err := c.by.OpenRange(c.as, c.size, p, chunkSize, func(b []byte, at int64) error {
			_, err := bytes.NewReader(c.object).ReadAt(b, at)
			return err
		})
		if wrong := (*OpenError)(nil); !errors.As(err, &wrong) || bytes.Equal(p, plain[chunkSize:chunkSize+1000]) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	down := fmt.Errorf("down")
	if err := s.OpenRange("a", size, make([]byte, 1), 0, func([]byte, int64) error { return down }); !errors.Is(err, down) {
		t.Error("the error of the target:", err)
	}
	if err := s.OpenRange("a", size, make([]byte, 1), 0, func(b []byte, _ int64) error { return io.ErrUnexpectedEOF }); err == nil {
		t.Error("no error")
	}
}
