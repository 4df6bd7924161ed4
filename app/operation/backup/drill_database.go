package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"anbar/app/base/progress"
	"anbar/db"
	"anbar/db/replica"
)

// copyAndChoose brings the target up to date, so that the row of this rehearsal is in the database there, and chooses what a
// restore would bring back. The lists of the target are checked before, as a copy writes them anew.
func (d *drill) copyAndChoose(ctx context.Context) error {
	if err := d.checkOwnership(ctx); err != nil {
		return err
	}
	wrong, err := d.c.verifyLists(ctx)
	if err != nil {
		return err
	}
	keys, err := d.findWrongKeys(ctx)
	if err != nil {
		return err
	}
	if err := d.copy(ctx); err != nil {
		return err
	}
	if len(wrong) > 0 {
		again, err := d.c.verifyLists(ctx)
		if err != nil {
			return err
		}
		d.add(Flaw{Kind: FoundLists, Key: wrong[0], Healed: len(again) == 0})
	}
	if keys {
		again, err := d.findWrongKeys(ctx)
		if err != nil {
			return err
		}
		d.add(Flaw{Kind: FoundKeys, Key: d.c.grant.claim.folder() + secretsName, Healed: !again})
	}
	return d.chooseSource(ctx)
}

// findWrongKeys reports whether the target has other keys of the appliance than it, or none, and has them sent by the next copy.
func (d *drill) findWrongKeys(ctx context.Context) (bool, error) {
	d.c.mu.Lock()
	sent := d.c.secrets
	d.c.mu.Unlock()
	here, err := os.ReadFile(d.c.owner.secrets)
	if err != nil {
		return false, err
	}
	there, err := d.c.hasKeys(ctx, here)
	if err != nil {
		return false, err
	}
	if sent == nil || there {
		return false, nil // nothing was sent since the start: the next copy looks at it
	}
	d.c.mu.Lock()
	defer d.c.mu.Unlock()
	d.c.secrets = nil
	return true, nil
}

func (d *drill) checkOwnership(ctx context.Context) error {
	return d.c.owner.checkOwnership(ctx, &d.c.grant.claim, d.c.grant.record.Copy)
}

// copy brings the target up to date, as a round does.
func (d *drill) copy(ctx context.Context) error {
	r, err := d.c.Copy(ctx, d.k.syncDatabase)
	d.k.recordCopy(ctx, d.c, r, errors.Join(err, d.c.sender.lastError()))
	return err
}

func (d *drill) chooseSource(ctx context.Context) error {
	s, err := chooseSource(ctx, d.k.target, RestoreOptions{Epoch: d.c.grant.claim.Epoch, Log: d.k.o.Log})
	if err != nil {
		return errors.Join(d.checkOwnership(ctx), err)
	}
	for _, key := range s.harmed {
		d.add(Flaw{Kind: FoundLists, Key: key})
	}
	d.source, d.row.Moment = s, s.at
	return nil
}

// restoreAside restores the database into scratch and looks whether it is right and new. Where it does not come back, a whole copy is
// made and restored.
func (d *drill) restoreAside(ctx context.Context) error {
	enough, err := d.checkRoom()
	if err != nil {
		d.add(Flaw{Kind: FoundRoom, Words: err.Error()}) // of this disk, not of the target
	}
	if err != nil || !enough {
		return nil
	}
	err = d.restoreDatabase(ctx)
	if err == nil {
		return d.checkDatabase(ctx)
	}
	if gone := d.checkOwnership(ctx); gone != nil || ctx.Err() != nil {
		return errors.Join(gone, ctx.Err())
	}
	f := Flaw{Kind: FoundDatabase, Words: err.Error()}
	if failed := d.copyWhole(ctx); failed != nil {
		f.Words += "; a whole copy failed: " + failed.Error()
		d.add(f)
		return d.checkOwnership(ctx)
	}
	if err := d.restoreDatabase(ctx); err != nil {
		f.Words += "; after a whole copy: " + err.Error()
		d.add(f)
		return d.checkOwnership(ctx)
	}
	before := len(d.findings) + d.more
	err = d.checkDatabase(ctx)
	f.Healed = err == nil && len(d.findings)+d.more == before
	d.add(f)
	return err
}

// copyWhole makes a whole copy of the database at the target, and moves the watermark behind it.
func (d *drill) copyWhole(ctx context.Context) error {
	if err := d.k.loadFollower().CopyWhole(ctx); err != nil {
		return err
	}
	d.c.requestFullScan()
	if err := d.copy(ctx); err != nil {
		return err
	}
	return d.chooseSource(ctx)
}

const scratchRoom = 32 << 20 // beside the database: its log, and what SQLite writes aside

// checkRoom looks whether the database has room in scratch. Whatever is there is removed first.
func (d *drill) checkRoom() (bool, error) {
	if err := os.RemoveAll(d.o.Scratch); err != nil {
		return false, err
	}
	need := int64(scratchRoom)
	for _, name := range []string{d.k.o.Database, d.k.o.Database + "-wal"} {
		info, err := os.Stat(name)
		if err == nil {
			need += info.Size()
		} else if !errors.Is(err, os.ErrNotExist) {
			return false, err
		}
	}
	free, err := d.o.Free()
	if err != nil {
		return false, err
	}
	if free < need {
		d.add(Flaw{Kind: FoundRoom, Words: fmt.Sprintf("restoring the database beside the one in use needs %s, and %s may be written",
			progress.FormatBytes(need), progress.FormatBytes(free))})
		return false, nil
	}
	return true, os.MkdirAll(d.o.Scratch, 0o700)
}

// restoreDatabase lays the database down in scratch and opens it there.
func (d *drill) restoreDatabase(ctx context.Context) error {
	dir, err := os.MkdirTemp(d.o.Scratch, "")
	if err != nil {
		return err
	}
	name := filepath.Join(dir, "anbar.db")
	from := d.k.target.Replica(d.source.claim.folder() + databaseAt)
	if err := replica.Restore(ctx, from, d.source.end, name, d.k.o.Log); err != nil {
		return errors.Join(err, os.RemoveAll(dir)) // the next one needs the room
	}
	d.restored = name
	d.scratch, err = db.Open(ctx, name)
	return err
}

// checkDatabase looks whether the database that came back is whole, right and new.
func (d *drill) checkDatabase(ctx context.Context) error {
	problems, err := db.Get(ctx, d.scratch, func(v *db.View) (all []string, err error) {
		structure, err := v.CheckStructure()
		if err != nil {
			return nil, err
		}
		rows, err := v.Check()
		return append(structure.Problems, rows.Problems...), err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil { // SQLite refuses what is too damaged to be read
		problems = append(problems, err.Error())
	}
	for _, p := range problems {
		d.add(Flaw{Kind: FoundProblem, Words: p})
	}
	row, err := db.Get(ctx, d.scratch, func(v *db.View) (*db.Drill, error) { return v.DrillByID(d.row.ID) })
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, db.ErrNotFound), err == nil && row.Began.UnixMilli() != d.row.Began.UnixMilli():
		d.add(Flaw{Kind: FoundOld, Words: "a change that was copied a moment before is not in it"})
	case err != nil:
		d.add(Flaw{Kind: FoundProblem, Words: err.Error()})
		return nil
	}
	return d.compareFolder(ctx)
}
