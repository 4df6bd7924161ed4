package files

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/db"
)

// Restore takes items out of the trash, each to where it was; directories that
// are gone are made again. An item from inside a trashed directory goes to where
// it would be had the directory stayed.
func (s *Service) Restore(ctx context.Context, who access.Actor, sel Selection, c Choices) (Moved, db.UndoID, error) {
	var m Moved
	var undo db.UndoID
	err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
		m, undo, err = restoreItems(tx, who, sel, c)
		return err
	})
	return m, undo, err
}

func restoreItems(tx *db.Tx, who access.Actor, sel Selection, c Choices) (m Moved, undo db.UndoID, err error) {
	load := func(id db.NodeID) (*access.Item, error) {
		return access.TrashedNode(tx.ReadOnly(), who, sel.Space, id, access.Update)
	}
	items, err := sel.Load(load)
	if err != nil {
		return Moved{}, 0, err
	}
	t := &transfer{tx: tx, who: who, kind: restoring, load: load, to: sel.Space}
	t.back.Action = activity.FileRestore
	for len(items) > 0 {
		first, rest, err := t.splitFirst(items)
		if err != nil {
			return m, 0, err
		}
		some, err := t.restoreToHomes(first, c)
		if err != nil {
			return m, 0, err
		}
		m.add(some)
		items = rest
	}
	undo, err = t.back.store(tx, who, sel.Space)
	return m, undo, err
}

// splitFirst splits off the items that will not go into a directory among the others, so that a
// directory is restored before its contents. It drops items that come back along with a
// directory.
func (t *transfer) splitFirst(items []*access.Item) (first, rest []*access.Item, err error) {
	waiting := map[db.NodeID]bool{}
	for _, it := range items {
		waiting[it.ID] = true
	}
	for _, old := range items {
		it, err := t.load(old.ID)
		if isGone(err) {
			continue
		}
		if err != nil {
			return nil, nil, withItem(err, old.ID, old.Kind)
		}
		later, err := t.dependsOnOthers(it, waiting)
		if err != nil {
			return nil, nil, err
		}
		if later {
			rest = append(rest, it)
		} else {
			first = append(first, it)
		}
	}
	return first, rest, nil
}

