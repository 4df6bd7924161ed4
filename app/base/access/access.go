// Package access checks permissions. It is the only way to load a space or a node: each
// load names a verb and returns the item only if the caller may do it, in the same
// transaction as the work that follows.
//
// Items that the caller may not read look missing (fault.InvalidID). Items that the caller
// may read but not change in this way are refused (fault.PermissionDenied).
package access

import (
	"errors"
	"slices"

	"anbar/app/base/fault"
	"anbar/db"
)

// Actor identifies the caller of an operation. The zero Actor is an anonymous caller.
type Actor struct {
	User    db.UserID
	Session db.SessionID
	Staff   db.StaffRole // empty for a user who may not enter the console

	// Visitor is set for visitors of an upload box: they may put files into the box in the
	// name of User, and nothing else.
	Visitor db.VisitorID

	// Scope limits the actor of an API token, who has no Session.
	Scope *Scope

	as db.UserID // the member who views as User
}

// driveOwner returns the user whose My Drive counts as the actor's own; 0 while they view as another.
func (who Actor) driveOwner() db.UserID {
	if who.as != 0 {
		return 0
	}
	return who.User
}

// Node loads a directory or file that the actor may do verb to. It has to lie in that
// space, outside the trash. A subject other than the item's own kind names the part of the
// item that the verb is about, such as its versions.
func Node(v *db.View, who Actor, space db.SpaceID, id db.NodeID, verb Verb, of ...Subject) (*Item, error) {
	if who.Visitor != 0 {
		return loadForVisitor(v, who, space, id, verb, of)
	}
	f, err := loadNode(v, who, space, id)
	if err != nil {
		return nil, err
	}
	path, err := loadAncestors(v, f.space, who, f.node)
	if err != nil {
		return nil, toInvalidID(err)
	}
	it, err := newItem(v, f.space, f.grants, who, f.node, path)
	if err != nil {
		return nil, err
	}
	return it, it.Check(verb, of...)
}

// Check fails as Node does when the holder may not do verb.
func (it *Item) Check(verb Verb, of ...Subject) error {
	if !it.Can(Read) {
		return fault.InvalidID
	}
	if !it.Can(verb, of...) {
		return fault.PermissionDenied
	}
	return checkWritable(it.Space, it.locked, verb, of...)
}

// newItem loads the actor's rights on a node outside the trash.
func newItem(v *db.View, s *db.Space, gs *grants, who Actor, n *db.Node, path []db.Ancestor) (*Item, error) {
	it := &Item{
		Node: n, Space: s, Path: path, who: who, grants: gs, rights: gs.rightsOn(path, who), home: path[0].ID, trashRoot: s.Trash,
		locked: s.IsLocked(v.Now),
	}
	root := path[0]
	switch {
	case root.Root == rootMy && root.Owner == who.User:
		it.trashRoot = s.MyTrash
	case root.Root == rootMy && it.Can(Read):
		owner, err := v.MemberByID(s.ID, root.Owner)
		if err != nil {
			return nil, toInvalidID(err)
		}
		it.trashRoot = owner.MyTrash
	}
	return it, nil
}

// Nodes loads those of the ids that the actor may do verb to. It leaves out items that are
// in another space, in the trash or deleted.
func Nodes(v *db.View, who Actor, space db.SpaceID, ids []db.NodeID, verb Verb) (map[db.NodeID]*Item, error) {
	return loadMany(v, who, space, ids, verb, func(s *db.Space, gs *grants, n *db.Node, path []db.Ancestor) (*Item, error) {
		return newItem(v, s, gs, who, n, path)
	})
}

// loadMany loads nodes of a space with the rights that of says.
func loadMany(v *db.View, who Actor, space db.SpaceID, ids []db.NodeID, verb Verb,
	of func(*db.Space, *grants, *db.Node, []db.Ancestor) (*Item, error)) (map[db.NodeID]*Item, error) {
	if who.Visitor != 0 {
		return nil, fault.InvalidID
	}
	s, gs, err := loadSpace(v, who, space)
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
		if n.Space != space {
			continue
		}
		it, err := of(s, gs, n, paths[n.ID])
		if err != nil {
			return nil, err
		}
		if it.Check(verb) == nil {
			all[n.ID] = it
		}
	}
	return all, nil
}

