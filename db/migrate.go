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
	"strings"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	maxSnapshots   = 3
	snapshotSuffix = ".partial"
	unfinishedFile = "unfinished" // names the snapshot that was made for a migration which has not ended
	reportEach     = 5 * time.Second
)

// NewerError reports a database that a newer program wrote. This one knows only older schemas, and must not touch it.
type NewerError struct {
	Schema, Known int64
	Program       string // version of the program that wrote it; empty where that is not known
	Path          string
}

// Error implements error.
func (e *NewerError) Error() string {
	by := "a newer version of Anbar"
	if e.Program != "" {
		by = "version " + e.Program + " of Anbar, which is newer"
	}
	return fmt.Sprintf("%s was written by %s: its schema is %d, and this program knows up to %d. Install that version again; or, to go "+
		"back and lose what was changed since the upgrade, restore a backup of before with \"anbar restore --at\"",
		e.Path, by, e.Schema, e.Known)
}

// Migration is how far the database has come to the schema of this program.
type Migration struct {
	Step, Steps int // from 1
	Name        string
	Took        time.Duration // of this step so far
}

// LatestSchema is the number of the schema of this program.
func LatestSchema() int64 {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		panic(err) // the pattern is wrong
	}
	var last int64
	for _, n := range names {
		var v int64
		if _, err := fmt.Sscanf(filepath.Base(n), "%d_", &v); err == nil {
			last = max(last, v)
		}
	}
	return last
}

func openMigrations(pool *sql.DB) (*goose.Provider, error) {
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, pool, sub, goose.WithDisableGlobalRegistry(true))
}

// migrate brings the schema up to date. report is called as each migration begins and while it runs; nil for nobody.
func migrate(ctx context.Context, pool *sql.DB, path string, report func(Migration)) error {
	return migrateWith(ctx, pool, path, report, true)
}

// migrateWith is migrate, with or without a snapshot of before.
func migrateWith(ctx context.Context, pool *sql.DB, path string, report func(Migration), keep bool) error {
	p, err := openMigrations(pool)
	if err != nil {
		return err
	}
	at, err := p.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	if at > LatestSchema() {
		return &NewerError{Schema: at, Known: LatestSchema(), Program: lastProgram(ctx, pool), Path: path}
	}
	pending, err := p.HasPending(ctx)
	if err != nil {
		return err
	}
	if !pending {
		return pruneSnapshots(path)
	}
	if at == 0 {
		return createSchema(ctx, pool, p.ListSources())
	}
	if keep {
		if err := writeSnapshot(ctx, pool, path, at); err != nil {
			return fmt.Errorf("keep a snapshot before migrating: %w", err)
		}
	}
	if err := applyAll(ctx, p, at, report); err != nil {
		return err
	}
	return pruneSnapshots(path)
}

func applyAll(ctx context.Context, p *goose.Provider, at int64, report func(Migration)) error {
	var names []string
	for _, s := range p.ListSources() {
		if s.Version > at {
			names = append(names, strings.TrimSuffix(filepath.Base(s.Path), ".sql"))
		}
	}
	for i := range names {
		done := reportWhile(report, Migration{Step: i + 1, Steps: len(names), Name: names[i]})
		_, err := p.UpByOne(ctx)
		done()
		if err != nil && !errors.Is(err, goose.ErrNoNextVersion) {
			return err
		}
	}
	return nil
}

// reportWhile reports a step now and every few seconds until done is called.
func reportWhile(report func(Migration), m Migration) (done func()) {
	if report == nil {
		return func() {}
	}
	began, end, ended := time.Now(), make(chan struct{}), make(chan struct{})
	report(m)
	go func() {
		defer close(ended)
		tick := time.NewTicker(reportEach)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case <-tick.C:
				m.Took = time.Since(began)
				report(m)
			}
		}
	}()
	return func() {
		close(end)
		<-ended
	}
}

// lastProgram returns the version of the program that had the database open last; nothing where that is not known.
func lastProgram(ctx context.Context, pool *sql.DB) string {
	var program string
	if err := pool.QueryRowContext(ctx, "SELECT value FROM settings WHERE key = 'program'").Scan(&program); err != nil {
		return "" // the sentence does without
	}
	return program
}

func snapshotDir(path string) string { return filepath.Join(filepath.Dir(path), "snapshots") }

// writeSnapshot writes a whole copy of the database beside it, unless the one for this upgrade is there: a migration that was
// killed and begins again must not replace it by a database that is half migrated.
func writeSnapshot(ctx context.Context, pool *sql.DB, path string, version int64) error {
	dir := snapshotDir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	unfinished := filepath.Join(dir, unfinishedFile)
	if name, err := os.ReadFile(unfinished); err == nil {
		if _, err := os.Stat(filepath.Join(dir, filepath.Base(string(name)))); err == nil {
			return nil
		}
	}
	if err := removePartialSnapshots(dir); err != nil {
		return err
	}
	name := fmt.Sprintf("%s-schema%04d.db", time.Now().UTC().Format("20060102T150405.000"), version)
	half := filepath.Join(dir, name+snapshotSuffix)
	if _, err := pool.ExecContext(ctx, "VACUUM INTO ?", half); err != nil {
		return errors.Join(err, removePartialSnapshots(dir))
	}
	err := errors.Join(syncFile(half), os.Rename(half, filepath.Join(dir, name)), os.WriteFile(unfinished, []byte(name), 0o600))
	if err != nil {
		return err
	}
	return errors.Join(syncFile(unfinished), syncFile(dir))
}

// removePartialSnapshots removes what a snapshot left that was interrupted.
func removePartialSnapshots(dir string) error {
	for _, pattern := range []string{"*" + snapshotSuffix + "*", "*.db-journal"} {
		halves, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return err
		}
		for _, h := range halves {
			if err := os.Remove(h); err != nil {
				return err
			}
		}
	}
	return nil
}

// pruneSnapshots removes all but the latest few, once a migration has ended.
func pruneSnapshots(path string) error {
	dir := snapshotDir(path)
	if err := os.Remove(filepath.Join(dir, unfinishedFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, "*-schema*.db"))
	if err != nil {
		return err
	}
	slices.Sort(old)
	for _, f := range old[:max(0, len(old)-maxSnapshots)] {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	return nil
}

// syncFile makes a file, or the names in a directory, durable.
func syncFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
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
