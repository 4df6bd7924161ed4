// Package guests manages the roles of users on single items, and lists the access to an
// item with its sources.
package guests

import (
	"context"
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/drive/activity"
	"anbar/app/identity/invitations"
	"anbar/app/sharing/roles"
	"anbar/db"
)

// Service is the guests of the workspaces of one appliance.
type Service struct {
	db    *db.DB
	mails *mail.Limiter
	url   func() string
}

// New makes the service. url is where users reach the appliance, without a slash at
// its end.
func New(d *db.DB, mails *mail.Limiter, url func() string) *Service {
	return &Service{db: d, mails: mails, url: url}
}

// Guest is one person's role on one item, as lists show it.
type Guest struct {
	db.Guest
	Item      *access.Item // nil when the asker may not read it, or it is not where it was shared
	Inherited bool         // it is on something that the target lies in
	Who       db.Person
	By        db.Person
}

// ListOnItems returns the guest roles on the targets and on the directories above them.
func (s *Service) ListOnItems(ctx context.Context, who access.Actor, space db.SpaceID, targets []roles.Target) ([]Guest, error) {
	return db.Get(ctx, s.db, func(v *db.View) (all []Guest, err error) {
		for _, t := range targets {
			it, err := access.LoadInspectable(v, who, space, t.ID, t.Kind)
			if err != nil {
				return all, err
			}
			some, err := loadGuestsOn(v, who, it)
			if err != nil {
				return all, err
			}
			all = append(all, some...)
		}
		return all, nil
	})
}

func loadGuestsOn(v *db.View, who access.Actor, it *access.Item) ([]Guest, error) {
	rows, err := v.GuestsOn(it.Space.ID, it.Steps())
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(g db.Guest) bool { return g.Home != it.Home() })
	all, err := loadGuests(v, who, it.Space.ID, rows)
	for i := range all {
		all[i].Inherited = all[i].Node != it.ID
	}
	return all, err
}

// loadGuests looks up the users and the items of guest roles.
func loadGuests(v *db.View, who access.Actor, space db.SpaceID, rows []db.Guest) ([]Guest, error) {
	var users []db.UserID
	nodes := make([]db.NodeID, len(rows))
	for i, g := range rows {
		users = append(users, g.User, g.CreatedBy)
		nodes[i] = g.Node
	}
	people, err := v.People(users)
	if err != nil {
		return nil, err
	}
	items, err := access.ReadableItems(v, who, space, nodes)
	if err != nil {
		return nil, err
	}
	all := make([]Guest, len(rows))
	for i, g := range rows {
		all[i] = Guest{Guest: g, Who: people[g.User], By: people[g.CreatedBy]}
		if it := items[g.Node]; it != nil && it.Home() == g.Home {
			all[i].Item = it
		}
	}
	return all, nil
}

// ListGuests returns a page of all roles on items in the shared files of a workspace.
func (s *Service) ListGuests(ctx context.Context, who access.Actor, space db.SpaceID, p api.PageQuery) ([]Guest, api.PageInfo, error) {
	var all []Guest
	var info api.PageInfo
	part, err := p.Of("guests")
	if err != nil {
		return nil, info, err
	}
	err = s.db.View(ctx, func(v *db.View) error {
		sp, err := access.Space(v, who, space, access.Read, access.Role)
		if err != nil {
			return err
		}
		rows, next, err := v.GuestsOf(space, sp.Root, part.Slice)
		if err != nil {
			return err
		}
		total, err := v.CountGuests(space, sp.Root)
		if err != nil {
			return err
		}
		if info, err = part.Info(total, next); err != nil {
			return err
		}
		all, err = loadGuests(v, who, space, rows)
		return err
	})
	return all, info, err
}

