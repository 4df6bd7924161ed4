package nextcloud

import (
	"crypto/sha1"
	"encoding"
	"hash"
	"sync"
)

// running is the SHA-1 of the start of a file, as far as its chunks came in order. Apps say at the end what it has to be; what
// came out of order is read again then.
type running struct {
	mu   sync.Mutex
	sum  hash.Hash
	at   int64 // how many bytes it covers
	busy bool
	lost bool
}

// leg is the part of a sum that one chunk adds; nil for a chunk whose turn it is not.
type leg struct {
	of     *running
	before []byte // the state without it
}

func (r *running) begin(start int64) *leg {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.busy || r.lost || start != r.at {
		return nil
	}
	if r.sum == nil {
		r.sum = sha1.New()
	}
	before, err := r.sum.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		return nil
	}
	r.busy = true
	return &leg{r, before}
}

func (l *leg) write(b []byte) {
	if l != nil {
		_, _ = l.of.sum.Write(b) // a hash never fails
	}
}

// end keeps what a chunk added, or takes it back when the chunk broke.
func (l *leg) end(n int64, err error) {
	if l == nil {
		return
	}
	r := l.of
	r.mu.Lock()
	defer r.mu.Unlock()
	r.busy = false
	if err == nil {
		r.at += n
	} else if r.sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(l.before) != nil {
		r.lost = true
	}
}

// lose makes the sum count for nothing.
func (r *running) lose() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lost = true
}

// whole returns the sum of a file of that size; nil when not all of it came in order.
func (r *running) whole(size int64) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lost || r.busy || r.at != size || r.sum == nil {
		return nil
	}
	return r.sum.Sum(nil)
}
