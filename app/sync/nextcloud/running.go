package nextcloud

import (
	"crypto/sha1"
	"encoding"
	"hash"
	"sync"
)

// runningSum is the SHA-1 of the start of a file, as far as its chunks came in order. Apps say at the end what it has to be; what
// came out of order is read again then.
type runningSum struct {
	mu      sync.Mutex
	sum     hash.Hash
	at      int64 // how many bytes it covers
	busy    bool
	invalid bool
}

// sumPart is the part of a sum that one chunk adds; nil for a chunk whose turn it is not.
type sumPart struct {
	of     *runningSum
	before []byte // the state without it
}

func (r *runningSum) startPart(start int64) *sumPart {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.busy || r.invalid || start != r.at {
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
	return &sumPart{r, before}
}

func (l *sumPart) write(b []byte) {
	if l != nil {
		_, _ = l.of.sum.Write(b) // a hash never fails
	}
}

// finish keeps what a chunk added, or takes it back when the chunk broke.
func (l *sumPart) finish(n int64, err error) {
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
		r.invalid = true
	}
}

// invalidate makes the sum count for nothing.
func (r *runningSum) invalidate() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.invalid = true
}

// finalSum returns the sum of a file of that size; nil when not all of it came in order.
func (r *runningSum) finalSum(size int64) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.invalid || r.busy || r.at != size || r.sum == nil {
		return nil
	}
	return r.sum.Sum(nil)
}
