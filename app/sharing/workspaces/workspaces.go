// Package workspaces makes, lists, changes and deletes workspaces.
package workspaces

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/app/identity/audit"
	"anbar/app/identity/avatar"
	"anbar/app/identity/sessions"
	"anbar/app/sales/billing"
	"anbar/app/sharing/members"
	"anbar/blobstore"
	"anbar/db"
)

// Service is the workspaces of one appliance.
type Service struct {
	db      *db.DB
	blobs   *blobstore.Store
	limits  func() Limits // nil for none
	free    func() int64
	avatars *avatar.Resizer
	members *members.Service
	billing *billing.Service
	audit   *audit.Log
}

// Limits are the limits of a new workspace; 0 is no limit.
type Limits struct {
	Storage int64 // bytes; else as much as the disk holds
	Members int
	Nodes   int64 // files and directories
}

// Options are what the service is made of.
type Options struct {
	DB      *db.DB
	Members *members.Service // invites people into a workspace that is made with members
	Billing *billing.Service
	Audit   *audit.Log
	Blobs   *blobstore.Store // of avatars, as are Avatars; the shell has neither
	Avatars *avatar.Resizer
	Limits  func() Limits // asked for each new workspace; nil for none
	Free    func() int64  // bytes that the disk has left
}

// New makes the service.
func New(o Options) *Service {
	return &Service{
		db: o.DB, members: o.Members, billing: o.Billing, audit: o.Audit,
		blobs: o.Blobs, avatars: o.Avatars, limits: o.Limits, free: o.Free,
	}
}

// List returns the actor's workspaces, oldest first.
func (s *Service) List(ctx context.Context, who access.Actor) ([]db.Space, error) {
	return db.Get(ctx, s.db, func(v *db.View) (all []db.Space, err error) {
		if all, err = access.Spaces(v, who); err != nil {
			return all, err
		}
		for i := range all {
			if err := setOwnerName(v, &all[i]); err != nil {
				return all, err
			}
		}
		return all, nil
	})
}

// setOwnerName names the owner of a workspace whose paid time is over, whom its members ask for
// a renewal.
func setOwnerName(v *db.View, sp *db.Space) error {
	if sp.EndsAt.IsZero() || v.Now.Before(sp.EndsAt) {
		return nil
	}
	u, err := v.UserByID(sp.Owner)
	if err == nil {
		sp.OwnerName = strings.TrimSpace(u.FirstName + " " + u.LastName)
	}
	return err
}

// CheckTitle tells whether the actor may make a workspace of that title.
func (s *Service) CheckTitle(ctx context.Context, who access.Actor, title string) error {
	n, err := parseTitle(title)
	if err != nil {
		return err
	}
	return s.db.View(ctx, func(v *db.View) error {
		taken, err := v.IsTitleTaken(who.User, names.Fold(n.Text), 0)
		if err == nil && taken {
			err = fault.DuplicateField
		}
		return err
	})
}

func parseTitle(title string) (names.Name, error) {
	n, err := names.Parse(title)
	var f *fault.Fault
	if errors.As(err, &f) {
		err = fault.Field("title", f)
	}
	return n, err
}

// Create makes a workspace with the actor as its owner, on the plan of a paid invoice or
// else, where plans are sold, on the free one, and adds or invites the users of some
// addresses. For a payment that made a workspace before, that one is the answer.
func (s *Service) Create(ctx context.Context, who access.Actor, title, payment string, emails []string) (*db.Space, error) {
	return s.createWith(ctx, who, payment, emails, func(tx *db.Tx) (db.SpaceID, error) { return s.Insert(tx, who.User, title) })
}

