package links

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/db"
)

// ItemRequest is a request of a visitor who opened a link.
type ItemRequest struct {
	ID            string
	Token         string
	ClientAddress string    // as api.ClientAddress returns it
	Item          db.NodeID // of the link, or below an item of it; all items when zero
}

// authorizeVisit loads a link and checks the token of a visitor. The pass is valid in this View.
func (s *Service) authorizeVisit(v *db.View, req ItemRequest) (*db.Link, *access.Pass, error) {
	l, err := s.findBySecret(v, req.ID, req.ClientAddress)
	if err != nil {
		return nil, nil, err
	}
	p, err := access.OpenPass(v, l, s.key.parseLinkToken(l.ID, req.Token))
	return l, p, err
}

// withPass calls f with the pass of a visitor, and updates the status of a link that turns out
// to be dead.
func (s *Service) withPass(ctx context.Context, req ItemRequest, f func(*db.View, *db.Link, *access.Pass) error) error {
	l, err := db.Get(ctx, s.db, func(v *db.View) (l *db.Link, err error) {
		var p *access.Pass
		if l, p, err = s.authorizeVisit(v, req); err != nil {
			return l, err
		}
		return l, f(v, l, p)
	})
	return s.updateStatusIfChanged(ctx, l, err)
}

// itemLoader loads the items that a visitor may download now.
func (s *Service) itemLoader(req ItemRequest) func(*db.View) ([]*access.Item, error) {
	return func(v *db.View) ([]*access.Item, error) {
		_, p, err := s.authorizeVisit(v, req)
		if err != nil {
			return nil, err
		}
		if req.Item == 0 {
			return p.Roots, nil
		}
		it, err := p.Item(v, req.Item)
		return []*access.Item{it}, err
	}
}

// Level is one page of a directory of a link, or of the items of a link.
type Level struct {
	At       *access.Item // nil for the items of a selection
	Name     string
	Nodes    []db.Node
	Info     api.PageInfo
	ViewOnly bool
}

const defaultSort = "name:1"

// ListItems reads one page of a directory of a link, or of the items of a link.
func (s *Service) ListItems(ctx context.Context, req ItemRequest, p files.Page) (*Level, error) {
	if err := s.walks.Allow(req.ClientAddress); err != nil {
		return nil, err
	}
	if p.Sort == "" {
		p.Sort = defaultSort
	}
	var o *Level
	err := s.withPass(ctx, req, func(v *db.View, l *db.Link, pass *access.Pass) (err error) {
		o = &Level{Name: l.Title, ViewOnly: l.ViewOnly}
		if o.At, err = loadDirectory(v, pass, req.Item); err != nil {
			return err
		}
		if o.At == nil {
			o.Nodes, err = sortItems(pass.Roots, p.Sort)
			o.Info = api.SinglePage(len(o.Nodes))
			return err
		}
		o.Name = o.At.Name
		o.Nodes, o.Info, err = files.Children(v, o.At, p)
		return err
	})
	return o, err
}

// loadDirectory loads the directory that a visitor opens; nil for the items of a selection.
func loadDirectory(v *db.View, p *access.Pass, id db.NodeID) (*access.Item, error) {
	if id == 0 {
		if len(p.Roots) > 1 {
			return nil, nil
		}
		id = p.Roots[0].ID
	}
	it, err := p.Item(v, id)
	if err == nil && it.Kind != db.Directory {
		err = fault.NotADirectory
	}
	return it, err
}

// sortItems returns items in the order of a list, directories first.
func sortItems(items []*access.Item, sort string) ([]db.Node, error) {
	field, descending, err := api.ParseSort(sort)
	if err != nil {
		return nil, err
	}
	compare := map[string]func(a, b *db.Node) int{
		"name":             func(a, b *db.Node) int { return bytes.Compare(names.SortKey(a.Name), names.SortKey(b.Name)) },
		"size":             func(a, b *db.Node) int { return int(min(max(a.Size-b.Size, -1), 1)) },
		"last_modified_at": func(a, b *db.Node) int { return a.ModifiedAt.Compare(b.ModifiedAt) },
	}[field]
	if compare == nil {
		return nil, fault.Field("sort", fault.InvalidValue)
	}
	all := make([]db.Node, len(items))
	for i, it := range items {
		all[i] = *it.Node
	}
	slices.SortStableFunc(all, func(a, b db.Node) int {
		switch n := compare(&a, &b); {
		case a.Kind != b.Kind && a.Kind == db.Directory:
			return -1
		case a.Kind != b.Kind:
			return 1
		case descending:
			return -n
		default:
			return n
		}
	})
	return all, nil
}

// maxFound is how many results a search shows.
const maxFound = 50

// Matches holds the results of a search in a link, the best first.
type Matches struct {
	Items    []*access.Item
	More     bool // there are more
	ViewOnly bool
}

// SearchItems searches names in a directory of a link, or in all items of the link. The index only
// names candidates: each is loaded by the pass.
func (s *Service) SearchItems(ctx context.Context, req ItemRequest, text string) (*Matches, error) {
	if err := s.finds.Allow(req.ClientAddress); err != nil {
		return nil, err
	}
	below, alone := map[db.NodeID]bool{}, map[db.NodeID]bool{}
	err := s.withPass(ctx, req, func(v *db.View, _ *db.Link, p *access.Pass) error {
		at, err := loadDirectory(v, p, req.Item)
		if err != nil {
			return err
		}
		if at != nil {
			below[at.ID] = true
			return nil
		}
		for _, it := range p.Roots {
			below[it.ID], alone[it.ID] = true, true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	ids, err := s.search.FindNames(ctx, text, below, alone, maxFound+1)
	if err != nil {
		return nil, err
	}
	o := &Matches{}
	err = s.withPass(ctx, req, func(v *db.View, l *db.Link, p *access.Pass) error {
		o.ViewOnly = l.ViewOnly
		for _, id := range ids {
			it, err := p.Item(v, id)
			switch {
			case errors.Is(err, fault.InvalidID): // it was deleted or moved since the index read it
			case err != nil:
				return err
			case len(o.Items) == maxFound:
				o.More = true
			default:
				o.Items = append(o.Items, it)
			}
		}
		return nil
	})
	return o, err
}
