package webdav

import (
	"context"
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/db"
)

// Places knows where items lie in a tree of one person.
type Places struct {
	tops   map[db.NodeID]placedRoot
	hidden map[db.NodeID]map[string]bool // names in a root that lead to a mount
}

type placedRoot struct {
	root     *Root
	segments []string
}

// View runs fn in a snapshot in which all directories of trees have their names.
func (s *Service) View(ctx context.Context, fn func(*db.View) error) error {
	return s.viewNamed(ctx, fn)
}

// LoadPlaces looks through the roots of a tree. It is called in a View of the service.
func (t *Tree) LoadPlaces(v *db.View, who access.Actor) (*Places, error) {
	r, err := t.Root(v, who)
	if err != nil {
		return nil, err
	}
	p := &Places{map[db.NodeID]placedRoot{}, map[db.NodeID]map[string]bool{}}
	return p, p.addRoot(v, who, r, nil)
}

func (p *Places) addRoot(v *db.View, who access.Actor, r *Root, at []string) error {
	if _, known := p.tops[r.Item]; r.Item != 0 && !known {
		p.tops[r.Item] = placedRoot{r, at}
	}
	mounts, err := r.loadMounts(v, who)
	if err != nil {
		return err
	}
	for _, m := range mounts {
		if p.hidden[r.Item] == nil {
			p.hidden[r.Item] = map[string]bool{}
		}
		p.hidden[r.Item][m.Name] = true
		if err := p.addRoot(v, who, m, append(at[:len(at):len(at)], m.Name)); err != nil {
			return err
		}
	}
	return nil
}

// Of returns the names that lead to an item; false when the tree does not show it.
func (p *Places) Of(it *access.Item) ([]string, bool) {
	segments, _, ok := p.locate(it)
	return segments, ok
}

// locate also returns the root that the item is; nil for any other.
func (p *Places) locate(it *access.Item) ([]string, *Root, bool) {
	for i := len(it.Path) - 1; i >= 0; i-- {
		t, is := p.tops[it.Path[i].ID]
		if !is {
			continue
		}
		below := it.Path[i+1:]
		if len(below) == 0 {
			return t.segments, t.root, true
		}
		if p.hidden[it.Path[i].ID][below[0].Name] {
			return nil, nil, false
		}
		segments := slices.Clone(t.segments)
		for _, step := range below {
			segments = append(segments, step.Name)
		}
		return segments, nil, true
	}
	return nil, nil, false
}

// LoadItem loads the item that names lead to. It is called in a View of the service.
func (t *Tree) LoadItem(v *db.View, who access.Actor, names []string) (*access.Item, error) {
	p, err := resolvePath(v, who, t, names)
	if err == nil && p.item == nil || errors.Is(err, errNoParent) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	return p.item, nil
}

// LoadTreeTag is the entity tag of a whole tree.
func (s *Service) LoadTreeTag(ctx context.Context, who access.Actor, t *Tree) (tag string, err error) {
	err = s.viewNamed(ctx, func(v *db.View) error {
		p, err := resolvePath(v, who, t, nil)
		if err == nil {
			tag, err = p.computeTag(v, who)
		}
		return err
	})
	return tag, err
}
