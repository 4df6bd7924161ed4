package members

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/app/drive/files"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// The actions on the My Drive of a member who leaves.
const (
	HandOver = "hand_over" // to another member
	Archive  = "archive"   // into a directory of the shared files
	Discard  = "delete"    // forever
)

// Decision is the action on a departing member's My Drive.
type Decision struct {
	Action string
	To     string // email address of the member who gets the drive
}

// Departure is a member with the objects that remain after they leave.
type Departure struct {
	Member
	db.Leftovers
}

// PreviewDeparture returns the preview of a member's departure.
func (s *Service) PreviewDeparture(ctx context.Context, who access.Actor, space db.SpaceID, user db.UserID) (*Departure, error) {
	d := &Departure{}
	err := s.db.View(ctx, func(v *db.View) error {
		verb := access.Delete
		if user == who.User {
			verb = access.Read
		}
		subject := access.Member
		if user == who.User {
			subject = access.Workspace
		}
		if _, err := access.Space(v, who, space, verb, subject); err != nil {
			return err
		}
		m, err := v.MemberByID(space, user)
		if errors.Is(err, db.ErrNotFound) {
			return fault.MemberNotFound
		}
		if err != nil {
			return err
		}
		u, err := v.UserByID(user)
		if err != nil {
			return err
		}
		all, err := attachRoles(v, space, []db.Member{{Membership: *m, FirstName: u.FirstName, LastName: u.LastName, Email: u.Email}})
		if err != nil {
			return err
		}
		d.Member = all[0]
		left, err := v.LeftoversOf(m)
		if err == nil {
			d.Leftovers = *left
		}
		return err
	})
	return d, err
}

// Remove removes members from a workspace and revokes invitations. Their items in the
// shared files stay, their My Drive goes where d says, and everything that they shared is
// no longer shared.
func (s *Service) Remove(ctx context.Context, who access.Actor, space db.SpaceID, people []string, d Decision) error {
	if len(people) == 0 {
		return fault.Field("members", fault.Required)
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		for _, p := range people {
			if err := s.removeMember(tx, who, space, p, d); err != nil {
				return withEmail(err, p)
			}
		}
		return nil
	})
}

func (s *Service) removeMember(tx *db.Tx, who access.Actor, space db.SpaceID, person string, d Decision) error {
	c, err := s.authorizeChange(tx, who, space, access.NoRole)
	if err != nil {
		return err
	}
	if !c.rights.Has(access.Delete, access.Member) {
		return fault.PermissionDenied
	}
	u, m, err := c.findMember(person)
	if errors.Is(err, fault.MemberNotFound) {
		return c.removeInvited(person)
	}
	if err != nil {
		return err
	}
	if err := c.checkChange(m); err != nil {
		return err
	}
	if err := c.completeDeparture(u, m, d); err != nil {
		return err
	}
	return c.recordActivity(int64(u.ID), u.Email, activity.MemberRemove, &activity.Detail{Title: m.Role}, nil)
}

// removeInvited removes somebody who is invited and no member yet.
func (c *memberChange) removeInvited(person string) error {
	email, f := names.ParseEmail(person)
	if f != nil {
		return fault.MemberNotFound
	}
	err := c.withdrawInvitation(email)
	if errors.Is(err, db.ErrNotFound) {
		return fault.MemberNotFound
	}
	return err
}

// Leave takes the actor out of a workspace.
func (s *Service) Leave(ctx context.Context, who access.Actor, space db.SpaceID, d Decision) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		sp, rights, err := access.SpaceRights(tx.ReadOnly(), who, space)
		if err != nil {
			return err
		}
		m, err := tx.MemberByID(space, who.User)
		if errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID
		}
		if err != nil {
			return err
		}
		if m.Role == access.Owner {
			return fault.OwnerCannotLeave
		}
		u, err := tx.UserByID(who.User)
		if err != nil {
			return err
		}
		c := &memberChange{Service: s, tx: tx, who: who, me: u, space: sp, rights: rights}
		if err := c.recordActivity(int64(u.ID), u.Email, activity.MemberLeave, &activity.Detail{Title: m.Role}, nil); err != nil {
			return err
		}
		return c.completeDeparture(u, m, d)
	})
}

