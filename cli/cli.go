// Package cli holds the commands of the program.
package cli

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"

	"anbar/app"
	"anbar/app/control"
	"anbar/config"
	"anbar/db"

	"github.com/alecthomas/kong"
)

type commands struct {
	Serve      serve           `cmd:"" group:"Server" help:"Run the appliance."`
	SetupLink  setupLink       `cmd:"" group:"Server" help:"Print the address, and the setup link of a new appliance."`
	User       users           `cmd:"" group:"People and workspaces" help:"Add, list and change accounts."`
	Workspace  spaces          `cmd:"" group:"People and workspaces" help:"List, freeze, limit, hand over, delete and restore workspaces."`
	Promotion  promotion       `cmd:"" group:"People and workspaces" help:"Make codes that enlarge a user's own workspace."`
	Backup     backups         `cmd:"" group:"Backup" help:"Copy everything now, list the copies of a target, or adopt it."`
	Restore    restore         `cmd:"" group:"Backup" help:"Bring everything back from a copy, and prove it."`
	Standby    standby         `cmd:"" group:"Backup" help:"Follow another machine's copies, and serve them to be read."`
	Promote    promote         `cmd:"" group:"Backup" help:"Take the place of the machine that copies to a target."`
	Recover    recoverStore    `cmd:"" group:"Backup" help:"Make a lost database anew from what the store knows."`
	Tier       tier            `cmd:"" group:"Backup" help:"Let contents leave the disk that nobody reads, or bring back."`
	Drill      drill           `cmd:"" group:"Backup" help:"Rehearse a restore, and mend what is damaged at the target."`
	Check      checkStore      `cmd:"" group:"Backup" help:"Verify every row, every blob and every reference."`
	Adopt      adopt           `cmd:"" group:"Moving in and out" help:"Bring the files of a folder of this machine into a workspace."`
	Export     exportFiles     `cmd:"" group:"Moving in and out" help:"Write all files as ordinary folders and files, with a manifest."`
	Upgrade    upgradeProgram  `cmd:"" group:"Upgrade" help:"Try a new program on a copy, exchange it, watch it, and go back."`
	Rollback   rollback        `cmd:"" group:"Upgrade" help:"Go back to the program and the database before the upgrade."`
	Rehearse   rehearse        `cmd:"" group:"Upgrade" help:"Try this program on a copy of the data."`
	Doctor     examineAll      `cmd:"" group:"Upkeep" help:"Examine machine, data, copies and ways, and say what to mend."`
	Health     health          `cmd:"" group:"Upkeep" help:"Ask the running appliance whether it can do its work."`
	Support    supportArchive  `cmd:"" group:"Upkeep" help:"Write an archive for those who help, without names and secrets."`
	Jobs       jobs            `cmd:"" group:"Upkeep" help:"List the jobs of a running appliance, and run one now."`
	Outbox     outbox          `cmd:"" group:"Upkeep" help:"List mails and text messages, send them again, or cancel them."`
	Help       printHelp       `cmd:"" group:"This program" help:"Explain a command, with its flags, examples and exit codes."`
	Completion printCompletion `cmd:"" group:"This program" help:"Print the script that completes commands in bash, zsh or fish."`
	Licenses   printLicenses   `cmd:"" group:"This program" help:"Print the licenses of everything that the program is made of."`
	SBOM       printComponents `cmd:"" name:"sbom" group:"This program" help:"Print what the program is made of, as CycloneDX in JSON."`
	Version    version         `cmd:"" group:"This program" help:"Say which version this is."`
}

// newParser builds the parser of the commands. helped is called once it has printed a help that a flag asked for.
func newParser(ctx context.Context, c *commands, helped func()) *kong.Kong {
	p, err := kong.New(c, append(config.Options(), kong.Name("anbar"), kong.Description("A cloud drive for teams that runs on a "+
		"machine of their own."), kong.BindTo(ctx, (*context.Context)(nil)), kong.Help(writeContextHelp),
		kong.Exit(func(int) { helped() }))...)
	if err != nil {
		panic(err) // the declaration of the commands is wrong
	}
	p.Model.HelpFlag.Help = "Print this help."
	hideSettings(p.Model.Node)
	return p
}

// Run runs the command of the arguments, which exclude the program's name, until it ends or
// a signal stops it. It returns the exit code of the process.
func Run(args []string) int {
	syscall.Umask(0o077) // new files belong to this account alone
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var c commands
	helped := false
	p := newParser(ctx, &c, func() { helped = true })
	if len(args) > 0 && args[0] == completeCommand {
		writeCandidates(os.Stdout, p.Model.Node, args[1:])
		return exitDone
	}
	k, err := p.Parse(args)
	if helped {
		return exitDone
	}
	if err == nil {
		err = k.Run()
	}
	if err == nil {
		return exitDone
	}
	f := explainFailure(p, k, err)
	if k != nil && k.Selected().Path() == "serve" && c.Serve.LogFormat == "json" {
		newLogger(c.Serve.Storage).Error(f.text) // whoever reads the log reads this, too
		return f.exit
	}
	f.write(slices.Contains(args, "--json"))
	return f.exit
}

func newLogger(s config.Storage) *slog.Logger {
	var l slog.Level
	if err := l.UnmarshalText([]byte(s.Log)); err != nil {
		panic(err) // the command line takes no other level
	}
	log := slog.New(newLogHandler(os.Stderr, logForm{journal: isJournal(os.Stderr), json: s.LogFormat == "json"}, l))
	slog.SetDefault(log) // before Caddy takes the standard log over
	return log
}

type version struct {
	JSON bool `name:"json" help:"Write JSON."`
}

// Run prints the version.
func (v *version) Run() error {
	if v.JSON {
		return writeJSON(map[string]any{
			"version": app.Version, "schema": db.LatestSchema(), "system": runtime.GOOS, "machine": runtime.GOARCH,
		})
	}
	return printLine("anbar " + app.Version)
}

type setupLink struct {
	config.Storage
	JSON bool `name:"json" help:"Write JSON; the setup link is null once there is an account."`
}

// Run asks the running appliance. Who can open its data directory may know the link.
func (s *setupLink) Run(ctx context.Context) error {
	command := "setup-link"
	if s.JSON {
		command += "?json"
	}
	return control.Run(ctx, s.Storage, command, os.Stdout)
}

type serve struct{ config.Serve }

// Run serves until a signal comes.
func (s *serve) Run(ctx context.Context, k *kong.Context) error {
	s.Given = config.ListSetFlags(k)
	if err := s.offerRestore(ctx); err != nil {
		return err
	}
	a, err := app.New(ctx, s.Serve, newLogger(s.Storage))
	if err != nil {
		return err
	}
	return a.Serve(ctx, os.Stdout)
}
