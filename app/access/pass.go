package access

import (
	"errors"
	"slices"

	"anbar/app/fault"
	"anbar/db"
)

// Pass is the right of a visitor to read the items of a download link. It is valid in the
// transaction that checked it.
type Pass struct {
	Opening *db.Opening
	Roots   []*Item // the items of the link, for the visitor to read

	link *db.Link
}

// Enter checks the token of a visitor by its hash and loads the items of its link:
// LinkDeleted, LinkExpired, LinkDead. An unknown or expired token, or one of another link,
// is LinkExpired.
func Enter(v *db.View, l *db.Link, sum string) (*Pass, error) {
	if err := Ended(v, &l.Terms); err != nil {
		return nil, err
	}
	o, err := v.OpeningByToken(sum)
	if errors.Is(err, db.ErrNotFound) || err == nil && (o.Link != l.ID || !v.Now.Before(o.ExpiresAt)) {
		return nil, fault.LinkExpired
	}
	if err != nil {
		return nil, err
	}
	roots, err := ForLink(v, l)
	if err != nil {
		return nil, err
	}
	p := &Pass{Opening: o, link: l}
	for _, it := range roots {
		p.Roots = append(p.Roots, it.forVisitor(len(it.Path)-1))
	}
	return p, nil
}

// Item loads one of the roots or a node below one; any other node is InvalidID. The path of
// the item begins at that root.
func (p *Pass) Item(v *db.View, id db.NodeID) (*Item, error) {
	for _, it := range p.Roots {
		if it.ID == id {
			return it, nil
		}
	}
	it, err := Node(v, Actor{User: p.link.CreatedBy}, p.link.Space, id, Read)
	if refused(err) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	top := slices.IndexFunc(it.Path, func(a db.Ancestor) bool { return slices.Contains(p.link.Nodes, a.ID) })
	if top < 0 {
		return nil, fault.InvalidID
	}
	return it.forVisitor(top), nil
}

// forVisitor returns the item with the rights of a visitor: to read it and everything below it, as
// far as the creator of the link may. Its path begins at the step from.
func (it *Item) forVisitor(from int) *Item {
	o := *it
	o.who, o.grants, o.rights = Actor{}, nil, Rights{}
	for _, s := range []Subject{Directory, FileSubject} {
		if it.rights.Has(Read, s) {
			o.rights.add(s, Read)
		}
	}
	o.Path = slices.Clone(it.Path[from:])
	return &o
}
