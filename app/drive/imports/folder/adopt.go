package folder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/base/progress"
	"anbar/app/drive/imports"
	"anbar/app/drive/imports/source"
	"anbar/blobstore"
	"anbar/db"
)

// Service adopts folders of the machine. Only commands of the machine reach it.
type Service struct {
	db     *db.DB
	blobs  *blobstore.Store
	engine *imports.Service

	mu   sync.Mutex
	busy map[string]chan struct{} // folders that are adopted now; closed at the end
}

// New makes the service.
func New(d *db.DB, blobs *blobstore.Store, engine *imports.Service) *Service {
	return &Service{db: d, blobs: blobs, engine: engine, busy: map[string]chan struct{}{}}
}

// origin is where an import reads from. Paths of Linux are bytes and need not be text.
type origin struct {
	Path []byte `json:"path"`
}

// Kind is what the engine has to know of folders.
func Kind() imports.Kind {
	return imports.Kind{Command: true, Open: func(_ context.Context, imp *imports.Import) (source.Source, error) {
		var o origin
		if err := imports.DecodeOrigin(imp, &o); err != nil {
			return nil, err
		}
		t, err := openTree(string(o.Path))
		if err != nil {
			return nil, fault.ImportSourceGone.Because(err)
		}
		return t, nil
	}}
}

// Options say what is adopted, and how.
type Options struct {
	Path        string // absolute, and without a link in it
	Space       db.SpaceID
	Directory   string // of the shared files; empty for their root
	As          string // id, address or number of a member; the owner of the workspace when empty
	OnDuplicate string
	Move        bool // removes originals once they are here
}

// Summary says what an adoption did.
type Summary struct {
	State     db.ImportState `json:"state"`
	Reason    string         `json:"reason,omitempty"`
	Why       string         `json:"why,omitempty"` // the reason in words
	Files     int64          `json:"files"`         // that are here; directories are not counted
	Bytes     int64          `json:"bytes"`
	Stored    int64          `json:"stored"` // of Files, with or without another name
	Renamed   int64          `json:"renamed"`
	Unchanged int64          `json:"unchanged"`
	Skipped   int64          `json:"skipped"` // because of a file with the name, as was asked
	Waiting   int64          `json:"waiting"` // that come when the command is run again
	Missing   int64          `json:"missing"`
	Removed   int64          `json:"removed"` // originals
	Kept      int64          `json:"kept"`    // originals that could not be removed, or were changed
}

// IsComplete reports whether everything came.
func (s *Summary) IsComplete() bool { return s.State == db.ImportDone && s.Missing == 0 && s.Kept == 0 }

// adoption is one run of the command.
type adoption struct {
	*Service
	o        *Options
	who      access.Actor
	begin    *imports.BeginRequest
	reporter *progress.Reporter
	Summary
}

