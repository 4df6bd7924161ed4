package app

import (
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// disk tells how much room the data directory has, asking the system at most
// once in a few seconds.
type disk struct {
	dir string
	log *slog.Logger

	mu    sync.Mutex
	asked time.Time
	left  int64
}

const diskAge = 5 * time.Second

func newDisk(dir string, log *slog.Logger) *disk { return &disk{dir: dir, log: log} }

func (d *disk) free() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if time.Since(d.asked) < diskAge {
		return d.left
	}
	var s unix.Statfs_t
	if err := unix.Statfs(d.dir, &s); err != nil {
		d.log.Error("ask how much room the disk has", "dir", d.dir, "error", err)
		return d.left
	}
	d.asked, d.left = time.Now(), int64(s.Bavail)*s.Bsize
	return d.left
}
