package files

import (
	"errors"
	"slices"
	"time"

	"anbar/app/access"
	"anbar/app/activity"
	"anbar/app/fault"
	"anbar/app/names"
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

	parent  db.NodeID
	version db.VersionID
}

// RestorePlan is everything that brings a directory back to a moment.
type RestorePlan struct {
	Changes []Change

	top    *access.Item
	moment int64
	wanted map[db.NodeID]bool
	seen   int
}

const maxRewound = 20_000

// compare finds the differences to an earlier state of a directory.
func compare(v *db.View, who access.Actor, it *access.Item, at time.Time, only []db.NodeID) (*RestorePlan, error) {
	m, err := moment(v, who, it, at)
	if err != nil {
		return nil, err
	}
	r := &RestorePlan{top: it, moment: m, wanted: map[db.NodeID]bool{}}
	if err := r.then(v, who, it.ID, activity.Path(it.Path), only); err != nil {
		return nil, err
	}
	if len(only) == 0 {
		return r, r.now(v, it.ID, activity.Path(it.Path))
	}
	for _, id := range only {
		if !r.wanted[id] {
			return nil, fault.InvalidID
		}
		if err := r.nowIn(v, who, id); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// nowIn compares what is now in one of the directories that are wanted. One that is gone has nothing.
func (r *RestorePlan) nowIn(v *db.View, who access.Actor, id db.NodeID) error {
	dir, err := access.Anywhere(v, who, id)
	if isGone(err) || err == nil && dir.Kind != db.Directory {
		return nil
	}
	if err != nil {
		return err
	}
	return r.now(v, id, activity.Path(dir.Path))
}

// each calls fn for every entry that a directory had then, or has now.
func (r *RestorePlan) each(read func(kind db.Kind, after db.NodeID) ([]db.Past, error), fn func(db.Past) error) error {
	for _, kind := range []db.Kind{db.Directory, db.File} {
		for after := db.NodeID(0); ; {
			some, err := read(kind, after)
			if err != nil {
				return err
			}
			for _, e := range some {
				if r.seen++; r.seen > maxRewound {
					return fault.SelectionTooLarge
				}
				if err := fn(e); err != nil {
					return err
				}
			}
			if len(some) < readStep {
				break
			}
			after = some[len(some)-1].Node
		}
	}
	return nil
}

const readStep = 1000

// then walks down the tree of the moment and adds the differences of today.
func (r *RestorePlan) then(v *db.View, who access.Actor, dir db.NodeID, path string, only []db.NodeID) error {
	return r.each(func(kind db.Kind, after db.NodeID) ([]db.Past, error) {
		return v.ChildrenAt(dir, kind, r.moment, after, readStep)
	},
		func(e db.Past) error {
			if len(only) > 0 && !slices.Contains(only, e.Node) {
				return nil
			}
			r.wanted[e.Node] = true
			if err := r.differ(v, who, e, dir, path); err != nil || e.Kind == db.File {
				return err
			}
			return r.then(v, who, e.Node, join(path, e.Name), nil)
		})
}

func join(path, name string) string {
	if path == "/" {
		return path + name
	}
	return path + "/" + name
}

// differ adds the difference between one entry and its past state to the plan.
func (r *RestorePlan) differ(v *db.View, who access.Actor, e db.Past, dir db.NodeID, path string) error {
	c := Change{ID: e.Node, Kind: e.Kind, Name: e.Name, Path: path, parent: dir, version: e.Version}
	now, err := access.Anywhere(v, who, e.Node)
	if err != nil && !isGone(err) {
		return err
	}
	if err != nil || now.Root != "" || now.Node.Space != r.top.Node.Space || r.under(now) {
		c.Do, c.Before = ChangeLost, e.Name
		r.Changes = append(r.Changes, c)
		return nil
	}
	where := activity.Path(now.Path[:len(now.Path)-1])
	switch {
	case now.InTrash():
		r.note(c, ChangeRestore, now.Name, e.Name)
	case now.Parent != dir:
		r.note(c, ChangeMove, where, path)
	case now.Name != e.Name:
		r.note(c, ChangeRename, now.Name, e.Name)
	}
	if now.Version == e.Version {
		return nil
	}
	return r.differContent(v, c, now.Number)
}

func (r *RestorePlan) differContent(v *db.View, c Change, now int) error {
	ver, err := v.VersionOf(c.ID, c.version)
	if errors.Is(err, db.ErrNotFound) {
		r.note(c, ChangeLost, c.Name, "")
		return nil
	}
	if err != nil {
		return err
	}
	r.note(c, ChangeContent, number(now), number(ver.Number))
	return nil
}

// under reports whether the directory itself lies below the item now.
func (r *RestorePlan) under(it *access.Item) bool {
	return slices.ContainsFunc(r.top.Path, func(a db.Ancestor) bool { return a.ID == it.ID })
}

func (r *RestorePlan) note(c Change, do, before, after string) {
	c.Do, c.Before, c.After = do, before, after
	r.Changes = append(r.Changes, c)
}

// now walks down the tree of today and adds the items that did not exist.
func (r *RestorePlan) now(v *db.View, dir db.NodeID, path string) error {
	const always = 1<<63 - 1
	return r.each(func(kind db.Kind, after db.NodeID) ([]db.Past, error) {
		return v.ChildrenAt(dir, kind, always, after, readStep)
	},
		func(e db.Past) error {
			if !r.wanted[e.Node] {
				r.note(Change{ID: e.Node, Kind: e.Kind, Name: e.Name, Path: path, parent: dir}, ChangeRemove, e.Name, "")
				return nil
			}
			if e.Kind == db.Directory {
				return r.now(v, e.Node, join(path, e.Name))
			}
			return nil
		})
}

// carryOut executes the plan: first newer items go to the trash, then names are freed, then
// all items move to their places from the top down.
func (r *RestorePlan) carryOut(tx *db.Tx, who access.Actor) error {
	for _, c := range r.Changes {
		if c.Do != ChangeRemove {
			continue
		}
		if err := r.removeNewer(tx, who, c); err != nil {
			return err
		}
	}
	for _, c := range r.Changes {
		if c.Do == ChangeMove || c.Do == ChangeRename {
			if err := tx.UpdateNodeAside(c.ID); err != nil {
				return err
			}
		}
	}
	for _, c := range r.Changes {
		if err := r.bring(tx, who, c); err != nil {
			return about(err, c.ID, c.Kind)
		}
	}
	return nil
}

func (r *RestorePlan) removeNewer(tx *db.Tx, who access.Actor, c Change) error {
	it, err := access.Node(tx.ReadOnly(), who, r.top.Node.Space, c.ID, access.Delete)
	if err == nil {
		err = unheld(tx.ReadOnly(), who, it.Node)
	}
	if err != nil {
		return about(err, c.ID, c.Kind)
	}
	_, err = tx.UpdateNodeTrashed(it.Node, it.TrashRoot(), who.User)
	return err
}

// changing loads the item of a change, from its place or from the trash.
func (r *RestorePlan) changing(tx *db.Tx, who access.Actor, c Change) (*access.Item, error) {
	verb := access.Move
	if c.Do == ChangeContent {
		verb = access.Update
	}
	it, err := access.Node(tx.ReadOnly(), who, r.top.Node.Space, c.ID, verb)
	if isGone(err) {
		it, err = access.Trashed(tx.ReadOnly(), who, r.top.Node.Space, c.ID, access.Update)
	}
	if err == nil {
		err = unheld(tx.ReadOnly(), who, it.Node)
	}
	return it, err
}

func (r *RestorePlan) bring(tx *db.Tx, who access.Actor, c Change) error {
	if c.Do == ChangeRemove || c.Do == ChangeLost {
		return nil
	}
	it, err := r.changing(tx, who, c)
	if err != nil {
		return err
	}
	if c.Do == ChangeContent {
		return r.content(tx, who, it, c)
	}
	n, err := names.Parse(c.Name)
	if err != nil {
		return err
	}
	if _, err := access.Dir(tx.ReadOnly(), who, r.top.Node.Space, c.parent, access.Create); err != nil {
		return err
	}
	return bringTo(tx, it.Node, c.parent, n)
}

func bringTo(tx *db.Tx, node *db.Node, dir db.NodeID, n names.Name) error {
	// When only some entries come back, something that stays may have the name.
	p, err := resolve(shelf{tx.ReadOnly()}, []*db.Node{{Kind: node.Kind, Name: n.Text}}, dir, Choices{All: Rename}, false)
	if err != nil {
		return err
	}
	_, err = tx.UpdateNodePlace(node, placing(dir, p.steps[0].name, node.Kind))
	return err
}

func (r *RestorePlan) content(tx *db.Tx, who access.Actor, it *access.Item, c Change) error {
	ver, err := tx.VersionOf(c.ID, c.version)
	if err != nil {
		return err
	}
	t, err := tx.ThumbnailOf(ver.ID, ver.Hash)
	if err != nil {
		return err
	}
	ver.Thumbnail, ver.CreatedBy = t.State, who.User
	return tx.UpdateNodeHead(it.Node, ver)
}
