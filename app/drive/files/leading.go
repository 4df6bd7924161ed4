package files

import (
	"bytes"
	"cmp"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

// loadLeading reads one page of the entries of a directory that lead to readable items further
// down. There are few of them, so they are sorted here.
func (l *DirectoryListing) loadLeading(v *db.View, it *access.Item, only []db.NodeID, p Page, favorites map[db.NodeID]bool) error {
	limit, err := api.ParseLimit(p.Limit)
	if err != nil {
		return err
	}
	compare, err := p.newComparison()
	if err != nil {
		return err
	}
	all, err := it.LoadEntries(v, only)
	if err != nil {
		return err
	}
	slices.SortFunc(all, compare)
	l.DirsTotal = countDirectories(all)
	if all, l.PageInfo, err = p.paginate(all, limit); err != nil {
		return err
	}
	shown, err := presentLeading(v, it, all, favorites)
	if err != nil {
		return err
	}
	l.entries, err = shown.encodeEntries(all)
	return err
}

// newComparison orders entries: directories first, then as the page is sorted.
func (p Page) newComparison() (func(a, b db.Node) int, error) {
	field, descending, err := api.ParseSort(p.Sort)
	if err != nil {
		return nil, err
	}
	compare := compares[orders[field]]
	if compare == nil {
		return nil, fault.Field("sort", fault.InvalidValue)
	}
	return func(a, b db.Node) int {
		c := cmp.Or(compare(&a, &b), cmp.Compare(a.ID, b.ID))
		if descending {
			c = -c
		}
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), c)
	}, nil
}

func countDirectories(all []db.Node) (n int64) {
	for i := range all {
		if all[i].Kind == db.Directory {
			n++
		}
	}
	return n
}

// presentLeading shows nothing but the name of an entry that only leads to readable items.
func presentLeading(v *db.View, it *access.Item, all []db.Node, favorites map[db.NodeID]bool) (*ItemView, error) {
	shown, err := PresentChildren(v, it, all)
	if err != nil {
		return nil, err
	}
	shown.favorites = favorites
	for i := range all {
		if it.IsPassThrough(all[i].ID) {
			delete(shown.values, all[i].ID)
			delete(shown.boxes, all[i].ID)
		}
	}
	return shown, nil
}

// paginate takes a page of nodes that were read whole. Its cursor names the last of them;
// when that is gone, its page begins where it would by its number.
func (p *Page) paginate(all []db.Node, limit int) ([]db.Node, api.PageInfo, error) {
	info := api.PageInfo{Limit: limit, Total: int64(len(all))}
	var c cursor
	var err error
	if p.Cursor == "" {
		c.Page, err = api.ParsePage(p.Number)
	} else if err = api.DecodeCursor(p.Cursor, &c); err == nil && (c.Sort != p.Sort || c.ID == 0 || c.Page < 2) {
		err = fault.InvalidCursor
	}
	if err != nil {
		return nil, info, err
	}
	from := (c.Page - 1) * limit
	if i := slices.IndexFunc(all, func(n db.Node) bool { return n.ID == c.ID }); i >= 0 {
		from = i + 1
	}
	all = all[min(from, len(all)):]
	info.Page = c.Page
	if len(all) > limit {
		all = all[:limit]
		info.Next, err = api.EncodeCursor(cursor{ID: all[limit-1].ID, Page: c.Page + 1, Sort: p.Sort})
	}
	return all, info, err
}

var compares = map[db.Order]func(a, b *db.Node) int{
	db.ByCreated:  func(a, b *db.Node) int { return cmp.Compare(a.ID, b.ID) },
	db.BySize:     func(a, b *db.Node) int { return cmp.Compare(a.Size, b.Size) },
	db.ByModified: func(a, b *db.Node) int { return a.ModifiedAt.Compare(b.ModifiedAt) },
	db.ByType:     func(a, b *db.Node) int { return cmp.Compare(a.TypeKey, b.TypeKey) },
	db.ByName:     func(a, b *db.Node) int { return bytes.Compare(names.SortKey(a.Name), names.SortKey(b.Name)) },
}