// ChangeGuests gives guests another role.
func (s *Service) ChangeGuests(ctx context.Context, who access.Actor, space db.SpaceID, ids []db.GuestID, role string) ([]Guest, error) {
	rights, ok := access.GuestRights(role)
	if !ok {
		return nil, toRoleFault(role)
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) ([]Guest, error) {
		rows, err := s.authorizeChange(tx.ReadOnly(), who, space, ids, access.Update)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			g := &rows[i]
			it, err := access.LoadShareable(tx.ReadOnly(), who, space, g.Node, access.Update)
			if err != nil {
				return nil, err
			}
			if has := it.Rights(); !has.Covers(rights) {
				return nil, fault.PermissionDenied
			}
			if err := checkGuestRole(who, g, it.Rights()); err != nil {
				return nil, err
			}
			if err := tx.UpdateGuestRole(g, role); err != nil {
				return nil, err
			}
			if err := activity.Record(tx, who, it, activity.GuestUpdate, &activity.Detail{Name: g.Email, Title: g.Role},
				&activity.Detail{Name: g.Email, Title: role}); err != nil {
				return nil, err
			}
			g.Role = role
		}
		return loadGuests(tx.ReadOnly(), who, space, rows)
	})
}

// RemoveGuests removes roles on items. Guests may remove their own.
func (s *Service) RemoveGuests(ctx context.Context, who access.Actor, space db.SpaceID, ids []db.GuestID) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		rows, err := s.authorizeChange(tx.ReadOnly(), who, space, ids, access.Delete)
		if err != nil {
			return err
		}
		for i := range rows {
			if err := removeGuest(tx, who, &rows[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func removeGuest(tx *db.Tx, who access.Actor, g *db.Guest) error {
	it, err := access.Node(tx.ReadOnly(), who, g.Space, g.Node, access.Read)
	switch {
	case errors.Is(err, fault.InvalidID): // an item in the trash has guests, too
		err = checkUnreadGuest(tx.ReadOnly(), who, g)
	case err == nil:
		if err = checkGuestRole(who, g, it.Rights()); err == nil {
			err = activity.Record(tx, who, it, activity.GuestRemove, &activity.Detail{Name: g.Email, Title: g.Role}, nil)
		}
	}
	if err != nil {
		return err
	}
	if err := tx.DeleteGuest(g); err != nil || g.User != 0 {
		return err
	}
	return invitations.Withdraw(tx, g.Email)
}

// checkGuestRole refuses to touch another person's role that has more rights than the actor has on the item.
func checkGuestRole(who access.Actor, g *db.Guest, has access.Rights) error {
	had, _ := access.GuestRights(g.Role)
	if g.User != who.User && !has.Covers(had) {
		return fault.PermissionDenied
	}
	return nil
}

// checkUnreadGuest is checkGuestRole for an item that the actor cannot read: their rights in the workspace count, and in their own
// My Drive they have all.
func checkUnreadGuest(v *db.View, who access.Actor, g *db.Guest) error {
	sp, rights, err := access.SpaceRights(v, who, g.Space)
	if err != nil || sp.MyRoot != 0 && g.Home == sp.MyRoot {
		return err
	}
	return checkGuestRole(who, g, rights)
}

// authorizeChange loads guest roles for a user who may change them: one with that right in the
// workspace, the owner of the My Drive, or, to delete it, the guest. For all others it
// fails with RoleNotFound.
func (s *Service) authorizeChange(v *db.View, who access.Actor, space db.SpaceID, ids []db.GuestID, verb access.Verb) ([]db.Guest, error) {
	sp, rights, err := access.SpaceRights(v, who, space)
	if err != nil {
		return nil, err
	}
	if err := access.CheckSpaceWritable(v, sp, verb, access.Member); err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return nil, fault.Field("role_ids", fault.Required)
	}
	rows, err := v.GuestsByID(space, ids)
	if err != nil {
		return nil, err
	}
	if len(rows) != len(ids) {
		return nil, fault.RoleNotFound
	}
	for _, g := range rows {
		switch {
		case g.Home == sp.Root && rights.Has(verb, access.Role), sp.MyRoot != 0 && g.Home == sp.MyRoot,
			verb == access.Delete && g.User == who.User:
		case g.Home == sp.Root && rights.Has(access.Read, access.Member):
			return nil, fault.PermissionDenied
		default:
			return nil, fault.RoleNotFound
		}
	}
	return rows, nil
}
