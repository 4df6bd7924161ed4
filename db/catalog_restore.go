package db

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// ErrCatalog reports a catalog that is cut off, or not one.
var ErrCatalog = errors.New("the catalog is damaged")

// RestoreCatalog makes a database of a catalog, at a path where none is. The database has its name only when it is whole, and says that
// it was restored. It returns a *NewerError for a catalog of a newer program, and ErrCatalog for one that is not whole.
func RestoreCatalog(ctx context.Context, path string, r io.Reader) (head CatalogHead, rows int64, err error) {
	if _, err := os.Stat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return head, 0, errors.Join(fmt.Errorf("%s is there", path), err)
	}
	lines := &catalogReader{in: bufio.NewReaderSize(r, 64<<10)}
	if err := lines.decodeLine(&head); err != nil {
		return head, 0, err
	}
	if head.Format != catalogFormat {
		return head, 0, fmt.Errorf("%w: its format is %d", ErrCatalog, head.Format)
	}
	if head.Schema > LatestSchema() {
		return head, 0, &NewerError{Schema: head.Schema, Known: LatestSchema(), Program: head.Program, Path: "the catalog"}
	}
	half := path + snapshotSuffix
	if err := removeDatabase(half); err != nil {
		return head, 0, err
	}
	if rows, err = lines.restoreInto(ctx, half, head.Schema); err == nil {
		err = SettleFile(ctx, half) // on a full disk its end may not have done so
	}
	if err == nil {
		err = syncFile(half)
	}
	if err == nil {
		err = os.Rename(half, path)
	}
	if err != nil {
		err = errors.Join(err, removeDatabase(half))
	}
	return head, rows, err
}

func removeDatabase(path string) error {
	var all error
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
}

// catalogReader reads the lines of a catalog.
type catalogReader struct {
	in   *bufio.Reader
	line []byte
}

// maxCatalogLine is far more than a row can have.
const maxCatalogLine = 16 << 20

// nextLine reads one line into r.line.
func (r *catalogReader) nextLine() error {
	r.line = r.line[:0]
	for {
		part, err := r.in.ReadSlice('\n')
		r.line = append(r.line, part...)
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return fmt.Errorf("%w: %w", ErrCatalog, err)
		case len(r.line) > maxCatalogLine:
			return fmt.Errorf("%w: a line is too long", ErrCatalog)
		}
	}
}

func (r *catalogReader) decodeLine(into any) error {
	if err := r.nextLine(); err != nil {
		return err
	}
	return r.unmarshal(into)
}

func (r *catalogReader) unmarshal(into any) error {
	d := json.NewDecoder(bytes.NewReader(r.line))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%w: %w", ErrCatalog, err)
	}
	return nil
}

// restoreInto makes an empty database of that schema and puts the rows into it.
func (r *catalogReader) restoreInto(ctx context.Context, path string, schema int64) (rows int64, err error) {
	pool, err := sql.Open("sqlite", dsn(path, "&_txlock=immediate"))
	if err != nil {
		return 0, err
	}
	pool.SetMaxOpenConns(1)
	defer func() { err = errors.Join(err, pool.Close()) }()
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return 0, err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, pool, sub, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return 0, err
	}
	if _, err := p.UpTo(ctx, schema); err != nil {
		return 0, fmt.Errorf("make a database of schema %d: %w", schema, err)
	}
	// Rows come before those that they name; checkEnd looks at all of them.
	if _, err := pool.ExecContext(ctx, "PRAGMA foreign_keys = 0"); err != nil {
		return 0, err
	}
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	if rows, err = r.restoreRows(ctx, tx); err == nil {
		_, err = tx.ExecContext(ctx, putRestored)
	}
	if err != nil {
		return rows, errors.Join(err, tx.Rollback())
	}
	return rows, tx.Commit()
}

func (r *catalogReader) restoreRows(ctx context.Context, tx *sql.Tx) (n int64, err error) {
	var insert *sql.Stmt
	var head catalogTable
	for {
		if err := r.nextLine(); err != nil {
			return n, err
		}
		if r.line[0] == '[' && insert != nil {
			if err := r.insertRow(ctx, insert, &head); err != nil {
				return n, fmt.Errorf("a row of %s: %w", head.Table, err)
			}
			n++
			continue
		}
		var any struct {
			catalogTable
			Rows *int64 `json:"rows"`
		}
		if err := r.unmarshal(&any); err != nil {
			return n, err
		}
		if any.Rows != nil {
			return n, r.checkEnd(ctx, tx, n, *any.Rows)
		}
		head = any.catalogTable
		if insert, err = prepareInsert(ctx, tx, &head); err != nil {
			return n, err
		}
		defer insert.Close()
	}
}

// prepareInsert makes the statement for the rows of a table. Names that come from a file are compared with the schema before
// they become part of it.
func prepareInsert(ctx context.Context, tx *sql.Tx, head *catalogTable) (*sql.Stmt, error) {
	known := false
	for _, t := range catalogTables {
		known = known || t.name == head.Table
	}
	if !known || len(head.Columns) == 0 {
		return nil, fmt.Errorf("%w: it has a table %q", ErrCatalog, head.Table)
	}
	for _, c := range head.Columns {
		var is int
		err := tx.QueryRowContext(ctx, "SELECT count(*) FROM pragma_table_info(?) WHERE name = ?", head.Table, c).Scan(&is)
		if err != nil {
			return nil, err
		}
		if is == 0 {
			return nil, fmt.Errorf("%w: its table %s has a column %q", ErrCatalog, head.Table, c)
		}
	}
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(head.Columns)), ", ")
	return tx.PrepareContext(ctx, "INSERT INTO "+head.Table+" ("+strings.Join(head.Columns, ", ")+") VALUES ("+marks+")")
}

func (r *catalogReader) insertRow(ctx context.Context, insert *sql.Stmt, head *catalogTable) error {
	var values []any
	if err := r.unmarshal(&values); err != nil {
		return err
	}
	if len(values) != len(head.Columns) {
		return fmt.Errorf("%w: %d values for %d columns", ErrCatalog, len(values), len(head.Columns))
	}
	for i, one := range values {
		switch one := one.(type) {
		case json.Number:
			n, err := one.Int64()
			if err != nil {
				return fmt.Errorf("%w: %w", ErrCatalog, err)
			}
			values[i] = n
		case string:
			if slices.Contains(head.Bytes, head.Columns[i]) {
				b, err := hex.DecodeString(one)
				if err != nil {
					return fmt.Errorf("%w: %w", ErrCatalog, err)
				}
				values[i] = b
			}
		}
	}
	_, err := insert.ExecContext(ctx, values...)
	var e *sqlite.Error
	if errors.As(err, &e) && (e.Code()&0xff == lib.SQLITE_CONSTRAINT || e.Code()&0xff == lib.SQLITE_MISMATCH) {
		err = fmt.Errorf("%w: %w", ErrCatalog, err) // and not a full disk, on which an older catalog must not be taken instead
	}
	return err
}

// checkEnd proves that all rows came and that each row that another one names is there.
func (r *catalogReader) checkEnd(ctx context.Context, tx *sql.Tx, rows, want int64) error {
	if rows != want {
		return fmt.Errorf("%w: it has %d rows and says %d", ErrCatalog, rows, want)
	}
	var broken int64
	var table sql.NullString
	err := tx.QueryRowContext(ctx, `SELECT count(*), min("table") FROM pragma_foreign_key_check`).Scan(&broken, &table)
	if err == nil && broken > 0 {
		err = fmt.Errorf("%w: %d rows, the first in %s, name rows that are not there", ErrCatalog, broken, table.String)
	}
	return err
}
