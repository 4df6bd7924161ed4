package files

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/db"
)

// stagedCopies are the copies of large directories that were made out of sight, in many
// short transactions, before the one that shows them. So no copy holds the one
// writer for long.
type stagedCopies map[db.NodeID]db.NodeID // copies by their originals

// stageCopies copies the large directories that a copy will need. It may find out that
// there is nothing to do, or that something is refused: the transaction that
// follows says so.
func (s *Service) stageCopies(ctx context.Context, who access.Actor, sel Selection, to Destination, c Choices,
	progress func(done int)) (stagedCopies, error) {
	var large []*db.Node
	var into *access.Item
	err := s.db.View(ctx, func(v *db.View) (err error) {
		into, large, err = findLargeCopies(v, who, sel, to, c)
		return err
	})
	var refused *fault.Fault
	if errors.As(err, &refused) || err == nil && len(large) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.copyAllHidden(ctx, who, large, into.Space, progress)
}

func (s *Service) copyAllHidden(ctx context.Context, who access.Actor, all []*db.Node, to *db.Space,
	progress func(done int)) (stagedCopies, error) {
	made, done := stagedCopies{}, 0
	for _, n := range all {
		id, err := s.copyHidden(ctx, who, n, to, func(rows int) { done += rows; progress(done) })
		if id != 0 {
			made[n.ID] = id
		}
		if err != nil {
			return nil, errors.Join(err, s.discardStaged(ctx, made))
		}
	}
	return made, nil
}

// findLargeCopies plans the copy and returns the directories that it puts somewhere and
// that are too large for one transaction, as far as the actor may do so.
func findLargeCopies(v *db.View, who access.Actor, sel Selection, to Destination, c Choices) (*access.Item, []*db.Node, error) {
	items, err := sel.Load(livingLoader(v, who, sel.Space, access.Read))
	if err != nil {
		return nil, nil, err
	}
	into, err := access.Dir(v, who, to.Space, to.Directory, access.Read)
	if err != nil {
		return nil, nil, err
	}
	sources, same, nodes, bytes := make([]*db.Node, len(items)), true, int64(0), int64(0)
	for i, it := range items {
		if err := into.CheckAccepts(it.Kind, nil); err != nil {
			return nil, nil, err
		}
		if !it.CanReadFiles() {
			return nil, nil, fault.PermissionDenied
		}
		sources[i], same = it.Node, same && it.Parent == into.ID
		nodes, bytes = nodes+it.Files+it.Directories+1, bytes+it.Size
	}
	if err := errors.Join(quota.Check(into.Space, bytes), quota.CheckNodes(v, into.Space, nodes)); err != nil {
		return nil, nil, err
	}
	p, err := planSteps(dbTree{v}, sources, into.ID, c, same)
	if err != nil || len(p.undecided) > 0 {
		return nil, nil, errors.Join(err, fault.DuplicateField)
	}
	return into, appendLarge(nil, p.steps), nil
}

func appendLarge(all []*db.Node, steps []step) []*db.Node {
	for _, s := range steps {
		if s.kind == stepMerge {
			all = appendLarge(all, s.below)
		} else if s.source.Kind == db.Directory && s.source.Files+s.source.Directories > limits.RowsByOne {
			all = append(all, s.source)
		}
	}
	return all
}

// copyHidden copies a tree, as of one moment, to a hidden place. The copy is 0 when none
// was begun.
func (s *Service) copyHidden(ctx context.Context, who access.Actor, top *db.Node, space *db.Space,
	progress func(rows int)) (made db.NodeID, err error) {
	c := copier{s: s, who: who, space: space, ids: map[db.NodeID]db.NodeID{}, progress: progress}
	err = s.db.View(ctx, func(v *db.View) error {
		has, err := v.ExtrasOf(space.ID)
		if err != nil {
			return err
		}
		c.tagged = has.Fields && top.Space == space.ID
		for n, err := range v.Tree(top.ID) {
			if err != nil {
				return err
			}
			if c.rows = append(c.rows, db.Copy{Node: n, Of: n.ID}); len(c.rows) == limits.RowsAtOnce {
				if err := c.writeRows(ctx); err != nil {
					return err
				}
			}
		}
		return c.writeRows(ctx)
	})
	return c.ids[top.ID], err
}

// copier writes a copy, some rows at a time.
type copier struct {
	s        *Service
	who      access.Actor
	space    *db.Space
	tagged   bool
	rows     []db.Copy
	ids      map[db.NodeID]db.NodeID // of the copies of directories
	progress func(rows int)
}

// placeStaged puts a copy that was made out of sight into its place. It returns the copy and the change that it carries.
func (t *transfer) placeStaged(id db.NodeID, dst *access.Item, n names.Name) (*db.Node, int64, error) {
	hidden, err := t.tx.StagedCopy(id)
	if err != nil {
		return nil, 0, err
	}
	change, err := t.tx.UpdateNodePlace(hidden, placementOf(dst.ID, n, hidden.Kind))
	made := *hidden
	made.Parent, made.Root, made.Name = dst.ID, "", n.Text
	return &made, change, toDuplicateFault(err)
}

func (c *copier) writeRows(ctx context.Context) error {
	if len(c.rows) == 0 {
		return nil
	}
	err := c.s.db.Step(ctx, func(tx *db.Tx) error {
		bytes := c.assignIDs()
		now, err := tx.LivingSpace(c.space.ID)
		if errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID // the space was deleted
		}
		if err != nil {
			return err
		}
		if err := quota.CheckNodes(tx.ReadOnly(), now, int64(len(c.rows))); err != nil {
			return err
		}
		if err := quota.Reserve(tx, now, bytes); err != nil {
			return err
		}
		return tx.InsertCopies(c.rows, c.space.ID, c.who.User, c.tagged)
	})
	c.progress(len(c.rows))
	c.rows = c.rows[:0]
	return err
}

// assignIDs gives the rows ids and returns the size of their contents. It runs inside the transaction: readers that ask for
// changes since their last look rely on ids that grow in the order of commits.
func (c *copier) assignIDs() (bytes int64) {
	id, version := db.NewIDs(len(c.rows)), db.NewIDs(len(c.rows))
	for i := range c.rows {
		r := &c.rows[i]
		r.ID, r.Version, r.Parent = db.NodeID(id+int64(i)), 0, c.ids[r.Parent]
		if r.Kind == db.Directory {
			c.ids[r.Of] = r.ID
			continue
		}
		r.Version = db.VersionID(version + int64(i))
		bytes += r.Size
	}
	return bytes
}

// discardStaged leaves copies to be removed, but those that are shown by now.
func (s *Service) discardStaged(ctx context.Context, all stagedCopies) error {
	if len(all) == 0 {
		return nil
	}
	return s.db.Update(context.WithoutCancel(ctx), func(tx *db.Tx) error {
		for _, id := range all {
			if err := tx.UpdateCopyGone(id); err != nil {
				return err
			}
		}
		return nil
	})
}

// Recover leaves the copies to be removed that were being made when the process ended. The time begins in which what
// operations had done by then can be undone.
func Recover(ctx context.Context, d *db.DB) error {
	return d.Update(ctx, func(tx *db.Tx) error { return errors.Join(tx.UpdateCopyGone(0), tx.UpdateUndosEnded()) })
}
