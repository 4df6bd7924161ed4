package files

import (
	"context"
	"errors"

	"anbar/app/access"
	"anbar/app/activity"
	"anbar/db"
)

// carrier moves, copies or restores a selection of any size, in many short transactions. It decides about each item in the
// transaction that carries it, by the rules of resolve: what others do meanwhile counts.
type carrier struct {
	s       *Service
	who     access.Actor
	way     way
	sel     Selection
	to      Destination // of a restore only the space
	choices Choices
	report  *Report

	picks    []pick
	next     int
	numbered bool
	ways     map[db.NodeID]bool // all sources, and what they lie in
	claimed  map[claim]bool     // names that this operation gave
	staged   staged
	merges   []*merging         // that go on, the innermost last
	below    map[db.NodeID]bool // what came out of a merged directory; it may lie in another one now
	moved    Moved
	rows     int // that are done
	total    int // rows of a copy
	room     *db.Space
	departed []db.NodeID // trees that are on their way to another space
}

// merging is a directory whose contents go into another one.
type merging struct {
	source, into db.NodeID
	kind         db.Kind // of the children that come next
	after        db.NodeID
	page         []db.NodeID
	left         bool // something stays in it
}

var doneBy = map[way]activity.Action{moving: activity.FileMove, copying: activity.FileCopy, restoring: activity.FileRestore}

// carryMany carries a selection. Nothing is done when something of it is refused, or when decisions are missing.
func (s *Service) carryMany(ctx context.Context, c *carrier) (Moved, db.UndoID, error) {
	c.s, c.ways, c.claimed, c.below = s, map[db.NodeID]bool{}, map[claim]bool{}, map[db.NodeID]bool{}
	var err error
	if c.picks, err = s.selected(ctx, c.who, c.sel, c.way == restoring); err != nil {
		return Moved{}, 0, err
	}
	c.report.Total(len(c.picks))
	large, err := (&survey{carrier: c}).run(ctx)
	if err != nil {
		return Moved{}, 0, err
	}
	if c.way == copying || c.isFar() {
		c.report.Total(c.total)
	}
	if len(large) > 0 {
		if c.staged, err = s.copyAllHidden(ctx, c.who, large, c.room, func(n int) { c.rows = n; c.report.Done(n) }); err != nil {
			return Moved{}, 0, err
		}
	}
	j := s.journey(c.who, c.to.Space, c.report)
	if c.way == copying || c.isFar() {
		j.least = 1 // one of them may be a directory of many rows
	}
	var t *transfer
	err = j.run(ctx, func(tx *db.Tx) *operation {
		t = c.transfer(tx)
		t.back.id, t.back.part = j.id, j.parts
		return &t.back
	}, func(*db.Tx) (bool, error) { return c.one(t) })
	err = errors.Join(err, s.finishRehomings(ctx, c.departed, func(n int) { c.rows += n; c.report.Done(min(c.rows, c.total)) }))
	return c.moved, j.undo, errors.Join(err, s.giveUp(ctx, c.staged), j.end(ctx))
}

// transfer is the work of one transaction.
func (c *carrier) transfer(tx *db.Tx) *transfer {
	c.report.Done(c.rows)
	t := &transfer{
		tx: tx, who: c.who, way: c.way, load: c.loader(tx.ReadOnly()), to: c.to.Space, ways: c.ways, staged: c.staged,
		progress: func(int) {},
	}
	t.back.Action = doneBy[c.way]
	return t
}

// isFar reports whether all rows of what is moved change.
func (c *carrier) isFar() bool { return c.way == moving && c.sel.Space != c.to.Space }

func (c *carrier) verb() access.Verb {
	switch c.way {
	case copying:
		return access.Read
	case restoring:
		return access.Update
	}
	return access.Move
}

func (c *carrier) loader(v *db.View) loader {
	if c.way == restoring {
		return func(id db.NodeID) (*access.Item, error) {
			return access.Trashed(v, c.who, c.sel.Space, id, access.Update)
		}
	}
	return living(v, c.who, c.sel.Space, c.verb())
}

// one does the next thing, and reports whether there is more to do.
func (c *carrier) one(t *transfer) (bool, error) {
	if n := len(c.merges); n > 0 {
		err := c.goOn(t, c.merges[n-1])
		return len(c.merges) > 0 || c.next < len(c.picks), err
	}
	p := c.picks[c.next]
	c.next++
	err := c.carry(t, p.id, 0)
	return len(c.merges) > 0 || c.next < len(c.picks), about(err, p.id, p.kind)
}

