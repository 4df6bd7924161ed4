package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// smallDisk is a disk of a limited size: an ext4 in a file, mounted below the scratch directory.
type smallDisk struct {
	image, dir string

	mu   sync.Mutex
	most int64 // bytes in use
	stop chan struct{}
	done chan struct{}
}

// mountDisk makes and mounts a disk, and begins to watch how full it is. It needs root.
func (r *run) mountDisk(name string, size int64) (*smallDisk, error) {
	dir, err := r.newDirectory(name)
	if err != nil {
		return nil, err
	}
	d := &smallDisk{image: filepath.Join(r.dir, name+".img"), dir: dir, stop: make(chan struct{}), done: make(chan struct{})}
	f, err := os.Create(d.image)
	if err == nil {
		err = errors.Join(f.Truncate(size), f.Close())
	}
	if err != nil {
		return nil, err
	}
	for _, args := range [][]string{
		{"mkfs.ext4", "-q", "-m", "0", "-E", "lazy_itable_init=1,nodiscard", d.image}, {"mount", "-o", "loop", d.image, dir},
	} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s, which needs root: %w: %s", args[0], err, out)
		}
	}
	go d.watch()
	return d, nil
}

const diskLooks = 100 * time.Millisecond

func (d *smallDisk) watch() {
	defer close(d.done)
	for tick := time.NewTicker(diskLooks); ; {
		var s unix.Statfs_t
		if unix.Statfs(d.dir, &s) == nil {
			d.mu.Lock()
			d.most = max(d.most, int64(s.Blocks-s.Bfree)*s.Bsize)
			d.mu.Unlock()
		}
		select {
		case <-d.stop:
			tick.Stop()
			return
		case <-tick.C:
		}
	}
}

// highest returns the most bytes that were in use since the disk was mounted, or since the last call of it.
func (d *smallDisk) highest() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.most
	d.most = 0
	return n
}

// remove unmounts the disk and removes it.
func (d *smallDisk) remove() error {
	close(d.stop)
	<-d.done
	if out, err := exec.Command("umount", d.dir).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return errors.Join(os.Remove(d.image), os.Remove(d.dir))
}
