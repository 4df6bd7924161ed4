package links

import (
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/sharing/gate"
	"anbar/db"
)

const (
	spacePath     = "/download/space/{space_id}"
	directoryPath = spacePath + "/directory/{directory_id}"
	filePath      = directoryPath + "/file/{file_id}"
	sharedPath    = "/download/share-link/{download_id}"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	s.mountStaff(r)
	createFaults := []*fault.Fault{
		fault.PermissionDenied, fault.NonMembersForbidden, fault.LinkVersionMissing, fault.TargetNotFound, fault.EmailNotVerified,
		fault.TooManyRequests,
	}
	updateFaults := []*fault.Fault{
		fault.PermissionDenied, fault.NonMembersForbidden, fault.LinkVersionMissing, fault.EmailNotVerified, fault.TooManyRequests,
	}
	denied := []*fault.Fault{fault.PermissionDenied}
	openFaults := []*fault.Fault{
		fault.InvalidID, fault.LinkExpired, fault.LinkLimitReached, fault.LinkDeleted, fault.LinkDead, fault.LinkVersionMissing,
		fault.TooManyRequests,
	}
	credentialFaults := []*fault.Fault{
		fault.LinkPasswordEmpty, fault.LinkPasswordWrong, fault.LinkEmailEmpty, fault.InvalidEmail, fault.CodeSent, fault.CodeWrong,
	}
	api.Handle(r, api.Op{
		Call: "POST " + filePath + "/temporary-link", Gate: api.Client,
		Does: "Make a link to a file", Status: 201,
		Fails: createFaults,
	}, s.handleCreateOne)
	api.Handle(r, api.Op{
		Call: "GET " + filePath + "/temporary-link", Gate: api.Client,
		Does: "The links to a file, newest first",
	}, s.handleListOne)
	api.Handle(r, api.Op{
		Call: "PUT " + filePath + "/temporary-link", Gate: api.Client,
		Does:  "Change a link; null removes a setting",
		Fails: updateFaults,
	}, s.handleUpdateOne)
	api.Handle(r, api.Op{
		Call: "DELETE " + filePath + "/temporary-link", Gate: api.Client,
		Does:  "Delete a link",
		Fails: denied,
	}, s.handleRemoveOne)
	api.Handle(r, api.Op{
		Call: "GET " + filePath + "/links", Gate: api.Client,
		Does: "The links to a file, or to one of its versions, newest first",
	}, s.handleListOne)
	api.Handle(r, api.Op{
		Call: "POST " + directoryPath + "/links", Gate: api.Client,
		Does: "Make a link to a selection of files and directories", Status: 201,
		Fails: append(createFaults, fault.SelectionEmpty, fault.SelectionTooLarge),
	}, s.handleCreateMany)
	api.Handle(r, api.Op{
		Call: "GET " + directoryPath + "/links", Gate: api.Client,
		Does: "The links to the items of a directory, newest first",
	}, s.handleListDirectory)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/links", Gate: api.Client,
		Does: "The links of a workspace that you may manage, newest first",
	}, s.handleList)
	api.Handle(r, api.Op{
		Call: "PUT " + spacePath + "/links", Gate: api.Client,
		Does:  "Change a link; null removes a setting",
		Fails: updateFaults,
	}, s.handleUpdate)
	api.Handle(r, api.Op{Call: "DELETE " + spacePath + "/links", Gate: api.Client, Does: "Delete a link", Fails: denied}, s.handleRemove)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/links/{download_id}/openings", Gate: api.Client,
		Does:  "The openings of a link, newest first",
		Fails: denied,
	}, s.handleListOpenings)
	api.Handle(r, api.Op{
		Call:  "GET " + sharedPath,
		Does:  "The public page of a link: its title, workspace and required credentials",
		Fails: openFaults,
	}, s.handleGetPublic)
	api.Handle(r, api.Op{
		Call:  "POST " + sharedPath,
		Does:  "Open a link: returns a token to download its items",
		Fails: append(openFaults, credentialFaults...),
	}, s.handleOpen)
	api.Stream(r, api.Op{
		Call: "GET " + sharedPath + "/content/{name}",
		Does: "The file of a token; ranges work. Several files come as one archive", Gives: "*/*", Ranges: true,
		Fails: append(openFaults, fault.ViewOnly),
	}, s.handleGetContent)
	walkFaults := append(openFaults, fault.InvalidID, fault.NotADirectory)
	api.Handle(r, api.Op{
		Call:  "GET " + sharedPath + "/items",
		Does:  "The items of a link, or the entries of a directory below them, directories first; the token is sent in X-Download-Token",
		Fails: append(walkFaults, fault.InvalidCursor),
	}, s.handleListPublicDirectory)
	api.Handle(r, api.Op{
		Call:  "GET " + sharedPath + "/search",
		Does:  "Search the names of the files and directories of a link; the token is sent in X-Download-Token",
		Fails: walkFaults,
	}, s.handleFindNames)
	api.Detail[api.WorkspaceSummary](r, "workspace",
		"with `link_expired`, `link_limit_reached`, `link_deleted` and `link_dead`: the workspace of the link or box")
	api.Detail[string](r, "shared_by", "with `link_expired` and `link_limit_reached`: name of the creator")
	api.Detail[api.Time](r, "expired_at", "with `link_expired`: when the link or box expired")
}

