package webdav

import (
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

// place is what a path leads to: an item, the root of a tree or of a mount, or a name that is free.
type place struct {
	tree     *Tree
	segments []string
	root     *Root        // of the tree or of a mount; nil for any other place
	item     *access.Item // nil for a free name, and for a directory that only holds mounts
	space    db.SpaceID
	parent   db.NodeID // of a free name: the directory; 0 when nothing can lie there
	clash    *db.Node  // of a free name: what has that name to us, but not to the program
}

// isFree reports whether nothing has the name.
func (p *place) isFree() bool { return p.item == nil && p.root == nil }

// isDirectory reports whether the place is one.
func (p *place) isDirectory() bool {
	return p.root != nil && p.item == nil || p.item != nil && p.item.Kind == db.Directory
}

// href is the path of the place; empty for an item that no tree of the request names.
func (p *place) href() string {
	if p.tree == nil {
		return ""
	}
	return formatHref(p.tree.Base, p.segments, p.isDirectory())
}

// parseName checks the last segment as a name for something new. A name that would be kept otherwise is refused: the program
// would not find it again.
func (p *place) parseName() (names.Name, error) {
	n, err := parseExactName(p.segments[len(p.segments)-1])
	if err == nil && p.clash != nil {
		err = errClash
	}
	return n, err
}

// parseExactName is a name that is kept as a program wrote it.
func parseExactName(wanted string) (names.Name, error) {
	n, err := names.ParseExact(wanted)
	if errors.Is(err, fault.NameTooLong) {
		err = nameTooLongError(wanted)
	}
	return n, err
}

// pathWalker follows the segments from the root of a tree.
type pathWalker struct {
	v    *db.View
	who  access.Actor
	root *Root // at which it stands; nil when it is below
	node db.NodeID
}

// resolveExisting follows a path at which there has to be something.
func resolveExisting(v *db.View, who access.Actor, t *Tree, segments []string) (*place, error) {
	p, err := resolvePath(v, who, t, segments)
	if err == nil && p.isFree() {
		err = fault.InvalidID
	}
	return p, err
}

// resolvePath follows a path. It fails with errNoParent when a directory on the way is missing.
func resolvePath(v *db.View, who access.Actor, t *Tree, segments []string) (*place, error) {
	root, err := t.Root(v, who)
	if err != nil {
		return nil, err
	}
	p := &place{tree: t, segments: segments}
	w := &pathWalker{v: v, who: who, root: root, node: root.Item}
	space := root.Space
	for i, name := range segments {
		node, err := w.step(name)
		if err != nil {
			return nil, err
		}
		if w.root != nil && w.root.Space != 0 {
			space = w.root.Space
		}
		if w.root != nil {
			continue
		}
		missing := node == nil || node.Name != name
		switch last := i == len(segments)-1; {
		case missing && !last, !missing && !last && node.Kind == db.File:
			return nil, errNoParent
		case missing:
			p.space, p.parent, p.clash = space, w.node, node
			return p, nil
		}
		w.root, w.node = nil, node.ID
	}
	p.root, p.space = w.root, space
	if w.node != 0 {
		p.item, err = access.Node(v, who, space, w.node, access.Read)
	}
	return p, err
}

// step goes to a mount and returns nothing then, or returns the child that has a name to us. Behind a mount that is not
// there, root is nil.
func (w *pathWalker) step(name string) (*db.Node, error) {
	if w.root != nil {
		m, err := w.root.findMount(w.v, w.who, name)
		if err != nil {
			return nil, err
		}
		if m != nil {
			w.root, w.node = m, m.Item
			return nil, nil
		}
		w.root = nil
	}
	if w.node == 0 {
		return nil, nil
	}
	n, err := w.v.ChildByName(w.node, name, names.Keys(name))
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	return n, err
}

// authorizeParent loads the directory of a free name, with the right to make things of that kind in it.
func (p *place) authorizeParent(v *db.View, who access.Actor, of ...access.Subject) (*access.Item, error) {
	if p.parent == 0 {
		return nil, fault.PermissionDenied
	}
	return access.Dir(v, who, p.space, p.parent, access.Create, of...)
}
