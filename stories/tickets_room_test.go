package stories

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"anbar/app/identity/accounts"
)

// TestAttachmentsTakeNoMoreThanTheirSum sends attachments as a member who has sent almost all that one
// may send in 30 days, gives one up and sends another one.
func TestAttachmentsTakeNoMoreThanTheirSum(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	a := newApplianceUnclosed(t, dir)
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	sara := signedIn(t, a, accounts.Person{FirstName: "Sara", LastName: "Tester", Email: "sara@example.org", Password: password})
	omid := signedIn(t, a, accounts.Person{FirstName: "Omid", LastName: "Tester", Email: "omid@example.org", Password: password})
	picture := append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 1<<20)...)
	attach := func(c client, want int) string {
		t.Helper()
		made := c.do("POST", "/support/attachments?name=a.png", picture).must(t, want)
		if want != 201 {
			return ""
		}
		return made.get(t, "attachment_id").(string)
	}
	change := func(query string) {
		t.Helper()
		d, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.Exec(query)
		if err := errors.Join(err, d.Close()); err != nil {
			t.Fatal(err)
		}
	}
	attach(sara, 201)
	change("UPDATE ticket_files SET size = 248 << 20")
	last := attach(sara, 201)
	attach(sara, 422)
	sara.do("DELETE", "/support/attachments/"+last, nil).must(t, 204)
	sara.do("GET", "/support/attachments/"+last, nil).must(t, 404)
	attach(sara, 422) // what was given up is still on the disk
	attach(omid, 201)
	change("UPDATE ticket_files SET created_at = created_at - 31 * 86400000")
	attach(sara, 201)
	change("UPDATE ticket_files SET size = 1 << 50, created_at = 1")
	attach(omid, 422) // all together have more than a tenth of the disk
}
