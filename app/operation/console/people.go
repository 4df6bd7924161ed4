package console

import (
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/accounts"
	"anbar/app/identity/audit"
	"anbar/db"
)

func (s *Service) mountPeople(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/people", Gate: api.Staff, Area: access.People, Does: "All accounts, newest first unless they are sorted",
	}, s.handleListPeople)
	api.Handle(r, api.Op{
		Call: "GET /admin/people/{user_id}", Gate: api.Staff, Area: access.People,
		Does: "An account with its workspaces, sessions and tokens",
	}, s.handleGetPerson)
	api.Handle(r, api.Op{
		Call: "GET /admin/people/{user_id}/events", Gate: api.Staff, Area: access.People,
		Does: "The security events of an account, newest first",
	}, s.handleListPersonEvents)
	api.Handle(r, api.Op{
		Call: "GET /admin/people/{user_id}/payments", Gate: api.Staff, Area: access.Money,
		Does: "The orders of an account, newest first",
	}, s.handleListPersonPayments)
	s.mountPeopleActs(r)
	s.mountPeopleNew(r)
}

// AdminPerson is an account in the list of the console.
type AdminPerson struct {
	ID        db.UserID `json:"user_id"`
	FirstName string    `json:"first_name"`
	LastName  string    `json:"last_name"`
	Email     string    `json:"email"`
	Mobile    string    `json:"mobile"`
	Staff     string    `json:"staff" enum:",administrator,support,finance,auditor"`
	State     string    `json:"state" enum:"active,disabled,erasing,erased"`
	SeenAt    api.Time  `json:"seen_at" nullable:"true" doc:"of the last use of a session; null for never"`
	Spaces    int       `json:"workspaces"`
	TwoStep   bool      `json:"two_step"`
	Unusual   bool      `json:"unusual" doc:"many failed sign-ins, or a copied token, within a week"`
	JoinedAt  api.Time  `json:"joined_at"`
}

// AdminPeople is a part of the accounts.
type AdminPeople struct {
	People   []AdminPerson `json:"people"`
	PageInfo api.PageInfo  `json:"page_info"`
}

const maxQuery = 100 // bytes

type peopleIn struct {
	Find   string `query:"query" doc:"a part of a name, an address or a mobile number"`
	Filter string `query:"filter" enum:",staff,disabled,unusual,no_two_step"`
	Sort   string `query:"sort" doc:"name, email, role or joined, then :1 or :-1; joined:-1 when empty"`
	api.PageQuery
}

// parse checks the filters and returns the part of the list.
func (in *peopleIn) parse() (db.PeopleFilter, api.Part, error) {
	f := db.PeopleFilter{Text: normalizeEmail(in.Find), Kind: in.Filter, Sort: db.PeopleJoined, Down: true}
	if len(in.Find) > maxQuery {
		return f, api.Part{}, fault.Field("query", fault.TooLong)
	}
	if !db.HasPeopleList(in.Filter) {
		return f, api.Part{}, fault.Field("filter", fault.InvalidValue)
	}
	if in.Sort != "" {
		var err error
		if f.Sort, f.Down, err = api.ParseSort(in.Sort); err != nil {
			return f, api.Part{}, err
		}
		if !db.HasPeopleOrder(f.Sort) {
			return f, api.Part{}, fault.Field("sort", fault.InvalidValue)
		}
	}
	part, err := in.Of("people " + in.Filter + " " + in.Sort)
	f.Slice = part.Slice
	return f, part, err
}

func (s *Service) handleListPeople(c *api.Call, in *peopleIn) (*AdminPeople, error) {
	f, part, err := in.parse()
	if err != nil {
		return nil, err
	}
	l := &AdminPeople{People: []AdminPerson{}}
	err = s.db.View(c, func(v *db.View) error {
		rows, next, err := v.AdminPeople(f)
		if err != nil {
			return err
		}
		for i := range rows {
			l.People = append(l.People, toAdminPerson(&rows[i]))
		}
		total, err := v.CountAdminPeople(f)
		if err != nil {
			return err
		}
		l.PageInfo, err = part.Info(total, next)
		return err
	})
	return l, err
}

func toAdminPerson(p *db.PersonRow) AdminPerson {
	a := AdminPerson{
		ID: p.ID, FirstName: p.FirstName, LastName: p.LastName, Email: accounts.DisplayEmail(p.Email), Mobile: p.Mobile,
		Staff: string(p.Staff),
		State: "active", SeenAt: api.Time(p.SeenAt), Spaces: p.Spaces, TwoStep: p.TwoStep, Unusual: p.Unusual,
		JoinedAt: api.Time(p.CreatedAt),
	}
	switch {
	case !p.ErasedAt.IsZero():
		a.State = "erased"
	case !p.DisabledAt.IsZero():
		a.State = "disabled"
	}
	return a
}

