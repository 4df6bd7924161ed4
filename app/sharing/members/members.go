// Package members manages the members of a workspace: invitations, built-in roles,
// departures, and the transfer of ownership.
package members

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/db"
)

// Service is the members of the workspaces of one appliance.
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

// The states of a member.
const (
	Active  = "active"
	Invited = "invited"
)

// What a pending invitation waits for.
const (
	SignUp       = "sign_up"      // nobody has an account with the address
	NewLink      = "new_link"     // nobody has one, and neither the mailed code nor the link opens the sign-up any more
	Verification = "verification" // an account has the address and has not proven it
	Raise        = "raise"        // that account is a member by another way, and gets the role of the invitation with the proof
	Room         = "room"         // the person is here; the workspace was full when they came
)

// Member is a member as their list shows them, or an address that waits.
type Member struct {
	db.Member
	Status   string
	WaitsFor string        // of an invitation
	Roles    []db.UserRole // custom ones
}

func attachRoles(v *db.View, space db.SpaceID, rows []db.Member) ([]Member, error) {
	users := make([]db.UserID, len(rows))
	for i := range rows {
		users[i] = rows[i].User
	}
	held, err := v.RolesOfUsers(space, users)
	all := make([]Member, len(rows))
	for i := range rows {
		all[i] = Member{Member: rows[i], Status: Active}
		for _, h := range held {
			if h.User == rows[i].User {
				all[i].Roles = append(all[i].Roles, h)
			}
		}
	}
	return all, err
}

const maxFound = 20

// Search returns members whose address or name has the words in it, and behind them addresses that are invited; at most 20.
func (s *Service) Search(ctx context.Context, who access.Actor, space db.SpaceID, words string) ([]Member, error) {
	return db.Get(ctx, s.db, func(v *db.View) (all []Member, err error) {
		if _, err := access.Space(v, who, space, access.Read, access.Member); err != nil {
			return nil, err
		}
		key := names.SearchKey(words)
		found, err := Find(v, space, key)
		if err != nil {
			return nil, err
		}
		if all, err = attachRoles(v, space, found); err != nil {
			return nil, err
		}
		invites, err := v.MemberInvitesOf(space)
		for i := range invites {
			if len(all) < maxFound && strings.Contains(invites[i].Email, key) {
				all = append(all, toInvitedMember(&invites[i], v.Now))
			}
		}
		return all, err
	})
}

const maxEmails = 100

// SetRole gives users a built-in role in a workspace. Non-members join; an address without
// an account gets an invitation.
func (s *Service) SetRole(ctx context.Context, who access.Actor, space db.SpaceID, role string, emails []string) ([]Member, error) {
	if err := checkAssignable(role); err != nil {
		return nil, err
	}
	emails, err := names.ParseMemberField("emails", emails, maxEmails)
	if err == nil && len(emails) == 0 {
		err = fault.Field("emails", fault.Required)
	}
	if err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) ([]Member, error) { return s.setRoles(tx, who, space, role, emails) })
}

func (s *Service) setRoles(tx *db.Tx, who access.Actor, space db.SpaceID, role string, emails []string) ([]Member, error) {
	c, err := s.authorizeChange(tx, who, space, role)
	if err != nil {
		return nil, err
	}
	var all []Member
	for _, email := range emails {
		m, err := c.assign(email)
		if err != nil {
			return nil, withEmail(err, email)
		}
		all = append(all, *m)
	}
	return all, nil
}

// InviteAll invites users into a workspace that is being made, as editors.
func (s *Service) InviteAll(tx *db.Tx, who access.Actor, space db.SpaceID, emails []string) error {
	emails, err := names.ParseMemberField("members", emails, maxEmails)
	if err == nil {
		_, err = s.setRoles(tx, who, space, access.EditorRole, emails)
	}
	return err
}

// checkAssignable refuses roles that cannot be given.
func checkAssignable(role string) error {
	if _, ok := access.BuiltInRights(role); !ok {
		return fault.RoleNotFound
	}
	if role == access.Owner {
		return fault.DefaultRoleLimit // it is handed over, not given
	}
	return nil
}

// memberChange is one change of roles.
type memberChange struct {
	*Service
	tx     *db.Tx
	who    access.Actor
	me     *db.User
	space  *db.Space
	rights access.Rights
	role   string

	invited map[string]string // the roles by address; nil before they are read
}

func (s *Service) authorizeChange(tx *db.Tx, who access.Actor, space db.SpaceID, role string) (*memberChange, error) {
	sp, rights, err := access.SpaceRights(tx.ReadOnly(), who, space)
	if err != nil {
		return nil, err
	}
	if !rights.Has(access.Update, access.Member) && !rights.Has(access.Create, access.Member) {
		return nil, fault.PermissionDenied
	}
	if err := access.CheckSpaceWritable(tx.ReadOnly(), sp, access.Update, access.Member); err != nil {
		return nil, err
	}
	if given, _ := access.BuiltInRights(role); !rights.Covers(given) {
		return nil, fault.PermissionDenied // users can only give rights that they have
	}
	me, err := tx.UserByID(who.User)
	return &memberChange{Service: s, tx: tx, who: who, me: me, space: sp, rights: rights, role: role}, err
}

