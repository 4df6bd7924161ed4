package access

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"anbar/app/base/fault"
	"anbar/db"
)

// grants are the rights of a user in a workspace: in all of it, in its shared files, and in
// addition on single items.
type grants struct {
	space  Rights // in the workspace as such
	shared Rights // in all shared files
	items  map[db.NodeID]grant

	manages bool // may change who the members are, also when a token may not
}

// grant holds the rights of a user on one item and everything below it.
type grant struct {
	shared Rights               // while it lies among the shared files
	below  map[db.NodeID]Rights // while it lies below that root
}

// rightsBelow returns the rights of the grant below a root.
func (g *grant) rightsBelow(root db.Ancestor) Rights {
	r := g.below[root.ID]
	if root.Root == rootShared {
		r = r.union(g.shared)
	}
	return r
}

// grantsKey is the memo key of a user's grants in a space.
type grantsKey struct {
	space db.SpaceID
	user  db.UserID
}

// effectiveRights computes the rights of a user from their role in the space, their custom
// roles and their guest roles.
func effectiveRights(v *db.View, s *db.Space, user db.UserID) (*grants, error) {
	return db.Memoize(v, grantsKey{s.ID, user}, s.Rights, func() (*grants, error) {
		all, err := v.GrantsOf(s.ID, user)
		if err != nil {
			return nil, err
		}
		gs := &grants{space: roles[s.Role], items: map[db.NodeID]grant{}}
		gs.shared = gs.space
		read := map[db.RoleID]Rights{}
		for i := range all {
			g := &all[i]
			if g.Role == 0 {
				gs.addGuestRole(g)
				continue
			}
			r, known := read[g.Role]
			if !known {
				if r, err = ParseRules(g.Permissions); err != nil {
					return nil, err
				}
				read[g.Role] = r
			}
			gs.addCustomRole(s, g, r)
		}
		gs.manages = gs.space.Has(Update, Member)
		return gs, nil
	})
}

// addGuestRole adds the rights of a guest role on one item.
func (gs *grants) addGuestRole(g *db.Grant) {
	r, _ := GuestRights(g.GuestRole)
	it := gs.items[g.Node]
	if it.below == nil {
		it.below = map[db.NodeID]Rights{}
	}
	it.below[g.Home] = it.below[g.Home].union(r)
	gs.items[g.Node] = it
}

// addCustomRole adds the rights of a custom role on one of its targets, or everywhere. Only members
// hold custom roles.
func (gs *grants) addCustomRole(s *db.Space, g *db.Grant, r Rights) {
	if s.Role == "" {
		return
	}
	switch items := r.intersect(OfItems); {
	case g.Node == s.Root:
		gs.shared, gs.space = gs.shared.union(r), gs.space.union(r)
	case g.Node != 0:
		it := gs.items[g.Node]
		it.shared = it.shared.union(items)
		gs.items[g.Node] = it
	}
	for i := range r {
		if OfItems[i] == 0 && subjects[i] != Trash {
			gs.space[i] |= r[i]
			gs.shared[i] |= r[i]
		}
	}
}

// ParseRules reads the rules of a custom role as they are kept.
func ParseRules(kept string) (Rights, error) {
	var rules []Rule
	if err := json.Unmarshal([]byte(kept), &rules); err != nil {
		return Rights{}, fmt.Errorf("read the permissions of a role: %w", err)
	}
	r, _ := RightsOf(rules)
	return r.intersect(Assignable), nil
}

// rightsOn returns the rights at the end of a path from one of the roots outside the trash.
func (gs *grants) rightsOn(path []db.Ancestor, who Actor) Rights {
	root := path[0]
	var r Rights
	switch {
	case root.Root == rootShared:
		r = gs.shared
	case root.Root == rootMy && root.Owner == who.driveOwner():
		return who.Scope.limitRights(myDriveRights)
	case root.Root != rootMy || who.as != 0: // a member's view as another user never includes a My Drive
		return r
	}
	if len(gs.items) > 0 {
		for _, step := range path {
			if g, ok := gs.items[step.ID]; ok {
				r = r.union(g.rightsBelow(root))
			}
		}
	}
	return r
}

// loadSpace loads a space with the actor's rights in it. It fails with fault.InvalidID for
// users who are neither a member nor a guest on any item.
func loadSpace(v *db.View, who Actor, id db.SpaceID) (*db.Space, *grants, error) {
	if who.User == 0 || id == 0 || !who.Scope.covers(id) {
		return nil, nil, fault.InvalidID
	}
	s, err := v.SpaceByID(id, who.User)
	if err != nil {
		return nil, nil, toInvalidID(err)
	}
	gs, err := effectiveRights(v, s, who.User)
	if err != nil {
		return nil, nil, err
	}
	gs = gs.limitTo(who.Scope)
	if s.Role != "" {
		return s, gs, nil
	}
	if len(gs.items) == 0 {
		return nil, nil, fault.InvalidID
	}
	s.Role = Guest
	guest := *gs
	guest.space = who.Scope.limitRights(roles[Guest])
	return s, &guest, nil
}

// findPassThrough returns, for each directory, the children that lead to items that the actor may
// read beyond their role. Guests see the path to the items shared with them and nothing
// beside it.
func (gs *grants) findPassThrough(v *db.View, s *db.Space, who Actor) (map[db.NodeID][]db.NodeID, error) {
	at, err := gs.loadSingleItems(v, s.ID)
	if err != nil {
		return nil, err
	}
	down := map[db.NodeID][]db.NodeID{}
	drawn := map[db.NodeID]bool{}
	for id := range gs.items {
		if !gs.canRead(id, at, who, Directory, FileSubject) {
			continue
		}
		for step, ok := at[id]; ok && step.Parent != 0 && !drawn[step.ID]; step, ok = at[step.Parent] {
			drawn[step.ID] = true
			down[step.Parent] = append(down[step.Parent], step.ID)
		}
	}
	return down, nil
}

// loadSingleItems returns the single items that are still in the space with all that they
// lie in.
func (gs *grants) loadSingleItems(v *db.View, space db.SpaceID) (map[db.NodeID]db.Step, error) {
	if len(gs.items) == 0 {
		return nil, nil
	}
	steps, err := v.Above(space, slices.Collect(maps.Keys(gs.items)))
	at := make(map[db.NodeID]db.Step, len(steps))
	for _, step := range steps {
		at[step.ID] = step
	}
	return at, err
}

// canRead reports whether the grant on an item lets one of the subjects be read
// where it lies.
func (gs *grants) canRead(id db.NodeID, at map[db.NodeID]db.Step, who Actor, of ...Subject) bool {
	root := at[id]
	for root.Parent != 0 {
		root = at[root.Parent]
	}
	if root.Root != rootShared && (root.Root != rootMy || who.as != 0) {
		return false
	}
	g := gs.items[id]
	r := g.rightsBelow(db.Ancestor{ID: root.ID, Root: root.Root})
	return slices.ContainsFunc(of, func(s Subject) bool { return r.Has(Read, s) })
}
