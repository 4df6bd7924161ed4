package db

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Kind tells a directory from a file.
type Kind int

// The two kinds, in the order listings show them.
const (
	Directory Kind = iota
	File
)

// Node is a directory or a file.
type Node struct {
	ID          NodeID
	Space       SpaceID
	Parent      NodeID // 0 for a root
	Kind        Kind
	Root        string // of a root: shared, trash, my, my_trash
	Owner       UserID // of a root of My Drive
	Name        string
	NameKey     string
	SortKey     []byte
	TypeKey     string
	ContentType string
	Version     VersionID // head version of a file
	Hash        Hash
	Number      int
	Size        int64 // bytes; of a directory: of all heads below
	Files       int64 // below, at any depth
	Directories int64
	ChildFiles  int64 // directly below
	ChildDirs   int64
	CreatedBy   UserID
	CreatedAt   time.Time
	ModifiedBy  UserID
	ModifiedAt  time.Time
	Thumbnail   ThumbnailState // of a file
	Since       int64          // number of the change that gave it its place, name and head
	Public      bool           // of a file: anyone can read it by its direct link
	PublicOnly  VersionID      // unless 0, only this version can be read that way
	TrashedFrom NodeID         // in the trash: the directory it lay in
	TrashedAt   time.Time
	TrashedBy   UserID
	// Tree is the number of the newest change of the node or of what lies below it, at any depth: of names, places and
	// contents. Two equal numbers of a directory mean that nothing in it changed. 0 is before the first change since it was made.
	Tree int64
}

const nodeColumns = `n.id, n.space_id, n.parent_id, n.kind, coalesce(n.root, ''), n.owner_id, n.name, n.type_key, n.content_type,
	n.version_id, n.hash, n.number, n.size,
	n.files, n.directories, n.child_files, n.child_dirs, n.created_by, n.created_at, n.modified_by, n.modified_at, n.thumbnail,
	n.since, n.public, n.public_version, n.trashed_from, n.trashed_at, n.trashed_by, n.tree`

func (n *Node) fields() []any {
	return []any{&n.ID, &n.Space, &n.Parent, &n.Kind, &n.Root, &n.Owner, &n.Name, &n.TypeKey, &n.ContentType, &n.Version, &n.Hash,
		&n.Number, &n.Size,
		&n.Files, &n.Directories, &n.ChildFiles, &n.ChildDirs, &n.CreatedBy, timeScanner{&n.CreatedAt}, &n.ModifiedBy,
		timeScanner{&n.ModifiedAt},
		&n.Thumbnail,
		&n.Since, &n.Public, &n.PublicOnly, &n.TrashedFrom, timeScanner{&n.TrashedAt}, &n.TrashedBy, &n.Tree}
}

// NodeByID returns the node of that id.
func (v *View) NodeByID(id NodeID) (*Node, error) {
	var n Node
	err := v.scanRow("SELECT "+nodeColumns+" FROM nodes n WHERE n.id = ?", []any{id}, n.fields()...)
	v.addPendingCounts(&n)
	return &n, err
}

// Ancestor is one step on the way from a root down to a node.
type Ancestor struct {
	ID    NodeID
	Name  string
	Root  string
	Owner UserID
}

// PathOf returns the nodes from the root down to the node, both included;
// ErrNotFound when the node does not exist.
func (v *View) PathOf(id NodeID) ([]Ancestor, error) {
	all, err := listRows(v, func(r *sql.Rows, a *Ancestor) error {
		var depth int
		return r.Scan(&a.ID, &a.Name, &a.Root, &a.Owner, &depth)
	}, `WITH RECURSIVE up (id, parent_id, name, root, owner_id, depth) AS (
		SELECT id, parent_id, name, root, owner_id, 0 FROM nodes WHERE id = ?
		UNION ALL SELECT n.id, n.parent_id, n.name, n.root, n.owner_id, up.depth + 1 FROM up JOIN nodes n ON n.id = up.parent_id)
		SELECT id, name, coalesce(root, ''), owner_id, depth FROM up ORDER BY depth DESC`, id)
	if err == nil && len(all) == 0 {
		err = ErrNotFound
	}
	return all, err
}

// NodesByID returns the nodes with those ids, in no order. Ids without a node are left
// out.
func (v *View) NodesByID(ids []NodeID) ([]Node, error) {
	set, err := encodeIDs(ids)
	if err != nil {
		return nil, err
	}
	return v.addPendingCountsToAll(listRows(v, func(r *sql.Rows, n *Node) error { return r.Scan(n.fields()...) },
		"SELECT "+nodeColumns+" FROM nodes n WHERE n.id IN (SELECT value FROM json_each(?))", set))
}

