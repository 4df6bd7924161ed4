package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"anbar/app"
	"anbar/app/control"
	"anbar/config"
)

type supportArchive struct {
	config.Serve
	Out string `help:"File to write, which must not exist yet; anbar-support-TIME.tar.gz in this directory when empty." placeholder:"FILE"`
}

// Run writes the archive, by the running server or by itself when none is running.
func (s *supportArchive) Run(ctx context.Context) error {
	name := s.Out
	if name == "" {
		name = "anbar-support-" + time.Now().Format("20060102-150405") + ".tar.gz"
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err = errors.Join(s.write(ctx, f), f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return printLine(fmt.Sprintf("%s is written. Names, addresses and secrets are left out; look into it before you send it.", name))
}

func (s *supportArchive) write(ctx context.Context, out io.Writer) error {
	err := control.Run(ctx, s.Storage, control.SupportCommand(app.Version), out)
	if !errors.Is(err, control.ErrNotServing) {
		return err
	}
	if err := checkData(s.Storage); err != nil {
		return err
	}
	return app.WriteSupport(ctx, out, &s.Serve)
}