// carry carries one item: into a directory, or to where the selection goes.
func (c *carrier) carry(t *transfer, id, into db.NodeID) error {
	src, err := t.load(id)
	if isGone(err) { // it came along with a directory, or somebody else deleted it
		return stillIn(t.tx.ReadOnly(), c.who, c.sel.Space)
	}
	if err != nil {
		return err
	}
	below := into != 0
	if !below {
		if into, err = c.goal(t, src); err != nil {
			return err
		}
	}
	dst, err := t.dir(into)
	if err != nil {
		return err
	}
	if err := c.way.goes(src, dst); err != nil {
		return err
	}
	r := &resolver{lookup: shelf{t.tx.ReadOnly()}, choices: c.choices, numbered: c.numbered, shallow: true, claimed: c.claimed}
	if _, err := r.one(&r.plan.steps, src.Node, into, below); err != nil {
		return err
	}
	if len(r.plan.undecided) > 0 {
		return t.ask(t.tx.ReadOnly(), r.plan.undecided)
	}
	c.rows += c.size(src, below)
	if c.moved.Skipped += r.plan.skipped; r.plan.skipped > 0 {
		c.leave()
		return nil
	}
	return c.take(t, r.plan.steps[0], src, dst, below)
}

// size is how much of the work an item is: of a copy, and of a move to another space, all its rows, unless they were made before
// or come one by one.
func (c *carrier) size(src *access.Item, below bool) int {
	switch {
	case c.isFar() && !below && !isLarge(src):
		return int(src.Files+src.Directories) + 1
	case c.isFar():
		return 0
	case c.way == copying && c.staged[src.ID] == 0:
		return int(src.Files+src.Directories) + 1
	case c.way == copying || below:
		return 0
	}
	return 1
}

// leave notes that something stays in the directory that is being merged.
func (c *carrier) leave() {
	if n := len(c.merges); n > 0 {
		c.merges[n-1].left = true
	}
}

// goal is the directory that an item of the selection goes to.
func (c *carrier) goal(t *transfer, src *access.Item) (db.NodeID, error) {
	if c.way != restoring {
		return c.to.Directory, nil
	}
	return t.home(src)
}

// take executes the step for an item.
func (c *carrier) take(t *transfer, s step, src, dst *access.Item, below bool) error {
	if err := t.mayNow(s.kind, src, dst, !below); err != nil {
		return err
	}
	if !below {
		c.moved.count(src.Kind)
	}
	if s.kind == merge {
		there, err := t.into(s, src, dst)
		if err != nil {
			return err
		}
		c.merges = append(c.merges, &merging{source: src.ID, into: there.ID})
		return nil
	}
	err := t.put(s, src, dst, !below)
	c.departed, t.back.departed = append(c.departed, t.back.departed...), nil
	return err
}

const mergedAtOnce = 100 // children of a directory that one query reads

// goOn carries the next child of a directory that is merged, or ends the merge.
func (c *carrier) goOn(t *transfer, m *merging) error {
	if len(m.page) == 0 {
		var err error
		if m.page, err = t.tx.ChildIDs(m.source, m.kind, m.after, mergedAtOnce); err != nil {
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
		return about(c.carry(t, id, m.into), id, m.kind)
	case m.kind == db.Directory:
		m.kind, m.after = db.File, 0
		return nil
	}
	c.merges = c.merges[:len(c.merges)-1]
	if m.left {
		c.leave()
	}
	if m.left || c.way == copying {
		return nil
	}
	err := t.emptied(m.source)
	if isGone(err) { // somebody else deleted it
		err = nil
	}
	return err
}

// home is the directory that a trashed item belongs to; it is looked for once, as long as no directory moves.
func (t *transfer) home(it *access.Item) (db.NodeID, error) {
	from := it.TrashedFrom
	if from == 0 { // from inside a trashed directory
		from = it.Parent
	}
	if dir := t.dirs[from]; dir != nil {
		return dir.ID, nil
	}
	dir, err := home(t.tx, t.who, it)
	if err != nil {
		return 0, err
	}
	return dir.ID, nil
}

// count counts an item that came to its new place.
func (m *Moved) count(kind db.Kind) {
	if kind == db.File {
		m.Files++
	} else {
		m.Directories++
	}
}
