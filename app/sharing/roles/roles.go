// Package roles manages the roles of a workspace: the built-in ones, and custom roles with
// their holders and targets.
package roles

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/app/sharing/members"
	"anbar/db"
)

// Service is the roles of the workspaces of one appliance.
type Service struct {
	db *db.DB
}

// New makes the service.
func New(d *db.DB) *Service {
	return &Service{d}
}

// Target names a directory or file that a role is about.
type Target struct {
	ID   db.NodeID
	Kind db.Kind
}

// RoleDetails is a custom role with its holders and targets.
type RoleDetails struct {
	*db.Role
	Rights  access.Rights
	Members []db.Member
	Targets map[db.NodeID]*access.Item
	People  map[db.UserID]db.Person
}

const (
	maxRoles   = 500
	MaxTargets = 1000
	maxName    = 100
)

// List returns the custom roles of a workspace, by name.
func (s *Service) List(ctx context.Context, who access.Actor, space db.SpaceID) ([]RoleDetails, error) {
	return db.Get(ctx, s.db, func(v *db.View) (all []RoleDetails, err error) {
		if _, err := access.Space(v, who, space, access.Read, access.Role); err != nil {
			return nil, err
		}
		rows, err := v.RolesOf(space)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			c, err := loadDetails(v, who, &rows[i])
			if err != nil {
				return all, err
			}
			all = append(all, *c)
		}
		return all, nil
	})
}

// LoadRole returns one custom role.
func (s *Service) LoadRole(ctx context.Context, who access.Actor, space db.SpaceID, id db.RoleID) (*RoleDetails, error) {
	return db.Get(ctx, s.db, func(v *db.View) (c *RoleDetails, err error) {
		_, o, err := members.AuthorizeCustomRole(v, who, space, id, access.Read)
		if err == nil {
			c, err = loadDetails(v, who, o)
		}
		return c, err
	})
}

func loadDetails(v *db.View, who access.Actor, o *db.Role) (*RoleDetails, error) {
	c := &RoleDetails{Role: o}
	var err error
	if c.Rights, err = access.ParseRules(o.Permissions); err != nil {
		return nil, err
	}
	if c.Members, err = v.RoleMembers(o.ID); err != nil {
		return nil, err
	}
	targets, err := v.RoleTargets(o.ID)
	if err != nil {
		return nil, err
	}
	if c.Targets, err = access.ReadableItems(v, who, o.Space, targets); err != nil {
		return nil, err
	}
	c.People, err = v.People([]db.UserID{o.CreatedBy, o.ModifiedBy})
	return c, err
}

// RoleInput holds the settings of a new custom role, or the changes of one.
type RoleInput struct {
	Name        *string
	Permissions []access.Rule // nil leaves them
	Emails      []string
	Targets     []Target
}

// apply reads the name and the permissions.
func (d *RoleInput) apply(o *db.Role) error {
	if d.Name != nil {
		n, err := names.Parse(*d.Name)
		var f *fault.Fault
		if errors.As(err, &f) {
			return fault.Field("name", f)
		}
		if utf8.RuneCountInString(n.Text) > maxName {
			return fault.Field("name", fault.TooLong)
		}
		key := names.Fold(n.Text)
		if slices.Contains(access.BuiltInRoles(), key) {
			return fault.RoleNameTaken
		}
		o.Name, o.NameKey = n.Text, key
	}
	if d.Permissions == nil {
		return nil
	}
	rights, known := access.RightsOf(d.Permissions)
	switch {
	case len(d.Permissions) == 0:
		return fault.EmptyPermissions
	case !known || !hasImpliedConditions(o.Space, d.Permissions):
		return fault.Field("permissions", fault.InvalidValue)
	case !access.Assignable.Covers(rights):
		return fault.DefaultRoleLimit
	}
	rights = rights.WithImplied()
	b, err := json.Marshal(rights.Rules())
	o.Permissions = string(b)
	return err
}

// hasImpliedConditions reports whether the conditions of the rules say no more than a role implies: that
// they apply in its workspace, and there on its targets.
func hasImpliedConditions(space db.SpaceID, rules []access.Rule) bool {
	return !slices.ContainsFunc(rules, func(r access.Rule) bool {
		return r.Conditions != nil && *r.Conditions != (access.Conditions{}) && *r.Conditions != (access.Conditions{Space: space})
	})
}

