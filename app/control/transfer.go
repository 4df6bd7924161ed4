package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"anbar/app/base/progress"
	"anbar/app/drive/export"
	"anbar/app/drive/imports/folder"
	"anbar/db"
)

// ErrIncomplete reports that not everything came, as the report says.
var ErrIncomplete = errors.New("not everything came; the report says what is missing")

// ErrKept reports that everything came, and that originals stay that were to be removed.
var ErrKept = errors.New("everything came, but originals stay that were changed meanwhile or cannot be removed; the report names them")

// Export is an export as ordinary folders and files, as a command asks for it.
type Export struct {
	To       string
	Spaces   []db.SpaceID
	Versions bool
}

// Command is the export as a command of the control socket.
func (e *Export) Command() string {
	q := url.Values{"to": {e.To}}
	for _, id := range e.Spaces {
		q.Add("space", id.String())
	}
	if e.Versions {
		q.Set("versions", "1")
	}
	return "export?" + q.Encode()
}

func (c *Commands) runExport(ctx context.Context, w io.Writer, r *http.Request) error {
	q := r.URL.Query()
	e := Export{To: q.Get("to"), Versions: q.Has("versions")}
	for _, s := range q["space"] {
		var id db.SpaceID
		if err := id.UnmarshalText([]byte(s)); err != nil {
			return err
		}
		e.Spaces = append(e.Spaces, id)
	}
	return c.Export(ctx, w, &e)
}

// Export writes files as ordinary folders and files, and its report to out.
func (c *Commands) Export(ctx context.Context, out io.Writer, e *Export) error {
	if err := checkSeparate(c.Config.Data, e.To); err != nil {
		return err
	}
	told := progress.NewReporter(out)
	if err := c.waitForExport(ctx, told); err != nil {
		return err
	}
	defer c.exporting.Unlock()
	r, err := export.Run(ctx, &export.Options{
		DB: c.DB, Blobs: c.Blobs, Scratch: c.Config.Cache(), To: e.To, Spaces: e.Spaces, Versions: e.Versions, Out: out,
		OnProgress: told.Report,
	})
	if err = errors.Join(err, told.Err()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s holds %d files with %s; %d contents were written, %d names are mended, %d contents are missing\n",
		e.To, r.Files, progress.FormatBytes(r.Bytes), r.Written, r.Renamed, r.Damaged)
	if err == nil && r.Damaged > 0 {
		err = ErrIncomplete
	}
	return err
}

// waitForExport locks exports when no other one runs. One whose command was killed ends a moment later.
func (c *Commands) waitForExport(ctx context.Context, told *progress.Reporter) error {
	for !c.exporting.TryLock() {
		told.Report(progress.Step{Waits: "another export is under way"})
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second / 4):
		}
	}
	return nil
}

// checkSeparate refuses a directory that lies in the data directory, or around it.
func checkSeparate(data, to string) error {
	if !filepath.IsAbs(to) {
		return fmt.Errorf("%s is no absolute path", to)
	}
	data, err := filepath.Abs(data)
	if err != nil {
		return err
	}
	if data, err = resolveLinks(data); err != nil {
		return err
	}
	if to, err = resolveLinks(to); err != nil {
		return err
	}
	for _, pair := range [][2]string{{data, to}, {to, data}} {
		rel, err := filepath.Rel(pair[0], pair[1])
		if err == nil && rel != ".." && !strings.HasPrefix(rel, "../") {
			return fmt.Errorf("%s and the data directory lie in one another", to)
		}
	}
	return nil
}

// resolveLinks is a path without links, whose last parts need not be there.
func resolveLinks(path string) (string, error) {
	found, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return found, err
	}
	if _, err := os.Lstat(path); err == nil {
		return "", fmt.Errorf("%s is a link to nowhere", path)
	}
	above, err := resolveLinks(filepath.Dir(path))
	return filepath.Join(above, filepath.Base(path)), err
}

// AdoptCommand is an adoption as a command of the control socket.
func AdoptCommand(o *folder.Options) string {
	q := url.Values{
		"path": {o.Path}, "space": {o.Space.String()}, "directory": {o.Directory}, "as": {o.As}, "on_duplicate": {o.OnDuplicate},
	}
	if o.Move {
		q.Set("move", "1")
	}
	return "adopt?" + q.Encode()
}

func (c *Commands) runAdopt(ctx context.Context, w io.Writer, r *http.Request) error {
	q := r.URL.Query()
	o := folder.Options{
		Path: q.Get("path"), Directory: q.Get("directory"), As: q.Get("as"), OnDuplicate: q.Get("on_duplicate"), Move: q.Has("move"),
	}
	if err := o.Space.UnmarshalText([]byte(q.Get("space"))); err != nil {
		return err
	}
	return c.Adopt(ctx, w, &o)
}

// SummaryKey is the only key of the last line that Adopt writes.
const SummaryKey = "summary"

// Adopt brings the files of a folder of the machine into a workspace. It writes a line of JSON for each of them, and one with the
// summary.
func (c *Commands) Adopt(ctx context.Context, out io.Writer, o *folder.Options) error {
	if err := checkSeparate(c.Config.Data, o.Path); err != nil {
		return err
	}
	sum, err := c.Folders.Adopt(ctx, o, out)
	if err != nil {
		return err
	}
	err = json.NewEncoder(out).Encode(map[string]*folder.Summary{SummaryKey: sum})
	switch {
	case err != nil || sum.IsComplete():
		return err
	case sum.State == db.ImportDone && sum.Missing == 0:
		return ErrKept
	}
	return ErrIncomplete
}
