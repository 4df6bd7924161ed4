package files

import (
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/db"
)

// Moved says how many of the chosen items came to their new place.
type Moved struct {
	Files       int `json:"files"`
	Directories int `json:"directories"`
	Skipped     int `json:"skipped"`
}

func (m *Moved) add(some Moved) {
	m.Files += some.Files
	m.Directories += some.Directories
	m.Skipped += some.Skipped
}

// transferKind is how items get to their new place.
type transferKind int

const (
	moving transferKind = iota
	copying
	restoring
)

// transfer puts items of one space into directories of a space, in one
// transaction, by the plan that resolve made.
type transfer struct {
	tx       *db.Tx
	who      access.Actor
	kind     transferKind
	load     loader             // of sources
	to       db.SpaceID         // where they go
	back     operation          // how all of it is undone
	ways     map[db.NodeID]bool // all sources, and what they lie in
	dirs     map[db.NodeID]*access.Item
	progress func(done int)
	copied   int
	walked   int // directories of which the depth was looked at
	staged   stagedCopies
}

// execute resolves and does it; nothing is done, and DuplicateField returned, when
// decisions are missing.
func (t *transfer) execute(items []*access.Item, into *access.Item, c Choices) (Moved, error) {
	sources := make([]*db.Node, len(items))
	same := true
	t.ways = map[db.NodeID]bool{}
	for i, it := range items {
		if err := t.kind.checkTarget(it, into); err != nil {
			return Moved{}, withItem(err, it.ID, it.Kind)
		}
		same = same && it.Parent == into.ID
		addAncestors(t.ways, it.Path)
		sources[i] = it.Node
	}
	p, err := planSteps(dbTree{t.tx.ReadOnly()}, sources, into.ID, c, t.kind == copying && same)
	if err != nil {
		return Moved{}, err
	}
	if len(p.undecided) > 0 {
		return Moved{}, t.undecidedFault(t.tx.ReadOnly(), p.undecided)
	}
	many := p.total > limits.ItemsAtOnce
	if !many && t.kind == moving {
		many, err = isMoveTooLarge(t.tx.ReadOnly(), items, into)
	}
	if err != nil {
		return Moved{}, err
	}
	if many {
		return Moved{}, errMany
	}
	return t.executePlan(p)
}

// errMany says that an operation is more than one transaction may do.
var errMany = errors.New("files: too much for one transaction")

// checkTarget refuses to put an item into itself, or to move it where it is.
func (w transferKind) checkTarget(it, into *access.Item) error {
	if slices.ContainsFunc(into.Path, func(a db.Ancestor) bool { return a.ID == it.ID }) {
		return fault.IntoItself
	}
	if w == moving && it.Parent == into.ID {
		return fault.SameDestination
	}
	return nil
}

func addAncestors(ways map[db.NodeID]bool, path []db.Ancestor) {
	for _, a := range path {
		ways[a.ID] = true
	}
}

// loadDirectory loads a directory that things go to; once, as long as no directory moves.
func (t *transfer) loadDirectory(id db.NodeID) (*access.Item, error) {
	if it := t.dirs[id]; it != nil {
		return it, nil
	}
	it, err := access.Dir(t.tx.ReadOnly(), t.who, t.to, id, access.Read)
	if err == nil {
		if t.dirs == nil {
			t.dirs = map[db.NodeID]*access.Item{}
		}
		t.dirs[id] = it
	}
	return it, err
}

// noteUndo keeps how to undo a change of an item.
func (t *transfer) noteUndo(it *access.Item, change int64) {
	t.back.addPlace(it, change)
	if it.Kind == db.Directory {
		clear(t.dirs)
	}
}

// executePlan executes the plan.
func (t *transfer) executePlan(p *plan) (Moved, error) {
	m := Moved{Skipped: p.skipped}
	for _, s := range p.steps {
		if err := t.executeStep(s, true); err != nil {
			return Moved{}, withItem(err, s.source.ID, s.source.Kind)
		}
		if s.source.Kind == db.File {
			m.Files++
		} else {
			m.Directories++
		}
	}
	return m, nil
}

