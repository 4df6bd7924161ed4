// Package blobtest helps to test code that uses a blobstore: a contract that every
// store must keep, a disk in memory that loses unsynced writes in a crash, and a file
// system that fails on demand.
package blobtest

import (
	"io"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"anbar/blobstore"
)

// Disk is a file system in memory with a write cache like that of a machine:
// Crash simulates a power cut.
type Disk struct {
	mu     sync.Mutex
	root   *node
	locked map[string]bool
	// Total is the size of the disk that Space reports.
	Total int64
	used  int64
}

const sector = 512

// node is a file or a directory, as it is and as it is on the medium.
type node struct {
	dir      bool
	modTime  time.Time
	readTime time.Time

	children, durableChildren map[string]*node
	pending                   []*change

	data, durable []byte
	dirty         map[int64]bool // sectors written since the last sync
}

// change is a name that came or went and is not durable yet.
type change struct {
	name string
	node *node   // nil: the name went
	with *change // a rename takes the old name away only with the new one there
	done bool
}

// NewDisk returns an empty disk.
func NewDisk() *Disk {
	return &Disk{root: newDir(), locked: map[string]bool{}, Total: math.MaxInt64 / 2}
}

func newDir() *node {
	return &node{dir: true, children: map[string]*node{}, durableChildren: map[string]*node{}}
}

// Crash returns what a power cut at this moment may leave: what was synced, and a
// random part of the rest. The disk itself goes on.
func (d *Disk) Crash(r *rand.Rand) *Disk {
	d.mu.Lock()
	defer d.mu.Unlock()
	after := NewDisk()
	after.Total = d.Total
	d.root.decideDurable(r)
	after.root = d.root.copySurviving(r, map[*node]*node{})
	return after
}

// decideDurable throws the dice for the changes of names. In one directory they become
// durable in their order, as a journal does it.
func (n *node) decideDurable(r *rand.Rand) {
	keep := 0
	if len(n.pending) > 0 {
		keep = r.IntN(len(n.pending) + 1)
	}
	for i, c := range n.pending {
		c.done = i < keep
	}
	for _, k := range n.children {
		k.decideDurable(r)
	}
	for _, k := range n.durableChildren {
		if !n.hasChild(k) {
			k.decideDurable(r)
		}
	}
}

func (n *node) hasChild(k *node) bool {
	for _, other := range n.children {
		if other == k {
			return true
		}
	}
	return false
}

// copySurviving copies what the medium holds after the crash.
func (n *node) copySurviving(r *rand.Rand, seen map[*node]*node) *node {
	if c := seen[n]; c != nil {
		return c
	}
	c := &node{dir: n.dir, modTime: n.modTime, readTime: n.readTime}
	seen[n] = c
	if !n.dir {
		c.data = n.tearContent(r)
		c.durable = slices.Clone(c.data)
		c.dirty = map[int64]bool{}
		return c
	}
	c.children, c.durableChildren = map[string]*node{}, map[string]*node{}
	for name, k := range n.durableEntries() {
		c.children[name] = k.copySurviving(r, seen)
		c.durableChildren[name] = c.children[name]
	}
	return c
}

// durableEntries returns the entries of a directory that are on the medium.
func (n *node) durableEntries() map[string]*node {
	names := maps.Clone(n.durableChildren)
	for _, p := range n.pending {
		switch {
		case !p.done, p.with != nil && !p.with.done:
		case p.node == nil:
			delete(names, p.name)
		default:
			names[p.name] = p.node
		}
	}
	return names
}

// tearContent is the content of a file of which each dirty sector landed or did not.
func (n *node) tearContent(r *rand.Rand) []byte {
	size := len(n.durable)
	switch {
	case len(n.data) == size:
	case r.IntN(3) == 0:
		size = len(n.data)
	case r.IntN(2) == 0:
		size = min(size, len(n.data)) + r.IntN(max(size, len(n.data))-min(size, len(n.data)))
	}
	p := make([]byte, size)
	copy(p, n.durable)
	for s := range n.dirty {
		from, to := s*sector, min((s+1)*sector, int64(len(n.data)), int64(size))
		if from < to && r.IntN(2) == 0 {
			copy(p[from:to], n.data[from:to])
		}
	}
	return p
}