// dependsOnOthers reports whether the directory that an item goes back to is in the trash within one of others.
func (t *transfer) dependsOnOthers(it *access.Item, others map[db.NodeID]bool) (bool, error) {
	from := cmp.Or(it.TrashedFrom, it.Parent)
	dir, err := access.TrashedNode(t.tx.ReadOnly(), t.who, it.Space.ID, from, access.Read)
	if isGone(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(dir.Path, func(a db.Ancestor) bool { return a.ID != it.ID && others[a.ID] }), nil
}

// restoreToHomes carries items to where they belong.
func (t *transfer) restoreToHomes(items []*access.Item, c Choices) (Moved, error) {
	var order []db.NodeID // of the directories that things go to
	into := map[db.NodeID]*access.Item{}
	groups := map[db.NodeID][]*access.Item{}
	for _, it := range items {
		dir, err := loadHomeDirectory(t.tx, t.who, it)
		if err != nil {
			return Moved{}, withItem(err, it.ID, it.Kind)
		}
		if into[dir.ID] == nil {
			into[dir.ID], order = dir, append(order, dir.ID)
		}
		groups[dir.ID] = append(groups[dir.ID], it)
	}
	return t.restoreGroups(order, into, groups, c)
}

// restoreGroups carries the items of every directory, and asks for all of them at once.
func (t *transfer) restoreGroups(order []db.NodeID, into map[db.NodeID]*access.Item, groups map[db.NodeID][]*access.Item,
	c Choices) (Moved, error) {
	var waiting []Duplicate
	var plans []*plan
	total := 0
	for _, id := range order {
		var sources []*db.Node
		for _, it := range groups[id] {
			sources = append(sources, it.Node)
		}
		p, err := planSteps(dbTree{t.tx.ReadOnly()}, sources, into[id].ID, c, false)
		if err != nil {
			return Moved{}, err
		}
		waiting = append(waiting, p.undecided...)
		plans = append(plans, p)
		total += p.total
	}
	if len(waiting) > 0 {
		return Moved{}, t.undecidedFault(t.tx.ReadOnly(), waiting)
	}
	if total > limits.ItemsAtOnce {
		return Moved{}, errMany
	}
	return t.executePlans(plans)
}

func (t *transfer) executePlans(plans []*plan) (m Moved, err error) {
	for _, p := range plans {
		some, err := t.executePlan(p)
		if err != nil {
			return m, err
		}
		m.add(some)
	}
	return m, nil
}

// loadHomeDirectory is the directory that a trashed item belongs to.
func loadHomeDirectory(tx *db.Tx, who access.Actor, it *access.Item) (*access.Item, error) {
	from := it.TrashedFrom
	if from == 0 { // from inside a trashed directory
		from = it.Parent
	}
	id, err := findOrRestoreDirectory(tx, who, it, from, 0)
	if err != nil {
		return nil, err
	}
	return access.Dir(tx.ReadOnly(), who, it.Space.ID, id, access.Create)
}

const maxHomeDepth = 64

// findOrRestoreDirectory returns the directory if it is outside the trash, or else the one with
// its name at its old place, which it makes if necessary. When its place is unknown it
// returns the root.
func findOrRestoreDirectory(tx *db.Tx, who access.Actor, it *access.Item, id db.NodeID, depth int) (db.NodeID, error) {
	root := it.Home()
	if id == root || depth > maxHomeDepth {
		return root, nil
	}
	_, err := access.Dir(tx.ReadOnly(), who, it.Space.ID, id, access.Read)
	if err == nil || !isGone(err) {
		return id, err
	}
	name, parent, err := findLastPlace(tx, who, it.Space.ID, id)
	if errors.Is(err, db.ErrNotFound) {
		return root, nil
	}
	if err != nil {
		return 0, err
	}
	above, err := findOrRestoreDirectory(tx, who, it, parent, depth+1)
	if err != nil {
		return 0, err
	}
	return findOrRecreateChild(tx, who, it.Space.ID, above, name)
}

// findLastPlace is where a directory was that is in the trash or gone, and its name.
func findLastPlace(tx *db.Tx, who access.Actor, space db.SpaceID, id db.NodeID) (string, db.NodeID, error) {
	dir, err := access.TrashedNode(tx.ReadOnly(), who, space, id, access.Read)
	if err == nil && dir.TrashedFrom != 0 {
		return dir.Name, dir.TrashedFrom, nil
	}
	if err == nil && dir.Parent != 0 {
		return dir.Name, dir.Parent, nil
	}
	if err != nil && !isGone(err) {
		return "", 0, err
	}
	return tx.LastPlace(id)
}

// findOrRecreateChild returns the directory of that name, which it makes if necessary.
func findOrRecreateChild(tx *db.Tx, who access.Actor, space db.SpaceID, parent db.NodeID, name string) (db.NodeID, error) {
	at, err := access.Dir(tx.ReadOnly(), who, space, parent, access.Create)
	if err != nil {
		return 0, err
	}
	n := names.Of(name)
	p, err := planSteps(dbTree{tx.ReadOnly()}, []*db.Node{{Kind: db.Directory, Name: n.Text}}, at.ID, Choices{All: Rename}, false)
	if err != nil {
		return 0, err
	}
	there, err := tx.ChildByName(at.ID, n.Text, n.Keys())
	if err == nil && there.Kind == db.Directory {
		return there.ID, nil
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return 0, err
	}
	made, err := reinsertDirectory(tx, who, at, p.steps[0].name)
	if err != nil {
		return 0, err
	}
	return made.ID, nil
}
