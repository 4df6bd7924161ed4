package files

import (
	"errors"
	"testing"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/db"
)

func FuzzCursor(f *testing.F) {
	for _, by := range []string{"name:1", "size:-1", "type:1", "created_at:-1"} {
		field, _, err := api.Sort(by)
		if err != nil {
			f.Fatal(err)
		}
		s, err := api.Cursor(next(&db.Node{ID: 5, Kind: db.File, SortKey: []byte{1, 2}, TypeKey: "txt", Size: 9}, orders[field], by, 2))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(*s, by)
	}
	f.Add("AAAA", "name:1")
	f.Fuzz(func(t *testing.T, cursor, sort string) {
		at, err := start(&db.Node{ChildDirs: 3, ChildFiles: 3}, Page{Sort: sort, Cursor: cursor}, 10)
		var known *fault.Fault
		if err != nil && !errors.As(err, &known) {
			t.Fatalf("an error that is not the catalogue's: %v", err)
		}
		if err == nil && cursor != "" && (at.after.ID == 0 || at.page < 2) {
			t.Fatalf("%q was taken as %+v", cursor, at)
		}
	})
}