// Create makes a custom role.
func (s *Service) Create(ctx context.Context, who access.Actor, space db.SpaceID, d RoleInput) (*RoleDetails, error) {
	o := &db.Role{ID: db.RoleID(db.NewID()), Space: space, CreatedBy: who.User, ModifiedBy: who.User}
	if d.Name == nil {
		return nil, fault.Field("name", fault.Required)
	}
	if d.Permissions == nil {
		return nil, fault.EmptyPermissions
	}
	if err := d.apply(o); err != nil {
		return nil, err
	}
	emails, err := names.ParseEmailField("emails", d.Emails, MaxTargets)
	if err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (*RoleDetails, error) {
		sp, err := s.authorizeCreate(tx, who, o)
		if err != nil {
			return nil, err
		}
		if err := tx.InsertRole(o); errors.Is(err, db.ErrExists) {
			return nil, fault.RoleNameTaken
		} else if err != nil {
			return nil, err
		}
		if err := activity.RecordEntry(tx, members.NewRoleEntry(who, sp, o, activity.RoleCreate)); err != nil {
			return nil, err
		}
		if len(emails) > 0 {
			if _, err := members.SetRoleHolders(tx, who, space, o.ID, emails, false); err != nil {
				return nil, err
			}
		}
		if err := insertTargets(tx, who, o, d.Targets); err != nil {
			return nil, err
		}
		return loadDetails(tx.ReadOnly(), who, o)
	})
}

// authorizeCreate refuses actors who may not make roles, or lack a permission of this one.
func (s *Service) authorizeCreate(tx *db.Tx, who access.Actor, o *db.Role) (*db.Space, error) {
	sp, rights, err := access.SpaceRights(tx.ReadOnly(), who, o.Space)
	if err != nil {
		return nil, err
	}
	held, err := access.ParseRules(o.Permissions)
	if err != nil {
		return nil, err
	}
	if err := access.CheckSpaceWritable(tx.ReadOnly(), sp, access.Create, access.Role); err != nil {
		return nil, err
	}
	if !rights.Has(access.Create, access.Role) || !rights.Covers(held) {
		return nil, fault.PermissionDenied
	}
	there, err := tx.RolesOf(o.Space)
	if err == nil && len(there) >= maxRoles {
		err = fault.DefaultRoleLimit
	}
	return sp, err
}

// insertTargets adds targets to a role: items of the shared files, or the root of them for
// all.
func insertTargets(tx *db.Tx, who access.Actor, o *db.Role, targets []Target) error {
	if len(targets) == 0 {
		return nil
	}
	if len(targets) > MaxTargets {
		return fault.Field("targets", fault.TooLong)
	}
	ids, err := loadSharedTargets(tx.ReadOnly(), who, o.Space, targets)
	if err != nil {
		return err
	}
	there, err := tx.RoleTargets(o.ID)
	if err != nil {
		return err
	}
	if len(there)+len(ids) > MaxTargets {
		return fault.Field("targets", fault.TooLong)
	}
	return tx.UpsertRoleTargets(o, who.User, ids)
}

// loadSharedTargets loads targets among the shared files of a space: TargetNotFound for
// anything else.
func loadSharedTargets(v *db.View, who access.Actor, space db.SpaceID, targets []Target) ([]db.NodeID, error) {
	ids := make([]db.NodeID, 0, len(targets))
	for _, t := range targets {
		it, err := access.Node(v, who, space, t.ID, access.Read)
		if errors.Is(err, fault.InvalidID) || err == nil && (it.Kind != t.Kind || it.IsInDrive()) {
			return nil, fault.TargetNotFound.With("target_id", t.ID)
		}
		if err != nil {
			return nil, err
		}
		ids = append(ids, t.ID)
	}
	return ids, nil
}

