package members

import (
	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	const space = "/role/v1/space/{space_id}"
	api.Detail[string](r, "email", "of whom the failure is about: as it was sent")
	refused := []*fault.Fault{fault.PermissionDenied}
	changes := []*fault.Fault{
		fault.PermissionDenied, fault.RoleNotFound, fault.SelfAssign, fault.OwnerCannotChange, fault.MemberQuota, fault.EmailNotVerified,
		fault.DefaultRoleLimit, fault.TooManyRequests,
	}
	leaves := []*fault.Fault{fault.PermissionDenied, fault.OwnerCannotChange, fault.MyDriveUndecided, fault.MemberNotFound}
	api.Handle(r, api.Op{
		Call: "GET " + space + "/workspace-members", Gate: api.Member,
		Does:  "The members of a workspace, and pending invitations",
		Fails: refused,
	}, s.handleList)
	api.Handle(r, api.Op{
		Call: "GET " + space + "/search-workspace-members", Gate: api.Member,
		Does:  "Members whose address or name contains the words",
		Fails: refused,
	}, s.handleSearch)
	api.Handle(r, api.Op{
		Call: "DELETE " + space + "/workspace-members", Gate: api.Member,
		Does:  "Remove members from a workspace, or revoke invitations",
		Fails: leaves,
	}, s.handleExpel)
	api.Handle(r, api.Op{
		Call: "PATCH " + space + "/change-members", Gate: api.Member,
		Does:  "Give users a role. Non-members join, or are invited by email",
		Fails: changes,
	}, s.handleSetRole)
	s.mountLinks(r)
	s.mountWelcome(r)
	api.Handle(r, api.Op{
		Call: "DELETE " + space + "/change-members", Gate: api.Member,
		Does:  "Take a role from members",
		Fails: changes,
	}, s.handleDismiss)
	api.Handle(r, api.Op{
		Call: "GET " + space + "/workspace-members/{user_id}/departure", Gate: api.Member,
		Does:  "Preview what a departing member leaves behind",
		Fails: refused,
	}, s.handlePreviewDeparture)
	api.Handle(r, api.Op{
		Call: "POST /storage/workspace/{space_id}/leave", Gate: api.Member,
		Does: "Leave a workspace", Status: 204,
		Fails: append(leaves, fault.OwnerCannotLeave),
	}, s.handleLeave)
	api.Handle(r, api.Op{
		Call: "POST /storage/workspace/{space_id}/owner", Gate: api.Member,
		Does: "Transfer the ownership of a workspace to another member", Status: 204,
		Fails: []*fault.Fault{fault.ReauthenticationRequired, fault.PermissionDenied, fault.MemberNotFound, fault.DuplicateField},
	}, s.handleHandOver)
}

// MemberRole is a custom role that a member holds.
type MemberRole struct {
	ID   db.RoleID `json:"role_id"`
	Name string    `json:"name"`
}

// MemberPerson is a person with the address they are known by.
type MemberPerson struct {
	ID        db.UserID `json:"user_id"`
	FirstName string    `json:"first_name"`
	LastName  string    `json:"last_name"`
}

// MemberView is a member of a workspace, or a pending invitation.
type MemberView struct {
	User     *MemberPerson `json:"user" doc:"null for a pending invitation"`
	Email    string        `json:"email"`
	Role     string        `json:"role"`
	Custom   []MemberRole  `json:"custom_roles"`
	JoinedAt api.Time      `json:"joined_at" doc:"or the time of the invitation"`
	Status   string        `json:"status" enum:"active,invited"`
	WaitsFor string        `json:"waits_for" enum:",sign_up,new_link,verification,raise,room" doc:"of an invitation"`
	You      bool          `json:"is_you"`
}

func toMemberView(m *Member, who access.Actor) MemberView {
	o := MemberView{
		Email: m.Email, Role: m.Role, Custom: []MemberRole{}, JoinedAt: api.Time(m.JoinedAt), Status: m.Status,
		WaitsFor: m.WaitsFor,
		You:      m.User != 0 && m.User == who.User,
	}
	if m.User != 0 {
		o.User = &MemberPerson{ID: m.User, FirstName: m.FirstName, LastName: m.LastName}
	}
	for _, h := range m.Roles {
		o.Custom = append(o.Custom, MemberRole{h.ID, h.Name})
	}
	return o
}

// MemberList is a page of members.
type MemberList struct {
	Members  []MemberView `json:"members"`
	PageInfo api.PageInfo `json:"page_info"`
	Limit    int          `json:"member_limit" doc:"0 for none"`
	Invited  int          `json:"invited_count" doc:"pending invitations of the workspace, whatever is asked for"`
}

type listIn struct {
	Space   db.SpaceID `path:"space_id"`
	Role    string     `query:"role" doc:"only those of one built-in role"`
	Invited bool       `query:"invited" doc:"only pending invitations"`
	api.PageQuery
}

func (s *Service) handleList(c *api.Call, in *listIn) (*MemberList, error) {
	p, err := s.List(c, c.Who, in.Space, in.Role, in.Invited, in.PageQuery)
	if err != nil {
		return nil, err
	}
	return &MemberList{Members: toMemberViews(p.Members, c.Who), PageInfo: p.Info, Limit: p.Space.MemberLimit,
		Invited: p.Invited}, nil
}

