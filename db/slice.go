package db

import (
	"cmp"
	"database/sql"
	"errors"
	"strings"
)

// Slice selects a part of a list: up to Limit rows behind the row with the keys After,
// or behind the first Skip rows.
type Slice struct {
	After       []any // sort keys (int64 or string) of the row before; nil for the first row
	Skip, Limit int
}

// ErrSlice reports that Slice.After does not fit the sort keys of the list.
var ErrSlice = errors.New("db: the place is none of this list")

// sortOrder is the order of a list: columns that together are unique, all ascending or
// all descending, and a function that returns their values.
type sortOrder[T any] struct {
	columns []string
	down    bool
	of      func(*T) []any
}

// page returns the first limit rows and the After of the next page, nil when there are
// no more rows.
func (o *sortOrder[T]) page(rows []T, limit int) ([]T, []any) {
	if len(rows) <= limit {
		return rows, nil
	}
	return rows[:limit], o.of(&rows[limit-1])
}

// listSlice reads a part of a list and returns the After of the next part, nil at the end.
// The query must end with its WHERE conditions.
func listSlice[T any](v *View, o *sortOrder[T], s Slice, scan func(*sql.Rows, *T) error, query string, args ...any) ([]T, []any, error) {
	direction, than := "", " > "
	if o.down {
		direction, than = " DESC", " < "
	}
	if s.After != nil {
		if len(s.After) != len(o.columns) {
			return nil, nil, ErrSlice
		}
		query += " AND (" + strings.Join(o.columns, ", ") + ")" + than + "(?" + strings.Repeat(", ?", len(o.columns)-1) + ")"
		args = append(args, s.After...)
	}
	query += " ORDER BY " + strings.Join(o.columns, direction+", ") + direction + " LIMIT ? OFFSET ?"
	rows, err := listRows(v, scan, query, append(args, s.Limit+1, s.Skip)...)
	rows, next := o.page(rows, s.Limit)
	return rows, next, err
}

// slice returns a part of a list that was read whole and in the order of o.
func (o *sortOrder[T]) slice(all []T, s Slice) ([]T, []any, error) {
	for s.After != nil && len(all) > 0 {
		c, err := compareKeys(o.of(&all[0]), s.After)
		if err != nil {
			return nil, nil, err
		}
		if o.down {
			c = -c
		}
		if c > 0 {
			break
		}
		all = all[1:]
	}
	rows, next := o.page(all[min(s.Skip, len(all)):], s.Limit)
	return rows, next, nil
}

func compareKeys(a, b []any) (int, error) {
	if len(a) != len(b) {
		return 0, ErrSlice
	}
	for i := range a {
		var c int
		var err error
		switch x := a[i].(type) {
		case int64:
			c, err = compareWith(x, b[i])
		case string:
			c, err = compareWith(x, b[i])
		}
		if err != nil || c != 0 {
			return c, err
		}
	}
	return 0, nil
}

// compareWith compares a value with another one, which must have its type.
func compareWith[T cmp.Ordered](x T, other any) (int, error) {
	y, ok := other.(T)
	if !ok {
		return 0, ErrSlice
	}
	return cmp.Compare(x, y), nil
}
