package summaries

import (
	"encoding/json"
	"fmt"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
	"anbar/decode/sentences"
)

const (
	filePath  = "/summarizer/spaces/{space_id}/files/{file_id}"
	spacePath = "/summarizer/spaces/{space_id}"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	fails := []*fault.Fault{
		fault.SummaryFileMissing, fault.SummaryVersion, fault.UpgradeRequired, fault.SummariesOff, fault.SummariesForbidden,
	}
	api.Handle(r, api.Op{
		Call: "POST " + filePath, Gate: api.Client, Fails: fails,
		Does: "Begin to say what a document says, or return it when that is known",
	}, s.handleStart)
	api.Handle(r, api.Op{
		Call: "GET " + filePath, Gate: api.Client, Does: "What a document says, as far as it is known", Fails: fails,
	}, s.handleFollow)
	api.Handle(r, api.Op{
		Call: "DELETE " + filePath, Gate: api.Client, Does: "End a task of a model", Fails: fails[:3],
	}, s.handleCancel)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath, Gate: api.Client, Does: "Whether texts of files may be sent to the endpoint that writes summaries",
	}, s.handleGetSending)
	api.Handle(r, api.Op{
		Call: "PUT " + spacePath, Gate: api.Member, Does: "Let texts of files be sent to the endpoint, or no longer; only the owner may",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.SummariesOff, fault.ReauthenticationRequired},
	}, s.handleSetSending)
}

// DocumentSummary is what is said of a version of a file.
type DocumentSummary struct {
	Task      db.SummaryID         `json:"task_id" nullable:"true" doc:"null before the first start"`
	State     db.SummaryState      `json:"status" enum:"generating,done,none,failed"`
	Version   db.VersionID         `json:"version_id"`
	Language  string               `json:"language" enum:",fa,en"`
	Form      sentences.Form       `json:"form" enum:"none,sentences,outline,tables"`
	Sentences []sentences.Sentence `json:"sentences" doc:"key sentences, in the order of the document"`
	Titles    []sentences.Sentence `json:"titles" doc:"of the slides of a presentation"`
	Sheets    []sentences.Sheet    `json:"sheets" doc:"of a workbook"`
	Paged     string               `json:"places" enum:"none,pages,slides" doc:"what the places of sentences count"`
	Text      string               `json:"text" doc:"that a model wrote, so far while it is generating; plain text"`
	Queue     int                  `json:"queue_place" doc:"how many tasks are begun until this one is; 0 when it is not waiting"`
	Problem   string               `json:"problem" doc:"why it failed: interrupted, or an error_code"`
	Offer     Offer                `json:"written" doc:"whether a model may write about it"`
}

// SchemaName implements api.SchemaNamer.
func (DocumentSummary) SchemaName() string { return "DocumentSummary" }

// toDocumentSummary is a row in the form of the calls.
func (s *Service) toDocumentSummary(d *document, row *db.Summary, offer *Offer) (*DocumentSummary, error) {
	r := &DocumentSummary{
		Task: row.ID, State: row.State, Version: d.Version, Form: sentences.None, Sentences: []sentences.Sentence{},
		Titles: []sentences.Sentence{}, Sheets: []sentences.Sheet{}, Paged: d.placeUnit(), Problem: row.Problem, Offer: *offer,
	}
	switch r.State {
	case "":
		r.State = db.SummaryNone
	case db.SummaryGenerating:
		r.Text, r.Queue = s.partials.text(row.ID), s.modelQueue.position(row.ID)
	case db.SummaryDone:
		var c content
		if err := json.Unmarshal([]byte(row.Result), &c); err != nil {
			return nil, fmt.Errorf("read summary %s: %w", row.ID, err)
		}
		r.Text = c.Text
		if c.Result != nil {
			r.Language, r.Form, r.Sentences, r.Titles, r.Sheets = c.Language, c.Form, c.Sentences, c.Titles, c.Sheets
		}
	}
	return r, nil
}

type startIn struct {
	Space    db.SpaceID   `path:"space_id"`
	File     db.NodeID    `path:"file_id"`
	Version  db.VersionID `json:"version_id,omitzero" doc:"the head version when absent"`
	Engine   Engine       `json:"engine,omitempty" enum:"sentences,endpoint" doc:"sentences when absent"`
	Language string       `json:"language,omitempty" enum:"fa,en" doc:"of what a model writes; fa when absent"`
}

func (s *Service) handleStart(c *api.Call, in *startIn) (*DocumentSummary, error) {
	a := &Request{Target: Target{Space: in.Space, File: in.File, Version: in.Version}, Engine: in.Engine, Language: in.Language}
	if a.Language == "" {
		a.Language = "fa"
	}
	said, err := s.StartSummary(c, c.Who, c.Owner(), a)
	return said, api.ToBusyFault(err)
}

type followIn struct {
	Space   db.SpaceID   `path:"space_id"`
	File    db.NodeID    `path:"file_id"`
	Version db.VersionID `query:"version_id" doc:"the head version when absent"`
	Task    db.SummaryID `query:"task_id" doc:"the newest of the version and engine when absent"`

	Engine   Engine `query:"engine" doc:"sentences or endpoint; sentences when absent"`
	Language string `query:"language" doc:"of what a model writes: fa or en; fa when absent"`
}

func (s *Service) handleFollow(c *api.Call, in *followIn) (*DocumentSummary, error) {
	a := &Request{Target: Target{Space: in.Space, File: in.File, Version: in.Version}, Engine: in.Engine, Language: in.Language}
	if a.Language != "en" {
		a.Language = "fa"
	}
	return s.LoadSummary(c, c.Who, a, in.Task)
}

type cancelIn struct {
	Space db.SpaceID   `path:"space_id"`
	File  db.NodeID    `path:"file_id"`
	Task  db.SummaryID `query:"task_id"`
}

func (s *Service) handleCancel(c *api.Call, in *cancelIn) (api.None, error) {
	return api.None{}, s.CancelTask(c, c.Who, Target{Space: in.Space, File: in.File}, in.Task)
}

type spaceIn struct {
	Space db.SpaceID `path:"space_id"`
}

func (s *Service) handleGetSending(c *api.Call, in *spaceIn) (*SendPolicy, error) {
	return s.LoadSendPolicy(c, c.Who, in.Space)
}

type sendPolicyIn struct {
	Space db.SpaceID `path:"space_id"`
	Host  string     `json:"host" doc:"to which texts may be sent, as the endpoint has it now; empty for none"`
}

func (s *Service) handleSetSending(c *api.Call, in *sendPolicyIn) (*SendPolicy, error) {
	return s.AllowSending(c, c.Who, api.OriginOf(c.R), in.Space, in.Host)
}
