package access

import (
	"errors"
	"slices"

	"anbar/app/fault"
	"anbar/db"
)

// ForLink loads what a download link gives: what its creator may still read, and
// may still share, where it lay when the link was made. All of it or nothing:
// LinkDead.
func ForLink(v *db.View, l *db.Link) ([]*Item, error) {
	creator := Actor{User: l.CreatedBy}
	all := make([]*Item, 0, len(l.Nodes))
	for _, id := range l.Nodes {
		it, err := Node(v, creator, l.Space, id, Create, DownloadLink)
		if refused(err) || err == nil && it.home != l.Home {
			return nil, fault.LinkDead
		}
		if err != nil {
			return nil, err
		}
		all = append(all, it)
	}
	if len(all) == 0 {
		return nil, fault.LinkDead
	}
	return all, nil
}

// ForBox loads the directory of an upload box, as long as its creator may still
// put files there and let others do so: LinkDead.
func ForBox(v *db.View, b *db.Box) (*Item, error) {
	it, err := Dir(v, Actor{User: b.CreatedBy}, b.Space, b.Node, Create, FileSubject, BoxLink)
	if refused(err) || err == nil && it.home != b.Home {
		return nil, fault.LinkDead
	}
	return it, err
}

// visiting is Node for who came through an upload box: they may put files and
// directories into it, and see nothing.
func visiting(v *db.View, who Actor, space db.SpaceID, id db.NodeID, verb Verb, of []Subject) (*Item, error) {
	visit, err := v.BoxVisit(who.Visitor)
	if err != nil {
		return nil, hidden(err)
	}
	b := &visit.Box
	if b.Space != space || b.CreatedBy != who.User || verb != Create {
		return nil, fault.InvalidID
	}
	if !b.DeletedAt.IsZero() || !v.Now.Before(b.ExpiresAt) || !v.Now.Before(visit.ExpiresAt) {
		return nil, fault.LinkExpired
	}
	if _, err := ForBox(v, b); err != nil {
		return nil, err
	}
	it, err := Dir(v, Actor{User: b.CreatedBy}, space, id, Create, of...)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(it.Path, func(a db.Ancestor) bool { return a.ID == b.Node })
	if at < 0 {
		return nil, fault.InvalidID
	}
	it.who = who
	it.rights = Rights{}
	it.rights.add(Directory, Create)
	it.rights.add(FileSubject, Create)
	return it, nil
}

// refused reports whether somebody may not do what they asked for.
func refused(err error) bool {
	return errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied) || errors.Is(err, fault.NotADirectory)
}
