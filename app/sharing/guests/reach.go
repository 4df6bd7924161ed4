package guests

import (
	"context"
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/db"
)

// The ways in which an item is reached.
const (
	ByOwner  = "owner"
	ByRole   = "role"
	ByCustom = "custom_role"
	ByGuest  = "guest"
	ByLink   = "link"
	ByBox    = "box"
	ByPublic = "public"
)

// AccessSource is one source of access to an item.
type AccessSource struct {
	Kind   string
	Name   string // of the role, the link or the box
	Role   string // built-in
	Custom db.RoleID
	Guest  db.GuestID
	Link   string
	Box    string
	Person *db.Person // the single user with the access; nil for several
	Email  string
	Count  int // number of users, or of openings of a link
	Rights access.Rights
	Via    *access.Item // the directory above that the access comes from; nil for the item itself
	At     int64        // Unix milliseconds; 0 when it does not matter
	Revoke bool         // the asker may end it
}

// ListAccess returns the sources of access to an item: the roles of members, custom roles, guest
// roles, links, boxes and the direct link.
func (s *Service) ListAccess(ctx context.Context, who access.Actor, space db.SpaceID, id db.NodeID) (*access.Item, []AccessSource, error) {
	var it *access.Item
	var all []AccessSource
	err := s.db.View(ctx, func(v *db.View) error {
		var err error
		if it, err = access.Node(v, who, space, id, access.Read); err != nil {
			return err
		}
		if it, err = access.LoadInspectable(v, who, space, id, it.Kind); err != nil {
			return err
		}
		r := &accessCollector{v: v, who: who, it: it}
		for _, add := range []func() error{r.addOwner, r.addRoles, r.addCustomRoles, r.addGuests, r.addLinks, r.addBoxes, r.addPublic} {
			if err := add(); err != nil {
				return err
			}
		}
		all = r.all
		return nil
	})
	return it, all, err
}

// accessCollector collects the sources of access to an item.
type accessCollector struct {
	v   *db.View
	who access.Actor
	it  *access.Item
	all []AccessSource
}

func (r *accessCollector) add(e AccessSource) { r.all = append(r.all, e) }

// loadVia returns the directory above the item that the access comes from; nil for the item
// itself.
func (r *accessCollector) loadVia(id db.NodeID) (*access.Item, error) {
	if id == r.it.ID {
		return nil, nil
	}
	it, err := access.Node(r.v, r.who, r.it.Space.ID, id, access.Read)
	if errors.Is(err, fault.InvalidID) {
		return nil, nil
	}
	return it, err
}

func (r *accessCollector) addOwner() error {
	id := r.it.DriveOwner()
	if id == 0 {
		id = r.it.Space.Owner
	}
	people, err := r.v.People([]db.UserID{id})
	p := people[id]
	r.add(AccessSource{Kind: ByOwner, Role: access.Owner, Person: &p, Rights: access.RoleRights(access.Owner)})
	return err
}

func (r *accessCollector) addRoles() error {
	if r.it.IsInDrive() {
		return nil
	}
	counts, err := r.v.MembersByRole(r.it.Space.ID)
	for _, role := range access.RolesThatReach() {
		if counts[role] > 0 && role != access.Owner {
			r.add(AccessSource{Kind: ByRole, Name: role, Role: role, Count: counts[role], Rights: access.RoleRights(role)})
		}
	}
	return err
}

func (r *accessCollector) addCustomRoles() error {
	if r.it.IsInDrive() {
		return nil
	}
	rows, err := r.v.RolesOn(r.it.Space.ID, r.it.Steps())
	if err != nil {
		return err
	}
	for _, row := range rows {
		rights, err := access.ParseRules(row.Permissions)
		if err != nil {
			return err
		}
		e := AccessSource{
			Kind: ByCustom, Name: row.Name, Custom: row.ID, Count: row.Members, Rights: rights,
			Revoke: r.it.CanInSpace(access.Update, access.Role),
		}
		if e.Via, err = r.loadVia(row.Node); err != nil {
			return err
		}
		r.add(e)
	}
	return nil
}

func (r *accessCollector) addGuests() error {
	all, err := loadGuestsOn(r.v, r.who, r.it)
	for _, g := range all {
		rights, _ := access.GuestRights(g.Role)
		e := AccessSource{Kind: ByGuest, Role: g.Role, Guest: g.ID, Email: g.Email, Rights: rights, At: g.CreatedAt.UnixMilli(),
			Revoke: r.it.DriveOwner() == r.who.User || r.it.CanInSpace(access.Delete, access.Role)}
		if g.User != 0 {
			e.Person = &g.Who
		}
		if g.Inherited {
			e.Via = g.Item
		}
		r.add(e)
	}
	return err
}

