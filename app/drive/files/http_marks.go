package files

import (
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// mountMarks declares the calls of favorites and of recently used files.
func (s *Service) mountMarks(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/directory/{directory_id}/favorites", Gate: api.Client,
		Does: "Your favorites at or below a directory, newest first",
	}, s.handleListFavorites)
	api.Handle(r, api.Op{
		Call: "PUT /storage/space/{space_id}/set-favorites", Gate: api.Client,
		Does:  "Add directories and files to your favorites",
		Fails: []*fault.Fault{fault.SelectionTooLarge},
	}, s.handleSetFavorites)
	api.Handle(r, api.Op{
		Call: "PUT /storage/space/{space_id}/unset-favorites", Gate: api.Client,
		Does:  "Remove directories and files from your favorites",
		Fails: []*fault.Fault{fault.SelectionTooLarge},
	}, s.handleUnsetFavorites)
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/recent-used", Gate: api.Client,
		Does: "The files that you used, latest first",
	}, s.handleListRecent)
}

// FoundDirectory is a directory with the way to it.
type FoundDirectory struct {
	Directory
	Steps []PathStep `json:"steps"`
}

// FoundList is a page of directories and files that lie in many places.
type FoundList struct {
	Files       []FileDetails    `json:"files"`
	Directories []FoundDirectory `json:"directories"`
	PageInfo    api.PageInfo     `json:"page_info"`
}

// ToFileDetails writes a file with the way to it.
func (l *ItemView) ToFileDetails() FileDetails { return FileDetails{l.FileJSON(), l.ParentSteps()} }

type favoritesIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	Filter    string     `query:"filter" enum:"file,directory" doc:"both when absent"`
	Cursor    string     `query:"cursor" doc:"page_info.next of the page before"`
	Page      int        `query:"page" doc:"from 1; ignored with a cursor"`
	Limit     int        `query:"limit" doc:"100 by default, 1000 at most"`
}

// parseKind reads which kind of items is wanted; nil for both.
func parseKind(filter string) (*db.Kind, error) {
	kind := db.File
	switch filter {
	case "":
		return nil, nil
	case "file":
	case "directory":
		kind = db.Directory
	default:
		return nil, fault.Field("filter", fault.InvalidValue)
	}
	return &kind, nil
}

func (s *Service) handleListFavorites(c *api.Call, in *favoritesIn) (*FoundList, error) {
	kind, err := parseKind(in.Filter)
	if err != nil {
		return nil, err
	}
	f, err := s.ListFavorites(c, c.Who, in.Space, in.Directory, kind, Page{Sort: "", Cursor: in.Cursor, Number: in.Page, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	l := &FoundList{Files: []FileDetails{}, Directories: []FoundDirectory{}, PageInfo: f.Info}
	for _, it := range f.Items {
		if it.Kind == db.Directory {
			l.Directories = append(l.Directories, FoundDirectory{it.DirectoryJSON(), it.Steps()})
		} else {
			l.Files = append(l.Files, it.ToFileDetails())
		}
	}
	return l, nil
}

type favoriteIn struct {
	Space       db.SpaceID  `path:"space_id"`
	Files       []db.NodeID `json:"file_ids,omitempty"`
	Directories []db.NodeID `json:"directory_ids,omitempty"`
}

func (s *Service) handleSetFavorites(c *api.Call, in *favoriteIn) (api.None, error) {
	return api.None{}, s.SetFavorites(c, c.Who, in.Space, in.Files, in.Directories)
}

func (s *Service) handleUnsetFavorites(c *api.Call, in *favoriteIn) (api.None, error) {
	return api.None{}, s.UnsetFavorites(c, c.Who, in.Space, in.Files, in.Directories)
}

// UsedFile is a file with the way to it and when it was used last.
type UsedFile struct {
	FileDetails
	UsedAt api.Time `json:"used_at"`
}

// UsedList is a page of recently used files. It has no directories.
type UsedList struct {
	Files       []UsedFile       `json:"files"`
	Directories []FoundDirectory `json:"directories"`
	PageInfo    api.PageInfo     `json:"page_info"`
}

type recentlyUsedIn struct {
	Space  db.SpaceID `path:"space_id"`
	Cursor string     `query:"cursor" doc:"page_info.next of the page before"`
	Page   int        `query:"page" doc:"from 1; ignored with a cursor"`
	Limit  int        `query:"limit" doc:"100 by default, 1000 at most"`
}

func (s *Service) handleListRecent(c *api.Call, in *recentlyUsedIn) (*UsedList, error) {
	f, err := s.ListRecent(c, c.Who, in.Space, Page{Sort: "", Cursor: in.Cursor, Number: in.Page, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	l := &UsedList{Files: []UsedFile{}, Directories: []FoundDirectory{}, PageInfo: f.Info}
	for _, it := range f.Items {
		l.Files = append(l.Files, UsedFile{it.ToFileDetails(), api.Time(it.At)})
	}
	return l, nil
}
