package db

import (
	"database/sql"
	"fmt"
	"iter"
	"strings"
)

// CopyingRoot is the column root of the top of a copy that is being made. It has no
// parent yet.
const CopyingRoot = "copying"

const copyColumns = "n.id, n.parent_id, n.kind, n.name, n.name_key, n.sort_key, n.type_key, n.content_type, n.hash, n.size, n.files, " +
	"n.directories, n.child_files, n.child_dirs, n.thumbnail"

// Tree yields a node and all nodes below it, a directory before its children, with the
// fields that a copy needs.
func (v *View) Tree(top NodeID) iter.Seq2[Node, error] {
	return eachRow(v, func(r *sql.Rows, n *Node) error {
		return r.Scan(&n.ID, &n.Parent, &n.Kind, &n.Name, &n.NameKey, &n.SortKey, &n.TypeKey, &n.ContentType, &n.Hash, &n.Size, &n.Files,
			&n.Directories, &n.ChildFiles, &n.ChildDirs, &n.Thumbnail)
	}, below+"SELECT "+copyColumns+" FROM below CROSS JOIN nodes n ON n.id = below.id", top)
}

// Copy is a node of a copy, with new ids.
type Copy struct {
	Node
	Of NodeID // the node that it is a copy of
}

// copyBatch is the number of rows that one statement inserts.
const copyBatch = 20

const (
	nodeRow    = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	versionRow = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
	insertNode = `INSERT INTO nodes (id, space_id, parent_id, kind, root, name, name_key, sort_key, type_key, content_type,
		version_id, hash, number, size, files, directories, child_files, child_dirs,
		created_by, created_at, modified_by, modified_at, thumbnail, since) VALUES `
	// The fields that belong to the content come from the original, as long as its head is the same.
	insertVersion = `WITH made (id, node_id, space_id, hash, size, content_type, created_by, created_at, original) AS (VALUES %s)
		INSERT INTO versions (id, node_id, space_id, number, hash, size, content_type, created_by, created_at, poster, mtime, sums)
		SELECT m.id, m.node_id, m.space_id, 1, m.hash, m.size, m.content_type, m.created_by, m.created_at, v.poster,
			coalesce(v.mtime, 0), coalesce(v.sums, '')
		FROM made m LEFT JOIN nodes o ON o.id = m.original LEFT JOIN versions v ON v.id = o.version_id AND v.hash = m.hash`
)

// InsertCopies inserts nodes of a copy with their head versions and, with tagged, the
// values of custom fields of their originals. A node without a parent is the top of
// the copy. Counters are stored as given.
// home: app/drive/files
func (tx *Tx) InsertCopies(all []Copy, space SpaceID, by UserID, tagged bool) error {
	var files []Copy
	for _, c := range all {
		if c.Kind == File {
			files = append(files, c)
		}
	}
	err := chunkRows(all, func(n int, some []Copy) error {
		var args []any
		for i := range some {
			c := &some[i]
			root, number := any(nil), 0
			if c.Parent == 0 {
				root = CopyingRoot
			}
			if c.Kind == File {
				number = 1
			}
			args = append(args, c.ID, space, c.Parent, c.Kind, root, c.Name, c.NameKey, c.SortKey, c.TypeKey, c.ContentType, c.Version,
				c.Hash, number, c.Size, c.Files, c.Directories, c.ChildFiles, c.ChildDirs,
				by, toMillis(tx.Now), by, toMillis(tx.Now), c.Thumbnail, int64(c.ID))
		}
		return tx.exec(insertNode+strings.TrimSuffix(strings.Repeat(nodeRow+",", n), ","), args...)
	})
	if err != nil {
		return err
	}
	err = chunkRows(files, func(n int, some []Copy) error {
		var args []any
		for i := range some {
			c := &some[i]
			args = append(args, c.Version, c.ID, space, c.Hash, c.Size, c.ContentType, by, toMillis(tx.Now), c.Of)
		}
		return tx.exec(fmt.Sprintf(insertVersion, strings.TrimSuffix(strings.Repeat(versionRow+",", n), ",")), args...)
	})
	if err != nil || !tagged {
		return err
	}
	for i := range all {
		err := tx.exec("INSERT INTO field_values SELECT ?, field_id, content, content_key, ?, ? FROM field_values WHERE node_id = ?",
			all[i].ID, by, toMillis(tx.Now), all[i].Of)
		if err != nil {
			return err
		}
	}
	return nil
}

// chunkRows calls fn with copyBatch rows or with one, so that only two statements have
// to be prepared.
func chunkRows(all []Copy, fn func(n int, some []Copy) error) error {
	for len(all) > 0 {
		n := copyBatch
		if len(all) < n {
			n = 1
		}
		if err := fn(n, all[:n]); err != nil {
			return err
		}
		all = all[n:]
	}
	return nil
}

// StagedCopy returns the top of a copy that was not moved to its place yet.
func (v *View) StagedCopy(id NodeID) (*Node, error) {
	var n Node
	err := v.scanRow("SELECT "+nodeColumns+" FROM nodes n WHERE n.id = ? AND n.parent_id IS NULL AND n.root = 'copying'", []any{id},
		n.fields()...)
	v.addPendingCounts(&n)
	return &n, err
}

// UpdateCopyGone marks the unfinished copy with that top, or all unfinished copies for
// 0, to be removed by DeleteGone.
// home: app/drive/files
func (tx *Tx) UpdateCopyGone(id NodeID) error {
	return tx.exec("UPDATE nodes SET root = 'gone' WHERE parent_id IS NULL AND root = 'copying' AND (?1 = 0 OR id = ?1)", int64(id))
}

// CountNodes counts the files and directories of a space, those in its trashes and the
// contents of directories that wait to be removed included, and trees on their way to it.
func (v *View) CountNodes(space SpaceID) (int64, error) {
	const filled = "FROM nodes WHERE space_id = ? AND parent_id IS NULL AND files + directories > 0"
	n, err := v.countIncoming(space)
	if err != nil {
		return 0, err
	}
	there, err := v.countRoots(space, filled)
	return n + there, err
}

// countIncoming counts what is in the trees on their way to a space.
func (v *View) countIncoming(space SpaceID) (n int64, err error) {
	err = v.scanRow(`SELECT coalesce(sum(n.files + n.directories + 1), 0) FROM rehomings r JOIN nodes n ON n.id = r.node_id
		WHERE r.to_space_id = ?1 AND n.space_id <> ?1`, []any{space}, &n)
	return n, err
}

func (v *View) countRoots(space SpaceID, filled string) (n int64, err error) {
	if v.growth == nil || len(v.growth.added) == 0 {
		err = v.scanRow("SELECT coalesce(sum(files + directories), 0) "+filled, []any{space}, &n)
		return n, err
	}
	roots, err := v.addPendingCountsToAll(listRows(v, func(r *sql.Rows, n *Node) error { return r.Scan(&n.ID, &n.Files, &n.Directories) },
		"SELECT id, files, directories "+filled, space))
	for _, r := range roots {
		n += r.Files + r.Directories
	}
	return n, err
}
