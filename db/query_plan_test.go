package db

import (
	"context"
	"strings"
	"testing"
)

// TestNoQueryScansABigTable runs every read and write of the tree with the
// planner watching: a scan, or a sort of more than the page, of a table that
// grows without bound is a bug that shows only with a million rows.
func TestNoQueryScansABigTable(t *testing.T) {
	d := open(t)
	use(t, d)
	seen := map[string]bool{}
	for c := range allConns(d) {
		for query := range c.stmts {
			seen[query] = true
		}
	}
	if len(seen) < 40 {
		t.Fatalf("only %d statements were used", len(seen))
	}
	may := []string{ // by design: they run once a day or in a check, or on a table that stays small
		"SELECT hash FROM blob_refs ORDER BY hash", "FROM users ORDER BY id", "EXISTS (SELECT 1 FROM users)",
		"UPDATE undos SET running = 0", // once, at the start
		"FROM spaces WHERE deleted_at IS NOT NULL", "DELETE FROM thumbnails WHERE source IN",
		"DELETE FROM device_logins WHERE sum = (", // only when the 10,000 that may wait are there
	}
	if err := d.write.Conn.Close(); err != nil { // so that the pool has its one connection for the planner
		t.Fatal(err)
	}
	for query := range seen {
		verb, _, _ := strings.Cut(strings.TrimSpace(query), " ")
		if verb != "SELECT" && verb != "WITH" && verb != "UPDATE" && verb != "DELETE" || containsAny(query, may) {
			continue
		}
		for _, line := range queryPlan(t, d, query) {
			if strings.HasPrefix(line, "SCAN") && !containsAny(line, []string{
				"SCAN up", "SCAN below", "SCAN json_each", "CONSTANT ROW", "SCAN uploads USING INDEX uploads_space", "SCAN waiting",
				"USING INDEX spaces_public", "INDEX box_files_untold", "VIRTUAL TABLE", "blob_refs", "SCAN (subquery",
			}) {
				t.Errorf("%s\n\t%s", line, query)
			}
			if strings.Contains(line, "TEMP B-TREE") &&
				!containsAny(query, []string{"PathOf", "ORDER BY depth", "DISTINCT node_id", "FROM members m JOIN spaces",
					"INDEXED BY uploads_space", "WHERE n.id IN",
					"FROM link_nodes k CROSS JOIN",             // the links to one item
					"row_number() OVER",                        // the tree that is copied, of which every row is written
					"ORDER BY created_at DESC LIMIT -1 OFFSET", // twenty secrets of one user
					"FROM states WHERE parent_id", "GROUP BY role" /* of one space */}) {
				t.Errorf("sorts: %s\n\t%s", line, query)
			}
		}
	}
}

func containsAny(s string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// allConns yields the writer's connection and every reader's.
func allConns(d *DB) func(func(*conn) bool) {
	return func(yield func(*conn) bool) {
		if !yield(d.write) {
			return
		}
		var taken []*conn
		for range readers {
			c, err := d.acquireReader(context.Background())
			if err != nil {
				panic(err)
			}
			taken = append(taken, c)
		}
		for _, c := range taken {
			yield(c)
			d.free <- c
		}
	}
}

func queryPlan(t *testing.T, d *DB, query string) []string {
	t.Helper()
	args := make([]any, 20)
	for i := range args {
		args[i] = int64(1)
	}
	rows, err := d.wpool.Query("EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var id, parent, unused int
		var line string
		if err := rows.Scan(&id, &parent, &unused, &line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}
