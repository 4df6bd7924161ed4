package files

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/drive/activity"
	"anbar/db"
)

// bulkTransfer moves, copies or restores a selection of any size, in many short transactions. It decides about each item in the
// transaction that carries it, by the rules of resolve: what others do meanwhile counts.
type bulkTransfer struct {
	s       *Service
	who     access.Actor
	kind    transferKind
	sel     Selection
	to      Destination // of a restore only the space
	choices Choices
	report  *Progress

	picks       []pick
	next        int
	numbered    bool
	ways        map[db.NodeID]bool // all sources, and what they lie in
	claimed     map[claim]bool     // names that this operation gave
	staged      stagedCopies
	merges      []*directoryMerge  // that go on, the innermost last
	below       map[db.NodeID]bool // what came out of a merged directory; it may lie in another one now
	moved       Moved
	rows        int // that are done
	total       int // rows of a copy
	targetSpace *db.Space
	departed    []db.NodeID // trees that are on their way to another space
}

// directoryMerge is a directory whose contents go into another one.
type directoryMerge struct {
	source, into db.NodeID
	kind         db.Kind // of the children that come next
	after        db.NodeID
	page         []db.NodeID
	remaining    bool // something stays in it
}

var transferActions = map[transferKind]activity.Action{moving: activity.FileMove, copying: activity.FileCopy,
	restoring: activity.FileRestore}

// transferMany carries a selection. Nothing is done when something of it is refused, or when decisions are missing.
func (s *Service) transferMany(ctx context.Context, c *bulkTransfer) (Moved, db.UndoID, error) {
	c.s, c.ways, c.claimed, c.below = s, map[db.NodeID]bool{}, map[claim]bool{}, map[db.NodeID]bool{}
	var err error
	if c.picks, err = s.loadPicks(ctx, c.who, c.sel, c.kind == restoring); err != nil {
		return Moved{}, 0, err
	}
	c.report.SetTotal(len(c.picks))
	large, err := (&survey{bulkTransfer: c}).run(ctx)
	if err != nil {
		return Moved{}, 0, err
	}
	if c.kind == copying || c.isFar() {
		c.report.SetTotal(c.total)
	}
	if len(large) > 0 {
		if c.staged, err = s.copyAllHidden(ctx, c.who, large, c.targetSpace, func(n int) { c.rows = n; c.report.SetDone(n) }); err != nil {
			return Moved{}, 0, err
		}
	}
	j := s.newBatchRunner(c.who, c.to.Space, c.report)
	if c.kind == copying || c.isFar() {
		j.minItems = 1 // one of them may be a directory of many rows
	}
	var t *transfer
	err = j.run(ctx, func(tx *db.Tx) *operation {
		t = c.newTransfer(tx)
		t.back.id, t.back.part = j.id, j.parts
		return &t.back
	}, func(*db.Tx) (bool, error) { return c.transferNext(t) })
	err = errors.Join(err, s.finishRehomings(ctx, c.departed, func(n int) { c.rows += n; c.report.SetDone(min(c.rows, c.total)) }))
	return c.moved, j.undo, errors.Join(err, s.discardStaged(ctx, c.staged), j.finish(ctx))
}

// newTransfer is the work of one transaction.
func (c *bulkTransfer) newTransfer(tx *db.Tx) *transfer {
	c.report.SetDone(c.rows)
	t := &transfer{
		tx: tx, who: c.who, kind: c.kind, load: c.newLoader(tx.ReadOnly()), to: c.to.Space, ways: c.ways, staged: c.staged,
		progress: func(int) {},
	}
	t.back.Action = transferActions[c.kind]
	return t
}

// isFar reports whether all rows of what is moved change.
func (c *bulkTransfer) isFar() bool { return c.kind == moving && c.sel.Space != c.to.Space }

func (c *bulkTransfer) verb() access.Verb {
	switch c.kind {
	case copying:
		return access.Read
	case restoring:
		return access.Update
	}
	return access.Move
}

func (c *bulkTransfer) newLoader(v *db.View) loader {
	if c.kind == restoring {
		return func(id db.NodeID) (*access.Item, error) {
			return access.TrashedNode(v, c.who, c.sel.Space, id, access.Update)
		}
	}
	return livingLoader(v, c.who, c.sel.Space, c.verb())
}

// transferNext does the next thing, and reports whether there is more to do.
func (c *bulkTransfer) transferNext(t *transfer) (bool, error) {
	if n := len(c.merges); n > 0 {
		err := c.advanceMerge(t, c.merges[n-1])
		return len(c.merges) > 0 || c.next < len(c.picks), err
	}
	p := c.picks[c.next]
	c.next++
	err := c.transferItem(t, p.id, 0)
	return len(c.merges) > 0 || c.next < len(c.picks), withItem(err, p.id, p.kind)
}

