package db

import (
	"database/sql"
	"fmt"
)

// CheckReport is the result of Check.
type CheckReport struct {
	Tables      int
	Rows        int64
	Directories int64    // with counters that were compared
	Problems    []string // at most maxProblems
}

const maxProblems = 100

func (c *CheckReport) addProblem(format string, args ...any) {
	if len(c.Problems) < maxProblems {
		c.Problems = append(c.Problems, fmt.Sprintf(format, args...))
	}
}

// CheckStructure runs SQLite's integrity check. It takes as long as Check; both may
// run at the same time.
func (v *View) CheckStructure() (CheckReport, error) {
	var c CheckReport
	err := v.checkTree(&c)
	return c, err
}

// Check verifies foreign keys, counters, head versions, members and the audit log.
// Problems are in the result, in English; an error is a failed query.
func (v *View) Check() (CheckReport, error) {
	var c CheckReport
	steps := []func(*CheckReport) error{v.checkReferences, v.checkRows, v.checkTrees, v.checkHeads, v.checkSpaces,
		v.checkMembers, v.checkAuditChain}
	for _, step := range steps {
		if err := step(&c); err != nil {
			return c, err
		}
	}
	return c, nil
}

func scanText(r *sql.Rows, s *string) error { return r.Scan(s) }

func (v *View) checkTree(c *CheckReport) error {
	lines, err := listRows(v, scanText, "PRAGMA integrity_check")
	for _, l := range lines {
		if l != "ok" {
			c.addProblem("structure: %s", l)
		}
	}
	return err
}

func (v *View) checkReferences(c *CheckReport) error {
	lines, err := listRows(v, func(r *sql.Rows, s *string) error {
		var table, parent string
		var row, key sql.NullInt64
		err := r.Scan(&table, &row, &parent, &key)
		*s = fmt.Sprintf("row %d of %s names a row of %s that is not there", row.Int64, table, parent)
		return err
	}, "PRAGMA foreign_key_check")
	for _, l := range lines {
		c.addProblem("%s", l)
	}
	return err
}

func (v *View) checkRows(c *CheckReport) error {
	tables, err := listRows(v, scanText, "SELECT name FROM sqlite_schema WHERE type = 'table' "+
		"AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_litestream%' ESCAPE '\\'")
	if err != nil {
		return err
	}
	for _, t := range tables {
		var n int64
		if err := v.scanRow(`SELECT count(*) FROM "`+t+`"`, nil, &n); err != nil {
			return err
		}
		c.Tables++
		c.Rows += n
	}
	return nil
}

// dirCounters is a directory's counters, as stored and (w…) as counted.
type dirCounters struct {
	parent                                     NodeID
	size, files, dirs, childFiles, childDirs   int64
	wSize, wFiles, wDirs, wChildFiles, wChilds int64
	waiting                                    int // child directories that are not summed up yet
	root                                       string
}

// isWrong reports whether what is stored is not what was counted.
func (d *dirCounters) isWrong() bool {
	return d.size != d.wSize || d.files != d.wFiles || d.dirs != d.wDirs || d.childFiles != d.wChildFiles || d.childDirs != d.wChilds
}

// addChild counts a child directory and what is in it.
func (d *dirCounters) addChild(child *dirCounters) {
	d.wSize += child.wSize
	d.wFiles += child.wFiles
	d.wDirs += child.wDirs + 1
}

// findLeaves returns the directories without child directories.
func findLeaves(dirs map[NodeID]*dirCounters) []NodeID {
	var all []NodeID
	for id, d := range dirs {
		if d.waiting == 0 {
			all = append(all, id)
		}
	}
	return all
}

// isUnfinished reports whether a directory belongs to a copy that is being made or to a
// tree that is being removed. These are written in steps, so their counters may not
// match their rows.
func isUnfinished(dirs map[NodeID]*dirCounters, d *dirCounters) bool {
	for range len(dirs) {
		up := dirs[d.parent]
		if up == nil {
			break
		}
		d = up
	}
	return d.root == CopyingRoot || d.root == GoneRoot
}

// checkTrees sums every tree up from its leaves.
func (v *View) checkTrees(c *CheckReport) error {
	dirs, err := v.loadCounters()
	if err != nil {
		return err
	}
	if err := v.countFiles(c, dirs); err != nil {
		return err
	}
	for _, d := range dirs {
		if p := dirs[d.parent]; p != nil {
			p.waiting++
			p.wChilds++
		}
	}
	c.Directories = int64(len(dirs))
	c.sumUp(dirs)
	return nil
}

// loadCounters returns the stored counters of all directories.
func (v *View) loadCounters() (map[NodeID]*dirCounters, error) {
	dirs := map[NodeID]*dirCounters{}
	type row struct {
		id NodeID
		dirCounters
	}
	for r, err := range eachRow(v, func(s *sql.Rows, r *row) error {
		return s.Scan(&r.id, &r.parent, &r.size, &r.files, &r.dirs, &r.childFiles, &r.childDirs, &r.root)
	}, "SELECT id, parent_id, size, files, directories, child_files, child_dirs, coalesce(root, '') FROM nodes WHERE kind = 0") {
		if err != nil {
			return nil, err
		}
		d := r.dirCounters
		dirs[r.id] = &d
	}
	return dirs, nil
}

