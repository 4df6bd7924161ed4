package access

import (
	"errors"
	"slices"
	"time"

	"anbar/app/base/fault"
	"anbar/db"
)

// Scope limits an API token to a part of its user's rights. A nil Scope does not limit.
type Scope struct {
	Spaces []db.SpaceID // only these; all without any
	Write  bool         // else only read
	Token  db.TokenID
}

// contents holds the rights that API tokens may use: on files and everything that belongs
// to them. Members, roles and the workspace itself need a session.
var contents = func() (r Rights) {
	for _, s := range []Subject{Directory, FileSubject, Trash, Favorite, RecentUsed, Activity, SpaceField, EntityField, DownloadLink,
		BoxLink, Version, Summary} {
		r.add(s, allVerbs[:]...)
	}
	r.add(Workspace, Read)
	r.add(Plan, Read)
	return r
}()

// reads holds the rights of a read-only token.
var reads = func() (r Rights) {
	for i := range r {
		r[i] = contents[i] & verbBit(Read)
	}
	return r
}()

func (sc *Scope) covers(space db.SpaceID) bool {
	return sc == nil || len(sc.Spaces) == 0 || slices.Contains(sc.Spaces, space)
}

// Allows reports whether the scope allows the verb in a space. It is for operations that need
// no right because the user made the object.
func (sc *Scope) Allows(space db.SpaceID, verb Verb, subject Subject) bool {
	left := sc.limitRights(contents)
	return sc == nil || sc.covers(space) && left.Has(verb, subject)
}

// CheckWrite fails for the actor of a token that may only read. It is for what needs no right on an item: to end or renew the
// actor's own lock, or to give up their own upload.
func (who Actor) CheckWrite() error {
	if who.Scope != nil && !who.Scope.Write {
		return fault.PermissionDenied
	}
	return nil
}

// CheckActive fails with AuthenticationFailed when the actor may do nothing any more: their account is disabled, or the session or the
// token ended that they came with. It is for those who were let in earlier: by a signed URL, by a token that an office server
// holds, or by a request that took hours.
func CheckActive(v *db.View, who Actor) error { return CheckActiveUntil(v, who, 0) }

// CheckActiveUntil is CheckActive, but a session counts for so long after its end.
func CheckActiveUntil(v *db.View, who Actor, after time.Duration) error {
	off, err := IsDisabled(v, who.User)
	if err == nil && (off || who.Session != 0 && isSessionOver(v, who, after)) {
		err = fault.AuthenticationFailed
	}
	if err != nil || who.Scope == nil {
		return err
	}
	t, err := v.APITokenByID(who.User, who.Scope.Token)
	if errors.Is(err, db.ErrNotFound) || err == nil && !t.IsUsable(v.Now) {
		return fault.AuthenticationFailed
	}
	return err
}

// isSessionOver reports whether the session of an actor has ended so long ago.
func isSessionOver(v *db.View, who Actor, ago time.Duration) bool {
	s, err := v.SessionByID(who.Session)
	return err != nil || s.User != who.User || !s.EndedAt.IsZero() && v.Now.Sub(s.EndedAt) >= ago
}

// Token returns the API token of an actor; 0 for a person in the browser.
func (who Actor) Token() db.TokenID {
	if who.Scope == nil {
		return 0
	}
	return who.Scope.Token
}

// NarrowToken returns the token of an actor whose token opens only some workspaces; 0 for any other.
func (who Actor) NarrowToken() db.TokenID {
	if who.Scope == nil || len(who.Scope.Spaces) == 0 {
		return 0
	}
	return who.Scope.Token
}

// limitRights returns the rights that remain within the scope.
func (sc *Scope) limitRights(r Rights) Rights {
	switch {
	case sc == nil:
		return r
	case sc.Write:
		return r.intersect(contents)
	}
	return r.intersect(reads)
}

// limitTo returns a user's grants that remain within the scope.
func (gs *grants) limitTo(sc *Scope) *grants {
	if sc == nil {
		return gs
	}
	less := &grants{
		space: sc.limitRights(gs.space), shared: sc.limitRights(gs.shared), items: make(map[db.NodeID]grant,
			len(gs.items)), manages: gs.manages,
	}
	for id, g := range gs.items {
		bounded := grant{shared: sc.limitRights(g.shared), below: make(map[db.NodeID]Rights, len(g.below))}
		for root, r := range g.below {
			bounded.below[root] = sc.limitRights(r)
		}
		less.items[id] = bounded
	}
	return less
}
