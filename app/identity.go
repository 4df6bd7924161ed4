package app

import (
	"context"
	"time"

	"anbar/app/accounts"
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/onetime"
	"anbar/app/sessions"
	"anbar/app/twofactor"
	"anbar/app/workspaces"
)

// feature declares its calls.
type feature interface{ Mount(*api.Router) }

// identity is what knows people: who they are, how they prove it, and what was
// done to their accounts.
type identity struct {
	audit    *audit.Log
	sessions *sessions.Service
	steps    *twofactor.Service
	people   *accounts.Service
	more     []feature
	jobs     []job
}

func (who *identity) features() []feature {
	return append([]feature{who.sessions, who.people, who.steps}, who.more...)
}

// identity makes everything that knows people.
func (a *App) identity(ctx context.Context, keys *keys, tokens *api.Tokens, spaces *workspaces.Service) (*identity, error) {
	who := &identity{audit: audit.New(a.db, a.url)}
	who.sessions = sessions.New(a.db, tokens, keys.derive("refresh tokens"), who.audit, a.log)
	if err := who.sessions.Recall(ctx); err != nil {
		return nil, err
	}
	who.steps = twofactor.New(a.db, who.sessions, who.audit, keys.derive("secrets of authenticator apps"))
	who.people = accounts.New(a.db, who.sessions, who.steps, who.audit, accounts.Mode(a.cfg.Signup), spaces.Found, a.log)
	a.Accounts = who.people
	a.stopped = append(a.stopped, func() error { return who.audit.Flush(context.Background()) })
	who.jobs = []job{
		{"forget old sessions", 24 * time.Hour, who.sessions.Expire},
		{"hear of sessions that the shell ended", 2 * time.Second, who.sessions.Recall},
		{"forget what could have been used once", time.Hour, func(ctx context.Context) error { return onetime.Expire(ctx, a.db) }},
		{"write the audit log", time.Second, who.audit.Flush},
	}
	return who, nil
}
