package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Since is what a database has that a snapshot of it does not have.
type Since struct {
	Counts []SinceCount // without those of 0
	Files  []SinceFile  // new files and new versions, with their newest contents
}

// SinceCount is how many of a kind are new, or others.
type SinceCount struct {
	Kind  string
	Count int64
}

// SinceFile is a file whose content the snapshot does not know.
type SinceFile struct {
	ID   NodeID
	Path string // the workspace, the root with whose it is, directories, and the name; two files in the trash may have the same
	Hash Hash
}

// kindsSince count rows that the snapshot, attached as "before", lacks.
var kindsSince = []struct{ kind, table, query string }{
	{"new versions of files", "versions", "SELECT count(*) FROM versions WHERE id NOT IN (SELECT id FROM before.versions)"},
	{"new directories", "nodes", "SELECT count(*) FROM nodes WHERE kind = 0 AND id NOT IN (SELECT id FROM before.nodes)"},
	{"items renamed, moved or put into the trash", "nodes", "SELECT count(*) FROM nodes n JOIN before.nodes b ON b.id = n.id " +
		"WHERE b.name <> n.name OR b.parent_id IS NOT n.parent_id"},
	{"items deleted forever", "nodes", "SELECT count(*) FROM before.nodes WHERE id NOT IN (SELECT id FROM nodes)"},
	{"uploads that were begun", "uploads", "SELECT count(*) FROM uploads WHERE id NOT IN (SELECT id FROM before.uploads)"},
	{"new accounts", "users", "SELECT count(*) FROM users WHERE id NOT IN (SELECT id FROM before.users)"},
	{"new workspaces", "spaces", "SELECT count(*) FROM spaces WHERE id NOT IN (SELECT id FROM before.spaces)"},
	{"new members", "members", "SELECT count(*) FROM (SELECT space_id, user_id FROM members EXCEPT " +
		"SELECT space_id, user_id FROM before.members)"},
	{"new guests", "guests", "SELECT count(*) FROM guests WHERE id NOT IN (SELECT id FROM before.guests)"},
	{"new links", "links", "SELECT count(*) FROM links WHERE id NOT IN (SELECT id FROM before.links)"},
	{"new upload boxes", "boxes", "SELECT count(*) FROM boxes WHERE id NOT IN (SELECT id FROM before.boxes)"},
	{"new tickets", "tickets", "SELECT count(*) FROM tickets WHERE id NOT IN (SELECT id FROM before.tickets)"},
	{"payments", "payments", "SELECT count(*) FROM payments WHERE id NOT IN (SELECT id FROM before.payments)"},
	{"lines of the activity", "activities", "SELECT count(*) FROM activities WHERE id NOT IN (SELECT id FROM before.activities)"},
	{"lines of the audit log", "audit", "SELECT count(*) FROM audit WHERE id NOT IN (SELECT id FROM before.audit)"},
}

// filesSince finds the contents that the snapshot does not know, with the way to each file.
const filesSince = `WITH RECURSIVE changed (id, name, hash, parent_id) AS (
		SELECT n.id, n.name, n.hash, n.parent_id FROM nodes n
		WHERE n.kind = 1 AND n.version_id NOT IN (SELECT id FROM before.versions)),
	up (id, at, path) AS (SELECT id, parent_id, name FROM changed UNION ALL
		SELECT up.id, n.parent_id, n.name || '/' || up.path FROM up JOIN nodes n ON n.id = up.at AND n.parent_id IS NOT NULL)
	SELECT c.id, c.hash, up.path, s.id, s.title, r.root, u.id, trim(u.first_name || ' ' || u.last_name)
	FROM up JOIN changed c ON c.id = up.id JOIN nodes r ON r.id = up.at AND r.parent_id IS NULL JOIN spaces s ON s.id = r.space_id
		LEFT JOIN users u ON u.id = r.owner_id
	ORDER BY s.id, r.id, up.path, c.id`

// rootNames are what the roots of a workspace are called in an export.
var rootNames = map[string]string{"shared": "Shared", "trash": "Trash", "my": "My Drive", "my_trash": "Trash of My Drive"}

// maxTitle keeps a directory below the 255 bytes that a name may have.
const maxTitle = 48

