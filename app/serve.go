package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"

	"anbar/app/base/server"
	"anbar/config"
)

// Serve runs the server until ctx ends. It writes one line to out when it accepts requests,
// with the one-time set-up link while no account exists.
func (a *App) Serve(ctx context.Context, out io.Writer) error {
	spareMemory()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	control, err := listenControl(a)
	if err != nil {
		return errors.Join(err, a.Close())
	}
	defer control.Close()
	worked := make(chan struct{})
	go func() {
		defer close(worked)
		a.runJobs(ctx)
	}()
	c := a.cfg
	err = server.Run(ctx, server.Options{
		Mode: server.Mode(c.Mode()), Listen: c.Listen, ListenTLS: c.ListenTLS, Domains: c.Domain, Names: c.Names, ACMEEmail: c.ACMEEmail,
		ACMECA: c.ACMECA, ACMERoots: c.ACMERoots, Proxies: c.Proxies, Public: publicHost(&c),
		HTTP3: c.HTTP3 == "on" || c.HTTP3 == "auto" && c.Mode() == string(server.ACME), Dir: c.Certificates(), Grace: c.Grace, Log: a.log,
	}, a, func() { a.announceStart(ctx, out) })
	cancel()
	<-worked
	return errors.Join(err, a.copyBeforeStop(), a.Close())
}

func (a *App) announceStart(ctx context.Context, out io.Writer) {
	if err := a.printAddress(ctx, out); err != nil && ctx.Err() == nil {
		a.log.Error("ask whether anybody has an account", "error", err)
	}
}

// printAddress writes the address, and the set-up link while no account exists.
func (a *App) printAddress(ctx context.Context, out io.Writer) error {
	base := URL(&a.cfg)
	fmt.Fprintf(out, "Anbar %s serves at %s\n", Version, base)
	needed, err := a.Accounts.NeedsSetup(ctx)
	if err == nil && needed {
		fmt.Fprintf(out, "Set it up, once, at %s/setup?token=%s\n", base, a.Accounts.SetupToken())
	}
	return err
}

// answerSetupLink is for people who just installed the appliance, mostly from another machine.
func (a *App) answerSetupLink(ctx context.Context, out io.Writer) error {
	if err := a.printAddress(ctx, out); err != nil {
		return err
	}
	u, err := url.Parse(URL(&a.cfg))
	if err != nil || u.Hostname() != anyHost {
		return err
	}
	name, err := os.Hostname()
	if err == nil {
		fmt.Fprintf(out, "On other machines write %s, or the IP address of this machine, instead of %s.\n", name, anyHost)
	}
	return err
}

// anyHost stands for this machine where the settings name no host.
const anyHost = "localhost"

// publicHost is the host of the public URL; empty when none was set.
func publicHost(c *config.Serve) string {
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		return ""
	}
	return u.Host
}

// URL returns the URL where users reach the drive.
func URL(c *config.Serve) string {
	if c.PublicURL != "" {
		return strings.TrimSuffix(c.PublicURL, "/")
	}
	scheme, addr, usual := "http", c.Listen, "80"
	if c.Mode() != string(server.Plain) {
		scheme, addr, usual = "https", c.ListenTLS, "443"
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return scheme + "://" + addr
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = anyHost
	}
	if len(c.Domain) > 0 {
		host = c.Domain[0]
	}
	if port == usual {
		return scheme + "://" + host
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}
