package db

import (
	"database/sql"
	"errors"
	"time"
)

// Placement is the directory and the name that a node gets.
type Placement struct {
	Parent  NodeID
	Name    string
	NameKey string
	SortKey []byte
	TypeKey string
}

// saveState stores the present state of a node before it changes, and returns the
// number of the change.
func (tx *Tx) saveState(id NodeID) (int64, error) {
	change := NewID()
	return change, tx.execOne(`INSERT INTO states (id, node_id, space_id, parent_id, home_id, kind, name, version_id, size, since)
		SELECT ?, id, space_id, parent_id, coalesce(trashed_from, parent_id), kind, name, version_id, size, since FROM nodes WHERE id = ?`,
		change, id)
}

// saveMovedState is saveState for a node that is moved; a moved directory changes rights
// and paths below it.
func (tx *Tx) saveMovedState(n *Node) (int64, error) {
	if n.Kind == Directory {
		tx.displaced = true
		tx.growth.clearWays()
	}
	return tx.saveState(n.ID)
}

// UpdateNodePlace moves or renames a node, or restores it from the trash, with all
// nodes below it, and updates the counters of the directories above; ErrExists when a
// sibling has that folded name. It returns the number of the change, which becomes the
// node's Since.
// home: app/drive/files
func (tx *Tx) UpdateNodePlace(n *Node, p Placement) (int64, error) {
	change, err := tx.saveMovedState(n)
	if err != nil {
		return 0, err
	}
	if p.Parent != n.Parent && n.Parent != 0 {
		if err := tx.countNode(n, -1); err != nil {
			return 0, err
		}
	}
	if err := tx.updatePlacement(n.ID, p, change); err != nil {
		return 0, err
	}
	if p.Parent == n.Parent {
		tx.touch(n.Parent, n.ID)
		return change, nil
	}
	tx.touch(n.ID)
	moved := *n
	moved.Parent = p.Parent
	return change, tx.countNode(&moved, 1)
}

func (tx *Tx) updatePlacement(id NodeID, p Placement, change int64) error {
	return tx.execOne(
		"UPDATE nodes SET parent_id = ?, name = ?, name_key = ?, sort_key = ?, type_key = ?, since = ?, root = NULL, owner_id "+
			"= NULL, trashed_from = NULL, trashed_at = NULL, trashed_by = NULL WHERE id = ?",
		p.Parent, p.Name, p.NameKey, p.SortKey, p.TypeKey, change, id)
}

// UpdateNodeTrashed moves a node, with all nodes below it, under a trash root and
// records its directory. A NUL and its id are appended to its folded name, so that the
// trash can hold several nodes with one name. It returns the number of the change.
// home: app/drive/files
func (tx *Tx) UpdateNodeTrashed(n *Node, trash NodeID, by UserID) (int64, error) {
	change, err := tx.saveMovedState(n)
	if err != nil {
		return 0, err
	}
	if err := tx.countNode(n, -1); err != nil {
		return 0, err
	}
	err = tx.execOne("UPDATE nodes SET parent_id = ?, trashed_from = parent_id, trashed_at = ?, trashed_by = ?, since = ?, name_key = "+
		"name_key || char(0) || id WHERE id = ?", trash, toMillis(tx.Now), by, change, n.ID)
	if err != nil {
		return 0, err
	}
	tx.touch(n.ID)
	moved := *n
	moved.Parent = trash
	return change, tx.countNode(&moved, 1)
}

// UpdateNodeRetrashed moves a node back into a trash as it was there before: from is the
// directory, at the time and by the user of its former deletion.
// home: app/drive/files
func (tx *Tx) UpdateNodeRetrashed(n *Node, p Placement, from NodeID, at time.Time, by UserID) error {
	change, err := tx.saveMovedState(n)
	if err != nil {
		return err
	}
	if n.Parent != 0 {
		if err := tx.countNode(n, -1); err != nil {
			return err
		}
	}
	err = tx.execOne(
		`UPDATE nodes SET parent_id = ?, name = ?, name_key = ? || char(0) || id, sort_key = ?, type_key = ?, since = ?, root `+
			`= NULL, trashed_from = ?, trashed_at = ?, trashed_by = ? WHERE id = ?`,
		p.Parent, p.Name, p.NameKey, p.SortKey, p.TypeKey, change, from, toMillis(at), by, n.ID)
	if err != nil {
		return err
	}
	tx.touch(n.ID)
	moved := *n
	moved.Parent = p.Parent
	return tx.countNode(&moved, 1)
}

