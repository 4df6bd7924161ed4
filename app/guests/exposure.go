package guests

import (
	"context"
	"errors"
	"slices"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/db"
)

const maxExposed = 1000

// Exposure lists everything of a workspace's shared files that outsiders have access to.
type Exposure struct {
	Space  *db.Space
	Guests []Guest
	Links  []ExposedLink
	Boxes  []ExposedBox
	Public []*access.Item

	ids bool // of links and boxes, which open them, are shown
}

// ExposedLink is a link that needs no account.
type ExposedLink struct {
	db.Link
	Items []*access.Item
	By    db.Person
}

// ExposedBox is an open upload box.
type ExposedBox struct {
	db.Box
	Item *access.Item
	By   db.Person
}

// Exposure collects the outside access to a workspace, for users who may manage roles.
func (s *Service) Exposure(ctx context.Context, who access.Actor, space db.SpaceID) (*Exposure, error) {
	e := &Exposure{}
	err := s.db.View(ctx, func(v *db.View) (err error) {
		sp, rights, err := access.SpaceRights(v, who, space)
		if err != nil {
			return err
		}
		if !rights.Has(access.Read, access.Role) {
			return fault.PermissionDenied
		}
		e.Space, e.ids = sp, rights.Has(access.Delete, access.DownloadLink) && rights.Has(access.Delete, access.BoxLink)
		rows, _, err := v.GuestsOf(space, sp.Root, db.Slice{Limit: maxExposed})
		if err != nil {
			return err
		}
		rows = slices.DeleteFunc(rows, func(g db.Guest) bool { return g.Member })
		if e.Guests, err = describe(v, who, space, rows); err != nil {
			return err
		}
		e.Guests = slices.DeleteFunc(e.Guests, func(g Guest) bool { return g.Item == nil })
		if err := e.links(v, who); err != nil {
			return err
		}
		if err := e.boxes(v, who); err != nil {
			return err
		}
		return e.files(v, who)
	})
	return e, err
}

func (e *Exposure) links(v *db.View, who access.Actor) error {
	rows, err := v.LinksOpen(e.Space.ID, maxExposed)
	if err != nil {
		return err
	}
	for _, l := range rows {
		items, err := access.ForLink(v, &l)
		if errors.Is(err, fault.LinkDead) || l.Home != e.Space.Root {
			continue
		}
		if err != nil {
			return err
		}
		people, err := v.People([]db.UserID{l.CreatedBy})
		if err != nil {
			return err
		}
		e.Links = append(e.Links, ExposedLink{l, items, people[l.CreatedBy]})
	}
	return nil
}

func (e *Exposure) boxes(v *db.View, who access.Actor) error {
	rows, err := v.BoxesOpen(e.Space.ID, maxExposed)
	if err != nil {
		return err
	}
	for _, b := range rows {
		it, err := access.ForBox(v, &b)
		if errors.Is(err, fault.LinkDead) || b.Home != e.Space.Root {
			continue
		}
		if err != nil {
			return err
		}
		people, err := v.People([]db.UserID{b.CreatedBy})
		if err != nil {
			return err
		}
		e.Boxes = append(e.Boxes, ExposedBox{b, it, people[b.CreatedBy]})
	}
	return nil
}

func (e *Exposure) files(v *db.View, who access.Actor) error {
	ids, err := v.PublicFiles(e.Space.ID, maxExposed)
	if err != nil {
		return err
	}
	items, err := access.VisibleItems(v, who, e.Space.ID, ids)
	for _, id := range ids {
		if it := items[id]; it != nil && !it.Mine() {
			e.Public = append(e.Public, it)
		}
	}
	return err
}
