package db

import (
	"errors"
	"slices"
	"testing"
)

func TestAListThatWasReadIsCutLikeOneInTheDatabase(t *testing.T) {
	type row struct {
		at int64
		id string
	}
	down := &sortOrder[row]{[]string{"at", "id"}, true, func(r *row) []any { return []any{r.at, r.id} }}
	all := []row{{3, "b"}, {3, "a"}, {2, "z"}, {1, "y"}, {1, "x"}}
	for _, c := range []struct {
		s    Slice
		want []row
		more bool
	}{
		{Slice{Limit: 2}, all[:2], true}, {Slice{Limit: 5}, all, false}, {Slice{Skip: 3, Limit: 2}, all[3:], false},
		{Slice{Skip: 9, Limit: 2}, nil, false},
		{Slice{After: []any{int64(3), "b"}, Limit: 2}, all[1:3], true}, {Slice{After: []any{int64(3), "aa"}, Limit: 1}, all[1:2], true},
		{Slice{After: []any{int64(1), "x"}, Limit: 2}, nil, false},
	} {
		got, next, err := down.slice(all, c.s)
		if err != nil || !slices.Equal(got, c.want) || (next != nil) != c.more {
			t.Errorf("%+v: %v, %v, %v", c.s, got, next, err)
		}
	}
	for _, after := range [][]any{{}, {int64(3)}, {"3", "b"}, {int64(3), int64(1)}} {
		if _, _, err := down.slice(all, Slice{After: after, Limit: 2}); !errors.Is(err, ErrSlice) {
			t.Errorf("%v: %v", after, err)
		}
	}
}
