package webdav

import (
	"bytes"
	"crypto/sha1"
	"math/rand/v2"
	"testing"
)

// TestSumsOfLongBodiesAreThoseOfAllBytes writes bodies around the length from which on another goroutine computes.
func TestSumsOfLongBodiesAreThoseOfAllBytes(t *testing.T) {
	src := rand.NewChaCha8([32]byte{1})
	for _, size := range []int{0, 1, asyncThreshold - 1, asyncThreshold, asyncThreshold + 1, 3*asyncThreshold + 12345} {
		body := make([]byte, size)
		_, _ = src.Read(body)
		s := checksumWriter{sums: []Checksum{{Name: "SHA1", Hash: sha1.New()}}}
		for rest := body; len(rest) > 0; {
			n := min(len(rest), 1+rand.N(2*asyncPiece))
			s.write(rest[:n])
			rest = rest[n:]
		}
		s.finish()
		s.finish()
		if want := sha1.Sum(body); !bytes.Equal(s.sums[0].Sum(nil), want[:]) {
			t.Errorf("the sum of %d bytes is another one", size)
		}
	}
}