const below = `WITH RECURSIVE below (id) AS (SELECT ?1 UNION ALL SELECT n.id FROM below JOIN nodes n ON n.parent_id = below.id) `

// BytesBelow returns the bytes of all versions of a node and of what lies below it.
func (v *View) BytesBelow(id NodeID) (int64, error) {
	var n int64
	err := v.scanRow(below+"SELECT coalesce(sum(v.size), 0) FROM below JOIN versions v ON v.node_id = below.id", []any{id}, &n)
	return n, err
}

// UpdateNodeSpace moves the rows of a node and of all nodes below it to another space
// and removes their values of custom fields.
// home: app/drive/files
func (tx *Tx) UpdateNodeSpace(id NodeID, space SpaceID) error {
	for _, query := range []string{
		"UPDATE nodes SET space_id = ?2 WHERE id IN (SELECT id FROM below)",
		"UPDATE versions SET space_id = ?2 WHERE node_id IN (SELECT id FROM below)",
		"UPDATE favorites SET space_id = ?2 WHERE node_id IN (SELECT id FROM below)",
		"UPDATE recents SET space_id = ?2 WHERE node_id IN (SELECT id FROM below)",
	} {
		if err := tx.exec(below+query, id, space); err != nil {
			return err
		}
	}
	return tx.exec(below+"DELETE FROM field_values WHERE node_id IN (SELECT id FROM below)", id)
}

const copyStep = 5000

// CopyTree copies the rows of a node and of all nodes below it to another place, with
// head versions and, within a space, values of custom fields; ErrExists when a sibling
// has that folded name there. It calls progress with the number of rows copied so far.
// Blobs are not copied.
// home: app/drive/files
func (tx *Tx) CopyTree(n *Node, to Placement, space SpaceID, by UserID, progress func(done int)) (NodeID, error) {
	if err := tx.writeCounters(); err != nil { // the counters are copied from the rows
		return 0, err
	}
	total := treeSize(n)
	first, versions := NewIDs(total), NewIDs(total)
	if err := tx.mapTree(n.ID, first); err != nil {
		return 0, err
	}
	for from := first; from < first+int64(total); from += copyStep {
		if err := tx.copyRows(n, to, space, by, versions-first, from, from+copyStep); err != nil {
			return 0, err
		}
		progress(min(total, int(from-first)+copyStep))
	}
	if n.Space == space {
		if err := tx.copyFieldValues(by); err != nil {
			return 0, err
		}
	}
	top, err := tx.unmapTree(n.ID)
	if err != nil {
		return 0, err
	}
	made := *n
	made.ID, made.Parent = top, to.Parent
	return top, tx.countNode(&made, 1)
}

// treeSize counts a node and the nodes below it.
func treeSize(n *Node) int {
	if n.Kind == File {
		return 1
	}
	return int(n.Files + n.Directories + 1)
}

func (tx *Tx) copyFieldValues(by UserID) error {
	return tx.exec("INSERT INTO field_values SELECT c.new, f.field_id, f.content, f.content_key, ?, ? FROM copying c "+
		"JOIN field_values f ON f.node_id = c.old", by, toMillis(tx.Now))
}

// unmapTree undoes mapTree and returns the copy of the top. Later jobs may share the
// commit, so the list and the pragma must not last.
func (tx *Tx) unmapTree(top NodeID) (NodeID, error) {
	var to NodeID
	if err := tx.scanRow("SELECT new FROM copying WHERE old = ?", []any{top}, &to); err != nil {
		return 0, err
	}
	for _, query := range []string{"DELETE FROM copying", "PRAGMA defer_foreign_keys = 0"} {
		if err := tx.execRaw(query); err != nil {
			return 0, err
		}
	}
	return to, nil
}

// mapTree assigns every node of a tree the id of its copy, from first on, in the
// temporary table copying.
func (tx *Tx) mapTree(top NodeID, first int64) error {
	for _, query := range []string{
		"CREATE TEMP TABLE IF NOT EXISTS copying (old INTEGER PRIMARY KEY, new INTEGER UNIQUE)", "DELETE FROM copying",
		"PRAGMA defer_foreign_keys = 1", // a child may be older than its directory
	} {
		if err := tx.execRaw(query); err != nil {
			return err
		}
	}
	return tx.exec(below+"INSERT INTO copying (old, new) SELECT id, ?2 - 1 + row_number() OVER (ORDER BY id) FROM below", top, first)
}

