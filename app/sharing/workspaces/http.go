package workspaces

import (
	"net/http"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/app/identity/avatar"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Handle(r, api.Op{Call: "GET /storage/workspaces", Gate: api.Client, Does: "Your workspaces"}, s.handleList)
	api.Handle(r, api.Op{
		Call: "POST /storage/workspace/verify-title", Gate: api.Member,
		Does:  "Check whether a title is free",
		Fails: []*fault.Fault{fault.DuplicateField},
	}, s.handleVerifyTitle)
	api.Handle(r, api.Op{
		Call: "POST /storage/workspace", Gate: api.Member,
		Does: "Make a workspace, on the plan of a paid invoice", Status: 201,
		Fails: []*fault.Fault{fault.DuplicateField, fault.OneFreeWorkspace, fault.PlanNotChosen, fault.PaymentFailed, fault.MemberQuota},
	}, s.handleCreate)
	api.Handle(r, api.Op{
		Call: "POST /storage/workspace-auto", Gate: api.Member,
		Does: "Make a workspace with a title of its own, on the plan of a paid invoice", Status: 201,
		Fails: []*fault.Fault{fault.PlanNotChosen, fault.PaymentFailed},
	}, s.handleCreateDefault)
	api.Handle(r, api.Op{
		Call: "PUT /storage/workspace/rename", Gate: api.Member,
		Does:  "Rename a workspace",
		Fails: []*fault.Fault{fault.DuplicateField, fault.PermissionDenied},
	}, s.handleRename)
	api.Handle(r, api.Op{
		Call: "DELETE /storage/workspace/{space_id}", Gate: api.Member,
		Does:  "Delete a workspace, by its full title",
		Fails: []*fault.Fault{fault.TitleMismatch, fault.ReauthenticationRequired, fault.PermissionDenied},
	}, s.handleRemove)
	api.Handle(r, api.Op{Call: "GET /storage/appearance", Gate: api.Client, Does: "The appearance of a workspace"}, s.handleGetAppearance)
	api.Handle(r, api.Op{
		Call: "PUT /storage/workspace/{space_id}/appearance", Gate: api.Member,
		Does:  "Change the appearance of a workspace",
		Fails: []*fault.Fault{fault.InvalidColor, fault.PermissionDenied},
	}, s.handleSetAppearance)
	api.Stream(r, api.Op{
		Call: "PUT /storage/workspace/{space_id}/avatar", Gate: api.Member,
		Does: "Replace a workspace's picture", Takes: "image/*", Answers: Space{},
		Fails: []*fault.Fault{fault.InvalidAvatar, fault.PermissionDenied},
	}, s.handleSetAvatar)
	api.Handle(r, api.Op{
		Call: "DELETE /storage/workspace/{space_id}/avatar", Gate: api.Member,
		Does:  "Remove a workspace's picture",
		Fails: []*fault.Fault{fault.PermissionDenied},
	}, s.handleRemoveAvatar)
	api.Stream(r, api.Op{Call: "GET /storage/workspace/{space_id}/avatar", Does: "A workspace's picture", Gives: "image/*"},
		s.handleGetAvatar)
	api.Handle(r, api.Op{
		Call: "GET /role/v1/space/{space_id}/permissions", Gate: api.Client,
		Does: "Your permissions in a workspace",
	}, s.handleListPermissions)
	s.mountPublic(r)
}

// Quota is how much of something a workspace has used.
type Quota struct {
	Type      string `json:"quota_type" enum:"max_storage_size"`
	Used      int64  `json:"used"`
	Remaining int64  `json:"remaining"`
	Limit     *int64 `json:"limit" doc:"in bytes; null when only the disk is a limit"`
}

// SchemaName implements api.SchemaNamer.
func (Quota) SchemaName() string { return "SpaceQuota" }

