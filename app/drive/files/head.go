package files

import (
	"anbar/app/base/access"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/db"
)

// StoreHead makes a blob the head of a file. With mayReplace it takes the place of the present head, unless a link or the public
// address names that version; otherwise it becomes a new version, which the activity records as does. The caller has loaded the
// file with the right to change it, and checked that nobody else edits it.
func StoreHead(tx *db.Tx, who access.Actor, it *access.Item, c Content, mayReplace bool, does activity.Action) (*db.Node, error) {
	if mayReplace {
		pinned, err := tx.IsVersionPinned(it.ID, it.Version)
		if err != nil {
			return nil, err
		}
		if !pinned {
			return replaceHead(tx, who, it, c)
		}
	}
	if err := quota.Reserve(tx, it.Space, c.Size); err != nil {
		return nil, err
	}
	last, err := tx.LastNumber(it.ID)
	if err != nil {
		return nil, err
	}
	node := *it.Node
	node.Version, node.Hash, node.Number, node.Size, node.ContentType, node.ModifiedBy = db.VersionID(db.NewID()), c.Hash, last+1, c.Size,
		c.Type, who.User
	if node.Thumbnail, err = requestThumbnail(tx, &node, c); err != nil {
		return nil, err
	}
	head := newHeadVersion(&node, c)
	if err := tx.InsertVersion(head); err != nil {
		return nil, err
	}
	if err := tx.UpdateNodeHead(it.Node, head); err != nil {
		return nil, err
	}
	if err := pruneOldestVersion(tx, it.Space, it.ID); err != nil {
		return nil, err
	}
	now := *it
	now.Node = &node
	return &node, activity.Record(tx, who, &now, does, nil, &activity.Detail{Number: node.Number, Size: &c.Size})
}

// replaceHead puts a blob in the place of the head that is there. No version comes, and nothing is recorded.
func replaceHead(tx *db.Tx, who access.Actor, it *access.Item, c Content) (*db.Node, error) {
	if more := c.Size - it.Size; more > 0 {
		if err := quota.Reserve(tx, it.Space, more); err != nil {
			return nil, err
		}
	} else if err := quota.Release(tx, it.Space.ID, -more); err != nil {
		return nil, err
	}
	node := *it.Node
	node.Version, node.Hash, node.Size, node.ContentType, node.ModifiedBy = db.VersionID(db.NewID()), c.Hash, c.Size, c.Type, who.User
	var err error
	if node.Thumbnail, err = requestThumbnail(tx, &node, c); err != nil {
		return nil, err
	}
	return &node, tx.ReplaceNodeHead(it.Node, newHeadVersion(&node, c))
}
