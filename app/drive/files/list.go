package files

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

// Page selects a page of a listing.
type Page struct {
	Sort   string // "<field>:<1|-1>", newest first when empty
	Cursor string
	Number int // from 1; the cursor goes before it
	Limit  int
}

var orders = map[string]db.Order{
	"name": db.ByName, "size": db.BySize, "created_at": db.ByCreated, "last_modified_at": db.ByModified, "type": db.ByType,
	"trashed_at": db.ByTrashed,
}

const defaultSort = "created_at:-1"

// cursor is where the next page starts.
type cursor struct {
	Kind   db.Kind   `json:"k"`
	Number int64     `json:"n,omitempty"` // value in the order's column
	Bytes  string    `json:"b,omitempty"`
	Text   string    `json:"t,omitempty"`
	ID     db.NodeID `json:"i"`
	Page   int       `json:"p"`
	Sort   string    `json:"s"`
}

// List reads a page of a directory: directories first, then files. It checks the caller's
// rights each time, and takes the entries from memory as long as nothing in the directory
// changed.
func (s *Service) List(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, p Page) (*DirectoryListing, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*DirectoryListing, error) {
		return s.loadPage(v, who, space, dir, p)
	})
}

// ListAs is List as another user sees it, limited to entries that the actor may see too. It
// never shows a My Drive.
func (s *Service) ListAs(ctx context.Context, who access.Actor, person db.UserID, space db.SpaceID, dir db.NodeID,
	p Page) (*DirectoryListing, error) {
	return db.Get(ctx, s.db, func(v *db.View) (l *DirectoryListing, err error) {
		if _, err := access.Dir(v, who, space, dir, access.Read); err != nil {
			return nil, err
		}
		other, err := access.ViewAs(v, who, space, person)
		if err == nil {
			l, err = s.loadPage(v, other, space, dir, p)
		}
		return l, err
	})
}

// ListByPath is List for the directory that a path of names leads to from the
// root of the shared files, for a guest from where their way begins.
func (s *Service) ListByPath(ctx context.Context, who access.Actor, space db.SpaceID, path string, p Page) (*DirectoryListing, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*DirectoryListing, error) {
		sp, err := access.Space(v, who, space, access.Read, access.Workspace)
		if err != nil {
			return nil, err
		}
		id, err := access.GuestRoot(v, who, sp)
		if err != nil {
			return nil, err
		}
		if id, err = findByPath(v, id, path); err != nil {
			return nil, err
		}
		return s.loadPage(v, who, space, id, p)
	})
}

// findByPath follows a path of names from a directory.
func findByPath(v *db.View, id db.NodeID, path string) (db.NodeID, error) {
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if part == "" {
			continue
		}
		child, err := v.ChildByName(id, part, names.Keys(part))
		if errors.Is(err, db.ErrNotFound) {
			return 0, fault.InvalidID
		}
		if err != nil {
			return 0, err
		}
		id = child.ID
	}
	return id, nil
}

func (s *Service) loadPage(v *db.View, who access.Actor, space db.SpaceID, dir db.NodeID, p Page) (*DirectoryListing, error) {
	it, only, err := access.Browse(v, who, space, dir)
	if err != nil {
		return nil, err
	}
	if p.Sort == "" {
		p.Sort = defaultSort
	}
	own, err := Present(v, it)
	if err != nil {
		return nil, err
	}
	if only != nil {
		own.values, own.boxes = nil, nil
	}
	l := &DirectoryListing{Directory: own.standaloneDirectory(), Path: own.Steps(), DirsTotal: it.ChildDirs, ListedAt: api.Time(v.Now)}
	favorites, err := v.FavoritesIn(who.User, space, dir)
	if err != nil {
		return nil, err
	}
	if only != nil {
		return l, l.loadLeading(v, it, only, p, setOf(favorites))
	}
	if it.HasItemGrants() {
		page, err := readEntries(v, it, p, setOf(favorites))
		l.entries, l.PageInfo = page.entries, page.info
		return l, err
	}
	key := pageKey{dir: dir, page: p, rights: it.Rights(), path: l.Directory.Path, favorites: joinIDs(favorites)}
	// While the number of the View is unknown, a cached page may be of another moment than
	// the data read above.
	exact, known := v.Exact()
	if known {
		if page, ok := s.pages.get(v, exact, key); ok {
			l.entries, l.PageInfo = page.entries, page.info
			return l, nil
		}
	}
	page, err := readEntries(v, it, p, setOf(favorites))
	if err != nil {
		return nil, err
	}
	page.asOf = exact
	if known {
		s.pages.put(key, page)
	}
	l.entries, l.PageInfo = page.entries, page.info
	return l, nil
}

// readEntries reads one page of a directory from the database.
func readEntries(v *db.View, it *access.Item, p Page, favorites map[db.NodeID]bool) (cachedPage, error) {
	all, info, err := Children(v, it, p)
	if err != nil {
		return cachedPage{}, err
	}
	l, err := PresentChildren(v, it, all)
	if err != nil {
		return cachedPage{}, err
	}
	l.favorites = favorites
	until := l.leased
	for _, end := range l.boxes {
		if until.IsZero() || end.Before(until) {
			until = end
		}
	}
	entries, err := l.encodeEntries(all)
	return cachedPage{until: until, entries: entries, info: info}, err
}

