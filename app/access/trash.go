package access

import (
	"anbar/app/fault"
	"anbar/db"
)

const (
	rootTrash   = "trash"
	rootMyTrash = "my_trash"
)

// Trashed loads a directory or file in the trash that the actor may do verb to;
// a root of a trash is one too. In the shared trash the role decides; the trash
// of My Drive is its owner's alone.
func Trashed(v *db.View, who Actor, space db.SpaceID, id db.NodeID, verb Verb) (*Item, error) {
	s, err := member(v, who, space)
	if err != nil {
		return nil, err
	}
	n, err := v.NodeByID(id)
	if err != nil || n.Space != space {
		return nil, hidden(err)
	}
	path, err := v.PathOf(id)
	if err != nil {
		return nil, hidden(err)
	}
	it := &Item{Node: n, Space: s, Path: path, who: who}
	if !it.mayInTrash(Read) {
		return nil, fault.InvalidID
	}
	if !it.mayInTrash(verb) {
		return nil, fault.PermissionDenied
	}
	return it, nil
}

func (it *Item) mayInTrash(verb Verb) bool {
	root := it.Path[0]
	switch root.Root {
	case rootMyTrash:
		return root.Owner == it.who.User
	case rootTrash:
		return allowed(it.Space.Role, verb, Trash)
	}
	return false
}
