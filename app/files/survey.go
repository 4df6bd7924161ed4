package files

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"anbar/app/access"
	"anbar/app/quota"
	"anbar/db"
)

// survey looks at all of a selection before anything is done: what is refused, and which names need a decision.
type survey struct {
	*carrier
	r     *resolver
	t     *transfer // that does nothing
	large []*db.Node
	bytes int64
}

// run returns the directories that are too large to be copied in one transaction.
func (q *survey) run(ctx context.Context) ([]*db.Node, error) {
	q.r = &resolver{choices: q.choices, claimed: map[claim]bool{}}
	q.t = &transfer{who: q.who, way: q.way, to: q.to.Space}
	var err error
	switch q.way {
	case restoring:
		err = (&homes{survey: q, froms: map[db.NodeID]from{}, of: map[db.NodeID]db.NodeID{}}).look(ctx)
	case copying:
		if err = q.each(ctx, q.compare); err == nil {
			err = q.fits(ctx)
		}
		if err == nil {
			err = q.each(ctx, q.decide)
		}
	default:
		err = q.each(ctx, func(v *db.View, it, into *access.Item) error {
			if err := q.compare(v, it, into); err != nil {
				return err
			}
			return q.decide(v, it, into)
		})
		if err == nil && q.isFar() && len(q.r.plan.undecided) == 0 {
			err = q.fits(ctx)
		}
	}
	if err == nil && len(q.r.plan.undecided) > 0 {
		err = q.s.db.View(ctx, func(v *db.View) error { return q.t.ask(v, q.r.plan.undecided) })
	}
	return q.large, err
}

// each calls fn with all items and the directory that they go to.
func (q *survey) each(ctx context.Context, fn func(v *db.View, it, into *access.Item) error) error {
	var at *db.View
	var into *access.Item
	return q.s.check(ctx, q.picks, readable(q.who, q.sel.Space, q.verb()), func(v *db.View, it *access.Item) (err error) {
		if v != at {
			if into, err = access.Dir(v, q.who, q.to.Space, q.to.Directory, access.Read); err != nil {
				return err
			}
			at = v
		}
		return fn(v, it, into)
	})
}

// compare compares where an item lies with where it goes.
func (q *survey) compare(v *db.View, it, into *access.Item) error {
	if err := q.way.goes(it, into); err != nil {
		return err
	}
	q.numbered = q.way == copying && it.Parent == into.ID && (q.numbered || len(q.ways) == 0)
	along(q.ways, it.Path)
	q.total, q.bytes = q.total+int(it.Files+it.Directories)+1, q.bytes+it.Size
	if q.way == moving {
		return unheld(v, q.who, it.Node)
	}
	return nil
}

// fits refuses what does not fit into its new space.
func (q *survey) fits(ctx context.Context) error {
	return q.s.db.View(ctx, func(v *db.View) error {
		into, err := access.Dir(v, q.who, q.to.Space, q.to.Directory, access.Read)
		if err != nil {
			return err
		}
		q.room = into.Space
		return errors.Join(quota.Check(into.Space, q.bytes), quota.CheckNodes(v, into.Space, int64(q.total)))
	})
}

// decide plans for one item, as far as its rights and the decisions of its person allow.
func (q *survey) decide(v *db.View, it, into *access.Item) error {
	q.r.lookup, q.r.numbered = shelf{v}, q.numbered
	q.r.plan.steps = q.r.plan.steps[:0]
	if len(q.r.plan.undecided) > maxConflicts {
		return nil // they are asked for first
	}
	if _, err := q.r.one(&q.r.plan.steps, it.Node, into.ID, false); err != nil {
		return err
	}
	for _, s := range q.r.plan.steps {
		if err := q.t.may(s.kind, it, into); err != nil {
			return err
		}
	}
	if q.way == copying {
		q.large = large(q.large, q.r.plan.steps)
	}
	return nil
}

// homes finds out where things of the trash go, and in which order: a directory before what goes into it.
type homes struct {
	*survey
	froms map[db.NodeID]from
	of    map[db.NodeID]db.NodeID // where things of the selection came from
}

// from is a directory that things came from.
type from struct {
	dir     *access.Item  // nil when it is not outside the trash
	trashed []db.Ancestor // the way to it in the trash
}

func (h *homes) look(ctx context.Context) error {
	var at *db.View
	err := h.s.check(ctx, h.picks, trashedItems(h.who, h.sel.Space, access.Update), func(v *db.View, it *access.Item) error {
		if v != at {
			at = v
			clear(h.froms)
		}
		along(h.ways, it.Path)
		id := cmp.Or(it.TrashedFrom, it.Parent)
		f, err := h.from(v, id)
		if err != nil {
			return err
		}
		h.of[it.ID] = 0
		if f.trashed != nil {
			h.of[it.ID] = id
		}
		if f.dir == nil {
			return nil
		}
		return h.decide(v, it, f.dir)
	})
	if err != nil {
		return err
	}
	return h.sort(ctx)
}

// from loads the directory that something came from.
func (h *homes) from(v *db.View, id db.NodeID) (from, error) {
	if f, known := h.froms[id]; known {
		return f, nil
	}
	var f from
	dir, err := access.Dir(v, h.who, h.sel.Space, id, access.Create)
	switch {
	case err == nil:
		f.dir = dir
	case !isGone(err):
		return f, err
	default:
		dir, err := access.Trashed(v, h.who, h.sel.Space, id, access.Read)
		if err != nil && !isGone(err) {
			return f, err
		}
		if err == nil {
			f.trashed = dir.Path
		}
	}
	h.froms[id] = f
	return f, nil
}

// sort puts directories before what goes into them.
func (h *homes) sort(ctx context.Context) error {
	levels := map[db.NodeID]int{}
	err := h.s.db.View(ctx, func(v *db.View) error {
		clear(h.froms)
		for _, p := range h.picks {
			if _, err := h.level(v, p.id, levels); err != nil {
				return err
			}
		}
		return nil
	})
	slices.SortStableFunc(h.picks, func(a, b pick) int { return cmp.Compare(levels[a.id], levels[b.id]) })
	return err
}

// level is how many directories of the selection come back before an item.
func (h *homes) level(v *db.View, id db.NodeID, levels map[db.NodeID]int) (int, error) {
	if n, known := levels[id]; known || h.of[id] == 0 {
		return n, nil
	}
	levels[id] = 0 // for a circle
	f, err := h.from(v, h.of[id])
	if err != nil {
		return 0, err
	}
	most := 0
	for _, a := range f.trashed {
		if _, chosen := h.of[a.ID]; chosen && a.ID != id {
			n, err := h.level(v, a.ID, levels)
			if err != nil {
				return 0, err
			}
			most = max(most, n+1)
		}
	}
	levels[id] = most
	return most, nil
}

// trashedItems loads many items of a trash.
func trashedItems(who access.Actor, space db.SpaceID, verb access.Verb) bulk {
	return func(v *db.View, some []pick) (map[db.NodeID]*access.Item, loader) {
		known, err := access.TrashedNodes(v, who, space, idsOf(some), verb)
		if err != nil {
			known = nil // the loader fails as well, and says of which item
		}
		return known, func(id db.NodeID) (*access.Item, error) { return access.Trashed(v, who, space, id, verb) }
	}
}
