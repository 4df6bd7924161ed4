package accounts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/identity/password"
	"anbar/db"
)

const (
	minName = 3
	maxName = 100
)

// languages are those the product speaks, by every name they are asked for.
var languages = map[string]string{"": "fa", "fa": "fa", "fa-ir": "fa", "en": "en", "en-us": "en"}

const maxLogin = 320 // bytes; more than any address has

// normalizeLogin returns the stored form of an email address or mobile number. It cuts longer
// input, because failed attempts are kept in memory by login.
func normalizeLogin(s string) string {
	s = names.NormalizeLogin(s[:min(len(s), 4*maxLogin)])
	return s[:min(len(s), maxLogin)]
}

func checkEmail(s string) *fault.Fault {
	_, f := names.ParseEmail(s)
	return f
}

func checkMobile(s string) *fault.Fault {
	_, f := names.ParseMobile(s)
	return f
}

func checkName(s string) *fault.Fault {
	n := utf8.RuneCountInString(s)
	switch {
	case n == 0:
		return fault.Required
	case names.CountVisible(s) < minName:
		return fault.NameTooShort
	case n > maxName:
		return fault.TooLong
	case !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl):
		return fault.InvalidValue
	case names.IsWebAddress(s):
		return fault.NameIsAddress // it would appear in mails to others, as a link
	}
	return nil
}

// Person holds the data of a new account as its user entered it.
type Person struct {
	FirstName, LastName string
	Email, Mobile       string // one of them at least
	Password            string
	Language            string // fa, en, fa-ir or en-us; the default when empty
	Staff               db.StaffRole
}

// validate brings the person's words into their normal form and names every field
// that is wrong.
func (p *Person) validate() error {
	wrong := p.validateDetails()
	if f := checkPassword(p.Password, personalWordsOf(p.newUser(""))...); f != nil {
		wrong.Add("password", f)
	}
	return wrong.Err()
}

// validateDetails is check without the password.
func (p *Person) validateDetails() fault.Fields {
	p.FirstName, p.LastName = strings.TrimSpace(p.FirstName), strings.TrimSpace(p.LastName)
	p.Email, p.Mobile = normalizeLogin(p.Email), normalizeLogin(p.Mobile)
	wrong := fault.Fields{}
	add := func(field string, f *fault.Fault) {
		if f != nil {
			wrong.Add(field, f)
		}
	}
	add("first_name", checkName(p.FirstName))
	add("last_name", checkName(p.LastName))
	if p.Email == "" && p.Mobile == "" {
		wrong.Add("email", fault.Required)
	}
	if p.Email != "" {
		add("email", checkEmail(p.Email))
	}
	if p.Mobile != "" {
		add("mobile", checkMobile(p.Mobile))
	}
	language, known := languages[p.Language]
	if !known {
		wrong.Add("language", fault.InvalidValue)
	}
	p.Language = language
	return wrong
}

// validateAndHash checks the person's words and hashes their password.
func (p *Person) validateAndHash() (string, error) {
	if err := p.validate(); err != nil {
		return "", err
	}
	return password.Hash(p.Password)
}

func (p *Person) newUser(phc string) *db.User {
	return &db.User{
		ID: db.UserID(db.NewID()), Email: p.Email, Mobile: p.Mobile, Password: phc, FirstName: p.FirstName, LastName: p.LastName,
		Language: p.Language, Staff: p.Staff,
	}
}
