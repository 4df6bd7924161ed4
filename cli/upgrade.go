package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"anbar/app"
	"anbar/app/control"
	"anbar/app/host/rehearsal"
	"anbar/app/host/upgrade"
	"anbar/config"

	"golang.org/x/term"
)

// exchange is what both directions need to know.
type exchange struct {
	config.Storage
	Program string `help:"The program that is exchanged; this one when empty." placeholder:"FILE"`
	Unit    string `help:"The unit of systemd that runs the appliance." default:"anbar.service" placeholder:"UNIT"`
	Restart string `help:"A command that restarts the appliance, where systemd does not run it." placeholder:"COMMAND"`
	Stop    string `help:"A command that stops it, where systemd does not run it." placeholder:"COMMAND"`
	Yes     bool   `help:"Do not ask."`
}

func (e *exchange) options() (upgrade.Options, error) {
	if (e.Restart == "") != (e.Stop == "") {
		return upgrade.Options{}, usageError{errors.New("--restart and --stop belong together: going back stops the appliance and starts " +
			"it again")}
	}
	o := upgrade.Options{
		Storage: e.Storage, Program: e.Program, Releases: app.ReleaseURL,
		Service: upgrade.Service{Unit: e.Unit, Restart: e.Restart, Stop: e.Stop},
		Say:     func(sentence string) { fmt.Println(cleanText(sentence)) },
		Report:  func(r *rehearsal.Report) error { return printRehearsal(os.Stdout, r) },
		Pulse:   e.readPulse,
	}
	if o.Program == "" {
		var err error
		if o.Program, err = os.Executable(); err != nil {
			return o, err
		}
	}
	if !e.Yes && term.IsTerminal(int(os.Stdin.Fd())) {
		o.Ask = isConfirmed
	}
	return o, checkData(e.Storage)
}

// isConfirmed reports whether a person at the terminal agrees.
func isConfirmed(question string) bool {
	fmt.Print(question + " [y/N] ")
	answer, err := bufio.NewReader(os.Stdin).ReadString('\n')
	return err == nil && strings.EqualFold(strings.TrimSpace(answer), "y")
}

const pulseWait = 5 * time.Second

// readPulse asks the running appliance how it does. Older ones only say whether they are ready.
func (e *exchange) readPulse(ctx context.Context) (*upgrade.Pulse, error) {
	ctx, cancel := context.WithTimeout(ctx, pulseWait)
	defer cancel()
	var p upgrade.Pulse
	err := control.ReadAnswer(ctx, e.Storage, "pulse", &p)
	if err == nil {
		return &p, nil
	}
	h := health{Storage: e.Storage}
	state, failed := h.querySocket(ctx)
	if failed != nil {
		return nil, err
	}
	return &upgrade.Pulse{Lacks: state.Lacks}, nil
}

type upgradeProgram struct {
	From string `arg:"" optional:"" help:"A file, a URL, or a version; empty to finish or undo what was interrupted."`
	exchange
	Key      string        `help:"File with the public key of minisign that releases are signed with; that of this program when empty." placeholder:"FILE"`
	SHA256   string        `name:"sha256" help:"Take the program that has this sum, in place of a signature." placeholder:"SUM"`
	Unsigned bool          `help:"Take the program although nobody vouches for it; never over http://."`
	DryRun   bool          `name:"dry-run" help:"Stop after the rehearsal."`
	Despite  bool          `name:"accept-differences" help:"Go on although answers differ from those of the old program."`
	Package  bool          `hidden:"" help:"A package has exchanged the program already."`
	Watch    time.Duration `help:"How long the new program is watched." default:"60s"`
}

// Run exchanges the program.
func (u *upgradeProgram) Run(ctx context.Context) error {
	o, err := u.options()
	if err != nil {
		return err
	}
	o.DryRun, o.Despite, o.Watch = u.DryRun, u.Despite, u.Watch
	o.Trust = upgrade.Trust{Key: app.ReleaseKey, Sum: u.SHA256, Unsigned: u.Unsigned}
	if u.Key != "" {
		b, err := os.ReadFile(u.Key)
		if err != nil {
			return usageError{fmt.Errorf("--key: %w", err)}
		}
		o.Trust.Key = string(b)
	}
	if u.Package {
		o.Ask = nil
		return upgrade.RunInstalled(ctx, o)
	}
	if u.From == "" || o.DryRun {
		o.Ask = nil
	} else if o.Ask == nil && !u.Yes {
		return usageError{errors.New("nobody can be asked here: say --yes to upgrade, or --dry-run to stop after the rehearsal")}
	}
	return upgrade.Run(ctx, o, u.From)
}

type rollback struct{ exchange }

// Run goes back to the program before the last upgrade.
func (r *rollback) Run(ctx context.Context) error {
	o, err := r.options()
	if err != nil {
		return err
	}
	if o.Ask == nil && !r.Yes {
		return usageError{errors.New("nobody can be asked here: say --yes to go back")}
	}
	return upgrade.Rollback(ctx, o, func(ctx context.Context) bool {
		_, err := r.readPulse(ctx)
		return err == nil
	})
}
