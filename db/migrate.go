package db

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

const keptSnapshots = 3

func migrate(ctx context.Context, pool *sql.DB, path string) error {
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, pool, sub, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	pending, err := p.HasPending(ctx)
	if err != nil || !pending {
		return err
	}
	at, err := p.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	if at > 0 {
		if err := snapshot(ctx, pool, path, at); err != nil {
			return fmt.Errorf("keep a snapshot before migrating: %w", err)
		}
	}
	_, err = p.Up(ctx)
	return err
}

// snapshot writes a whole copy of the database beside it, and forgets all but
// the latest few.
func snapshot(ctx context.Context, pool *sql.DB, path string, version int64) error {
	dir := filepath.Join(filepath.Dir(path), "snapshots")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	to := filepath.Join(dir, fmt.Sprintf("%s-schema%04d.db", time.Now().UTC().Format("20060102T150405.000"), version))
	if _, err := pool.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, "*-schema*.db"))
	if err != nil {
		return err
	}
	slices.Sort(old)
	for _, f := range old[:max(0, len(old)-keptSnapshots)] {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	return nil
}

// CopyTo writes a whole copy of the database, as it is now, to a file that does
// not exist yet. Others read and write meanwhile.
func (d *DB) CopyTo(ctx context.Context, name string) error {
	pool, err := sql.Open("sqlite", dsn(d.path, "")) // readers of the pool may not vacuum
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "VACUUM INTO ?", name)
	return errors.Join(err, pool.Close())
}
