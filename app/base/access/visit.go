package access

import (
	"errors"
	"slices"

	"anbar/app/base/fault"
	"anbar/db"
)

// LoadLinkItems loads the items of a download link: those that its creator may still read and
// share, at the place where they were when the link was made. If one of them is missing it
// fails with LinkDead, and so it does for a My Drive while the account of the creator is disabled.
func LoadLinkItems(v *db.View, l *db.Link) ([]*Item, error) {
	given, err := Nodes(v, Actor{User: l.CreatedBy}, l.Space, l.Nodes, Read)
	if isRightMissing(err) || err == nil && len(l.Nodes) == 0 {
		return nil, fault.LinkDead
	}
	if err != nil {
		return nil, err
	}
	all := make([]*Item, 0, len(l.Nodes))
	for _, id := range l.Nodes {
		it := given[id]
		if it == nil || !it.Can(Create, DownloadLink) || it.home != l.Home {
			return nil, fault.LinkDead
		}
		all = append(all, it)
	}
	return all, checkCreator(v, all[0].Path, l.CreatedBy)
}

// checkCreator refuses with LinkDead what a disabled person let others reach of a My Drive: nobody else can
// see what it is. What they let others reach of the shared files is the workspace's, whose managers end
// it.
func checkCreator(v *db.View, path []db.Ancestor, by db.UserID) error {
	if path[0].Root != rootMy {
		return nil
	}
	off, err := IsDisabled(v, by)
	if err == nil && off {
		err = fault.LinkDead
	}
	return err
}

// IsDisabled reports whether the account of a user is disabled, or erased.
func IsDisabled(v *db.View, id db.UserID) (bool, error) {
	u, err := v.UserByID(id)
	if errors.Is(err, db.ErrNotFound) {
		return true, nil
	}
	return err == nil && (!u.DisabledAt.IsZero() || !u.ErasedAt.IsZero()), err
}

// LoadBoxDirectory loads the directory of an upload box, as long as its creator may still
// put files there and let others do so, and is not disabled while it is their My Drive: LinkDead.
func LoadBoxDirectory(v *db.View, b *db.Box) (*Item, error) {
	it, err := Dir(v, Actor{User: b.CreatedBy}, b.Space, b.Node, Read)
	if isRightMissing(err) || err == nil && (it.home != b.Home || !it.Can(Create, FileSubject, BoxLink)) {
		return nil, fault.LinkDead
	}
	if err != nil {
		return nil, err
	}
	return it, checkCreator(v, it.Path, b.CreatedBy)
}

// LoadVisit loads the visit of an upload box with the box's directory, while the box accepts
// files. It fails with AuthenticationFailed when the visit has ended; the visitor can begin
// a new one.
func LoadVisit(v *db.View, who Actor) (*db.Visit, *Item, error) {
	if who.Visitor == 0 {
		return nil, nil, fault.InvalidID
	}
	visit, err := v.BoxVisit(who.Visitor)
	if err != nil {
		return nil, nil, toInvalidID(err)
	}
	if visit.Box.CreatedBy != who.User {
		return nil, nil, fault.InvalidID
	}
	it, err := OpenBox(v, &visit.Box)
	if err != nil {
		return nil, nil, err
	}
	if !v.Now.Before(visit.ExpiresAt) {
		return nil, nil, fault.AuthenticationFailed
	}
	return visit, it.withBoxVisitorRights(who), nil
}

// OpenBox is LoadBoxDirectory for visitors: it also fails with LinkDeleted, LinkExpired and, while the
// plan of the workspace is expired, PlanExpired.
func OpenBox(v *db.View, b *db.Box) (*Item, error) {
	if err := CheckTerms(v, &b.Terms); err != nil {
		return nil, err
	}
	it, err := LoadBoxDirectory(v, b)
	if err == nil {
		err = CheckSpaceWritable(v, it.Space, Create, BoxLink)
	}
	return it, err
}

// CheckTerms refuses a link or a box that was deleted or expired: LinkDeleted,
// LinkExpired.
func CheckTerms(v *db.View, t *db.Terms) error {
	switch {
	case !t.DeletedAt.IsZero():
		return fault.LinkDeleted
	case t.IsExpired(v.Now):
		return fault.LinkExpired
	}
	return nil
}

// withBoxVisitorRights returns the item with the rights of a visitor of a box: they may put things into it, and
// see nothing.
func (it *Item) withBoxVisitorRights(who Actor) *Item {
	o := *it
	o.who, o.rights = who, Rights{}
	o.rights.add(Directory, Create)
	o.rights.add(FileSubject, Create)
	return &o
}

// loadForVisitor is Node for visitors of an upload box: it loads the box's directory and
// directories below it, to create in.
func loadForVisitor(v *db.View, who Actor, space db.SpaceID, id db.NodeID, verb Verb, of []Subject) (*Item, error) {
	visit, at, err := LoadVisit(v, who)
	if err != nil {
		return nil, err
	}
	b := &visit.Box
	if b.Space != space || verb != Create {
		return nil, fault.InvalidID
	}
	if id != b.Node {
		if at, err = Dir(v, Actor{User: b.CreatedBy}, space, id, Create); err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(at.Path, func(a db.Ancestor) bool { return a.ID == b.Node }) {
			return nil, fault.InvalidID
		}
	}
	if at = at.withBoxVisitorRights(who); !at.Can(Create, of...) {
		return nil, fault.PermissionDenied
	}
	return at, nil
}

// isRightMissing reports whether the error means that the user lacks a right.
func isRightMissing(err error) bool {
	return errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied) || errors.Is(err, fault.NotADirectory)
}
