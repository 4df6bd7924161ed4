package access

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"anbar/app/fault"
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

// in returns the rights of the grant below a root.
func (g *grant) in(root db.Ancestor) Rights {
	r := g.below[root.ID]
	if root.Root == rootShared {
		r = r.plus(g.shared)
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
	return db.Memo(v, grantsKey{s.ID, user}, s.Rights, func() (*grants, error) {
		all, err := v.GrantsOf(s.ID, user)
		if err != nil {
			return nil, err
		}
		st := &grants{space: roles[s.Role], items: map[db.NodeID]grant{}}
		if s.Role == "" {
			st.space = Rights{}
		}
		st.shared = st.space
		read := map[db.RoleID]Rights{}
		for i := range all {
			g := &all[i]
			if g.Role == 0 {
				st.guest(g)
				continue
			}
			r, known := read[g.Role]
			if !known {
				if r, err = Permissions(g.Permissions); err != nil {
					return nil, err
				}
				read[g.Role] = r
			}
			st.hold(s, g, r)
		}
		st.manages = st.space.Has(Update, Member)
		return st, nil
	})
}

// guest adds the rights of a guest role on one item.
func (st *grants) guest(g *db.Grant) {
	r, _ := GuestRole(g.GuestRole)
	it := st.items[g.Node]
	if it.below == nil {
		it.below = map[db.NodeID]Rights{}
	}
	it.below[g.Home] = it.below[g.Home].plus(r)
	st.items[g.Node] = it
}

// hold adds the rights of a custom role on one of its targets, or everywhere. Only members
// hold custom roles.
func (st *grants) hold(s *db.Space, g *db.Grant, r Rights) {
	if s.Role == "" {
		return
	}
	switch items := r.only(OfItems); {
	case g.Node == s.Root:
		st.shared, st.space = st.shared.plus(r), st.space.plus(r)
	case g.Node != 0:
		it := st.items[g.Node]
		it.shared = it.shared.plus(items)
		st.items[g.Node] = it
	}
	for i := range r {
		if OfItems[i] == 0 && subjects[i] != Trash {
			st.space[i] |= r[i]
			st.shared[i] |= r[i]
		}
	}
}

// Permissions reads the rules of a custom role as they are kept.
func Permissions(kept string) (Rights, error) {
	var rules []Rule
	if err := json.Unmarshal([]byte(kept), &rules); err != nil {
		return Rights{}, fmt.Errorf("read the permissions of a role: %w", err)
	}
	r, _ := RightsOf(rules)
	return r.only(Assignable), nil
}

// on returns the rights at the end of a path from one of the roots outside the trash.
func (st *grants) on(path []db.Ancestor, who Actor) Rights {
	root := path[0]
	var r Rights
	switch {
	case root.Root == rootShared:
		r = st.shared
	case root.Root == rootMy && root.Owner == who.owns():
		return who.Scope.of(mine)
	case root.Root != rootMy || who.as != 0: // a member's view as another user never includes a My Drive
		return r
	}
	if len(st.items) > 0 {
		for _, step := range path {
			if g, ok := st.items[step.ID]; ok {
				r = r.plus(g.in(root))
			}
		}
	}
	return r
}

// member loads a space with the actor's rights in it. It fails with fault.InvalidID for
// users who are neither a member nor a guest on any item.
func member(v *db.View, who Actor, id db.SpaceID) (*db.Space, *grants, error) {
	if who.User == 0 || id == 0 || !who.Scope.covers(id) {
		return nil, nil, fault.InvalidID
	}
	s, err := v.SpaceByID(id, who.User)
	if err != nil {
		return nil, nil, hidden(err)
	}
	st, err := effectiveRights(v, s, who.User)
	if err != nil {
		return nil, nil, err
	}
	st = st.within(who.Scope)
	if s.Role != "" {
		return s, st, nil
	}
	if len(st.items) == 0 {
		return nil, nil, fault.InvalidID
	}
	s.Role = Guest
	guest := *st
	guest.space = who.Scope.of(roles[Guest])
	return s, &guest, nil
}

// leads returns, for each directory, the children that lead to items that the actor may
// read beyond their role. Guests see the path to the items shared with them and nothing
// beside it.
func (st *grants) leads(v *db.View, s *db.Space, who Actor) (map[db.NodeID][]db.NodeID, error) {
	at, err := st.above(v, s.ID)
	if err != nil {
		return nil, err
	}
	down := map[db.NodeID][]db.NodeID{}
	drawn := map[db.NodeID]bool{}
	for id := range st.items {
		if !st.readable(id, at, who, Directory, FileSubject) {
			continue
		}
		for s, ok := at[id]; ok && s.Parent != 0 && !drawn[s.ID]; s, ok = at[s.Parent] {
			drawn[s.ID] = true
			down[s.Parent] = append(down[s.Parent], s.ID)
		}
	}
	return down, nil
}

// above returns the single items that are still in the space with all that they
// lie in.
func (st *grants) above(v *db.View, space db.SpaceID) (map[db.NodeID]db.Step, error) {
	if len(st.items) == 0 {
		return nil, nil
	}
	steps, err := v.Above(space, slices.Collect(maps.Keys(st.items)))
	at := make(map[db.NodeID]db.Step, len(steps))
	for _, s := range steps {
		at[s.ID] = s
	}
	return at, err
}

// readable reports whether the grant on an item lets one of the subjects be read
// where it lies.
func (st *grants) readable(id db.NodeID, at map[db.NodeID]db.Step, who Actor, of ...Subject) bool {
	s := at[id]
	for s.Parent != 0 {
		s = at[s.Parent]
	}
	if s.Root != rootShared && (s.Root != rootMy || who.as != 0) {
		return false
	}
	g := st.items[id]
	r := g.in(db.Ancestor{ID: s.ID, Root: s.Root})
	return slices.ContainsFunc(of, func(s Subject) bool { return r.Has(Read, s) })
}
