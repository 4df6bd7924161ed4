package console

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/identity/accounts"
	"anbar/app/operation/tickets"
	"anbar/db"
)

func (s *Service) mountFind(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/search", Gate: api.Staff, Area: access.Overview,
		Does: "Find people, workspaces and subjects of tickets, and by id, number, code or address files, links, boxes, invoices, " +
			"tickets, discounts and events",
	}, s.handleSearch)
}

// AdminFound is what a search of the console found.
type AdminFound struct {
	Results []AdminResult `json:"results"`
}

// AdminResult is a thing that a search of the console found. Files, links and boxes have neither
// name nor contents: staff do not see them.
type AdminResult struct {
	Kind       string     `json:"kind" enum:"person,workspace,file,directory,link,box,invoice,ticket,discount,event"`
	ID         string     `json:"id"`
	Title      string     `json:"title" doc:"name of a person, title of a workspace, number or short code of an invoice, action of an event; empty for contents"`
	Email      string     `json:"email,omitempty"`
	Space      db.SpaceID `json:"space_id,omitempty"`
	SpaceTitle string     `json:"space_title,omitempty"`
	Place      string     `json:"place,omitempty" enum:",shared,my,trash,my_trash"`
	Size       int64      `json:"size,omitempty"`
	CreatedAt  api.Time   `json:"created_at,omitzero" nullable:"true"`
	ModifiedAt api.Time   `json:"modified_at,omitzero" nullable:"true"`
	Owner      string     `json:"owner,omitempty" doc:"who made it"`
	State      string     `json:"state,omitempty"`
}

// normalizeEmail returns an address as accounts have it, and any other text as it is.
func normalizeEmail(text string) string {
	if email, f := names.ParseEmail(text); f == nil {
		return email
	}
	return text
}

// maxResults is how many people and workspaces a search shows.
const maxResults = 6

// maxSearchText bounds what is searched for, in bytes: a whole address is longer than a name.
const maxSearchText = 300

// minCode is how much of the id of an invoice has to be there.
const minCode = 4

type findIn struct {
	Text string `query:"q"`
}

func (s *Service) handleSearch(c *api.Call, in *findIn) (*AdminFound, error) {
	f := &finder{who: c.Who, text: strings.TrimSpace(names.LatinDigits(in.Text)), found: &AdminFound{Results: []AdminResult{}}}
	switch {
	case len(in.Text) > maxSearchText:
		return nil, fault.Field("q", fault.TooLong)
	case f.text == "":
		return f.found, nil
	}
	err := s.db.View(c, func(v *db.View) error {
		f.v = v
		for _, kind := range []struct {
			area access.Area
			look func() error
		}{
			{access.People, f.findPeople}, {access.Workspaces, f.findWorkspaces}, {access.Workspaces, f.findContents},
			{access.Money, f.findInvoices},
			{access.Tickets, f.findTickets}, {access.Money, f.findDiscount}, {access.AuditLog, f.findEvent},
		} {
			if !c.Who.CanStaff(kind.area, false) {
				continue
			}
			if err := kind.look(); err != nil && !errors.Is(err, db.ErrNotFound) {
				return err
			}
		}
		return nil
	})
	return f.found, err
}

// finder is one search.
type finder struct {
	v     *db.View
	who   access.Actor
	text  string
	found *AdminFound
}

func (f *finder) add(r AdminResult) { f.found.Results = append(f.found.Results, r) }

func fullName(first, last string) string { return strings.TrimSpace(first + " " + last) }

func (f *finder) findPeople() error {
	var id db.UserID
	if id.UnmarshalText([]byte(f.text)) == nil {
		if p, err := f.v.AdminPerson(id); err == nil {
			f.add(toPersonResult(p))
			return nil
		}
	}
	rows, _, err := f.v.AdminPeople(db.PeopleFilter{Text: normalizeEmail(f.text), Slice: db.Slice{Limit: maxResults}})
	for i := range rows {
		f.add(toPersonResult(&rows[i]))
	}
	return err
}

func toPersonResult(p *db.PersonRow) AdminResult {
	a := toAdminPerson(p)
	email := a.Email
	if email == "" {
		email = a.Mobile
	}
	return AdminResult{Kind: "person", ID: p.ID.String(), Title: fullName(a.FirstName, a.LastName), Email: email, State: a.State}
}

func (f *finder) findWorkspaces() error {
	var id db.SpaceID
	if id.UnmarshalText([]byte(f.text)) == nil {
		if sp, err := f.v.AdminSpace(id); err == nil {
			f.addWorkspace(sp)
			return nil
		}
	}
	rows, _, err := f.v.AdminSpaces(db.SpacesFilter{Text: f.text, Slice: db.Slice{Limit: maxResults}})
	for i := range rows {
		f.addWorkspace(&rows[i])
	}
	return err
}

