// Package providers signs users in with accounts at OpenID Connect providers: the code flow
// with PKCE, bound to the browser that began it. It contacts a provider only when a user
// wants to sign in with it, and never within a transaction.
package providers

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"sync/atomic"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/outward"
	"anbar/app/identity/accounts"
	"anbar/app/identity/audit"
	"anbar/app/identity/twofactor"
	"anbar/db"

	"github.com/coreos/go-oidc/v3/oidc"
)

// Service is the providers of one appliance.
type Service struct {
	db         *db.DB
	all        atomic.Pointer[[]*provider]
	accounts   *accounts.Service
	identities *Identities
	twoFactor  *twofactor.Service
	audit      *audit.Log
	url        func() string
	log        *slog.Logger

	byAddress *limits.Limiter
}

// provider is one configured provider with its cached metadata.
type provider struct {
	Config
	discovery discovery
}

// Options are what the service is made of.
type Options struct {
	DB         *db.DB
	List       []Config
	Accounts   *accounts.Service
	Identities *Identities
	TwoFactor  *twofactor.Service
	Audit      *audit.Log
	URL        func() string // base URL of the pages that providers send users back to
	Log        *slog.Logger
}

// New makes the service.
func New(o Options) *Service {
	s := &Service{
		db: o.DB, accounts: o.Accounts, identities: o.Identities, twoFactor: o.TwoFactor, audit: o.Audit, url: o.URL, log: o.Log,
		byAddress: limits.NewLimiter(time.Second, 100),
	}
	s.Replace(o.List)
	return s
}

// Replace changes the providers that users sign in with from now on. A provider that stays the
// same keeps what is known of it.
func (s *Service) Replace(list []Config) {
	next := []*provider{}
	for i := range list {
		next = append(next, s.providerFor(&list[i]))
	}
	s.all.Store(&next)
}

func (s *Service) providerFor(c *Config) *provider {
	if now := s.all.Load(); now != nil {
		for _, p := range *now {
			if reflect.DeepEqual(&p.Config, c) {
				return p
			}
		}
	}
	return &provider{Config: *c, discovery: discovery{client: newClient(c.Entered)}}
}

// Probe fetches the metadata of a provider and returns the error of the catalogue for the leg at
// which that failed.
func Probe(ctx context.Context, c Config) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	p := &provider{Config: c, discovery: discovery{client: newClient(c.Entered)}}
	_, err := p.discover(ctx)
	if err == nil {
		return nil
	}
	leg := fault.ConnectionAnswer
	var other *oidc.IssuerMismatchError
	if errors.As(err, &other) {
		leg = fault.ConnectionIssuer
	}
	return outward.FaultOf(err, leg).Because(err)
}

// findProvider returns the provider of that id, fault.InvalidID when there is none.
func (s *Service) findProvider(id string) (*provider, error) {
	for _, p := range *s.all.Load() {
		if p.ID == id {
			return p, nil
		}
	}
	return nil, fault.InvalidID
}

// reportFailure returns the error shown when a sign-in with a provider fails. It logs the cause,
// for the administrator who sets the provider up.
func (s *Service) reportFailure(p *provider, cause error) error {
	words := cause.Error()
	cause = errors.New(words[:min(len(words), maxCause)])
	s.log.Warn("a provider's login failed", "provider", p.ID, "error", cause)
	if p.ID == "google" {
		return fault.GoogleFailed.Because(cause)
	}
	return fault.ProviderFailed.Because(cause)
}

const maxCause = 300 // characters of a provider's error in the log
