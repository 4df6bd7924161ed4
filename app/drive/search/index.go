package search

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sort"
	"sync"

	"anbar/app/base/names"
	"anbar/db"
)

// index holds the names of all nodes in memory. It makes no decision about rights: it only
// saves loading nodes that cannot match. It gets no notice of changes; it reads them before
// each use.
//
// A directory only knows its parent: everything below moves with it, also into another
// workspace.
type index struct {
	mu     sync.RWMutex
	asOf   uint64    // commits that it has seen
	node   db.NodeID // the newest it has seen
	change int64     // the newest it has seen

	dirs   []directoryEntry
	dirOf  map[db.NodeID]int32
	users  []db.UserID
	userOf map[db.UserID]int32

	main    segment // by id
	extra   segment // names that came since another name of the same node
	extraOf map[db.NodeID]int32
}

// directoryEntry is a directory in the index.
type directoryEntry struct {
	id db.NodeID
	up int32 // -1 for a root
}

// segment holds names, one after the other, with the other data of each node in parallel
// columns.
type segment struct {
	names    []byte // folded, each with a line's end behind it
	start    []uint32
	ids      []db.NodeID
	up       []int32 // number of the directory
	modified []int64
	size     []int64
	by       []int32
	group    []group
	dead     int
}

const separator = '\n'

func newIndex() *index {
	return &index{dirOf: map[db.NodeID]int32{}, userOf: map[db.UserID]int32{}, extraOf: map[db.NodeID]int32{}}
}

func (s *segment) len() int { return len(s.ids) }

// name is the folded name of a row.
func (s *segment) name(row int) []byte { return s.names[s.start[row] : s.end(row)-1] }

// end is where the name of the row behind begins.
func (s *segment) end(row int) uint32 {
	if row+1 < len(s.start) {
		return s.start[row+1]
	}
	return uint32(len(s.names))
}

func (s *segment) markDead(row int) {
	s.group[row] = dead
	s.dead++
}

// copyRow takes a row of another segment over.
func (s *segment) copyRow(from *segment, row int, up int32) {
	s.start = append(s.start, uint32(len(s.names)))
	s.names = append(append(s.names, from.name(row)...), separator)
	s.ids, s.up, s.modified = append(s.ids, from.ids[row]), append(s.up, up), append(s.modified, from.modified[row])
	s.size, s.by, s.group = append(s.size, from.size[row]), append(s.by, from.by[row]), append(s.group, from.group[row])
}

func (x *index) internDirectory(id db.NodeID) int32 {
	if id == 0 {
		return -1
	}
	n, ok := x.dirOf[id]
	if !ok {
		n = int32(len(x.dirs))
		x.dirs, x.dirOf[id] = append(x.dirs, directoryEntry{id, -1}), n
	}
	return n
}

func (x *index) internUser(id db.UserID) int32 {
	n, ok := x.userOf[id]
	if !ok {
		n = int32(len(x.users))
		x.users, x.userOf[id] = append(x.users, id), n
	}
	return n
}

// find returns the place of a node in the index; nil when it is not indexed.
func (x *index) find(id db.NodeID) (*segment, int) {
	if row, ok := x.extraOf[id]; ok {
		return &x.extra, int(row)
	}
	row, ok := slices.BinarySearch(x.main.ids, id)
	if !ok || x.main.group[row] == dead {
		return nil, 0
	}
	return &x.main, row
}

// put takes a node as it is now.
func (x *index) put(n *db.IndexEntry, key []byte) {
	up := x.internDirectory(n.Parent)
	if n.Kind == db.Directory {
		x.dirs[x.internDirectory(n.ID)].up = up
	}
	if n.Parent == 0 { // a root has no name, and deleted nodes are not found
		x.remove(n.ID)
		return
	}
	s, row := x.find(n.ID)
	if s != nil && bytes.Equal(s.name(row), key) {
		s.up[row], s.modified[row], s.size[row], s.group[row] = up, n.ModifiedAt, n.Size, groupOf(n)
		return
	}
	x.remove(n.ID)
	s = &x.main
	if last := len(s.ids); last > 0 && s.ids[last-1] >= n.ID {
		s = &x.extra
		x.extraOf[n.ID] = int32(s.len())
	}
	s.start = append(s.start, uint32(len(s.names)))
	s.names = append(append(s.names, key...), separator)
	s.ids, s.up, s.modified = append(s.ids, n.ID), append(s.up, up), append(s.modified, n.ModifiedAt)
	s.size, s.by, s.group = append(s.size, n.Size), append(s.by, x.internUser(n.CreatedBy)), append(s.group, groupOf(n))
}