// Dir is Node for a directory.
func Dir(v *db.View, who Actor, space db.SpaceID, id db.NodeID, verb Verb, of ...Subject) (*Item, error) {
	it, err := Node(v, who, space, id, verb, of...)
	if err == nil && it.Kind != db.Directory {
		return nil, fault.NotADirectory
	}
	return it, err
}

// File is Node for a file that lies directly in the directory dir.
func File(v *db.View, who Actor, space db.SpaceID, dir, id db.NodeID, verb Verb, of ...Subject) (*Item, error) {
	it, err := Node(v, who, space, id, verb, of...)
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

// PublicFile loads a file that is public through its direct link.
func PublicFile(v *db.View, space db.SpaceID, dir, id db.NodeID) (*Item, error) {
	n, err := v.NodeByID(id)
	if err != nil || n.Space != space || n.Parent != dir || n.Kind != db.File || !n.Public {
		return nil, toInvalidID(err)
	}
	path, err := v.PathOf(id)
	if err != nil {
		return nil, toInvalidID(err)
	}
	if root := path[0].Root; root != rootShared && root != rootMy {
		return nil, fault.InvalidID
	}
	if err := checkCreator(v, path, path[0].Owner); err != nil {
		return nil, fault.InvalidID.Because(err)
	}
	s, err := v.LivingSpace(space)
	if err != nil {
		return nil, toInvalidID(err)
	}
	return &Item{Node: n, Space: s, Path: path, home: path[0].ID}, nil
}

// Space loads a workspace that the actor may do verb to subject in.
func Space(v *db.View, who Actor, id db.SpaceID, verb Verb, subject Subject) (*db.Space, error) {
	s, rights, err := SpaceRights(v, who, id)
	switch {
	case err != nil:
		return nil, err
	case !rights.Has(verb, subject):
		return nil, fault.PermissionDenied
	}
	return s, CheckSpaceWritable(v, s, verb, subject)
}

// SpaceRights loads a workspace with all that the actor may do in it.
func SpaceRights(v *db.View, who Actor, id db.SpaceID) (*db.Space, Rights, error) {
	if who.Visitor != 0 {
		return nil, Rights{}, fault.InvalidID
	}
	s, gs, err := loadSpace(v, who, id)
	if err != nil {
		return nil, Rights{}, err
	}
	return s, gs.space, nil
}

// Spaces loads every workspace the actor belongs to.
func Spaces(v *db.View, who Actor) ([]db.Space, error) {
	all, err := v.SpacesOf(who.User)
	return slices.DeleteFunc(all, func(s db.Space) bool { return !who.Scope.covers(s.ID) }), err
}

// toInvalidID makes missing items, and without an error items of other spaces, look the same: both are InvalidID.
func toInvalidID(err error) error {
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

	who       Actor
	grants    *grants
	rights    Rights
	home      db.NodeID // the root of the files it belongs to, also from the trash
	trashRoot db.NodeID // the trash that it goes to
	trashed   bool
	locked    bool // the plan of the space expired, or it is frozen
}

// Can reports whether the holder may do verb to this item and to everything below it. A
// subject other than the item's own kind names the part of the item that the verb is about.
func (it *Item) Can(verb Verb, of ...Subject) bool {
	switch {
	case it.trashed:
		return it.rights.Has(verb, Trash)
	case len(of) == 0:
		return it.rights.Has(verb, subjectOf(it.Kind))
	}
	for _, s := range of {
		if !it.rights.Has(verb, s) {
			return false
		}
	}
	return true
}

// CanOrganize reports whether the files that the item belongs to are the holder's to keep in order: their own My Drive, or the shared
// files of a workspace whose members they may change.
func (it *Item) CanOrganize() bool {
	if root := it.Path[0]; root.Root == rootMy {
		return root.Owner == it.who.driveOwner()
	}
	return it.grants.manages
}

// CanReadFiles reports whether the holder may read the files in this directory and
// below it, too.
func (it *Item) CanReadFiles() bool { return it.trashed || it.rights.Has(Read, FileSubject) }

// CheckAccepts fails when the holder may not put a thing of that kind into this directory: one
// that is new to these files, or that lay elsewhere among them.
func (it *Item) CheckAccepts(kind db.Kind, from *Item) error {
	s := subjectOf(kind)
	if !it.Can(Create, s) && (from == nil || from.home != it.home || !it.Can(Move, s)) {
		return fault.PermissionDenied
	}
	return checkWritable(it.Space, it.locked, Create)
}

// CanMoveTo reports whether the holder may take the item to another directory.
// It needs the right to delete it to take it to other files, which takes it from
// the others, and to where the holder may do more to it than where it lies.
func (it *Item) CanMoveTo(dir *Item) bool {
	return it.home == dir.home && it.rights.Covers(dir.rights) || it.Can(Delete)
}

// Child is the item of a node that lies directly in this directory and was
// loaded or made by the transaction that holds it.
func (it *Item) Child(n *db.Node) *Item {
	child := *it
	child.Node = n
	child.Path = append(slices.Clip(it.Path), db.Ancestor{ID: n.ID, Name: n.Name})
	if more, ok := it.extraRights(n.ID); ok {
		child.rights = more
	}
	return &child
}

// extraRights returns the holder's rights on a direct child of this directory, when they exceed
// the rights on the directory.
func (it *Item) extraRights(id db.NodeID) (Rights, bool) {
	if it.grants == nil || it.trashed || it.who.Visitor != 0 {
		return it.rights, false
	}
	g, ok := it.grants.items[id]
	if !ok {
		return it.rights, false
	}
	more := it.rights.union(g.rightsBelow(it.Path[0]))
	return more, more != it.rights
}

// Rights returns the holder's rights on this item. Two holders with equal rights see the
// same, except for items on which one of them has more rights: see HasItemGrants.
func (it *Item) Rights() Rights { return it.rights }

// HasItemGrants reports whether the holder has more rights on single items than on the
// items around them, so that their view is not shared with others.
func (it *Item) HasItemGrants() bool {
	return it.grants != nil && len(it.grants.items) > 0 && !it.trashed
}

// Viewer returns the user that the item was loaded for.
func (it *Item) Viewer() db.UserID { return it.who.User }

// IsInDrive reports whether the item lies in a My Drive.
func (it *Item) IsInDrive() bool { return it.Path[0].Root == rootMy || it.Path[0].Root == rootMyTrash }

// TrashRoot is the trash that the item goes to when it is deleted.
func (it *Item) TrashRoot() db.NodeID { return it.trashRoot }

// Home is the root of the files that the item belongs to, also from the trash.
func (it *Item) Home() db.NodeID { return it.home }

// The roots of a space.
const (
	rootShared  = "shared"
	rootMy      = "my"
	rootTrash   = "trash"
	rootMyTrash = "my_trash"
)

// IsRoot reports whether a tree with that root is one of files or a trash, and not one that nobody sees.
func IsRoot(root string) bool {
	return root == rootShared || root == rootMy || root == rootTrash || root == rootMyTrash
}

func subjectOf(k db.Kind) Subject {
	if k == db.Directory {
		return Directory
	}
	return FileSubject
}

// ItemRules returns the holder's rights on the item and everything below it, as rules for
// the given subjects, or for all subjects of items without any.
func (it *Item) ItemRules(of ...Subject) []Rule {
	r := it.rights
	if len(of) == 0 {
		r = r.intersect(OfItems)
	}
	return r.Rules(of...)
}

// ChildRules is ItemRules for something that lies directly in this directory;
// false when it is the same as for all around it.
func (it *Item) ChildRules(id db.NodeID) ([]Rule, bool) {
	more, ok := it.extraRights(id)
	if !ok {
		return nil, false
	}
	more = more.intersect(OfItems)
	return more.Rules(), true
}
