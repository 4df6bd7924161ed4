package providers

import (
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/identity/audit"
	"anbar/app/sharing/members"
	"anbar/db"
)

// mapGroups returns the roles that a user's groups at a provider give them, for each workspace
// the one with the most rights.
func (s *Service) mapGroups(v *db.View, p *provider, groups []string) map[db.SpaceID]string {
	all := map[db.SpaceID]string{}
	for _, g := range p.Groups {
		if !slices.Contains(groups, g.Group) {
			continue
		}
		space, err := findWorkspace(v, g.Workspace)
		if err != nil { // a mistake in the configuration must not lock users out
			s.log.Warn("a group of a provider gives nothing", "provider", p.ID, "group", g.Group, "workspace", g.Workspace, "error", err)
			continue
		}
		if had, ok := all[space]; !ok || outranks(g.Role, had) {
			all[space] = g.Role
		}
	}
	return all
}

// findWorkspace finds a configured workspace by its id, or by its title if it belongs to staff,
// because users can give their workspaces any title.
func findWorkspace(v *db.View, words string) (db.SpaceID, error) {
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
	found, err := v.StaffSpaces(names.Fold(title.Text))
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

func outranks(a, b string) bool {
	all := access.BuiltInRoles()
	return slices.Index(all, a) < slices.Index(all, b)
}

// syncGroupRoles gives a user the roles of their groups, and removes roles that came from groups
// they have left. Roles given by members stay: the owner stays the owner, and a role with
// more rights given by a member is kept.
func (s *Identities) syncGroupRoles(tx *db.Tx, u *db.User, id db.IdentityID, meant map[db.SpaceID]string) error {
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
		if err := s.removeRole(tx, u, id, row.Space); err != nil {
			return err
		}
	}
	for space, role := range meant {
		if err := s.assignRole(tx, u, id, db.IdentitySpace{Space: space, Role: role}, given[space]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Identities) assignRole(tx *db.Tx, u *db.User, id db.IdentityID, row db.IdentitySpace, given bool) error {
	had, err := members.FindBuiltInRole(tx.ReadOnly(), row.Space, u.ID)
	if err != nil {
		return err
	}
	if had == access.Owner || !given && had != "" && !outranks(row.Role, had) {
		return nil
	}
	sp, changed, err := members.AssignRole(tx, row.Space, u, row.Role)
	if errors.Is(err, fault.MemberQuota) { // as for an invited member: the role waits
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

func (s *Identities) removeRole(tx *db.Tx, u *db.User, id db.IdentityID, space db.SpaceID) error {
	if err := tx.DeleteIdentitySpace(id, space); err != nil {
		return err
	}
	had, err := members.FindBuiltInRole(tx.ReadOnly(), space, u.ID)
	if err != nil || had == "" || had == access.Owner {
		return err
	}
	sp, changed, err := members.AssignRole(tx, space, u, access.NoRole)
	if errors.Is(err, fault.InvalidID) {
		return nil // the workspace is being deleted
	}
	if err != nil || !changed {
		return err
	}
	return s.audit.Record(tx, audit.Event{Action: audit.RightsTaken, User: u.ID, Detail: audit.Detail{Name: sp.Title, Role: had}})
}
