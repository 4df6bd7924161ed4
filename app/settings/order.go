package settings

import (
	"sync"
	"sync/atomic"
)

// Order lets only the newest state count. Callers learn of their commits in any order, so what a transaction left is not
// always the last that is told. The zero value is ready.
type Order struct {
	turns atomic.Int64

	mu     sync.Mutex
	counts int64
}

// Turn returns the turn of a transaction; it is called within it.
func (o *Order) Turn() int64 { return o.turns.Add(1) }

// Count calls fn after the commit, unless the state of a later turn counts already. One fn runs at a time.
func (o *Order) Count(turn int64, fn func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if turn > o.counts {
		o.counts = turn
		fn()
	}
}
