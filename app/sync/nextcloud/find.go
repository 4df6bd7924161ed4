package nextcloud

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/search"
	"anbar/app/sync/webdav"
	"anbar/db"
)

// handleSearch answers a SEARCH, which apps send to the root of all trees.
func (s *Service) handleSearch(c *api.Call) error {
	t, err := s.loadTree(c, filesBase+c.Who.User.String()+"/")
	if err != nil {
		return err
	}
	return s.Dav.Search(c, t, func(name string) error { return s.checkCaller(c, name) })
}

// findHits looks for items in all workspaces of a person.
func (s *Service) findHits(ctx context.Context, who access.Actor, w *webdav.SearchFilter) ([]webdav.Hit, error) {
	if w.Number != 0 {
		return s.findByNumber(ctx, who, w.Number)
	}
	spaces, err := s.listSearchRoots(ctx, who)
	if err != nil {
		return nil, err
	}
	if w.Favorite && w.Name == "" {
		return s.listFavorites(ctx, who, spaces)
	}
	all, err := s.searchSpaces(ctx, who, spaces, w)
	if err != nil {
		return nil, err
	}
	if w.Newest {
		slices.SortStableFunc(all, func(a, b search.Match) int { return b.ModifiedAt.Compare(a.ModifiedAt) })
		all = all[:min(len(all), w.Limit)]
	}
	hits := make([]webdav.Hit, len(all))
	for i := range all {
		hits[i] = webdav.Hit{Space: all[i].Space.ID, Node: all[i].ID}
	}
	return hits, nil
}

func (s *Service) findByNumber(ctx context.Context, who access.Actor, id db.NodeID) ([]webdav.Hit, error) {
	var hits []webdav.Hit
	err := s.DB.View(ctx, func(v *db.View) error {
		it, err := access.Anywhere(v, who, id)
		if errors.Is(err, fault.InvalidID) {
			return nil
		}
		if err == nil && !it.InTrash() {
			hits = append(hits, webdav.Hit{Space: it.Space.ID, Node: id})
		}
		return err
	})
	return hits, err
}

// listSearchRoots returns the workspaces of a person with the directory from which each is searched.
func (s *Service) listSearchRoots(ctx context.Context, who access.Actor) (map[db.SpaceID]db.NodeID, error) {
	all := map[db.SpaceID]db.NodeID{}
	err := s.DB.View(ctx, func(v *db.View) error {
		ids, err := listSpaceIDs(v, who)
		if err != nil {
			return err
		}
		for _, id := range ids {
			sp, tops, err := loadReadable(v, who, id)
			if err != nil {
				return err
			}
			if sp == nil || len(tops) == 0 {
				continue
			}
			if all[id] = sp.Root; !tops[sp.Root] && sp.MyRoot != 0 {
				all[id] = sp.MyRoot
			}
		}
		return nil
	})
	return all, err
}

func (s *Service) listFavorites(ctx context.Context, who access.Actor, spaces map[db.SpaceID]db.NodeID) ([]webdav.Hit, error) {
	return db.Get(ctx, s.DB, func(v *db.View) (hits []webdav.Hit, err error) {
		for _, id := range slices.Sorted(maps.Keys(spaces)) {
			all, err := v.FavoriteIDs(who.User, id)
			if err != nil {
				return hits, err
			}
			slices.Sort(all)
			for _, node := range all[:min(len(all), limits.DavFound-len(hits))] {
				hits = append(hits, webdav.Hit{Space: id, Node: node})
			}
		}
		return hits, nil
	})
}

// typeGroups are the groups of types of a search, by the beginnings of content types.
var typeGroups = map[string]string{"image/": "image", "video/": "video", "audio/": "audio"}

// searchSpaces searches workspaces by names, until there are enough hits unless the newest of all are wanted.
func (s *Service) searchSpaces(ctx context.Context, who access.Actor, spaces map[db.SpaceID]db.NodeID,
	w *webdav.SearchFilter) ([]search.Match, error) {
	var all []search.Match
	for _, id := range slices.Sorted(maps.Keys(spaces)) {
		if len(all) >= w.Limit && !w.Newest {
			break
		}
		some, err := s.searchSpace(ctx, who, id, spaces[id], w)
		if errors.Is(err, fault.UpgradeRequired) || errors.Is(err, fault.InvalidID) {
			continue // the plan of that workspace has no such search, or the person left it
		}
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

func typeFilters(w *webdav.SearchFilter) (types []string, err error) {
	for _, t := range w.Types {
		g := typeGroups[t]
		if g == "" {
			return nil, fault.BadRequest
		}
		types = append(types, g)
	}
	if w.Directories {
		types = append(types, "directory")
	}
	return types, nil
}

// encodeFilters are the filters of a search in the form that the search reads.
func encodeFilters(w *webdav.SearchFilter) (string, error) {
	f := map[string]any{"scope": "all", "contents": false}
	types, err := typeFilters(w)
	if err != nil {
		return "", err
	}
	if len(types) > 0 {
		f["types"] = types
	}
	if w.Favorite {
		f["favorite"] = true
	}
	// When it changed here, not when the device says: the index knows no other time.
	if !w.Since.IsZero() {
		f["modified_from"] = w.Since.UTC().Format(time.RFC3339)
	}
	if !w.Until.IsZero() {
		f["modified_to"] = w.Until.UTC().Format(time.RFC3339)
	}
	filters, err := json.Marshal(f)
	return string(filters), err
}

// searchSpace searches one workspace by names.
func (s *Service) searchSpace(ctx context.Context, who access.Actor, space db.SpaceID, from db.NodeID,
	w *webdav.SearchFilter) ([]search.Match, error) {
	filters, err := encodeFilters(w)
	if err != nil {
		return nil, err
	}
	q := search.SearchRequest{Text: w.Name, Filters: filters, Limit: w.Limit}
	if w.Newest {
		q.Sort = "last_modified_at:-1"
	}
	p, err := s.Finder.Search(ctx, who, space, from, q)
	if err != nil {
		return nil, err
	}
	return p.All, nil
}
