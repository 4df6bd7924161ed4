package nextcloud

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/app/search"
	"anbar/app/webdav"
	"anbar/db"
)

// search answers a SEARCH, which apps send to the root of all trees.
func (s *Service) search(c *api.Call) error {
	t, err := s.tree(c, filesBase+c.Who.User.String()+"/")
	if err != nil {
		return err
	}
	return s.Dav.Search(c, t, func(name string) error { return s.isCaller(c, name) })
}

// find looks for items in all workspaces of a person.
func (s *Service) find(ctx context.Context, who access.Actor, w *webdav.Wanted) ([]webdav.Hit, error) {
	if w.Number != 0 {
		return s.byNumber(ctx, who, w.Number)
	}
	spaces, err := s.searchable(ctx, who)
	if err != nil {
		return nil, err
	}
	if w.Favorite && w.Name == "" {
		return s.favorites(ctx, who, spaces)
	}
	all, err := s.inSpaces(ctx, who, spaces, w)
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

func (s *Service) byNumber(ctx context.Context, who access.Actor, id db.NodeID) ([]webdav.Hit, error) {
	var hits []webdav.Hit
	err := s.DB.ViewOne(ctx, func(v *db.View) error {
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

// searchable returns the workspaces of a person with the directory from which each is searched.
func (s *Service) searchable(ctx context.Context, who access.Actor) (map[db.SpaceID]db.NodeID, error) {
	all := map[db.SpaceID]db.NodeID{}
	err := s.DB.View(ctx, func(v *db.View) error {
		ids, err := spacesOf(v, who)
		if err != nil {
			return err
		}
		for _, id := range ids {
			sp, tops, err := readable(v, who, id)
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

func (s *Service) favorites(ctx context.Context, who access.Actor, spaces map[db.SpaceID]db.NodeID) ([]webdav.Hit, error) {
	var hits []webdav.Hit
	err := s.DB.View(ctx, func(v *db.View) error {
		for _, id := range slices.Sorted(maps.Keys(spaces)) {
			all, err := v.FavoriteIDs(who.User, id)
			if err != nil {
				return err
			}
			slices.Sort(all)
			for _, node := range all[:min(len(all), limits.DavFound-len(hits))] {
				hits = append(hits, webdav.Hit{Space: id, Node: node})
			}
		}
		return nil
	})
	return hits, err
}

// groups are the groups of types of a search, by the beginnings of content types.
var groups = map[string]string{"image/": "image", "video/": "video", "audio/": "audio"}

// inSpaces searches workspaces by names, until there are enough hits unless the newest of all are wanted.
func (s *Service) inSpaces(ctx context.Context, who access.Actor, spaces map[db.SpaceID]db.NodeID,
	w *webdav.Wanted) ([]search.Match, error) {
	var all []search.Match
	for _, id := range slices.Sorted(maps.Keys(spaces)) {
		if len(all) >= w.Limit && !w.Newest {
			break
		}
		some, err := s.inSpace(ctx, who, id, spaces[id], w)
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

func typesOf(w *webdav.Wanted) (types []string, err error) {
	for _, t := range w.Types {
		g := groups[t]
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

// filtersOf are the filters of a search in the form that the search reads.
func filtersOf(w *webdav.Wanted) (string, error) {
	f := map[string]any{"scope": "all", "contents": false}
	types, err := typesOf(w)
	if err != nil {
		return "", err
	}
	if len(types) > 0 {
		f["types"] = types
	}
	if w.Favorite {
		f["favorite"] = true
	}
	if !w.Since.IsZero() {
		f["modified_from"] = w.Since.UTC().Format(time.RFC3339)
	}
	if !w.Until.IsZero() {
		f["modified_to"] = w.Until.UTC().Format(time.RFC3339)
	}
	filters, err := json.Marshal(f)
	return string(filters), err
}

// inSpace searches one workspace by names.
func (s *Service) inSpace(ctx context.Context, who access.Actor, space db.SpaceID, from db.NodeID,
	w *webdav.Wanted) ([]search.Match, error) {
	filters, err := filtersOf(w)
	if err != nil {
		return nil, err
	}
	q := search.Query{Text: w.Name, Filters: filters, Limit: w.Limit}
	if w.Newest {
		q.Sort = "last_modified_at:-1"
	}
	p, err := s.Finder.Search(ctx, who, space, from, q)
	if err != nil {
		return nil, err
	}
	return p.All, nil
}
