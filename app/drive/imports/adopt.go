package imports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/db"
)

// Adopt goes on with the import of a command, repeats it or begins it, below a way of directories that are made where they are
// missing. It returns the import with the first run of it that belongs to the command, and whether the source is known from
// before and has to be read again after that run.
func (s *Service) Adopt(ctx context.Context, who access.Actor, b *BeginRequest, way []names.Name) (*db.Import, bool, error) {
	fresh, err := s.newImport(who, b)
	if err != nil {
		return nil, false, err
	}
	imp, resumed := fresh, false
	err = s.DB.Update(ctx, func(tx *db.Tx) error {
		top, err := access.Dir(tx.ReadOnly(), who, b.Space, b.Directory, access.Create, access.FileSubject, access.Directory)
		if err != nil {
			return err
		}
		p := &placer{tx: tx, who: who, dirs: map[string]*access.Item{"": top}, placedPaths: map[string]string{}}
		dir, _, err := p.ensureDirectory(way)
		if err != nil {
			return err
		}
		begin := *b
		begin.Directory = dir.ID
		old, err := findSameImport(tx.ReadOnly(), fresh, dir.ID)
		switch {
		case err != nil:
			return err
		case old == nil:
			imp = fresh
			return s.insertImport(tx, who, &begin, imp)
		}
		imp = old
		if resumed = imp.State != db.ImportDone; !resumed {
			return s.rerun(tx, who, imp)
		}
		if imp.State == db.ImportFailed || imp.State == db.ImportPaused {
			err = errors.Join(requeueAllFailed(tx, imp), s.activate(tx, who, imp))
		}
		return errors.Join(err, tx.UpdateImport(imp))
	})
	if err != nil {
		return nil, false, err
	}
	s.startRun(imp.ID)
	return imp, resumed, nil
}

// findSameImport returns the newest import of the same source into the same directory that was not cancelled; nil without one.
func findSameImport(v *db.View, imp *db.Import, dir db.NodeID) (*db.Import, error) {
	all, err := v.ImportsOf(imp.Space, imp.User, limits.ImportsKept)
	for i := range all {
		o := &all[i]
		if o.Kind == imp.Kind && o.Node == dir && o.Origin == imp.Origin && o.State != db.ImportCancelled &&
			(o.OnDuplicate == imp.OnDuplicate || isActive(o)) {
			return o, err
		}
	}
	return nil, err
}

// rerun reads the source of an import that is done once more.
func (s *Service) rerun(tx *db.Tx, who access.Actor, imp *db.Import) error {
	return errors.Join(requeueAllFailed(tx, imp), resetListing(tx, imp), s.activate(tx, who, imp), tx.UpdateImport(imp))
}

// AdoptAgain reads the source of an import of a command once more.
func (s *Service) AdoptAgain(ctx context.Context, who access.Actor, id db.ImportID) error {
	return s.updateImport(ctx, who, id, true, func(tx *db.Tx, imp *db.Import) error {
		if imp.State != db.ImportDone {
			return fault.ImportRunning
		}
		return errors.Join(requeueAllFailed(tx, imp), resetListing(tx, imp), s.activate(tx, who, imp))
	})
}

// WalkOutcomes calls fn for what became of each item that the source told of in a run or later, in the order of keys.
func (s *Service) WalkOutcomes(ctx context.Context, id db.ImportID, run int, fn func(key []byte, o *Outcome) error) error {
	for after := []byte(nil); ; {
		var all []db.ImportItem
		if err := s.DB.View(ctx, func(v *db.View) (err error) { all, err = v.ImportItems(id, after, reportStep); return err }); err != nil {
			return err
		}
		for i := range all {
			if all[i].Run < run {
				continue
			}
			o := outcomeOf(&all[i])
			if err := fn(all[i].Key, &o); err != nil {
				return err
			}
		}
		if len(all) < reportStep {
			return nil
		}
		after = all[len(all)-1].Key
	}
}

// DecodeOrigin reads where an import reads from, as its kind wrote it.
func DecodeOrigin(imp *Import, into any) error {
	if err := json.Unmarshal([]byte(imp.Origin), into); err != nil {
		return fmt.Errorf("read where an import comes from: %w", err)
	}
	return nil
}