// completeDeparture executes the decision on a member's My Drive and removes the member.
func (c *memberChange) completeDeparture(u *db.User, m *db.Membership, d Decision) error {
	left, err := c.tx.LeftoversOf(m)
	if err != nil {
		return err
	}
	if d.Action == "" && left.Files+left.Directories+left.Trashed > 0 {
		return fault.MyDriveUndecided
	}
	if left.Files+left.Directories == 0 {
		d.Action = Discard
	}
	if err := c.disposeDrive(u, m, d); err != nil {
		return err
	}
	if err := c.tx.DeleteMemberInvite(c.space.ID, u.Email); err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	return c.tx.DeleteMember(c.space.ID, m.User)
}

func (c *memberChange) disposeDrive(u *db.User, m *db.Membership, d Decision) error {
	drive, trash, err := access.LoadDepartingDrive(c.tx.ReadOnly(), c.who, c.space, m)
	if err != nil {
		return err
	}
	if err := files.DeleteDrive(c.tx, trash); err != nil {
		return err
	}
	var into *access.Item
	switch d.Action {
	case Discard:
		return files.DeleteDrive(c.tx, drive)
	case HandOver:
		into, err = c.loadSuccessorRoot(m, d.To)
	case Archive:
		into, err = c.ensureArchive()
	default:
		err = fault.Field("my_drive", fault.InvalidValue)
	}
	if err != nil {
		return err
	}
	_, err = files.HandOverDrive(c.tx, c.who, drive, into, driveName[c.me.Language]+u.FirstName+" "+u.LastName)
	return err
}

// The names given here, in the language of the actor.
var (
	driveName   = map[string]string{"fa": "درایو شخصی ", "en": "My Drive of "}
	archiveName = map[string]string{"fa": "بایگانی اعضا", "en": "Archive of members"}
)

func (c *memberChange) loadSuccessorRoot(leaving *db.Membership, email string) (*access.Item, error) {
	u, m, err := c.findMember(email)
	if err != nil {
		return nil, fault.Field("to", fault.MemberNotFound)
	}
	if u.ID == leaving.User {
		return nil, fault.Field("to", fault.SelfAssign)
	}
	if !u.EmailValidated {
		return nil, fault.Field("to", fault.EmailNotVerified)
	}
	return access.LoadSuccessorDrive(c.tx.ReadOnly(), c.who, c.space, m)
}

// ensureArchive returns the directory of the shared files for the drives of departed members. A
// member who leaves may put their drive there even without the right to change anything
// else in it.
func (c *memberChange) ensureArchive() (*access.Item, error) {
	root, err := access.LoadArchiveRoot(c.tx.ReadOnly(), c.who, c.space)
	if err != nil {
		return nil, err
	}
	return files.FindOrCreateDirectory(c.tx, c.who, root, archiveName[c.me.Language])
}

// TransferOwnership makes another member the owner of a workspace; the one before
// becomes an administrator of it.
func (s *Service) TransferOwnership(ctx context.Context, who access.Actor, space db.SpaceID, email string) (*db.Space, error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (*db.Space, error) {
		c, err := s.authorizeChange(tx, who, space, access.NoRole)
		if err != nil {
			return nil, err
		}
		if c.space.Owner != who.User {
			return nil, fault.PermissionDenied
		}
		if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
			return nil, err
		}
		u, _, err := c.findMember(email)
		if err != nil {
			return nil, fault.Field("email", fault.MemberNotFound)
		}
		if u.ID == who.User {
			return nil, fault.Field("email", fault.SelfAssign)
		}
		if !u.EmailValidated {
			return nil, fault.Field("email", fault.EmailNotVerified)
		}
		if err := tx.UpdateSpaceOwner(space, who.User, u.ID, access.Admin); errors.Is(err, db.ErrExists) {
			return nil, fault.DuplicateField
		} else if err != nil {
			return nil, err
		}
		if err := c.recordActivity(int64(u.ID), u.Email, activity.OwnerChange, &activity.Detail{Name: c.me.Email},
			&activity.Detail{Name: u.Email}); err != nil {
			return nil, err
		}
		if err := c.sendMail(u.Email, u.Language, mail.Ownership, "/workspace/"+c.space.ID.String()); err != nil {
			return nil, err
		}
		return access.Space(tx.ReadOnly(), who, space, access.Read, access.Workspace)
	})
}
