package guests

import (
	"context"
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/db"
)

const maxExposed = 1000

// Exposure lists everything of a workspace's shared files that outsiders have access to, and for its
// owner the links and boxes on the My Drives of others, without what they give.
type Exposure struct {
	Space  *db.Space
	Guests []Guest
	Links  []ExposedLink
	Boxes  []ExposedBox
	Public []*access.Item

	showIDs    bool // of links and boxes, which open them, are shown
	showDrives bool // links and boxes on a My Drive of others are listed
}

// ExposedLink is a link that needs no account.
type ExposedLink struct {
	db.Link
	Items  []*access.Item // none of a My Drive
	By     db.Person
	Paused bool // while its creator is disabled
}

// ExposedBox is an open upload box.
type ExposedBox struct {
	db.Box
	Item   *access.Item // nil of a My Drive
	By     db.Person
	Paused bool
}

// LoadExposure collects the outside access to a workspace, for users who may manage roles.
func (s *Service) LoadExposure(ctx context.Context, who access.Actor, space db.SpaceID) (*Exposure, error) {
	e := &Exposure{}
	err := s.db.View(ctx, func(v *db.View) (err error) {
		sp, rights, err := access.SpaceRights(v, who, space)
		if err != nil {
			return err
		}
		if !rights.Has(access.Read, access.Role) {
			return fault.PermissionDenied
		}
		e.Space, e.showIDs = sp, rights.Has(access.Delete, access.DownloadLink) && rights.Has(access.Delete, access.BoxLink)
		e.showDrives = sp.Owner == who.User
		rows, _, err := v.GuestsOf(space, sp.Root, db.Slice{Limit: maxExposed})
		if err != nil {
			return err
		}
		rows = slices.DeleteFunc(rows, func(g db.Guest) bool { return g.Member })
		if e.Guests, err = loadGuests(v, who, space, rows); err != nil {
			return err
		}
		e.Guests = slices.DeleteFunc(e.Guests, func(g Guest) bool { return g.Item == nil })
		if err := e.loadLinks(v, who); err != nil {
			return err
		}
		if err := e.loadBoxes(v, who); err != nil {
			return err
		}
		return e.loadPublicFiles(v, who)
	})
	return e, err
}

func (e *Exposure) loadLinks(v *db.View, who access.Actor) error {
	rows, err := v.LinksOpen(e.Space.ID, maxExposed)
	if err != nil {
		return err
	}
	for _, l := range rows {
		items, err := access.LoadLinkItems(v, &l)
		by, paused, err := e.findCreator(v, who, &l.Terms, err)
		if err != nil {
			return err
		}
		if by == nil {
			continue
		}
		if l.Home != e.Space.Root {
			items, l.Title = nil, ""
		}
		e.Links = append(e.Links, ExposedLink{Link: l, Items: items, By: *by, Paused: paused})
	}
	return nil
}

// findCreator returns the creator of a link or box that the list shows, and whether it waits for its
// creator's account; nil for one that the list does not show. found is the error of its access check.
func (e *Exposure) findCreator(v *db.View, who access.Actor, t *db.Terms, found error) (by *db.Person, paused bool, err error) {
	if t.Home != e.Space.Root && (!e.showDrives || t.CreatedBy == who.User) {
		return nil, false, nil
	}
	if errors.Is(found, fault.LinkDead) {
		if paused, found = access.IsDisabled(v, t.CreatedBy); !paused && found == nil || t.Home == e.Space.Root {
			return nil, false, found
		}
	}
	if found != nil {
		return nil, false, found
	}
	people, err := v.People([]db.UserID{t.CreatedBy})
	if err != nil {
		return nil, false, err
	}
	p := people[t.CreatedBy]
	return &p, paused, nil
}

func (e *Exposure) loadBoxes(v *db.View, who access.Actor) error {
	rows, err := v.BoxesOpen(e.Space.ID, maxExposed)
	if err != nil {
		return err
	}
	for _, b := range rows {
		it, err := access.LoadBoxDirectory(v, &b)
		by, paused, err := e.findCreator(v, who, &b.Terms, err)
		if err != nil {
			return err
		}
		if by == nil {
			continue
		}
		if b.Home != e.Space.Root {
			it, b.Title = nil, ""
		}
		e.Boxes = append(e.Boxes, ExposedBox{Box: b, Item: it, By: *by, Paused: paused})
	}
	return nil
}

func (e *Exposure) loadPublicFiles(v *db.View, who access.Actor) error {
	ids, err := v.PublicFiles(e.Space.ID, maxExposed)
	if err != nil {
		return err
	}
	items, err := access.ReadableItems(v, who, e.Space.ID, ids)
	for _, id := range ids {
		if it := items[id]; it != nil && !it.IsInDrive() {
			e.Public = append(e.Public, it)
		}
	}
	return err
}
