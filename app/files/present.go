package files

import (
	"slices"
	"time"

	"anbar/app/access"
	"anbar/app/leases"
	"anbar/db"
)

// Listed is an item with the data to show it: names, and for it or for its children the
// caller's favorites and the values of custom fields.
type Listed struct {
	*access.Item
	People map[db.UserID]db.Person

	favorites map[db.NodeID]bool
	values    map[db.NodeID][]db.FieldValue
	boxes     map[db.NodeID]time.Time // that have an upload box, and until when
	editing   map[db.NodeID]*leases.Editing
	leased    time.Time // the first of these leases ends, unless it is renewed
}

// Present loads the data to show with an item, which may be in the trash.
func Present(v *db.View, it *access.Item) (*Listed, error) {
	l, err := PresentMany(v, []*access.Item{it})
	if err != nil {
		return nil, err
	}
	return l[0], nil
}

// PresentMany loads the data to show with items of one space, for one caller.
func PresentMany(v *db.View, items []*access.Item) ([]*Listed, error) {
	if len(items) == 0 {
		return nil, nil
	}
	var people []db.UserID
	var old []db.NodeID // new items have no marks yet
	for _, it := range items {
		people = append(people, it.CreatedBy, it.ModifiedBy)
		if !it.CreatedAt.Equal(v.Now) {
			old = append(old, it.ID)
		}
	}
	slices.Sort(people)
	shared := Listed{}
	var err error
	if shared.People, err = v.People(slices.Compact(people)); err != nil {
		return nil, err
	}
	if len(old) > 0 {
		favorites, err := v.FavoritesAmong(items[0].Viewer(), old)
		if err != nil {
			return nil, err
		}
		shared.favorites = set(favorites)
	}
	var has db.Extras
	if len(old) > 0 {
		if has, err = v.ExtrasOf(items[0].Space.ID); err != nil {
			return nil, err
		}
	}
	if has.Fields {
		if shared.values, err = v.FieldValuesOf(old); err != nil {
			return nil, err
		}
	}
	if has.Boxes {
		if shared.boxes, err = v.BoxesAmong(old); err != nil {
			return nil, err
		}
	}
	if has.Leases {
		if shared.editing, shared.leased, err = leases.Among(v, old); err != nil {
			return nil, err
		}
	}
	all := make([]*Listed, len(items))
	for i, it := range items {
		l := shared
		l.Item = it
		all[i] = &l
	}
	return all, nil
}

func set(ids []db.NodeID) map[db.NodeID]bool {
	all := make(map[db.NodeID]bool, len(ids))
	for _, id := range ids {
		all[id] = true
	}
	return all
}

// PresentChildren loads the data to show with the children of a directory.
func PresentChildren(v *db.View, it *access.Item, children []db.Node) (*Listed, error) {
	ids := []db.UserID{it.CreatedBy, it.ModifiedBy}
	seen := map[db.UserID]bool{it.CreatedBy: true, it.ModifiedBy: true}
	for i := range children {
		for _, id := range [2]db.UserID{children[i].CreatedBy, children[i].ModifiedBy} {
			if !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	people, err := v.People(ids)
	if err != nil {
		return nil, err
	}
	l := &Listed{Item: it, People: people}
	has, err := v.ExtrasOf(it.Space.ID)
	if err != nil || !has.Fields && !has.Boxes && !has.Leases {
		return l, err
	}
	nodes := make([]db.NodeID, len(children))
	for i := range children {
		nodes[i] = children[i].ID
	}
	if has.Fields {
		if l.values, err = v.FieldValuesOf(nodes); err != nil {
			return nil, err
		}
	}
	if has.Boxes {
		if l.boxes, err = v.BoxesAmong(nodes); err != nil {
			return nil, err
		}
	}
	if has.Leases {
		l.editing, l.leased, err = leases.Among(v, nodes)
	}
	return l, err
}
