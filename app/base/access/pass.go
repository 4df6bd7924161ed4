package access

import (
	"slices"
	"time"

	"anbar/app/base/fault"
	"anbar/db"
)

// LinkToken is what the token of a visitor who opened a link says. Whoever reads a token checks its signature.
type LinkToken struct {
	Opening    db.OpeningID // its line in the list of the link, which may have been forgotten
	Link       string
	Generation int // of the link
	ExpiresAt  time.Time
}

// Pass is the right of a visitor to read the items of a download link. It is valid in the
// transaction that checked it.
type Pass struct {
	Token LinkToken
	Roots []*Item // the items of the link, for the visitor to read

	link *db.Link
}

// OpenPass checks what the token of a visitor says and loads the items of its link:
// LinkDeleted, LinkExpired, LinkDead. The token of another link, one that expired, and one from
// before the link asked for something else is LinkExpired.
func OpenPass(v *db.View, l *db.Link, o LinkToken) (*Pass, error) {
	if err := CheckTerms(v, &l.Terms); err != nil {
		return nil, err
	}
	if o.Link != l.ID || o.Generation != l.Generation || !v.Now.Before(o.ExpiresAt) {
		return nil, fault.LinkExpired
	}
	roots, err := LoadLinkItems(v, l)
	if err != nil {
		return nil, err
	}
	p := &Pass{Token: o, link: l}
	for _, it := range roots {
		p.Roots = append(p.Roots, it.withVisitorRights(len(it.Path)-1))
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
	if isRightMissing(err) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	top := slices.IndexFunc(it.Path, func(a db.Ancestor) bool { return slices.Contains(p.link.Nodes, a.ID) })
	if top < 0 {
		return nil, fault.InvalidID
	}
	return it.withVisitorRights(top), nil
}

// withVisitorRights returns the item with the rights of a visitor: to read it and everything below it, as
// far as the creator of the link may. Its path begins at the step from.
func (it *Item) withVisitorRights(from int) *Item {
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