func (tx *Tx) copyRows(n *Node, to Placement, space SpaceID, by UserID, versions, from, until int64) error {
	err := tx.exec(`INSERT INTO nodes (id, space_id, parent_id, kind, name, name_key, sort_key, type_key, content_type, version_id,
		hash, number, size, files, directories, child_files, child_dirs,
			created_by, created_at, modified_by, modified_at, thumbnail, since)
		SELECT c.new, ?1, coalesce(p.new, ?2), o.kind, iif(o.id = ?3, ?4, o.name), iif(o.id = ?3, ?5, o.name_key), iif(o.id = ?3, ?6,
		o.sort_key), iif(o.id = ?3, ?7, o.type_key), o.content_type,
			iif(o.kind = 1, c.new + ?8, NULL), o.hash, iif(o.kind = 1, 1, 0), o.size, o.files, o.directories, o.child_files, o.child_dirs,
			?9, ?10, ?9, ?10, o.thumbnail, c.new
		FROM copying c JOIN nodes o ON o.id = c.old LEFT JOIN copying p ON p.old = o.parent_id AND o.id <> ?3 WHERE c.new >= ?11
			AND c.new < ?12`,
		space, to.Parent, n.ID, to.Name, to.NameKey, to.SortKey, to.TypeKey, versions, by, toMillis(tx.Now), from, until)
	if err != nil {
		return err
	}
	return tx.exec(`INSERT INTO versions (id, node_id, space_id, number, hash, size, content_type, created_by, created_at, poster,
			mtime, sums)
		SELECT c.new + ?1, c.new, ?2, 1, o.hash, o.size, o.content_type, ?3, ?4, v.poster, v.mtime, v.sums
			FROM copying c JOIN nodes o ON o.id = c.old JOIN versions v ON v.id = o.version_id
			WHERE o.kind = 1 AND c.new >= ?5 AND c.new < ?6`,
		versions, space, by, toMillis(tx.Now), from, until)
}

// Values of the column root of nodes that were taken out of their tree and wait to be
// removed.
const (
	GoneRoot   = "gone"
	MergedRoot = "merged" // a directory emptied by a merge; restored when the merge is undone
)

// UpdateNodeGone takes a node out of its tree, with all nodes below it, and sets its
// root to GoneRoot or MergedRoot. DeleteGone removes the rows of the former. It
// returns the number of the change.
// home: app/drive/files app/drive/trash
func (tx *Tx) UpdateNodeGone(n *Node, root string) (int64, error) {
	change, err := tx.saveMovedState(n)
	if err != nil {
		return 0, err
	}
	if n.Parent != 0 {
		if err := tx.countNode(n, -1); err != nil {
			return 0, err
		}
	}
	tx.touch(n.ID)
	return change, tx.execOne("UPDATE nodes SET parent_id = NULL, owner_id = NULL, root = ?, trashed_from = NULL, trashed_at = NULL, "+
		"trashed_by = NULL, since = ? WHERE id = ?", root, change, n.ID)
}

// UpdateMergedGone marks the directories that merges before the change emptied to be
// removed.
// home: app/drive/files
func (tx *Tx) UpdateMergedGone(before int64) error {
	return tx.exec("UPDATE nodes SET root = 'gone' WHERE root = 'merged' AND parent_id IS NULL AND since < ?", before)
}

// UpdateNodePublic makes a file readable to anyone by its direct link, all versions or
// only one, or ends that.
// home: app/drive/files
func (tx *Tx) UpdateNodePublic(n *Node, public bool, only VersionID) error {
	tx.touchListings(n.Parent)
	return tx.execOne("UPDATE nodes SET public = ?, public_version = ? WHERE id = ?", public, only, n.ID)
}

// DeletedRows is the result of one call of DeleteGone.
type DeletedRows struct {
	Bytes map[SpaceID]int64 // of all versions that were removed
	More  bool              // call it again
}

