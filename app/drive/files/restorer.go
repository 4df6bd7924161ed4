package files

import (
	"cmp"
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

// sortChanges sorts the changes for their execution: what came since goes to the trash first, then all items move to their places
// from the top down; what came into a directory that is not there goes after the directory and before its items.
func (r *RestorePlan) sortChanges() []Change {
	var removed, rest []Change
	for _, c := range r.Changes {
		switch {
		case c.Do == ChangeLost:
		case c.Do == ChangeRemove && !c.afterDirectory:
			removed = append(removed, c)
		default:
			rest = append(rest, c)
		}
	}
	return append(removed, rest...)
}

// restorer executes the changes of a plan, in their order.
type restorer struct {
	who     access.Actor
	space   db.SpaceID
	unmoved map[db.NodeID]bool      // items that get their place or name later
	lost    map[db.NodeID]*Change   // directories
	remade  map[db.NodeID]db.NodeID // lost directories that were made again, for what comes back into them
}

func newRestorer(r *RestorePlan, who access.Actor) *restorer {
	t := &restorer{
		who: who, space: r.top.Node.Space,
		unmoved: map[db.NodeID]bool{}, lost: map[db.NodeID]*Change{}, remade: map[db.NodeID]db.NodeID{},
	}
	for i, c := range r.Changes {
		t.unmoved[c.ID] = t.unmoved[c.ID] || c.needsMove()
		if c.Do == ChangeLost && c.Kind == db.Directory {
			t.lost[c.ID] = &r.Changes[i]
		}
	}
	return t
}

// needsMove reports whether an item gets a place or name. One that comes back from the trash may have come along with its directory,
// to a wrong one.
func (c *Change) needsMove() bool {
	return c.Do == ChangeMove || c.Do == ChangeRename || c.Do == ChangeRestore
}

// loadItem loads the item of a change with the rights that it needs.
func (t *restorer) loadItem(v *db.View, c Change) (*access.Item, error) {
	verb := access.Move
	switch c.Do {
	case ChangeRemove:
		verb = access.Delete
	case ChangeContent:
		verb = access.Update
	}
	it, err := access.Node(v, t.who, t.space, c.ID, verb)
	if isGone(err) && c.Do != ChangeRemove {
		it, err = access.TrashedNode(v, t.who, t.space, c.ID, access.Update)
	}
	if err == nil {
		err = checkLease(v, t.who, it.Node)
	}
	return it, withItem(err, c.ID, c.Kind)
}

func (t *restorer) applyChange(tx *db.Tx, c Change) error {
	it, err := t.loadItem(tx.ReadOnly(), c)
	if err != nil {
		return err
	}
	switch c.Do {
	case ChangeRemove:
		_, err = tx.UpdateNodeTrashed(it.Node, it.TrashRoot(), t.who.User)
	case ChangeContent:
		err = t.restoreVersion(tx, it, c)
	default:
		delete(t.unmoved, c.ID)
		err = t.moveBack(tx, it, c)
	}
	return withItem(err, c.ID, c.Kind)
}

// moveBack moves an item to its place, under its name. What has that name now and goes elsewhere later gets another one until then.
func (t *restorer) moveBack(tx *db.Tx, it *access.Item, c Change) error {
	n := names.Of(c.Name)
	parent, err := t.findParent(tx, c.parent)
	if err != nil {
		return err
	}
	dir, err := access.Dir(tx.ReadOnly(), t.who, t.space, parent, access.Create)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(dir.Path, func(a db.Ancestor) bool { return a.ID == it.ID }) {
		return fault.IntoItself // somebody moved the directory meanwhile
	}
	if err := t.renameOccupant(tx, it, dir.ID, n); err != nil {
		return err
	}
	return moveNode(tx, it.Node, dir.ID, n)
}

// findParent returns the directory that something comes back to: a new one of its name when it is lost.
func (t *restorer) findParent(tx *db.Tx, id db.NodeID) (db.NodeID, error) {
	lost := t.lost[id]
	if lost == nil || t.remade[id] != 0 {
		return cmp.Or(t.remade[id], id), nil
	}
	above, err := t.findParent(tx, lost.parent)
	if err == nil {
		t.remade[id], err = findOrRecreateChild(tx, t.who, t.space, above, lost.Name)
	}
	return t.remade[id], err
}

// renameOccupant gives another name to what has one that an item gets, when it will go elsewhere.
func (t *restorer) renameOccupant(tx *db.Tx, item *access.Item, dir db.NodeID, n names.Name) error {
	there, err := tx.ChildByName(dir, n.Text, n.Keys())
	if errors.Is(err, db.ErrNotFound) || err == nil && (there.ID == item.ID || !t.unmoved[there.ID]) {
		return nil
	}
	if err != nil {
		return err
	}
	it, err := t.loadItem(tx.ReadOnly(), Change{Do: ChangeMove, ID: there.ID, Kind: there.Kind})
	if err != nil {
		return err
	}
	aside, err := findFreeName(tx, dir, n.Text)
	if err == nil {
		_, err = tx.UpdateNodePlace(it.Node, placementOf(dir, aside, it.Kind))
	}
	return err
}

// moveNode moves a node to its place. When only some entries come back, something that stays may have the name.
func moveNode(tx *db.Tx, node *db.Node, dir db.NodeID, n names.Name) error {
	there, err := tx.ChildByName(dir, n.Text, n.Keys())
	if err == nil && there.ID != node.ID {
		n, err = findFreeName(tx, dir, n.Text)
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	_, err = tx.UpdateNodePlace(node, placementOf(dir, n, node.Kind))
	return err
}

func (t *restorer) restoreVersion(tx *db.Tx, it *access.Item, c Change) error {
	ver, err := tx.VersionOf(c.ID, c.version)
	if err != nil {
		return err
	}
	thumb, err := tx.ThumbnailOf(ver.ID, ver.Hash)
	if err != nil {
		return err
	}
	ver.Thumbnail, ver.CreatedBy = thumb.State, t.who.User
	return tx.UpdateNodeHead(it.Node, ver)
}
