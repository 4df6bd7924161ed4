package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"anbar/app"
	"anbar/app/base/progress"
	"anbar/app/control"
	"anbar/app/drive/imports/folder"
	"anbar/config"
	"anbar/db"
)

type exportFiles struct {
	config.Storage
	Plain    string   `required:"" help:"The directory: an empty one, or a former export of this appliance, which is brought up to date." placeholder:"DIR"`
	Space    []string `help:"Id of a workspace, as 'anbar workspace list' shows it; may be given more than once. All workspaces without it." placeholder:"ID"`
	Versions bool     `name:"with-versions" help:"Write the older versions of files, too."`
}

// Run exports in the running server, or by itself when none is running.
func (e *exportFiles) Run(ctx context.Context) (err error) {
	to, err := filepath.Abs(e.Plain)
	if err != nil {
		return err
	}
	x := control.Export{To: to, Versions: e.Versions}
	for _, s := range e.Space {
		id, err := parseSpaceID(s)
		if err != nil {
			return err
		}
		x.Spaces = append(x.Spaces, id)
	}
	screen := progress.NewScreen(os.Stdout, os.Stderr, "files")
	err = control.Run(ctx, e.Storage, x.Command(), screen)
	if errors.Is(err, control.ErrNotServing) {
		err = withStoppedApp(ctx, e.Storage, func(a *app.App) error { return a.Commands.Export(ctx, screen, &x) })
	}
	return errors.Join(explainStop(ctx, err), screen.Finish())
}

// explainStop says in place of an error that a signal stopped a command.
func explainStop(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	return fmt.Errorf("stopped; what came stays, and the same command goes on: %w", ctx.Err())
}

func parseSpaceID(s string) (id db.SpaceID, err error) {
	if err := id.UnmarshalText([]byte(s)); err != nil {
		return 0, usageError{fmt.Errorf("%q is no id of a workspace; \"anbar workspace list\" shows them", s)}
	}
	return id, nil
}

// withStoppedApp opens a data directory that is there, which fails while a server uses it.
func withStoppedApp(ctx context.Context, s config.Storage, fn func(*app.App) error) error {
	if err := checkData(s); err != nil {
		return err
	}
	b := backupTarget{Storage: s}
	return b.withApp(ctx, "", fn)
}

type adopt struct {
	config.Storage
	Dir         string `arg:"" help:"The folder whose files come." placeholder:"DIR"`
	Into        string `required:"" help:"Id of the workspace, as 'anbar workspace list' shows it." placeholder:"SPACE"`
	Directory   string `help:"Path of a directory in the shared files, which is made where it is missing; their root without it." placeholder:"PATH"`
	As          string `help:"Email address, mobile number or id of the person who adopts, whose rights count; the owner of the workspace without it." placeholder:"USER"`
	Move        bool   `help:"Remove each file of the folder once its content is in the workspace, read back and compared."`
	OnDuplicate string `name:"on-duplicate" help:"Taken names: rename, replace, version or skip. Equal contents stay as they are." enum:"rename,replace,version,skip" default:"rename"`
	Report      string `help:"Write the report there, not to standard output: a line of JSON for each file." placeholder:"FILE"`
}

// Run adopts in the running server, or by itself when none is running.
func (a *adopt) Run(ctx context.Context) (err error) {
	id, err := parseSpaceID(a.Into)
	if err != nil {
		return err
	}
	dir, err := filepath.Abs(a.Dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return err
	}
	o := folder.Options{Path: dir, Space: id, Directory: a.Directory, As: a.As, OnDuplicate: a.OnDuplicate, Move: a.Move}
	if err := checkOutside(a.Report, dir); err != nil {
		return err
	}
	to := os.Stdout
	if a.Report != "" {
		if to, err = os.Create(a.Report); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, to.Close()) }()
	}
	out := &adoptReport{to: to}
	screen := progress.NewScreen(out, os.Stderr, "items")
	err = control.Run(ctx, a.Storage, control.AdoptCommand(&o), screen)
	if errors.Is(err, control.ErrNotServing) {
		err = withStoppedApp(ctx, a.Storage, func(x *app.App) error { return x.Commands.Adopt(ctx, screen, &o) })
	}
	return errors.Join(explainStop(ctx, err), screen.Finish(), out.printSummary())
}

// checkOutside refuses a report, or standard output without one, that is written into the folder: it would be one of the files that come,
// and be removed with --move.
func checkOutside(report, dir string) error {
	at, err := os.Readlink("/proc/self/fd/1")
	if report != "" {
		at, err = filepath.Abs(report)
		if err == nil {
			at, err = filepath.EvalSymlinks(at)
		}
		if errors.Is(err, fs.ErrNotExist) {
			if at, err = filepath.EvalSymlinks(filepath.Dir(report)); err == nil {
				at, err = filepath.Abs(filepath.Join(at, filepath.Base(report)))
			}
		}
	}
	if err != nil || !filepath.IsAbs(at) {
		return nil // it has no place, or it cannot be written, which is said then
	}
	if rel, err := filepath.Rel(dir, at); err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return nil
	}
	return fmt.Errorf("the report %s would be one of the files of the folder; write it elsewhere", at)
}

// adoptReport passes lines on, and keeps the summary for the end.
type adoptReport struct {
	to      io.Writer
	part    []byte // of a line
	summary []byte
}

// Write implements io.Writer.
func (r *adoptReport) Write(p []byte) (int, error) {
	r.part = append(r.part, p...)
	for {
		i := bytes.IndexByte(r.part, '\n')
		if i < 0 {
			return len(p), nil
		}
		if line := r.part[:i+1]; bytes.HasPrefix(line, []byte(`{"`+control.SummaryKey+`":`)) {
			r.summary = bytes.Clone(line)
		} else if _, err := r.to.Write(line); err != nil {
			return 0, err
		}
		r.part = r.part[i+1:]
	}
}

// printSummary prints the summary.
func (r *adoptReport) printSummary() error {
	if r.summary == nil {
		return nil
	}
	var all map[string]folder.Summary
	if err := json.Unmarshal(r.summary, &all); err != nil {
		return err
	}
	s := all[control.SummaryKey]
	fmt.Fprintf(os.Stderr, "%s: %d files with %s are here; %d of them came (%d under another name), %d were here before; "+
		"%d items were skipped, %d did not come\n", s.State, s.Files, progress.FormatBytes(s.Bytes), s.Stored, s.Renamed, s.Unchanged,
		s.Skipped, s.Missing)
	if s.Why != "" {
		fmt.Fprintf(os.Stderr, "why it stopped: %s; %d items wait, run the command again to go on\n", s.Why, s.Waiting)
	}
	if s.Removed+s.Kept > 0 {
		fmt.Fprintf(os.Stderr, "%d originals were removed, %d stay\n", s.Removed, s.Kept)
	}
	return nil
}
