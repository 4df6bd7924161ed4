package files

import (
	"errors"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/activity"
	"anbar/db"
)

// The kinds of changes that bring a directory back.
const (
	ChangeRestore = "restore" // out of the trash
	ChangeMove    = "move"
	ChangeRename  = "rename"
	ChangeContent = "content" // an older version is shown again
	ChangeRemove  = "remove"  // came since, goes to the trash
	ChangeLost    = "lost"    // deleted forever, or where it cannot be fetched from
)

// Change is the change of one item when its directory is restored.
type Change struct {
	Do     string
	ID     db.NodeID
	Kind   db.Kind
	Name   string
	Path   string // of the directory it belongs to
	Before string // name, place or version as it is now
	After  string

	parent         db.NodeID
	version        db.VersionID
	afterDirectory bool // in its place among the others, not before them: its directory has to come back first
}

// RestorePlan is everything that brings a directory back to a moment.
type RestorePlan struct {
	Changes []Change

	top     *access.Item
	moment  int64
	wanted  map[db.NodeID]bool
	visited map[db.NodeID]bool // directories of today
	scanned int
}

const maxRewound = 20_000

// entry is one thing that a directory had then.
type entry struct {
	db.PastNode
	parent db.NodeID
	path   string
}

// planRewind finds the differences to an earlier state of a directory.
func planRewind(v *db.View, who access.Actor, it *access.Item, at time.Time, only []db.NodeID) (*RestorePlan, error) {
	m, err := resolveMoment(v, who, it, at)
	if err != nil {
		return nil, err
	}
	r := &RestorePlan{top: it, moment: m, wanted: map[db.NodeID]bool{}, visited: map[db.NodeID]bool{}}
	var all []entry
	if err := r.walkPast(v, &all, it.ID, activity.Path(it.Path), only); err != nil {
		return nil, err
	}
	if len(only) == 0 {
		if err := r.walkPresent(v, it.ID, activity.Path(it.Path)); err != nil {
			return nil, err
		}
	}
	for _, id := range only {
		if !r.wanted[id] {
			return nil, fault.InvalidID
		}
	}
	for _, e := range all {
		if err := r.addDifference(v, who, e); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// eachEntry calls fn for every entry that a directory had then, or has now.
func (r *RestorePlan) eachEntry(read func(kind db.Kind, after db.NodeID) ([]db.PastNode, error), fn func(db.PastNode) error) error {
	for _, kind := range []db.Kind{db.Directory, db.File} {
		for after := db.NodeID(0); ; {
			some, err := read(kind, after)
			if err != nil {
				return err
			}
			for _, e := range some {
				if r.scanned++; r.scanned > maxRewound {
					return fault.SelectionTooLarge
				}
				if err := fn(e); err != nil {
					return err
				}
			}
			if len(some) < pastBatch {
				break
			}
			after = some[len(some)-1].Node
		}
	}
	return nil
}

const pastBatch = 1000

// walkPast walks down the tree of the moment.
func (r *RestorePlan) walkPast(v *db.View, all *[]entry, dir db.NodeID, path string, only []db.NodeID) error {
	return r.eachEntry(func(kind db.Kind, after db.NodeID) ([]db.PastNode, error) {
		return v.ChildrenAt(dir, kind, r.moment, after, pastBatch)
	},
		func(e db.PastNode) error {
			if len(only) > 0 && !slices.Contains(only, e.Node) {
				return nil
			}
			r.wanted[e.Node] = true
			*all = append(*all, entry{PastNode: e, parent: dir, path: path})
			if e.Kind == db.File {
				return nil
			}
			return r.walkPast(v, all, e.Node, joinPath(path, e.Name), nil)
		})
}

func joinPath(path, name string) string {
	if path == "/" {
		return path + name
	}
	return path + "/" + name
}

// addDifference adds the difference between one entry and its past state to the plan, and what came into a directory that the walk of
// today did not meet: one in the trash, or elsewhere.
func (r *RestorePlan) addDifference(v *db.View, who access.Actor, e entry) error {
	c := Change{ID: e.Node, Kind: e.Kind, Name: e.Name, Path: e.path, parent: e.parent, version: e.Version}
	now, err := access.Anywhere(v, who, e.Node)
	if err != nil && !isGone(err) {
		return err
	}
	if err != nil || now.Root != "" || now.Node.Space != r.top.Node.Space || r.isBelow(now) {
		c.Do, c.Before = ChangeLost, e.Name
		r.Changes = append(r.Changes, c)
		return nil
	}
	r.addPlaceChange(c, now)
	if e.Kind == db.Directory && !r.visited[e.Node] {
		return r.addRemovals(v, e.Node, joinPath(e.path, e.Name))
	}
	if now.Version == e.Version {
		return nil
	}
	return r.addContentChange(v, c, now.Number)
}

func (r *RestorePlan) addPlaceChange(c Change, now *access.Item) {
	where := activity.Path(now.Path[:len(now.Path)-1])
	switch {
	case now.InTrash():
		r.addChange(c, ChangeRestore, now.Name, c.Name)
	case now.Parent != c.parent:
		r.addChange(c, ChangeMove, where, c.Path)
	case now.Name != c.Name:
		r.addChange(c, ChangeRename, now.Name, c.Name)
	}
}

func (r *RestorePlan) addContentChange(v *db.View, c Change, now int) error {
	ver, err := v.VersionOf(c.ID, c.version)
	if errors.Is(err, db.ErrNotFound) {
		r.addChange(c, ChangeLost, c.Name, "")
		return nil
	}
	if err != nil {
		return err
	}
	r.addChange(c, ChangeContent, formatDecimal(now), formatDecimal(ver.Number))
	return nil
}

// isBelow reports whether the directory itself lies below the item now.
func (r *RestorePlan) isBelow(it *access.Item) bool {
	return slices.ContainsFunc(r.top.Path, func(a db.Ancestor) bool { return a.ID == it.ID })
}

func (r *RestorePlan) addChange(c Change, do, before, after string) {
	c.Do, c.Before, c.After = do, before, after
	r.Changes = append(r.Changes, c)
}

// walkPresent walks down the tree of today and adds the items that did not exist.
func (r *RestorePlan) walkPresent(v *db.View, dir db.NodeID, path string) error {
	r.visited[dir] = true
	return r.eachPresent(v, dir, func(e db.PastNode) error {
		if !r.wanted[e.Node] {
			r.addRemoval(e, path, false)
			return nil
		}
		if e.Kind == db.Directory {
			return r.walkPresent(v, e.Node, joinPath(path, e.Name))
		}
		return nil
	})
}

// addRemovals adds what came into a directory since; it goes to the trash once the directory is back.
func (r *RestorePlan) addRemovals(v *db.View, dir db.NodeID, path string) error {
	return r.eachPresent(v, dir, func(e db.PastNode) error {
		if !r.wanted[e.Node] {
			r.addRemoval(e, path, true)
		}
		return nil
	})
}

func (r *RestorePlan) addRemoval(e db.PastNode, path string, afterDirectory bool) {
	r.addChange(Change{ID: e.Node, Kind: e.Kind, Name: e.Name, Path: path, afterDirectory: afterDirectory}, ChangeRemove, e.Name, "")
}

func (r *RestorePlan) eachPresent(v *db.View, dir db.NodeID, fn func(db.PastNode) error) error {
	const always = 1<<63 - 1
	return r.eachEntry(func(kind db.Kind, after db.NodeID) ([]db.PastNode, error) {
		return v.ChildrenAt(dir, kind, always, after, pastBatch)
	}, fn)
}
