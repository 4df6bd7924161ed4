package host

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
)

// gcPercent trades a little CPU for memory: on a small machine the system needs
// it more than we do.
const gcPercent = 50

// LimitMemory sets how the heap grows, unless the environment says so.
func LimitMemory() {
	limitHeap()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}

const tooMuchFree = 16 << 20

// Memory gives memory back to the system, and keeps the heap near what is in use.
type Memory struct {
	requests               func() uint64 // that came so far
	names                  func() int    // bytes of the heap that stay, and hold no pointers
	lastRequests, returned uint64
	percent                int // what the collector was told last
}

// NewMemory asks the functions how many requests came so far, and how many bytes of the heap stay and hold no pointers.
func NewMemory(requests func() uint64, names func() int) *Memory {
	return &Memory{requests: requests, names: names, percent: gcPercent}
}

const (
	leastHeadroom = 12 << 20
	leastChange   = 3 // percent
)

// growth returns by how many percent the heap may grow until it is collected. What holds no pointers costs the collector nothing, so it
// does not count: a million names in memory would otherwise let garbage grow by half of them.
func growth(live, names int) int {
	if live <= 0 {
		return gcPercent
	}
	headroom := max(leastHeadroom, (live-min(names, live))*gcPercent/100)
	return min(gcPercent, headroom*100/live)
}

// paceCollector tells the collector how far the heap may grow, unless the environment says so.
func (m *Memory) paceCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	percent := growth(int(live[0].Value.Uint64()), m.names())
	if max(percent, m.percent)-min(percent, m.percent) >= leastChange {
		debug.SetGCPercent(percent)
		m.percent = percent
	}
}

// Release returns freed memory to the system after a peak: hashing a password takes
// 19 MiB, a bundle 8. The runtime would keep it for minutes. When no request came since its
// last run, it also releases the pages of the program.
func (m *Memory) Release(context.Context) error {
	m.paceCollector()
	now := m.requests() + 1
	idle := now == m.lastRequests
	m.lastRequests = now
	if idle && m.returned != now {
		m.returned = now
		debug.FreeOSMemory() // collects first: nothing may have been allocated since the peak
		if err := dropOwnPages(); err != nil {
			return fmt.Errorf("unmap the program's pages: %w", err)
		}
	}
	free := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(free)
	if free[0].Value.Uint64() > tooMuchFree {
		debug.FreeOSMemory()
	}
	return nil
}