func toMemberViews(all []Member, who access.Actor) []MemberView {
	l := []MemberView{}
	for i := range all {
		l = append(l, toMemberView(&all[i], who))
	}
	return l
}

// FoundMembers is members that were searched for, or changed.
type FoundMembers struct {
	Members []MemberView `json:"members"`
}

type searchIn struct {
	Space db.SpaceID `path:"space_id"`
	Email string     `query:"email" doc:"part of an address or a name"`
}

func (s *Service) handleSearch(c *api.Call, in *searchIn) (*FoundMembers, error) {
	all, err := s.Search(c, c.Who, in.Space, in.Email)
	return &FoundMembers{toMemberViews(all, c.Who)}, err
}

type giveIn struct {
	Space  db.SpaceID `path:"space_id"`
	Role   string     `json:"role_id"`
	Emails []string   `json:"emails"`
}

func (s *Service) handleSetRole(c *api.Call, in *giveIn) (*FoundMembers, error) {
	var id db.RoleID
	if _, builtIn := access.BuiltInRights(in.Role); !builtIn && id.UnmarshalText([]byte(in.Role)) == nil && id != 0 {
		all, err := s.GrantCustomRole(c, c.Who, in.Space, id, in.Emails)
		return &FoundMembers{toMemberViews(all, c.Who)}, err
	}
	all, err := s.SetRole(c, c.Who, in.Space, in.Role, in.Emails)
	return &FoundMembers{toMemberViews(all, c.Who)}, err
}

type dismissIn struct {
	Space   db.SpaceID `path:"space_id"`
	Role    string     `json:"role_id"`
	Members []string   `json:"members" doc:"addresses or ids"`
}

func (s *Service) handleDismiss(c *api.Call, in *dismissIn) (api.None, error) {
	var id db.RoleID
	if _, builtIn := access.BuiltInRights(in.Role); !builtIn && id.UnmarshalText([]byte(in.Role)) == nil && id != 0 {
		return api.None{}, s.RevokeCustomRole(c, c.Who, in.Space, id, in.Members)
	}
	if err := checkAssignable(in.Role); err != nil {
		return api.None{}, err
	}
	return api.None{}, s.RemoveRole(c, c.Who, in.Space, in.Role, in.Members)
}

type decisionIn struct {
	Action string `json:"action" enum:"hand_over,archive,delete"`
	To     string `json:"to,omitempty" doc:"email address of the member who gets the drive"`
}

func (d *decisionIn) toDecision() Decision {
	if d == nil {
		return Decision{}
	}
	return Decision{d.Action, d.To}
}

type expelIn struct {
	Space   db.SpaceID  `path:"space_id"`
	Members []string    `json:"members" doc:"addresses or ids"`
	MyDrive *decisionIn `json:"my_drive,omitempty"`
}

func (s *Service) handleExpel(c *api.Call, in *expelIn) (api.None, error) {
	return api.None{}, s.Remove(c, c.Who, in.Space, in.Members, in.MyDrive.toDecision())
}

type departureIn struct {
	Space db.SpaceID `path:"space_id"`
	User  db.UserID  `path:"user_id"`
}

// LeftDrive counts the items in the My Drive of a member.
type LeftDrive struct {
	Files       int64 `json:"files"`
	Directories int64 `json:"directories"`
	Size        int64 `json:"size"`
	Trashed     int64 `json:"trashed_files"`
}

// DepartureResult is the preview of a member's departure.
type DepartureResult struct {
	Member  MemberView   `json:"member"`
	Role    string       `json:"role"`
	MyDrive LeftDrive    `json:"my_drive"`
	Links   int64        `json:"links"`
	Boxes   int64        `json:"boxes"`
	Guests  int64        `json:"guests"`
	Custom  []MemberRole `json:"custom_roles"`
}

func (s *Service) handlePreviewDeparture(c *api.Call, in *departureIn) (*DepartureResult, error) {
	d, err := s.PreviewDeparture(c, c.Who, in.Space, in.User)
	if err != nil {
		return nil, err
	}
	m := toMemberView(&d.Member, c.Who)
	return &DepartureResult{Member: m, Role: d.Role, MyDrive: LeftDrive{d.Files, d.Directories, d.Size, d.Trashed},
		Links: d.Links, Boxes: d.Boxes, Guests: d.Guests, Custom: m.Custom}, nil
}

type leaveIn struct {
	Space   db.SpaceID  `path:"space_id"`
	MyDrive *decisionIn `json:"my_drive,omitempty"`
}

func (s *Service) handleLeave(c *api.Call, in *leaveIn) (api.None, error) {
	return api.None{}, s.Leave(c, c.Who, in.Space, in.MyDrive.toDecision())
}

type handOverIn struct {
	Space db.SpaceID `path:"space_id"`
	Email string     `json:"email"`
}

func (s *Service) handleHandOver(c *api.Call, in *handOverIn) (api.None, error) {
	_, err := s.TransferOwnership(c, c.Who, in.Space, in.Email)
	return api.None{}, err
}
