package providers

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/access"
	"anbar/app/accounts"
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/app/names"
	"anbar/app/sessions"
	"anbar/db"

	"golang.org/x/oauth2"
)

// Auth signs in a user who comes back from a provider, and returns the path where they
// wanted to go. It does not sign in to an account that has the same address but is not
// connected: its owner has to sign in and connect the provider.
func (s *Service) Auth(ctx context.Context, id string, r returned, from api.Origin) (*sessions.LoginResult, string, error) {
	p, err := s.find(id)
	if err != nil {
		return nil, "", err
	}
	if err := s.byAddress.Allow(from.Address); err != nil {
		return nil, "", err
	}
	who, kept, err := s.ask(ctx, access.Actor{}, p, forLogin, r)
	if err != nil {
		return nil, "", err
	}
	var in *sessions.LoginResult
	err = s.db.Update(ctx, func(tx *db.Tx) (err error) {
		in, err = s.signIn(tx, p, who, from)
		return err
	})
	if errors.Is(err, fault.UserExists) {
		s.refused(ctx, p, who, from)
		err = s.failed(p, errors.New("an account here has that address and is not connected"))
	}
	return in, kept.To, err
}

// ask ends a ceremony and fetches the user's claims from the provider.
func (s *Service) ask(ctx context.Context, who access.Actor, p *provider, what string, r returned) (*userInfo, *ceremony, error) {
	kept, err := s.end(ctx, who, p, what, r)
	if err != nil {
		return nil, nil, err
	}
	c, err := p.connect()
	if err != nil {
		return nil, nil, s.unavailable(p, err)
	}
	came, err := p.exchange(ctx, c, kept, r.Code)
	var away *url.Error
	var refused *oauth2.RetrieveError
	switch {
	case err == nil:
		return came, kept, nil
	case errors.As(err, &away) && !errors.As(err, &refused):
		return nil, nil, s.unavailable(p, err)
	}
	return nil, nil, s.failed(p, err)
}

// signIn signs in the account of the provider's user.
func (s *Service) signIn(tx *db.Tx, p *provider, who *userInfo, from api.Origin) (*sessions.LoginResult, error) {
	u, i, err := s.findOrProvision(tx, p, who, from)
	if err != nil {
		return nil, err
	}
	if err := s.identities.groups(tx, u, i.ID, s.meant(tx.ReadOnly(), p, who.Groups)); err != nil {
		return nil, err
	}
	return s.twoFactor.FinishFirstStep(tx, u, from, p.ID)
}

// findOrProvision finds the account of the provider's user, or makes it.
func (s *Service) findOrProvision(tx *db.Tx, p *provider, who *userInfo, from api.Origin) (*db.User, *db.Identity, error) {
	i, err := tx.IdentityBySubject(p.Issuer, who.Subject)
	if err == nil {
		u, err := tx.UserByID(i.User)
		if err != nil {
			return nil, nil, err
		}
		return u, i, tx.UpdateIdentityUsed(i.ID, shown(who.Email))
	}
	if !errors.Is(err, db.ErrNotFound) {
		return nil, nil, err
	}
	first, last := who.names()
	u, err := s.accounts.Provision(tx, accounts.ExternalAccount{
		First: first, Last: last, Email: who.Email, Proven: who.Verified, Language: who.language(), Anyway: p.Signup,
	}, from)
	if errors.Is(err, fault.InvalidEmail) {
		return nil, nil, s.failed(p, errors.New("the provider tells no address"))
	}
	if err != nil {
		return nil, nil, err
	}
	i = p.identity(u.ID, who)
	return u, i, tx.InsertIdentity(i)
}

// refused records the attempt in the audit log of the account with that address.
func (s *Service) refused(ctx context.Context, p *provider, who *userInfo, from api.Origin) {
	err := s.db.View(ctx, func(v *db.View) error {
		email, _ := names.ParseEmail(who.Email)
		u, err := v.UserByLogin(email)
		if err == nil {
			s.audit.Later(audit.Event{Action: audit.SignInFailed, User: u.ID, From: from, Detail: audit.Detail{Method: p.ID}})
		}
		return err
	})
	if err != nil {
		s.log.Error("note a refused login", "provider", p.ID, "error", err)
	}
}

const (
	minName  = 3
	maxName  = 100
	maxShown = 254
)

func shown(s string) string { return cut(s, maxShown) }

// cut makes a provider's words fit to be shown.
func cut(s string, most int) string {
	s = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, s))
	if r := []rune(s); len(r) > most {
		s = strings.TrimSpace(string(r[:most]))
	}
	return s
}

// names makes a first and a last name from the provider's claims. Names here have at least
// three characters, and the user is not asked: a short one is followed by the login, a
// missing one is replaced by it. A name that is a web address is dropped, because names
// appear in mails to others.
func (who *userInfo) names() (first, last string) {
	first, last = plain(who.First), plain(who.Last)
	if full := strings.Fields(plain(who.Full)); first == "" && last == "" && len(full) > 0 {
		first, last = full[0], strings.Join(full[1:], " ")
	}
	local, _, _ := strings.Cut(who.Email, "@")
	nick := plain(who.Nick)
	if utf8.RuneCountInString(nick) < minName {
		nick = plain(local)
	}
	if utf8.RuneCountInString(nick) < minName {
		nick = strings.TrimSpace("user " + nick)
	}
	return lengthen(first, nick), lengthen(last, nick)
}

func plain(s string) string {
	if s = cut(s, maxName); names.IsWebAddress(s) {
		return ""
	}
	return s
}

func lengthen(name, nick string) string {
	switch {
	case utf8.RuneCountInString(name) >= minName:
		return name
	case name == "":
		return nick
	}
	return cut(name+" ("+nick, maxName-1) + ")"
}

// language is the product's language that is nearest to the person's.
func (who *userInfo) language() string {
	if l := strings.ToLower(who.Locale); l == "" || strings.HasPrefix(l, "fa") {
		return "fa"
	}
	return "en"
}