// CreateDefault is Create with a title made of the actor's name.
func (s *Service) CreateDefault(ctx context.Context, who access.Actor, payment string) (*db.Space, error) {
	if payment == "" {
		return nil, fault.PlanNotChosen
	}
	return s.createWith(ctx, who, payment, nil, func(tx *db.Tx) (db.SpaceID, error) {
		u, err := tx.UserByID(who.User)
		if err != nil {
			return 0, err
		}
		pattern := "%s’s workspace"
		if u.Language == "fa" {
			pattern = "فضای کاری %s"
		}
		title := fmt.Sprintf(pattern, u.FirstName)
		for n := 2; ; n++ {
			id, err := s.Insert(tx, who.User, title)
			if !errors.Is(err, fault.DuplicateField) || n > maxTitleTries {
				return id, err
			}
			title = fmt.Sprintf(pattern+" %d", u.FirstName, n)
		}
	})
}

const maxTitleTries = 1000 // titles that are tried

func (s *Service) createWith(ctx context.Context, who access.Actor, payment string, emails []string,
	insert func(*db.Tx) (db.SpaceID, error)) (*db.Space, error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (*db.Space, error) {
		id, err := s.billing.FindCreatedSpace(tx.ReadOnly(), who, payment)
		if err != nil {
			return nil, err
		}
		if id == 0 {
			if id, err = insert(tx); err != nil {
				return nil, err
			}
			if err := s.billing.SubscribeSpace(tx, who, id, payment); err != nil {
				return nil, err
			}
			if len(emails) > 0 {
				if err := s.members.InviteAll(tx, who, id, emails); err != nil {
					return nil, err
				}
			}
		}
		return access.Space(tx.ReadOnly(), who, id, access.Read, access.Workspace)
	})
}

// Insert makes a workspace with its roots and its first member, the owner.
func (s *Service) Insert(tx *db.Tx, owner db.UserID, title string) (db.SpaceID, error) {
	n, err := parseTitle(title)
	if err != nil {
		return 0, err
	}
	limits := Limits{}
	if s.limits != nil {
		limits = s.limits()
	}
	sp := &db.Space{
		ID: db.SpaceID(db.NewID()), Title: n.Text, TitleKey: names.Fold(n.Text),
		Owner: owner, Root: newNodeID(), Trash: newNodeID(), Access: Private,
		StorageLimit: limits.Storage, MemberLimit: limits.Members, NodeLimit: limits.Nodes,
	}
	if err := tx.InsertSpace(sp); errors.Is(err, db.ErrExists) {
		return 0, fault.DuplicateField
	} else if err != nil {
		return 0, err
	}
	if err := tx.InsertRoot(sp.Root, sp.ID, "shared", 0, owner); err != nil {
		return 0, err
	}
	if err := tx.InsertRoot(sp.Trash, sp.ID, "trash", 0, owner); err != nil {
		return 0, err
	}
	if err := members.Add(tx, sp, owner, 0, access.Owner); err != nil {
		return 0, err
	}
	return sp.ID, recordSpaceActivity(tx, access.Actor{User: owner}, sp, activity.WorkspaceCreate, nil, &activity.Detail{Title: sp.Title})
}

// recordSpaceActivity stores an operation on a workspace in its activity.
func recordSpaceActivity(tx *db.Tx, who access.Actor, sp *db.Space, action activity.Action, before, after *activity.Detail) error {
	return activity.RecordEntry(tx, activity.Entry{
		Who: who, Space: sp, Kind: "workspace", Target: int64(sp.ID), Name: sp.Title, Action: action, Before: before, After: after,
	})
}

func newNodeID() db.NodeID { return db.NodeID(db.NewID()) }

// Rename gives a workspace another title.
func (s *Service) Rename(ctx context.Context, who access.Actor, id db.SpaceID, title string) (*db.Space, error) {
	n, err := parseTitle(title)
	if err != nil {
		return nil, err
	}
	return s.updateSpace(ctx, who, id, access.Update, func(tx *db.Tx, sp *db.Space) error {
		err := tx.UpdateSpaceTitle(id, n.Text, names.Fold(n.Text))
		if errors.Is(err, db.ErrExists) {
			return fault.DuplicateField
		}
		if err != nil || n.Text == sp.Title {
			return err
		}
		return recordSpaceActivity(tx, who, sp, activity.WorkspaceRename, &activity.Detail{Title: sp.Title},
			&activity.Detail{Title: n.Text})
	})
}