func (r *accessCollector) addLinks() error {
	rows, err := r.v.LinksReaching(r.it.Steps())
	for i := range rows {
		l := &rows[i]
		if _, err := access.LoadLinkItems(r.v, l); errors.Is(err, fault.LinkDead) {
			continue
		} else if err != nil {
			return err
		}
		e := AccessSource{
			Kind: ByLink, Name: l.Title, Link: l.ID, Count: l.Used, At: l.CreatedAt.UnixMilli(),
			Revoke: l.CreatedBy == r.who.User || r.it.Can(access.Delete, access.DownloadLink),
		}
		if !e.Revoke { // the id opens it
			e.Link = ""
		}
		if err := r.setSource(&e, l.CreatedBy, l.Nodes); err != nil {
			return err
		}
		r.add(e)
	}
	return err
}

func (r *accessCollector) addBoxes() error {
	rows, err := r.v.BoxesReaching(r.it.Steps())
	for i := range rows {
		b := &rows[i]
		if _, err := access.LoadBoxDirectory(r.v, b); errors.Is(err, fault.LinkDead) {
			continue
		} else if err != nil {
			return err
		}
		e := AccessSource{
			Kind: ByBox, Name: b.Title, Box: b.ID, At: b.CreatedAt.UnixMilli(),
			Revoke: b.CreatedBy == r.who.User || r.it.Can(access.Delete, access.BoxLink),
		}
		if !e.Revoke {
			e.Box = ""
		}
		if err := r.setSource(&e, b.CreatedBy, []db.NodeID{b.Node}); err != nil {
			return err
		}
		r.add(e)
	}
	return err
}

// setSource adds the creator of a link or a box, and the item of it that is on the path.
func (r *accessCollector) setSource(e *AccessSource, by db.UserID, nodes []db.NodeID) error {
	people, err := r.v.People([]db.UserID{by})
	if err != nil {
		return err
	}
	p := people[by]
	e.Person = &p
	for _, id := range r.it.Steps() {
		if slices.Contains(nodes, id) {
			e.Via, err = r.loadVia(id)
		}
	}
	return err
}

func (r *accessCollector) addPublic() error {
	if r.it.Kind == db.File && r.it.Public {
		r.add(AccessSource{Kind: ByPublic, Revoke: r.it.Can(access.Update, access.DownloadLink)})
	}
	return nil
}

// ViewAs returns a user's permissions on an item of the shared files, and whether they may
// read it.
func (s *Service) ViewAs(ctx context.Context, who access.Actor, space db.SpaceID, id db.NodeID,
	person db.UserID) ([]access.Rule, bool, error) {
	var rules []access.Rule
	may := false
	err := s.db.View(ctx, func(v *db.View) error {
		if _, err := access.Node(v, who, space, id, access.Read); err != nil {
			return err
		}
		other, err := access.ViewAs(v, who, space, person)
		if err != nil {
			return err
		}
		it, err := access.Node(v, other, space, id, access.Read)
		if errors.Is(err, fault.InvalidID) {
			return nil
		}
		if err == nil {
			rules, may = it.ConditionalRules(), true
		}
		return err
	})
	return rules, may, err
}

// GuestWorkspace is a workspace in which the user is a guest, with the items that they have a
// role on.
type GuestWorkspace struct {
	Space *db.Space
	Items []Guest
}

// ListGuestWorkspaces returns the workspaces that the actor is a guest in. It leaves out items that
// were deleted or left the place where they were shared.
func (s *Service) ListGuestWorkspaces(ctx context.Context, who access.Actor) ([]GuestWorkspace, error) {
	return db.Get(ctx, s.db, func(v *db.View) (all []GuestWorkspace, err error) {
		rows, err := v.GuestRolesOf(who.User)
		if err != nil {
			return nil, err
		}
		for len(rows) > 0 {
			n := 1
			for n < len(rows) && rows[n].Space == rows[0].Space {
				n++
			}
			some, err := loadGuests(v, who, rows[0].Space, rows[:n])
			if err != nil {
				return all, err
			}
			some = slices.DeleteFunc(some, func(g Guest) bool { return g.Item == nil })
			if len(some) > 0 {
				all = append(all, GuestWorkspace{some[0].Item.Space, some})
			}
			rows = rows[n:]
		}
		return all, nil
	})
}
