package access

import (
	"errors"

	"anbar/app/base/fault"
	"anbar/db"
)

// Browse loads a directory to browse. When the actor may not read its entries but only
// items further down, only holds the entries that lead there.
func Browse(v *db.View, who Actor, space db.SpaceID, id db.NodeID) (it *Item, only []db.NodeID, err error) {
	it, err = Dir(v, who, space, id, Read)
	if !errors.Is(err, fault.InvalidID) || who.Visitor != 0 {
		return it, nil, err
	}
	f, err := loadNode(v, who, space, id)
	if err != nil {
		return nil, nil, err
	}
	down, err := f.grants.findPassThrough(v, f.space, who)
	if err != nil {
		return nil, nil, err
	}
	if only = down[id]; len(only) == 0 || f.node.Kind != db.Directory {
		return nil, nil, fault.InvalidID
	}
	path, err := loadAncestors(v, f.space, who, f.node)
	if err != nil {
		return nil, nil, toInvalidID(err)
	}
	step := withoutCounts(f.node)
	it = &Item{Node: &step, Space: f.space, Path: path, who: who, grants: f.grants, home: path[0].ID}
	return it, only, nil
}

// withoutCounts returns a copy of a directory without its size and counts, which would reveal hidden
// entries.
func withoutCounts(n *db.Node) db.Node {
	b := *n
	b.Size, b.Files, b.Directories, b.ChildFiles, b.ChildDirs = 0, 0, 0, 0, 0
	b.ModifiedAt, b.ModifiedBy = b.CreatedAt, b.CreatedBy
	return b
}

// LoadEntries loads the nodes of a directory that Browse named.
func (it *Item) LoadEntries(v *db.View, only []db.NodeID) ([]db.Node, error) {
	all, err := v.NodesByID(only)
	for i := range all {
		if it.IsPassThrough(all[i].ID) {
			all[i] = withoutCounts(&all[i])
		}
	}
	return all, err
}

// IsPassThrough reports whether Browse lists this child only because it leads to items that
// the holder may read.
func (it *Item) IsPassThrough(id db.NodeID) bool {
	r, _ := it.extraRights(id)
	return !r.Has(Read, Directory) && !r.Has(Read, FileSubject)
}

// ReadableRoots returns the tops of all that the actor may read in a space, with the files
// in it: its shared files, their My Drive, and single items beside these.
func ReadableRoots(v *db.View, who Actor, space db.SpaceID) (map[db.NodeID]bool, error) {
	s, gs, err := loadSpace(v, who, space)
	if err != nil {
		return nil, err
	}
	tops := map[db.NodeID]bool{}
	if gs.shared.Has(Read, FileSubject) {
		tops[s.Root] = true
	}
	if s.MyRoot != 0 && who.as == 0 {
		tops[s.MyRoot] = true
	}
	at, err := gs.loadSingleItems(v, s.ID)
	for id := range gs.items {
		if err == nil && gs.canRead(id, at, who, FileSubject) {
			tops[id] = true
		}
	}
	return tops, err
}

// ViewAs lets a member who may change roles in a space see its shared files as another user
// sees them. The returned Actor has the other user's rights, so the caller must only read
// with it.
func ViewAs(v *db.View, who Actor, space db.SpaceID, person db.UserID) (Actor, error) {
	if _, err := Space(v, who, space, Update, Role); err != nil {
		return Actor{}, err
	}
	other := Actor{User: person, as: who.User}
	if _, _, err := loadSpace(v, other, space); err != nil {
		return Actor{}, err
	}
	return other, nil
}

// GuestRoot returns the root at which the actor starts to browse: that of the shared files,
// or for a guest without access to any of these, the My Drive that contains the items
// shared with them.
func GuestRoot(v *db.View, who Actor, s *db.Space) (db.NodeID, error) {
	if s.Role != Guest {
		return s.Root, nil
	}
	_, gs, err := loadSpace(v, who, s.ID)
	if err != nil {
		return 0, err
	}
	down, err := gs.findPassThrough(v, s, who)
	if err != nil || len(down[s.Root]) > 0 {
		return s.Root, err
	}
	at, err := gs.loadSingleItems(v, s.ID)
	if err != nil {
		return 0, err
	}
	first := s.Root
	for id := range down {
		if at[id].Parent == 0 && (first == s.Root || id < first) {
			first = id
		}
	}
	return first, nil
}
