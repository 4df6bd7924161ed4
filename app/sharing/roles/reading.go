package roles

import (
	"context"

	"anbar/app/base/access"
	"anbar/db"
)

// CountMembersByRole tells how many members each built-in role of a workspace has, for
// members; and whether the actor may see its custom roles.
func (s *Service) CountMembersByRole(ctx context.Context, who access.Actor, space db.SpaceID) (map[string]int, bool, error) {
	var counts map[string]int
	sees := false
	err := s.db.View(ctx, func(v *db.View) error {
		_, rights, err := access.SpaceRights(v, who, space)
		if err != nil {
			return err
		}
		sees = rights.Has(access.Read, access.Role)
		if rights.Has(access.Read, access.Member) {
			counts, err = v.MembersByRole(space)
		}
		return err
	})
	return counts, sees, err
}

// ItemRole is a custom role that reaches an item.
type ItemRole struct {
	db.RoleTarget
	Rights    access.Rights
	Item      *access.Item // its target
	Inherited bool
}

// ListForItems returns the custom roles that reach items.
func (s *Service) ListForItems(ctx context.Context, who access.Actor, space db.SpaceID, targets []Target) ([]ItemRole, error) {
	return db.Get(ctx, s.db, func(v *db.View) (all []ItemRole, err error) {
		if _, err := access.Space(v, who, space, access.Read, access.Role); err != nil {
			return nil, err
		}
		for _, t := range targets {
			it, err := access.LoadInspectable(v, who, space, t.ID, t.Kind)
			if err != nil {
				return all, err
			}
			if it.IsInDrive() {
				continue
			}
			rows, err := v.RolesOn(space, it.Steps())
			if err != nil {
				return all, err
			}
			items, err := access.ReadableItems(v, who, space, it.Steps())
			if err != nil {
				return all, err
			}
			for _, row := range rows {
				rights, err := access.ParseRules(row.Permissions)
				if err != nil {
					return all, err
				}
				all = append(all, ItemRole{RoleTarget: row, Rights: rights, Item: items[row.Node], Inherited: row.Node != it.ID})
			}
		}
		return all, nil
	})
}