// Adopt brings the files of a folder into a workspace, waits for the end, and writes a line of JSON for each thing in the folder.
// An adoption that was interrupted goes on; one that is done is repeated, and fetches what is new or changed.
func (s *Service) Adopt(ctx context.Context, o *Options, out io.Writer) (*Summary, error) {
	a := &adoption{Service: s, o: o, reporter: progress.NewReporter(out)}
	end, err := a.waitForFolder(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	if t, err := openTree(o.Path); err != nil {
		return nil, fmt.Errorf("open %s with the account of the appliance: %w", o.Path, err)
	} else if err := t.Close(); err != nil {
		return nil, err
	}
	if err := a.resolveTarget(ctx); err != nil {
		return nil, err
	}
	way, err := names.ParseDirs(o.Directory)
	if err != nil {
		return nil, fmt.Errorf("%q is no path of directories: names with one slash between them", o.Directory)
	}
	imp, resumed, err := s.engine.Adopt(ctx, a.who, a.begin, way)
	if err != nil {
		return nil, fmt.Errorf("begin to adopt: %w", err)
	}
	run := imp.Run
	if err := a.waitForEnd(ctx, imp.ID, run); err != nil {
		return nil, err
	}
	if resumed && a.State == db.ImportDone { // the folder may hold more now than when it was listed
		if err := s.engine.AdoptAgain(ctx, a.who, imp.ID); err != nil {
			return nil, err
		}
		if err := a.waitForEnd(ctx, imp.ID, run); err != nil {
			return nil, err
		}
	}
	if err := a.reporter.Err(); err != nil {
		return nil, err
	}
	return &a.Summary, a.writeReport(ctx, imp.ID, run, out)
}

// waitForFolder waits until no other command adopts the folder into the same place. A command that is stopped pauses the import, which
// must not happen to the one that waits for the same import.
func (a *adoption) waitForFolder(ctx context.Context) (end func(), err error) {
	key := fmt.Sprintf("%s %q %q", a.o.Space, a.o.Path, a.o.Directory)
	for {
		other, end := a.claimFolder(key)
		if other == nil {
			return end, nil
		}
		a.reporter.Report(progress.Step{Waits: "another command adopts this folder"})
		select {
		case <-other:
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// claimFolder notes that a folder is adopted until end is called. When it is adopted already, other is closed at the end of that.
func (s *Service) claimFolder(key string) (other <-chan struct{}, end func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if other := s.busy[key]; other != nil {
		return other, nil
	}
	done := make(chan struct{})
	s.busy[key] = done
	return nil, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.busy, key)
		close(done)
	}
}

// resolveTarget finds the person who adopts, and the directory.
func (a *adoption) resolveTarget(ctx context.Context) error {
	return a.db.View(ctx, func(v *db.View) error {
		sp, err := v.AdminSpace(a.o.Space)
		if errors.Is(err, db.ErrNotFound) || err == nil && !sp.DeletedAt.IsZero() {
			return fmt.Errorf("there is no workspace %s", a.o.Space)
		}
		if err != nil {
			return err
		}
		user, err := a.findUser(v, sp)
		if err != nil {
			return err
		}
		a.who = access.Actor{User: user}
		a.begin = &imports.BeginRequest{
			Space: sp.ID, Directory: sp.Root, Kind: imports.Folder, OnDuplicate: a.o.OnDuplicate,
			Origin: imports.Origin{Title: path.Base(a.o.Path), Place: origin{[]byte(a.o.Path)}},
		}
		return nil
	})
}

// normalizeLogin is an address or number as accounts have it.
func normalizeLogin(s string) string {
	if mobile, wrong := names.ParseMobile(s); wrong == nil {
		return mobile
	}
	if email, wrong := names.ParseEmail(s); wrong == nil {
		return email
	}
	return s
}

// waitForEnd waits until an import goes on no more. Originals that are removed may make the room that it waits for.
func (a *adoption) waitForEnd(ctx context.Context, id db.ImportID, run int) error {
	for {
		imp, err := a.waitForRun(ctx, id)
		if err != nil {
			return err
		}
		a.State, a.Reason, a.Why = imp.State, imp.Reason, describeState(imp)
		if !a.o.Move {
			return nil
		}
		before := a.Removed
		if err := a.removeOriginals(ctx, imp); err != nil {
			return err
		}
		if imp.State != db.ImportPaused || imp.Reason != fault.QuotaExceeded.Key || a.Removed == before {
			return nil
		}
		if err := a.engine.Resume(ctx, a.who, id); err != nil {
			return err
		}
	}
}

// describeState says in words why an import does not go on.
func describeState(imp *db.Import) string {
	switch {
	case imp.State == db.ImportDone:
		return ""
	case imp.Reason == "":
		return "a person stopped it"
	case imp.Reason == fault.QuotaExceeded.Key:
		return "the workspace or the disk of the appliance has no room for the next file"
	}
	return fault.Words(imp.Reason)
}

const pollEvery = 100 * time.Millisecond

// waitForRun waits until an import goes on no more. When the command is stopped, the import is paused.
func (a *adoption) waitForRun(ctx context.Context, id db.ImportID) (*db.Import, error) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		imp, err := db.Get(ctx, a.db, func(v *db.View) (*db.Import, error) { return v.ImportByID(id) })
		if err == nil && imp.State != db.ImportRunning && imp.State != db.ImportWaiting {
			return imp, nil
		}
		if err == nil {
			a.reportProgress(imp)
			select {
			case <-tick.C:
				continue
			case <-ctx.Done():
				err = ctx.Err()
			}
		}
		if ctx.Err() != nil {
			err = errors.Join(err, a.engine.Pause(context.WithoutCancel(ctx), a.who, id))
		}
		return nil, err
	}
}

// reportProgress tells how far an import has come.
func (a *adoption) reportProgress(imp *db.Import) {
	step := progress.Step{
		Done: imp.DoneCount(), Total: imp.Count, Whole: imp.Listed,
		Bytes: min(imp.BytesDone+a.engine.BytesInFlight(imp.ID), imp.Bytes), OfBytes: imp.Bytes,
	}
	if imp.State == db.ImportWaiting {
		step.Waits = fault.Words(imp.Reason)
	}
	a.reporter.Report(step)
}

// reportLine is what became of one thing in the folder.
type reportLine struct {
	*imports.Outcome
	Original string `json:"original,omitempty"` // removed, or kept
}

// findUser returns the person who adopts: the one that was named, else the owner of the workspace.
func (a *adoption) findUser(v *db.View, sp *db.SpaceRow) (db.UserID, error) {
	user := sp.Owner
	if a.o.As == "" || user.UnmarshalText([]byte(a.o.As)) == nil {
		return user, nil
	}
	u, err := v.UserByLogin(normalizeLogin(a.o.As))
	if errors.Is(err, db.ErrNotFound) {
		return 0, fmt.Errorf("there is no account %s", a.o.As)
	}
	if err != nil {
		return 0, err
	}
	return u.ID, nil
}

// writeReport counts and tells what became of everything.
func (a *adoption) writeReport(ctx context.Context, id db.ImportID, run int, out io.Writer) error {
	t, err := openTree(a.o.Path)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	err = a.engine.WalkOutcomes(ctx, id, run, func(key []byte, o *imports.Outcome) error {
		l := reportLine{Outcome: o}
		a.countOutcome(o)
		if a.o.Move {
			if l.Original = "kept"; !t.hasPath(string(key)) {
				l.Original = "removed"
			}
		}
		return lines.Encode(l)
	})
	return errors.Join(err, t.Close())
}

// countOutcome adds what became of an item to the summary, which counts files among what came.
func (a *adoption) countOutcome(o *imports.Outcome) {
	switch o.Outcome {
	case db.ItemStored, db.ItemRenamed, db.ItemUnchanged:
		if o.File != 0 {
			a.countFile(o)
		}
	case db.ItemWaiting:
		a.Waiting++
	case db.ItemSkipped:
		if o.Reason != nil && *o.Reason == fault.DuplicateField.Key {
			a.Skipped++
			break
		}
		a.Missing++
	default:
		a.Missing++
	}
}

func (a *adoption) countFile(o *imports.Outcome) {
	a.Files, a.Bytes = a.Files+1, a.Bytes+o.Size
	switch o.Outcome {
	case db.ItemUnchanged:
		a.Unchanged++
	case db.ItemRenamed:
		a.Renamed++
		a.Stored++
	default:
		a.Stored++
	}
}