// Space is a workspace as its member sees it.
type Space struct {
	ID                db.SpaceID `json:"space_id"`
	Title             string     `json:"title"`
	Name              string     `json:"space_name"`
	Directory         db.NodeID  `json:"directory_id"`
	Root              db.NodeID  `json:"root_directory_id"`
	Trash             db.NodeID  `json:"trash_id"`
	TrashRoot         db.NodeID  `json:"trash_root_directory_id"`
	MyRoot            db.NodeID  `json:"my_root_directory_id"`
	MyTrash           db.NodeID  `json:"my_trash_directory_id"`
	Quota             []Quota    `json:"quota"`
	PreventNonMembers bool       `json:"prevent_sharing_non_members"`
	AvatarURL         *string    `json:"avatar_url"`
	OrganizationTitle string     `json:"organization_title"`
	PrimaryColor      string     `json:"primary_color"`
	SecondaryColor    string     `json:"secondary_color"`
	Guest             bool       `json:"guest"`
	Plan              *string    `json:"plan" doc:"name of the plan; null without one"`
	PlanEndsAt        api.Time   `json:"plan_ends_at" nullable:"true"`
	Locked            bool       `json:"locked" doc:"the plan expired, or the workspace is frozen: nothing can be written"`
	FrozenReason      string     `json:"frozen_reason,omitempty" doc:"why staff froze the workspace"`
	PlanOwner         string     `json:"plan_owner" doc:"name of the owner, whom members ask for a renewal; in the list of workspaces, once the paid time is over"`
	Access            string     `json:"access" enum:"public,private"`
	DefaultRole       string     `json:"default_role" enum:"editor,organizer,viewer,no_role" doc:"the role of users who join by themselves while the workspace is public"`
	MemberCount       int        `json:"member_count"`
	Role              string     `json:"role" enum:"owner,admin,editor,organizer,viewer,no_role"`
	CreatedAt         api.Time   `json:"created_at"`
}

func (s *Service) toSpace(sp *db.Space) *Space {
	o := &Space{
		ID: sp.ID, Title: sp.Title, Name: sp.Title, Directory: sp.Root, Root: sp.Root, Trash: sp.Trash, TrashRoot: sp.Trash,
		MyRoot: sp.MyRoot, MyTrash: sp.MyTrash, PreventNonMembers: sp.PreventNonMembers, OrganizationTitle: sp.OrganizationTitle,
		PrimaryColor: sp.PrimaryColor, SecondaryColor: sp.SecondaryColor, Access: sp.Access, DefaultRole: sp.DefaultRole,
		MemberCount: sp.Members, Role: sp.Role, CreatedAt: api.Time(sp.CreatedAt),
	}
	o.Quota = []Quota{{Type: "max_storage_size", Used: sp.StorageUsed, Remaining: quota.FreeBytes(sp, s.free())}}
	if sp.StorageLimit > 0 {
		o.Quota[0].Limit = &sp.StorageLimit
	}
	o.Locked, o.FrozenReason = sp.IsLocked(time.Now()), sp.FrozenReason
	if sp.Plan != 0 {
		o.Plan, o.PlanEndsAt = &sp.PlanName, api.Time(sp.EndsAt)
		o.PlanOwner = sp.OwnerName
	}
	o.AvatarURL = api.AvatarURL(sp)
	return o
}

func (s *Service) toResponse(sp *db.Space, err error) (*Space, error) {
	if err != nil {
		return nil, err
	}
	return s.toSpace(sp), nil
}

// SpaceList is the workspaces of a person.
type SpaceList struct {
	Workspaces []*Space     `json:"workspaces"`
	PageInfo   api.PageInfo `json:"page_info"`
}

func (s *Service) handleList(c *api.Call, _ *api.None) (*SpaceList, error) {
	rows, err := s.List(c, c.Who)
	l := &SpaceList{Workspaces: []*Space{}, PageInfo: api.SinglePage(len(rows))}
	for i := range rows {
		l.Workspaces = append(l.Workspaces, s.toSpace(&rows[i]))
	}
	return l, err
}

type titleIn struct {
	Title string `json:"title"`
}

func (s *Service) handleVerifyTitle(c *api.Call, in *titleIn) (api.None, error) {
	return api.None{}, s.CheckTitle(c, c.Who, in.Title)
}

type createIn struct {
	Title     string   `json:"title"`
	PaymentID string   `json:"payment_id,omitempty"`
	Members   []string `json:"members,omitempty" doc:"email addresses of users who become editors; without an account they are invited"`
}

func (s *Service) handleCreate(c *api.Call, in *createIn) (*Space, error) {
	return s.toResponse(s.Create(c, c.Who, in.Title, in.PaymentID, in.Members))
}

