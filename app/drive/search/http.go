package search

import (
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/directory/{directory_id}/search", Gate: api.Client,
		Does:  "Find files and directories by name, and files by their text",
		Fails: []*fault.Fault{fault.InvalidCursor, fault.UpgradeRequired},
	}, s.handleSearch)
}

type searchIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	Query     string     `query:"query" doc:"words that all have to occur, at most 200 characters"`
	Filters   string     `query:"filters" doc:"JSON: scope (here, all), types, owner_id, created_from, created_to, modified_from, modified_to, size_min, size_max, space_custom_field_id, field_value, favorite, in_trash, contents"`
	Sort      string     `query:"sort" doc:"relevance by default, or name, size, created_at, last_modified_at with :1 or :-1"`
	Cursor    string     `query:"cursor" doc:"page_info.next of the page before"`
	Page      int        `query:"page" doc:"from 1; ignored with a cursor"`
	Limit     int        `query:"limit" doc:"100 by default, 1000 at most"`
}

// MatchedFile is a file that was found.
type MatchedFile struct {
	files.File
	Path    []files.PathStep `json:"path"`
	Marks   []names.Range    `json:"highlight" doc:"UTF-16 offsets in the name: from, until before"`
	Snippet *Snippet         `json:"snippet" doc:"the match in the file's text; null when the name matched"`
}

// MatchedDirectory is a directory that was found.
type MatchedDirectory struct {
	files.Directory
	Steps []files.PathStep `json:"steps"`
	Marks []names.Range    `json:"highlight" doc:"UTF-16 offsets in the name: from, until before"`
}

// Results is one page of search results.
type Results struct {
	Files       []MatchedFile      `json:"files"`
	Directories []MatchedDirectory `json:"directories"`
	Order       []db.NodeID        `json:"order" doc:"all of them, the best first"`
	PageInfo    api.PageInfo       `json:"page_info"`
}

// SchemaName implements api.SchemaNamer.
func (Results) SchemaName() string { return "SearchResults" }

func (s *Service) handleSearch(c *api.Call, in *searchIn) (*Results, error) {
	p, err := s.Search(c, c.Who, in.Space, in.Directory, SearchRequest{Text: in.Query, Filters: in.Filters,
		Cursor: in.Cursor, Sort: in.Sort, Page: in.Page, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	r := &Results{Files: []MatchedFile{}, Directories: []MatchedDirectory{}, Order: []db.NodeID{}, PageInfo: p.Info}
	for _, f := range p.All {
		r.Order = append(r.Order, f.ID)
		if f.Kind == db.Directory {
			r.Directories = append(r.Directories, MatchedDirectory{Directory: f.DirectoryJSON(), Steps: f.Steps(), Marks: f.Marks})
		} else {
			r.Files = append(r.Files, MatchedFile{File: f.FileJSON(), Path: f.ParentSteps(), Marks: f.Marks, Snippet: f.Snippet})
		}
	}
	return r, nil
}
