package app

import (
	"context"
	"fmt"
	"net"
	"os"
	"time"

	"anbar/app/accounts"
	"anbar/app/api"
	"anbar/app/apitokens"
	"anbar/app/audit"
	"anbar/app/avatar"
	"anbar/app/codes"
	"anbar/app/onetime"
	"anbar/app/passkeys"
	"anbar/app/promotions"
	"anbar/app/providers"
	"anbar/app/sessions"
	"anbar/app/twofactor"
	"anbar/app/workspaces"
	"anbar/db"
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
	abroad   *providers.Service
	more     []feature
	jobs     []job
}

func (who *identity) features() []feature {
	return append([]feature{who.sessions, who.people, who.steps, who.audit}, who.more...)
}

// identity makes everything that knows people.
func (a *App) identity(ctx context.Context, keys *keys, tokens *api.Tokens, spaces *workspaces.Service, pictures *avatar.Studio) (*identity, error) {
	who := &identity{audit: audit.New(a.db, a.url)}
	who.sessions = sessions.New(a.db, tokens, keys.derive("refresh tokens"), who.audit, a.log)
	if err := who.sessions.Recall(ctx); err != nil {
		return nil, err
	}
	who.steps = twofactor.New(a.db, who.sessions, who.audit, keys.derive("secrets of authenticator apps"), a.cfg.SMSHour)
	codes := promotions.New(a.db, who.audit)
	who.people = accounts.New(accounts.Options{
		DB: a.db, Blobs: a.blobs, Pictures: pictures, Sessions: who.sessions, Steps: who.steps, Audit: who.audit, Promotions: codes,
		Mode: accounts.Mode(a.cfg.Signup), FirstSpace: spaces.Found, URL: a.url, Log: a.log, Texts: a.cfg.SMSHour,
	})
	a.Accounts, a.Audit = who.people, who.audit
	a.stopped = append(a.stopped, func() error { return who.audit.Flush(context.Background()) })
	keysOf := apitokens.New(a.db, who.audit)
	tokens.Accept(keysOf.Holder)
	tokens.Ask(who.sessions.Living)
	who.people.Ends(accounts.APIToken, keysOf.End)
	who.people.Ends(accounts.SecondStep, who.steps.End)
	who.more = []feature{keysOf, codes}
	if err := a.foreign(who); err != nil {
		return nil, err
	}
	who.jobs = []job{
		{"forget old sessions", 24 * time.Hour, who.sessions.Expire},
		{"hear of sessions that the shell ended", 2 * time.Second, who.sessions.Recall},
		{"forget what could have been used once", time.Hour, func(ctx context.Context) error { return onetime.Expire(ctx, a.db) }},
		{"write to who forgot their password", time.Second, who.people.Remind},
		{"write the audit log", time.Second, who.audit.Flush},
		{"watch how many text messages go out", 10 * time.Second, a.WatchTexts},
	}
	return who, nil
}

// WatchTexts raises the alarm when the text messages of the hour are spent: somebody may
// be causing them.
func (a *App) WatchTexts(ctx context.Context) error {
	var spent bool
	err := a.db.View(ctx, func(v *db.View) (err error) {
		spent, err = codes.TextsSpent(v, a.cfg.SMSHour)
		return err
	})
	if err == nil && a.textsSpent.Swap(spent) != spent && spent {
		a.log.Error("no more codes by text message for now: as many went out in this hour as the setting sms-hour allows, or half of them to numbers that nobody proved; somebody may be causing them", "sms-hour", a.cfg.SMSHour)
	}
	return err
}

// foreign makes the ways in by accounts that people have elsewhere.
func (a *App) foreign(who *identity) error {
	var list []providers.Config
	if a.cfg.Providers != "" {
		f, err := os.Open(a.cfg.Providers)
		if err != nil {
			return fmt.Errorf("read --providers: %w", err)
		}
		defer f.Close()
		if list, err = providers.Parse(f); err != nil {
			return fmt.Errorf("read --providers %s: %w", a.cfg.Providers, err)
		}
	}
	who.abroad = providers.New(a.db, list, who.people, who.steps, who.audit, a.url, a.log)
	keys := passkeys.New(a.db, who.sessions, who.steps, who.audit, a.sites())
	who.people.Ends(accounts.Provider, who.abroad.End)
	who.people.Ends(accounts.PasskeyWay, keys.End)
	who.more = append(who.more, who.abroad, keys)
	return nil
}

// sites are the URLs that the settings say people reach the appliance at.
func (a *App) sites() []string {
	if a.cfg.PublicURL != "" {
		return []string{a.cfg.PublicURL}
	}
	var all []string
	for _, name := range a.cfg.Domain {
		all = append(all, "https://"+name)
		if _, port, err := net.SplitHostPort(a.cfg.ListenTLS); err == nil && port != "443" {
			all = append(all, "https://"+net.JoinHostPort(name, port))
		}
	}
	return all
}