// Children reads one page of the direct children of a directory: directories first, then
// files.
func Children(v *db.View, it *access.Item, p Page) ([]db.Node, api.PageInfo, error) {
	limit, err := api.ParseLimit(p.Limit)
	if err != nil {
		return nil, api.PageInfo{}, err
	}
	by, descending, err := p.parseOrder(it)
	if err != nil {
		return nil, api.PageInfo{}, err
	}
	at, err := parseStart(it.Node, p, limit)
	if err != nil {
		return nil, api.PageInfo{}, err
	}
	all, err := readChildren(v, it, at, by, descending, limit)
	if err != nil {
		return nil, api.PageInfo{}, err
	}
	info := api.PageInfo{Page: at.page, Limit: limit, Total: countReadableChildren(it)}
	if len(all) == limit && int64(limit)*int64(at.page) < info.Total {
		info.Next, err = nextCursor(v, &all[limit-1], by, p.Sort, at.page+1)
	}
	return all, info, err
}

// parseOrder is the one of the children of a directory. Only the top of a trash is sorted by when things came there.
func (p Page) parseOrder(it *access.Item) (by db.Order, descending bool, err error) {
	field, descending, err := api.ParseSort(p.Sort)
	if err != nil {
		return by, false, err
	}
	by, known := orders[field]
	if !known || by == db.ByTrashed && it.Parent != 0 {
		return by, false, fault.Field("sort", fault.InvalidValue)
	}
	return by, descending, nil
}

// listPosition is where a page starts: within the directories or within the files.
type listPosition struct {
	kind  db.Kind
	after db.Place
	page  int
}

func parseStart(dir *db.Node, p Page, limit int) (listPosition, error) {
	if p.Cursor == "" {
		return p.positionByNumber(dir, limit)
	}
	return p.positionByCursor()
}

func (p Page) positionByNumber(dir *db.Node, limit int) (listPosition, error) {
	n, err := api.ParsePage(p.Number)
	skip := int64(n-1) * int64(limit)
	if skip >= dir.ChildDirs {
		return listPosition{kind: db.File, after: db.Place{Skip: skip - dir.ChildDirs}, page: n}, err
	}
	return listPosition{kind: db.Directory, after: db.Place{Skip: skip}, page: n}, err
}

func (p Page) positionByCursor() (listPosition, error) {
	var c cursor
	if err := api.DecodeCursor(p.Cursor, &c); err != nil {
		return listPosition{}, err
	}
	if c.Sort != p.Sort || c.ID == 0 || c.Page < 2 || (c.Kind != db.Directory && c.Kind != db.File) {
		return listPosition{}, fault.InvalidCursor
	}
	at := listPosition{kind: c.Kind, after: db.Place{ID: c.ID, Value: c.Number}, page: c.Page}
	field, _, _ := strings.Cut(c.Sort, ":")
	switch orders[field] {
	case db.ByType:
		at.after.Value = c.Text
	case db.ByName:
		b, err := base64.RawURLEncoding.DecodeString(c.Bytes)
		if err != nil {
			return at, fault.InvalidCursor.Because(err)
		}
		at.after.Value = b
	}
	return at, nil
}

func readChildren(v *db.View, dir *access.Item, at listPosition, by db.Order, descending bool, limit int) ([]db.Node, error) {
	if at.kind == db.File && !dir.CanReadFiles() {
		return nil, nil
	}
	all, err := v.Children(dir.ID, at.kind, by, descending, at.after, limit)
	if err == nil && at.kind == db.Directory && len(all) < limit && dir.CanReadFiles() {
		var files []db.Node
		files, err = v.Children(dir.ID, db.File, by, descending, db.Place{}, limit-len(all))
		all = append(all, files...)
	}
	for i := range all {
		all[i].Parent, all[i].Space = dir.ID, dir.Node.Space
	}
	return all, err
}

// countReadableChildren counts the children that the actor may read.
func countReadableChildren(dir *access.Item) int64 {
	if dir.CanReadFiles() {
		return dir.ChildDirs + dir.ChildFiles
	}
	return dir.ChildDirs
}

// nextCursor is the cursor of the page behind a child.
func nextCursor(v *db.View, last *db.Node, by db.Order, sort string, page int) (*string, error) {
	at, err := v.PlaceOf(last.ID, by)
	if err != nil {
		return nil, err
	}
	c := cursor{Kind: last.Kind, ID: last.ID, Page: page, Sort: sort}
	switch value := at.Value.(type) {
	case int64:
		c.Number = value
	case string:
		c.Text = value
	case []byte:
		c.Bytes = base64.RawURLEncoding.EncodeToString(value)
	}
	return api.EncodeCursor(c)
}

// joinIDs writes ids as one string, so that a set of them can be part of a key.
func joinIDs(ids []db.NodeID) string {
	var b []byte
	for _, id := range ids {
		b = binary.LittleEndian.AppendUint64(b, uint64(id))
	}
	return string(b)
}
