package access

import (
	"anbar/app/fault"
	"anbar/db"
)

// Trashed loads what lies in a trash of the space, or a trash itself, that the
// actor may do verb to. What was shared is a matter of rights on the trash; the
// trash of My Drive is its member's alone.
func Trashed(v *db.View, who Actor, space db.SpaceID, id db.NodeID, verb Verb) (*Item, error) {
	s, n, err := load(v, who, space, id)
	if err != nil {
		return nil, err
	}
	path, err := v.PathOf(id)
	if err != nil {
		return nil, hidden(err)
	}
	it := &Item{Node: n, Space: s, Path: path, who: who, trashed: true}
	if !it.May(Read) {
		return nil, fault.InvalidID
	}
	if !it.May(verb) {
		return nil, fault.PermissionDenied
	}
	return it, nil
}

// InTrash reports whether the item was loaded out of a trash.
func (it *Item) InTrash() bool { return it.trashed }

// Anywhere loads a node that the actor may read, in whatever space of theirs and
// whether it lies in the trash or not, or was merged away. It serves who
// carries on with what they did themselves, and gives no right to change it.
func Anywhere(v *db.View, who Actor, id db.NodeID) (*Item, error) {
	n, err := v.NodeByID(id)
	if err != nil {
		return nil, hidden(err)
	}
	s, err := member(v, who, n.Space)
	if err != nil {
		return nil, err
	}
	path, err := v.PathOf(id)
	if err != nil {
		return nil, hidden(err)
	}
	root := path[0].Root
	it := &Item{Node: n, Space: s, Path: path, who: who, trashed: root == rootTrash || root == rootMyTrash}
	if root != db.MergedRoot && !it.May(Read) {
		return nil, fault.InvalidID
	}
	return it, nil
}