type draftIn struct {
	Title         api.Optional[string]       `json:"title,omitempty"`
	ExpireAt      api.Optional[time.Time]    `json:"expire_at,omitempty" doc:"null for a permanent link, which is the default when a link is made"`
	Duration      api.Optional[api.Duration] `json:"duration,omitempty" doc:"from now on, in place of expire_at"`
	Password      api.Optional[string]       `json:"password,omitempty"`
	Emails        api.Optional[[]string]     `json:"emails,omitempty" doc:"only visitors who enter a code sent to one of these addresses may open it"`
	Version       api.Optional[db.VersionID] `json:"version_id,omitempty" doc:"always this one, instead of the newest"`
	CountLimit    api.Optional[int]          `json:"count_limit,omitempty" doc:"how often it may be opened"`
	Description   api.Optional[string]       `json:"email_description,omitempty" doc:"to the recipients"`
	ViewOnly      api.Optional[bool]         `json:"view_only,omitempty" doc:"shown in the browser only, without a download"`
	NotifyOpening api.Optional[bool]         `json:"notify_opening,omitempty" doc:"a mail at the first opening"`
}

func (in *draftIn) toInput() LinkInput {
	return LinkInput{
		TermsInput: gate.TermsInput{
			Title: in.Title, Description: in.Description, ExpireAt: in.ExpireAt, Duration: in.Duration, Password: in.Password,
			Emails: in.Emails,
		},
		Version: in.Version, CountLimit: in.CountLimit, ViewOnly: in.ViewOnly, NotifyOpening: in.NotifyOpening,
	}
}

type createOneIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	File      db.NodeID  `path:"file_id"`
	draftIn
}

func (s *Service) toResponse(l *Link, err error) (*LinkView, error) {
	if err != nil {
		return nil, err
	}
	return s.toView(l), nil
}

func (s *Service) handleCreateOne(c *api.Call, in *createOneIn) (*LinkView, error) {
	return s.toResponse(s.Create(c, c.Who, Selection{Space: in.Space, Directory: in.Directory, Files: []db.NodeID{in.File},
		Directories: nil}, in.toInput()))
}

type createManyIn struct {
	Space       db.SpaceID  `path:"space_id"`
	Directory   db.NodeID   `path:"directory_id"`
	Files       []db.NodeID `json:"file_ids,omitempty"`
	Directories []db.NodeID `json:"directory_ids,omitempty"`
	draftIn
}

