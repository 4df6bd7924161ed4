package db

// DepthBelow returns how many levels of directories there are below one, and how many bytes the longest path of them has, each
// with a slash. It looks at so many of them at most, the deepest first.
func (v *View) DepthBelow(id NodeID, most int) (levels, bytes int, err error) {
	err = v.scanRow(`WITH RECURSIVE below (id, levels, bytes) AS (SELECT ?1, 0, 0
		UNION ALL SELECT n.id, below.levels + 1, below.bytes + octet_length(n.name) + 1
		FROM below JOIN nodes n ON n.parent_id = below.id AND n.kind = ?2 ORDER BY 2 DESC LIMIT ?3)
		SELECT max(levels), max(bytes) FROM below`, []any{id, int(Directory), most}, &levels, &bytes)
	return levels, bytes, err
}
