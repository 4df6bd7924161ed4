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

	chunks  []*segment // by id
	rows    int        // of a chunk at most
	extra   segment    // names that came since another name of the same node
	extraOf map[db.NodeID]int32
}

// directoryEntry is a directory in the index.
type directoryEntry struct {
	id db.NodeID
	up int32 // -1 for a root
}

func newIndex() *index {
	return &index{rows: chunkRows, dirOf: map[db.NodeID]int32{}, userOf: map[db.UserID]int32{}, extraOf: map[db.NodeID]int32{}}
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
	n := sort.Search(len(x.chunks), func(i int) bool { return x.chunks[i].ids[0] > id })
	if n == 0 {
		return nil, 0
	}
	s := x.chunks[n-1]
	row, ok := slices.BinarySearch(s.ids, id)
	if !ok || s.group[row] == dead {
		return nil, 0
	}
	return s, row
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
	r := rowOf(n)
	r.up = up
	s, row := x.find(n.ID)
	if s != nil && bytes.Equal(s.name(row), key) {
		s.up[row], s.modified[row], s.size[row], s.group[row] = up, r.modified, r.size, r.group
		return
	}
	x.remove(n.ID)
	r.by = x.internUser(n.CreatedBy)
	if last := len(x.chunks) - 1; last >= 0 && x.chunks[last].lastID() >= n.ID {
		x.extraOf[n.ID] = int32(x.extra.len())
		x.extra.add(r, key)
		return
	}
	x.addLast(r, key)
}

// addLast adds a row behind all others of the chunks.
func (x *index) addLast(r row, name []byte) {
	last := len(x.chunks) - 1
	if last >= 0 && x.chunks[last].len() >= x.rows {
		x.chunks[last].shrink()
		last = -1
	}
	if last < 0 {
		x.chunks = append(x.chunks, &segment{})
		last = len(x.chunks) - 1
	}
	x.chunks[last].add(r, name)
}

func (x *index) remove(id db.NodeID) {
	if s, row := x.find(id); s != nil {
		s.markDead(row)
		delete(x.extraOf, id)
	}
}

// segments returns the chunks, and then the extra names.
func (x *index) segments() []*segment { return append(slices.Clone(x.chunks), &x.extra) }

// count returns how many names the chunks have, and how many of them are dead.
func (x *index) count() (all, dead int) {
	for _, s := range x.chunks {
		all += s.len()
		dead += s.dead
	}
	return all, dead
}

// needsCompaction reports whether so much is dead or out of order that compact pays.
func (x *index) needsCompaction() bool {
	all, dead := x.count()
	return dead+x.extra.len() > 10_000+all/8
}

// compact writes all names anew, in order and without those that are dead, and
// forgets directories that are no more.
func (x *index) compact() {
	alive := make([]bool, len(x.dirs))
	for _, s := range x.segments() {
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
	number := x.renumber(alive)
	later := make([]int32, 0, len(x.extraOf))
	for _, row := range x.extraOf {
		later = append(later, row)
	}
	sort.Slice(later, func(i, j int) bool { return x.extra.ids[later[i]] < x.extra.ids[later[j]] })
	old, extra := x.chunks, x.extra
	x.chunks, x.extra, x.extraOf = nil, segment{}, map[db.NodeID]int32{}
	take := func(s *segment, i int) {
		r := s.row(i)
		r.up = number[r.up]
		x.addLast(r, s.name(i))
	}
	for n, s := range old {
		for row := range s.ids {
			for len(later) > 0 && extra.ids[later[0]] < s.ids[row] {
				take(&extra, int(later[0]))
				later = later[1:]
			}
			if s.group[row] != dead {
				take(s, row)
			}
		}
		old[n] = nil // its memory is free for the next
	}
	for _, row := range later {
		take(&extra, int(row))
	}
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

// removeWithin drops the names of a workspace that is deleted: nothing says so of each.
func (x *index) removeWithin(gone func(root db.NodeID) bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	in := newWithin(x, gone)
	for _, s := range x.segments() {
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
	for _, s := range x.segments() {
		n += s.memoryUse()
	}
	const entry = 16 + 20 // of dirs, and about so much of dirOf
	return n + entry*len(x.dirs) + 20*len(x.extraOf)
}
