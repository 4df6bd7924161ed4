package webdav

import (
	"net/http"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/limits"
	"anbar/app/drive/leases"
	"anbar/db"
)

// filterLive drops the exclusive locks of files that another editor took over: the lease of the file is what counts.
func filterLive(v *db.View, all []db.DavLock) ([]db.DavLock, error) {
	var kept []db.DavLock
	for _, l := range all {
		if l.OfFile && !l.Shared {
			held, counts, err := leases.Find(v, l.Node)
			if err != nil {
				return nil, err
			}
			if !counts || held.Lock != l.Token {
				continue
			}
		}
		kept = append(kept, l)
	}
	return kept, nil
}

// listItemLocks returns the living locks that hold for an item: its own, and the deep ones of the directories above it.
func listItemLocks(v *db.View, it *access.Item) ([]db.DavLock, error) {
	all, err := listLocks(v, it.Steps())
	if err != nil {
		return nil, err
	}
	var found []db.DavLock
	for _, l := range all {
		if l.Node == it.ID || l.Deep {
			found = append(found, l)
		}
	}
	return found, nil
}

func listLocks(v *db.View, nodes []db.NodeID) ([]db.DavLock, error) {
	all, err := v.DavLocksOn(nodes)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return filterLive(v, all)
}

// lockScope says which locks stand in the way of a change.
type lockScope struct {
	member bool // the directory of the item gets or loses a member
	below  bool // all below the item goes along
}

// checkLocks fails unless the request names the tokens of all locks that stand in the way of changing a place.
func (q *request) checkLocks(v *db.View, p *place, r lockScope) error {
	found, err := q.listLocksAbove(v, p, r.member)
	if err != nil {
		return err
	}
	if r.below && p.item != nil && p.item.Kind == db.Directory {
		more, err := listLocksBelow(v, p)
		if err != nil {
			return err
		}
		found = append(found, more...)
	}
	return q.checkTokens(v, p, found)
}

// listLocksAbove returns the living locks that hold for a place, and with member also those of the directory that it is in.
func (q *request) listLocksAbove(v *db.View, p *place, member bool) ([]db.DavLock, error) {
	var steps []db.NodeID
	self, parent := db.NodeID(0), p.parent
	if p.item != nil {
		steps, self, parent = p.item.Steps(), p.item.ID, p.item.Parent
	} else {
		path, err := access.Dir(v, q.Who, p.space, p.parent, access.Read)
		if err != nil {
			return nil, err
		}
		steps = path.Steps()
	}
	all, err := listLocks(v, steps)
	if err != nil {
		return nil, err
	}
	var found []db.DavLock
	for _, l := range all {
		if l.Node == self || l.Deep || member && l.Node == parent {
			found = append(found, l)
		}
	}
	return found, nil
}

// listLocksBelow returns the living locks of what lies in the directory of a place.
func listLocksBelow(v *db.View, p *place) ([]db.DavLock, error) {
	all, err := v.DavLocksBelow(p.space, p.item.ID, limits.DavSweep)
	if err != nil {
		return nil, err
	}
	return filterLive(v, all)
}

// CheckItemLocks fails while a lock holds for an item of which the request names no path, unless its header If names that lock.
func (s *Service) CheckItemLocks(c *api.Call, v *db.View, it *access.Item) error {
	cond, err := parseConditions(c.R, c.R.Header)
	if err != nil {
		return err
	}
	q := &request{Call: c, s: s, cond: cond}
	return q.checkLocks(v, &place{item: it, space: it.Space.ID}, lockScope{})
}

// checkTokens fails when the request does not name its own lock for each of the places that are locked.
func (q *request) checkTokens(v *db.View, p *place, found []db.DavLock) error {
	open := map[db.NodeID]bool{}
	for _, l := range found {
		if q.cond.tokens[l.Token] && l.User == q.Who.User {
			open[l.Node] = true
		}
	}
	for i := range found {
		if !open[found[i].Node] {
			return lockedError(v, p, &found[i])
		}
	}
	return nil
}

// lockedError is the answer about a place that is locked.
func lockedError(v *db.View, p *place, l *db.DavLock) error {
	name, err := loadUserName(v, l.User)
	if err != nil {
		return err
	}
	no := &davError{status: http.StatusLocked, textID: textLocked, owner: name, href: p.href(), condition: "lock-token-submitted"}
	if name != "" {
		no.textID, no.name = textLockedBy, name
	}
	return no
}

func loadUserName(v *db.View, id db.UserID) (string, error) {
	people, err := v.People([]db.UserID{id})
	if err != nil {
		return "", err
	}
	p := people[id]
	if p.LastName == "" {
		return p.FirstName, nil
	}
	return p.FirstName + " " + p.LastName, nil
}

// deleteLocks ends locks of items that go away, with the leases of their files.
func (q *request) deleteLocks(tx *db.Tx, p *place) error {
	if p.item == nil {
		return nil
	}
	found, err := tx.DavLocksBelow(p.space, p.item.ID, limits.DavSweep)
	if err != nil {
		return err
	}
	for i := range found {
		if err := deleteLock(tx, &found[i]); err != nil {
			return err
		}
	}
	return nil
}

// deleteLock ends a lock, with the lease that it holds.
func deleteLock(tx *db.Tx, l *db.DavLock) error {
	if held, _, err := leases.Find(tx.ReadOnly(), l.Node); err != nil {
		return err
	} else if held != nil && held.Lock == l.Token && held.Via == string(leases.WebDAV) {
		if err := leases.Release(tx, l.Node, held.ID); err != nil {
			return err
		}
	}
	return tx.DeleteDavLock(l.Token)
}
