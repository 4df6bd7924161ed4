package files

import (
	"context"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

// pick is one item of a selection.
type pick struct {
	id   db.NodeID
	kind db.Kind
}

// isFew reports whether a selection is small enough for one transaction, all of it or nothing.
func (s *Service) isFew(sel Selection) bool {
	return sel.All == nil && len(sel.Files)+len(sel.Directories) <= s.maxItems
}

// picks lists the items of a selection: directories first, each once.
func (s Selection) picks() []pick {
	var all []pick
	seen := map[db.NodeID]bool{}
	for _, group := range []struct {
		ids  []db.NodeID
		kind db.Kind
	}{{s.Directories, db.Directory}, {s.Files, db.File}} {
		for _, id := range group.ids {
			if !seen[id] {
				seen[id] = true
				all = append(all, pick{id, group.kind})
			}
		}
	}
	return all
}

// loadPicks reads the items of a selection, from a list in the trash or outside it. What comes into the list later is not among them.
func (s *Service) loadPicks(ctx context.Context, who access.Actor, sel Selection, trash bool) ([]pick, error) {
	if sel.All == nil {
		return sel.picks(), sel.checkSize()
	}
	all, err := db.Get(ctx, s.db, func(v *db.View) ([]pick, error) { return loadWhole(v, who, sel, trash) })
	if err == nil && len(all) == 0 {
		err = fault.SelectionEmpty
	}
	return all, err
}

// expandSmall names the items of a whole list, when they are few.
func (s *Service) expandSmall(ctx context.Context, who access.Actor, sel Selection, trash bool) (Selection, error) {
	if sel.All == nil {
		return sel, nil
	}
	all, err := s.loadPicks(ctx, who, sel, trash)
	if err != nil || len(all) > s.maxItems {
		return sel, err
	}
	named := Selection{Space: sel.Space}
	for _, p := range all {
		if p.kind == db.Directory {
			named.Directories = append(named.Directories, p.id)
		} else {
			named.Files = append(named.Files, p.id)
		}
	}
	return named, nil
}

const idsAtOnce = 5000 // that one query reads

func loadWhole(v *db.View, who access.Actor, sel Selection, trash bool) ([]pick, error) {
	if len(sel.All.Except) > limits.ItemsNamed {
		return nil, fault.TooManySelected
	}
	dir, only, err := loadListDirectory(v, who, sel, trash)
	if err != nil {
		return nil, err
	}
	except := map[db.NodeID]bool{}
	for _, id := range sel.All.Except {
		except[id] = true
	}
	if only != nil { // a guest sees these and no others
		return leadingPicks(v, dir, only, except)
	}
	var all []pick
	kinds := []db.Kind{db.Directory, db.File}
	if !dir.CanReadFiles() {
		kinds = kinds[:1]
	}
	for _, kind := range kinds {
		for after, more := db.NodeID(0), true; more; {
			ids, err := sel.All.listChildIDs(v, dir.ID, kind, after)
			if err != nil {
				return nil, err
			}
			for _, id := range ids {
				if after = id; !except[id] {
					all = append(all, pick{id, kind})
				}
			}
			if more = len(ids) == idsAtOnce; len(all) > limits.ItemsOfAll {
				return nil, fault.TooManySelected
			}
		}
	}
	return all, nil
}

// listChildIDs reads the ids of the next children of a list.
func (w *Whole) listChildIDs(v *db.View, dir db.NodeID, kind db.Kind, after db.NodeID) ([]db.NodeID, error) {
	if w.Until.IsZero() {
		return v.ChildIDs(dir, kind, after, idsAtOnce)
	}
	return v.ChildIDsSince(dir, kind, db.FirstIDAt(w.Until.Add(time.Millisecond)), after, idsAtOnce)
}

// loadListDirectory loads the directory of a list.
func loadListDirectory(v *db.View, who access.Actor, sel Selection, trash bool) (*access.Item, []db.NodeID, error) {
	if !trash {
		return access.Browse(v, who, sel.Space, sel.All.Directory)
	}
	dir, err := access.TrashedNode(v, who, sel.Space, sel.All.Directory, access.Read)
	if err == nil && dir.Kind != db.Directory {
		err = fault.NotADirectory
	}
	return dir, nil, err
}

func leadingPicks(v *db.View, dir *access.Item, only []db.NodeID, except map[db.NodeID]bool) ([]pick, error) {
	nodes, err := dir.LoadEntries(v, only)
	var all []pick
	for i := range nodes {
		if !except[nodes[i].ID] {
			all = append(all, pick{nodes[i].ID, nodes[i].Kind})
		}
	}
	return all, err
}

// bulkLoader loads many items at once. Those that it does not return have to be loaded one by one, to learn why.
type bulkLoader func(*db.View, []pick) (map[db.NodeID]*access.Item, loader)

func idsOf(some []pick) []db.NodeID {
	ids := make([]db.NodeID, len(some))
	for i, p := range some {
		ids[i] = p.id
	}
	return ids
}

// eachPick loads the items of a selection, some at a time, and calls fn with each. A fault says which item it is about.
func (s *Service) eachPick(ctx context.Context, all []pick, some bulkLoader,
	fn func(*db.View, *access.Item) error) error {
	for from := 0; from < len(all); from += limits.ItemsAtOnce {
		part := all[from:min(len(all), from+limits.ItemsAtOnce)]
		err := s.db.View(ctx, func(v *db.View) error {
			known, load := some(v, part)
			for _, p := range part {
				it := known[p.id]
				if it == nil || it.Kind != p.kind || it.Parent == 0 { // only the loader knows why
					var err error
					if it, err = (Selection{}).loadOne(load, p.id, p.kind); err != nil {
						return err
					}
				}
				if err := fn(v, it); err != nil {
					return withItem(err, p.id, p.kind)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
