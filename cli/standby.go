package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"anbar/app"
	"anbar/config"

	"github.com/alecthomas/kong"
)

type standby struct {
	config.Serve
	From   string `required:"" help:"The target that the other machine copies to: a directory, s3://bucket/prefix or sftp://user@host/path." placeholder:"TARGET"`
	Sheet  string `help:"File with the recovery sheet that the copies are sealed with, or - to read it from standard input." placeholder:"FILE"`
	Status bool   `help:"Say how far the standby is that serves the data directory."`
	JSON   bool   `name:"json" help:"Write JSON, with --status."`
}

// Run follows and serves until a signal comes.
func (s *standby) Run(ctx context.Context, k *kong.Context) error {
	if s.Status {
		return s.printState()
	}
	s.Given = config.ListSetFlags(k)
	o := app.StandbyOptions{Config: s.Serve, From: s.From, Log: newLogger(s.Storage)}
	if s.Sheet != "" {
		var err error
		if o.Sheet, err = readSheet(s.Sheet); err != nil {
			return err
		}
	}
	one, err := app.NewStandby(ctx, o)
	if err != nil {
		return err
	}
	return one.Serve(ctx, os.Stdout)
}

func (s *standby) printState() error {
	state, err := app.ReadStandbyState(s.Storage)
	if err != nil {
		return err
	}
	if s.JSON {
		err = writeJSON(state)
	} else {
		err = printLine(fmt.Sprintf("follows %q at %s (epoch %d); shows what was there at %s; asked at %s", cleanText(state.Name),
			cleanText(state.From), state.Epoch, state.AsOf.Local().Format(time.RFC3339), state.Looked.Local().Format(time.RFC3339)))
	}
	if err == nil && state.Problem != "" {
		err = errors.New("the standby does not follow: " + cleanText(state.Problem))
	}
	return err
}