type autoIn struct {
	PaymentID string `json:"payment_id"`
}

func (s *Service) handleCreateDefault(c *api.Call, in *autoIn) (*Space, error) {
	return s.toResponse(s.CreateDefault(c, c.Who, in.PaymentID))
}

type renameIn struct {
	Space db.SpaceID `json:"space_id"`
	Title string     `json:"title"`
}

func (s *Service) handleRename(c *api.Call, in *renameIn) (*Space, error) {
	return s.toResponse(s.Rename(c, c.Who, in.Space, in.Title))
}

type removeIn struct {
	Space db.SpaceID `path:"space_id"`
	Title string     `json:"title"`
}

func (s *Service) handleRemove(c *api.Call, in *removeIn) (api.None, error) {
	return api.None{}, s.Delete(c, c.Who, in.Space, in.Title)
}

// AppearanceResult is how a workspace looks.
type AppearanceResult struct {
	OrganizationTitle string  `json:"organization_title"`
	PrimaryColor      string  `json:"primary_color"`
	SecondaryColor    string  `json:"secondary_color"`
	AvatarURL         *string `json:"avatar_url"`
}

type appearanceIn struct {
	Space db.SpaceID `query:"space_id" doc:"absent for the default appearance, without title and colors"`
}

func (s *Service) handleGetAppearance(c *api.Call, in *appearanceIn) (*AppearanceResult, error) {
	a := &AppearanceResult{}
	if in.Space == 0 {
		return a, nil
	}
	err := s.db.View(c, func(v *db.View) error {
		sp, err := access.Space(v, c.Who, in.Space, access.Read, access.Workspace)
		if err == nil {
			a = &AppearanceResult{OrganizationTitle: sp.OrganizationTitle, PrimaryColor: sp.PrimaryColor,
				SecondaryColor: sp.SecondaryColor, AvatarURL: api.AvatarURL(sp)}
		}
		return err
	})
	return a, err
}

type dressIn struct {
	Space             db.SpaceID `path:"space_id"`
	OrganizationTitle *string    `json:"organization_title,omitempty"`
	PrimaryColor      *string    `json:"primary_color,omitempty"`
	SecondaryColor    *string    `json:"secondary_color,omitempty"`
}

func (s *Service) handleSetAppearance(c *api.Call, in *dressIn) (*Space, error) {
	return s.toResponse(s.SetAppearance(c, c.Who, in.Space, Appearance{OrganizationTitle: in.OrganizationTitle,
		PrimaryColor: in.PrimaryColor, SecondaryColor: in.SecondaryColor}))
}

func (s *Service) handleSetAvatar(c *api.Call, in *spaceIn) error {
	sp, err := s.toResponse(s.SetAvatar(c, c.Who, in.Space, avatar.PictureReader(c)))
	if err != nil {
		return err
	}
	return api.WriteJSON(c.W, http.StatusOK, sp)
}

type spaceIn struct {
	Space db.SpaceID `path:"space_id"`
}

func (s *Service) handleRemoveAvatar(c *api.Call, in *spaceIn) (*Space, error) {
	return s.toResponse(s.RemoveAvatar(c, c.Who, in.Space))
}

func (s *Service) handleGetAvatar(c *api.Call, in *spaceIn) error {
	h, kind, err := s.LoadAvatar(c, in.Space)
	if err != nil {
		return err
	}
	return avatar.Serve(c, s.blobs, h, kind)
}

// PermissionList lists the caller's permissions in a workspace.
type PermissionList struct {
	Permissions []access.Rule `json:"permissions"`
}

func (s *Service) handleListPermissions(c *api.Call, in *spaceIn) (*PermissionList, error) {
	l := &PermissionList{Permissions: []access.Rule{}}
	err := s.db.View(c, func(v *db.View) error {
		_, rights, err := access.SpaceRights(v, c.Who, in.Space)
		if err != nil {
			return err
		}
		l.Permissions = access.WithConditions(slices.DeleteFunc(rights.Rules(),
			func(r access.Rule) bool { return r.Subject == access.DownloadLink }), access.Conditions{Space: in.Space})
		return nil
	})
	return l, err
}