// DeleteGone removes nodes below those with GoneRoot, and these, until it takes longer than that. Call it until More is
// false; each call holds the writer only briefly.
// home: app/drive/trash
func (tx *Tx) DeleteGone(during time.Duration) (DeletedRows, error) {
	g := DeletedRows{Bytes: map[SpaceID]int64{}, More: true}
	began := time.Now()
	for first := true; first || time.Since(began) < during; first = false {
		var top Node
		err := tx.scanRow("SELECT "+nodeColumns+" FROM nodes n WHERE n.root = 'gone' AND n.parent_id IS NULL ORDER BY n.id LIMIT 1", nil,
			top.fields()...)
		if errors.Is(err, ErrNotFound) {
			g.More = false
			return g, nil
		}
		if err != nil {
			return g, err
		}
		tx.addPendingCounts(&top)
		bytes, err := tx.deleteTop(&top)
		g.Bytes[top.Space] += bytes
		if err != nil {
			return g, err
		}
	}
	return g, nil
}

// goneBatch is how many children of a directory are removed before the clock is read.
const goneBatch = 20

// deleteTop removes a node that has no children, or some of its children.
func (tx *Tx) deleteTop(top *Node) (bytes int64, err error) {
	if top.ChildFiles+top.ChildDirs > 0 {
		return tx.deleteBelow(top.ID, goneBatch)
	}
	if bytes, err = tx.BytesBelow(top.ID); err != nil {
		return 0, err
	}
	return bytes, tx.execOne("DELETE FROM nodes WHERE id = ?", top.ID)
}

// deleteBelow removes up to limit children of a directory, or the directory when it has
// none. It returns the bytes of their versions.
func (tx *Tx) deleteBelow(top NodeID, limit int) (bytes int64, err error) {
	kids, err := listRows(&tx.View, scanChild, "SELECT "+childColumns+" FROM nodes n WHERE n.parent_id = ? LIMIT ?", top, limit)
	if err != nil {
		return 0, err
	}
	if len(kids) == 0 { // a copy that was given up before all of it was made
		return 0, tx.execOne("DELETE FROM nodes WHERE id = ?", top)
	}
	for i := range kids {
		n, err := tx.deleteChild(&kids[i], top)
		if err != nil {
			return bytes, err
		}
		bytes += n
	}
	return bytes, nil
}

// deleteChild removes a file, or makes a directory a top with GoneRoot.
func (tx *Tx) deleteChild(n *Node, parent NodeID) (bytes int64, err error) {
	n.Parent = parent
	if n.Kind == Directory {
		_, err := tx.UpdateNodeGone(n, GoneRoot)
		return 0, err
	}
	if _, err := tx.saveState(n.ID); err != nil {
		return 0, err
	}
	if err := tx.countNode(n, -1); err != nil {
		return 0, err
	}
	if bytes, err = tx.BytesBelow(n.ID); err != nil {
		return 0, err
	}
	return bytes, tx.execOne("DELETE FROM nodes WHERE id = ?", n.ID)
}

// ExpiredTrash returns up to limit nodes that were in a trash for as many days as the plan
// of their space keeps them, or for days without a plan, the earliest first.
func (v *View) ExpiredTrash(days, limit int) ([]Node, error) {
	return listRows(v, func(r *sql.Rows, n *Node) error { return r.Scan(n.fields()...) },
		"SELECT "+nodeColumns+` FROM nodes n
		LEFT JOIN subscriptions b ON b.space_id = n.space_id AND b.suspended = 0 LEFT JOIN plans p ON p.id = b.plan_id
		WHERE n.trashed_at < ?1 AND n.trashed_at < ?1 - 86400000 * max(coalesce(p.restore_days, ?2),
			iif(b.former_until > ?1, b.former_restore_days, 0)) ORDER BY n.trashed_at LIMIT ?3`, toMillis(v.Now), days, limit)
}

// LastPlace returns the name and the directory of a node before it was taken out of its
// tree. For a node that was in the trash, it is the directory before that.
func (v *View) LastPlace(id NodeID) (name string, dir NodeID, err error) {
	err = v.scanRow("SELECT name, home_id FROM states WHERE node_id = ? AND home_id IS NOT NULL ORDER BY id DESC LIMIT 1", []any{id}, &name,
		&dir)
	return name, dir, err
}

// AnyGone reports whether rows wait to be removed by DeleteGone.
func (v *View) AnyGone() (bool, error) {
	var n int
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM nodes WHERE root = 'gone' AND parent_id IS NULL)", nil, &n)
	return n == 1, err
}