// authorizeStep is checkStep, and refuses to move a file that somebody else edits.
func (t *transfer) authorizeStep(d stepKind, src, dst *access.Item, top bool) error {
	if err := t.checkStep(d, src, dst); err != nil {
		return err
	}
	if t.kind == moving && top {
		return checkLease(t.tx.ReadOnly(), t.who, src.Node)
	}
	return nil
}

func (t *transfer) executeStep(s step, top bool) error {
	src, err := t.load(s.source.ID)
	if err != nil {
		return err
	}
	dst, err := t.loadDirectory(s.into)
	if err != nil {
		return err
	}
	if err := t.authorizeStep(s.kind, src, dst, top); err != nil {
		return err
	}
	if s.kind == stepMerge {
		return t.merge(s, src, dst)
	}
	return t.placeItem(s, src, dst, top)
}

// placeItem executes a step other than a merge.
func (t *transfer) placeItem(s step, src, dst *access.Item, top bool) error {
	switch s.kind {
	case stepReplace:
		if err := t.trashExisting(src, dst, s.name); err != nil {
			return err
		}
	case stepVersion:
		return t.versionItem(src, dst, s.name)
	}
	if t.kind == copying {
		_, err := t.copy(src, dst, s.name, top)
		return err
	}
	return t.move(src, dst, s.name, top)
}

// checkStep refuses a step whose destination does not accept the source, one that takes the
// source away from other users without the right to delete it, and one that takes along
// files that the actor may not read.
func (t *transfer) checkStep(d stepKind, src, dst *access.Item) error {
	var from *access.Item
	if t.kind == moving {
		from = src
	}
	if d != stepVersion && d != stepMerge {
		if err := dst.CheckAccepts(src.Kind, from); err != nil {
			return err
		}
	}
	if t.kind == moving && !src.CanMoveTo(dst) {
		return fault.PermissionDenied
	}
	if (t.kind == copying || src.Home() != dst.Home()) && !src.CanReadFiles() { // where it goes they could
		return fault.PermissionDenied
	}
	return nil
}

// trashExisting moves the item with the name to the trash. It must not be one of the
// sources or contain one.
func (t *transfer) trashExisting(src, dst *access.Item, n names.Name) error {
	there, err := t.loadChild(dst, n, access.Replace)
	if err != nil {
		return err
	}
	if t.ways[there.ID] || slices.ContainsFunc(src.Path, func(a db.Ancestor) bool { return a.ID == there.ID }) {
		return fault.IntoItself
	}
	if err := checkLease(t.tx.ReadOnly(), t.who, there.Node); err != nil {
		return err
	}
	if err := activity.Record(t.tx, t.who, there, actionsOf[there.Kind].replaced, nil, nil); err != nil {
		return err
	}
	return t.trash(there)
}

// loadChild loads the item with that name in a directory.
func (t *transfer) loadChild(dst *access.Item, n names.Name, verb access.Verb, of ...access.Subject) (*access.Item, error) {
	node, err := t.tx.ChildByName(dst.ID, n.Text, n.Keys())
	if err != nil {
		return nil, err
	}
	return access.Node(t.tx.ReadOnly(), t.who, t.to, node.ID, verb, of...)
}

func (t *transfer) trash(it *access.Item) error {
	change, err := t.tx.UpdateNodeTrashed(it.Node, it.TrashRoot(), t.who.User)
	t.noteUndo(it, change)
	return err
}

// versionItem makes the source's blob the head version of the file with that name.
func (t *transfer) versionItem(src, dst *access.Item, n names.Name) error {
	there, err := t.loadChild(dst, n, access.Create, access.Version)
	if err != nil {
		return err
	}
	was := there.Version
	head, err := t.tx.VersionOf(src.ID, src.Version)
	if err != nil {
		return err
	}
	node, err := addVersion(t.tx, t.who, dst, there.Node, Content{
		Hash: src.Hash, Size: src.Size, Type: src.ContentType, ModifiedAt: head.ModifiedAt, Sums: head.Sums,
	})
	if err != nil {
		return err
	}
	t.back.addHead(there, node.Version, was)
	switch t.kind {
	case moving:
		return t.trash(src)
	case restoring:
		return t.removeMerged(src)
	}
	return nil
}

