// Package host is the machine that the appliance runs on: its disk and memory, its keys, the names and addresses it is reached by,
// backups of it, and the upkeep of its data.
package host

import (
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Disk tells how much room the data directory has, asking the system at most
// once in a few seconds.
type Disk struct {
	dir string
	log *slog.Logger

	mu    sync.Mutex
	asked time.Time
	left  int64
}

const diskAge = 5 * time.Second

// NewDisk asks about the file system of a directory.
func NewDisk(dir string, log *slog.Logger) *Disk { return &Disk{dir: dir, log: log} }

// FreeBytes returns how many bytes are left; what was last known, when the system does not say.
func (d *Disk) FreeBytes() int64 {
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
