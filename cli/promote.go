package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"anbar/app"
	"anbar/app/base/progress"
	"anbar/app/host"
	"anbar/app/operation/backup"
	"anbar/config"

	"github.com/alecthomas/kong"
)

type promote struct {
	config.Storage
	From     string `required:"" help:"The target that the other machine copies to: a directory, s3://bucket/prefix or sftp://user@host/path." placeholder:"TARGET"`
	Sheet    string `help:"File with the recovery sheet that the copies are sealed with, or - to read it from standard input." placeholder:"FILE"`
	OldIsOff bool   `name:"old-machine-is-off" help:"The other machine was switched off and stays off, for one that runs without --backup-fenced: it would go on taking changes, which would be lost."`
	NoServe  bool   `name:"no-serve" help:"Do not serve afterwards; anbar serve with --backup-fenced does."`
	config.Remote
}

// Run takes the place of the other machine, and becomes the server.
func (p *promote) Run(ctx context.Context, k *kong.Context) error {
	began := time.Now()
	_, was := os.Stat(p.Standby())
	unlock, err := app.LockStandby(p.Storage)
	if err != nil {
		return err
	}
	done, err := p.promote(ctx, began)
	if err == nil || errors.Is(was, fs.ErrNotExist) { // of a promotion that was refused nothing stays
		err = errors.Join(err, os.RemoveAll(p.Standby()))
	}
	if err = errors.Join(err, unlock()); err != nil {
		return err
	}
	p.report(done, time.Since(began))
	if p.NoServe {
		return nil
	}
	return p.serve(k)
}

func (p *promote) promote(ctx context.Context, began time.Time) (*backup.Promotion, error) {
	t, err := backup.OpenTarget(ctx, p.From, p.Storage, p.Remote)
	if err != nil {
		return nil, err
	}
	o := backup.PromoteOptions{
		Log: newLogger(p.Storage), Version: app.Version, OldIsOff: p.OldIsOff,
		Record: func(t backup.Target) string { return host.TargetRecordPath(p.Storage, t) },
		Say:    func(what string) { fmt.Printf("%5.1f s: %s\n", time.Since(began).Seconds(), what) },
	}
	if p.Sheet != "" {
		if o.Sheet, err = readSheet(p.Sheet); err != nil {
			return nil, err
		}
	}
	done, err := backup.Promote(ctx, t, p.Storage, o)
	return done, explainPromotion(err)
}

// explainPromotion adds to an error what the commands of this program do about it.
func explainPromotion(err error) error {
	if errors.Is(err, backup.ErrNotEmpty) {
		return fmt.Errorf("%w; name an empty directory with --data, or that of a standby", err)
	}
	return err
}

func (p *promote) report(done *backup.Promotion, took time.Duration) {
	r := done.Restored
	if r == nil {
		fmt.Printf("this machine took over before, in epoch %d\n", done.Epoch)
		return
	}
	how := "it takes no changes any more"
	if done.Clean {
		how = "it copied what it had taken, and takes no changes any more"
	}
	fmt.Printf("took over from %q in epoch %d; waited %.1f s for the old machine: %s\n", r.From.Name, done.Epoch, done.Waited.Seconds(),
		how)
	fmt.Printf("brought back: what was there before %s; %d objects with %s stay at the copy until they come\n",
		r.Time.Local().Format(time.RFC3339), r.Away, progress.FormatBytes(r.AwayBytes))
	fmt.Printf("listed: %d contents are at the copy, %d are missing\n", done.Listed, len(done.Missing))
	for _, key := range done.Missing {
		fmt.Println("MISSING ", key)
	}
	for _, key := range r.Damaged {
		fmt.Println("DAMAGED ", key)
	}
	fmt.Printf("took %.1f s\n", took.Seconds())
}

// serve becomes the server, which copies to the same target and can be replaced as this one was, unless its settings say otherwise.
func (p *promote) serve(k *kong.Context) error {
	for name, value := range map[string]string{"ANBAR_BACKUP_TO": p.From, "ANBAR_BACKUP_FENCED": "true"} {
		if _, set := os.LookupEnv(name); !set {
			if err := os.Setenv(name, value); err != nil {
				return err
			}
		}
	}
	return becomeServer(k)
}

// becomeServer replaces this process by the server, with the settings of its environment and those of this command.
func becomeServer(k *kong.Context) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	given := config.ListSetFlags(k)
	for _, f := range k.Flags() {
		if given[f.Name] && len(f.Envs) > 0 {
			if err := os.Setenv(f.Envs[0], fmt.Sprint(k.FlagValue(f))); err != nil {
				return err
			}
		}
	}
	return syscall.Exec(program, []string{program, "serve"}, os.Environ())
}