func (s *Service) handleCreateMany(c *api.Call, in *createManyIn) (*LinkView, error) {
	return s.toResponse(s.Create(c, c.Who, Selection{Space: in.Space, Directory: in.Directory, Files: in.Files,
		Directories: in.Directories}, in.toInput()))
}

type listOneIn struct {
	Space     db.SpaceID   `path:"space_id"`
	Directory db.NodeID    `path:"directory_id"`
	File      db.NodeID    `path:"file_id"`
	Version   db.VersionID `query:"version_id"`
	api.PageQuery
}

func (s *Service) listPage(c *api.Call, a Query) (*LinkList, error) {
	all, info, err := s.List(c, c.Who, a)
	l := &LinkList{Links: []LinkView{}, PageInfo: info}
	for i := range all {
		l.Links = append(l.Links, *s.toView(&all[i]))
	}
	return l, err
}

func (s *Service) handleListOne(c *api.Call, in *listOneIn) (*LinkList, error) {
	if in.Directory == 0 || in.File == 0 {
		return nil, fault.InvalidID
	}
	return s.listPage(c, Query{Space: in.Space, Directory: in.Directory, File: in.File, Version: in.Version, PageQuery: in.PageQuery})
}

type listDirectoryIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	Status    string     `query:"status" doc:"active, expired, spent or dead"`
	api.PageQuery
}

func (s *Service) handleListDirectory(c *api.Call, in *listDirectoryIn) (*LinkList, error) {
	if in.Directory == 0 {
		return nil, fault.InvalidID
	}
	return s.listPage(c, Query{Space: in.Space, Directory: in.Directory, Status: in.Status, PageQuery: in.PageQuery})
}

type listIn struct {
	Space  db.SpaceID `path:"space_id"`
	Status string     `query:"status" doc:"active, expired, spent or dead"`
	api.PageQuery
}

func (s *Service) handleList(c *api.Call, in *listIn) (*LinkList, error) {
	return s.listPage(c, Query{Space: in.Space, Status: in.Status, PageQuery: in.PageQuery})
}

type updateIn struct {
	Space db.SpaceID `path:"space_id"`
	ID    string     `json:"download_id"`
	draftIn
}

func (s *Service) handleUpdate(c *api.Call, in *updateIn) (*LinkView, error) {
	return s.toResponse(s.Update(c, c.Who, in.Space, in.ID, in.toInput()))
}

type updateOneIn struct {
	Directory db.NodeID `path:"directory_id"`
	File      db.NodeID `path:"file_id"`
	updateIn
}

func (s *Service) handleUpdateOne(c *api.Call, in *updateOneIn) (*LinkView, error) {
	return s.toResponse(s.Update(c, c.Who, in.Space, in.ID, in.toInput()))
}

type removeIn struct {
	Space db.SpaceID `path:"space_id"`
	ID    string     `json:"download_id"`
}

func (s *Service) handleRemove(c *api.Call, in *removeIn) (api.None, error) {
	return api.None{}, s.Delete(c, c.Who, in.Space, in.ID)
}

type removeOneIn struct {
	Directory db.NodeID `path:"directory_id"`
	File      db.NodeID `path:"file_id"`
	removeIn
}

func (s *Service) handleRemoveOne(c *api.Call, in *removeOneIn) (api.None, error) {
	return api.None{}, s.Delete(c, c.Who, in.Space, in.ID)
}

type openingsIn struct {
	Space db.SpaceID `path:"space_id"`
	ID    string     `path:"download_id"`
	api.PageQuery
}

func (s *Service) handleListOpenings(c *api.Call, in *openingsIn) (*LinkOpeningList, error) {
	all, info, err := s.ListOpenings(c, c.Who, in.Space, in.ID, in.PageQuery)
	l := &LinkOpeningList{Openings: []LinkOpening{}, PageInfo: info}
	for _, o := range all {
		l.Openings = append(l.Openings, LinkOpening{At: api.Time(o.OpenedAt), Email: o.Email, Address: o.Address,
			FinishedAt: optionalTime(o.FinishedAt)})
	}
	return l, err
}
