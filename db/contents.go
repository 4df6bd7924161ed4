package db

import "database/sql"

// Content is a version of a file with the columns that search needs.
type Content struct {
	Version     VersionID
	Node        NodeID
	Space       SpaceID
	Hash        Hash
	Size        int64
	ContentType string
	TypeKey     string // of the file's name
	Head        bool   // it is the head version of the file
}

const contentColumns = "v.id, v.node_id, v.space_id, v.hash, v.size, v.content_type, n.type_key, v.id = n.version_id"

func scanContent(r *sql.Rows, c *Content) error {
	return r.Scan(&c.Version, &c.Node, &c.Space, &c.Hash, &c.Size, &c.ContentType, &c.TypeKey, &c.Head)
}

// ContentsAfter returns versions after one, oldest first.
func (v *View) ContentsAfter(id VersionID, limit int) ([]Content, error) {
	return listRows(v, scanContent, "SELECT "+contentColumns+" FROM versions v JOIN nodes n ON n.id = v.node_id WHERE v.id > ? "+
		"ORDER BY v.id LIMIT ?", idNumber(id), limit)
}

// HeadOf returns the head version of a file; ErrNotFound when node is no file or
// does not exist.
func (v *View) HeadOf(node NodeID) (Content, error) {
	var c Content
	err := v.scanRow("SELECT "+contentColumns+" FROM nodes n JOIN versions v ON v.id = n.version_id WHERE n.id = ?", []any{node},
		&c.Version, &c.Node, &c.Space, &c.Hash, &c.Size, &c.ContentType, &c.TypeKey, &c.Head)
	return c, err
}

// HeadsBelow returns the head versions of all files below a directory.
func (v *View) HeadsBelow(dir NodeID) ([]Content, error) {
	return listRows(v, scanContent, below+"SELECT "+contentColumns+" FROM below JOIN nodes n ON n.id = below.id "+
		"JOIN versions v ON v.id = n.version_id", dir)
}

// FilesWithHead returns up to limit files of the space whose head version has that
// hash.
func (v *View) FilesWithHead(space SpaceID, h Hash, limit int) ([]NodeID, error) {
	return listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		"SELECT n.id FROM versions v JOIN nodes n ON n.id = v.node_id WHERE v.hash = ? AND v.space_id = ? AND n.version_id = v.id LIMIT ?",
		h, space, limit)
}
