package files

import (
	"context"
	"slices"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/db"
)

const maxMarked = 1000 // in one call

// marked refuses a selection of nothing, or of too much.
func marked(files, dirs []db.NodeID) error {
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
	if err := marked(files, dirs); err != nil {
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
	if err := marked(files, dirs); err != nil {
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

// FoundAt is a favorite or a file that was used, and since when.
type FoundAt struct {
	*Listed
	At time.Time
}

// Found is a page of marked items.
type Found struct {
	Items []FoundAt
	Info  api.PageInfo
}

// marks reads marks that are older than one.
type marks func(before db.Mark, limit int) ([]db.Mark, error)

// Favorites returns the actor's favorites at or below a directory, the newest
// first; of one kind only when kind is given.
func (s *Service) Favorites(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, kind *db.Kind, p Page) (*Found, error) {
	var f *Found
	err := s.db.View(ctx, func(v *db.View) error {
		sp, err := access.Space(v, who, space, access.Read, access.Favorite)
		if err != nil {
			return err
		}
		from, err := access.Dir(v, who, sp.ID, dir, access.Read)
		if err != nil {
			return err
		}
		f, err = find(v, who, space, p, func(before db.Mark, limit int) ([]db.Mark, error) {
			return v.FavoritesOf(who.User, space, before, limit)
		},
			func(it *access.Item) bool {
				return (kind == nil || it.Kind == *kind) &&
					slices.ContainsFunc(it.Path, func(a db.Ancestor) bool { return a.ID == from.ID })
			})
		return err
	})
	return f, err
}

// RecentlyUsed returns the files that the actor used, the latest first.
func (s *Service) RecentlyUsed(ctx context.Context, who access.Actor, space db.SpaceID, p Page) (*Found, error) {
	if err := s.recents.Write(ctx); err != nil {
		return nil, err
	}
	var f *Found
	err := s.db.View(ctx, func(v *db.View) error {
		if _, err := access.Space(v, who, space, access.Read, access.RecentUsed); err != nil {
			return err
		}
		var err error
		f, err = find(v, who, space, p, func(before db.Mark, limit int) ([]db.Mark, error) {
			return v.RecentsOf(who.User, space, before,
				limit)
		},
			func(it *access.Item) bool { return it.Kind == db.File })
		return err
	})
	return f, err
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

// newest is ahead of every mark.
var newest = db.Mark{Node: 1<<63 - 1, At: time.UnixMilli(1<<62 - 1)}

// find loads a page of marked items. It leaves out items that may not be read, are in the
// trash or are not wanted.
func find(v *db.View, who access.Actor, space db.SpaceID, p Page, read marks, wanted func(*access.Item) bool) (*Found, error) {
	limit, err := api.ParseLimit(p.Limit)
	if err != nil {
		return nil, err
	}
	last, page, skip, err := markStart(p, limit)
	if err != nil {
		return nil, err
	}
	g := gathering{wanted: wanted, room: skip + limit, last: last}
	if err := g.fill(v, who, space, read); err != nil {
		return nil, err
	}
	f := &Found{Info: api.PageInfo{Page: page, Limit: limit, Total: int64(len(g.items))}}
	if g.more || p.Cursor != "" {
		if f.Info.Total, err = count(v, who, space, read, wanted); err != nil {
			return nil, err
		}
	}
	if f.Info.Next, err = g.next(page); err != nil {
		return nil, err
	}
	f.Items, err = g.present(v, min(skip, len(g.items)))
	return f, err
}

// count counts the marked items; -1 when there are too many to look at.
func count(v *db.View, who access.Actor, space db.SpaceID, read marks, wanted func(*access.Item) bool) (int64, error) {
	g := gathering{wanted: wanted, room: limits.MarksCounted, last: newest}
	for range limits.MarksCounted / markStep {
		some, err := read(g.last, markStep)
		if err != nil {
			return 0, err
		}
		there, err := access.Nodes(v, who, space, nodesOf(some), access.Read)
		if err != nil {
			return 0, err
		}
		g.take(some, there)
		if len(some) < markStep {
			return int64(len(g.items)), nil
		}
	}
	return -1, nil
}

// gathering is a page of marks on its way.
type gathering struct {
	wanted func(*access.Item) bool
	room   int
	items  []*access.Item
	ats    []time.Time
	last   db.Mark // that was looked at
	more   bool    // there may be more behind it
}

// fill looks through marks until the page is full or there are no more.
func (g *gathering) fill(v *db.View, who access.Actor, space db.SpaceID, read marks) error {
	for range markSteps {
		some, err := read(g.last, markStep)
		if err != nil {
			return err
		}
		there, err := access.Nodes(v, who, space, nodesOf(some), access.Read)
		if err != nil {
			return err
		}
		if g.take(some, there) {
			return nil
		}
		if g.more = len(some) == markStep; !g.more {
			return nil
		}
	}
	return nil
}

// next is the cursor of the page behind this one; nil behind the last.
func (g *gathering) next(page int) (*string, error) {
	if !g.more {
		return nil, nil
	}
	return api.EncodeCursor(markCursor{g.last.Node, g.last.At.UnixMilli(), page + 1})
}

func (g *gathering) present(v *db.View, skip int) (all []FoundAt, err error) {
	listed, err := PresentMany(v, g.items[skip:])
	for i, l := range listed {
		all = append(all, FoundAt{l, g.ats[skip+i]})
	}
	return all, err
}

// take adds the wanted items of some marks, and reports whether the page is full and more
// follow.
func (g *gathering) take(some []db.Mark, there map[db.NodeID]*access.Item) bool {
	for _, m := range some {
		it := there[m.Node]
		if it != nil && !g.wanted(it) {
			it = nil
		}
		if it != nil && len(g.items) == g.room {
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

// markStart is where a page of marks starts, its number, and how many to skip.
func markStart(p Page, limit int) (db.Mark, int, int, error) {
	if p.Cursor == "" {
		page, err := api.ParsePage(p.Number)
		if err == nil && page-1 > maxSkip/limit {
			err = fault.Field("page", fault.InvalidValue)
		}
		return newest, page, (page - 1) * limit, err
	}
	var c markCursor
	if err := api.DecodeCursor(p.Cursor, &c); err != nil {
		return newest, 0, 0, err
	}
	if c.Node == 0 || c.Page < 2 {
		return newest, 0, 0, fault.InvalidCursor
	}
	return db.Mark{Node: c.Node, At: time.UnixMilli(c.At)}, c.Page, 0, nil
}

func nodesOf(all []db.Mark) []db.NodeID {
	ids := make([]db.NodeID, len(all))
	for i, m := range all {
		ids[i] = m.Node
	}
	return ids
}
