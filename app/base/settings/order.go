package settings

import (
	"sync"
	"sync/atomic"
)

// CommitOrder lets only the newest state count. Callers learn of their commits in any order, so what a transaction left is not
// always the last that is told. The zero value is ready.
type CommitOrder struct {
	issued atomic.Int64

	mu      sync.Mutex
	applied int64
}

// Next returns the turn of a transaction; it is called within it.
func (o *CommitOrder) Next() int64 { return o.issued.Add(1) }

// Apply calls fn after the commit, unless the state of a later turn counts already. One fn runs at a time.
func (o *CommitOrder) Apply(turn int64, fn func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if turn > o.applied {
		o.applied = turn
		fn()
	}
}
