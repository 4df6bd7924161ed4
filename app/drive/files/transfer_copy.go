package files

import (
	"anbar/app/base/access"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/db"
)

func (t *transfer) copy(src, dst *access.Item, n names.Name, top bool) (*db.Node, error) {
	made, change, err := t.createCopy(src, dst, n)
	if err != nil {
		return nil, err
	}
	now := dst.Child(made)
	t.back.addCopy(now, change)
	if !top {
		return made, nil
	}
	return made, t.recordCopy(src, now)
}

// recordCopy records a copy. Where it comes from is said within one timeline alone.
func (t *transfer) recordCopy(src, now *access.Item) error {
	var before *activity.Detail
	if src.Home() == now.Home() {
		before = &activity.Detail{Path: activity.Path(src.Path[:len(src.Path)-1])}
		if now.Name != src.Name {
			before.Name = src.Name
		}
	}
	return activity.Record(t.tx, t.who, now, actionsOf[src.Kind].copied, before, nil)
}

// createCopy copies an item, or shows the copy of it that was made before. It returns the
// copy and the change that it carries.
func (t *transfer) createCopy(src, dst *access.Item, n names.Name) (*db.Node, int64, error) {
	made := *src.Node
	if err := t.checkPlace(src, dst.Path, n.Text); err != nil {
		return nil, 0, err
	}
	if id := t.staged[src.ID]; id != 0 {
		return t.placeStaged(id, dst, n)
	}
	if err := quota.CheckNodes(t.tx.ReadOnly(), dst.Space, src.Files+src.Directories+1); err != nil {
		return nil, 0, err
	}
	if err := quota.Reserve(t.tx, dst.Space, src.Size); err != nil {
		return nil, 0, err
	}
	var last int
	id, err := t.tx.CopyTree(src.Node, placementOf(dst.ID, n, src.Kind), dst.Space.ID, t.who.User, func(done int) {
		t.copied, last = t.copied+done-last, done
		t.progress(t.copied)
	})
	made.ID, made.Parent, made.Space, made.Name = id, dst.ID, dst.Space.ID, n.Text
	return &made, int64(id), toDuplicateFault(err)
}
