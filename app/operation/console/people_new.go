package console

import (
	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/accounts"
	"anbar/db"
)

func (s *Service) mountPeopleNew(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "POST /admin/people", Gate: api.Staff, Area: access.People, Event: "account_create", Status: 201,
		Does: "Make an account whose person chooses the password by a link", Fails: []*fault.Fault{fault.UserExists},
	}, s.handleCreatePerson)
	api.Handle(r, api.Op{
		Call: "POST /admin/people/{user_id}/first-link", Gate: api.Staff, Area: access.People, Event: "first_link", Status: 201,
		Does: "Make the link by which the person of an account that nobody can sign in to chooses a password, to hand it over; " +
			"administrators only",
		Fails: []*fault.Fault{fault.InvalidID, fault.AccountErased, fault.AccountDisabled, fault.AccountInUse},
	}, s.handleCreateFirstLink)
	api.Handle(r, api.Op{
		Call: "POST /admin/people/invite", Gate: api.Staff, Area: access.People, Event: "person_invite",
		Does: "Mail a person an invitation to make an account", Fails: []*fault.Fault{fault.UserExists},
	}, s.handleInvitePerson)
	api.Handle(r, api.Op{
		Call: "POST /admin/people/import", Gate: api.Staff, Area: access.People, Event: "person_invite",
		Does:  "Read a CSV of people, and mail them invitations when send is true and no row is wrong",
		Fails: []*fault.Fault{fault.InvalidCSV, fault.TooManyRows, fault.WrongRows},
	}, s.handleImportPeople)
	api.Stream(r, api.Op{
		Call: "GET /admin/people/{user_id}/export", Gate: api.Staff, Area: access.People,
		Does: "All that the appliance knows of a person, one JSON object per line", Gives: "application/jsonl",
		Fails: []*fault.Fault{fault.InvalidID},
	}, s.handleExportPerson)
}

type makeIn struct {
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Email     string `json:"email,omitempty"`
	Mobile    string `json:"mobile,omitempty"`
	Language  string `json:"language,omitempty" enum:",fa,en"`
	Hand      bool   `json:"hand,omitempty" doc:"send no link; an administrator hands over a first link"`
}

// AdminPersonMade is an account that staff made.
type AdminPersonMade struct {
	ID db.UserID `json:"user_id"`
}

func (s *Service) handleCreatePerson(c *api.Call, in *makeIn) (*AdminPersonMade, error) {
	id, err := s.accounts.CreateByStaff(c, staffOf(c, ""), accounts.Person{
		FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, Mobile: in.Mobile, Language: in.Language,
	}, in.Hand)
	return &AdminPersonMade{id}, err
}

// AdminFirstLink is what an administrator hands to the person of an account that has no password.
type AdminFirstLink struct {
	Token string `json:"token"`
	URL   string `json:"url" doc:"of the page with that token, for a day"`
}

func (s *Service) handleCreateFirstLink(c *api.Call, in *actIn) (*AdminFirstLink, error) {
	token, err := s.accounts.MakeFirstLink(c, staffOf(c, in.Reason), in.User)
	return &AdminFirstLink{token, s.accounts.ResetURL(token)}, err
}

type inviteIn struct {
	Email    string `json:"email"`
	Language string `json:"language,omitempty" enum:",fa,en" doc:"of the mail"`
}

func (s *Service) handleInvitePerson(c *api.Call, in *inviteIn) (api.None, error) {
	return api.None{}, s.accounts.Invite(c, staffOf(c, ""), []accounts.Invitee{{Email: in.Email, Language: in.Language}})
}

type importIn struct {
	CSV  string `json:"csv" doc:"a line of headers and up to 1000 rows; headers in Persian or English: email, first name, last name, language"`
	Send bool   `json:"send,omitempty"`
}

// AdminImport is a CSV of people as the server reads it.
type AdminImport struct {
	Rows []AdminImportRow `json:"rows"`
	Good int              `json:"good" doc:"rows without an error"`
	Sent bool             `json:"sent"`
}

// AdminImportRow is a row of a CSV of people.
type AdminImportRow struct {
	Line     int    `json:"line"`
	Email    string `json:"email"`
	Name     string `json:"name"`
	Language string `json:"language"`
	Error    string `json:"error,omitempty" doc:"a key of the catalogue"`
	Field    string `json:"field,omitempty" enum:",email,name,language"`
}

// markTaken makes a good row a wrong one when its address has an account.
func (r *AdminImportRow) markTaken(v *db.View) error {
	if r.Error != "" {
		return nil
	}
	taken, err := accounts.HasAccount(v, r.Email)
	if err == nil && taken {
		r.Error, r.Field = fault.UserExists.Key, "email"
	}
	return err
}

// collectInvitees counts the good rows and returns their people.
func (l *AdminImport) collectInvitees(v *db.View) ([]accounts.Invitee, error) {
	people := []accounts.Invitee{}
	for i := range l.Rows {
		r := &l.Rows[i]
		if err := r.markTaken(v); err != nil {
			return nil, err
		}
		if r.Error == "" {
			l.Good++
			people = append(people, accounts.Invitee{Email: r.Email, Language: r.Language})
		}
	}
	return people, nil
}

func (s *Service) handleImportPeople(c *api.Call, in *importIn) (*AdminImport, error) {
	l := &AdminImport{}
	var err error
	if l.Rows, err = parsePeople(in.CSV); err != nil {
		return nil, err
	}
	people, err := db.Get(c, s.db, func(v *db.View) ([]accounts.Invitee, error) { return l.collectInvitees(v) })
	if err != nil || !in.Send {
		return l, err
	}
	if l.Good < len(l.Rows) || l.Good == 0 {
		return nil, fault.WrongRows
	}
	l.Sent = true
	return l, s.accounts.Invite(c, staffOf(c, ""), people)
}