// assign gives one person the role.
func (c *memberChange) assign(email string) (*Member, error) {
	if email == c.me.Email {
		return nil, fault.SelfAssign
	}
	u, err := c.tx.UserByLogin(email)
	if errors.Is(err, db.ErrNotFound) {
		return c.invite(email)
	}
	if err != nil {
		return nil, err
	}
	m, err := c.tx.MemberByID(c.space.ID, u.ID)
	if err == nil && !u.EmailValidated && c.isRaise(m) {
		vouched, err := c.isVouched(m)
		if err != nil {
			return nil, err
		}
		if !vouched {
			return c.inviteUnverified(email, m)
		}
	}
	switch {
	case err == nil:
		return c.updateRole(u, m)
	case !errors.Is(err, db.ErrNotFound):
		return nil, err
	case !u.EmailValidated:
		return c.invite(email)
	}
	return c.addUser(u)
}

func (c *memberChange) checkAdd() error {
	switch {
	case !c.rights.Has(access.Create, access.Member):
		return fault.PermissionDenied
	case !c.me.EmailValidated:
		return fault.EmailNotVerified
	}
	return nil
}

func (c *memberChange) addUser(u *db.User) (*Member, error) {
	if err := c.checkAdd(); err != nil {
		return nil, err
	}
	if err := c.spendInvitation(u.Email); err != nil {
		return nil, err
	}
	if err := c.checkMemberLimit(); err != nil {
		return nil, err
	}
	if err := Add(c.tx, c.space, u.ID, c.who.User, c.role); err != nil {
		return nil, err
	}
	if err := c.recordActivity(int64(u.ID), u.Email, activity.MemberAdd, nil, &activity.Detail{Title: c.role}); err != nil {
		return nil, err
	}
	if err := c.sendMail(u.Email, u.Language, mail.MemberAdded, "/workspace/"+c.space.ID.String()); err != nil {
		return nil, err
	}
	return c.loadMember(u)
}

func (c *memberChange) updateRole(u *db.User, m *db.Membership) (*Member, error) {
	if err := c.checkChange(m); err != nil {
		return nil, err
	}
	if err := c.spendInvitation(u.Email); err != nil { // it would give another role later
		return nil, err
	}
	if m.Role != c.role {
		if err := c.tx.UpdateMemberRole(c.space.ID, u.ID, c.role); err != nil {
			return nil, err
		}
		if err := c.recordActivity(int64(u.ID), u.Email, activity.MemberRole, &activity.Detail{Title: m.Role},
			&activity.Detail{Title: c.role}); err != nil {
			return nil, err
		}
	}
	return c.loadMember(u)
}

// checkChange refuses to change the owner, the actor themselves, and members with more rights
// than the actor.
func (c *memberChange) checkChange(m *db.Membership) error {
	had, _ := access.BuiltInRights(m.Role)
	switch {
	case m.User == c.who.User:
		return fault.SelfAssign
	case m.Role == access.Owner:
		return fault.OwnerCannotChange
	case !c.rights.Has(access.Update, access.Member) || !c.rights.Covers(had):
		return fault.PermissionDenied
	}
	return nil
}

func (c *memberChange) loadMember(u *db.User) (*Member, error) {
	rows, err := loadByEmail(c.tx.ReadOnly(), c.space.ID, []string{u.Email})
	if err != nil {
		return nil, err
	}
	all, err := attachRoles(c.tx.ReadOnly(), c.space.ID, rows)
	if err != nil || len(all) == 0 {
		return nil, errors.Join(err, fault.MemberNotFound)
	}
	return &all[0], nil
}

func (c *memberChange) recordActivity(id int64, email string, action activity.Action, before, after *activity.Detail) error {
	return activity.RecordEntry(c.tx, activity.Entry{
		Who: c.who, Space: c.space, Kind: "member", Target: id, Name: email, Action: action, Before: before, After: after,
	})
}

func loadByEmail(v *db.View, space db.SpaceID, emails []string) ([]db.Member, error) {
	list, err := json.Marshal(emails)
	if err != nil {
		return nil, err
	}
	return v.MembersByEmail(space, string(list))
}

// withEmail says which address a fault concerns.
func withEmail(err error, email string) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.With("email", email)
	}
	return err
}

// RemoveRole takes a built-in role from members. They stay members with no role, with their
// My Drive and their custom roles.
func (s *Service) RemoveRole(ctx context.Context, who access.Actor, space db.SpaceID, role string, people []string) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		c, err := s.authorizeChange(tx, who, space, access.NoRole)
		if err != nil {
			return err
		}
		for _, p := range people {
			u, m, err := c.findMember(p)
			if err != nil {
				return withEmail(err, p)
			}
			if m.Role != role {
				return withEmail(fault.MemberNotFound, p)
			}
			if _, err := c.updateRole(u, m); err != nil {
				return withEmail(err, p)
			}
		}
		return nil
	})
}

// findMember loads a member by address or by id.
func (c *memberChange) findMember(person string) (*db.User, *db.Membership, error) {
	var id db.UserID
	if email, f := names.ParseEmail(person); f == nil {
		person = email
	}
	u, err := c.tx.UserByLogin(person)
	if errors.Is(err, db.ErrNotFound) && id.UnmarshalText([]byte(person)) == nil {
		u, err = c.tx.UserByID(id)
	}
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil, fault.MemberNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	m, err := c.tx.MemberByID(c.space.ID, u.ID)
	if errors.Is(err, db.ErrNotFound) {
		err = fault.MemberNotFound
	}
	return u, m, err
}