func (x *index) remove(id db.NodeID) {
	if s, row := x.find(id); s != nil {
		s.markDead(row)
		delete(x.extraOf, id)
	}
}

// needsCompaction reports whether so much is dead or out of order that compact pays.
func (x *index) needsCompaction() bool {
	return x.main.dead+x.extra.len() > 10_000+x.main.len()/8
}

// compact writes all names anew, in order and without those that are dead, and
// forgets directories that are no more.
func (x *index) compact() {
	alive := make([]bool, len(x.dirs))
	note := func(s *segment) {
		for row, up := range s.up {
			if s.group[row] == dead {
				continue
			}
			alive[up] = true
			if s.group[row] == directory {
				alive[x.dirOf[s.ids[row]]] = true
			}
		}
	}
	note(&x.main)
	note(&x.extra)
	number := x.renumber(alive)
	later := make([]int32, 0, len(x.extraOf))
	for _, row := range x.extraOf {
		later = append(later, row)
	}
	sort.Slice(later, func(i, j int) bool { return x.extra.ids[later[i]] < x.extra.ids[later[j]] })
	var all segment
	all.reserve(x.main.len()-x.main.dead+len(later), len(x.main.names)+len(x.extra.names))
	for row := range x.main.ids {
		for len(later) > 0 && x.extra.ids[later[0]] < x.main.ids[row] {
			all.copyRow(&x.extra, int(later[0]), number[x.extra.up[later[0]]])
			later = later[1:]
		}
		if x.main.group[row] != dead {
			all.copyRow(&x.main, row, number[x.main.up[row]])
		}
	}
	for _, row := range later {
		all.copyRow(&x.extra, int(row), number[x.extra.up[row]])
	}
	x.main, x.extra, x.extraOf = all, segment{}, map[db.NodeID]int32{}
}

// renumber keeps the directories that are alive and returns their new numbers.
func (x *index) renumber(alive []bool) []int32 {
	for i := range x.dirs { // directories above a living one live
		for n := int32(i); alive[n] && x.dirs[n].up >= 0 && !alive[x.dirs[n].up]; n = x.dirs[n].up {
			alive[x.dirs[n].up] = true
		}
	}
	number := make([]int32, len(x.dirs))
	old := x.dirs
	x.dirs, x.dirOf = nil, map[db.NodeID]int32{}
	for i, p := range old {
		number[i] = -1
		if alive[i] {
			number[i] = x.internDirectory(p.id)
		}
	}
	for i, p := range old {
		if alive[i] && p.up >= 0 {
			x.dirs[number[i]].up = number[p.up]
		}
	}
	return number
}

func (s *segment) reserve(rows, bytes int) {
	s.names, s.start, s.ids, s.up = make([]byte, 0, bytes), make([]uint32, 0, rows), make([]db.NodeID, 0, rows), make([]int32, 0, rows)
	s.modified, s.size, s.by, s.group = make([]int64, 0, rows), make([]int64, 0, rows), make([]int32, 0, rows), make([]group, 0, rows)
}

// shrink gives back the room that growing left.
func (s *segment) shrink() {
	s.names, s.start, s.ids, s.up = bytes.Clone(s.names), shrinkSlice(s.start), shrinkSlice(s.ids), shrinkSlice(s.up)
	s.modified, s.size, s.by, s.group = shrinkSlice(s.modified), shrinkSlice(s.size), shrinkSlice(s.by), shrinkSlice(s.group)
}

func shrinkSlice[T any](s []T) []T { return append(make([]T, 0, len(s)), s...) }

