package activity

import (
	"encoding/json"
	"errors"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

// pathVisibility knows which directories its reader sees now: those they may read, and
// the way that leads to these.
type pathVisibility struct {
	v     *db.View
	who   access.Actor
	space *db.Space
	cache map[string]bool // by root and path
}

// hideDirectories removes the directories that the reader cannot see from the entries. A reader of all
// shared files sees them all, also those that are deleted.
func hideDirectories(v *db.View, who access.Actor, space db.SpaceID, all []db.Activity) error {
	sp, rights, err := access.SpaceRights(v, who, space)
	if err != nil {
		return err
	}
	p := &pathVisibility{v: v, who: who, space: sp, cache: map[string]bool{}}
	for i := range all {
		a := &all[i]
		if a.Root == sp.MyRoot || a.Root == sp.Root && rights.Has(access.Read, access.Directory) {
			continue
		}
		if err := p.hidePaths(a); err != nil {
			return err
		}
	}
	return nil
}

func (p *pathVisibility) hidePaths(a *db.Activity) error {
	shown, err := p.isVisible(a.Root, a.Path)
	if err != nil {
		return err
	}
	if !shown {
		a.Path, a.Directory = "", 0
	}
	for _, b := range []*json.RawMessage{&a.Before, &a.After} {
		d, err := decodeDetail(*b)
		if err != nil {
			return err
		}
		if d == nil || d.Path == "" {
			continue
		}
		if shown, err = p.isVisible(a.Root, d.Path); err != nil {
			return err
		}
		if shown {
			continue
		}
		d.Path = ""
		if *b, err = encodeDetail(d); err != nil {
			return err
		}
	}
	return nil
}

// isVisible reports whether a path leads to a directory that the reader sees.
func (p *pathVisibility) isVisible(root db.NodeID, path string) (bool, error) {
	key := root.String() + path
	if shown, known := p.cache[key]; known {
		return shown, nil
	}
	shown, err := p.loadVisible(root, path)
	if err == nil {
		p.cache[key] = shown
	}
	return shown, err
}

func (p *pathVisibility) loadVisible(id db.NodeID, path string) (bool, error) {
	for name := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if name == "" {
			continue
		}
		child, err := p.v.ChildByName(id, name, names.Keys(name))
		if errors.Is(err, db.ErrNotFound) || err == nil && child.Kind != db.Directory {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		id = child.ID
	}
	_, _, err := access.Browse(p.v, p.who, p.space.ID, id)
	if errors.Is(err, fault.InvalidID) {
		return false, nil
	}
	return err == nil, err
}
