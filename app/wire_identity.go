package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/mail"
	"anbar/app/base/settings"
	"anbar/app/host"
	"anbar/app/identity/accounts"
	"anbar/app/identity/apitokens"
	"anbar/app/identity/audit"
	"anbar/app/identity/avatar"
	"anbar/app/identity/onetime"
	"anbar/app/identity/passkeys"
	"anbar/app/identity/promotions"
	"anbar/app/identity/providers"
	"anbar/app/identity/sessions"
	"anbar/app/identity/twofactor"
	"anbar/app/office/editors/onlyoffice"
	"anbar/app/operation/console"
	"anbar/app/operation/jobs"
	"anbar/app/operation/tickets"
	"anbar/app/sales/billing"
	"anbar/app/sales/plans"
	"anbar/app/sharing/members"
	"anbar/app/sharing/workspaces"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
	"anbar/decode"
)

// feature declares its calls.
type feature interface{ Mount(*api.Router) }

// base holds the services that the features use.
type base struct {
	cfg      *config.Serve
	keys     *host.Keys
	db       *db.DB
	blobs    *blobstore.Store // nil in the shell, as are avatars
	avatars  *avatar.Resizer
	mails    *mail.Limiter
	settings *settings.Store
	url      func() string // where users reach the appliance
	log      *slog.Logger
	office   *onlyoffice.Holder
}

// identityFeatures is the features that know users, how they sign in, and the workspaces they
// belong to.
type identityFeatures struct {
	db         *db.DB
	tokens     *api.Tokens
	auth       *api.Authenticator
	audit      *audit.Log
	sessions   *sessions.Service
	twoFactor  *twofactor.Service
	apiTokens  *apitokens.Service
	passkeys   *passkeys.Service
	promotions *promotions.Service
	plans      *plans.Service
	billing    *billing.Service
	members    *members.Service
	workspaces *workspaces.Service
	accounts   *accounts.Service
	providers  *providers.Service
	list       []providers.Config // of the configuration
	console    *console.Service
	tickets    *tickets.Service
}

func wireIdentity(b *base, dec *decode.Decoders) (*identityFeatures, error) {
	list, err := readProviders(b.cfg.Providers)
	if err != nil {
		return nil, err
	}
	i := &identityFeatures{db: b.db, list: list, tokens: api.NewTokens(b.keys.Derive("access tokens")), audit: audit.New(b.db, b.url)}
	i.sessions = sessions.New(b.db, i.tokens, b.keys.Derive("refresh tokens"), i.audit, b.log)
	i.apiTokens = apitokens.New(b.db, i.audit)
	i.auth = api.NewAuthenticator(i.tokens, i.apiTokens.Authenticate, i.sessions.CheckOpen, i.sessions.CheckRecentAuth)
	i.twoFactor = twofactor.New(b.db, i.sessions, i.audit, b.keys.Derive("secrets of authenticator apps"), b.cfg.SMSHour)
	i.passkeys = passkeys.New(b.db, i.sessions, i.twoFactor, i.audit, host.PublicURLs(b.cfg))
	i.promotions = promotions.New(b.db, i.audit)
	vault := plans.NewVault(b.keys.Derive("secrets of payment providers"))
	i.plans = plans.New(b.db, i.audit, vault, b.url)
	i.billing = billing.New(billing.Options{DB: b.db, Blobs: b.blobs, Audit: i.audit, Vault: vault, URL: b.url, Log: b.log})
	i.members = members.New(b.db, b.mails, b.url)
	i.workspaces = workspaces.New(workspaces.Options{
		DB: b.db, Members: i.members, Billing: i.billing, Audit: i.audit,
		Blobs: b.blobs, Avatars: b.avatars, Free: host.NewDisk(b.cfg.Data, b.log).FreeBytes,
		Limits: func() workspaces.Limits {
			v := b.settings.Current()
			return workspaces.Limits{Storage: v.Storage, Members: v.Members, Nodes: v.Nodes}
		},
	})
	identities := providers.NewIdentities(b.db, i.audit, b.log)
	i.accounts = accounts.New(accounts.Options{
		DB: b.db, Blobs: b.blobs, Avatars: b.avatars, Sessions: i.sessions, TwoFactor: i.twoFactor, Audit: i.audit,
		Promotions: i.promotions, Workspaces: i.workspaces, Members: i.members,
		Mode:    func() accounts.Mode { return accounts.Mode(b.settings.Current().Signup) },
		Selling: b.cfg.Selling, Mails: b.mails,
		URL: b.url, TextsPerHour: b.cfg.SMSHour, Log: b.log,
		Removers: accounts.Removers{APIToken: i.apiTokens.RevokeByID, Passkey: i.passkeys.RemoveByID,
			Provider: identities.Disconnect, SecondStep: i.twoFactor.RemoveMethod},
	})
	i.providers = providers.New(providers.Options{
		DB: b.db, List: list, Accounts: i.accounts, Identities: identities, TwoFactor: i.twoFactor, Audit: i.audit, URL: b.url, Log: b.log,
	})
	i.console = console.New(b.db, i.accounts, i.workspaces, i.plans, i.audit)
	i.tickets = tickets.New(tickets.Options{
		Decoders: dec, DB: b.db, Blobs: b.blobs, Audit: i.audit, URL: b.url, Key: b.keys.Derive("answers to tickets by mail"), Log: b.log,
		Free: host.NewDisk(b.cfg.Data, b.log).FreeBytes,
		Mailbox: tickets.Mailbox{
			URL: b.cfg.SupportMailbox, User: b.cfg.SupportUser, Password: b.cfg.SupportPassword, Address: b.cfg.SupportAddress,
			Roots: b.cfg.SMTPRoots,
		},
	})
	return i, nil
}

