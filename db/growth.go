package db

import (
	"database/sql"
	"maps"
	"slices"
)

// growth sums what a transaction adds to the counters of directories, so that each row is written once and not once for
// each item that came or went. What the transaction reads has the sums already.
type growth struct {
	added map[NodeID]*counters
	above map[NodeID][]NodeID // a directory and all above it
}

// counters are the counters of a directory, or what is added to them.
type counters struct{ size, files, dirs, childFiles, childDirs int64 }

func newGrowth() *growth { return &growth{added: map[NodeID]*counters{}, above: map[NodeID][]NodeID{}} }

func (g *growth) countersOf(dir NodeID) *counters {
	c := g.added[dir]
	if c == nil {
		c = &counters{}
		g.added[dir] = c
	}
	return c
}

// clearWays forgets the ways that lead through a directory which is about to be moved.
func (g *growth) clearWays() { clear(g.above) }

// clone returns a copy of what was added.
func (g *growth) clone() map[NodeID]counters {
	all := make(map[NodeID]counters, len(g.added))
	for id, c := range g.added {
		all[id] = *c
	}
	return all
}

// reset goes back to what clone returned, after the changes since then were rolled back.
func (g *growth) reset(to map[NodeID]counters) {
	clear(g.added)
	clear(g.above)
	for id, c := range to {
		g.added[id] = &c
	}
}

// addPendingCounts adds to the nodes what the transaction has counted and not written yet.
func (v *View) addPendingCounts(nodes ...*Node) {
	if v.growth == nil || len(v.growth.added) == 0 {
		return
	}
	for _, n := range nodes {
		if c := v.growth.added[n.ID]; c != nil {
			n.Size, n.Files, n.Directories = n.Size+c.size, n.Files+c.files, n.Directories+c.dirs
			n.ChildFiles, n.ChildDirs = n.ChildFiles+c.childFiles, n.ChildDirs+c.childDirs
		}
	}
}

// addPendingCountsToAll is addPendingCounts for the rows of a query.
func (v *View) addPendingCountsToAll(all []Node, err error) ([]Node, error) {
	for i := range all {
		v.addPendingCounts(&all[i])
	}
	return all, err
}

// loadAncestors returns a directory and all above it; ErrNotFound when there is no such directory.
func (tx *Tx) loadAncestors(dir NodeID) ([]NodeID, error) {
	if way := tx.growth.above[dir]; way != nil {
		return way, nil
	}
	way, err := listRows(&tx.View, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) }, `WITH RECURSIVE up (id, parent_id) AS (
		SELECT id, parent_id FROM nodes WHERE id = ?1
		UNION ALL SELECT n.id, n.parent_id FROM up JOIN nodes n ON n.id = up.parent_id) SELECT id FROM up`, dir)
	if err == nil && len(way) == 0 {
		err = ErrNotFound
	}
	if err == nil {
		tx.growth.above[dir] = way
	}
	return way, err
}

// countNode adds the node and all nodes below it to the counters of the directories above
// it, or subtracts them when sign is -1.
func (tx *Tx) countNode(n *Node, sign int64) error {
	files, dirs := n.Files, n.Directories
	if n.Kind == Directory {
		dirs++
	} else {
		files++
	}
	if err := tx.growCounters(n.Parent, sign*n.Size, sign*files, sign*dirs); err != nil {
		return err
	}
	if c := tx.growth.countersOf(n.Parent); n.Kind == Directory {
		c.childDirs += sign
	} else {
		c.childFiles += sign
	}
	return nil
}

// growCounters changes the counters of a directory and of all above it.
func (tx *Tx) growCounters(from NodeID, size, files, dirs int64) error {
	way, err := tx.loadAncestors(from)
	if err != nil {
		return err
	}
	for _, id := range way {
		c := tx.growth.countersOf(id)
		c.size, c.files, c.dirs = c.size+size, c.files+files, c.dirs+dirs
	}
	return nil
}

// writeCounters writes the counters, each row once. Statements that read counters of many rows need it before.
func (tx *Tx) writeCounters() error {
	if len(tx.growth.added) == 0 {
		return nil
	}
	dirs := slices.Sorted(maps.Keys(tx.growth.added))
	for _, id := range dirs {
		c := tx.growth.added[id]
		if *c == (counters{}) {
			continue
		}
		err := tx.exec("UPDATE nodes SET size = size + ?, files = files + ?, directories = directories + ?, "+
			"child_files = child_files + ?, child_dirs = child_dirs + ? WHERE id = ?",
			c.size, c.files, c.dirs, c.childFiles, c.childDirs, id)
		if err != nil {
			return err
		}
	}
	clear(tx.growth.added)
	tx.touch(dirs...)
	return nil
}