const readBatchSize = 20_000 // rows that are read at a time

// catchUp reads new changes. It reads the number of the last commit first, so the index is
// never older than that number.
func (x *index) catchUp(ctx context.Context, d *db.DB) error {
	x.mu.RLock()
	fresh := x.asOf == d.Commits() && x.asOf != 0
	x.mu.RUnlock()
	if fresh {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	err := d.View(ctx, x.readCommits)
	if err == nil && x.needsCompaction() {
		x.compact()
	}
	return err
}

func (x *index) readCommits(v *db.View) error {
	if x.asOf == v.AsOf() && x.asOf != 0 {
		return nil
	}
	if err := x.readNew(v); err != nil {
		return err
	}
	if err := x.readChanged(v); err != nil {
		return err
	}
	x.asOf = v.AsOf()
	return nil
}

// readNew reads all nodes that were made since.
func (x *index) readNew(v *db.View) error {
	for {
		n, err := x.readBatch(v)
		if err != nil || n < readBatchSize {
			return err
		}
	}
}

func (x *index) readBatch(v *db.View) (int, error) {
	count := 0
	var key []byte
	for n, err := range v.NodesMadeAfter(x.node, readBatchSize) {
		if err != nil {
			return count, err
		}
		key = names.AppendSearchKey(key[:0], n.Name)
		x.put(&n, key)
		x.node = n.ID
		count++
	}
	return count, nil
}

// readChanged reads all nodes anew that changed since.
func (x *index) readChanged(v *db.View) error {
	seen := map[db.NodeID]bool{}
	for {
		all, err := v.ChangesAfter(x.change, readBatchSize)
		if err != nil {
			return err
		}
		for _, c := range all {
			if !seen[c.Node] {
				seen[c.Node] = true
				if err := x.refresh(v, c.Node); err != nil {
					return err
				}
			}
			x.change = c.ID
		}
		if len(all) < readBatchSize {
			return nil
		}
	}
}

func (x *index) refresh(v *db.View, id db.NodeID) error {
	n, err := v.IndexedNode(id)
	if errors.Is(err, db.ErrNotFound) {
		x.remove(id)
		return nil
	}
	if err == nil {
		x.put(&n, names.AppendSearchKey(nil, n.Name))
	}
	return err
}

// loadAll reads everything for the first time, in steps, so that no snapshot lasts long.
// catchUp reads changes from the meantime again.
func (x *index) loadAll(ctx context.Context, d *db.DB) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	err := d.ViewOne(ctx, func(v *db.View) (err error) { // one connection, so that one has a full cache
		if x.node == 0 { // and not after a failure: the names read before are as old as that
			if x.change, err = v.LastChange(); err != nil {
				return err
			}
		}
		return x.readNew(v)
	})
	x.main.shrink()
	return err
}

// removeWithin drops the names of a workspace that is deleted: nothing says so of each.
func (x *index) removeWithin(gone func(root db.NodeID) bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	in := newWithin(x, gone)
	for _, s := range []*segment{&x.main, &x.extra} {
		for row, up := range s.up {
			if s.group[row] != dead && in.contains(up) {
				id := s.ids[row]
				s.markDead(row)
				delete(x.extraOf, id)
			}
		}
	}
	if x.needsCompaction() {
		x.compact()
	}
}

// roots returns the directories that have none above.
func (x *index) roots() (all []db.NodeID) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, p := range x.dirs {
		if p.up < 0 {
			all = append(all, p.id)
		}
	}
	return all
}

// memoryUse returns the memory of the names, without the overhead of the runtime.
func (x *index) memoryUse() int {
	n := 0
	for _, s := range []*segment{&x.main, &x.extra} {
		n += cap(s.names) + 4*cap(s.start) + 8*cap(s.ids) + 4*cap(s.up) + 8*cap(s.modified) + 8*cap(s.size) + 4*cap(s.by) + cap(s.group)
	}
	const entry = 16 + 20 // of dirs, and about so much of dirOf
	return n + entry*len(x.dirs) + 20*len(x.extraOf)
}
