package files

import (
	"context"
	"errors"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/db"
)

// ResumeRehomings brings all trees to their places that an ended process, or a failure, left on their way.
func (s *Service) ResumeRehomings(ctx context.Context) error {
	all, err := db.Get(ctx, s.db, (*db.View).Rehomings)
	for _, top := range all {
		if s.moving.contains(top) {
			continue
		}
		var f *fault.Fault
		if one := s.finishRehoming(ctx, top, func(int) {}); !errors.As(one, &f) { // its mover reads in the timeline that it went back
			err = errors.Join(err, one)
		}
	}
	return err
}

// finishRehomings brings trees to their places. It calls progress with the number of rows that it moved.
func (s *Service) finishRehomings(ctx context.Context, tops []db.NodeID, progress func(rows int)) error {
	var all error
	for _, top := range tops {
		all = errors.Join(all, s.finishRehoming(ctx, top, progress))
	}
	return all
}

// finishRehoming brings one tree to its place. A tree whose older versions do not fit into its new space goes back, and the
// fault says why.
func (s *Service) finishRehoming(ctx context.Context, top db.NodeID, progress func(rows int)) error {
	s.moving.add(top, 1)
	defer s.moving.add(top, -1)
	refused := s.reserveRehoming(ctx, top)
	var f *fault.Fault
	if refused != nil && !errors.As(refused, &f) {
		return refused
	}
	for {
		over, err := s.advanceRehoming(ctx, top, progress)
		if err != nil {
			return err
		}
		if over {
			return refused
		}
	}
}

// movingTrees counts who brings a tree to its place: the job leaves to tasks what they do themselves.
type movingTrees struct {
	mu  sync.Mutex
	all map[db.NodeID]int
}

func (h *movingTrees) add(top db.NodeID, more int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all[top] += more; h.all[top] == 0 {
		delete(h.all, top)
	}
}

func (h *movingTrees) contains(top db.NodeID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.all[top] > 0
}

// reserveRehoming reserves room for all versions of a tree.
func (s *Service) reserveRehoming(ctx context.Context, top db.NodeID) error {
	var bytes int64
	var counted bool
	err := s.db.View(ctx, func(v *db.View) error {
		r, err := v.RehomingOf(top)
		if counted = err != nil || r.Counted; counted {
			return ignoreMissing(err)
		}
		bytes, err = v.BytesBelow(top)
		return err
	})
	if err != nil || counted {
		return err
	}
	err = s.db.Step(ctx, func(tx *db.Tx) error {
		r, err := tx.RehomingOf(top)
		if err != nil || r.Counted {
			return ignoreMissing(err)
		}
		if err := reserveMore(tx, r, bytes-r.Bytes); err != nil {
			return err
		}
		return tx.UpdateRehomingBytes(top, bytes)
	})
	var f *fault.Fault
	if !errors.As(err, &f) {
		return err
	}
	if failed := s.db.Update(ctx, func(tx *db.Tx) error { return rejectRehoming(tx, top) }); failed != nil {
		return failed
	}
	return err
}

func ignoreMissing(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return err
}

// reserveMore changes how much of its new space a tree is given before it is there. A space that was deleted meanwhile takes it.
func reserveMore(tx *db.Tx, r *db.Rehoming, more int64) error {
	to, err := tx.LivingSpace(r.To.Space)
	if more <= 0 || errors.Is(err, db.ErrNotFound) {
		return quota.Release(tx, r.To.Space, -more)
	}
	if err != nil {
		return err
	}
	return quota.Reserve(tx, to, more)
}

// rehomingBatch is how many nodes of a tree are listed at once.
const rehomingBatch = 50_000

