package boxes

import (
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/uploads"
	"anbar/app/sharing/gate"
	"anbar/db"
)

const (
	spacePath     = "/upload/space/{space_id}"
	directoryPath = spacePath + "/directory/{directory_id}"
	publicPath    = "/upload/box/{upload_id}"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	s.mountStaff(r)
	refused := []*fault.Fault{fault.PermissionDenied, fault.NonMembersForbidden, fault.BoxDuration}
	closed := []*fault.Fault{fault.InvalidUploadCode, fault.LinkExpired, fault.LinkDeleted, fault.LinkDead, fault.TooManyRequests}
	asked := []*fault.Fault{
		fault.LinkPasswordEmpty, fault.LinkPasswordWrong, fault.LinkEmailEmpty, fault.InvalidEmail, fault.CodeSent, fault.CodeWrong,
	}
	api.Handle(r, api.Op{
		Call: "POST " + directoryPath + "/box-link", Gate: api.Client,
		Does: "Make an upload box for a directory", Status: 201,
		Fails: refused,
	}, s.handleCreate)
	for _, list := range []string{"/box-link", "/box-links"} {
		api.Handle(r, api.Op{
			Call: "GET " + directoryPath + list, Gate: api.Client,
			Does: "The upload boxes of a directory that you may manage, newest first",
		}, s.handleListDirectory)
	}
	api.Handle(r, api.Op{
		Call: "PUT " + directoryPath + "/box-link", Gate: api.Client,
		Does:  "Change an upload box; null removes a setting",
		Fails: refused,
	}, s.handleUpdate)
	api.Handle(r, api.Op{
		Call: "DELETE " + directoryPath + "/box-link", Gate: api.Client,
		Does:  "Delete an upload box",
		Fails: refused[:1],
	}, s.handleRemove)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/box-links", Gate: api.Client,
		Does: "The upload boxes of a workspace that you may manage, newest first",
	}, s.handleList)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/box-links/{upload_id}/files", Gate: api.Client,
		Does:  "The files received by an upload box, newest first",
		Fails: refused[:1],
	}, s.handleListFiles)
	api.Handle(r, api.Op{
		Call:  "GET " + publicPath,
		Does:  "The public page of an upload box: its title, limits and required credentials",
		Fails: closed,
	}, s.handleGetPublic)
	api.Handle(r, api.Op{
		Call:  "POST " + publicPath,
		Does:  "Enter an upload box: returns a token for the upload calls",
		Fails: append(closed, asked...),
	}, s.handleEnter)
	api.Handle(r, api.Op{
		Call: "GET " + publicPath + "/receipts", Gate: api.BoxVisitor,
		Does:  "The files uploaded in this visit",
		Fails: closed,
	}, s.handleListReceipts)
}

type draftIn struct {
	Title       api.Optional[string]       `json:"title,omitempty" doc:"required for a new box"`
	Description api.Optional[string]       `json:"description,omitempty" doc:"for the visitors"`
	ExpireAt    api.Optional[time.Time]    `json:"expire_at,omitempty" doc:"30 minutes to 6 months ahead; a new box needs this or duration"`
	Duration    api.Optional[api.Duration] `json:"duration,omitempty" doc:"from now on, in place of expire_at"`
	Retention   api.Optional[api.Duration] `json:"retention,omitempty" doc:"after this time received files move to the trash, unless they were changed"`
	MaxFileSize api.Optional[int64]        `json:"max_file_size,omitempty" doc:"bytes"`
	Types       api.Optional[[]string]     `json:"allowed_file_types,omitempty" doc:"endings, or the groups image, video, audio, document and archive; anything when there is none"`
	Password    api.Optional[string]       `json:"password,omitempty"`
	Emails      api.Optional[[]string]     `json:"emails,omitempty" doc:"only visitors who enter a code sent to one of these addresses may upload"`
	PerVisitor  api.Optional[bool]         `json:"per_visitor,omitempty" doc:"a directory for each visitor"`
}

func (in *draftIn) toInput() BoxInput {
	return BoxInput{
		TermsInput: gate.TermsInput{
			Title: in.Title, Description: in.Description, ExpireAt: in.ExpireAt, Duration: in.Duration, Password: in.Password,
			Emails: in.Emails,
		},
		Retention: in.Retention, MaxFileSize: in.MaxFileSize, Types: in.Types, PerVisitor: in.PerVisitor,
	}
}

