package nextcloud

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/sync/webdav"
	"anbar/db"
	"anbar/db/dbtest"
)

// TestACompletedUploadIsNotCompletedAgain has a request look up its upload, and come to complete it only after another one did.
func TestACompletedUploadIsNotCompletedAgain(t *testing.T) {
	s := &Service{Options: Options{DB: dbtest.New(t)}, completions: newCompletions()}
	gone := &db.ChunkUpload{ID: db.ChunkUploadID(db.NewID()), User: db.UserID(db.NewID()), Name: "upload", Size: -1}
	move := func(to string) (int, error) {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), "MOVE", "/uploads/upload/.file", nil)
		r.Header.Set("Destination", to)
		c := &api.Call{Context: t.Context(), Who: access.Actor{User: gone.User}, W: w, R: r}
		err := s.completions.runOnce(c, gone, func(c *api.Call) (*webdav.StoreResult, error) { return s.completeIfPresent(c, gone, "") })
		return w.Code, err
	}
	if _, err := move("/a"); !errors.Is(err, fault.InvalidID) {
		t.Errorf("an upload that nobody completed: %v, want %v", err, fault.InvalidID)
	}
	first := completionKey{user: gone.User, name: gone.Name, destination: "/a"}
	it, _ := s.completions.start(gone.ID, first)
	it.result = &webdav.StoreResult{Created: true}
	s.completions.finish(gone.ID, it)
	if status, err := move("/a"); err != nil || status != http.StatusCreated {
		t.Errorf("the same request: %d %v, want the answer of the first", status, err)
	}
	if _, err := move("/b"); !errors.Is(err, fault.InvalidID) {
		t.Errorf("another request: %v, want %v", err, fault.InvalidID)
	}
}
