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

func (v *View) raw(query string) error { return v.exec(query) }

func (v *View) exec(query string, args ...any) error {
	_, err := v.execN(query, args...)
	return err
}

// execN returns how many rows the statement changed.
func (v *View) execN(query string, args ...any) (int64, error) {
	s, err := v.c.prepared(v.ctx, query)
	if err != nil {
		return 0, named(query, err)
	}
	r, err := s.ExecContext(v.ctx, args...)
	if err != nil {
		return 0, named(query, err)
	}
	n, err := r.RowsAffected()
	return n, named(query, err)
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

// row reads the one row of query into dest, or returns ErrNotFound.
func (v *View) row(query string, args []any, dest ...any) error {
	s, err := v.c.prepared(v.ctx, query)
	if err != nil {
		return named(query, err)
	}
	return named(query, s.QueryRowContext(v.ctx, args...).Scan(dest...))
}

// list reads every row of query with scan.
func list[T any](v *View, scan func(*sql.Rows, *T) error, query string, args ...any) ([]T, error) {
	var all []T
	for t, err := range each(v, scan, query, args...) {
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// each reads the rows of query one by one.
func each[T any](v *View, scan func(*sql.Rows, *T) error, query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		rows, err := v.rows(query, args)
		if err != nil {
			yield(zero, named(query, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			var t T
			if err := scan(rows, &t); err != nil {
				yield(zero, named(query, err))
				return
			}
			if !yield(t, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(zero, named(query, err))
		}
	}
}

func (v *View) rows(query string, args []any) (*sql.Rows, error) {
	s, err := v.c.prepared(v.ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(v.ctx, args...)
}

// named adds the first words of the statement to an error, and ErrExists to one of a
// unique key. A missing row is ErrNotFound without the statement.
func named(query string, err error) error {
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

func ms(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// moment returns Unix milliseconds, or NULL for the zero time.
func moment(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// at scans Unix milliseconds into a time; NULL and 0 are the zero time.
type at struct{ t *time.Time }

func (a at) Scan(v any) error {
	n, _ := v.(int64)
	*a.t = time.Time{}
	if n != 0 {
		*a.t = time.UnixMilli(n).UTC()
	}
	return nil
}

// text is NULL when empty, for columns that are unique among those that have
// a value.
func text(s string) any {
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
