// Package app builds the product: New makes each feature and mounts its calls.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/limits"
	"anbar/app/base/mail"
	"anbar/app/base/server"
	"anbar/app/base/settings"
	"anbar/app/base/vault"
	"anbar/app/control"
	"anbar/app/drive/files"
	"anbar/app/drive/imports"
	"anbar/app/drive/imports/remote"
	"anbar/app/drive/live"
	"anbar/app/drive/search"
	"anbar/app/drive/summaries"
	"anbar/app/drive/thumbnails"
	"anbar/app/drive/trash"
	"anbar/app/drive/uploads"
	"anbar/app/host"
	"anbar/app/host/doctor"
	"anbar/app/host/firststeps"
	"anbar/app/host/mdns"
	"anbar/app/identity/accounts"
	"anbar/app/identity/audit"
	"anbar/app/identity/avatar"
	"anbar/app/identity/codes"
	"anbar/app/identity/sessions"
	"anbar/app/office/editors"
	"anbar/app/office/editors/onlyoffice"
	"anbar/app/operation/backup"
	"anbar/app/operation/connections"
	"anbar/app/operation/console"
	"anbar/app/operation/jobs"
	"anbar/app/operation/logs"
	"anbar/app/operation/metrics"
	"anbar/app/operation/tickets"
	"anbar/app/sales/billing"
	"anbar/app/sales/plans"
	"anbar/app/sharing/boxes"
	"anbar/app/sharing/links"
	"anbar/app/sharing/workspaces"
	"anbar/app/sync/nextcloud"
	"anbar/app/sync/webdav"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
	"anbar/decode"
	"anbar/ui"
)

// These are set when the program is built.
var (
	Version    = "dev"
	ReleaseKey string // minisign's public key of releases; empty for none
	ReleaseURL string // where releases lie, by version; empty for none
)

// App is one appliance: one data directory, open.
type App struct {
	Accounts   *accounts.Service
	Audit      *audit.Log
	Router     *api.Router
	Thumbnails *thumbnails.Maker
	Trash      *trash.Service
	Search     *search.Service
	Mail       *mail.Service
	Links      *links.Service
	Boxes      *boxes.Service
	Uploads    *uploads.Service
	Billing    *billing.Service
	Tickets    *tickets.Service
	Workspaces *workspaces.Service
	Summaries  *summaries.Service
	Editors    *editors.Service
	Devices    *nextcloud.Service
	Imports    *imports.Service
	Servers    *remote.Service // that files are imported from
	Commands   *control.Commands

	db       *db.DB
	sessions *sessions.Service
	blobs    *blobstore.Store
	away     *backup.AwayReader
	static   *server.Static
	cfg      config.Serve
	front    *host.Front
	log      *slog.Logger
	plans    *plans.Service
	recents  *files.Recents
	live     *live.Hub
	backup   *host.Backup
	ready    *host.Readiness
	stopped  []func() error // the last one first

	textsSpent atomic.Bool // no more codes by text message go out for now

	office   onlyoffice.Holder // the office server that counts
	jobs     *jobs.Runner
	settings *settings.Store
	ring     *logs.Ring // the newest lines of the log

	requests atomic.Uint64
	arrivals host.Arrivals // of requests to an address of its own
	examined *doctor.Record
	first    *firststeps.Service
	machine  *console.System
	mdns     *mdns.Responder  // nil when it answers for no name of the network
	metrics  *metrics.Metrics // nil when nobody reads them
	standby  *Standby         // that this is a part of; nil for the main server
}

