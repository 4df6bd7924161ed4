package files

import (
	"cmp"
	"errors"
	"slices"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/app/names"
	"anbar/db"
)

// inOrder sorts the changes for their execution: what came since goes to the trash first, then all items move to their places
// from the top down; what came into a directory that is not there goes after the directory and before its items.
func (r *RestorePlan) inOrder() []Change {
	var removed, rest []Change
	for _, c := range r.Changes {
		switch {
		case c.Do == ChangeLost:
		case c.Do == ChangeRemove && !c.later:
			removed = append(removed, c)
		default:
			rest = append(rest, c)
		}
	}
	return append(removed, rest...)
}

// returning executes the changes of a plan, in their order.
type returning struct {
	who    access.Actor
	space  db.SpaceID
	places map[db.NodeID]bool      // of items that get their place or name later
	lost   map[db.NodeID]*Change   // directories
	anew   map[db.NodeID]db.NodeID // lost directories that were made again, for what comes back into them
}

func (r *RestorePlan) returning(who access.Actor) *returning {
	t := &returning{
		who: who, space: r.top.Node.Space,
		places: map[db.NodeID]bool{}, lost: map[db.NodeID]*Change{}, anew: map[db.NodeID]db.NodeID{},
	}
	for i, c := range r.Changes {
		t.places[c.ID] = t.places[c.ID] || c.places()
		if c.Do == ChangeLost && c.Kind == db.Directory {
			t.lost[c.ID] = &r.Changes[i]
		}
	}
	return t
}

// places reports whether an item gets a place or name. One that comes back from the trash may have come along with its directory,
// to a wrong one.
func (c *Change) places() bool {
	return c.Do == ChangeMove || c.Do == ChangeRename || c.Do == ChangeRestore
}

// load loads the item of a change with the rights that it needs.
func (t *returning) load(v *db.View, c Change) (*access.Item, error) {
	verb := access.Move
	switch c.Do {
	case ChangeRemove:
		verb = access.Delete
	case ChangeContent:
		verb = access.Update
	}
	it, err := access.Node(v, t.who, t.space, c.ID, verb)
	if isGone(err) && c.Do != ChangeRemove {
		it, err = access.Trashed(v, t.who, t.space, c.ID, access.Update)
	}
	if err == nil {
		err = unheld(v, t.who, it.Node)
	}
	return it, about(err, c.ID, c.Kind)
}

func (t *returning) carryOut(tx *db.Tx, c Change) error {
	it, err := t.load(tx.ReadOnly(), c)
	if err != nil {
		return err
	}
	switch c.Do {
	case ChangeRemove:
		_, err = tx.UpdateNodeTrashed(it.Node, it.TrashRoot(), t.who.User)
	case ChangeContent:
		err = t.content(tx, it, c)
	default:
		delete(t.places, c.ID)
		err = t.bring(tx, it, c)
	}
	return about(err, c.ID, c.Kind)
}

// bring moves an item to its place, under its name. What has that name now and goes elsewhere later gets another one until then.
func (t *returning) bring(tx *db.Tx, it *access.Item, c Change) error {
	n, err := names.Parse(c.Name)
	if err != nil {
		return err
	}
	parent, err := t.parent(tx, c.parent)
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
	if err := t.makeWay(tx, it, dir.ID, n); err != nil {
		return err
	}
	return bringTo(tx, it.Node, dir.ID, n)
}

// parent is the directory that something comes back to: a new one of its name when it is lost.
func (t *returning) parent(tx *db.Tx, id db.NodeID) (db.NodeID, error) {
	lost := t.lost[id]
	if lost == nil || t.anew[id] != 0 {
		return cmp.Or(t.anew[id], id), nil
	}
	above, err := t.parent(tx, lost.parent)
	if err == nil {
		t.anew[id], err = findOrMakeDirectory(tx, t.who, t.space, above, lost.Name)
	}
	return t.anew[id], err
}

// makeWay gives another name to what has one that an item gets, when it will go elsewhere.
func (t *returning) makeWay(tx *db.Tx, item *access.Item, dir db.NodeID, n names.Name) error {
	there, err := tx.ChildByName(dir, n.Key)
	if errors.Is(err, db.ErrNotFound) || err == nil && (there.ID == item.ID || !t.places[there.ID]) {
		return nil
	}
	if err != nil {
		return err
	}
	it, err := t.load(tx.ReadOnly(), Change{Do: ChangeMove, ID: there.ID, Kind: there.Kind})
	if err != nil {
		return err
	}
	aside, err := free(tx, dir, n.Text)
	if err == nil {
		_, err = tx.UpdateNodePlace(it.Node, placing(dir, aside, it.Kind))
	}
	return err
}

// bringTo moves a node to its place. When only some entries come back, something that stays may have the name.
func bringTo(tx *db.Tx, node *db.Node, dir db.NodeID, n names.Name) error {
	there, err := tx.ChildByName(dir, n.Key)
	if err == nil && there.ID != node.ID {
		n, err = free(tx, dir, n.Text)
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	_, err = tx.UpdateNodePlace(node, placing(dir, n, node.Kind))
	return err
}

func (t *returning) content(tx *db.Tx, it *access.Item, c Change) error {
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