func (f *finder) addWorkspace(sp *db.SpaceRow) {
	f.add(AdminResult{
		Kind: "workspace", ID: sp.ID.String(), Title: sp.Title, Owner: fullName(sp.OwnerFirst, sp.OwnerLast), Size: sp.StorageUsed,
		Email: accounts.DisplayEmail(sp.OwnerEmail), State: toAdminWorkspace(f.v, sp).State,
	})
}

// findContents finds files, directories, links and boxes by their whole id.
func (f *finder) findContents() error {
	var id db.NodeID
	if id.UnmarshalText([]byte(f.text)) == nil {
		return f.findNode(id)
	}
	for kind, look := range map[string]func(string) (*db.AdminShare, error){"link": f.v.AdminLink, "box": f.v.AdminBox} {
		secret := names.NormalizeSecret(parseShareID(f.text))
		a, err := look(secret)
		if errors.Is(err, db.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		owner, err := f.loadName(a.Owner)
		if err != nil {
			return err
		}
		r := AdminResult{Kind: kind, ID: secret, Space: a.Space, SpaceTitle: a.Title, Owner: owner, State: "active"}
		if a.Deleted {
			r.State = "deleted"
		}
		f.add(r)
	}
	return nil
}

// parseShareID returns what stands behind the page of a link or a box in a whole address, and any other text as it is.
func parseShareID(text string) string {
	for _, page := range []string{"/download/", "/u/"} {
		if i := strings.LastIndex(text, page); i >= 0 {
			return text[i+len(page):]
		}
	}
	return text
}

// findNode finds a file or a directory.
func (f *finder) findNode(id db.NodeID) error {
	n, err := f.v.AdminFile(id)
	if err != nil {
		return err
	}
	kind := "file"
	if n.Kind == db.Directory {
		kind = "directory"
	}
	owner, err := f.loadName(n.Owner)
	f.add(AdminResult{
		Kind: kind, ID: f.text, Space: n.Space, SpaceTitle: n.Title, Place: n.Root, Size: n.Size, CreatedAt: api.Time(n.CreatedAt),
		ModifiedAt: api.Time(n.ModifiedAt), Owner: owner,
	})
	return err
}

func (f *finder) loadName(id db.UserID) (string, error) {
	u, err := f.v.UserByID(id)
	if err != nil {
		return "", err
	}
	return fullName(u.FirstName, u.LastName), nil
}

func (f *finder) findInvoices() error {
	if len(f.text) < minCode {
		return nil
	}
	rows, err := f.v.FindInvoices(strings.ToUpper(f.text), maxResults)
	if len(rows) == 0 && err == nil {
		rows, err = f.v.FindInvoices(f.text, maxResults)
	}
	for _, i := range rows {
		r := AdminResult{Kind: "invoice", ID: i.ID, Title: i.Number, State: i.State, CreatedAt: api.Time(i.CreatedAt)}
		if r.Title == "" {
			r.Title = strings.ToUpper(i.ID[:min(8, len(i.ID))])
		}
		f.add(r)
	}
	return err
}

// findTickets finds a ticket by its tracking code, and others by their subject. Finance see those of their department alone.
func (f *finder) findTickets() error {
	only := tickets.RestrictedDepartment(f.who)
	t, err := f.v.TicketByCode(strings.ToUpper(f.text))
	if err == nil && (only == "" || t.Department == only) {
		return f.addTicket(t)
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) || utf8.RuneCountInString(f.text) < minSubject {
		return err
	}
	rows, err := f.v.FindTickets(f.text, only, maxResults)
	for i := range rows {
		if err := f.addTicket(&rows[i]); err != nil {
			return err
		}
	}
	return err
}

// minSubject is how much of a subject has to be there, in letters.
const minSubject = 2

func (f *finder) addTicket(t *db.Ticket) error {
	owner, err := f.loadName(t.User)
	f.add(AdminResult{Kind: "ticket", ID: t.ID.String(), Title: t.Subject, Owner: owner, State: t.Status, CreatedAt: api.Time(t.CreatedAt)})
	return err
}

// findDiscount finds a discount code.
func (f *finder) findDiscount() error {
	d, err := f.v.DiscountByCode(strings.ToUpper(f.text))
	if err == nil {
		f.add(AdminResult{Kind: "discount", ID: d.Code, Title: d.Code, CreatedAt: api.Time(d.CreatedAt)})
	}
	return err
}

func (f *finder) findEvent() error {
	n, err := strconv.ParseInt(f.text, 10, 64)
	if err != nil || n < 1 {
		return nil
	}
	rows, err := f.v.AuditFrom(0, n, 1)
	if len(rows) == 1 && rows[0].Number == n {
		f.add(AdminResult{Kind: "event", ID: strconv.FormatInt(n, 10), Title: rows[0].Action, CreatedAt: api.Time(rows[0].At)})
	}
	return err
}
