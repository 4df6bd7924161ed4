// Package cli holds the commands of the program.
package cli

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"anbar/app"
	"anbar/app/control"
	"anbar/config"

	"github.com/alecthomas/kong"
)

type commands struct {
	Serve     serve         `cmd:"" help:"Run the appliance."`
	SetupLink setupLink     `cmd:"" help:"Say where a running appliance is, with the set-up link while nobody has an account."`
	User      users         `cmd:"" help:"Add, list and change accounts."`
	Workspace spaces        `cmd:"" help:"List workspaces, freeze, limit, hand over, delete and restore them."`
	Promotion promotion     `cmd:"" help:"Make codes that enlarge the storage of a user's own workspace."`
	Backup    backups       `cmd:"" help:"Make one consistent copy of everything now, list the copies of a target, or adopt it."`
	Restore   restore       `cmd:"" help:"Bring everything back from a copy, into an empty directory, and prove it."`
	Export    exportFiles   `cmd:"" help:"Write all files as ordinary folders and files, with a manifest; beside a running appliance or without one."`
	Adopt     adopt         `cmd:"" help:"Bring the files of a folder of this machine into a workspace, beside a running appliance or without one."`
	Check     checkStore    `cmd:"" help:"Verify every row, every blob and every reference."`
	Jobs      jobs          `cmd:"" help:"List the jobs of a running appliance, and run one now."`
	Outbox    outbox        `cmd:"" help:"List the mails and text messages of the outbox, send them again, or cancel them."`
	Licenses  printLicenses `cmd:"" help:"Print the licenses of everything that the program is made of."`
	Version   version       `cmd:"" help:"Say which version this is."`
}

// Run runs the command of the arguments, which exclude the program's name, until it ends or
// a signal stops it. It returns the exit code of the process.
func Run(args []string) int {
	syscall.Umask(0o077) // new files belong to this account alone
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var c commands
	p, err := kong.New(&c, append(config.Options(), kong.Name("anbar"), kong.Description("A cloud drive for teams that runs on a "+
		"machine of their own."), kong.BindTo(ctx, (*context.Context)(nil)))...)
	if err != nil {
		panic(err) // the declaration of the commands is wrong
	}
	k, err := p.Parse(args)
	if err == nil {
		err = k.Run()
	}
	if err != nil {
		writeError(control.ExplainError(err))
		return 1
	}
	return 0
}

func newLogger(level string) *slog.Logger {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		panic(err) // the command line takes no other level
	}
	log := slog.New(newLogHandler(os.Stderr, isJournal(os.Stderr), l))
	slog.SetDefault(log) // before Caddy takes the standard log over
	return log
}

type version struct{}

// Run prints the version.
func (version) Run() error {
	_, err := fmt.Println("anbar", app.Version)
	return err
}

type setupLink struct{ config.Storage }

// Run asks the running appliance. Who can open its data directory may know the link.
func (s *setupLink) Run(ctx context.Context) error {
	return control.Run(ctx, s.Storage, "setup-link", os.Stdout)
}

type serve struct{ config.Serve }

// Run serves until a signal comes.
func (s *serve) Run(ctx context.Context, k *kong.Context) error {
	s.Given = config.ListSetFlags(k)
	if err := s.offerRestore(ctx); err != nil {
		return err
	}
	a, err := app.New(ctx, s.Serve, newLogger(s.Log))
	if err != nil {
		return err
	}
	return a.Serve(ctx, os.Stdout)
}
