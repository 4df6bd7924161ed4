package access

import (
	"maps"
	"slices"

	"anbar/app/base/fault"
	"anbar/db"
)

// TrashedNode loads an item in a trash of the space, or a trash itself, that the actor may do
// verb to. In the trash of the shared files this needs a right on the trash, or to have
// deleted the item; the trash of a My Drive belongs to its member alone.
func TrashedNode(v *db.View, who Actor, space db.SpaceID, id db.NodeID, verb Verb) (*Item, error) {
	if who.Visitor != 0 {
		return nil, fault.InvalidID
	}
	f, err := loadNode(v, who, space, id)
	if err != nil {
		return nil, err
	}
	it, err := loadTrashed(v, f.space, f.grants, who, f.node)
	if err != nil {
		return nil, err
	}
	return it, it.Check(verb)
}

// TrashedNodes loads those of the ids that the actor may do verb to. It leaves out items that are
// in another space, outside the trash or deleted.
func TrashedNodes(v *db.View, who Actor, space db.SpaceID, ids []db.NodeID, verb Verb) (map[db.NodeID]*Item, error) {
	return loadMany(v, who, space, ids, verb, func(s *db.Space, gs *grants, n *db.Node, path []db.Ancestor) (*Item, error) {
		return newTrashedItem(v, s, gs, who, n, path)
	})
}

func loadTrashed(v *db.View, s *db.Space, gs *grants, who Actor, n *db.Node) (*Item, error) {
	path, err := v.PathOf(n.ID)
	if err != nil {
		return nil, toInvalidID(err)
	}
	return newTrashedItem(v, s, gs, who, n, path)
}

// newTrashedItem loads the actor's rights on a node in a trash.
func newTrashedItem(v *db.View, s *db.Space, gs *grants, who Actor, n *db.Node, path []db.Ancestor) (*Item, error) {
	var err error
	it := &Item{Node: n, Space: s, Path: path, who: who, grants: gs, trashed: true, home: s.Root,
		trashRoot: s.Trash, locked: s.IsLocked(v.Now)}
	switch root := path[0]; {
	case root.Root == rootMyTrash && root.Owner == who.driveOwner():
		it.rights, it.home, it.trashRoot = who.Scope.limitRights(myDriveRights), s.MyRoot, s.MyTrash
	case root.Root == rootTrash && gs.space.Has(Read, Trash):
		it.rights.add(Trash, allVerbs[:]...)
		it.rights = it.rights.intersect(gs.space)
	case root.Root == rootTrash || root.Root == rootMyTrash:
		err = it.addRestoreRight(v, gs, root)
	}
	return it, err
}

// addRestoreRight lets the actor restore an item that they deleted themselves, as long as they may
// still delete at its old place.
func (it *Item) addRestoreRight(v *db.View, gs *grants, root db.Ancestor) error {
	if it.TrashedBy != it.who.driveOwner() || it.TrashedFrom == 0 {
		return nil
	}
	from, err := v.PathOf(it.TrashedFrom)
	if err != nil {
		return toInvalidID(err)
	}
	if rights := gs.rightsOn(from, it.who); !rights.Has(Delete, subjectOf(it.Kind)) {
		return nil
	}
	it.rights.add(Trash, Read, Update)
	it.rights = it.who.Scope.limitRights(it.rights)
	if root.Root == rootMyTrash {
		it.home, it.trashRoot = from[0].ID, root.ID
	}
	return nil
}

// InTrash reports whether the item was loaded out of a trash.
func (it *Item) InTrash() bool { return it.trashed }

// Anywhere loads a node that the actor may read, in any of their spaces, inside or outside
// the trash. It serves users who continue their own earlier operation, and gives no right to change the node.
func Anywhere(v *db.View, who Actor, id db.NodeID) (*Item, error) {
	if who.Visitor != 0 {
		return nil, fault.InvalidID
	}
	n, err := v.NodeByID(id)
	if err != nil {
		return nil, toInvalidID(err)
	}
	s, gs, err := loadSpace(v, who, n.Space)
	if err != nil {
		return nil, err
	}
	path, err := v.PathOf(id)
	if err != nil {
		return nil, toInvalidID(err)
	}
	switch path[0].Root {
	case db.MergedRoot:
		return nil, fault.InvalidID // what it lay in has it no more, so nobody's rights on it are known
	case rootTrash, rootMyTrash:
		it, err := loadTrashed(v, s, gs, who, n)
		if err != nil {
			return nil, err
		}
		return it, it.Check(Read)
	}
	it, err := newItem(v, s, gs, who, n, path)
	if err != nil {
		return nil, err
	}
	return it, it.Check(Read)
}

// LoadMerged loads a directory that a merge emptied, for an actor who takes their own merge back. Nobody else may learn of it, so the
// id has to come from what that operation noted.
func LoadMerged(v *db.View, who Actor, id db.NodeID) (*Item, error) {
	n, err := v.NodeByID(id)
	if err != nil || n.Root != db.MergedRoot || who.Visitor != 0 {
		return nil, toInvalidID(err)
	}
	s, gs, err := loadSpace(v, who, n.Space)
	if err != nil {
		return nil, err
	}
	path := []db.Ancestor{{ID: n.ID, Name: n.Name, Root: n.Root}}
	return &Item{Node: n, Space: s, Path: path, who: who, grants: gs, home: s.Root, trashRoot: s.Trash}, nil
}

// LoadMoving loads the top of a tree that the actor moves to another space, while it is on its way and nobody sees it. It gives no
// right to change it.
func LoadMoving(v *db.View, who Actor, id db.NodeID) (*Item, error) {
	r, err := v.RehomingOf(id)
	if err != nil || r.User != who.User || who.Visitor != 0 {
		return nil, toInvalidID(err)
	}
	n, err := v.MovingTop(id)
	if err != nil {
		return nil, toInvalidID(err)
	}
	s, gs, err := loadSpace(v, who, n.Space)
	if err != nil {
		return nil, err
	}
	path := []db.Ancestor{{ID: n.ID, Name: n.Name, Root: n.Root}}
	return &Item{Node: n, Space: s, Path: path, who: who, grants: gs, home: s.Root, trashRoot: s.Trash}, nil
}

// AreUnchanged reports whether each node is there and has the number of its newest change still. It says nothing else, so it needs
// no right.
func AreUnchanged(v *db.View, changes map[db.NodeID]int64) (bool, error) {
	nodes, err := v.NodesByID(slices.Collect(maps.Keys(changes)))
	same := err == nil && len(nodes) == len(changes)
	for i := range nodes {
		same = same && nodes[i].Since == changes[nodes[i].ID]
	}
	return same, err
}
