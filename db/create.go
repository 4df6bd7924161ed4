package db

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"
	"golang.org/x/sys/unix"
)

//go:embed schema.sql
var schema string

// seeds are the rows that the migrations leave in a new database.
const seeds = "INSERT INTO settings (key, value) VALUES ('install', lower(hex(randomblob(6))))"

// lockNew makes the file of a database that is not there yet, which SQLite would let other accounts read. Until unlock no other
// process makes the same one.
func lockNew(path string) (unlock func() error, err error) {
	if is, err := os.Stat(path); err == nil && is.Size() > 0 {
		return func() error { return nil }, nil
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(dir.Fd()), unix.LOCK_EX); err != nil {
		return nil, errors.Join(err, dir.Close())
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return nil, errors.Join(err, dir.Close())
	}
	return dir.Close, nil
}

// schemaHead begins schema.sql, and names the last migration in it.
const schemaHead = "-- The schema after migration %d, which a new database gets at once. Made by `make golden`."

// createSchema gives an empty database the schema that all migrations together make: whole, or not at all. It takes a tenth of
// their time. Where another process was quicker, there is nothing to do.
func createSchema(ctx context.Context, pool *sql.DB, sources []*goose.Source) error {
	var last int64
	if _, err := fmt.Sscanf(schema, schemaHead, &last); err != nil || last != LatestSchema() {
		return fmt.Errorf("schema.sql is of migration %d and not of %d: run \"make golden\"", last, LatestSchema())
	}
	tx, err := pool.BeginTx(ctx, nil) // nobody else writes from here on
	if err != nil {
		return err
	}
	if err := fillEmpty(ctx, tx, sources); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func fillEmpty(ctx context.Context, tx *sql.Tx, sources []*goose.Source) error {
	var now int64
	if err := tx.QueryRowContext(ctx, schemaVersion).Scan(&now); err != nil || now > 0 {
		return err
	}
	for _, statements := range []string{schema, seeds} {
		if _, err := tx.ExecContext(ctx, statements); err != nil {
			return err
		}
	}
	for _, s := range sources {
		if _, err := tx.ExecContext(ctx, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (?, 1)", s.Version); err != nil {
			return err
		}
	}
	return nil
}