// nameShort makes a text that people chose a part of a path.
func nameShort(text string) string {
	letters := []rune(strings.ReplaceAll(strings.ReplaceAll(text, "/", "_"), "\x00", "_"))
	return string(letters[:min(len(letters), maxTitle)])
}

// ListChangesSince finds what a database file has that a snapshot of it, perhaps of an older schema, lacks. Nobody else may have it open.
func ListChangesSince(ctx context.Context, name, snapshot string) (*Since, error) {
	var s Since
	err := withPool(name, "", func(pool *sql.DB) error {
		if _, err := pool.ExecContext(ctx, "ATTACH ? AS before", snapshot); err != nil {
			return err
		}
		tables, err := commonTables(ctx, pool)
		if err != nil {
			return err
		}
		for _, k := range kindsSince {
			if !slices.Contains(tables, k.table) {
				continue
			}
			var n int64
			if err := pool.QueryRowContext(ctx, k.query).Scan(&n); err != nil {
				return fmt.Errorf("count %s: %w", k.kind, err)
			}
			if n > 0 {
				s.Counts = append(s.Counts, SinceCount{Kind: k.kind, Count: n})
			}
		}
		return s.readFiles(ctx, pool)
	})
	return &s, err
}

// commonTables returns the tables that both databases have.
func commonTables(ctx context.Context, pool *sql.DB) ([]string, error) {
	rows, err := pool.QueryContext(ctx, "SELECT name FROM sqlite_schema WHERE type = 'table' INTERSECT "+
		"SELECT name FROM before.sqlite_schema WHERE type = 'table'")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		all = append(all, name)
	}
	return all, rows.Err()
}

func (s *Since) readFiles(ctx context.Context, pool *sql.DB) error {
	rows, err := pool.QueryContext(ctx, filesSince)
	if err != nil {
		return fmt.Errorf("list the files: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var f SinceFile
		var path, title, root string
		var space SpaceID
		var owner UserID
		var name sql.NullString
		if err := rows.Scan(&f.ID, &f.Hash, &path, &space, &title, &root, &owner, &name); err != nil {
			return err
		}
		root = cmp.Or(rootNames[root], root)
		if owner != 0 { // two people may have one name, and so may two workspaces of two owners
			root = fmt.Sprintf("%s of %s (%s)", root, nameShort(name.String), owner)
		}
		f.Path = fmt.Sprintf("%s (%s)/%s/%s", nameShort(title), space, root, path)
		s.Files = append(s.Files, f)
	}
	return rows.Err()
}

// Snapshots returns the files of the snapshots beside a database, the oldest first.
func Snapshots(path string) ([]string, error) {
	all, err := filepath.Glob(filepath.Join(snapshotDir(path), "*-schema*.db"))
	slices.Sort(all)
	return all, err
}

// SnapshotSchema is the schema that the name of a snapshot says; -1 for other files.
func SnapshotSchema(name string) int64 {
	_, text, ok := strings.Cut(filepath.Base(name), "-schema")
	var v int64
	if _, err := fmt.Sscanf(text, "%d.db", &v); !ok || err != nil {
		return -1
	}
	return v
}

// SettleFile brings all changes of a database that nobody has open into the one file.
func SettleFile(ctx context.Context, path string) error {
	return withPool(path, "", func(pool *sql.DB) error {
		var busy, log, moved int
		err := pool.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log, &moved)
		if err == nil && busy != 0 {
			err = errors.New("another process has the database open")
		}
		return err
	})
}

// MarkRestored notes in a database that nobody has open that it is older than what clients have seen, as a restore does.
func MarkRestored(ctx context.Context, path string) error {
	return withPool(path, "", func(pool *sql.DB) error {
		_, err := pool.ExecContext(ctx, "INSERT INTO settings (key, value) VALUES ('restored', lower(hex(randomblob(6)))) "+
			"ON CONFLICT (key) DO UPDATE SET value = excluded.value")
		return err
	})
}

// ForgetUnfinished has the next migration of a database make a snapshot of its own, although one was interrupted.
func ForgetUnfinished(path string) error {
	if err := os.Remove(filepath.Join(snapshotDir(path), unfinishedFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
