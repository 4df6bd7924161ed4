package access

import (
	"slices"

	"anbar/db"
)

// Scope is what an API token may do of what its person may. Whom nothing bounds
// has none.
type Scope struct {
	Spaces []db.SpaceID // only these; all without any
	Write  bool         // else only read
}

// Contents is what API tokens are for: files with all that belongs to them. People
// and the workspace itself are left to those who signed in.
var contents = func() (r Rights) {
	for _, s := range []Subject{Directory, FileSubject, Trash, Favorite, RecentUsed, Activity, SpaceField, EntityField, DownloadLink,
		BoxLink, Version, Summary} {
		r.add(s, allVerbs[:]...)
	}
	r.add(Workspace, Read)
	r.add(Plan, Read)
	return r
}()

// reads is what who may only read may do.
var reads = func() (r Rights) {
	for i := range r {
		r[i] = contents[i] & bit(Read)
	}
	return r
}()

func (sc *Scope) covers(space db.SpaceID) bool {
	return sc == nil || len(sc.Spaces) == 0 || slices.Contains(sc.Spaces, space)
}

// Lets reports whether the scope leaves somebody the verb in a space. It stands beside
// what people may do without a right, because it was they who made it.
func (sc *Scope) Lets(space db.SpaceID, verb Verb, subject Subject) bool {
	left := sc.of(contents)
	return sc == nil || sc.covers(space) && left.Has(verb, subject)
}

// of is what of the rights the scope leaves.
func (sc *Scope) of(r Rights) Rights {
	switch {
	case sc == nil:
		return r
	case sc.Write:
		return r.only(contents)
	}
	return r.only(reads)
}

// within is what the scope leaves of a user's grants.
func (st *grants) within(sc *Scope) *grants {
	if sc == nil {
		return st
	}
	less := &grants{space: sc.of(st.space), shared: sc.of(st.shared), items: make(map[db.NodeID]grant, len(st.items))}
	for id, g := range st.items {
		bounded := grant{shared: sc.of(g.shared), below: make(map[db.NodeID]Rights, len(g.below))}
		for root, r := range g.below {
			bounded.below[root] = sc.of(r)
		}
		less.items[id] = bounded
	}
	return less
}
