package files

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/quota"
	"anbar/db"
)

// survey looks at all of a selection before anything is done: what is refused, and which names need a decision.
type survey struct {
	*bulkTransfer
	r     *resolver
	t     *transfer // that does nothing
	large []*db.Node
	bytes int64
}

// run returns the directories that are too large to be copied in one transaction.
func (q *survey) run(ctx context.Context) ([]*db.Node, error) {
	q.r = &resolver{choices: q.choices, claimed: map[claim]bool{}}
	q.t = &transfer{who: q.who, kind: q.kind, to: q.to.Space}
	var err error
	switch q.kind {
	case restoring:
		err = (&restoreSurvey{survey: q, origins: map[db.NodeID]origin{}, originOf: map[db.NodeID]db.NodeID{}}).scan(ctx)
	case copying:
		if err = q.eachItem(ctx, q.inspectItem); err == nil {
			err = q.checkCapacity(ctx)
		}
		if err == nil {
			err = q.eachItem(ctx, q.planItem)
		}
	default:
		err = q.eachItem(ctx, func(v *db.View, it, into *access.Item) error {
			if err := q.inspectItem(v, it, into); err != nil {
				return err
			}
			return q.planItem(v, it, into)
		})
		if err == nil && q.isFar() && len(q.r.plan.undecided) == 0 {
			err = q.checkCapacity(ctx)
		}
	}
	if err == nil && len(q.r.plan.undecided) > 0 {
		err = q.s.db.View(ctx, func(v *db.View) error { return q.t.undecidedFault(v, q.r.plan.undecided) })
	}
	return q.large, err
}

// eachItem calls fn with all items and the directory that they go to.
func (q *survey) eachItem(ctx context.Context, fn func(v *db.View, it, into *access.Item) error) error {
	var at *db.View
	var into *access.Item
	return q.s.eachPick(ctx, q.picks, newBulkLoader(q.who, q.sel.Space, q.verb()), func(v *db.View, it *access.Item) (err error) {
		if v != at {
			if into, err = access.Dir(v, q.who, q.to.Space, q.to.Directory, access.Read); err != nil {
				return err
			}
			at = v
		}
		return fn(v, it, into)
	})
}

// inspectItem compares where an item lies with where it goes.
func (q *survey) inspectItem(v *db.View, it, into *access.Item) error {
	if err := q.kind.checkTarget(it, into); err != nil {
		return err
	}
	q.numbered = q.kind == copying && it.Parent == into.ID && (q.numbered || len(q.ways) == 0)
	addAncestors(q.ways, it.Path)
	q.total, q.bytes = q.total+int(it.Files+it.Directories)+1, q.bytes+it.Size
	if q.kind == moving {
		return checkLease(v, q.who, it.Node)
	}
	return nil
}

// checkCapacity refuses what does not fit into its new space.
func (q *survey) checkCapacity(ctx context.Context) error {
	return q.s.db.View(ctx, func(v *db.View) error {
		into, err := access.Dir(v, q.who, q.to.Space, q.to.Directory, access.Read)
		if err != nil {
			return err
		}
		q.targetSpace = into.Space
		return errors.Join(quota.Check(into.Space, q.bytes), quota.CheckNodes(v, into.Space, int64(q.total)))
	})
}

// planItem plans for one item, as far as its rights and the decisions of its person allow.
func (q *survey) planItem(v *db.View, it, into *access.Item) error {
	q.r.treeReader, q.r.numbered = dbTree{v}, q.numbered
	q.r.plan.steps = q.r.plan.steps[:0]
	if len(q.r.plan.undecided) > maxConflicts {
		return nil // they are asked for first
	}
	if _, err := q.r.planSource(&q.r.plan.steps, it.Node, into.ID, false); err != nil {
		return err
	}
	for _, s := range q.r.plan.steps {
		if err := q.t.checkStep(s.kind, it, into); err != nil {
			return err
		}
	}
	if q.kind == copying {
		q.large = appendLarge(q.large, q.r.plan.steps)
	}
	return nil
}

