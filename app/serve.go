package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"anbar/app/base/panics"
	"anbar/app/base/server"
	"anbar/app/control"
	"anbar/app/drive/files"
	"anbar/app/host"
	"anbar/config"
)

// Serve runs the server until ctx ends. It writes one line to out when it accepts requests,
// with the one-time set-up link while no account exists.
func (a *App) Serve(ctx context.Context, out io.Writer) error {
	if err := host.CheckFence(&a.cfg); err != nil {
		return errors.Join(err, a.Close())
	}
	if f := a.backup.Fence; f != nil {
		a.db.SetGate(f.Check)
		a.jobs.PauseWhile(func() bool { return f.Check() != nil })
	}
	host.LimitMemory()
	server.CloseInheritedOnExec() // before jobs start decoders
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	control, err := control.Listen(a.cfg.Data, a.Commands, a.log)
	if err != nil {
		return errors.Join(err, a.Close())
	}
	defer control.Close()
	if a.metrics != nil {
		unlisten, err := a.metrics.Listen(a.cfg.Metrics)
		if err != nil {
			return errors.Join(err, a.Close())
		}
		defer func() { _ = unlisten() }() // nothing is left to do for who reads them
	}
	worked := make(chan struct{})
	go func() {
		defer close(worked)
		a.runJobs(ctx)
	}()
	a.awaitLease(ctx)
	err = server.Run(ctx, serverOptions(&a.cfg, a.log), a, func() { a.announceStart(ctx, out) })
	cancel()
	<-worked
	copied := a.backup.CopyBeforeStop()
	if copied == nil {
		copied = a.backup.EndLease()
	}
	return errors.Join(err, copied, a.Close())
}

// firstLease is how long a start waits for the lease: whoever asks first would be told that changes are refused.
const firstLease = 3 * time.Second

// awaitLease waits until a fenced machine may take changes, though not for long: what is here can be read without.
func (a *App) awaitLease(ctx context.Context) {
	if a.backup.Fence == nil {
		return
	}
	select {
	case <-a.backup.Fence.WaitOpen():
	case <-a.backup.Fence.WaitEnd():
	case <-time.After(firstLease):
	case <-ctx.Done():
	}
}

// serverOptions say where and how to listen.
func serverOptions(c *config.Serve, log *slog.Logger) server.Options {
	return server.Options{
		Mode: server.Mode(c.Mode()), Listen: c.Listen, ListenTLS: c.ListenTLS, Domains: c.Domain, Names: certificateNames(c),
		ACMEEmail: c.ACMEEmail, ACMECA: c.ACMECA, ACMERoots: c.ACMERoots, Proxies: c.Proxies, Public: host.PublicHost(c),
		HTTP3: c.HTTP3 == "on" || c.HTTP3 == "auto" && c.Mode() == string(server.ACME), Dir: c.Certificates(), Grace: c.Grace, Log: log,
	}
}

// certificateNames are those that the internal authority signs beside this machine's.
func certificateNames(c *config.Serve) []string {
	if c.LocalName == "" {
		return c.Names
	}
	return append(slices.Clone(c.Names), c.LocalName)
}

func (a *App) announceStart(ctx context.Context, out io.Writer) {
	if err := a.Commands.WriteAddress(ctx, out); err != nil && ctx.Err() == nil {
		a.log.Error("ask whether anybody has an account", "error", err)
	}
}

// runJobs does all that is done in the background until ctx ends. What changes the data waits until this machine may.
func (a *App) runJobs(ctx context.Context) {
	var all sync.WaitGroup
	begin := func(work string, run func(context.Context)) {
		all.Go(func() { panics.Restart(ctx, a.log, work, run) })
	}
	begin("watchdog", host.NewWatchdog(a.db, a.log).Run)
	for _, k := range a.backup.Runners() {
		begin("backup to "+k.Status().Target, k.Run)
	}
	if a.mdns != nil {
		begin("name of the local network", a.mdns.Run)
	}
	if a.metrics != nil {
		begin("metrics", a.metrics.Run)
	}
	begin("live changes", a.live.Run)
	begin("search", a.Search.Run)
	a.runChanges(ctx)
	all.Wait()
}

// runChanges does the background work that changes the data, from when this machine may until another one took over, or ctx ends.
func (a *App) runChanges(ctx context.Context) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	var all sync.WaitGroup
	begin := func(work string, run func(context.Context)) {
		all.Go(func() { panics.Restart(ctx, a.log, work, run) })
	}
	if f := a.backup.Fence; f != nil {
		select {
		case <-f.WaitOpen():
		case <-ctx.Done():
			return
		}
		begin("end of changes", func(ctx context.Context) {
			select {
			case <-f.WaitEnd():
				end()
			case <-ctx.Done():
			}
		})
	}
	begin("jobs", a.jobs.Run)
	begin("thumbnails", a.Thumbnails.Run)
	begin("trash", a.Trash.Run)
	begin("recent files", a.recents.Run)
	begin("messages", a.Mail.Run)
	begin("imports", a.Imports.Run)
	begin("keys of names", a.repairKeys)
	all.Wait()
}

// repairKeys goes on at the next start when it was interrupted.
func (a *App) repairKeys(ctx context.Context) {
	if err := files.RepairKeys(ctx, a.db); err != nil && ctx.Err() == nil {
		a.log.Error("names have keys of an older program", "err", err)
	}
}

// canReach reports whether messages of a channel reach their readers: they go out, or in development they are read in the log.
func (a *App) canReach(channel string) bool { return a.cfg.Mail.LogMessages || a.Mail.CanSend(channel) }
