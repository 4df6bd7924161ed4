package files

import (
	"errors"
	"testing"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

func FuzzCursor(f *testing.F) {
	for _, by := range []string{"name:1", "size:-1", "type:1", "created_at:-1"} {
		s, err := api.EncodeCursor(cursor{Kind: db.File, ID: 5, Bytes: "AQI", Text: "txt", Number: 9, Page: 2, Sort: by})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(*s, by)
	}
	f.Add("AAAA", "name:1")
	f.Fuzz(func(t *testing.T, cursor, sort string) {
		at, err := parseStart(&db.Node{ChildDirs: 3, ChildFiles: 3}, Page{Sort: sort, Cursor: cursor}, 10)
		var known *fault.Fault
		if err != nil && !errors.As(err, &known) {
			t.Fatalf("an error that is not the catalogue's: %v", err)
		}
		if err == nil && cursor != "" && (at.after.ID == 0 || at.page < 2) {
			t.Fatalf("%q was taken as %+v", cursor, at)
		}
	})
}
