// Package access answers one question: may this person do this to that? There
// is no other way to load a space or a node than to ask it, in the same
// transaction as what follows, so nothing can be held without the right to it.
//
// What may not be read is not there (fault.InvalidID); what may be read but
// not done is refused (fault.PermissionDenied).
package access

import (
	"errors"
	"slices"

	"anbar/app/fault"
	"anbar/db"
)

// Actor is who asks. The zero Actor is nobody.
type Actor struct {
	User    db.UserID
	Session db.SessionID
	Staff   bool
}

// Node loads a directory or file that the actor may do verb to. It has to lie
// in that space, outside the trash.
func Node(v *db.View, who Actor, space db.SpaceID, id db.NodeID, verb Verb) (*Item, error) {
	s, n, err := load(v, who, space, id)
	if err != nil {
		return nil, err
	}
	path, err := way(v, s, who, n)
	if err != nil {
		return nil, hidden(err)
	}
	it := &Item{Node: n, Space: s, Path: path, who: who}
	if !it.May(Read) {
		return nil, fault.InvalidID
	}
	if !it.May(verb) {
		return nil, fault.PermissionDenied
	}
	return it, nil
}

// Nodes loads those of the ids that the actor may do verb to. What is elsewhere,
// in the trash or gone is left out.
func Nodes(v *db.View, who Actor, space db.SpaceID, ids []db.NodeID, verb Verb) (map[db.NodeID]*Item, error) {
	s, err := member(v, who, space)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	nodes, err := v.NodesByID(ids)
	if err != nil {
		return nil, err
	}
	paths, err := v.PathsOf(ids)
	if err != nil {
		return nil, err
	}
	all := make(map[db.NodeID]*Item, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		it := &Item{Node: n, Space: s, Path: paths[n.ID], who: who}
		if n.Space == space && it.May(Read) && it.May(verb) {
			all[n.ID] = it
		}
	}
	return all, nil
}

// load loads a node of a space that the actor belongs to, whatever its place.
func load(v *db.View, who Actor, space db.SpaceID, id db.NodeID) (*db.Space, *db.Node, error) {
	s, err := member(v, who, space)
	if err != nil {
		return nil, nil, err
	}
	n, err := v.NodeByID(id)
	if err != nil || n.Space != space {
		return nil, nil, hidden(err)
	}
	return s, n, nil
}

// way is the way from the root down to a node. Most nodes that are asked for lie
// so near a root that the space knows it.
func way(v *db.View, s *db.Space, who Actor, n *db.Node) ([]db.Ancestor, error) {
	self := db.Ancestor{ID: n.ID, Name: n.Name, Root: n.Root, Owner: n.Owner}
	switch n.Parent {
	case 0:
		return []db.Ancestor{self}, nil
	case s.Root:
		return []db.Ancestor{{ID: s.Root, Root: rootShared}, self}, nil
	case s.MyRoot:
		return []db.Ancestor{{ID: s.MyRoot, Root: rootMy, Owner: who.User}, self}, nil
	}
	return v.PathOf(n.ID)
}

// Dir is Node for a directory.
func Dir(v *db.View, who Actor, space db.SpaceID, id db.NodeID, verb Verb) (*Item, error) {
	it, err := Node(v, who, space, id, verb)
	if err == nil && it.Kind != db.Directory {
		return nil, fault.NotADirectory
	}
	return it, err
}

// File is Node for a file that lies directly in the directory dir.
func File(v *db.View, who Actor, space db.SpaceID, dir, id db.NodeID, verb Verb) (*Item, error) {
	it, err := Node(v, who, space, id, verb)
	if err != nil {
		return nil, err
	}
	if it.Kind != db.File {
		return nil, fault.NotAFile
	}
	if it.Parent != dir {
		return nil, fault.InvalidID
	}
	return it, nil
}