// BoxView is an upload box as its managers see it.
type BoxView struct {
	ID          string         `json:"upload_id"`
	URL         string         `json:"url"`
	Title       string         `json:"title"`
	Description string         `json:"description"`
	Target      api.TargetView `json:"target" doc:"without name and path when the caller may not read it"`
	Space       db.SpaceID     `json:"space_id"`
	Directory   db.NodeID      `json:"directory_id"`
	ExpireAt    api.Time       `json:"expire_at"`
	Retention   *api.Duration  `json:"retention"`
	MaxFileSize *int64         `json:"max_file_size"`
	Types       []string       `json:"allowed_file_types"`
	HasPassword bool           `json:"has_password"`
	Emails      []string       `json:"emails"`
	PerVisitor  bool           `json:"per_visitor"`
	Status      string         `json:"status" enum:"active,expired,dead"`
	FilesCount  int64          `json:"files_count"`
	FilesSize   int64          `json:"files_size"`
	LastFileAt  *api.Time      `json:"last_file_at"`
	CreatedBy   api.Person     `json:"created_by"`
	CreatedAt   api.Time       `json:"created_at"`
	ModifiedAt  api.Time       `json:"last_modified_at"`
}

func (s *Service) toView(b *Box) *BoxView {
	o := &BoxView{
		ID: b.ID, URL: s.URL(b.ID), Title: b.Title, Description: b.Description,
		Target: api.TargetView{ID: b.Node, Type: access.FolderTarget}, Space: b.Space, Directory: b.Node, ExpireAt: api.Time(b.ExpiresAt),
		Retention: optionalRetention(b.Box), MaxFileSize: optionalInt(b.MaxFileSize), Types: append([]string{}, b.AllowedTypes...),
		HasPassword: b.Password != "", Emails: append([]string{}, b.Emails...), PerVisitor: b.PerVisitor, Status: b.Status,
		FilesCount: b.Totals.Files, FilesSize: b.Totals.Size, LastFileAt: optionalTime(b.Totals.LastAt), CreatedBy: api.PersonOf(b.Creator),
		CreatedAt: api.Time(b.CreatedAt), ModifiedAt: api.Time(b.ModifiedAt),
	}
	if b.Item != nil {
		o.Target = *api.TargetOf(b.Item)
	}
	return o
}

// optionalInt is null for zero.
func optionalInt(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}

func optionalRetention(b *db.Box) *api.Duration {
	if b.RetentionValue == 0 {
		return nil
	}
	s := retention(b)
	return &s
}

func optionalTime(t time.Time) *api.Time {
	if t.IsZero() {
		return nil
	}
	o := api.Time(t)
	return &o
}

func (s *Service) toResponse(b *Box, err error) (*BoxView, error) {
	if err != nil {
		return nil, err
	}
	return s.toView(b), nil
}

type createIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	draftIn
}

func (s *Service) handleCreate(c *api.Call, in *createIn) (*BoxView, error) {
	return s.toResponse(s.Create(c, c.Who, in.Space, in.Directory, in.toInput()))
}

type updateIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	ID        string     `json:"upload_id"`
	draftIn
}

func (s *Service) handleUpdate(c *api.Call, in *updateIn) (*BoxView, error) {
	return s.toResponse(s.Update(c, c.Who, in.Space, in.Directory, in.ID, in.toInput()))
}

type removeIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	ID        string     `json:"upload_id"`
}

func (s *Service) handleRemove(c *api.Call, in *removeIn) (api.None, error) {
	return api.None{}, s.Delete(c, c.Who, in.Space, in.Directory, in.ID)
}

// BoxList is a page of upload boxes.
type BoxList struct {
	Boxes    []BoxView    `json:"boxes"`
	PageInfo api.PageInfo `json:"page_info"`
}

type listIn struct {
	Space  db.SpaceID `path:"space_id"`
	Status string     `query:"status" doc:"active, expired or dead"`
	api.PageQuery
}

type listDirectoryIn struct {
	Directory db.NodeID `path:"directory_id"`
	listIn
}

func (s *Service) listPage(c *api.Call, dir db.NodeID, in *listIn) (*BoxList, error) {
	all, info, err := s.List(c, c.Who, Query{Space: in.Space, Directory: dir, Status: in.Status, PageQuery: in.PageQuery})
	l := &BoxList{Boxes: []BoxView{}, PageInfo: info}
	for i := range all {
		l.Boxes = append(l.Boxes, *s.toView(&all[i]))
	}
	return l, err
}

func (s *Service) handleList(c *api.Call, in *listIn) (*BoxList, error) { return s.listPage(c, 0, in) }

func (s *Service) handleListDirectory(c *api.Call, in *listDirectoryIn) (*BoxList, error) {
	if in.Directory == 0 {
		return nil, fault.InvalidID
	}
	return s.listPage(c, in.Directory, &in.listIn)
}

// BoxVisitorView is the visitor who uploaded a file. Fields that the visitor left out are
// empty.
type BoxVisitorView struct {
	Name    string `json:"name"`
	Email   string `json:"email" doc:"confirmed by a code; empty when none was asked for"`
	Address string `json:"address"`
}