// AdminPersonPage is all that the console shows of an account.
type AdminPersonPage struct {
	AdminPerson
	EmailVerified  bool                `json:"email_verified"`
	MobileVerified bool                `json:"mobile_verified"`
	Language       string              `json:"language" enum:"fa,en"`
	Methods        []string            `json:"two_step_methods"`
	Passkeys       bool                `json:"passkeys"`
	Unopened       bool                `json:"unopened" doc:"nobody has been able to sign in yet"`
	Storage        int64               `json:"storage" doc:"bytes of My Drive in all workspaces, without versions"`
	Memberships    []AdminMembership   `json:"memberships"`
	Sessions       []AdminSession      `json:"sessions"`
	Tokens         []AdminPersonsToken `json:"tokens"`
	Problem        string              `json:"erase_problem,omitempty" doc:"why the erasure stands still: a key of the catalogue"`
}

// AdminMembership is a workspace of an account.
type AdminMembership struct {
	Space   db.SpaceID `json:"space_id"`
	Title   string     `json:"title"`
	Role    string     `json:"role"`
	Storage int64      `json:"storage" doc:"bytes of the workspace"`
	Drive   int64      `json:"my_drive" doc:"bytes of My Drive, without versions"`
}

// AdminSession is a session of an account.
type AdminSession struct {
	ID        db.SessionID `json:"session_id"`
	Device    string       `json:"device"`
	Address   string       `json:"address"`
	Method    string       `json:"method" doc:"how the person signed in: password, passkey, …; empty when it is not known"`
	UsedAt    api.Time     `json:"used_at"`
	CreatedAt api.Time     `json:"created_at"`
}

// AdminPersonsToken is a token for programs, without its secret.
type AdminPersonsToken struct {
	ID        db.TokenID `json:"token_id"`
	Name      string     `json:"name"`
	Writes    bool       `json:"may_write" doc:"false: it only reads"`
	Address   string     `json:"address" doc:"of the last use"`
	CreatedAt api.Time   `json:"created_at"`
	UsedAt    api.Time   `json:"used_at" nullable:"true"`
	ExpiresAt api.Time   `json:"expires_at" nullable:"true"`
}

type personIn struct {
	User db.UserID `path:"user_id"`
}

func (s *Service) handleGetPerson(c *api.Call, in *personIn) (*AdminPersonPage, error) {
	return db.Get(c, s.db, func(v *db.View) (*AdminPersonPage, error) { return loadPersonPage(v, in.User) })
}

func loadPersonPage(v *db.View, id db.UserID) (*AdminPersonPage, error) {
	row, err := v.AdminPerson(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	a, err := v.AccountByID(id)
	if err != nil {
		return nil, err
	}
	p := &AdminPersonPage{
		AdminPerson: toAdminPerson(row), EmailVerified: a.EmailValidated, MobileVerified: a.MobileValidated, Language: a.Language,
		Methods: append([]string{}, a.Methods...), Memberships: []AdminMembership{},
		Sessions: []AdminSession{}, Tokens: []AdminPersonsToken{},
	}
	if p.Passkeys, err = v.HasPasskeys(id); err != nil {
		return nil, err
	}
	if p.Unopened, err = accounts.IsUnopened(v, &a.User); err != nil {
		return nil, err
	}
	if err := p.loadErasure(v); err != nil {
		return nil, err
	}
	return p, p.loadLists(v)
}

// loadErasure says so when the person is being erased.
func (p *AdminPersonPage) loadErasure(v *db.View) error {
	e, err := v.ErasureOf(p.ID)
	switch {
	case err == nil && e.State != db.EraseDone:
		p.State, p.Problem = "erasing", e.Problem
	case err != nil && !errors.Is(err, db.ErrNotFound):
		return err
	}
	return nil
}

// loadLists adds the lists of the page.
func (p *AdminPersonPage) loadLists(v *db.View) error {
	spaces, err := v.PersonSpaces(p.ID)
	if err != nil {
		return err
	}
	for _, m := range spaces {
		p.Memberships = append(p.Memberships, AdminMembership{Space: m.ID, Title: m.Title, Role: m.Role, Storage: m.Storage,
			Drive: m.Drive})
		p.Storage += m.Drive
	}
	sessions, err := v.SessionsOf(p.ID)
	if err != nil {
		return err
	}
	for _, e := range sessions {
		p.Sessions = append(p.Sessions, AdminSession{ID: e.ID, Device: e.Device, Address: e.Address, Method: e.Method,
			UsedAt: api.Time(e.UsedAt), CreatedAt: api.Time(e.CreatedAt)})
	}
	tokens, err := v.APITokensOf(p.ID)
	for _, t := range tokens {
		p.Tokens = append(p.Tokens, AdminPersonsToken{
			ID: t.ID, Name: t.Name, Writes: t.Write, Address: t.Address, CreatedAt: api.Time(t.CreatedAt),
			UsedAt: api.Time(t.UsedAt), ExpiresAt: api.Time(t.ExpiresAt),
		})
	}
	return err
}

type personEventsIn struct {
	User db.UserID `path:"user_id"`
	api.PageQuery
}

func (s *Service) handleListPersonEvents(c *api.Call, in *personEventsIn) (*audit.AuditList, error) {
	return s.audit.ListFor(c, in.User, in.PageQuery)
}
