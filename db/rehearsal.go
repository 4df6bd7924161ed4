package db

import (
	"context"
	"database/sql"
	"errors"
)

// CopyFile writes a whole copy of the database in a file, as it is now, to a file that does not exist yet. Other processes may have it
// open, with a newer or an older schema than that of this program.
func CopyFile(ctx context.Context, from, to string) error {
	return withPool(from, "", func(pool *sql.DB) error {
		_, err := pool.ExecContext(ctx, "VACUUM INTO ?", to)
		return err
	})
}

// MigrateCopy brings the schema of a database that nobody else has open up to date, without a snapshot of before.
func MigrateCopy(ctx context.Context, path string, report func(Migration)) error {
	return withPool(path, "&_txlock=immediate", func(pool *sql.DB) error { return migrateWith(ctx, pool, path, report, false) })
}

// VerifyFile returns what SQLite finds wrong with the structure and the foreign keys of a database, in English.
func VerifyFile(ctx context.Context, path string) ([]string, error) {
	var c CheckReport
	err := withPool(path, "&_pragma=query_only(1)", func(pool *sql.DB) error {
		one, err := pool.Conn(ctx)
		if err != nil {
			return err
		}
		v := &View{ctx: ctx, c: &conn{Conn: one, stmts: map[string]*sql.Stmt{}}, Now: now()}
		err = errors.Join(v.checkTree(&c), v.checkReferences(&c))
		v.c.close()
		return err
	})
	return c.Problems, err
}

// withPool opens a file with one connection, and leaves its schema as it is.
func withPool(path, more string, fn func(*sql.DB) error) error {
	pool, err := sql.Open("sqlite", dsn(path, more))
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(1)
	return errors.Join(fn(pool), pool.Close())
}

// SampleSpace is a workspace with places in it that are worth a look, all within the reach of its owner. The largest come first.
type SampleSpace struct {
	ID              SpaceID
	Owner           UserID
	Root, Trash     NodeID
	MyRoot, MyTrash NodeID
	Directories     []SampleNode // those with the most children
	Files           []SampleNode // those with the most versions
	Member          UserID       // one who does not own it; 0 for none
}

// SampleNode is a file or a directory with the directory that it lies in.
type SampleNode struct {
	ID, Parent NodeID
	Name       string
}

// SampleGuest is somebody who reaches one item of a workspace; User is 0 when there is nobody.
type SampleGuest struct {
	User  UserID
	Space SpaceID
	Node  NodeID
	Kind  Kind
}

const samplesEach = 5

// SampleSpaces returns the largest workspaces whose owners can sign in.
func (v *View) SampleSpaces(limit int) ([]SampleSpace, error) {
	all, err := listRows(v, func(r *sql.Rows, s *SampleSpace) error {
		return r.Scan(&s.ID, &s.Owner, &s.Root, &s.Trash, &s.MyRoot, &s.MyTrash, &s.Member)
	}, `SELECT s.id, s.owner_id, s.root_id, s.trash_id, m.my_root_id, m.my_trash_id,
			coalesce((SELECT min(o.user_id) FROM members o JOIN users p ON p.id = o.user_id
				WHERE o.space_id = s.id AND o.user_id <> s.owner_id AND p.disabled_at IS NULL), 0)
		FROM spaces s JOIN members m ON m.space_id = s.id AND m.user_id = s.owner_id
		JOIN users u ON u.id = s.owner_id AND u.disabled_at IS NULL
		JOIN nodes n ON n.id = s.root_id
		WHERE s.deleted_at IS NULL ORDER BY n.files + n.directories DESC, s.storage_used DESC, s.id LIMIT ?`, limit)
	for i := range all {
		s := &all[i]
		if err == nil {
			s.Directories, err = v.sampleNodes(s, Directory, "child_files + child_dirs")
		}
		if err == nil {
			s.Files, err = v.sampleNodes(s, File, "number")
		}
	}
	return all, err
}

// sampleNodes returns the items of a kind that lie below the roots of the owner, those with the most of something first.
func (v *View) sampleNodes(s *SampleSpace, kind Kind, most string) ([]SampleNode, error) {
	return listRows(v, func(r *sql.Rows, n *SampleNode) error { return r.Scan(&n.ID, &n.Parent, &n.Name) },
		`WITH RECURSIVE big (id, much) AS (SELECT id, `+most+` FROM nodes WHERE space_id = ?1 AND kind = ?2 AND parent_id IS NOT NULL
				ORDER BY 2 DESC, 1 LIMIT 50),
			up (id, at) AS (SELECT id, id FROM big UNION ALL
				SELECT up.id, n.parent_id FROM up JOIN nodes n ON n.id = up.at WHERE n.parent_id IS NOT NULL)
		SELECT n.id, n.parent_id, n.name FROM up JOIN big ON big.id = up.id JOIN nodes n ON n.id = up.id
		WHERE up.at IN (?3, ?4) ORDER BY big.much DESC, n.id LIMIT ?5`, s.ID, kind, s.Root, s.MyRoot, samplesEach)
}

// SampleGuest returns one who reaches an item of a workspace as a guest.
func (v *View) SampleGuest() (SampleGuest, error) {
	var g SampleGuest
	err := v.scanRow(`SELECT g.user_id, g.space_id, g.node_id, n.kind FROM guests g JOIN nodes n ON n.id = g.node_id
		JOIN users u ON u.id = g.user_id AND u.disabled_at IS NULL JOIN spaces s ON s.id = g.space_id AND s.deleted_at IS NULL
		ORDER BY g.id LIMIT 1`, nil, &g.User, &g.Space, &g.Node, &g.Kind)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return g, err
}

// SampleAdministrator returns a member of staff who may read everything; 0 for none.
func (v *View) SampleAdministrator() (UserID, error) {
	var id UserID
	err := v.scanRow("SELECT id FROM users WHERE staff_role = ? AND disabled_at IS NULL ORDER BY id LIMIT 1", []any{Administrator}, &id)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return id, err
}
