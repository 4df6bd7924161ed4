// Package wopi is the protocol WOPI as one who keeps documents speaks it: what an office server such as Collabora Online can do,
// and whether a request comes from it.
package wopi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/outward"
	"anbar/app/base/spool"
)

// Server is an office server as staff entered it.
type Server struct {
	URL        string // where browsers reach it
	Internal   string // where this server reaches it; empty for the same
	Own        string // where it reaches this server; empty for where users do
	SkipVerify bool   // of its certificate

	cached atomic.Pointer[discoveryEntry]

	mu       sync.Mutex // held while the server is asked
	failedAt time.Time  // when the last question failed
	lastErr  error
}

// discoveryEntry is what the server said last.
type discoveryEntry struct {
	*Discovery
	at time.Time
}

// discoveryWithin returns what the server said, unless that is older; nil for nothing.
func (s *Server) discoveryWithin(age time.Duration) *Discovery {
	if last := s.cached.Load(); last != nil && time.Since(last.at) < age {
		return last.Discovery
	}
	return nil
}

// Holder holds the server that counts.
type Holder struct{ now atomic.Pointer[Server] }

// Now returns the server; nil when none is connected.
func (h *Holder) Now() *Server { return h.now.Load() }

// Replace lets another server count; nil for none.
func (h *Holder) Replace(s *Server) { h.now.Store(s) }

// Base returns the address that this server uses.
func (s *Server) Base() string {
	if s.Internal != "" {
		return s.Internal
	}
	return s.URL
}

// Origin returns scheme, host and port of the server as browsers write them.
func (s *Server) Origin() string {
	u, ok := outward.ParseAddress(s.URL)
	if !ok {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// LoadDiscovery returns what the server can do, as it said within the last hour; as it said within the last day while it is silent.
func (s *Server) LoadDiscovery(ctx context.Context) (*Discovery, error) {
	return s.discoverWithin(ctx, limits.WopiDiscovery)
}

// RefreshDiscovery is Discovery with an answer that is no older than a minute, for a request that is signed with an unknown key.
func (s *Server) RefreshDiscovery(ctx context.Context) (*Discovery, error) {
	return s.discoverWithin(ctx, limits.WopiRefresh)
}

func (s *Server) discoverWithin(ctx context.Context, age time.Duration) (*Discovery, error) {
	if d := s.discoveryWithin(age); d != nil {
		return d, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.discoveryWithin(age); d != nil { // another one asked meanwhile
		return d, nil
	}
	if time.Since(s.failedAt) >= limits.WopiPause {
		d, err := s.FetchDiscovery(context.WithoutCancel(ctx)) // others wait for the answer, too
		if err == nil {
			s.cached.Store(&discoveryEntry{d, time.Now()})
			return d, nil
		}
		s.failedAt, s.lastErr = time.Now(), err
	}
	if d := s.discoveryWithin(limits.WopiStale); d != nil {
		return d, nil
	}
	return nil, s.lastErr
}

// CachedDiscovery returns what the server said last, without asking and without waiting for one who asks; nil for nothing.
func (s *Server) CachedDiscovery() *Discovery {
	if last := s.cached.Load(); last != nil {
		return last.Discovery
	}
	return nil
}

// FetchDiscovery asks the server what it can do.
func (s *Server) FetchDiscovery(ctx context.Context) (*Discovery, error) {
	r, err := s.send(ctx, http.MethodGet, "/hosting/discovery", nil)
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		return nil, fault.OfficeAnswer.Because(fmt.Errorf("status %d", r.StatusCode))
	}
	b, err := spool.ReadAll(r.Body, limits.OfficeHead)
	if errors.Is(err, spool.ErrTooLarge) {
		return nil, fault.OfficeAnswer.Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("ask the office server: %w", err)
	}
	d, err := s.parseDiscovery(b)
	if err != nil && !errors.Is(err, fault.OfficeAddress) {
		err = fault.OfficeAnswer.Because(err)
	}
	return d, err
}
