package files

import (
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/drive/leases"
	"anbar/db"
)

// ItemView is an item with the data to show it: names, and for it or for its children the
// caller's favorites and the values of custom fields.
type ItemView struct {
	*access.Item
	People map[db.UserID]db.Person

	favorites map[db.NodeID]bool
	values    map[db.NodeID][]db.FieldValue
	boxes     map[db.NodeID]time.Time // that have an upload box, and until when
	editing   map[db.NodeID]*leases.Editing
	leased    time.Time // the first of these leases ends, unless it is renewed
}

// Present loads the data to show with an item, which may be in the trash.
func Present(v *db.View, it *access.Item) (*ItemView, error) {
	l, err := PresentMany(v, []*access.Item{it})
	if err != nil {
		return nil, err
	}
	return l[0], nil
}

// PresentMany loads the data to show with items of one space, for one caller.
func PresentMany(v *db.View, items []*access.Item) ([]*ItemView, error) {
	if len(items) == 0 {
		return nil, nil
	}
	people, err := v.People(contributorsOf(items))
	if err != nil {
		return nil, err
	}
	shared := ItemView{People: people}
	if err := shared.loadMarks(v, items); err != nil {
		return nil, err
	}
	all := make([]*ItemView, len(items))
	for i, it := range items {
		l := shared
		l.Item = it
		all[i] = &l
	}
	return all, nil
}

func setOf(ids []db.NodeID) map[db.NodeID]bool {
	all := make(map[db.NodeID]bool, len(ids))
	for _, id := range ids {
		all[id] = true
	}
	return all
}

// contributorsOf returns the users that made or changed items, each once.
func contributorsOf(items []*access.Item) []db.UserID {
	var ids []db.UserID
	for _, it := range items {
		ids = append(ids, it.CreatedBy, it.ModifiedBy)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// loadMarks loads the favorites and the extras among items.
func (l *ItemView) loadMarks(v *db.View, items []*access.Item) error {
	var ids []db.NodeID // new items have no marks yet
	for _, it := range items {
		if !it.CreatedAt.Equal(v.Now) {
			ids = append(ids, it.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	favorites, err := v.FavoritesAmong(items[0].Viewer(), ids)
	if err != nil {
		return err
	}
	l.favorites = setOf(favorites)
	has, err := v.ExtrasOf(items[0].Space.ID)
	if err != nil {
		return err
	}
	return l.loadExtras(v, has, ids)
}

// loadExtras loads the tags, upload boxes and leases of items. It skips the kinds that no item of the space has.
func (l *ItemView) loadExtras(v *db.View, has db.Extras, ids []db.NodeID) (err error) {
	if has.Fields {
		if l.values, err = v.FieldValuesOf(ids); err != nil {
			return err
		}
	}
	if has.Boxes {
		if l.boxes, err = v.BoxesAmong(ids); err != nil {
			return err
		}
	}
	if has.Leases {
		l.editing, l.leased, err = leases.FindEditing(v, ids)
	}
	return err
}

// contributorsIn returns the users that made or changed a directory or one of its children, each once.
func contributorsIn(it *access.Item, children []db.Node) []db.UserID {
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
	return ids
}

// PresentChildren loads the data to show with the children of a directory.
func PresentChildren(v *db.View, it *access.Item, children []db.Node) (*ItemView, error) {
	people, err := v.People(contributorsIn(it, children))
	if err != nil {
		return nil, err
	}
	l := &ItemView{Item: it, People: people}
	has, err := v.ExtrasOf(it.Space.ID)
	if err != nil || !has.Fields && !has.Boxes && !has.Leases {
		return l, err
	}
	nodes := make([]db.NodeID, len(children))
	for i := range children {
		nodes[i] = children[i].ID
	}
	return l, l.loadExtras(v, has, nodes)
}