// countFiles counts the files in each directory.
func (v *View) countFiles(c *CheckReport, dirs map[NodeID]*dirCounters) error {
	for r, err := range eachRow(v, func(s *sql.Rows, r *dirCounters) error { return s.Scan(&r.parent, &r.size, &r.files) },
		"SELECT parent_id, sum(size), count(*) FROM nodes WHERE kind = 1 AND parent_id IS NOT NULL GROUP BY parent_id") {
		if err != nil {
			return err
		}
		if d := dirs[r.parent]; d != nil {
			d.wSize, d.wFiles, d.wChildFiles = r.size, r.files, r.files
		} else {
			c.addProblem("%d files lie in %s, which is no directory", r.files, r.parent)
		}
	}
	return nil
}

func (c *CheckReport) sumUp(dirs map[NodeID]*dirCounters) {
	ready := findLeaves(dirs)
	done := 0
	for len(ready) > 0 {
		id := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		d := dirs[id]
		done++
		c.compareCounters(id, dirs)
		p := dirs[d.parent]
		if p == nil {
			continue
		}
		p.addChild(d)
		if p.waiting--; p.waiting == 0 {
			ready = append(ready, d.parent)
		}
	}
	if done < len(dirs) {
		c.addProblem("%d directories lie in themselves", len(dirs)-done)
	}
}

// compareCounters reports counters of a directory that are not what was counted.
func (c *CheckReport) compareCounters(id NodeID, dirs map[NodeID]*dirCounters) {
	d := dirs[id]
	if d.isWrong() && !isUnfinished(dirs, d) {
		c.addProblem("directory %s counts %d bytes, %d files and %d directories, %d and %d of them its own; there are %d, %d and %d, "+
			"%d and %d",
			id, d.size, d.files, d.dirs, d.childFiles, d.childDirs, d.wSize, d.wFiles, d.wDirs, d.wChildFiles, d.wChilds)
	}
}

func (v *View) checkHeads(c *CheckReport) error {
	lines, err := listRows(v, func(r *sql.Rows, s *string) error {
		var id NodeID
		err := r.Scan(&id)
		*s = fmt.Sprintf("file %s does not show its head version", id)
		return err
	}, `SELECT n.id FROM nodes n LEFT JOIN versions v ON v.id = n.version_id
		WHERE n.kind = 1 AND (v.id IS NULL OR v.node_id <> n.id OR v.hash <> n.hash OR v.size <> n.size OR v.number <> n.number) LIMIT 100`)
	for _, l := range lines {
		c.addProblem("%s", l)
	}
	return err
}

func (v *View) checkSpaces(c *CheckReport) error {
	lines, err := listRows(v, func(r *sql.Rows, s *string) error {
		var id SpaceID
		var used, is int64
		err := r.Scan(&id, &used, &is)
		*s = fmt.Sprintf("workspace %s counts %d bytes; there are %d", id, used, is)
		return err
	}, `WITH held (space_id, size) AS (SELECT space_id, sum(size) FROM (SELECT space_id, size FROM versions
			UNION ALL SELECT to_space_id, bytes - moved FROM rehomings) GROUP BY space_id)
		SELECT s.id, s.storage_used, coalesce(h.size, 0) FROM spaces s LEFT JOIN held h ON h.space_id = s.id
		WHERE s.deleted_at IS NULL AND s.storage_used <> coalesce(h.size, 0)`)
	for _, l := range lines {
		c.addProblem("%s", l)
	}
	return err
}

// checkMembers finds members without a My Drive, and workspaces with a wrong number
// of members or not exactly one owner.
func (v *View) checkMembers(c *CheckReport) error {
	lines, err := listRows(v, func(r *sql.Rows, s *string) error {
		var id SpaceID
		var counted, is, owners, homeless int64
		err := r.Scan(&id, &counted, &is, &owners, &homeless)
		*s = fmt.Sprintf("workspace %s counts %d members; there are %d, of them %d owners and %d without a My Drive", id, counted, is,
			owners, homeless)
		return err
	}, `SELECT * FROM (SELECT s.id, s.members AS counted, count(m.user_id) AS there, count(*) FILTER (WHERE m.role = 'owner'
		AND m.user_id = s.owner_id) AS owners,
		count(*) FILTER (WHERE m.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = m.my_root_id
		AND n.root = 'my' AND n.owner_id = m.user_id)) AS homeless
		FROM spaces s LEFT JOIN members m ON m.space_id = s.id WHERE s.deleted_at IS NULL GROUP BY s.id) WHERE counted <> there
			OR owners <> 1 OR homeless > 0 LIMIT 100`)
	for _, l := range lines {
		c.addProblem("%s", l)
	}
	return err
}
