package roles

import (
	"context"
	"errors"
	"slices"
	"strings"

	"anbar/app/access"
	"anbar/app/activity"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/invitations"
	"anbar/app/mail"
	"anbar/app/names"
	"anbar/db"
)

const maxInvited = 50 // addresses in one call

// Guest is one person's role on one item, as lists show it.
type Guest struct {
	db.Guest
	Item      *access.Item // nil when the asker may not read it, or it is not where it was shared
	Inherited bool         // it is on something that the target lies in
	Who       db.Person
	By        db.Person
}

// Invitation is what AddGuests shares.
type Invitation struct {
	Emails  []string
	Role    string
	Targets []Target
	Note    string // to the people, in the mail
}

const maxNote = 2000

// AddGuests gives people a role on items. An address that is nobody's yet waits
// for its person. Without the right to share with others than members, theirs are
// refused: NonMembersForbidden.
func (s *Service) AddGuests(ctx context.Context, who access.Actor, space db.SpaceID, in Invitation) ([]Guest, error) {
	emails, err := names.EmailsIn("emails", in.Emails, maxInvited)
	switch {
	case err != nil:
		return nil, err
	case len(emails) == 0:
		return nil, fault.Field("emails", fault.Required)
	case len(in.Targets) == 0:
		return nil, fault.Field("targets", fault.Required)
	case len(in.Targets) > maxTargets:
		return nil, fault.Field("targets", fault.TooLong)
	case len(in.Note) > maxNote:
		return nil, fault.Field("message", fault.TooLong)
	}
	role, ok := access.GuestRole(in.Role)
	if !ok {
		return nil, notForGuests(in.Role)
	}
	var all []Guest
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		items, err := shareable(tx.Reading(), who, space, in.Targets, access.Create, role)
		if err != nil {
			return err
		}
		for _, email := range emails {
			made, err := s.invite(tx, who, items, email, in)
			if err != nil {
				return about(err, email)
			}
			all = append(all, made...)
		}
		return nil
	})
	return all, err
}

func notForGuests(role string) error {
	if _, builtIn := access.BuiltIn(role); builtIn {
		return fault.DefaultRoleLimit
	}
	return fault.RoleNotFound
}

func shareable(v *db.View, who access.Actor, space db.SpaceID, targets []Target, verb access.Verb,
	role access.Rights) ([]*access.Item, error) {
	var items []*access.Item
	for _, t := range targets {
		it, err := access.Shareable(v, who, space, t.ID, verb)
		if errors.Is(err, fault.InvalidID) || err == nil && it.Kind != t.Kind {
			return nil, fault.TargetNotFound.With("target_id", t.ID)
		}
		if err != nil {
			return nil, err
		}
		if has := it.Rights(); !has.Covers(role) {
			return nil, fault.PermissionDenied
		}
		items = append(items, it)
	}
	return items, nil
}

// invite gives one address the role on all items, and tells it so in one mail.
func (s *Service) invite(tx *db.Tx, who access.Actor, items []*access.Item, email string, in Invitation) ([]Guest, error) {
	me, err := tx.UserByID(who.User)
	if err != nil {
		return nil, err
	}
	if !me.EmailValidated {
		return nil, fault.EmailNotVerified
	}
	if email == me.Email {
		return nil, fault.SelfAssign
	}
	user, language, err := s.person(tx.Reading(), items[0].Space, email, me.Language)
	if err != nil {
		return nil, err
	}
	var all []Guest
	for _, it := range items {
		if it.Whose() == 0 && user.ID == it.Space.Owner {
			return nil, fault.OwnerCannotChange
		}
		g := db.Guest{
			ID: db.GuestID(db.NewID()), Space: it.Space.ID, Node: it.ID, Home: it.Home(), User: user.ID, Email: email, Role: in.Role,
			CreatedBy: who.User, CreatedAt: tx.Now,
		}
		if err := tx.UpsertGuest(&g); err != nil {
			return nil, err
		}
		if err := activity.Record(tx, who, it, activity.GuestAdd, nil, &activity.Detail{Name: email, Title: in.Role}); err != nil {
			return nil, err
		}
	}
	ids := make([]db.NodeID, len(items))
	for i, it := range items {
		ids[i] = it.ID
	}
	rows, err := tx.GuestsOn(items[0].Space.ID, ids)
	if err != nil {
		return nil, err
	}
	for _, g := range rows {
		if g.Email == email {
			all = append(all, Guest{
				Guest: g, Item: items[slices.Index(ids, g.Node)], Who: user,
				By: db.Person{ID: me.ID, FirstName: me.FirstName, LastName: me.LastName},
			})
		}
	}
	path := "/Access/Workspaces"
	if user.ID == 0 {
		if path, err = invitations.Path(tx, email, who.User); err != nil {
			return nil, err
		}
	}
	return all, s.tell(tx, me, email, language, path, items, in)
}

// person is who has proven that an address is theirs; nobody when no one has.
func (s *Service) person(v *db.View, space *db.Space, email, otherwise string) (db.Person, string, error) {
	u, err := v.UserByLogin(email)
	known := err == nil && u.EmailValidated
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return db.Person{}, "", err
	}
	if known {
		_, err = v.MemberByID(space.ID, u.ID)
	}
	stranger := !known || errors.Is(err, db.ErrNotFound)
	if known && err != nil && !stranger {
		return db.Person{}, "", err
	}
	if stranger && space.PreventNonMembers {
		return db.Person{}, "", fault.NonMembersForbidden
	}
	if !known {
		return db.Person{}, otherwise, nil
	}
	return db.Person{ID: u.ID, FirstName: u.FirstName, LastName: u.LastName}, u.Language, nil
}

