package providers

import (
	"errors"
	"slices"

	"anbar/app/access"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/app/members"
	"anbar/app/names"
	"anbar/db"
)

// meant is what somebody's groups at a provider give them here: of each workspace
// the mightiest of the roles.
func (s *Service) meant(v *db.View, p *provider, groups []string) map[db.SpaceID]string {
	all := map[db.SpaceID]string{}
	for _, g := range p.Groups {
		if !slices.Contains(groups, g.Group) {
			continue
		}
		space, err := workspace(v, g.Workspace)
		if err != nil { // a slip in the settings locks nobody out
			s.log.Warn("a group of a provider gives nothing", "provider", p.ID, "group", g.Group, "workspace", g.Workspace, "error", err)
			continue
		}
		if had, ok := all[space]; !ok || mightier(g.Role, had) {
			all[space] = g.Role
		}
	}
	return all
}

// workspace finds the workspace that an administrator means: by its id, or by its
// title when it belongs to staff, for anybody can give a workspace any title.
func workspace(v *db.View, words string) (db.SpaceID, error) {
	var id db.SpaceID
	if id.UnmarshalText([]byte(words)) == nil {
		if _, err := v.LivingSpace(id); err == nil || !errors.Is(err, db.ErrNotFound) {
			return id, err
		}
	}
	title, err := names.Parse(words)
	if err != nil {
		return 0, err
	}
	found, err := v.StaffSpaces(title.Key)
	switch {
	case err != nil:
		return 0, err
	case len(found) == 0:
		return 0, errors.New("no workspace of that id, and none of that title belongs to staff")
	case len(found) > 1:
		return 0, errors.New("several workspaces have that title: say the id")
	}
	return found[0], nil
}

func mightier(a, b string) bool {
	all := access.BuiltInRoles()
	return slices.Index(all, a) < slices.Index(all, b)
}

// groups gives somebody the roles that their groups mean, and takes back what
// groups gave them that do so no longer. What people gave stays: the owner is the
// owner, and who has a mightier role by somebody's hand keeps it.
func (s *Identities) groups(tx *db.Tx, u *db.User, id db.IdentityID, meant map[db.SpaceID]string) error {
	rows, err := tx.IdentitySpaces(id)
	if err != nil {
		return err
	}
	given := map[db.SpaceID]bool{}
	for _, row := range rows {
		given[row.Space] = true
		if _, still := meant[row.Space]; still {
			continue
		}
		if err := s.take(tx, u, id, row.Space); err != nil {
			return err
		}
	}
	for space, role := range meant {
		if err := s.give(tx, u, id, db.IdentitySpace{Space: space, Role: role}, given[space]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Identities) give(tx *db.Tx, u *db.User, id db.IdentityID, row db.IdentitySpace, given bool) error {
	had, err := members.Held(tx.ReadOnly(), row.Space, u.ID)
	if err != nil {
		return err
	}
	if had == access.Owner || !given && had != "" && !mightier(row.Role, had) {
		return nil
	}
	sp, changed, err := members.Assign(tx, row.Space, u, row.Role)
	if errors.Is(err, fault.MemberQuota) { // as for who was asked in: it waits
		s.log.Warn("a workspace is full, so a group gives nothing in it", "workspace", row.Space, "user", u.ID)
		return nil
	}
	if err != nil {
		return err
	}
	if err := tx.UpsertIdentitySpace(id, row); err != nil || !changed {
		return err
	}
	return s.audit.Record(tx, audit.Event{Action: audit.RightsGiven, User: u.ID, Detail: audit.Detail{Name: sp.Title, Role: row.Role}})
}

func (s *Identities) take(tx *db.Tx, u *db.User, id db.IdentityID, space db.SpaceID) error {
	if err := tx.DeleteIdentitySpace(id, space); err != nil {
		return err
	}
	had, err := members.Held(tx.ReadOnly(), space, u.ID)
	if err != nil || had == "" || had == access.Owner {
		return err
	}
	sp, changed, err := members.Assign(tx, space, u, access.NoRole)
	if errors.Is(err, fault.InvalidID) {
		return nil // the workspace is being deleted
	}
	if err != nil || !changed {
		return err
	}
	return s.audit.Record(tx, audit.Event{Action: audit.RightsTaken, User: u.ID, Detail: audit.Detail{Name: sp.Title, Role: had}})
}