// Update changes name and permissions of a custom role.
func (s *Service) Update(ctx context.Context, who access.Actor, space db.SpaceID, id db.RoleID, d RoleInput) (*RoleDetails, error) {
	return s.updateRole(ctx, who, space, id, func(tx *db.Tx, o *db.Role) error {
		if err := d.apply(o); err != nil {
			return err
		}
		_, rights, err := access.SpaceRights(tx.ReadOnly(), who, space)
		if err != nil {
			return err
		}
		held, err := access.ParseRules(o.Permissions)
		if err != nil {
			return err
		}
		if !rights.Covers(held) {
			return fault.PermissionDenied
		}
		if err := tx.UpdateRole(o, who.User); errors.Is(err, db.ErrExists) {
			return fault.RoleNameTaken
		} else if err != nil {
			return err
		}
		return nil
	})
}

// SetMembers makes these members the only holders of a custom role.
func (s *Service) SetMembers(ctx context.Context, who access.Actor, space db.SpaceID, id db.RoleID, emails []string) (*RoleDetails, error) {
	emails, err := names.ParseEmailField("emails", emails, MaxTargets)
	if err != nil {
		return nil, err
	}
	return s.updateRole(ctx, who, space, id, func(tx *db.Tx, _ *db.Role) error {
		_, err := members.SetRoleHolders(tx, who, space, id, emails, true)
		return err
	})
}

// AddTargets limits a custom role to more items than before.
func (s *Service) AddTargets(ctx context.Context, who access.Actor, space db.SpaceID, id db.RoleID,
	targets []Target) (*RoleDetails, error) {
	return s.updateRole(ctx, who, space, id, func(tx *db.Tx, o *db.Role) error { return insertTargets(tx, who, o, targets) })
}

// SetTargets limits a custom role to these items.
func (s *Service) SetTargets(ctx context.Context, who access.Actor, space db.SpaceID, id db.RoleID,
	targets []Target) (*RoleDetails, error) {
	return s.updateRole(ctx, who, space, id, func(tx *db.Tx, o *db.Role) error {
		there, err := tx.RoleTargets(id)
		if err != nil {
			return err
		}
		if err := tx.DeleteRoleTargets(o, who.User, there); err != nil {
			return err
		}
		return insertTargets(tx, who, o, targets)
	})
}

// RemoveTargets takes items from those that a custom role is limited to.
func (s *Service) RemoveTargets(ctx context.Context, who access.Actor, space db.SpaceID, id db.RoleID,
	targets []Target) (*RoleDetails, error) {
	return s.updateRole(ctx, who, space, id, func(tx *db.Tx, o *db.Role) error {
		there, err := tx.RoleTargets(id)
		if err != nil {
			return err
		}
		ids := make([]db.NodeID, 0, len(targets))
		for _, t := range targets {
			if !slices.Contains(there, t.ID) {
				return fault.TargetNotFound.With("target_id", t.ID)
			}
			ids = append(ids, t.ID)
		}
		return tx.DeleteRoleTargets(o, who.User, ids)
	})
}

func (s *Service) updateRole(ctx context.Context, who access.Actor, space db.SpaceID, id db.RoleID,
	do func(*db.Tx, *db.Role) error) (*RoleDetails, error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (*RoleDetails, error) {
		sp, o, err := members.AuthorizeCustomRole(tx.ReadOnly(), who, space, id, access.Update)
		if err != nil {
			return nil, err
		}
		if err := do(tx, o); err != nil {
			return nil, err
		}
		if err := activity.RecordEntry(tx, members.NewRoleEntry(who, sp, o, activity.RoleUpdate)); err != nil {
			return nil, err
		}
		if o, err = tx.RoleOf(space, id); err != nil {
			return nil, err
		}
		return loadDetails(tx.ReadOnly(), who, o)
	})
}

// Delete deletes a custom role and takes it from all its holders.
func (s *Service) Delete(ctx context.Context, who access.Actor, space db.SpaceID, id db.RoleID) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		sp, o, err := members.AuthorizeCustomRole(tx.ReadOnly(), who, space, id, access.Delete)
		if err != nil {
			return err
		}
		if err := tx.DeleteRole(o); err != nil {
			return err
		}
		return activity.RecordEntry(tx, members.NewRoleEntry(who, sp, o, activity.RoleDelete))
	})
}