// New opens the data directory and builds the product on it.
func New(ctx context.Context, cfg config.Serve, log *slog.Logger) (*App, error) {
	ring := logs.New()
	a := &App{cfg: cfg, ring: ring, log: ring.Wrap(log)}
	if err := a.build(ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

func (a *App) build(ctx context.Context) error {
	if err := checkNoStandby(a.cfg.Storage); err != nil {
		return err
	}
	if err := host.RestrictDataDir(a.cfg.Storage, a.log); err != nil {
		return fmt.Errorf("close the data directory to others: %w", err)
	}
	keys, err := host.OpenKeys(a.cfg.Secrets())
	if err != nil {
		return fmt.Errorf("open the appliance's keys: %w", err)
	}
	// First of all, because only one process has the store open: a second one must not touch the database.
	if a.away, err = host.OpenAway(ctx, &a.cfg, a.log); err != nil {
		return fmt.Errorf("open the targets that the restore comes from: %w", err)
	}
	if err := a.away.RebuildList(ctx); err != nil {
		return err
	}
	if a.blobs, err = a.openBlobs(ctx); err != nil {
		return fmt.Errorf("open the blob store: %w", err)
	}
	a.stopped = append(a.stopped, a.blobs.Close)
	if left, _ := a.blobs.CountAway(); left > 0 && a.away.IsOver() {
		a.log.Error("contents are still at a backup target, and the file that says at which one is missing: put it back, or restore anew",
			"objects", left, "file", a.cfg.PendingRestore())
	}
	if err := host.CheckDatabase(a.cfg.Storage, a.blobs); err != nil {
		return err
	}
	up := host.NewUpgrade(a.cfg.Listen, a.log)
	a.db, err = db.OpenReporting(ctx, a.cfg.Database(), up.Report)
	up.End()
	if err != nil {
		return err
	}
	a.stopped = append(a.stopped, a.db.Close)
	if err := a.db.Update(ctx, func(tx *db.Tx) error { return tx.PutProgram(Version) }); err != nil {
		return err
	}
	if err := files.Recover(ctx, a.db); err != nil {
		return fmt.Errorf("give up copies that were being made: %w", err)
	}
	if a.backup, err = host.NewBackup(ctx, &a.cfg, a.db, a.blobs, a.away, Version, a.log); err != nil {
		return err
	}
	a.ready = host.NewReadiness(a.db, a.blobs, a.backup, a.log)
	// The follower stops after the database's own connections are closed.
	a.stopped = slices.Insert(a.stopped, 1, a.backup.Close)
	if a.static, err = server.NewStatic(ui.Files()); err != nil {
		return err
	}
	if err := a.mount(ctx, keys); err != nil {
		return err
	}
	if a.cfg.Selling {
		if err := a.plans.StartSelling(ctx); err != nil {
			return err
		}
	}
	return a.Accounts.NormalizeAddresses(ctx)
}

const storeWait = 5 * time.Second

// openBlobs waits a moment for a process that ends: one that was killed holds the store for as long as a program that it was
// starting has not begun.
func (a *App) openBlobs(ctx context.Context) (*blobstore.Store, error) {
	o := blobstore.Options{Log: a.log, Remote: a.away}
	for began := time.Now(); ; {
		blobs, err := blobstore.Open(a.cfg.Blobs(), o)
		if !errors.Is(err, blobstore.ErrLocked) || time.Since(began) > storeWait {
			return blobs, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// mount makes the features and declares their calls.
func (a *App) mount(ctx context.Context, keys *host.Keys) error {
	a.settings = settingsOf(&a.cfg)
	if err := a.settings.Load(ctx, a.db); err != nil {
		return err
	}
	dec := decode.New(a.cfg.Cache(), a.log)
	b := &base{
		cfg: &a.cfg, keys: keys, db: a.db, blobs: a.blobs, avatars: avatar.New(dec, a.cfg.Cache()), mails: mail.NewLimiter(), url: a.url,
		log: a.log, settings: a.settings, office: &a.office,
	}
	identity, err := wireIdentity(b, dec)
	if err != nil {
		return err
	}
	files := wireFiles(b, dec, identity.audit)
	sharing := wireSharing(b, identity, files)
	devices := wireSync(b, identity, files, sharing)
	imports := wireImports(b, files, sharing, dec)
	a.Accounts, a.Audit, a.sessions = identity.accounts, identity.audit, identity.sessions
	a.plans, a.Billing, a.Tickets = identity.plans, identity.billing, identity.tickets
	a.Workspaces, a.Devices, a.Servers = identity.workspaces, devices.nextcloud, imports.remote
	a.Trash, a.Uploads, a.Thumbnails, a.Search, a.recents, a.live = files.trash, files.uploads, files.thumbnails, files.search,
		files.recents, files.live
	a.Links, a.Boxes, a.Summaries, a.Editors, a.Imports = sharing.links, sharing.boxes, files.summaries, files.editors, imports.engine
	a.stopped = append(a.stopped, func() error { return a.Audit.Flush(context.Background()) }, dec.Close, a.recents.Close, a.live.Close,
		a.Search.Close, a.Summaries.Close, devices.nextcloud.Close, a.Imports.Close)
	if err := a.Summaries.Recover(ctx); err != nil {
		return err
	}
	if a.Mail, err = mail.New(a.db, a.mailOptions(), a.log); err != nil {
		return err
	}
	conns, err := a.openConnections(ctx, keys, identity)
	if err != nil {
		return err
	}
	identity.tokens.OnEnd(a.live.EndSession)
	if err := identity.sessions.SyncEndedSessions(ctx); err != nil {
		return err
	}
	a.Router = api.NewRouter(identity.auth, a.log, a.db.Commits)
	a.front = host.NewFront(&a.cfg, a.Router)
	a.mountGeneral()
	a.mountAll(identity.features(), files.features(), sharing.features(), devices.features(), imports.features())
	a.jobs = jobs.New(a.log)
	a.stopped = append(a.stopped, a.jobs.Close)
	tier := host.NewTier(a.db, a.blobs, a.backup, a.away, a.settings, a.log)
	health := host.NewHealth(&a.cfg, a.backup, a.away, a.blobs, tier)
	a.openWatch(&health)
	a.machine = a.newConsole(health, conns)
	a.machine.Mount(a.Router)
	conns.Mount(a.Router)
	upkeep := &host.Upkeep{DB: a.db, Blobs: a.blobs, Backup: a.backup, Tier: tier, Log: a.log, Version: Version}
	a.jobs.Add(slices.Concat(identity.jobs(), files.jobs(), sharing.jobs(), devices.jobs(), imports.jobs(), upkeep.Jobs(),
		jobsOf(a.machine), a.ownJobs())...)
	a.Commands = a.newCommands(imports, health, tier)
	a.Router.ServeDocument(Version)
	return nil
}

func (a *App) newConsole(health console.Health, conns *connections.Service) *console.System {
	return console.NewSystem(console.SystemOptions{
		DB: a.db, Audit: a.Audit, Jobs: a.jobs, Log: a.ring, Mail: a.Mail, URL: a.url, Health: health,
		CallAlarm: host.NewAlarmCall(a.cfg.AlarmURL), Copies: a.backup.Copies(), Settings: a.settings, Connections: conns,
		Summaries: a.Summaries,
	})
}

// openConnections puts what staff entered over the configuration.
func (a *App) openConnections(ctx context.Context, keys *host.Keys, i *identityFeatures) (*connections.Service, error) {
	c := connections.New(connections.Options{
		DB: a.db, Audit: a.Audit, Vault: vault.New(keys.Derive("secrets of connections")), Mail: a.Mail, Providers: i.providers,
		URL: a.url, Configured: a.mailOptions(), ProviderConfigs: i.list, Editors: a.Editors, Log: a.log,
	})
	return c, c.Load(ctx)
}

func (a *App) newCommands(i *importFeatures, health console.Health, tier *host.Tier) *control.Commands {
	return &control.Commands{
		Config: &a.cfg, DB: a.db, Blobs: a.blobs, Backup: a.backup, Tier: tier, Jobs: a.jobs, Accounts: a.Accounts, Audit: a.Audit,
		Folders: i.folders, Ready: a.ready, Log: a.ring, Version: Version,
		Self:  func() *doctor.Appliance { return a.examination(health) },
		Count: func() (requests, failures uint64) { return a.requests.Load(), a.Router.Failures() },
	}
}

func (a *App) mountAll(areas ...[]feature) {
	for _, f := range slices.Concat(areas...) {
		f.Mount(a.Router)
	}
}

func (a *App) ownJobs() []jobs.Job {
	return []jobs.Job{
		{Name: "messages_expire", Every: 24 * time.Hour, Run: a.Mail.DeleteExpired},
		{Name: "codes_expire", Every: time.Hour, Run: func(ctx context.Context) error { return a.db.Update(ctx, codes.DeleteExpired) }},
		{Name: examineJob, Every: 0, Run: a.examine}, // on request
		{Name: "first_steps_look", Every: 30 * time.Minute, Run: a.first.Watch},
		{Name: "texts_watch", Every: 10 * time.Second, Run: a.WatchTexts},
		{Name: "memory_return", Every: 10 * time.Second, Run: host.NewMemory(a.requests.Load).Release},
	}
}

// WatchTexts raises an alarm when the text messages of the hour are used up, which may be
// an attack.
func (a *App) WatchTexts(ctx context.Context) error {
	spent, err := db.Get(ctx, a.db, func(v *db.View) (bool, error) { return codes.IsTextLimitReached(v, a.cfg.SMSHour) })
	if err == nil && a.textsSpent.Swap(spent) != spent && spent {
		a.log.Error("no more codes by text message for now: as many went out in this hour as the setting sms-hour allows, or half of "+
			"them to numbers that nobody proved; somebody may be causing them", "sms-hour", a.cfg.SMSHour)
	}
	return err
}

// url returns the URL where users reach the server.
func (a *App) url() string { return host.URL(&a.cfg) }

func (a *App) mailOptions() mail.Options {
	c, t := &a.cfg.Mail, &a.cfg.SMS
	o := mail.Options{
		Host: c.SMTPHost, Port: c.SMTPPort, User: c.SMTPUser, Password: c.SMTPPassword, TLS: c.SMTPTLS, Roots: c.SMTPRoots,
		From: c.MailFrom, LogUnsent: c.LogMessages, Invoice: a.Billing.RenderDocument,
	}
	if t.SMSGateway != "" && t.SMSGateway != "none" {
		o.SMS = mail.SMS{
			Gateway: t.SMSGateway, URL: t.SMSURL, Method: t.SMSMethod, Body: t.SMSBody, Header: t.SMSHeader, Key: t.SMSKey, From: t.SMSFrom,
			Taken: t.SMSTaken,
		}
	}
	return o
}

// ServeHTTP is the whole product over HTTP.
func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.requests.Add(1)
	a.arrivals.Note(r)
	w.Header().Set("Content-Security-Policy", server.ClosedPolicy)
	a.setStandbyHeader(w.Header())
	w, end := a.guardAnswer(w, r)
	defer end()
	if a.metrics != nil {
		a.metrics.Serve(w, r, a.serveFront)
		return
	}
	a.serveFront(w, r)
}

func (a *App) serveFront(w http.ResponseWriter, r *http.Request) { a.front.Serve(w, r, a.serveProduct) }

// serveProduct answers a request that comes to the right name in the right way.
func (a *App) serveProduct(w http.ResponseWriter, r *http.Request) {
	if a.isRefusedAtStandby(w, r) {
		return
	}
	if strings.HasPrefix(r.URL.Path, "/api/") || r.URL.Path == "/api" {
		a.Router.ServeHTTP(w, r)
		return
	}
	if a.Router.ServeProtocol(w, r) {
		return
	}
	if r.Method == http.MethodOptions && r.URL.Path == "/" { // programs ask at the root before they go to /dav/
		webdav.SetDAVHeaders(w.Header())
		return
	}
	rc := http.NewResponseController(w)
	// A connection without deadlines is that of a test.
	_ = rc.SetWriteDeadline(time.Now().Add(limits.AnswerTime))
	a.static.ServeHTTP(w, r)
	_ = rc.SetWriteDeadline(time.Time{})
}

// Close gives everything back that New opened.
func (a *App) Close() error {
	var err error
	for i := len(a.stopped) - 1; i >= 0; i-- {
		err = errors.Join(err, a.stopped[i]())
	}
	a.stopped = nil
	return err
}