// restoreSurvey finds out where things of the trash go, and in which order: a directory before what goes into it.
type restoreSurvey struct {
	*survey
	origins  map[db.NodeID]origin
	originOf map[db.NodeID]db.NodeID // where things of the selection came from
}

// origin is a directory that things came from.
type origin struct {
	dir     *access.Item  // nil when it is not outside the trash
	trashed []db.Ancestor // the way to it in the trash
}

func (h *restoreSurvey) scan(ctx context.Context) error {
	var at *db.View
	err := h.s.eachPick(ctx, h.picks, newTrashLoader(h.who, h.sel.Space, access.Update), func(v *db.View, it *access.Item) error {
		if v != at {
			at = v
			clear(h.origins)
		}
		addAncestors(h.ways, it.Path)
		id := cmp.Or(it.TrashedFrom, it.Parent)
		f, err := h.loadOrigin(v, id)
		if err != nil {
			return err
		}
		h.originOf[it.ID] = 0
		if f.trashed != nil {
			h.originOf[it.ID] = id
		}
		if f.dir == nil {
			return nil
		}
		return h.planItem(v, it, f.dir)
	})
	if err != nil {
		return err
	}
	return h.sortPicks(ctx)
}

// loadOrigin loads the directory that something came from.
func (h *restoreSurvey) loadOrigin(v *db.View, id db.NodeID) (origin, error) {
	if f, known := h.origins[id]; known {
		return f, nil
	}
	var f origin
	dir, err := access.Dir(v, h.who, h.sel.Space, id, access.Create)
	switch {
	case err == nil:
		f.dir = dir
	case !isGone(err):
		return f, err
	default:
		dir, err := access.TrashedNode(v, h.who, h.sel.Space, id, access.Read)
		if err != nil && !isGone(err) {
			return f, err
		}
		if err == nil {
			f.trashed = dir.Path
		}
	}
	h.origins[id] = f
	return f, nil
}

// sortPicks puts directories before what goes into them.
func (h *restoreSurvey) sortPicks(ctx context.Context) error {
	levels := map[db.NodeID]int{}
	err := h.s.db.View(ctx, func(v *db.View) error {
		clear(h.origins)
		for _, p := range h.picks {
			if _, err := h.countLevels(v, p.id, levels); err != nil {
				return err
			}
		}
		return nil
	})
	slices.SortStableFunc(h.picks, func(a, b pick) int { return cmp.Compare(levels[a.id], levels[b.id]) })
	return err
}

// countLevels is how many directories of the selection come back before an item.
func (h *restoreSurvey) countLevels(v *db.View, id db.NodeID, levels map[db.NodeID]int) (int, error) {
	if n, known := levels[id]; known || h.originOf[id] == 0 {
		return n, nil
	}
	levels[id] = 0 // for a circle
	f, err := h.loadOrigin(v, h.originOf[id])
	if err != nil {
		return 0, err
	}
	most := 0
	for _, a := range f.trashed {
		if _, chosen := h.originOf[a.ID]; chosen && a.ID != id {
			n, err := h.countLevels(v, a.ID, levels)
			if err != nil {
				return 0, err
			}
			most = max(most, n+1)
		}
	}
	levels[id] = most
	return most, nil
}

// newTrashLoader loads many items of a trash.
func newTrashLoader(who access.Actor, space db.SpaceID, verb access.Verb) bulkLoader {
	return func(v *db.View, some []pick) (map[db.NodeID]*access.Item, loader) {
		known, err := access.TrashedNodes(v, who, space, idsOf(some), verb)
		if err != nil {
			known = nil // the loader fails as well, and says of which item
		}
		return known, func(id db.NodeID) (*access.Item, error) { return access.TrashedNode(v, who, space, id, verb) }
	}
}
