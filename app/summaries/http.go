package summaries

import (
	"encoding/json"
	"errors"
	"fmt"

	"anbar/app/api"
	"anbar/app/decode/sentences"
	"anbar/app/fault"
	"anbar/db"
)

const filePath = "/summarizer/spaces/{space_id}/files/{file_id}"

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	fails := []*fault.Fault{fault.SummaryFileMissing, fault.SummaryVersion, fault.UpgradeRequired}
	api.Handle(r, api.Op{
		Call: "POST " + filePath, Gate: api.Client, Fails: fails,
		Does: "Begin to say what a document says, or return it when that is known",
	}, s.start)
	api.Handle(r, api.Op{
		Call: "GET " + filePath, Gate: api.Client, Does: "What a document says, as far as it is known", Fails: fails,
	}, s.follow)
}

// Said is what is said of a version of a file.
type Said struct {
	Task      db.SummaryID         `json:"task_id" nullable:"true" doc:"null before the first start"`
	State     db.SummaryState      `json:"status" enum:"generating,done,none,failed"`
	Version   db.VersionID         `json:"version_id"`
	Language  string               `json:"language" enum:",fa,en"`
	Form      sentences.Form       `json:"form" enum:"none,sentences,outline,tables"`
	Sentences []sentences.Sentence `json:"sentences" doc:"key sentences, in the order of the document"`
	Titles    []sentences.Sentence `json:"titles" doc:"of the slides of a presentation"`
	Sheets    []sentences.Sheet    `json:"sheets" doc:"of a workbook"`
	Paged     string               `json:"places" enum:"none,pages,slides" doc:"what the places of sentences count"`
}

// SchemaName implements api.Named.
func (Said) SchemaName() string { return "DocumentSummary" }

// said is a row in the form of the calls.
func (s *Service) said(d *document, row *db.Summary) (*Said, error) {
	r := &Said{
		Task: row.ID, State: row.State, Version: d.Version, Form: sentences.None, Sentences: []sentences.Sentence{},
		Titles: []sentences.Sentence{}, Sheets: []sentences.Sheet{}, Paged: d.places(),
	}
	if r.State == "" {
		r.State = db.SummaryNone
	}
	if row.State != db.SummaryDone {
		return r, nil
	}
	var c content
	if err := json.Unmarshal([]byte(row.Result), &c); err != nil || c.Result == nil {
		return nil, fmt.Errorf("read summary %s: %w", row.ID, errors.Join(err))
	}
	r.Language, r.Form, r.Sentences, r.Titles, r.Sheets = c.Language, c.Form, c.Sentences, c.Titles, c.Sheets
	return r, nil
}

type startIn struct {
	Space   db.SpaceID   `path:"space_id"`
	File    db.NodeID    `path:"file_id"`
	Version db.VersionID `json:"version_id,omitzero" doc:"the head version when absent"`
}

func (s *Service) start(c *api.Call, in *startIn) (*Said, error) {
	said, err := s.Start(c, c.Who, c.Owner(), Target{in.Space, in.File, in.Version})
	return said, api.Busy(err)
}

type followIn struct {
	Space   db.SpaceID   `path:"space_id"`
	File    db.NodeID    `path:"file_id"`
	Version db.VersionID `query:"version_id" doc:"the head version when absent"`
	Task    db.SummaryID `query:"task_id" doc:"the newest of the version when absent"`
}

func (s *Service) follow(c *api.Call, in *followIn) (*Said, error) {
	return s.Follow(c, c.Who, Target{in.Space, in.File, in.Version}, in.Task)
}
