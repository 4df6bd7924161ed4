package server

import (
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/time/rate"
)

// certificateLimiter are the names that certificates were made for beside those of this
// machine. A client chooses the name it asks for, so there is a bound.
type certificateLimiter struct {
	most  int
	fresh *rate.Limiter

	mu    sync.Mutex
	names map[string]bool
}

// newCertificateLimiter reads which names have a certificate below the directory of the
// internal authority.
func newCertificateLimiter(dir string, most int, fresh *rate.Limiter) (*certificateLimiter, error) {
	i := &certificateLimiter{most: most, fresh: fresh, names: map[string]bool{}}
	entries, err := os.ReadDir(filepath.Join(dir, "certificates", "local"))
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	for _, e := range entries {
		i.names[e.Name()] = true
	}
	return i, nil
}

// canIssue reports whether there may be a certificate for the name.
func (i *certificateLimiter) canIssue(name string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.names[name] {
		return true
	}
	if len(i.names) >= i.most || !i.fresh.Allow() {
		return false
	}
	i.names[name] = true
	return true
}
