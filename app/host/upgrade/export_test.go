package upgrade

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// crowdFiles gives the appliance a second member of the same name, a second workspace of the same title, and files of one name in each
// place where there may be two.
func crowdFiles(name string) error {
	pool, err := sql.Open("sqlite", name)
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(1) // temporary tables belong to a connection
	node := func(like, set string) []string {
		return []string{"CREATE TEMP TABLE t AS SELECT * FROM nodes WHERE " + like, "UPDATE t SET " + set,
			"INSERT INTO nodes SELECT * FROM t", "DROP TABLE t"}
	}
	file := func(id, place int, report, name string) []string {
		return node("name = 'گزارش "+report+".txt' AND id > 99", fmt.Sprintf("id = %d, version_id = %d, name = '%s', name_key = %d, "+
			"parent_id = %d, space_id = (SELECT space_id FROM nodes WHERE id = %d)", id, id, name, id, place, place))
	}
	all := [][]string{
		{"CREATE TEMP TABLE t AS SELECT * FROM users", "UPDATE t SET id = 2, email = 'b@example.org'", "INSERT INTO users SELECT * FROM t",
			"DROP TABLE t", "CREATE TEMP TABLE t AS SELECT * FROM spaces", "UPDATE t SET id = 3, owner_id = 2", "INSERT INTO spaces " +
				"SELECT * FROM t", "DROP TABLE t"},
		node("root = 'my' AND id > 99", "id = 10"),
		node("root = 'my' AND id > 99", "id = 11, owner_id = 2"),
		node("root = 'trash' AND id > 99", "id = 12"),
		node("root = 'shared' AND id > 99", "id = 13"),
		node("root = 'shared' AND id > 99", "id = 14, space_id = 3"),
		file(20, 10, "1", "a"), file(21, 11, "2", "a"), file(22, 12, "3", "a"), file(23, 12, "4", "a"), file(24, 13, "5", "a"),
		file(25, 14, "6", "a"),
		node("name = 'Projects' AND id > 99", "id = 15, name = 'a', name_key = 15, parent_id = 12"), file(26, 15, "7", "b"),
	}
	for _, queries := range all {
		for _, q := range queries {
			if _, e := pool.Exec(q); e != nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", q, e))
			}
		}
	}
	return errors.Join(err, pool.Close())
}

// TestFilesOfOneNameAreAllExported: those of two members of one name, of two workspaces of one title, and of the trash.
func TestFilesOfOneNameAreAllExported(t *testing.T) {
	m := newMachine(t)
	m.set("written", "crowded")
	if out, err := m.call("upgrade", buildProgram(t, "2.0", latest(), ""), 0); err != nil {
		t.Fatal(out)
	}
	out, err := m.call("rollback", "", 0)
	contains(t, "rollback", out, "8 files that were new or changed since")
	contents := map[string]string{}
	err = errors.Join(err, filepath.WalkDir(m.at("data/rolled-back"), func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		contents[string(b)] = name
		return err
	}))
	if err != nil || len(contents) != 8 {
		t.Fatalf("%d contents: %v, %v\n%s", len(contents), contents, err, out)
	}
	for _, name := range contents {
		if !strings.Contains(name, "/پارس‌نگار (") {
			t.Errorf("%s does not say the workspace", name)
		}
	}
}
