package files

import (
	"context"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

const maxMarked = 1000 // in one call

// checkMarkCount refuses a selection of nothing, or of too much.
func checkMarkCount(files, dirs []db.NodeID) error {
	switch n := len(files) + len(dirs); {
	case n == 0:
		return fault.SelectionEmpty
	case n > maxMarked:
		return fault.SelectionTooLarge
	}
	return nil
}

// SetFavorites makes directories and files favorites of the actor.
func (s *Service) SetFavorites(ctx context.Context, who access.Actor, space db.SpaceID, files, dirs []db.NodeID) error {
	if err := checkMarkCount(files, dirs); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if _, err := access.Space(tx.ReadOnly(), who, space, access.Create, access.Favorite); err != nil {
			return err
		}
		ids := slices.Concat(files, dirs)
		items, err := access.Nodes(tx.ReadOnly(), who, space, ids, access.Read)
		if err != nil {
			return err
		}
		for i, id := range ids {
			kind := db.File
			if i >= len(files) {
				kind = db.Directory
			}
			if it := items[id]; it == nil || it.Kind != kind || it.Parent == 0 {
				return fault.InvalidID
			}
		}
		return tx.InsertFavorites(who.User, space, ids)
	})
}

// UnsetFavorites makes directories and files favorites of the actor no more.
func (s *Service) UnsetFavorites(ctx context.Context, who access.Actor, space db.SpaceID, files, dirs []db.NodeID) error {
	if err := checkMarkCount(files, dirs); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if _, err := access.Space(tx.ReadOnly(), who, space, access.Delete, access.Favorite); err != nil {
			return err
		}
		return tx.DeleteFavorites(who.User, space, slices.Concat(files, dirs))
	})
}

// SetFavorite makes an item a favorite of the actor, or no more. The caller loaded it.
func SetFavorite(tx *db.Tx, who access.Actor, it *access.Item, favorite bool) error {
	verb := access.Delete
	if favorite {
		verb = access.Create
	}
	if _, err := access.Space(tx.ReadOnly(), who, it.Space.ID, verb, access.Favorite); err != nil {
		return err
	}
	switch {
	case it.Parent == 0:
		return fault.PermissionDenied
	case favorite:
		return tx.InsertFavorites(who.User, it.Space.ID, []db.NodeID{it.ID})
	}
	return tx.DeleteFavorites(who.User, it.Space.ID, []db.NodeID{it.ID})
}

// MarkedItem is a favorite or a file that was used, and since when.
type MarkedItem struct {
	*ItemView
	At time.Time
}

// MarkedPage is a page of marked items.
type MarkedPage struct {
	Items []MarkedItem
	Info  api.PageInfo
}

// markReader reads marks that are older than one.
type markReader func(before db.Mark, limit int) ([]db.Mark, error)

// ListFavorites returns the actor's favorites at or below a directory, the newest
// first; of one kind only when kind is given.
func (s *Service) ListFavorites(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, kind *db.Kind,
	p Page) (*MarkedPage, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*MarkedPage, error) {
		sp, err := access.Space(v, who, space, access.Read, access.Favorite)
		if err != nil {
			return nil, err
		}
		from, err := access.Dir(v, who, sp.ID, dir, access.Read)
		if err != nil {
			return nil, err
		}
		return findMarked(v, who, space, p, func(before db.Mark, limit int) ([]db.Mark, error) {
			return v.FavoritesOf(who.User, space, before, limit)
		},
			func(it *access.Item) bool {
				return (kind == nil || it.Kind == *kind) &&
					slices.ContainsFunc(it.Path, func(a db.Ancestor) bool { return a.ID == from.ID })
			})
	})
}

// ListRecent returns the files that the actor used, the latest first.
func (s *Service) ListRecent(ctx context.Context, who access.Actor, space db.SpaceID, p Page) (*MarkedPage, error) {
	if err := s.recents.Flush(ctx); err != nil {
		return nil, err
	}
	return db.Get(ctx, s.db, func(v *db.View) (*MarkedPage, error) {
		if _, err := access.Space(v, who, space, access.Read, access.RecentUsed); err != nil {
			return nil, err
		}
		return findMarked(v, who, space, p, func(before db.Mark, limit int) ([]db.Mark, error) {
			return v.RecentsOf(who.User, space, before, limit)
		}, func(it *access.Item) bool { return it.Kind == db.File })
	})
}

// markCursor is where the next page of marks starts.
type markCursor struct {
	Node db.NodeID `json:"n"`
	At   int64     `json:"t"`
	Page int       `json:"p"`
}

const (
	markStep  = 200
	markSteps = 50 // that one page looks through at most
	maxSkip   = 10_000
)

// newestMark is ahead of every mark.
var newestMark = db.Mark{Node: 1<<63 - 1, At: time.UnixMilli(1<<62 - 1)}

