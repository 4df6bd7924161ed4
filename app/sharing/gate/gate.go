// Package gate protects links and upload boxes: by a password, and by a list of
// e-mail addresses of which a visitor has to verify one.
package gate

import (
	"context"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/mail"
	"anbar/app/base/names"
	"anbar/app/identity/codes"
	"anbar/app/identity/password"
	"anbar/db"
)

// Needs are the credentials that one gate requires.
type Needs struct {
	Password string   // PHC form; empty for none
	Emails   []string // in normal form; empty for no restriction
	Purpose  string   // of the codes, with the id of the link or box: "link:…"
	Title    string   // of the link or box, for the mail with the code
	Language string   // of that mail, for e-mail addresses without an account
}

// LoadNeeds returns the credentials that the terms of a link or a box require. purpose, such
// as "link", separates the codes of links and boxes.
func LoadNeeds(v *db.View, purpose string, t *db.Terms) (Needs, error) {
	n := Needs{Password: t.Password, Emails: t.Emails, Purpose: purpose + ":" + t.ID, Title: t.Title}
	if len(n.Emails) == 0 {
		return n, nil
	}
	creator, err := v.UserByID(t.CreatedBy)
	if err == nil {
		n.Language = creator.Language // visitors without an account read the language of the creator
	}
	return n, err
}

// Names returns the required credentials by their names in the API.
func (n *Needs) Names() []string {
	all := []string{}
	if n.Password != "" {
		all = append(all, "password")
	}
	if len(n.Emails) > 0 {
		all = append(all, "email")
	}
	return all
}

// Credentials are the credentials that a visitor sent.
type Credentials struct {
	Password      string
	Email         string
	Code          string
	ClientAddress string // as api.ClientAddress returns it
}

const (
	triesAtOnce = 20
	tryEvery    = 20 * time.Second
)

// Verifier checks the credentials of visitors.
type Verifier struct {
	db    *db.DB
	tries *limits.Limiter // that were wrong, at one gate from one client address
	mails *mail.Limiter
}

// New returns a verifier.
func New(d *db.DB, mails *mail.Limiter) *Verifier {
	return &Verifier{db: d, tries: limits.NewLimiter(tryEvery, triesAtOnce), mails: mails}
}

// Verify checks the credentials of a visitor, and returns the e-mail address that they
// verified, if one was required. When only the code is missing Verify sends one and fails with
// fault.CodeSent. An e-mail address outside the list gets the same answers but no mail, so that
// visitors cannot learn the list.
func (g *Verifier) Verify(ctx context.Context, n Needs, v Credentials) (email string, err error) {
	if n.Password == "" && len(n.Emails) == 0 {
		return "", nil
	}
	key := n.Purpose + " " + v.ClientAddress
	if err := g.tries.Allow(key); err != nil {
		return "", err
	}
	email, err = g.checkCredentials(ctx, &n, &v)
	if err == nil {
		g.tries.Refund(key)
	}
	return email, err
}

func (g *Verifier) checkCredentials(ctx context.Context, n *Needs, v *Credentials) (string, error) {
	if err := n.checkPassword(v.Password); err != nil || len(n.Emails) == 0 {
		return "", err
	}
	if v.Email == "" {
		return "", fault.LinkEmailEmpty
	}
	email, f := names.ParseEmail(v.Email)
	if f != nil {
		return "", f
	}
	listed := n.containsEmail(email)
	if v.Code == "" {
		return "", g.sendCode(ctx, n, email, listed)
	}
	right, err := db.Do(ctx, g.db, func(tx *db.Tx) (bool, error) { return codes.Verify(tx, n.Purpose, email, v.Code) })
	if err == nil && !(right && listed) {
		err = fault.CodeWrong
	}
	return email, err
}

// checkPassword does the same work whether a password came, and whether it is
// right.
func (n *Needs) checkPassword(given string) error {
	if n.Password == "" {
		return nil
	}
	phc := n.Password
	if given == "" {
		phc = password.Decoy
	}
	ok, _, err := password.VerifyEither(phc, names.NormalizeSpoken(given), given)
	switch {
	case err != nil:
		return err
	case given == "":
		return fault.LinkPasswordEmpty
	case !ok:
		return fault.LinkPasswordWrong
	}
	return nil
}

// containsEmail reports whether an e-mail address is on the list. It does not stop at a match, so that
// its time does not tell the position.
func (n *Needs) containsEmail(email string) bool {
	found := false
	for _, e := range n.Emails {
		found = e == email || found
	}
	return found
}

func (g *Verifier) sendCode(ctx context.Context, n *Needs, email string, listed bool) error {
	if err := g.mails.ReserveCode(email); err != nil {
		return err
	}
	if !listed {
		g.mails.ReleaseCode(email) // none was mailed to them
	}
	err := g.db.Update(ctx, func(tx *db.Tx) error {
		if err := mail.CheckDeliverable(tx.ReadOnly(), email); err != nil {
			return err // also for those who are not on the list
		}
		language, err := mail.FindLanguage(tx.ReadOnly(), email, n.Language)
		if err != nil {
			return err
		}
		l := codes.Request{Purpose: n.Purpose, To: email, Language: language, Title: n.Title}
		if !listed {
			return codes.SimulateSend(tx, l)
		}
		return codes.Send(tx, l)
	})
	if err != nil {
		return err
	}
	return fault.CodeSent
}

const (
	maxEmails   = 100
	maxPassword = 200
)

// ParseEmails brings a list of e-mail addresses into the form that Needs takes.
func ParseEmails(list []string) ([]string, *fault.Fault) { return names.ParseEmails(list, maxEmails) }

// HashPassword brings the password of a gate into the form that Needs takes.
func HashPassword(given string) (string, error) {
	switch {
	case names.NormalizeSpoken(given) == "":
		return "", fault.LinkPasswordEmpty
	case len(given) > maxPassword:
		return "", fault.TooLong
	}
	return password.Hash(names.NormalizeSpoken(given))
}