func (t *transfer) removeMerged(it *access.Item) error {
	change, err := t.tx.UpdateNodeGone(it.Node, db.MergedRoot)
	t.noteUndo(it, change)
	return err
}

// beginMerge loads the directory that another one is merged into, and records it.
func (t *transfer) beginMerge(s step, src, dst *access.Item) (*access.Item, error) {
	there, err := t.loadChild(dst, s.name, access.Merge)
	if err != nil {
		return nil, err
	}
	before := &activity.Detail{Path: activity.Path(src.Path[:len(src.Path)-1])}
	return there, activity.Record(t.tx, t.who, there, activity.DirectoryMerge, before, nil)
}

func (t *transfer) merge(s step, src, dst *access.Item) error {
	if _, err := t.beginMerge(s, src, dst); err != nil {
		return err
	}
	for _, b := range s.below {
		if err := t.executeStep(b, false); err != nil {
			return withItem(err, b.source.ID, b.source.Kind)
		}
	}
	if s.left || t.kind == copying {
		return nil
	}
	return t.removeEmptySource(s.source.ID)
}

// removeEmptySource removes a directory whose contents were merged into another one.
func (t *transfer) removeEmptySource(id db.NodeID) error {
	src, err := t.load(id) // its counters are others now
	if err != nil {
		return err
	}
	if src.ChildFiles+src.ChildDirs > 0 { // other items were merged into the source itself
		return nil
	}
	return t.removeMerged(src)
}

func (t *transfer) move(src, dst *access.Item, n names.Name, top bool) error {
	if t.kind != restoring || top && src.TrashedFrom != dst.ID { // what comes back was there
		if err := t.checkPlace(src, dst.Path, n.Text); err != nil {
			return err
		}
	}
	change, err := t.relocateItem(src, dst, n)
	if err != nil {
		return err
	}
	t.noteUndo(src, change)
	if !top {
		return nil
	}
	return t.recordMove(src, dst, n)
}

// relocateItem gives an item its new place, or sends it on its way there. It returns the number of the change.
func (t *transfer) relocateItem(src, dst *access.Item, n names.Name) (int64, error) {
	ahead, err := needsRehoming(t.tx.ReadOnly(), src, dst)
	if err != nil {
		return 0, err
	}
	if ahead {
		return t.back.startRehoming(t.tx, t.who, src, dst, n)
	}
	if err := rehome(t.tx, src, dst.Space); err != nil {
		return 0, err
	}
	change, err := t.tx.UpdateNodePlace(src.Node, placementOf(dst.ID, n, src.Kind))
	return change, toDuplicateFault(err)
}

// recordMove records a move. A reader of one timeline may lack the right to the other, so a move
// between two is recorded in each with only its own half.
func (t *transfer) recordMove(src, dst *access.Item, n names.Name) error {
	moved := *src.Node
	moved.Parent, moved.Space, moved.Name = dst.ID, dst.Space.ID, n.Text
	now := dst.Child(&moved)
	does := actionsOf[src.Kind]
	before := &activity.Detail{Path: activity.Path(src.Path[:len(src.Path)-1])}
	after := &activity.Detail{Path: activity.Path(dst.Path)}
	switch {
	case t.kind == restoring:
		return activity.Record(t.tx, t.who, now, does.restored, nil, after)
	case src.Home() != dst.Home():
		if err := activity.Record(t.tx, t.who, src, does.left, before, nil); err != nil {
			return err
		}
		return activity.Record(t.tx, t.who, now, does.arrived, nil, after)
	}
	if n.Text != src.Name {
		before.Name = src.Name
	}
	return activity.Record(t.tx, t.who, now, does.moved, before, after)
}

// placementOf is where a node of that kind goes; directories have no type.
func placementOf(parent db.NodeID, n names.Name, kind db.Kind) db.Placement {
	p := db.Placement{Parent: parent, Name: n.Text, NameKey: n.Key, SortKey: n.Sort, TypeKey: n.Type}
	if kind == db.Directory {
		p.TypeKey = ""
	}
	return p
}
