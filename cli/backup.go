package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"anbar/app"
	"anbar/app/base/progress"
	"anbar/app/control"
	"anbar/app/host"
	"anbar/app/operation/backup"
	"anbar/app/operation/backup/seal"
	"anbar/config"

	"github.com/alecthomas/kong"
	"golang.org/x/term"
)

type backups struct {
	Now    makeBackup    `cmd:"" default:"withargs" help:"Make one consistent copy of everything now, beside a running appliance or without one."`
	Adopt  adoptCopies   `cmd:"" help:"Make a backup target this appliance's, whatever it holds; that stays there and can be restored."`
	Sheet  recoverySheet `cmd:"" help:"Make a recovery sheet, with which copies are sealed, or enter one."`
	Reseal resealCopies  `cmd:"" help:"Seal the copies at a target with the newest recovery sheet, and remove what was there before."`
	Key    backupKey     `cmd:"" help:"Print the public SSH key of the appliance, for authorized_keys on the server of a target at sftp://."`
	Trust  trustServer   `cmd:"" help:"Accept the host key of the server of a target at sftp://."`
	List   listCopies    `cmd:"" help:"List who wrote to a backup target, and from when to when it can be restored."`
}

// backupTarget is a backup target, and the data directory that is copied there.
type backupTarget struct {
	config.Storage
	To string `help:"A directory, s3://bucket/prefix or sftp://user@host/path; the target that the appliance keeps when empty." placeholder:"TARGET"`
	config.Backup
}

func (b *backupTarget) target() string {
	if b.To == "" {
		return b.BackupTo
	}
	return b.To
}

// runCommand has the running server do something, or does it by itself when none is running.
func (b *backupTarget) runCommand(ctx context.Context, command string, alone func(*app.App) error) error {
	err := control.Run(ctx, b.Storage, command+"?to="+url.QueryEscape(b.To), os.Stdout)
	if !errors.Is(err, control.ErrNotServing) {
		return err
	}
	if b.target() == "" {
		return usageError{errors.New("say with --to where the copy goes")}
	}
	if err := checkData(b.Storage); err != nil {
		return err
	}
	return b.withApp(ctx, b.target(), alone)
}

type makeBackup struct{ backupTarget }

// Run makes the copy in the running server, or by itself when none is running.
func (b *makeBackup) Run(ctx context.Context) error {
	return b.runCommand(ctx, "backup", func(a *app.App) error { return a.Commands.RunBackup(ctx, os.Stdout, "") })
}

type adoptCopies struct{ backupTarget }

// Run makes the target this appliance's.
func (b *adoptCopies) Run(ctx context.Context) error {
	return b.runCommand(ctx, "backup/adopt", func(a *app.App) error { return a.Commands.AdoptCopies(ctx, os.Stdout, "") })
}

type listCopies struct {
	config.Storage
	Of   string `required:"" help:"A directory, s3://bucket/prefix or sftp://user@host/path." placeholder:"TARGET"`
	JSON bool   `name:"json" help:"Write JSON: an array of epochs."`
	config.Remote
}

// epoch is what an appliance wrote to a target, as --json writes it.
type epoch struct {
	Epoch   int       `json:"epoch"`
	Name    string    `json:"appliance"`
	First   time.Time `json:"from,omitzero"`
	Until   time.Time `json:"until,omitzero"`
	Version string    `json:"version"`
	Harmed  []string  `json:"damaged"`
}

// Run lists the epochs of a target.
func (l *listCopies) Run(ctx context.Context) error {
	t, err := backup.OpenTarget(ctx, l.Of, l.Storage, l.Remote)
	if err != nil {
		return err
	}
	all, err := backup.ListEpochs(ctx, t, nil)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("%s holds no copies", t)
	}
	rows := make([]epoch, len(all))
	table := table{heads: []string{">EPOCH", "APPLIANCE", "FROM", "UNTIL", "VERSION"}}
	for i, e := range all {
		rows[i] = epoch{
			Epoch: e.Epoch, Name: e.Name, First: e.First, Until: e.Until, Version: e.Version, Harmed: append([]string{}, e.Harmed...),
		}
		table.add(e.Epoch, e.Name, moment{e.First, "-"}, moment{e.Until, "-"}, e.Version)
	}
	if l.JSON {
		return writeJSON(rows)
	}
	if err := table.print(); err != nil {
		return err
	}
	for _, e := range all {
		for _, key := range e.Harmed {
			fmt.Println("DAMAGED ", key)
		}
	}
	return nil
}