// Damage lets a test change the bytes of a file behind the back of the store.
func (d *Disk) Damage(name string, change func(p []byte) []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, err := d.findNode("damage", name)
	if err != nil {
		return err
	}
	n.data = change(slices.Clone(n.data))
	n.durable = slices.Clone(n.data)
	return nil
}

func splitPath(name string) []string {
	name = strings.Trim(filepath.ToSlash(filepath.Clean(name)), "/")
	if name == "" || name == "." {
		return nil
	}
	return strings.Split(name, "/")
}

func pathError(op, name string, err error) error {
	return &fs.PathError{Op: op, Path: name, Err: err}
}

func (d *Disk) findNode(op, name string) (*node, error) {
	n := d.root
	for _, e := range splitPath(name) {
		if n = n.children[e]; n == nil {
			return nil, pathError(op, name, fs.ErrNotExist)
		}
	}
	return n, nil
}

// findParent returns the directory of name and the name in it.
func (d *Disk) findParent(op, name string) (*node, string, error) {
	elems := splitPath(name)
	if len(elems) == 0 {
		return nil, "", pathError(op, name, fs.ErrInvalid)
	}
	dir, err := d.findNode(op, strings.Join(elems[:len(elems)-1], "/"))
	if err == nil && !dir.dir {
		err = pathError(op, name, fs.ErrInvalid)
	}
	return dir, elems[len(elems)-1], err
}

func (n *node) setChild(name string, k *node) *change {
	if k == nil {
		delete(n.children, name)
	} else {
		n.children[name] = k
	}
	c := &change{name: name, node: k}
	n.pending = append(n.pending, c)
	return c
}

// Mkdir implements blobstore.FS.
func (d *Disk) Mkdir(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.root
	for _, e := range splitPath(name) {
		if n.children[e] == nil {
			n.setChild(e, newDir())
		}
		if n = n.children[e]; !n.dir {
			return pathError("mkdir", name, fs.ErrExist)
		}
	}
	return nil
}

// Rename implements blobstore.FS.
func (d *Disk) Rename(from, to string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	a, x, err := d.findParent("rename", from)
	if err != nil {
		return err
	}
	b, y, err := d.findParent("rename", to)
	if err != nil {
		return err
	}
	n := a.children[x]
	if n == nil {
		return pathError("rename", from, fs.ErrNotExist)
	}
	come := b.setChild(y, n)
	a.setChild(x, nil).with = come
	return nil
}

// Remove implements blobstore.FS.
func (d *Disk) Remove(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	dir, x, err := d.findParent("remove", name)
	if err != nil {
		return err
	}
	if dir.children[x] == nil {
		return pathError("remove", name, fs.ErrNotExist)
	}
	d.used -= int64(len(dir.children[x].data))
	dir.setChild(x, nil)
	return nil
}

// List implements blobstore.FS.
func (d *Disk) List(dir string) ([]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, err := d.findNode("list", dir)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(n.children))
	for name := range n.children {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

// Stat implements blobstore.FS.
func (d *Disk) Stat(name string) (blobstore.FileInfo, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, err := d.findNode("stat", name)
	if err != nil {
		return blobstore.FileInfo{}, err
	}
	return blobstore.FileInfo{Size: int64(len(n.data)), ModTime: n.modTime, ReadTime: n.readTime, Dir: n.dir}, nil
}

// NoteRead implements blobstore.FS.
func (d *Disk) NoteRead(name string, at time.Time) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, err := d.findNode("utimensat", name)
	if err == nil {
		n.readTime = at
	}
	return err
}

// SyncDir implements blobstore.FS.
func (d *Disk) SyncDir(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, err := d.findNode("sync", name)
	if err != nil {
		return err
	}
	for _, c := range n.pending {
		c.done, c.with = true, nil
		if c.node == nil {
			delete(n.durableChildren, c.name)
		} else {
			n.durableChildren[c.name] = c.node
		}
	}
	n.pending = nil
	return nil
}

// Lock implements blobstore.FS.
func (d *Disk) Lock(name string) (io.Closer, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.locked[name] {
		return nil, pathError("lock", name, blobstore.ErrLocked)
	}
	d.locked[name] = true
	return unlocker{d, name}, nil
}

type unlocker struct {
	d    *Disk
	name string
}

func (u unlocker) Close() error {
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	delete(u.d.locked, u.name)
	return nil
}

// Space implements blobstore.FS.
func (d *Disk) Space(string) (free, total int64, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.Total - d.used, d.Total, nil
}
