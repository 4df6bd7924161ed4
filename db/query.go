package db

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

func (v *View) execRaw(query string) error { return v.exec(query) }

func (v *View) exec(query string, args ...any) error {
	_, err := v.execN(query, args...)
	return err
}

// execN returns how many rows the statement changed.
func (v *View) execN(query string, args ...any) (int64, error) {
	s, err := v.c.prepare(v.ctx, query)
	if err != nil {
		return 0, wrapQueryError(query, err)
	}
	r, err := s.ExecContext(v.ctx, args...)
	if err != nil {
		return 0, wrapQueryError(query, err)
	}
	n, err := r.RowsAffected()
	return n, wrapQueryError(query, err)
}

// execOne is exec for a statement that must change at least one row; else it returns
// ErrNotFound.
func (v *View) execOne(query string, args ...any) error {
	n, err := v.execN(query, args...)
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}

// scanRow reads the one row of query into dest, or returns ErrNotFound.
func (v *View) scanRow(query string, args []any, dest ...any) error {
	s, err := v.c.prepare(v.ctx, query)
	if err != nil {
		return wrapQueryError(query, err)
	}
	return wrapQueryError(query, s.QueryRowContext(v.ctx, args...).Scan(dest...))
}

// listRows reads every row of query with scan.
func listRows[T any](v *View, scan func(*sql.Rows, *T) error, query string, args ...any) ([]T, error) {
	var all []T
	for t, err := range eachRow(v, scan, query, args...) {
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// eachRow reads the rows of query one by one.
func eachRow[T any](v *View, scan func(*sql.Rows, *T) error, query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		rows, err := v.queryRows(query, args)
		if err != nil {
			yield(zero, wrapQueryError(query, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			var t T
			if err := scan(rows, &t); err != nil {
				yield(zero, wrapQueryError(query, err))
				return
			}
			if !yield(t, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(zero, wrapQueryError(query, err))
		}
	}
}

func (v *View) queryRows(query string, args []any) (*sql.Rows, error) {
	s, err := v.c.prepare(v.ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(v.ctx, args...)
}

// wrapQueryError adds the first words of the statement to an error, and ErrExists to one of a
// unique key. A missing row is ErrNotFound without the statement.
func wrapQueryError(query string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	var e *sqlite.Error
	if errors.As(err, &e) && (e.Code() == lib.SQLITE_CONSTRAINT_UNIQUE || e.Code() == lib.SQLITE_CONSTRAINT_PRIMARYKEY) {
		err = errors.Join(ErrExists, err)
	}
	return fmt.Errorf("%s: %w", firstWords(query), err)
}

const maxWords = 60 // of a statement, in an error: characters

// firstWords returns the beginning of a statement in one line.
func firstWords(query string) string {
	line := ""
	for w := range strings.FieldsSeq(query) {
		if line != "" && len(line)+1+len(w) > maxWords {
			return line + " …"
		}
		line = strings.TrimSpace(line + " " + w)
	}
	return line
}

func toMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// nullMillis returns Unix milliseconds, or NULL for the zero time.
func nullMillis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// timeScanner scans Unix milliseconds into a time; NULL and 0 are the zero time.
type timeScanner struct{ t *time.Time }

func (a timeScanner) Scan(v any) error {
	n, _ := v.(int64)
	*a.t = time.Time{}
	if n != 0 {
		*a.t = time.UnixMilli(n).UTC()
	}
	return nil
}

// nullText is NULL when empty, for columns that are unique among those that have
// a value.
func nullText(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// jsonOf stores a value as JSON text; v is a pointer to it.
type jsonOf struct{ v any }

// Scan implements sql.Scanner.
func (j jsonOf) Scan(from any) error {
	text, _ := from.(string)
	return json.Unmarshal([]byte(text), j.v)
}

// Value implements driver.Valuer.
func (j jsonOf) Value() (driver.Value, error) {
	text, err := json.Marshal(j.v)
	return string(text), err
}
