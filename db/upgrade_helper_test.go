package db

import (
	"database/sql"
	"errors"
	"io/fs"
	"testing"

	"github.com/pressly/goose/v3"
)

// openUpTo opens a database and migrates it up to a number, as a program that is killed then: nothing ends the upgrade.
func openUpTo(t *testing.T, name string, version int64) (*sql.DB, error) {
	t.Helper()
	pool, err := sql.Open("sqlite", dsn(name, "&_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { _ = pool.Close() })
	pool.SetMaxOpenConns(1)
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, pool, sub, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, err
	}
	at, err := p.GetDBVersion(t.Context())
	if err != nil {
		return nil, err
	}
	if at > 0 {
		if err := writeSnapshot(t.Context(), pool, name, at); err != nil {
			return nil, err
		}
	}
	_, err = p.UpTo(t.Context(), version)
	return pool, errors.Join(err)
}
