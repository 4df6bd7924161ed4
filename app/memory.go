package app

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"

	"anbar/db"
)

// gcPercent trades a little CPU for memory: on a small machine the system needs
// it more than we do.
const gcPercent = 50

// spareMemory sets how the heap grows, unless the environment says so.
func spareMemory() {
	limitMemory()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}

// watchWriter tells the log how long transactions held the writer of the database in the last minute. Everybody who writes
// waits for the longest.
func (a *App) watchWriter(context.Context) error {
	h := a.db.WriterStatsSince()
	if h.Commits == 0 {
		return nil
	}
	args := []any{"longest", h.Longest, "by", h.Work, "beyond", h.Long, "of", h.Commits, "flush", h.Flush}
	if h.Long > 0 {
		a.log.Warn("transactions held the database for longer than "+db.LongCommit.String(), args...)
	} else {
		a.log.Debug("transactions of the last minute", args...)
	}
	return nil
}

const tooMuchFree = 16 << 20

// rest remembers how much had happened when memory was given back last.
type rest struct{ requests, rested uint64 }

// releaseMemory returns freed memory to the system after a peak: hashing a password takes
// 19 MiB, a bundle 8. The runtime would keep it for minutes. When no request came since its
// last run, it also releases the pages of the program.
func (a *App) releaseMemory(context.Context) error {
	now := a.requests.Load() + 1
	idle := now == a.rest.requests
	a.rest.requests = now
	if idle && a.rest.rested != now {
		a.rest.rested = now
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