// advanceRehoming moves rows of a tree, or places it when none is left. It reports whether it is placed.
func (s *Service) advanceRehoming(ctx context.Context, top db.NodeID, progress func(rows int)) (over bool, err error) {
	var r *db.Rehoming
	var ids []db.NodeID
	err = s.db.View(ctx, func(v *db.View) (err error) {
		if r, err = v.RehomingOf(top); err == nil {
			ids, err = v.NodesElsewhere(top, r.To.Space, rehomingBatch)
		}
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if len(ids) == 0 {
		err = s.db.Step(ctx, func(tx *db.Tx) error { return settleRehoming(tx, r) })
		return false, err
	}
	for len(ids) > 0 {
		var n int
		err := s.db.Step(ctx, func(tx *db.Tx) (err error) {
			n, err = s.moveRows(tx, r, ids)
			return err
		})
		if err != nil || n < 0 {
			return false, err
		}
		progress(n)
		ids = ids[n:]
	}
	return false, nil
}

// rehomedAtOnce is how many rows are moved before the clock is read.
const rehomedAtOnce = 50

// versionsAtOnce is how many versions are moved to another space at once: a file may have any number.
const versionsAtOnce = 500

// moveRows moves the first of the nodes to the space that they go to, as many as there is time for. It returns how many these
// are, and -1 when the tree was turned.
func (s *Service) moveRows(tx *db.Tx, r *db.Rehoming, ids []db.NodeID) (n int, err error) {
	now, err := tx.RehomingOf(r.Node)
	if errors.Is(err, db.ErrNotFound) || err == nil && now.To != r.To {
		return -1, nil
	}
	if err != nil {
		return 0, err
	}
	for began := time.Now(); n == 0 || n < len(ids) && time.Since(began) < s.maxDuration; {
		some := ids[n:min(len(ids), n+s.rowsPerCheck)]
		bytes, done, err := tx.UpdateNodesSpace(some, r.To.Space, versionsAtOnce)
		if err == nil {
			err = countMovedBytes(tx, r, bytes)
		}
		if err != nil {
			return 0, err
		}
		if !done {
			break
		}
		n += len(some)
	}
	return n, nil
}

// countMovedBytes counts bytes that came to the new space of a tree: they were reserved there.
func countMovedBytes(tx *db.Tx, r *db.Rehoming, bytes int64) error {
	if bytes == 0 {
		return nil
	}
	if err := quota.Release(tx, r.From.Space, bytes); err != nil {
		return err
	}
	return tx.UpdateRehomingMoved(r.Node, bytes)
}

// settleRehoming places a tree all of which is in the space it goes to, except its top.
func settleRehoming(tx *db.Tx, r *db.Rehoming) error {
	now, err := tx.RehomingOf(r.Node)
	if errors.Is(err, db.ErrNotFound) || err == nil && now.To != r.To {
		return nil
	}
	if err != nil {
		return err
	}
	n, err := tx.MovingTop(r.Node)
	if err != nil {
		return err
	}
	if err := placeTop(tx, now, n); err != nil {
		return err
	}
	if _, _, err := tx.UpdateNodesSpace([]db.NodeID{n.ID}, r.To.Space, versionsAtOnce); err != nil {
		return err
	}
	if err := quota.Release(tx, r.To.Space, now.Bytes-now.Moved); err != nil {
		return err
	}
	return tx.DeleteRehoming(n.ID)
}

// placeTop puts the top of a tree where it goes. When the directory is not there any more, it goes into the trash; when that is not
// there either, all that it belonged to was deleted forever.
func placeTop(tx *db.Tx, r *db.Rehoming, n *db.Node) error {
	there, err := directoryExists(tx.ReadOnly(), r.To.Space, r.To.Directory)
	if err != nil {
		return err
	}
	name, err := findFreeName(tx, r.To.Directory, r.To.Name)
	if errors.Is(err, fault.DuplicateField) { // all numbers are taken, too
		there, err = false, nil
	}
	if err != nil {
		return err
	}
	if there {
		change, err := tx.UpdateNodePlace(n, placementOf(r.To.Directory, name, n.Kind))
		if err != nil {
			return err
		}
		return editStep(tx, r, func(all []undoStep, i int) []undoStep { all[i].Change = change; return all })
	}
	if there, err = directoryExists(tx.ReadOnly(), r.To.Space, r.To.Bin); err != nil {
		return err
	}
	if !there {
		_, err := tx.UpdateNodeGone(n, db.GoneRoot)
		return err
	}
	return tx.UpdateNodeRetrashed(n, placementOf(r.To.Bin, names.Of(r.To.Name), n.Kind), r.To.Directory, tx.Now, r.User)
}

// directoryExists reports whether a directory is in a space, outside or inside a trash.
func directoryExists(v *db.View, space db.SpaceID, dir db.NodeID) (bool, error) {
	in, root, err := v.TreeOf(dir)
	if errors.Is(err, db.ErrNotFound) || err == nil && in != space {
		return false, nil
	}
	return err == nil && access.IsRoot(root), err
}
