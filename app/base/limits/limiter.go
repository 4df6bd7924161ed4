package limits

import (
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/lru"

	"golang.org/x/time/rate"
)

const maxKeys = 20_000

// Limiter bounds how often something happens for each key (an address, a
// login). It remembers the keys used latest and forgets the others.
type Limiter struct {
	every time.Duration
	burst int

	mu   sync.Mutex
	keys *lru.Cache[string, *rate.Limiter]
}

// NewLimiter allows burst events at once and one more every so often.
func NewLimiter(every time.Duration, burst int) *Limiter {
	return &Limiter{every: every, burst: burst, keys: lru.New[string, *rate.Limiter](maxKeys)}
}

// Allow counts one event for key. When there were too many it returns
// fault.TooManyRequests with the time to wait, and counts nothing.
func (l *Limiter) Allow(key string) error {
	r := l.bucket(key).Reserve()
	if d := r.Delay(); d > 0 {
		r.Cancel()
		return fault.TooManyRequests.After(d)
	}
	return nil
}

// Refund takes one event back that turned out not to count.
func (l *Limiter) Refund(key string) { l.bucket(key).AllowN(time.Now(), -1) }

func (l *Limiter) bucket(key string) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, known := l.keys.Get(key)
	if !known {
		b = rate.NewLimiter(rate.Every(l.every), l.burst)
		l.keys.Put(key, b)
	}
	return b
}