// PathsOf is PathOf for many nodes. Nodes that do not exist are not in the map.
func (v *View) PathsOf(ids []NodeID) (map[NodeID][]Ancestor, error) {
	set, err := encodeIDs(ids)
	if err != nil {
		return nil, err
	}
	type step struct {
		of NodeID
		Ancestor
		depth int
	}
	paths := map[NodeID][]Ancestor{}
	for s, err := range eachRow(v, func(r *sql.Rows, s *step) error { return r.Scan(&s.of, &s.ID, &s.Name, &s.Root, &s.Owner, &s.depth) },
		`WITH RECURSIVE up (of, id, parent_id, name, root, owner_id, depth) AS (
		SELECT id, id, parent_id, name, root, owner_id, 0 FROM nodes WHERE id IN (SELECT value FROM json_each(?))
		UNION ALL SELECT up.of, n.id, n.parent_id, n.name, n.root, n.owner_id, up.depth + 1 FROM up JOIN nodes n ON n.id = up.parent_id)
		SELECT of, id, name, coalesce(root, ''), owner_id, depth FROM up ORDER BY depth DESC`, set) {
		if err != nil {
			return nil, err
		}
		paths[s.of] = append(paths[s.of], s.Ancestor)
	}
	return paths, nil
}

// encodeIDs writes ids as a JSON list of numbers.
func encodeIDs[T any](ids []ID[T]) (string, error) {
	numbers := make([]int64, len(ids))
	for i, id := range ids {
		numbers[i] = int64(id)
	}
	b, err := json.Marshal(numbers)
	return string(b), err
}

// ChildByName returns the child with one of the keys, and of several the one of exactly that name, else that of
// the first key; ErrNotFound when there is none.
func (v *View) ChildByName(parent NodeID, name string, keys []string) (*Node, error) {
	var first *Node
	for _, key := range keys {
		var n Node
		err := v.scanRow("SELECT "+nodeColumns+" FROM nodes n WHERE n.parent_id = ? AND n.name_key = ?", []any{parent, key}, n.fields()...)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		v.addPendingCounts(&n)
		if first == nil || n.Name == name {
			first = &n
		}
	}
	if first == nil {
		return nil, ErrNotFound
	}
	return first, nil
}

// Order is a column that children can be listed by.
type Order string

// The orders a listing knows. Each has an index of its own.
const (
	ByCreated  Order = "id"
	ByName     Order = "sort_key"
	BySize     Order = "size"
	ByModified Order = "modified_at"
	ByType     Order = "type_key"
	ByTrashed  Order = "trashed_at"
)

// Place is the start of a page of children: behind the child with that ID, which has
// Value in the column of the order. The zero Place is the first child.
type Place struct {
	Value any
	ID    NodeID
	Skip  int64 // skip that many more children
}

// Children returns up to limit children of one kind behind the place. The cost of a
// page does not depend on its place, unless Skip is used.
func (v *View) Children(parent NodeID, kind Kind, by Order, descending bool, after Place, limit int) ([]Node, error) {
	direction, compare := "ASC", ">"
	if descending {
		direction, compare = "DESC", "<"
	}
	order := fmt.Sprintf("n.%s %s, n.id %s", by, direction, direction)
	if by == ByCreated {
		order = "n.id " + direction
	}
	where, values := after.condition(by, compare)
	if by == ByTrashed {
		where += " AND n.trashed_at IS NOT NULL" // the index has only these
	}
	args := append(append([]any{parent, int(kind)}, values...), limit)
	if after.Skip > 0 {
		return v.addPendingCountsToAll(listRows(v, scanChild, `SELECT `+childColumns+` FROM nodes n WHERE n.id IN (
			SELECT n.id FROM nodes n WHERE n.parent_id = ? AND n.kind = ? `+where+` ORDER BY `+order+` LIMIT ? OFFSET ?) ORDER BY `+order,
			append(args, after.Skip)...))
	}
	return v.addPendingCountsToAll(listRows(v, scanChild, "SELECT "+childColumns+" FROM nodes n WHERE n.parent_id = ? AND n.kind = ? "+
		where+" ORDER BY "+order+" LIMIT ?", args...))
}

// ChildIDsSince returns the ids of up to limit children of one kind behind one of them, by their age: those that were children of
// the directory at a moment, too. at is the moment as an id: see Before.
func (v *View) ChildIDsSince(parent NodeID, kind Kind, at int64, after NodeID, limit int) ([]NodeID, error) {
	return listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) }, `SELECT id FROM nodes n
		WHERE parent_id = ?1 AND kind = ?2 AND id > ?4 AND (since < ?3 OR EXISTS (SELECT 1 FROM states s WHERE s.node_id = n.id
			AND s.id >= ?3 AND s.since < ?3 AND s.parent_id = n.parent_id)) ORDER BY id LIMIT ?5`,
		parent, int(kind), at, int64(after), limit)
}

