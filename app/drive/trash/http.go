package trash

import (
	"net/http"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/files"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	denied := []*fault.Fault{fault.PermissionDenied}
	api.Handle(r, api.Op{
		Call: "GET /trash/{space_id}/directory/{directory_id}", Gate: api.Client,
		Does:  "List a trash, or a directory in it",
		Fails: denied,
	}, s.handleList)
	api.Handle(r, api.Op{
		Call: "POST /trash/batch-delete", Gate: api.Client,
		Does:   "Delete a selection from the trash forever" + files.BatchDocWithoutUndo,
		Status: http.StatusAccepted, Also: []int{http.StatusNoContent},
		Fails: append(denied, fault.TooManySelected),
	}, s.handlePurge)
	api.Handle(r, api.Op{
		Call: "POST /trash/empty", Gate: api.Client,
		Does:   "Delete everything in a trash forever; 202 with a task when that takes more than a second",
		Status: http.StatusAccepted, Also: []int{http.StatusNoContent},
		Fails: denied,
	}, s.handleEmptyAll)
}

type listIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	Sort      string     `query:"sort" doc:"trashed_at (of a trash itself), name, size, created_at, last_modified_at or type, with :1 or :-1"`
	Cursor    string     `query:"cursor" doc:"page_info.next of the page before"`
	Page      int        `query:"page" doc:"from 1; ignored with a cursor"`
	Limit     int        `query:"limit" doc:"100 by default, 1000 at most"`
}

func (s *Service) handleList(c *api.Call, in *listIn) (*TrashListing, error) {
	return s.List(c, c.Who, in.Space, in.Directory, files.Page{Sort: in.Sort, Cursor: in.Cursor, Number: in.Page, Limit: in.Limit})
}

func (s *Service) handlePurge(c *api.Call, in *files.Batch) (*files.Accepted, error) {
	sel, err := in.Selection()
	if err != nil {
		return nil, err
	}
	t, err := s.PurgeTask(c, c.Who, sel)
	if err != nil {
		return nil, err
	}
	return t.ToAccepted()
}

type emptyIn struct {
	Space     db.SpaceID `json:"space_id"`
	Directory db.NodeID  `json:"directory_id" doc:"the root of a trash"`
	Until     string     `json:"until,omitempty" doc:"what came into the trash later stays (RFC 3339); now when absent"`
}

func (s *Service) handleEmptyAll(c *api.Call, in *emptyIn) (*files.Accepted, error) {
	until := time.Now()
	if in.Until != "" {
		var err error
		if until, err = time.Parse(time.RFC3339, in.Until); err != nil {
			return nil, fault.Field("until", fault.InvalidValue)
		}
	}
	t, err := s.EmptyTask(c, c.Who, in.Space, in.Directory, until)
	if err != nil {
		return nil, err
	}
	return t.ToAccepted()
}
