package files

import (
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	s.mountChanges(r)
	s.mountRewind(r)
	s.mountNumbers(r)
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/directory/{directory_id}", Gate: api.Client,
		Does: "List a directory: directories first, then files",
	}, s.handleList)
	api.Handle(r, api.Op{
		Call: "POST /storage/space/{space_id}/directory", Gate: api.Client,
		Does: "Make a directory", Status: 201,
		Fails: []*fault.Fault{fault.DuplicateField, fault.PermissionDenied, fault.DirectoryInvalid, fault.NameTooLong, fault.TooDeep},
	}, s.handleCreateDirectory)
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/directory/{directory_id}/properties", Gate: api.Client,
		Does: "A directory with the size and the counts of everything below it",
	}, s.handleGetDirectoryProperties)
	api.Handle(r, api.Op{
		Call: "POST /storage/directory-by-path", Gate: api.Client,
		Does: "List the directory that a path of names leads to",
	}, s.handleListByPath)
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/directory/{directory_id}/file/{file_id}", Gate: api.Client,
		Does: "A file",
	}, s.handleGetFile)
	s.mountMarks(r)
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/directory/{directory_id}/file/{file_id}/properties", Gate: api.Client,
		Does: "A file with all its versions",
	}, s.handleGetFileProperties)
}

type listIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	Sort      string     `query:"sort" doc:"name, size, created_at, last_modified_at or type, with :1 or :-1; created_at:-1 by default"`
	Cursor    string     `query:"cursor" doc:"page_info.next of the page before"`
	Page      int        `query:"page" doc:"from 1; ignored with a cursor"`
	Limit     int        `query:"limit" doc:"100 by default, 1000 at most"`
	ViewAs    db.UserID  `query:"view_as" doc:"the directory as this user sees it; needs the right to change roles"`
}

func (s *Service) handleList(c *api.Call, in *listIn) (*DirectoryListing, error) {
	if in.ViewAs != 0 {
		return s.ListAs(c, c.Who, in.ViewAs, in.Space, in.Directory, Page{Sort: in.Sort, Cursor: in.Cursor, Number: in.Page,
			Limit: in.Limit})
	}
	return s.List(c, c.Who, in.Space, in.Directory, Page{Sort: in.Sort, Cursor: in.Cursor, Number: in.Page, Limit: in.Limit})
}

type createIn struct {
	Space  db.SpaceID `path:"space_id"`
	Parent db.NodeID  `json:"parent_id"`
	Name   string     `json:"directory_name"`
}

func (s *Service) handleCreateDirectory(c *api.Call, in *createIn) (*Directory, error) {
	l, err := s.CreateDirectory(c, c.Who, in.Space, in.Parent, in.Name)
	if err != nil {
		return nil, err
	}
	d := l.DirectoryJSON()
	return &d, nil
}

type directoryIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
}

func (s *Service) handleGetDirectoryProperties(c *api.Call, in *directoryIn) (*DirectoryProperties, error) {
	l, err := s.LoadDirectory(c, c.Who, in.Space, in.Directory)
	if err != nil {
		return nil, err
	}
	return &DirectoryProperties{Directory: l.standaloneDirectory(), FullPath: l.path(), Steps: l.Steps()}, nil
}

type byPathIn struct {
	Space  db.SpaceID `json:"space_id"`
	Path   string     `json:"path"`
	Sort   string     `json:"sort,omitempty"`
	Cursor string     `json:"cursor,omitempty"`
	Page   int        `json:"page,omitempty"`
	Limit  int        `json:"limit,omitempty"`
}

func (s *Service) handleListByPath(c *api.Call, in *byPathIn) (*DirectoryListing, error) {
	return s.ListByPath(c, c.Who, in.Space, in.Path, Page{Sort: in.Sort, Cursor: in.Cursor, Number: in.Page, Limit: in.Limit})
}

type fileIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	File      db.NodeID  `path:"file_id"`
}

func (s *Service) handleGetFile(c *api.Call, in *fileIn) (*FileDetails, error) {
	l, err := s.LoadFile(c, c.Who, in.Space, in.Directory, in.File)
	if err != nil {
		return nil, err
	}
	f := l.standaloneFile()
	return &f, nil
}

func (s *Service) handleGetFileProperties(c *api.Call, in *fileIn) (*FileProperties, error) {
	l, versions, err := s.LoadVersions(c, c.Who, in.Space, in.Directory, in.File)
	if err != nil {
		return nil, err
	}
	p := &FileProperties{FileDetails: l.standaloneFile()}
	for _, v := range versions {
		p.Versions = append(p.Versions, FileVersion{
			ID: v.ID, Number: v.Number, Size: v.Size, Hash: v.Hash, ContentType: v.ContentType, CreatedAt: api.Time(v.CreatedAt),
			CreatedBy: toPerson(l.People, v.CreatedBy), Head: v.ID == l.Version,
		})
	}
	return p, nil
}