// ChildIDs returns the ids of up to limit children of one kind behind one of them, by their age.
func (v *View) ChildIDs(parent NodeID, kind Kind, after NodeID, limit int) ([]NodeID, error) {
	return listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		"SELECT id FROM nodes WHERE parent_id = ? AND kind = ? AND id > ? ORDER BY id LIMIT ?", parent, int(kind), int64(after), limit)
}

// condition is true of the nodes n behind the place, or of all when there is no place.
func (p Place) condition(by Order, compare string) (string, []any) {
	switch {
	case p.ID == 0:
		return "", nil
	case by == ByCreated:
		return "AND n.id " + compare + " ?", []any{p.ID}
	}
	return fmt.Sprintf("AND (n.%s, n.id) %s (?, ?)", by, compare), []any{p.Value, p.ID}
}

const childColumns = `n.id, n.kind, n.name, n.content_type, n.version_id, n.hash, n.number, n.size,
	n.files, n.directories, n.created_by, n.created_at, n.modified_by, n.modified_at, n.thumbnail, n.since, n.public,
	n.public_version, n.trashed_from, n.trashed_at, n.trashed_by, n.tree`

func scanChild(r *sql.Rows, n *Node) error {
	return r.Scan(&n.ID, &n.Kind, &n.Name, &n.ContentType, &n.Version, &n.Hash, &n.Number, &n.Size,
		&n.Files, &n.Directories, &n.CreatedBy, timeScanner{&n.CreatedAt}, &n.ModifiedBy, timeScanner{&n.ModifiedAt},
		&n.Thumbnail, &n.Since, &n.Public,
		&n.PublicOnly, &n.TrashedFrom, timeScanner{&n.TrashedAt}, &n.TrashedBy, &n.Tree)
}

// PlaceOf returns the place right after a child in an order.
func (v *View) PlaceOf(id NodeID, by Order) (Place, error) {
	p := Place{ID: id}
	err := v.scanRow("SELECT "+string(by)+" FROM nodes WHERE id = ?", []any{id}, &p.Value)
	return p, err
}

// InsertRoot makes one of the roots of a space.
// home: app/sharing/members app/sharing/workspaces
func (tx *Tx) InsertRoot(id NodeID, space SpaceID, root string, owner, by UserID) error {
	return tx.exec(`INSERT INTO nodes (id, space_id, kind, root, owner_id, name, name_key, sort_key, type_key, content_type,
		created_by, created_at, modified_by, modified_at)
		VALUES (?, ?, 0, ?, ?, '', '', x'', '', '', ?, ?, ?, ?)`, id, space, root, owner, by, toMillis(tx.Now), by, toMillis(tx.Now))
}

// InsertNode inserts a node and adds it to the counters of all directories above it;
// ErrExists when a sibling has that folded name.
// home: app/drive/files
func (tx *Tx) InsertNode(n *Node) error {
	n.CreatedAt, n.ModifiedAt = tx.Now, tx.Now
	err := tx.exec(`INSERT INTO nodes (id, space_id, parent_id, kind, name, name_key, sort_key, type_key, content_type, version_id,
		hash, number, size, created_by, created_at, modified_by, modified_at, thumbnail, since)
		VALUES (?1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?1)`,
		n.ID, n.Space, n.Parent, int(n.Kind), n.Name, n.NameKey, n.SortKey, n.TypeKey, n.ContentType, n.Version, n.Hash, n.Number, n.Size,
		n.CreatedBy, toMillis(tx.Now), n.ModifiedBy, toMillis(tx.Now), int(n.Thumbnail))
	if err != nil {
		return err
	}
	return tx.countNode(n, 1)
}

// UpdateNodeHead makes a version the head of a file and adds the change of size to all
// directories above it.
// home: app/drive/files
func (tx *Tx) UpdateNodeHead(n *Node, v *Version) error {
	change, err := tx.saveState(n.ID)
	if err != nil {
		return err
	}
	err = tx.execOne(
		"UPDATE nodes SET version_id = ?, hash = ?, number = ?, size = ?, content_type = ?, modified_by = ?, modified_at = ?, "+
			"thumbnail = ?, since = ? WHERE id = ?",
		v.ID, v.Hash, v.Number, v.Size, v.ContentType, v.CreatedBy, toMillis(tx.Now), int(v.Thumbnail), change, n.ID)
	tx.touch(n.Parent)
	if err != nil || v.Size == n.Size {
		return err
	}
	return tx.growCounters(n.Parent, v.Size-n.Size, 0, 0)
}