// transferItem carries one item: into a directory, or to where the selection goes.
func (c *bulkTransfer) transferItem(t *transfer, id, into db.NodeID) error {
	src, err := t.load(id)
	if isGone(err) { // it came along with a directory, or somebody else deleted it
		return checkMembership(t.tx.ReadOnly(), c.who, c.sel.Space)
	}
	if err != nil {
		return err
	}
	below := into != 0
	if !below {
		if into, err = c.findTarget(t, src); err != nil {
			return err
		}
	}
	dst, err := t.loadDirectory(into)
	if err != nil {
		return err
	}
	if err := c.kind.checkTarget(src, dst); err != nil {
		return err
	}
	r := &resolver{treeReader: dbTree{t.tx.ReadOnly()}, choices: c.choices, numbered: c.numbered, shallow: true, claimed: c.claimed}
	if _, err := r.planSource(&r.plan.steps, src.Node, into, below); err != nil {
		return err
	}
	if len(r.plan.undecided) > 0 {
		return t.undecidedFault(t.tx.ReadOnly(), r.plan.undecided)
	}
	c.rows += c.rowCount(src, below)
	if c.moved.Skipped += r.plan.skipped; r.plan.skipped > 0 {
		c.markRemaining()
		return nil
	}
	return c.executeStep(t, r.plan.steps[0], src, dst, below)
}

// rowCount is how much of the work an item is: of a copy, and of a move to another space, all its rows, unless they were made before
// or come one by one.
func (c *bulkTransfer) rowCount(src *access.Item, below bool) int {
	switch {
	case c.isFar() && !below && !isLarge(src):
		return int(src.Files+src.Directories) + 1
	case c.isFar():
		return 0
	case c.kind == copying && c.staged[src.ID] == 0:
		return int(src.Files+src.Directories) + 1
	case c.kind == copying || below:
		return 0
	}
	return 1
}

// markRemaining notes that something stays in the directory that is being merged.
func (c *bulkTransfer) markRemaining() {
	if n := len(c.merges); n > 0 {
		c.merges[n-1].remaining = true
	}
}

// findTarget is the directory that an item of the selection goes to.
func (c *bulkTransfer) findTarget(t *transfer, src *access.Item) (db.NodeID, error) {
	if c.kind != restoring {
		return c.to.Directory, nil
	}
	return t.findHome(src)
}

// executeStep executes the step for an item.
func (c *bulkTransfer) executeStep(t *transfer, s step, src, dst *access.Item, below bool) error {
	if err := t.authorizeStep(s.kind, src, dst, !below); err != nil {
		return err
	}
	if !below {
		c.moved.countItem(src.Kind)
	}
	if s.kind == stepMerge {
		there, err := t.beginMerge(s, src, dst)
		if err != nil {
			return err
		}
		c.merges = append(c.merges, &directoryMerge{source: src.ID, into: there.ID})
		return nil
	}
	err := t.placeItem(s, src, dst, !below)
	c.departed, t.back.departed = append(c.departed, t.back.departed...), nil
	return err
}

const mergeBatch = 100 // children of a directory that one query reads

// advanceMerge carries the next child of a directory that is merged, or ends the merge.
func (c *bulkTransfer) advanceMerge(t *transfer, m *directoryMerge) error {
	if len(m.page) == 0 {
		var err error
		if m.page, err = t.tx.ChildIDs(m.source, m.kind, m.after, mergeBatch); err != nil {
			return err
		}
	}
	switch {
	case len(m.page) > 0:
		id := m.page[0]
		m.page, m.after = m.page[1:], id
		if c.below[id] {
			return nil
		}
		c.below[id] = true
		return withItem(c.transferItem(t, id, m.into), id, m.kind)
	case m.kind == db.Directory:
		m.kind, m.after = db.File, 0
		return nil
	}
	c.merges = c.merges[:len(c.merges)-1]
	if m.remaining {
		c.markRemaining()
	}
	if m.remaining || c.kind == copying {
		return nil
	}
	err := t.removeEmptySource(m.source)
	if isGone(err) { // somebody else deleted it
		err = nil
	}
	return err
}

// findHome is the directory that a trashed item belongs to; it is looked for once, as long as no directory moves.
func (t *transfer) findHome(it *access.Item) (db.NodeID, error) {
	from := it.TrashedFrom
	if from == 0 { // from inside a trashed directory
		from = it.Parent
	}
	if dir := t.dirs[from]; dir != nil {
		return dir.ID, nil
	}
	dir, err := loadHomeDirectory(t.tx, t.who, it)
	if err != nil {
		return 0, err
	}
	return dir.ID, nil
}

// countItem counts an item that came to its new place.
func (m *Moved) countItem(kind db.Kind) {
	if kind == db.File {
		m.Files++
	} else {
		m.Directories++
	}
}
