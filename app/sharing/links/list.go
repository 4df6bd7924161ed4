package links

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/sharing/gate"
	"anbar/db"
)

// Query says which links of a space a list shows.
type Query struct {
	Space     db.SpaceID
	Directory db.NodeID // only links to items that were in it
	File      db.NodeID // only of this file
	Version   db.VersionID
	Status    string
	api.PageQuery
}

const maxOthers = 10_000 // links that are looked at one by one

// List returns a page of the links that the actor may manage, newest first.
func (s *Service) List(ctx context.Context, who access.Actor, a Query) ([]Link, api.PageInfo, error) {
	var info api.PageInfo
	part, err := a.Of("links")
	if err != nil {
		return nil, info, err
	}
	if !slices.Contains([]string{"", db.LinkActive, db.LinkExpired, db.LinkSpent, db.LinkDead}, a.Status) {
		return nil, info, fault.Field("status", fault.InvalidValue)
	}
	var all []Link
	err = s.db.View(ctx, func(v *db.View) error {
		if err := a.checkRead(v, who); err != nil {
			return err
		}
		f := db.LinkFilter{
			Space: a.Space, CreatedBy: who.User, Directory: a.Directory, Node: a.File, Version: a.Version, Status: a.Status,
			Slice: part.Slice,
		}
		if err := includeOthers(v, who, &f); err != nil {
			return err
		}
		total, err := v.CountLinks(f)
		if err != nil {
			return err
		}
		rows, next, err := v.LinksOf(f)
		if err != nil {
			return err
		}
		if info, err = part.Info(total, next); err != nil {
			return err
		}
		all, err = s.loadLinks(v, who, rows)
		return err
	})
	return all, info, err
}

// checkRead requires the right to read the subject of the list.
func (a *Query) checkRead(v *db.View, who access.Actor) error {
	var err error
	switch {
	case a.File != 0:
		_, err = access.File(v, who, a.Space, a.Directory, a.File, access.Read)
	case a.Directory != 0:
		_, err = access.Dir(v, who, a.Space, a.Directory, access.Read)
	default:
		_, _, err = access.SpaceRights(v, who, a.Space)
	}
	return err
}

// includeOthers extends a filter to the links of other users that the user may manage.
func includeOthers(v *db.View, who access.Actor, f *db.LinkFilter) error {
	sp, rights, err := access.SpaceRights(v, who, f.Space)
	if err != nil {
		return err
	}
	if rights.Has(access.Update, access.DownloadLink) {
		f.Home = sp.Root
		return nil
	}
	some, err := access.HasOnAnyItem(v, who, f.Space, access.Update, access.DownloadLink)
	if err != nil || !some {
		return err
	}
	rows, err := v.LinksBesides(f.Space, who.User, maxOthers)
	for i := range rows {
		switch err := checkRight(v, who, &rows[i], access.Update); {
		case err == nil:
			f.More = append(f.More, rows[i].ID)
		case !errors.Is(err, fault.InvalidID) && !errors.Is(err, fault.PermissionDenied):
			return err
		}
	}
	return err
}

func (s *Service) loadLink(v *db.View, who access.Actor, l *db.Link) (*Link, error) {
	all, err := s.loadLinks(v, who, []db.Link{*l})
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// loadLinks adds the data for managers to links.
func (s *Service) loadLinks(v *db.View, who access.Actor, rows []db.Link) ([]Link, error) {
	ids, creators := make([]string, len(rows)), make([]db.UserID, len(rows))
	for i := range rows {
		ids[i], creators[i] = rows[i].ID, rows[i].CreatedBy
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	opened, err := v.LastOpenings(string(list))
	if err != nil {
		return nil, err
	}
	people, err := v.People(creators)
	if err != nil {
		return nil, err
	}
	all := make([]Link, len(rows))
	for i := range rows {
		l := &rows[i]
		all[i] = Link{Link: l, Creator: people[l.CreatedBy], Opened: opened[l.ID]}
		if all[i].Items, err = listReadable(v, who, l); err != nil {
			return nil, err
		}
		_, err := access.LoadLinkItems(v, l)
		alive, err := gate.SplitDead(err)
		if err != nil {
			return nil, err
		}
		all[i].Status = statusAt(l, v.Now, alive)
		if l.Version != 0 && len(l.Nodes) == 1 {
			ver, err := v.VersionOf(l.Nodes[0], l.Version)
			if err != nil && !errors.Is(err, db.ErrNotFound) {
				return nil, err
			}
			all[i].Number = ver.Number
		}
	}
	return all, nil
}

// ListOpenings returns a page of the times that a link was opened, newest first.
func (s *Service) ListOpenings(ctx context.Context, who access.Actor, space db.SpaceID, id string,
	p api.PageQuery) ([]db.LinkOpening, api.PageInfo, error) {
	var info api.PageInfo
	part, err := p.Of("openings")
	if err != nil {
		return nil, info, err
	}
	var all []db.LinkOpening
	err = s.db.View(ctx, func(v *db.View) error {
		if _, err := authorizeLink(v, who, space, id, access.Update); err != nil {
			return err
		}
		total, err := v.CountOpenings(id)
		if err != nil {
			return err
		}
		var next []any
		if all, next, err = v.OpeningsOf(id, part.Slice); err != nil {
			return err
		}
		info, err = part.Info(total, next)
		return err
	})
	return all, info, err
}
