package guests

import (
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/db"
)

// GuestView is one person's role on one item.
type GuestView struct {
	ID        db.GuestID      `json:"role_id"`
	Role      string          `json:"role" enum:"editor,organizer,viewer"`
	Email     string          `json:"email"`
	User      *api.Person     `json:"user" doc:"null until a user verifies the address"`
	Member    bool            `json:"is_member"`
	Target    *api.TargetView `json:"target" doc:"null when it has left the place where it was shared"`
	Inherited bool            `json:"inherited" doc:"the role is on a directory above the item"`
	CreatedBy api.Person      `json:"created_by"`
	CreatedAt api.Time        `json:"created_at"`
}

func toGuestView(g *Guest) GuestView {
	return GuestView{
		ID: g.ID, Role: g.Role, Email: g.Email, User: optionalPerson(&g.Who), Member: g.Member, Target: api.TargetOf(g.Item),
		Inherited: g.Inherited, CreatedBy: api.PersonOf(g.By),
		CreatedAt: api.Time(g.CreatedAt),
	}
}

func optionalPerson(p *db.Person) *api.Person {
	if p == nil || p.ID == 0 {
		return nil
	}
	o := api.PersonOf(*p)
	return &o
}

// GuestList is a page of roles on items.
type GuestList struct {
	Guests   []GuestView  `json:"guests"`
	PageInfo api.PageInfo `json:"page_info"`
}

func toGuestViews(all []Guest) []GuestView {
	l := []GuestView{}
	for i := range all {
		l = append(l, toGuestView(&all[i]))
	}
	return l
}

// AccessEntry is one source of access to an item.
type AccessEntry struct {
	Kind        string          `json:"kind" enum:"owner,role,custom_role,guest,link,box,public"`
	Name        string          `json:"name"`
	Role        string          `json:"role"`
	RoleID      *string         `json:"role_id" doc:"id of the custom role, or of the guest entry"`
	Person      *api.Person     `json:"person"`
	Email       string          `json:"email"`
	Count       int             `json:"count" doc:"number of users in the role, or of openings of the link"`
	Permissions []access.Rule   `json:"permissions"`
	Via         *api.TargetView `json:"via" doc:"the directory that the access comes from; null for the item itself"`
	Link        *string         `json:"link_id" doc:"null unless the caller may delete links"`
	Box         *string         `json:"upload_id"`
	CreatedAt   *api.Time       `json:"created_at"`
	Revoke      bool            `json:"may_revoke"`
}

// AccessList lists the access to an item.
type AccessList struct {
	Target  api.TargetView `json:"target"`
	Share   bool           `json:"may_share" doc:"the caller may give others a role on it"`
	Prevent bool           `json:"prevent_sharing_non_members"`
	Entries []AccessEntry  `json:"entries"`
}

func toAccessEntry(e *AccessSource) AccessEntry {
	o := AccessEntry{
		Kind: e.Kind, Name: e.Name, Role: e.Role, Person: optionalPerson(e.Person), Email: e.Email, Count: e.Count,
		Permissions: e.Rights.Rules(),
		Via:         api.TargetOf(e.Via), Link: optionalString(e.Link), Box: optionalString(e.Box), Revoke: e.Revoke,
	}
	switch {
	case e.Custom != 0:
		o.RoleID = optionalString(e.Custom.String())
	case e.Guest != 0:
		o.RoleID = optionalString(e.Guest.String())
	}
	if e.At != 0 {
		at := api.Time(time.UnixMilli(e.At).UTC())
		o.CreatedAt = &at
	}
	return o
}

func optionalString(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// ExposedItem is a link, a box or a public file that is reached from outside.
type ExposedItem struct {
	Link      *string          `json:"download_id" doc:"null unless the caller may delete links"`
	Box       *string          `json:"upload_id"`
	Directory *db.NodeID       `json:"directory_id" doc:"that a box belongs to"`
	Place     string           `json:"place" enum:"shared,my" doc:"my: on the My Drive of its creator, without title and items"`
	Paused    bool             `json:"paused" doc:"it opens nothing while the account of its creator is disabled"`
	Title     string           `json:"title"`
	Items     []api.TargetView `json:"items"`
	Password  bool             `json:"has_password"`
	Emails    int              `json:"emails_count"`
	Used      int              `json:"used_count"`
	ExpireAt  *api.Time        `json:"expire_at"`
	CreatedBy *api.Person      `json:"created_by"`
	CreatedAt *api.Time        `json:"created_at"`
}

// ExposureReport lists everything of a workspace that outsiders have access to.
type ExposureReport struct {
	Access  string           `json:"access" enum:"private,public"`
	Prevent bool             `json:"prevent_sharing_non_members"`
	Guests  []GuestView      `json:"guests"`
	Links   []ExposedItem    `json:"links"`
	Boxes   []ExposedItem    `json:"boxes"`
	Public  []api.TargetView `json:"public_files"`
}

func toExposureReport(e *Exposure) *ExposureReport {
	o := &ExposureReport{
		Access: e.Space.Access, Prevent: e.Space.PreventNonMembers, Guests: toGuestViews(e.Guests), Links: []ExposedItem{},
		Boxes: []ExposedItem{}, Public: []api.TargetView{},
	}
	for i := range e.Links {
		l := &e.Links[i]
		x := ExposedItem{
			Link: &l.ID, Title: l.Title, Password: l.Password != "", Emails: len(l.Emails), Used: l.Used,
			ExpireAt:  optionalTime(l.ExpiresAt),
			CreatedBy: optionalPerson(&l.By), CreatedAt: optionalTime(l.CreatedAt),
			Place: exposedPlace(e, &l.Terms), Paused: l.Paused, Items: []api.TargetView{},
		}
		if !e.showIDs {
			x.Link = nil
		}
		for _, it := range l.Items {
			x.Items = append(x.Items, *api.TargetOf(it))
		}
		o.Links = append(o.Links, x)
	}
	for i := range e.Boxes {
		b := &e.Boxes[i]
		id := &b.ID
		if !e.showIDs {
			id = nil
		}
		items := []api.TargetView{}
		if b.Item != nil {
			items = append(items, *api.TargetOf(b.Item))
		}
		o.Boxes = append(o.Boxes, ExposedItem{
			Box: id, Directory: &b.Node, Place: exposedPlace(e, &b.Terms), Paused: b.Paused, Title: b.Title, Items: items,
			Password: b.Password != "", Emails: len(b.Emails),
			ExpireAt: optionalTime(b.ExpiresAt), CreatedBy: optionalPerson(&b.By), CreatedAt: optionalTime(b.CreatedAt),
		})
	}
	for _, it := range e.Public {
		o.Public = append(o.Public, *api.TargetOf(it))
	}
	return o
}

func exposedPlace(e *Exposure, t *db.Terms) string {
	if t.Home == e.Space.Root {
		return "shared"
	}
	return "my"
}

func optionalTime(t time.Time) *api.Time {
	if t.IsZero() {
		return nil
	}
	o := api.Time(t)
	return &o
}
