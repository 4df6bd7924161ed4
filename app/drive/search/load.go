package search

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"anbar/app/base/names"
	"anbar/app/base/panics"
	"anbar/db"
)

// loader reads all names from both ends of the ids, so that two processors share the work without knowing where the middle is.
type loader struct {
	db   *db.DB
	rows int // of a chunk at most

	mu          sync.Mutex
	x           *index
	after, last db.NodeID  // ids that nobody read yet: behind after, until last
	front, back []*segment // back with the last chunk first
}

// loadAll reads everything for the first time, in steps, so that no snapshot lasts long.
// catchUp reads changes from the meantime again.
func (x *index) loadAll(ctx context.Context, d *db.DB) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	l := &loader{db: d, x: newIndex(), rows: x.rows}
	err := d.View(ctx, func(v *db.View) (err error) {
		if x.change, err = v.LastChange(); err == nil {
			l.last, err = v.NewestNode()
		}
		return err
	})
	if err != nil {
		return err
	}
	x.node = l.last
	var others sync.WaitGroup
	var failed error
	if runtime.GOMAXPROCS(0) > 1 {
		others.Go(func() { failed = panics.Catch(func() error { return l.run(ctx, true) }) })
	}
	err = l.run(ctx, false)
	others.Wait()
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	for i := len(l.back) - 1; i >= 0; i-- {
		l.front = append(l.front, l.back[i])
	}
	x.chunks, x.dirs, x.dirOf, x.users, x.userOf = l.front, l.x.dirs, l.x.dirOf, l.x.users, l.x.userOf
	return nil
}

// run reads from one end until nothing is left. It keeps one connection, whose cache then has the way to the rows.
func (l *loader) run(ctx context.Context, descending bool) error {
	return l.db.ViewOne(ctx, func(v *db.View) error {
		var b nodeBatch
		for {
			l.mu.Lock()
			after, last := l.after, l.last
			l.mu.Unlock()
			if after >= last {
				return nil
			}
			if err := b.read(v, after, last, l.rows, descending); err != nil {
				return err
			}
			l.addChunk(&b, descending)
			if len(b.nodes) < l.rows { // the other end is reached
				return nil
			}
		}
	})
}

// addChunk makes a chunk of what a nodeBatch has and the other end did not read meanwhile.
func (l *loader) addChunk(b *nodeBatch, descending bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := &segment{}
	s.reserve(len(b.nodes), len(b.keys)+len(b.nodes))
	for i := range b.nodes {
		at := i
		if descending {
			at = len(b.nodes) - 1 - i
		}
		if n := &b.nodes[at]; n.id > l.after && n.id <= l.last {
			l.addNode(s, n, b.key(at))
		}
	}
	switch {
	case len(b.nodes) < l.rows:
		l.after = l.last
	case descending:
		l.last = b.nodes[len(b.nodes)-1].id - 1
	default:
		l.after = b.nodes[len(b.nodes)-1].id
	}
	if s.len() == 0 {
		return
	}
	s.shrink()
	if descending {
		l.back = append(l.back, s)
	} else {
		l.front = append(l.front, s)
	}
}

func (l *loader) addNode(s *segment, n *loadedNode, key []byte) {
	n.up = l.x.internDirectory(n.parent)
	if n.isDirectory {
		l.x.dirs[l.x.internDirectory(n.id)].up = n.up
	}
	if n.parent != 0 { // a root has no name, and deleted nodes are not found
		n.by = l.x.internUser(n.creator)
		s.add(n.row, key)
	}
}

// nodeBatch is what one end read, in the order in which it was read. Its memory is used again.
type nodeBatch struct {
	nodes []loadedNode
	keys  []byte
}

type loadedNode struct {
	row
	parent      db.NodeID
	creator     db.UserID
	isDirectory bool
	end         int // of its key
}

func (b *nodeBatch) key(i int) []byte {
	if i == 0 {
		return b.keys[:b.nodes[0].end]
	}
	return b.keys[b.nodes[i-1].end:b.nodes[i].end]
}

func (b *nodeBatch) read(v *db.View, after, last db.NodeID, limit int, descending bool) error {
	b.nodes, b.keys = b.nodes[:0], b.keys[:0]
	for n, err := range v.NodesBetween(after, last, limit, descending) {
		if err != nil {
			return err
		}
		b.keys = names.AppendSearchKey(b.keys, n.Name)
		b.nodes = append(b.nodes, loadedNode{rowOf(&n), n.Parent, n.CreatedBy, n.Kind == db.Directory, len(b.keys)})
	}
	return nil
}
