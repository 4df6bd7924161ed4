package upgrade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"anbar/app/base/disk"
	"anbar/db"
)

// loss is what going back takes away.
type loss struct {
	snapshot string // that the database becomes; empty when it stays as it is
	since    *db.Since
}

// Rollback brings the program and the database of before the last upgrade back.
func Rollback(ctx context.Context, o Options, running func(context.Context) bool) error {
	w, err := newWork(o)
	if err != nil {
		return err
	}
	release, err := w.lock()
	if err != nil {
		return err
	}
	return errors.Join(w.rollback(ctx, running), release())
}

func (w *work) rollback(ctx context.Context, running func(context.Context) bool) error {
	r, err := w.load()
	if err != nil {
		return err
	}
	if err := w.checkRecord(r); err != nil {
		return err
	}
	if sum, err := sumFile(w.previous()); err != nil || sum != r.From.Sum {
		return fmt.Errorf("the program of before, version %s, is not at %s any more; install that version and call \"anbar rollback\" "+
			"again with it there", r.From.Version, w.previous())
	}
	unit := w.Service.isUnit(ctx) || w.Service.Stop != ""
	if running(ctx) && !unit {
		return errors.New("the appliance runs, and systemd does not run it: stop it first, or name the commands that stop and restart " +
			"it with --stop and --restart")
	}
	if !unit {
		if err := w.owner.act(func() error {
			release, err := w.lockData(ctx, 0)
			if err == nil {
				err = release()
			}
			return err
		}); err != nil {
			return err
		}
	}
	w.Say(fmt.Sprintf("Going back from version %s to %s, which was in use until %s.", r.To.Version, r.From.Version,
		r.At.Local().Format("2006-01-02 15:04")))
	w.Say("Changes since that need the schema of the new program go; their files are exported first, and the database of now is kept.")
	if w.Ask != nil && !w.Ask("Stop the appliance and go back?") {
		return ErrDeclined
	}
	r.Phase, r.Why, r.Ran = RollingBack, "asked for", unit
	if err := w.store(r); err != nil {
		return err
	}
	return w.restoreOld(ctx, r)
}

// checkRecord refuses a record that is not about what is in use.
func (w *work) checkRecord(r *Record) error {
	if r.Phase == "" || r.Phase == RolledBack {
		return errors.New("there is nothing to go back to: no upgrade by \"anbar upgrade\" or a package is in use")
	}
	if err := w.checkData(r); err != nil {
		return err
	}
	sum, err := sumFile(w.program)
	switch {
	case err != nil:
		return err
	case sum == r.From.Sum && r.Phase != RollingBack:
		return fmt.Errorf("there is nothing to go back to: version %s, from before the last upgrade, is installed", r.From.Version)
	case sum != r.From.Sum && sum != r.To.Sum:
		return fmt.Errorf("the last upgrade was to version %s, and another program was installed since; going back to version %s from "+
			"there is not possible, and nothing was changed", r.To.Version, r.From.Version)
	}
	return nil
}

// restoreOld brings the old program and, when the new one changed the schema, the database of before back. It may be repeated from any
// point: what is done already is left.
func (w *work) restoreOld(ctx context.Context, r *Record) error {
	if !r.Ran && w.Service.isUnit(ctx) { // it began since, with the machine
		r.Ran = true
		if err := w.store(r); err != nil {
			return err
		}
	}
	if r.Ran {
		if err := w.Service.stop(ctx); err != nil {
			return fmt.Errorf("stop the appliance: %w", err)
		}
	}
	w.failpoint()
	if err := w.owner.act(func() error { return w.restoreData(ctx, r) }); err != nil {
		return fmt.Errorf("bring the database of before back: %w", err)
	}
	sum, err := sumFile(w.program)
	if err == nil && sum != r.From.Sum {
		err = w.link(w.previous(), w.program)
	}
	if err != nil {
		return fmt.Errorf("bring the old program back: %w", err)
	}
	w.failpoint()
	if r.Ran {
		w.Say(fmt.Sprintf("Restarting with version %s.", r.From.Version))
		if err := w.Service.restart(ctx); err != nil {
			return fmt.Errorf("the old program is back, and does not begin; \"anbar upgrade\" without a name tries again: %w", err)
		}
	}
	r.Phase = RolledBack
	if err := w.store(r); err != nil {
		return err
	}
	if r.Ran {
		w.Say(fmt.Sprintf("Version %s is in use again.", r.From.Version))
	} else {
		w.Say(fmt.Sprintf("Version %s is installed again. The appliance does not run: start it, with systemd by \"systemctl start %s\".",
			r.From.Version, w.Service.Unit))
	}
	return nil
}

