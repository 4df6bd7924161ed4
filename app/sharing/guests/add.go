package guests

import (
	"context"
	"errors"
	"slices"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/app/identity/invitations"
	"anbar/app/sharing/roles"
	"anbar/db"
)

const maxInvited = 50 // addresses in one call

// Invitation holds the items to share, the role and the addresses.
type Invitation struct {
	Emails  []string
	Role    string
	Targets []roles.Target
	Note    string // to the recipients, in the mail
}

const maxNote = 2000

// AddGuests gives users a role on items. The role of an address without an account waits
// until an account verifies it. When the workspace prevents sharing with non-members, their
// addresses fail with NonMembersForbidden.
func (s *Service) AddGuests(ctx context.Context, who access.Actor, space db.SpaceID, in Invitation) ([]Guest, error) {
	emails, err := names.ParseEmailField("emails", in.Emails, maxInvited)
	switch {
	case err != nil:
		return nil, err
	case len(emails) == 0:
		return nil, fault.Field("emails", fault.Required)
	case len(in.Targets) == 0:
		return nil, fault.Field("targets", fault.Required)
	case len(in.Targets) > roles.MaxTargets:
		return nil, fault.Field("targets", fault.TooLong)
	case len(in.Note) > maxNote:
		return nil, fault.Field("message", fault.TooLong)
	}
	role, ok := access.GuestRights(in.Role)
	if !ok {
		return nil, toRoleFault(in.Role)
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (all []Guest, err error) {
		items, err := loadShareable(tx.ReadOnly(), who, space, in.Targets, access.Create, role)
		if err != nil {
			return nil, err
		}
		for _, email := range emails {
			made, err := s.inviteGuest(tx, who, items, email, in)
			if err != nil {
				return all, withEmail(err, email)
			}
			all = append(all, made...)
		}
		return all, nil
	})
}

func toRoleFault(role string) error {
	if _, builtIn := access.BuiltInRights(role); builtIn {
		return fault.DefaultRoleLimit
	}
	return fault.RoleNotFound
}

func loadShareable(v *db.View, who access.Actor, space db.SpaceID, targets []roles.Target, verb access.Verb,
	role access.Rights) ([]*access.Item, error) {
	var items []*access.Item
	for _, t := range targets {
		it, err := access.LoadShareable(v, who, space, t.ID, verb)
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

// inviteGuest gives one address the role on all items, and tells it so in one mail.
func (s *Service) inviteGuest(tx *db.Tx, who access.Actor, items []*access.Item, email string, in Invitation) ([]Guest, error) {
	me, err := tx.UserByID(who.User)
	switch {
	case err != nil:
		return nil, err
	case !me.EmailValidated:
		return nil, fault.EmailNotVerified
	case email == me.Email:
		return nil, fault.SelfAssign
	}
	user, language, err := s.findRecipient(tx.ReadOnly(), items[0].Space, email, me.Language)
	if err != nil {
		return nil, err
	}
	for _, it := range items {
		if it.DriveOwner() == 0 && user.ID == it.Space.Owner {
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
	path := "/Access/Workspaces"
	if user.ID == 0 {
		if path, err = invitations.CreatePath(tx, email, who.User, true); err != nil {
			return nil, err
		}
	}
	if err := s.sendInvitation(tx, me, email, language, path, items, in); err != nil {
		return nil, err
	}
	return loadInvited(tx.ReadOnly(), items, email, user, db.Person{ID: me.ID, FirstName: me.FirstName, LastName: me.LastName})
}

// loadInvited returns the guest that an address is on each of the items.
func loadInvited(v *db.View, items []*access.Item, email string, user, by db.Person) (all []Guest, err error) {
	ids := make([]db.NodeID, len(items))
	for i, it := range items {
		ids[i] = it.ID
	}
	rows, err := v.GuestsOn(items[0].Space.ID, ids)
	for _, g := range rows {
		if g.Email == email {
			all = append(all, Guest{Guest: g, Item: items[slices.Index(ids, g.Node)], Who: user, By: by})
		}
	}
	return all, err
}

// findRecipient returns the user who has verified the address, or an empty Person, and the
// language of the mail to them: otherwise, unless they have an account.
func (s *Service) findRecipient(v *db.View, space *db.Space, email, otherwise string) (db.Person, string, error) {
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

func (s *Service) sendInvitation(tx *db.Tx, me *db.User, email, language, path string, items []*access.Item, in Invitation) error {
	if err := s.mails.ReserveInvitation(me.ID, email); err != nil {
		return err
	}
	all := make([]string, len(items))
	for i, it := range items {
		all[i] = it.Name
	}
	return mail.Enqueue(tx, mail.Message{To: email, Language: language, Kind: mail.GuestAdded, Data: mail.Data{
		URL: s.url() + path, Space: items[0].Space.Title, Who: me.FirstName + " " + me.LastName, Items: all, Count: len(all),
		Text: strings.TrimSpace(in.Note),
	}})
}

// withEmail says which address a fault concerns.
func withEmail(err error, email string) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.With("email", email)
	}
	return err
}