// findMarked loads a page of marked items. It leaves out items that may not be read, are in the
// trash or are not wanted.
func findMarked(v *db.View, who access.Actor, space db.SpaceID, p Page, read markReader,
	wanted func(*access.Item) bool) (*MarkedPage, error) {
	limit, err := api.ParseLimit(p.Limit)
	if err != nil {
		return nil, err
	}
	from, err := parseMarkStart(p, limit)
	if err != nil {
		return nil, err
	}
	g := markCollector{wanted: wanted, capacity: from.skip + limit, last: from.after}
	if err := g.collect(v, who, space, read); err != nil {
		return nil, err
	}
	f := &MarkedPage{Info: api.PageInfo{Page: from.page, Limit: limit, Total: int64(len(g.items))}}
	if g.more || p.Cursor != "" {
		if f.Info.Total, err = countMarked(v, who, space, read, wanted); err != nil {
			return nil, err
		}
	}
	if f.Info.Next, err = g.nextCursor(from.page); err != nil {
		return nil, err
	}
	f.Items, err = g.presentItems(v, min(from.skip, len(g.items)))
	return f, err
}

// countMarked counts the marked items; -1 when there are too many to look at.
func countMarked(v *db.View, who access.Actor, space db.SpaceID, read markReader, wanted func(*access.Item) bool) (int64, error) {
	g := markCollector{wanted: wanted, capacity: limits.MarksCounted, last: newestMark}
	for range limits.MarksCounted / markStep {
		some, err := read(g.last, markStep)
		if err != nil {
			return 0, err
		}
		there, err := access.Nodes(v, who, space, nodesOf(some), access.Read)
		if err != nil {
			return 0, err
		}
		g.addMarks(some, there)
		if len(some) < markStep {
			return int64(len(g.items)), nil
		}
	}
	return -1, nil
}

// markCollector is a page of marks on its way.
type markCollector struct {
	wanted   func(*access.Item) bool
	capacity int
	items    []*access.Item
	ats      []time.Time
	last     db.Mark // that was looked at
	more     bool    // there may be more behind it
}

// collect looks through marks until the page is full or there are no more.
func (g *markCollector) collect(v *db.View, who access.Actor, space db.SpaceID, read markReader) error {
	for range markSteps {
		some, err := read(g.last, markStep)
		if err != nil {
			return err
		}
		there, err := access.Nodes(v, who, space, nodesOf(some), access.Read)
		if err != nil {
			return err
		}
		if g.addMarks(some, there) {
			return nil
		}
		if g.more = len(some) == markStep; !g.more {
			return nil
		}
	}
	return nil
}

// nextCursor is the cursor of the page behind this one; nil behind the last.
func (g *markCollector) nextCursor(page int) (*string, error) {
	if !g.more {
		return nil, nil
	}
	return api.EncodeCursor(markCursor{Node: g.last.Node, At: g.last.At.UnixMilli(), Page: page + 1})
}

func (g *markCollector) presentItems(v *db.View, skip int) (all []MarkedItem, err error) {
	listed, err := PresentMany(v, g.items[skip:])
	for i, l := range listed {
		all = append(all, MarkedItem{l, g.ats[skip+i]})
	}
	return all, err
}

// addMarks adds the wanted items of some marks, and reports whether the page is full and more
// follow.
func (g *markCollector) addMarks(some []db.Mark, there map[db.NodeID]*access.Item) bool {
	for _, m := range some {
		it := there[m.Node]
		if it != nil && !g.wanted(it) {
			it = nil
		}
		if it != nil && len(g.items) == g.capacity {
			g.more = true
			return true
		}
		g.last = m
		if it != nil {
			g.items, g.ats = append(g.items, it), append(g.ats, m.At)
		}
	}
	return false
}

// markStart is where a page of marks starts.
type markStart struct {
	after db.Mark
	page  int // from 1
	skip  int // marks that come before it
}

func parseMarkStart(p Page, limit int) (markStart, error) {
	if p.Cursor == "" {
		page, err := api.ParsePage(p.Number)
		if err == nil && page-1 > maxSkip/limit {
			err = fault.Field("page", fault.InvalidValue)
		}
		return markStart{after: newestMark, page: page, skip: (page - 1) * limit}, err
	}
	var c markCursor
	if err := api.DecodeCursor(p.Cursor, &c); err != nil {
		return markStart{}, err
	}
	if c.Node == 0 || c.Page < 2 {
		return markStart{}, fault.InvalidCursor
	}
	return markStart{after: db.Mark{Node: c.Node, At: time.UnixMilli(c.At)}, page: c.Page}, nil
}

func nodesOf(all []db.Mark) []db.NodeID {
	ids := make([]db.NodeID, len(all))
	for i, m := range all {
		ids[i] = m.Node
	}
	return ids
}