func (s *Service) tell(tx *db.Tx, me *db.User, email, language, path string, items []*access.Item, in Invitation) error {
	if err := s.mails.Invitation(me.ID, email); err != nil {
		return err
	}
	all := make([]string, len(items))
	for i, it := range items {
		all[i] = it.Name
	}
	return mail.Post(tx, mail.Message{To: email, Language: language, Kind: mail.GuestAdded, Data: mail.Data{
		URL: s.url() + path, Space: items[0].Space.Title, Who: me.FirstName + " " + me.LastName, Items: all, Count: len(all),
		Text: strings.TrimSpace(in.Note),
	}})
}

// GuestsOn returns who has a role on the targets, or on what they lie in.
func (s *Service) GuestsOn(ctx context.Context, who access.Actor, space db.SpaceID, targets []Target) ([]Guest, error) {
	var all []Guest
	err := s.db.View(ctx, func(v *db.View) error {
		for _, t := range targets {
			it, err := seen(v, who, space, t)
			if err != nil {
				return err
			}
			some, err := guestsOn(v, who, it)
			if err != nil {
				return err
			}
			all = append(all, some...)
		}
		return nil
	})
	return all, err
}

// seen loads an item for who may know who reaches it: members who see the list of
// members, and whose My Drive it is.
func seen(v *db.View, who access.Actor, space db.SpaceID, t Target) (*access.Item, error) {
	it, err := access.Node(v, who, space, t.ID, access.Read)
	if errors.Is(err, fault.InvalidID) || err == nil && it.Kind != t.Kind {
		return nil, fault.TargetNotFound.With("target_id", t.ID)
	}
	if err == nil && it.Whose() != who.User && (it.Whose() != 0 || !it.MayInSpace(access.Read, access.Member)) {
		err = fault.PermissionDenied
	}
	return it, err
}

func guestsOn(v *db.View, who access.Actor, it *access.Item) ([]Guest, error) {
	rows, err := v.GuestsOn(it.Space.ID, it.Steps())
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(g db.Guest) bool { return g.Home != it.Home() })
	all, err := describe(v, who, it.Space.ID, rows)
	for i := range all {
		all[i].Inherited = all[i].Node != it.ID
	}
	return all, err
}

// describe looks up who they are and what they have a role on.
func describe(v *db.View, who access.Actor, space db.SpaceID, rows []db.Guest) ([]Guest, error) {
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
	items, err := access.Known(v, who, space, nodes)
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

// Guests returns a page of all roles on items in the shared files of a workspace.
func (s *Service) Guests(ctx context.Context, who access.Actor, space db.SpaceID, p api.Paging) ([]Guest, api.PageInfo, error) {
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
		all, err = describe(v, who, space, rows)
		return err
	})
	return all, info, err
}

// ChangeGuests gives guests another role.
func (s *Service) ChangeGuests(ctx context.Context, who access.Actor, space db.SpaceID, ids []db.GuestID, role string) ([]Guest, error) {
	rights, ok := access.GuestRole(role)
	if !ok {
		return nil, notForGuests(role)
	}
	var all []Guest
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		rows, err := s.manage(tx.Reading(), who, space, ids, access.Update)
		if err != nil {
			return err
		}
		for i := range rows {
			g := &rows[i]
			it, err := access.Shareable(tx.Reading(), who, space, g.Node, access.Update)
			if err != nil {
				return err
			}
			if has := it.Rights(); !has.Covers(rights) {
				return fault.PermissionDenied
			}
			if err := tx.UpdateGuestRole(g, role); err != nil {
				return err
			}
			if err := activity.Record(tx, who, it, activity.GuestUpdate, &activity.Detail{Name: g.Email, Title: g.Role},
				&activity.Detail{Name: g.Email, Title: role}); err != nil {
				return err
			}
			g.Role = role
		}
		all, err = describe(tx.Reading(), who, space, rows)
		return err
	})
	return all, err
}

// RemoveGuests takes roles on items away. Who has one may also give it up.
func (s *Service) RemoveGuests(ctx context.Context, who access.Actor, space db.SpaceID, ids []db.GuestID) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		rows, err := s.manage(tx.Reading(), who, space, ids, access.Delete)
		if err != nil {
			return err
		}
		for i := range rows {
			g := &rows[i]
			it, err := access.Node(tx.Reading(), who, space, g.Node, access.Read)
			if err == nil {
				err = activity.Record(tx, who, it, activity.GuestRemove, &activity.Detail{Name: g.Email, Title: g.Role}, nil)
			}
			if err != nil && !errors.Is(err, fault.InvalidID) {
				return err
			}
			if err := tx.DeleteGuest(g); err != nil {
				return err
			}
		}
		return nil
	})
}

// manage loads roles on items for who may change them: who may do so in the
// workspace, whose My Drive it is, and to give one up, who has it. RoleNotFound
// for any other.
func (s *Service) manage(v *db.View, who access.Actor, space db.SpaceID, ids []db.GuestID, verb access.Verb) ([]db.Guest, error) {
	sp, rights, err := access.Standing(v, who, space)
	if err != nil {
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

// about says which address a fault concerns.
func about(err error, email string) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.With("email", email)
	}
	return err
}
