package app

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
)

// gcPercent trades a little CPU for memory: on a small machine the system needs
// it more than we do.
const gcPercent = 50

// spareMemory sets how the heap grows, unless the environment says so.
func spareMemory() {
	boundMemory()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}

const tooMuchFree = 16 << 20

// giveMemoryBack returns to the system what a peak left behind: a password's hash
// takes 19 MiB, a bundle 8. The runtime would keep it for minutes.
func giveMemoryBack(context.Context) error {
	free := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(free)
	if free[0].Value.Uint64() > tooMuchFree {
		debug.FreeOSMemory()
	}
	return nil
}
