package db

import (
	"context"
	"database/sql"
	"errors"
	"os"
)

// Inspection is what a quick look at the structure of a database found.
type Inspection struct {
	Problems []string // in English; none when it is sound
}

// Inspect looks at the structure without comparing the indexes, which takes a part of the time of CheckStructure.
func (v *View) Inspect() (*Inspection, error) {
	lines, err := listRows(v, scanText, "PRAGMA quick_check(10)")
	return inspectionOf(lines), err
}

func inspectionOf(lines []string) *Inspection {
	var i Inspection
	for _, l := range lines {
		if l != "ok" {
			i.Problems = append(i.Problems, l)
		}
	}
	return &i
}

// SchemaVersion returns the number of the schema of the database.
func (v *View) SchemaVersion() (int64, error) {
	var n int64
	err := v.scanRow(schemaVersion, nil, &n)
	return n, err
}

const schemaVersion = "SELECT max(version_id) FROM goose_db_version"

// InspectFile is Inspect for a database that no process of this program has open. It changes nothing.
func InspectFile(ctx context.Context, path string) (i *Inspection, err error) {
	err = withFile(ctx, path, func(pool *sql.DB) error {
		rows, err := pool.QueryContext(ctx, "PRAGMA quick_check(10)")
		if err != nil {
			return err
		}
		defer rows.Close()
		var lines []string
		for rows.Next() {
			var l string
			if err := rows.Scan(&l); err != nil {
				return err
			}
			lines = append(lines, l)
		}
		i = inspectionOf(lines)
		return rows.Err()
	})
	return i, err
}

// SchemaOfFile is SchemaVersion for a database that no process of this program has open.
func SchemaOfFile(ctx context.Context, path string) (int64, error) {
	var n int64
	err := withFile(ctx, path, func(pool *sql.DB) error { return pool.QueryRowContext(ctx, schemaVersion).Scan(&n) })
	return n, err
}

func withFile(ctx context.Context, path string, fn func(*sql.DB) error) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	pool, err := sql.Open("sqlite", dsn(path, "&_pragma=query_only(1)"))
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(1)
	return errors.Join(fn(pool), pool.Close())
}

// Removable is what takes room and can be removed, in bytes.
type Removable struct {
	Trash    int64 // in trashes
	Versions int64 // older ones of files
	All      int64 // that workspaces are charged for
}

// CountRemovable sums up what the counters of workspaces and of their roots say.
func (v *View) CountRemovable() (*Removable, error) {
	var r Removable
	var newest int64
	err := v.scanRow("SELECT coalesce(sum(storage_used), 0) FROM spaces", nil, &r.All)
	if err == nil {
		err = v.scanRow("SELECT coalesce(sum(size) FILTER (WHERE root IN ('trash', 'my_trash')), 0), coalesce(sum(size), 0) FROM nodes "+
			"WHERE parent_id IS NULL", nil, &r.Trash, &newest)
	}
	r.Versions = max(0, r.All-newest)
	return &r, err
}
