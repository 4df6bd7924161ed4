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

// Memory gives memory back to the system.
type Memory struct {
	requests               func() uint64 // that came so far
	lastRequests, returned uint64
}

// NewMemory asks the function how many requests came so far.
func NewMemory(requests func() uint64) *Memory { return &Memory{requests: requests} }

// Release returns freed memory to the system after a peak: hashing a password takes
// 19 MiB, a bundle 8. The runtime would keep it for minutes. When no request came since its
// last run, it also releases the pages of the program.
func (m *Memory) Release(context.Context) error {
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
