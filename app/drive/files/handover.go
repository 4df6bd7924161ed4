package files

import (
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/db"
)

// HandOverDrive turns the My Drive of a departing member into a directory of that name below
// into, with everything in it. Its cost does not depend on the size of the drive.
// Everything shared from it is no longer shared.
func HandOverDrive(tx *db.Tx, who access.Actor, drive *db.Node, into *access.Item, name string) (*access.Item, error) {
	n, err := findFreeName(tx, into.ID, name)
	if err != nil {
		return nil, err
	}
	if err := unpublishFiles(tx, drive); err != nil {
		return nil, err
	}
	if _, err := tx.UpdateNodePlace(drive, placementOf(into.ID, n, db.Directory)); err != nil {
		return nil, toDuplicateFault(err)
	}
	moved := *drive
	moved.Parent, moved.Name, moved.Root, moved.Owner = into.ID, n.Text, "", 0
	it := into.Child(&moved)
	return it, activity.Record(tx, who, it, activity.MyDriveHandOver, nil, nil)
}

// unpublishFiles closes the files below a directory to those who know their direct
// links.
func unpublishFiles(tx *db.Tx, top *db.Node) error {
	open, err := access.PublicBelow(tx.ReadOnly(), top)
	for i := range open {
		if err == nil {
			err = tx.UpdateNodePublic(&open[i], false, 0)
		}
	}
	return err
}

// DeleteDrive deletes a My Drive, or its trash, forever, with all that lies in it.
// Its rows go in the background.
func DeleteDrive(tx *db.Tx, drive *db.Node) error {
	_, err := tx.UpdateNodeGone(drive, db.GoneRoot)
	return err
}

// FindOrCreateDirectory is the directory of that name in another one, made when nothing has the
// name. The caller has the right to put things there.
func FindOrCreateDirectory(tx *db.Tx, who access.Actor, in *access.Item, name string) (*access.Item, error) {
	n, err := names.Parse(name)
	if err != nil {
		return nil, err
	}
	there, err := tx.ChildByName(in.ID, n.Text, n.Keys())
	if err == nil && there.Kind == db.Directory {
		return in.Child(there), nil
	}
	if err == nil {
		n, err = findFreeName(tx, in.ID, name)
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return nil, err
	}
	made, err := insertDirectory(tx, who, in, n)
	if err != nil {
		return nil, err
	}
	return in.Child(made), nil
}

// IsNameFree reports whether nothing in a directory has the name.
func IsNameFree(v *db.View, dir db.NodeID, n names.Name) (bool, error) {
	_, err := v.ChildByName(dir, n.Text, n.Keys())
	if errors.Is(err, db.ErrNotFound) {
		return true, nil
	}
	return false, err
}

func findFreeName(tx *db.Tx, dir db.NodeID, name string) (names.Name, error) {
	return names.FirstFree(names.Of(name), func(n names.Name) (bool, error) { return IsNameFree(tx.ReadOnly(), dir, n) })
}
