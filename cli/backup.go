package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"anbar/app"
	"anbar/app/backup"
	"anbar/config"
)

type makeBackup struct {
	config.Storage
	To string `help:"A directory or s3://bucket/prefix; the target that the appliance keeps when empty." placeholder:"TARGET"`
	config.Backup
}

// Run makes the copy in the running server, or by itself when none is running.
func (b *makeBackup) Run(ctx context.Context) error {
	if b.To == "" {
		b.To = b.BackupTo
	}
	err := app.Ask(ctx, b.Storage, "backup?to="+b.To, os.Stdout)
	if !errors.Is(err, app.ErrNotServing) {
		return err
	}
	if b.To == "" {
		return errors.New("say with --to where the copy goes")
	}
	return b.with(ctx, b.To, func(a *app.App) error { return a.Backup(ctx, os.Stdout, "") })
}

// with opens the data directory with a backup target, which fails while a server uses it.
func (b *makeBackup) with(ctx context.Context, to string, fn func(*app.App) error) error {
	cfg := config.Serve{Storage: b.Storage, TLS: "off", Signup: "closed", Backup: b.Backup}
	cfg.BackupTo = to
	a, err := app.New(ctx, cfg, logger(b.Log))
	if err != nil {
		return err
	}
	return errors.Join(fn(a), a.Close())
}

type check struct {
	config.Storage
	Fast bool `help:"Do not read contents, only prove that they are there."`
}

// Run checks in the running server, or by itself when none is running.
func (c *check) Run(ctx context.Context) error {
	command := "check"
	if c.Fast {
		command += "?fast"
	}
	err := app.Ask(ctx, c.Storage, command, os.Stdout)
	if !errors.Is(err, app.ErrNotServing) {
		return err
	}
	b := makeBackup{Storage: c.Storage}
	return b.with(ctx, "", func(a *app.App) error { return a.Check(ctx, os.Stdout, c.Fast) })
}

type restore struct {
	config.Storage
	From string `required:"" help:"A directory or s3://bucket/prefix." placeholder:"TARGET"`
	At   string `help:"As it was at this moment, as 2026-11-20T14:05:00Z or 2026-11-20 14:05 of this machine's time; the latest one when empty." placeholder:"TIME"`
	config.S3
}

// Run brings everything back and then proves it.
func (r *restore) Run(ctx context.Context) error {
	at, err := moment(r.At)
	if err != nil {
		return err
	}
	t, err := backup.OpenTarget(ctx, r.From, r.S3)
	if err != nil {
		return err
	}
	done, err := backup.Restore(ctx, t, at, r.Storage, logger(r.Log))
	if err != nil {
		return err
	}
	fmt.Printf("brought back: everything from before %s, %d objects with %d bytes, each proven against its hash\n",
		done.Time.Local().Format(time.RFC3339), done.Objects, done.Bytes)
	for _, key := range done.Damaged {
		fmt.Println("DAMAGED  object", key)
	}
	b := makeBackup{Storage: r.Storage}
	err = b.with(ctx, "", func(a *app.App) error { return a.Check(ctx, os.Stdout, true) })
	if err == nil && len(done.Damaged) > 0 {
		err = app.ErrDamaged
	}
	if err == nil {
		fmt.Println("proven: every content that the database names is there, and every count is right")
	}
	return err
}

// moment parses a time as users write it.
func moment(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, form := range []string{time.RFC3339Nano, "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.ParseInLocation(form, s, time.Local); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a time such as 2026-11-20T14:05:00Z or \"2026-11-20 14:05\"", s)
}
