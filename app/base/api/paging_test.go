package api

import (
	"encoding/base64"
	"errors"
	"math"
	"reflect"
	"testing"

	"anbar/app/base/fault"
)

func TestACursorLeadsToWhereAPageEnded(t *testing.T) {
	first, err := PageQuery{Limit: 2}.Of("links")
	if err != nil {
		t.Fatal(err)
	}
	info, err := first.Info(5, []any{int64(math.MaxInt64), "id"})
	if err != nil || info.Page != 1 || info.Next == nil {
		t.Fatalf("%+v, %v", info, err)
	}
	next := *info.Next
	second, err := PageQuery{Cursor: *info.Next, Page: 9, Limit: 2}.Of("links")
	if err != nil || !reflect.DeepEqual(second.After, []any{int64(math.MaxInt64), "id"}) || second.Skip != 0 {
		t.Fatalf("%+v, %v", second, err)
	}
	if info, err = second.Info(5, nil); err != nil || info.Page != 2 || info.Next != nil {
		t.Errorf("%+v, %v", info, err)
	}
	if _, err := (PageQuery{Cursor: next}).Of("boxes"); !errors.Is(err, fault.InvalidCursor) {
		t.Errorf("another list's cursor: %v", err)
	}
	for _, bad := range []string{"x", `{}`, `{"l":"links","a":[],"p":2}`, `{"l":"links","a":[1.5],"p":2}`, `{"l":"links","a":[null],"p":2}`,
		`{"l":"links","a":[[1]],"p":2}`, `{"l":"links","a":[1],"p":1}`, `{"l":"links","a":[99999999999999999999],"p":2}`} {
		if _, err := (PageQuery{Cursor: base64.RawURLEncoding.EncodeToString([]byte(bad))}).Of("links"); !errors.Is(err,
			fault.InvalidCursor) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if page, err := (PageQuery{Page: 3}).Of("links"); err != nil || page.Skip != 200 {
		t.Errorf("%+v, %v", page, err)
	}
}
