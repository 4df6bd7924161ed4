// Package providers signs people in with accounts that they have elsewhere, at
// OpenID Connect providers: the code flow with PKCE, bound to the browser that began
// it. Nothing is asked of a provider before somebody wants to sign in with it, and
// nothing within a transaction.
package providers

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"anbar/app/access"
	"anbar/app/accounts"
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/app/sessions"
	"anbar/app/twofactor"
	"anbar/db"
)

// Assign gives somebody a role in a workspace; see members.Assign.
type Assign func(tx *db.Tx, space db.SpaceID, u *db.User, role string) (*db.Space, bool, error)

// Service is the providers of one appliance.
type Service struct {
	db     *db.DB
	all    []*provider
	people *accounts.Service
	assign Assign
	steps  *twofactor.Service
	audit  *audit.Log
	url    func() string
	log    *slog.Logger

	byAddress *limits.Limiter
}

// provider is one of them, with what is known of it so far.
type provider struct {
	Config
	known discovery
}

// New makes the service. People come back from the providers to pages below url.
func New(d *db.DB, list []Config, people *accounts.Service, steps *twofactor.Service, events *audit.Log, url func() string, log *slog.Logger) *Service {
	s := &Service{db: d, people: people, steps: steps, audit: events, url: url, log: log, byAddress: limits.NewLimiter(time.Second, 100)}
	client := newClient()
	for _, c := range list {
		s.all = append(s.all, &provider{Config: c, known: discovery{client: client}})
	}
	return s
}

// Assigns sets what gives roles in workspaces to members of groups.
func (s *Service) Assigns(fn Assign) { s.assign = fn }

// find returns the provider of that id, fault.InvalidID when there is none.
func (s *Service) find(id string) (*provider, error) {
	for _, p := range s.all {
		if p.ID == id {
			return p, nil
		}
	}
	return nil, fault.InvalidID
}

// failed is what somebody is told whom a provider does not let in. The cause is
// for the log: it helps who sets the provider up.
func (s *Service) failed(p *provider, cause error) error {
	words := cause.Error()
	cause = errors.New(words[:min(len(words), maxWords)])
	s.log.Warn("a provider's login failed", "provider", p.ID, "error", cause)
	if p.ID == "google" {
		return fault.GoogleFailed.Because(cause)
	}
	return fault.ProviderFailed.Because(cause)
}

const maxWords = 300 // of what a provider says, in the log

// Identities returns the accounts at providers that the actor signs in with.
func (s *Service) Identities(ctx context.Context, who access.Actor) ([]db.Identity, error) {
	var all []db.Identity
	err := s.db.View(ctx, func(v *db.View) (err error) {
		all, err = v.IdentitiesOf(who.User)
		return err
	})
	return all, err
}

// Unlink takes a provider away from the actor, and what its groups gave. It
// refuses to take the only way in.
func (s *Service) Unlink(ctx context.Context, who access.Actor, id string, from api.Origin) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if err := sessions.Fresh(tx.Reading(), who); err != nil {
			return err
		}
		u, e1 := tx.UserByID(who.User)
		mine, e2 := tx.IdentitiesOf(who.User)
		passkey, e3 := tx.HasPasskeys(who.User)
		if err := errors.Join(e1, e2, e3); err != nil {
			return err
		}
		if u.Password == "" && len(mine) == 1 && mine[0].Provider == id && !passkey {
			return fault.LastSignInMethod
		}
		return s.End(tx, who.User, id, from)
	})
}

// End disconnects a provider from a user, also from one whose password is replaced.
func (s *Service) End(tx *db.Tx, user db.UserID, id string, from api.Origin) error {
	u, e1 := tx.UserByID(user)
	mine, e2 := tx.IdentitiesOf(user)
	if err := errors.Join(e1, e2); err != nil {
		return err
	}
	for _, i := range mine {
		if i.Provider == id {
			return errors.Join(s.groups(tx, u, i.ID, nil), tx.DeleteIdentity(i.ID),
				s.audit.Record(tx, audit.Event{Action: audit.ProviderUnlinked, User: user, From: from, Detail: audit.Detail{Name: id, Email: i.Email}}))
		}
	}
	return fault.InvalidID
}