// PublicFile loads a file that its people opened to whoever knows its direct
// link.
func PublicFile(v *db.View, space db.SpaceID, dir, id db.NodeID) (*Item, error) {
	n, err := v.NodeByID(id)
	if err != nil || n.Space != space || n.Parent != dir || n.Kind != db.File || !n.Public {
		return nil, hidden(err)
	}
	path, err := v.PathOf(id)
	if err != nil {
		return nil, hidden(err)
	}
	if root := path[0].Root; root != rootShared && root != rootMy {
		return nil, fault.InvalidID
	}
	s, err := v.LivingSpace(space)
	if err != nil {
		return nil, hidden(err)
	}
	return &Item{Node: n, Space: s, Path: path}, nil
}

// Space loads a workspace that the actor may do verb to subject in.
func Space(v *db.View, who Actor, id db.SpaceID, verb Verb, subject Subject) (*db.Space, error) {
	s, err := member(v, who, id)
	if err != nil {
		return nil, err
	}
	if !allowed(s.Role, verb, subject) {
		return nil, fault.PermissionDenied
	}
	return s, nil
}

// Spaces loads every workspace the actor belongs to.
func Spaces(v *db.View, who Actor) ([]db.Space, error) { return v.SpacesOf(who.User) }

func member(v *db.View, who Actor, id db.SpaceID) (*db.Space, error) {
	if who.User == 0 || id == 0 {
		return nil, fault.InvalidID
	}
	s, err := v.SpaceByID(id, who.User)
	if err != nil {
		return nil, hidden(err)
	}
	return s, nil
}

// hidden makes what is not there and what is elsewhere look the same.
func hidden(err error) error {
	if err == nil || errors.Is(err, db.ErrNotFound) {
		return fault.InvalidID
	}
	return err
}

// Item is a node that its holder may use, with the way that leads to it.
type Item struct {
	*db.Node
	Space *db.Space
	Path  []db.Ancestor // from the root down to the node itself

	who     Actor
	trashed bool
}

// May reports whether the holder may do verb to this item, or to what lies
// below it.
func (it *Item) May(verb Verb) bool {
	root := it.Path[0]
	if it.trashed {
		return root.Root == rootMyTrash && root.Owner == it.who.User || root.Root == rootTrash && allowed(it.Space.Role, verb, Trash)
	}
	switch root.Root {
	case rootMy:
		return root.Owner == it.who.User
	case rootShared:
		return allowed(it.Space.Role, verb, subjectOf(it.Kind))
	}
	return false
}

// Child is the item of a node that lies directly in this directory and was
// loaded or made by the transaction that holds it.
func (it *Item) Child(n *db.Node) *Item {
	path := append(slices.Clip(it.Path), db.Ancestor{ID: n.ID, Name: n.Name})
	return &Item{Node: n, Space: it.Space, Path: path, who: it.who, trashed: it.trashed}
}

// Rights names what the holder may do here: two holders with the same are shown
// the same.
func (it *Item) Rights() string {
	if it.Mine() {
		return Owner
	}
	return it.Space.Role
}

// Asks is who holds the item.
func (it *Item) Asks() db.UserID { return it.who.User }

// Mine reports whether the item lies in the holder's My Drive.
func (it *Item) Mine() bool { return it.Path[0].Root == rootMy || it.Path[0].Root == rootMyTrash }

// Bin is the trash that the item goes to when it is deleted.
func (it *Item) Bin() db.NodeID {
	if it.Mine() {
		return it.Space.MyTrash
	}
	return it.Space.Trash
}

// Home is the root of the files that the item belongs to, also from the trash.
func (it *Item) Home() db.NodeID {
	if it.Mine() {
		return it.Space.MyRoot
	}
	return it.Space.Root
}

// The roots of a space.
const (
	rootShared  = "shared"
	rootMy      = "my"
	rootTrash   = "trash"
	rootMyTrash = "my_trash"
)

func subjectOf(k db.Kind) Subject {
	if k == db.Directory {
		return Directory
	}
	return FileSubject
}
