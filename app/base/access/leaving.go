package access

import (
	"slices"

	"anbar/app/base/fault"
	"anbar/db"
)

// LoadDepartingDrive loads the My Drive of a member and its trash for a caller who may decide
// what happens to them: the member, or a user who may remove members.
func LoadDepartingDrive(v *db.View, who Actor, s *db.Space, m *db.Membership) (drive, trash *db.Node, err error) {
	if m.Space != s.ID {
		return nil, nil, fault.InvalidID
	}
	if who.User != m.User {
		if _, err := Space(v, who, s.ID, Delete, Member); err != nil {
			return nil, nil, err
		}
	}
	if drive, err = v.NodeByID(m.MyRoot); err != nil {
		return nil, nil, toInvalidID(err)
	}
	if trash, err = v.NodeByID(m.MyTrash); err != nil {
		return nil, nil, toInvalidID(err)
	}
	return drive, trash, nil
}

// LoadSuccessorDrive loads the My Drive of the member who gets a departing member's drive. The
// caller has to load that drive with LoadDepartingDrive.
func LoadSuccessorDrive(v *db.View, who Actor, s *db.Space, m *db.Membership) (*Item, error) {
	n, err := v.NodeByID(m.MyRoot)
	if err != nil {
		return nil, toInvalidID(err)
	}
	return rootItem(n, s, who, m.MyTrash), nil
}

// LoadArchiveRoot loads the root of the shared files to archive a departing member's drive
// there, which needs no other right on it. The caller has to load the drive with
// LoadDepartingDrive.
func LoadArchiveRoot(v *db.View, who Actor, s *db.Space) (*Item, error) {
	n, err := v.NodeByID(s.Root)
	if err != nil {
		return nil, toInvalidID(err)
	}
	return rootItem(n, s, who, s.Trash), nil
}

// maxPublic is more public files than a space has.
const maxPublic = 1 << 30

// PublicBelow returns the files below a My Drive that are public through their direct
// links. The caller has to load the drive with LoadDepartingDrive.
func PublicBelow(v *db.View, drive *db.Node) ([]db.Node, error) {
	ids, err := v.PublicFiles(drive.Space, maxPublic)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	paths, err := v.PathsOf(ids)
	if err != nil {
		return nil, err
	}
	all, err := v.NodesByID(ids)
	return slices.DeleteFunc(all, func(n db.Node) bool {
		return !slices.ContainsFunc(paths[n.ID], func(a db.Ancestor) bool { return a.ID == drive.ID })
	}), err
}

func rootItem(n *db.Node, s *db.Space, who Actor, bin db.NodeID) *Item {
	path := []db.Ancestor{{ID: n.ID, Root: n.Root, Owner: n.Owner}}
	return &Item{Node: n, Space: s, Path: path, who: who, rights: myDriveRights, home: n.ID, trashRoot: bin}
}
