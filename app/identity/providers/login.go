package providers

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/identity/accounts"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"

	"golang.org/x/oauth2"
)

// FinishLogin signs in a user who comes back from a provider, and returns the path where they
// wanted to go. It does not sign in to an account that has the same address but is not
// connected: its owner has to sign in and connect the provider.
func (s *Service) FinishLogin(ctx context.Context, id string, r callback, from api.Origin) (*sessions.LoginResult, string, error) {
	p, err := s.findProvider(id)
	if err != nil {
		return nil, "", err
	}
	if err := s.byAddress.Allow(from.Address); err != nil {
		return nil, "", err
	}
	who, kept, err := s.fetchUser(ctx, access.Actor{}, p, forLogin, r)
	if err != nil {
		return nil, "", err
	}
	in, err := db.Do(ctx, s.db, func(tx *db.Tx) (*sessions.LoginResult, error) {
		return s.signInUser(tx, p, who, from)
	})
	if errors.Is(err, fault.UserExists) {
		s.recordRejectedLogin(ctx, p, who, from)
		err = s.reportFailure(p, errors.New("an account here has that address and is not connected"))
	}
	return in, kept.To, err
}

// fetchUser ends a ceremony and fetches the user's claims from the provider.
func (s *Service) fetchUser(ctx context.Context, who access.Actor, p *provider, what string, r callback) (*userInfo, *ceremony, error) {
	kept, err := s.spendCeremony(ctx, who, p, what, r)
	if err != nil {
		return nil, nil, err
	}
	c, err := p.connect()
	if err != nil {
		return nil, nil, s.reportUnavailable(p, err)
	}
	came, err := p.exchangeCode(ctx, c, kept, r.Code)
	var away *url.Error
	var refused *oauth2.RetrieveError
	switch {
	case err == nil:
		return came, kept, nil
	case errors.As(err, &away) && !errors.As(err, &refused):
		return nil, nil, s.reportUnavailable(p, err)
	}
	return nil, nil, s.reportFailure(p, err)
}

// signInUser signs in the account of the provider's user.
func (s *Service) signInUser(tx *db.Tx, p *provider, who *userInfo, from api.Origin) (*sessions.LoginResult, error) {
	u, i, err := s.findOrProvision(tx, p, who, from)
	if err != nil {
		return nil, err
	}
	if err := s.identities.syncGroupRoles(tx, u, i.ID, s.mapGroups(tx.ReadOnly(), p, who.Groups)); err != nil {
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
		return u, i, tx.UpdateIdentityUsed(i.ID, cleanEmail(who.Email))
	}
	if !errors.Is(err, db.ErrNotFound) {
		return nil, nil, err
	}
	first, last := who.deriveNames()
	u, err := s.accounts.Provision(tx, accounts.ExternalAccount{
		First: first, Last: last, Email: who.Email, Verified: who.Verified, Language: who.language(), AnyMode: p.Signup,
	}, from)
	if errors.Is(err, fault.InvalidEmail) {
		return nil, nil, s.reportFailure(p, errors.New("the provider tells no address"))
	}
	if err != nil {
		return nil, nil, err
	}
	i = p.newIdentity(u.ID, who)
	return u, i, tx.InsertIdentity(i)
}

// recordRejectedLogin records the attempt in the audit log of the account with that address.
func (s *Service) recordRejectedLogin(ctx context.Context, p *provider, who *userInfo, from api.Origin) {
	err := s.db.View(ctx, func(v *db.View) error {
		email, _ := names.ParseEmail(who.Email)
		u, err := v.UserByLogin(email)
		if err == nil {
			s.audit.RecordLater(audit.Event{Action: audit.SignInFailed, User: u.ID, From: from, Detail: audit.Detail{Method: p.ID}})
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
	maxEmail = 254
)

func cleanEmail(s string) string { return cleanText(s, maxEmail) }

// cleanText makes a provider's words fit to be shown.
func cleanText(s string, most int) string {
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

// deriveNames makes a first and a last name from the provider's claims. Names here have at least
// three characters, and the user is not asked: a short one is followed by the login, a
// missing one is replaced by it. A name that is a web address is dropped, because names
// appear in mails to others.
func (who *userInfo) deriveNames() (first, last string) {
	first, last = cleanName(who.First), cleanName(who.Last)
	if full := strings.Fields(cleanName(who.Full)); first == "" && last == "" && len(full) > 0 {
		first, last = full[0], strings.Join(full[1:], " ")
	}
	local, _, _ := strings.Cut(who.Email, "@")
	nick := cleanName(who.Nick)
	if utf8.RuneCountInString(nick) < minName {
		nick = cleanName(local)
	}
	if utf8.RuneCountInString(nick) < minName {
		nick = strings.TrimSpace("user " + nick)
	}
	return padName(first, nick), padName(last, nick)
}

func cleanName(s string) string {
	if s = cleanText(s, maxName); names.IsWebAddress(s) {
		return ""
	}
	return s
}

func padName(name, nick string) string {
	switch {
	case utf8.RuneCountInString(name) >= minName:
		return name
	case name == "":
		return nick
	}
	return cleanText(name+" ("+nick, maxName-1) + ")"
}

// language is the product's language that is nearest to the person's.
func (who *userInfo) language() string {
	if l := strings.ToLower(who.Locale); l == "" || strings.HasPrefix(l, "fa") {
		return "fa"
	}
	return "en"
}
