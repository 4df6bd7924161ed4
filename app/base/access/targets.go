package access

import (
	"errors"
	"slices"

	"anbar/app/base/fault"
	"anbar/db"
)

// WithImplied adds the rights without which others have no effect: a right on a subject adds
// the right to see it, and a right on files adds the right to see directories.
func (r Rights) WithImplied() Rights {
	for i, s := range subjects {
		if r[i] == 0 {
			continue
		}
		r[i] |= verbBit(Read)
		if OfItems[i] == 0 {
			continue
		}
		r.add(Directory, Read)
		if s != Directory && s != BoxLink {
			r.add(FileSubject, Read)
		}
	}
	return r
}

// ReadableItems loads those of the items that the actor may read, as Nodes does. It loads nothing, not even the space,
// where there are no ids.
func ReadableItems(v *db.View, who Actor, space db.SpaceID, ids []db.NodeID) (map[db.NodeID]*Item, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return Nodes(v, who, space, ids, Read)
}

// LoadShareable loads an item that the actor may give others a role on, with at most the
// actor's own rights. In the shared files this needs a right in the workspace; in a My
// Drive only its owner may.
func LoadShareable(v *db.View, who Actor, space db.SpaceID, id db.NodeID, verb Verb) (*Item, error) {
	it, err := Node(v, who, space, id, Read)
	if err != nil {
		return nil, err
	}
	switch root := it.Path[0]; {
	case it.Parent == 0:
		return nil, fault.TargetNotFound
	case root.Root == rootMy && root.Owner == who.driveOwner():
		return it, nil
	case root.Root == rootShared && it.grants.space.Has(verb, Role):
		return it, nil
	}
	return nil, fault.PermissionDenied
}

// LoadInspectable loads an item for a user who may see its list of access: members who see the
// list of members, and the owner of the My Drive that the item is in.
func LoadInspectable(v *db.View, who Actor, space db.SpaceID, id db.NodeID, kind db.Kind) (*Item, error) {
	it, err := Node(v, who, space, id, Read)
	if errors.Is(err, fault.InvalidID) || err == nil && it.Kind != kind {
		return nil, fault.TargetNotFound.With("target_id", id)
	}
	if err == nil && it.DriveOwner() != who.User && (it.DriveOwner() != 0 || !it.CanInSpace(Read, Member)) {
		err = fault.PermissionDenied
	}
	return it, err
}

// Steps returns the item and all that it lies in, from the root down.
func (it *Item) Steps() []db.NodeID {
	all := make([]db.NodeID, len(it.Path))
	for i, a := range it.Path {
		all[i] = a.ID
	}
	return all
}

// DriveOwner returns the owner of the My Drive that the item is in, 0 for the shared files.
func (it *Item) DriveOwner() db.UserID { return it.Path[0].Owner }

// CanInSpace reports whether the holder may do verb to subject in the workspace
// as such.
func (it *Item) CanInSpace(verb Verb, subject Subject) bool {
	return it.grants != nil && it.grants.space.Has(verb, subject)
}

// RolesThatReach names the built-in roles whose members may read the shared files.
func RolesThatReach() []string {
	return slices.DeleteFunc(BuiltInRoles(), func(role string) bool {
		r := roles[role]
		return !r.Has(Read, FileSubject)
	})
}

// RoleRights returns the rights of a role on items, to show to users.
func RoleRights(role string) Rights {
	r := roles[role]
	return r.intersect(OfItems)
}
