package upgrade

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"anbar/app/host/rehearsal"
	"anbar/config"
	"anbar/db"

	"golang.org/x/sys/unix"
)

// Options say how the program is exchanged.
type Options struct {
	Storage  config.Storage
	Program  string // the file that is exchanged
	Trust    Trust
	Releases string // the place where versions are found; empty for none
	Service  Service
	Watch    time.Duration // how long the new program is watched
	DryRun   bool          // stop after the rehearsal
	Despite  bool          // go on although answers differ; failures stop all the same

	Ask    func(question string) bool // nil for yes
	Say    func(sentence string)
	Report func(*rehearsal.Report) error
	Pulse  func(context.Context) (*Pulse, error)

	reach func() // of the place
}

// Errors that callers may check for.
var (
	ErrRed        = errors.New("the rehearsal speaks against the new program; nothing was changed, and the old one goes on")
	ErrDeclined   = errors.New("nothing was changed")
	ErrRolledBack = errors.New("the appliance was not well with the new program, and the old one is back")
)

// errDifferences means that answers differ, and nothing else: a person may overrule it.
var errDifferences = fmt.Errorf("%w", ErrRed)

// work is one call.
type work struct {
	Options
	*place
	owner    *account
	packaged bool // the program came with a package
}

func newWork(o Options) (*work, error) {
	program, err := filepath.EvalSymlinks(o.Program)
	if err != nil {
		return nil, fmt.Errorf("find the program that is exchanged: %w", err)
	}
	if program, err = filepath.Abs(program); err != nil {
		return nil, err
	}
	if o.Storage.Data, err = filepath.Abs(o.Storage.Data); err != nil {
		return nil, err
	}
	owner, err := findOwner(o.Storage.Data)
	return &work{Options: o, place: &place{program: program, reach: o.reach}, owner: owner}, err
}

// lock keeps others from exchanging the program meanwhile.
func (w *work) lock() (release func() error, err error) {
	dir := filepath.Dir(w.program)
	if err := unix.Access(dir, unix.W_OK); err != nil {
		return nil, fmt.Errorf("the program %s is exchanged by those who may write to %s, mostly root: %v", w.program, dir, err)
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(errors.New("another upgrade of this program runs; wait until it ends"), f.Close())
	}
	return f.Close, nil
}

// Run exchanges the program for the one from a file, a URL or of a version. It first finishes or undoes what an earlier call left; with
// an empty from it does only that.
func Run(ctx context.Context, o Options, from string) error {
	w, err := newWork(o)
	if err != nil {
		return err
	}
	release, err := w.lock()
	if err != nil {
		return err
	}
	return errors.Join(w.run(ctx, from), release())
}

func (w *work) run(ctx context.Context, from string) error {
	r, err := w.load()
	if err != nil {
		return err
	}
	if r.isOpen() {
		w.Say(fmt.Sprintf("An upgrade to version %s was interrupted (%s); it is finished or undone first.", r.To.Version, r.Phase))
		if err := w.resume(ctx, r); err != nil {
			return err
		}
	} else if from == "" {
		w.Say("No upgrade was interrupted; there is nothing to finish.")
	}
	if from == "" {
		return nil
	}
	if r, err = w.prepare(ctx, from); err != nil {
		return err
	}
	return w.exchange(ctx, r)
}

// resume goes on where an earlier call ended.
func (w *work) resume(ctx context.Context, r *Record) error {
	if err := w.checkData(r); err != nil {
		return err
	}
	sum, err := sumFile(w.program)
	switch {
	case err != nil:
		return err
	case sum != r.To.Sum && sum != r.From.Sum:
		return w.abandon(r, "another program was installed", "Another program was installed since; there is nothing to finish or to undo.")
	case r.Phase == RollingBack:
		return w.restoreOld(ctx, r)
	case sum == r.To.Sum:
		r.Phase = Watching
		if err := w.store(r); err != nil {
			return err
		}
		return w.begin(ctx, r)
	case !w.packaged: // the new program never had the name
		if err := errors.Join(removeIfThere(w.fresh()), removeIfThere(w.fresh()+".part")); err != nil {
			return err
		}
	}
	return w.abandon(r, "interrupted before the swap", "The new program was not in use yet, and the old one goes on.")
}

// abandon ends an upgrade of which nothing is in use.
func (w *work) abandon(r *Record, why, sentence string) error {
	r.Phase, r.Why = RolledBack, why
	err := w.store(r)
	if err == nil {
		w.Say(sentence)
	}
	return err
}

// checkData refuses a record of other data.
func (w *work) checkData(r *Record) error {
	if r.Data != w.Storage.Data {
		return fmt.Errorf("the last upgrade was of the data directory %s, not of %s; name that one with --data", r.Data, w.Storage.Data)
	}
	return nil
}