// withApp opens the data directory with a backup target, which fails while a server uses it.
func (b *backupTarget) withApp(ctx context.Context, to string, fn func(*app.App) error) error {
	cfg := config.Serve{Storage: b.Storage, TLS: "off", Signup: "closed", Backup: b.Backup}
	if to != b.BackupTo { // a copy that is asked for
		if to == b.BackupSecond {
			cfg.S3 = b.Choose(b.S3)
		}
		cfg.BackupSecond = ""
	}
	cfg.BackupTo = to
	a, err := app.New(ctx, cfg, newLogger(b.Storage))
	if err != nil {
		return err
	}
	return errors.Join(fn(a), a.Close())
}

type drill struct{ config.Storage }

// Run has the running appliance rehearse a restore.
func (d *drill) Run(ctx context.Context) error {
	return control.Run(ctx, d.Storage, "drill", os.Stdout)
}

type checkStore struct {
	config.Storage
	Fast bool `help:"Do not read contents, only prove that they are there."`
}

// Run checks in the running server, or by itself when none is running.
func (c *checkStore) Run(ctx context.Context) error {
	command := "check"
	if c.Fast {
		command += "?fast"
	}
	err := control.Run(ctx, c.Storage, command, os.Stdout)
	if !errors.Is(err, control.ErrNotServing) {
		return err
	}
	return withStoppedApp(ctx, c.Storage, func(a *app.App) error { return a.Commands.Check(ctx, os.Stdout, c.Fast) })
}

type restore struct {
	config.Storage
	From  []string `required:"" sep:"none" help:"A directory, s3://bucket/prefix or sftp://user@host/path. Several can be named, with an option for each: the one with the newest copy is taken, and what is damaged there comes from the others." placeholder:"TARGET"`
	At    string   `help:"As it was at this moment, as 2026-11-20T14:05:00Z or 2026-11-20 14:05 of this machine's time; the latest one when empty." placeholder:"TIME"`
	Epoch int      `help:"What the appliance of this epoch wrote, as anbar backup list shows them; the one that wrote at the moment when 0."`
	Fast  bool     `help:"Do not read what was written back from the disk: each object is hashed as it is laid down."`
	Later bool     `help:"Bring back the database first, and leave contents at the copy: the server can be started then, reads them there, and brings them to the disk while it serves. They are proven as they come."`
	Serve bool     `help:"Serve as soon as that can be, as --later and then anbar serve do."`
	Sheet string   `help:"File with the recovery sheet that the copies are sealed with, or - to read it from standard input; at a terminal it is asked for." placeholder:"FILE"`
	config.Remote
	config.SecondS3
}

// Run brings everything back and then proves it.
func (r *restore) Run(ctx context.Context, k *kong.Context) error {
	done, err := r.restoreData(ctx)
	if err != nil {
		return err
	}
	switch {
	case r.Serve:
		return r.serve(k)
	case r.Later:
		fmt.Println("start the server now: what is still at the copy is read there until it has come")
		if len(done.Damaged) > 0 {
			return control.ErrDamaged
		}
		return nil
	}
	return r.prove(ctx, done)
}