// Delete hides a workspace at once and permanently. title has to be its full title, which
// the user interface makes users type, and the actor must have confirmed their identity
// recently.
func (s *Service) Delete(ctx context.Context, who access.Actor, id db.SpaceID, title string) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		sp, err := access.Space(tx.ReadOnly(), who, id, access.Delete, access.Workspace)
		if err != nil {
			return err
		}
		if strings.TrimSpace(title) != sp.Title {
			return fault.TitleMismatch
		}
		if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
			return err
		}
		return tx.UpdateSpaceDeleted(id)
	})
}

// Appearance is how a workspace looks.
type Appearance struct {
	OrganizationTitle, PrimaryColor, SecondaryColor *string // nil keeps the current value
}

const maxOrganization = 100

var colorPattern = regexp.MustCompile(`^(#[0-9a-f]{6})?$`)

// SetAppearance changes how a workspace looks. Colours are #rrggbb, or empty for the
// product's own.
func (s *Service) SetAppearance(ctx context.Context, who access.Actor, id db.SpaceID, a Appearance) (*db.Space, error) {
	wrong := fault.Fields{}
	for field, c := range map[string]*string{"primary_color": a.PrimaryColor, "secondary_color": a.SecondaryColor} {
		if c != nil && !colorPattern.MatchString(strings.ToLower(*c)) {
			wrong.Add(field, fault.InvalidColor)
		}
	}
	if a.OrganizationTitle != nil && len(*a.OrganizationTitle) > maxOrganization {
		wrong.Add("organization_title", fault.TooLong)
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return s.updateSpace(ctx, who, id, access.Update, func(tx *db.Tx, sp *db.Space) error {
		now := *sp
		now.OrganizationTitle, now.PrimaryColor, now.SecondaryColor = trimOr(a.OrganizationTitle, sp.OrganizationTitle),
			strings.ToLower(trimOr(a.PrimaryColor, sp.PrimaryColor)), strings.ToLower(trimOr(a.SecondaryColor, sp.SecondaryColor))
		if err := tx.UpdateSpaceAppearance(id, now.OrganizationTitle, now.PrimaryColor, now.SecondaryColor); err != nil {
			return err
		}
		return recordSpaceActivity(tx, who, sp, activity.WorkspaceAppearance, appearanceDetail(sp), appearanceDetail(&now))
	})
}

// appearanceDetail is how a workspace looks, for its timeline.
func appearanceDetail(sp *db.Space) *activity.Detail {
	return &activity.Detail{Title: sp.OrganizationTitle, Content: strings.TrimSpace(sp.PrimaryColor + " " + sp.SecondaryColor)}
}

func trimOr(s *string, otherwise string) string {
	if s == nil {
		return otherwise
	}
	return strings.TrimSpace(*s)
}

// updateSpace runs fn on a workspace that the actor may do verb to, and returns the
// workspace as it is then.
func (s *Service) updateSpace(ctx context.Context, who access.Actor, id db.SpaceID, verb access.Verb,
	fn func(*db.Tx, *db.Space) error) (*db.Space, error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (sp *db.Space, err error) {
		if sp, err = access.Space(tx.ReadOnly(), who, id, verb, access.Workspace); err != nil {
			return sp, err
		}
		if err := fn(tx, sp); err != nil {
			return sp, err
		}
		return access.Space(tx.ReadOnly(), who, id, access.Read, access.Workspace)
	})
}

const purgeBatch = 2000

// Purge removes the rows of deleted workspaces, a few at a time, so that
// others can write in between.
func (s *Service) Purge(ctx context.Context) error {
	ids, err := db.Get(ctx, s.db, (*db.View).DeletedSpaces)
	for _, id := range ids {
		var failed error // of this workspace alone
		for gone := false; !gone && failed == nil; {
			failed = s.db.Update(ctx, func(tx *db.Tx) (err error) {
				gone, err = tx.DeleteSpaceRows(id, purgeBatch)
				return err
			})
		}
		err = errors.Join(err, failed)
	}
	return err
}