// prepare fetches the new program and tries it.
func (w *work) prepare(ctx context.Context, from string) (*Record, error) {
	s, err := newSource(from, w.Releases, runtime.GOARCH)
	if err != nil {
		return nil, err
	}
	w.Say("Fetching and verifying " + s.name + ".")
	if w.Trust.Unsigned && w.Trust.Sum == "" {
		w.Say("WARNING: --unsigned: nobody vouches for this program. It will read and write all data of the appliance.")
	}
	if err := s.receive(ctx, w.place, &w.Trust); err != nil {
		return nil, err
	}
	r, err := w.try(ctx)
	if err == nil && s.version != "" && strings.TrimPrefix(s.version, "v") != strings.TrimPrefix(r.To.Version, "v") {
		err = fmt.Errorf("version %s was asked for, and %s came; nothing was changed", s.version, r.To.Version)
	}
	if err != nil || w.DryRun {
		err = errors.Join(err, removeIfThere(w.fresh()))
	}
	return r, err
}

// try inspects and rehearses the new program.
func (w *work) try(ctx context.Context) (*Record, error) {
	to, err := inspect(ctx, w.fresh(), w.owner)
	if err != nil {
		return nil, err
	}
	from, err := inspect(ctx, w.program, w.owner)
	if err != nil {
		return nil, fmt.Errorf("what is installed: %w", err)
	}
	r := &Record{From: *from, To: *to, Data: w.Storage.Data, At: time.Now().UTC(), Ran: w.Service.isUnit(ctx) ||
		w.Service.Restart != ""}
	if err := w.owner.act(func() (err error) {
		r.Schema, err = db.SchemaOfFile(ctx, w.Storage.Database())
		return err
	}); err != nil {
		return nil, fmt.Errorf("read the schema of the database: %w", err)
	}
	if err := checkStep(from, to, r.Schema); err != nil && !w.mayTake(err) {
		return nil, err
	}
	w.Say(fmt.Sprintf("Rehearsing version %s on a copy of the data; %s goes on serving.", to.Version, from.Version))
	rep, err := w.rehearse(ctx)
	if err != nil {
		return nil, fmt.Errorf("the rehearsal could not be made: %w", err)
	}
	if err := w.Report(rep); err != nil {
		return nil, err
	}
	if len(rep.Problems) > 0 {
		return nil, ErrRed
	}
	if len(rep.Differences) > 0 && !w.Despite {
		return nil, errDifferences
	}
	return r, nil
}

// mayTake reports whether an objection does not count: what a package brings was chosen by whoever installs it, and so was a program
// of a sum that was named.
func (w *work) mayTake(objection error) bool {
	return w.packaged && errors.Is(objection, errSameVersion) || (w.packaged || w.Trust.Sum != "") && errors.Is(objection, errOlder)
}

// maxReport is more than a rehearsal finds in a database that is whole.
const maxReport = 16 << 20

// rehearse has the new program try itself.
func (w *work) rehearse(ctx context.Context) (*rehearsal.Report, error) {
	b, failed := rehearsal.ReadOutput(ctx, maxReport, w.owner.credential(), w.fresh(), "rehearse", "--json", "--data", w.Storage.Data,
		"--old", w.program)
	var rep rehearsal.Report
	if err := json.Unmarshal(b, &rep); err != nil {
		return nil, errors.Join(cmp.Or(failed, fmt.Errorf("the new program wrote no report: %w", err)), ctx.Err())
	}
	return &rep, ctx.Err()
}

// exchange swaps the two programs and sees how the new one does.
func (w *work) exchange(ctx context.Context, r *Record) error {
	if w.DryRun {
		w.Say("This was a dry run: nothing was changed.")
		return nil
	}
	if w.Ask != nil && !w.Ask(fmt.Sprintf("Upgrade from %s to %s now?", r.From.Version, r.To.Version)) {
		return errors.Join(ErrDeclined, removeIfThere(w.fresh()))
	}
	if sum, err := sumFile(w.fresh()); err != nil || sum != r.To.Sum {
		return errors.Join(errors.New("the new program changed after it was rehearsed"), err)
	}
	if err := w.owner.act(func() (err error) {
		r.Snapshots, err = snapshotNames(w.Storage.Database())
		return err
	}); err != nil {
		return err
	}
	if r.Ran {
		if p, err := w.Pulse(ctx); err == nil && p.Version != r.To.Version { // otherwise nothing is known of before
			r.Before = p
		}
	}
	if !w.packaged {
		if err := removeIfThere(w.before()); err != nil { // of a package that was never configured: it is no program of before any more
			return err
		}
	}
	r.Phase = Swapping
	if err := w.store(r); err != nil {
		return err
	}
	if err := w.link(w.program, w.previous()); err != nil {
		return fmt.Errorf("keep the old program: %w", err)
	}
	if err := w.rename(w.fresh(), w.program); err != nil {
		return fmt.Errorf("put the new program in place: %w", err)
	}
	r.Phase = Watching
	if err := w.store(r); err != nil {
		return err
	}
	return w.begin(ctx, r)
}

func snapshotNames(database string) ([]string, error) {
	all, err := db.Snapshots(database)
	for i := range all {
		all[i] = filepath.Base(all[i])
	}
	return all, err
}