// BoxFileView is a file that came through an upload box.
type BoxFileView struct {
	Target   *api.TargetView `json:"target" doc:"null when it is deleted, or the caller may not read it"`
	Name     string          `json:"name" doc:"the file name as the visitor sent it"`
	Size     int64           `json:"size"`
	Hash     string          `json:"hash"`
	Visitor  BoxVisitorView  `json:"visitor"`
	At       api.Time        `json:"at"`
	RemoveAt *api.Time       `json:"remove_at" doc:"the time when it moves to the trash"`
}

// BoxFileList is a page of the files received by an upload box.
type BoxFileList struct {
	Files    []BoxFileView `json:"files"`
	PageInfo api.PageInfo  `json:"page_info"`
}

type filesIn struct {
	ID string `path:"upload_id"`
	listIn
}

func (s *Service) handleListFiles(c *api.Call, in *filesIn) (*BoxFileList, error) {
	all, info, err := s.ListFiles(c, c.Who, in.Space, in.ID, in.PageQuery)
	l := &BoxFileList{Files: []BoxFileView{}, PageInfo: info}
	for _, r := range all {
		l.Files = append(l.Files, BoxFileView{
			Target: api.TargetOf(r.Item), Name: r.Name, Size: r.Size, Hash: r.Hash, Visitor: BoxVisitorView{Name: r.VisitorName,
				Email: r.Email, Address: r.Address}, At: api.Time(r.CameAt),
			RemoveAt: optionalTime(r.RemoveAt),
		})
	}
	return l, err
}

// setPrivateHeaders keeps the code in the address from other sites and from search engines.
func setPrivateHeaders(c *api.Call) {
	c.W.Header().Set("Referrer-Policy", "no-referrer")
	c.W.Header().Set("X-Robots-Tag", "noindex, nofollow")
}

// OpenBox is an upload box as visitors see it.
type OpenBox struct {
	Title       string               `json:"title"`
	Description string               `json:"description"`
	Needs       []string             `json:"needs" enum:"password,email"`
	MaxFileSize *int64               `json:"max_file_size"`
	Types       []string             `json:"allowed_file_types"`
	ExpireAt    api.Time             `json:"expire_at"`
	Retention   *api.Duration        `json:"retention"`
	PerVisitor  bool                 `json:"per_visitor"`
	Workspace   api.WorkspaceSummary `json:"workspace"`
}

type lookIn struct {
	ID string `path:"upload_id"`
}

func (s *Service) handleGetPublic(c *api.Call, in *lookIn) (*OpenBox, error) {
	setPrivateHeaders(c)
	f, err := s.LoadPublicBox(c, in.ID, api.ClientAddress(c.R))
	if err != nil {
		return nil, err
	}
	return &OpenBox{
		Title: f.Title, Description: f.Description, Needs: f.Needs.Names(), MaxFileSize: optionalInt(f.MaxFileSize),
		Types: append([]string{}, f.AllowedTypes...), ExpireAt: api.Time(f.ExpiresAt),
		Retention: optionalRetention(f.Box), PerVisitor: f.PerVisitor, Workspace: api.SummaryOf(f.Space),
	}, nil
}

type enterIn struct {
	ID       string `path:"upload_id"`
	Password string `json:"password,omitempty"`
	Email    string `json:"email,omitempty"`
	Code     string `json:"code,omitempty"`
	Name     string `json:"name,omitempty" doc:"shown to the members of the workspace"`
}

// BoxVisit lets its holder upload into a box until it expires.
type BoxVisit struct {
	Token     string     `json:"token" doc:"the bearer token of the upload calls"`
	Space     db.SpaceID `json:"space_id"`
	Directory db.NodeID  `json:"directory_id"`
	ExpiresAt api.Time   `json:"expires_at"`
}

func (s *Service) handleEnter(c *api.Call, in *enterIn) (*BoxVisit, error) {
	setPrivateHeaders(c)
	e, err := s.StartVisit(c, in.ID, in.Name, gate.Credentials{Password: in.Password, Email: in.Email, Code: in.Code,
		ClientAddress: api.ClientAddress(c.R)})
	if err != nil {
		return nil, err
	}
	return &BoxVisit{Token: e.Token, Space: e.Box.Space, Directory: e.Box.Node, ExpiresAt: api.Time(e.ExpiresAt)}, nil
}

// ReceiptList lists the receipts of a visit.
type ReceiptList struct {
	Receipts []*uploads.Receipt `json:"receipts"`
}

func (s *Service) handleListReceipts(c *api.Call, in *lookIn) (*ReceiptList, error) {
	setPrivateHeaders(c)
	all, err := s.ListReceipts(c, c.Who, in.ID)
	l := &ReceiptList{Receipts: []*uploads.Receipt{}}
	for i := range all {
		l.Receipts = append(l.Receipts, uploads.ReceiptOf(&all[i]))
	}
	return l, err
}