// restoreData brings the database to a state that the old program knows. Nobody else has it meanwhile.
func (w *work) restoreData(ctx context.Context, r *Record) error {
	release, err := w.lockData(ctx, lockWait)
	if err != nil {
		return err
	}
	return errors.Join(w.restoreHeld(ctx, r), release())
}

func (w *work) restoreHeld(ctx context.Context, r *Record) error {
	name := w.Storage.Database()
	schema, err := db.SchemaOfFile(ctx, name)
	if err != nil {
		return err
	}
	if schema == r.Schema {
		w.Say("The schema of the database is that of before: nothing of it is lost.")
		return nil
	}
	l, err := w.findLoss(ctx, r)
	if err != nil {
		return err
	}
	if err := w.reportLoss(ctx, l); err != nil {
		return err
	}
	return w.restoreDatabase(ctx, l.snapshot)
}

// findLoss finds the snapshot that the new program made before it migrated, and what was changed since.
func (w *work) findLoss(ctx context.Context, r *Record) (*loss, error) {
	name := w.Storage.Database()
	all, err := db.Snapshots(name)
	if err != nil {
		return nil, err
	}
	var l loss
	for _, s := range all {
		if db.SnapshotSchema(s) == r.Schema && !slices.Contains(r.Snapshots, filepath.Base(s)) {
			l.snapshot = s
			break // the first is of the moment of the swap; later ones are of a going back that was interrupted
		}
	}
	if l.snapshot == "" {
		return nil, fmt.Errorf("there is no snapshot of schema %d from the upgrade in %s; bring a copy of before back with \"anbar "+
			"restore --at\"", r.Schema, filepath.Join(w.Storage.Data, "snapshots"))
	}
	if err := db.SettleFile(ctx, name); err != nil {
		return nil, err
	}
	l.since, err = db.ListChangesSince(ctx, name, l.snapshot)
	return &l, err
}

// reportLoss says what goes and exports the files among it.
func (w *work) reportLoss(ctx context.Context, l *loss) error {
	if len(l.since.Counts) == 0 {
		w.Say("Nothing was changed since the upgrade: nothing is lost.")
		return nil
	}
	var words []string
	for _, c := range l.since.Counts {
		words = append(words, fmt.Sprintf("%d %s", c.Count, c.Kind))
	}
	w.Say("What was changed since the upgrade goes: " + strings.Join(words, ", ") + ".")
	if len(l.since.Files) == 0 {
		return nil
	}
	to, lost, err := w.exportSince(ctx, l)
	if err != nil {
		return fmt.Errorf("export the files that were changed since the upgrade: %w", err)
	}
	w.Say(fmt.Sprintf("%d files that were new or changed since are in %s, by their paths.", len(l.since.Files)-len(lost), to))
	for _, name := range lost {
		w.Say("LOST: the content of " + name + " is damaged or missing")
	}
	return nil
}

// restoreDatabase puts a snapshot in the place of the database, which is kept under another name.
func (w *work) restoreDatabase(ctx context.Context, snapshot string) error {
	name := w.Storage.Database()
	half := name + ".before"
	w.failpoint()
	if err := errors.Join(removeIfThere(half), removeIfThere(half+"-wal"), removeIfThere(half+"-shm")); err != nil { // of a call before
		return err
	}
	if err := disk.CopyFile(snapshot, half); err != nil {
		return err
	}
	w.failpoint()
	if err := errors.Join(db.MarkRestored(ctx, half), db.SettleFile(ctx, half)); err != nil {
		return err
	}
	kept := name + ".after-upgrade-" + time.Now().UTC().Format("20060102T150405")
	w.failpoint()
	if err := os.Link(name, kept); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	// Settled before: what is left of the log belongs to the database that goes.
	if err := errors.Join(removeIfThere(name+"-wal"), removeIfThere(name+"-shm"), removeIfThere(half+"-wal"),
		removeIfThere(half+"-shm")); err != nil {
		return err
	}
	// Before the rename: when this ends in between, nobody would come back to it, and the next upgrade would make no snapshot.
	if err := db.ForgetUnfinished(name); err != nil {
		return err
	}
	if err := w.rename(half, name); err != nil {
		return err
	}
	w.Say("The database is that of before the upgrade; the one of now is kept as " + kept + ".")
	return nil
}