// restoreData lays the drive down, and says what came.
func (r *restore) restoreData(ctx context.Context) (*backup.RestoreResult, error) {
	at, err := parseTime(r.At)
	if err != nil {
		return nil, err
	}
	if r.Epoch != 0 && len(r.From) > 1 {
		return nil, usageError{errors.New("--epoch is a number of one target: name only that one with --from")}
	}
	targets, err := r.openTargets(ctx)
	if err != nil {
		return nil, err
	}
	done, err := r.restore(ctx, targets, at)
	if err != nil {
		return nil, err
	}
	if len(targets) > 1 {
		fmt.Printf("from:         %s\n", done.Target)
	}
	for _, err := range done.Failed {
		fmt.Printf("of no use:    %v\n", err)
	}
	fmt.Printf("brought back: what %q held before %s (epoch %d), %d objects with %s, each hashed as it was laid down\n",
		done.From.Name, done.Time.Local().Format(time.RFC3339), done.From.Epoch, done.Objects, progress.FormatBytes(done.Bytes))
	if done.From.Sheet != "" && len(done.Damaged)+done.Pending == 0 {
		fmt.Printf("sealed: each object was opened with the recovery sheet %s, and so was written by that appliance\n",
			seal.FormatID(done.From.Sheet))
	}
	for _, key := range done.Damaged {
		fmt.Println("DAMAGED ", key)
	}
	if done.Pending > 0 {
		fmt.Printf("MISSING  %d contents that the database names; they had not reached the copies, or are damaged there\n", done.Pending)
	}
	if done.Away > 0 {
		fmt.Printf("still at the copy: %d objects with %s; the server brings them, and proves each as it comes\n", done.Away,
			progress.FormatBytes(done.AwayBytes))
	}
	return done, nil
}

// prove opens what came back, and says what is proven of it.
func (r *restore) prove(ctx context.Context, done *backup.RestoreResult) error {
	b := backupTarget{Storage: r.Storage}
	err := b.withApp(ctx, "", func(a *app.App) error { return a.Commands.CheckRestored(ctx, os.Stdout, done, r.Fast) })
	if err == nil && len(done.Damaged) > 0 {
		err = control.ErrDamaged
	}
	if err == nil && r.Fast {
		fmt.Println("every content that the database names is there, and every count is right")
	}
	if err == nil && !r.Fast {
		fmt.Println("proven: every content that the database names is there and was read and hashed, and every count is right")
	}
	return err
}

// serve becomes the server, with the settings of its environment and those of this command.
func (r *restore) serve(k *kong.Context) error { return becomeServer(k) }

// openTargets opens the targets that are named. The second one in a bucket has settings of its own.
func (r *restore) openTargets(ctx context.Context) ([]backup.Target, error) {
	var all []backup.Target
	remote := r.Remote
	if r.S3Endpoint == "" && r.S3Key == "" { // only the second target is in a bucket
		remote.S3 = r.Choose(r.S3)
	}
	for _, name := range r.From {
		t, err := backup.OpenTarget(ctx, name, r.Storage, remote)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(name, "s3:") {
			remote.S3 = r.Choose(r.S3)
		}
		all = append(all, t)
	}
	return all, nil
}

// restore brings everything back. A recovery sheet that turns out to be needed is asked for at a terminal.
func (r *restore) restore(ctx context.Context, targets []backup.Target, at time.Time) (*backup.RestoreResult, error) {
	o := backup.RestoreOptions{
		At: at, Epoch: r.Epoch, Log: newLogger(r.Storage), Fast: r.Fast, LeaveAway: r.Later || r.Serve,
		Record: func(t backup.Target) string { return host.TargetRecordPath(r.Storage, t) },
	}
	var err error
	if r.Sheet != "" {
		if o.Sheet, err = readSheet(r.Sheet); err != nil {
			return nil, err
		}
	}
	done, err := backup.RestoreAny(ctx, targets, r.Storage, o)
	var locked *backup.SheetError
	if !errors.As(err, &locked) || r.Sheet != "" || !term.IsTerminal(int(os.Stdin.Fd())) {
		return done, err
	}
	fmt.Printf("The copies at %s are sealed with the recovery sheet %s.\n", locked.Target, seal.FormatID(locked.Sheet))
	if o.Sheet, err = promptSheet(bufio.NewReader(os.Stdin), os.Stdout); err != nil {
		return nil, err
	}
	return backup.RestoreAny(ctx, targets, r.Storage, o)
}

// parseTime parses a time as users write it.
func parseTime(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, form := range []string{time.RFC3339Nano, "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.ParseInLocation(form, s, time.Local); err == nil {
			return t, nil
		}
	}
	return time.Time{}, usageError{fmt.Errorf("%q is not a time such as 2026-11-20T14:05:00Z or \"2026-11-20 14:05\"", s)}
}