func (i *identityFeatures) features() []feature {
	return []feature{i.sessions, i.accounts, i.twoFactor, i.audit, i.apiTokens, i.promotions, i.providers, i.passkeys, i.workspaces,
		i.plans, i.billing, i.console, i.tickets}
}

func (i *identityFeatures) jobs() []jobs.Job {
	return []jobs.Job{
		{Name: "orders_expire", Every: time.Hour, Run: i.billing.ExpireOrders},
		{Name: "payments_settle", Every: 5 * time.Minute, Run: i.billing.SettleOpenPayments},
		{Name: "plans_remind", Every: time.Hour, Run: i.billing.RemindOwners},
		{Name: "workspaces_purge", Every: time.Minute, Run: i.workspaces.Purge},
		{Name: "mailbox_read", Every: time.Minute, Run: i.tickets.ReadMailbox},
		{Name: "attachments_expire", Every: time.Hour, Run: i.tickets.DeleteLooseFiles},
		{Name: "sessions_expire", Every: 24 * time.Hour, Run: i.sessions.DeleteExpired},
		{Name: "sessions_sync", Every: 2 * time.Second, Run: i.sessions.SyncEndedSessions},
		{Name: "secrets_expire", Every: time.Hour, Run: func(ctx context.Context) error { return onetime.DeleteExpired(ctx, i.db) }},
		{Name: "people_erase", Every: 2 * time.Second, Run: i.accounts.ContinueErasures},
		{Name: "passwords_remind", Every: time.Second, Run: i.accounts.SendQueuedResets},
		{Name: "audit_write", Every: time.Second, Run: i.audit.Flush},
	}
}

// settingsOf makes the holder of what staff may change, with what the configuration says.
func settingsOf(c *config.Serve) *settings.Store {
	return settings.New(settings.Values{
		Signup: c.Signup, Storage: int64(c.SpaceLimit), Members: c.SpaceMembers, Nodes: c.SpaceNodes,
	}, c.Given)
}

// readProviders reads the file with the identity providers, if there is one.
func readProviders(path string) ([]providers.Config, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read --providers: %w", err)
	}
	defer f.Close()
	list, err := providers.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("read --providers %s: %w", path, err)
	}
	return list, nil
}
