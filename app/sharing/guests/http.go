package guests

import (
	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/invitations"
	"anbar/app/sharing/roles"
	"anbar/db"
)

const spacePath = "/role/v1/space/{space_id}"

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	refused := []*fault.Fault{fault.PermissionDenied}
	shares := []*fault.Fault{
		fault.PermissionDenied, fault.TargetNotFound, fault.RoleNotFound, fault.NonMembersForbidden, fault.SelfAssign,
		fault.OwnerCannotChange, fault.DefaultRoleLimit, fault.EmailNotVerified, fault.TooManyRequests,
	}
	api.Handle(r, api.Op{
		Call: "POST " + spacePath + "/list-guest-users-on-targets", Gate: api.Member,
		Does:  "The guest roles on items, and on the directories above them",
		Fails: []*fault.Fault{fault.TargetNotFound, fault.PermissionDenied},
	}, s.handleListGuestsOnItems)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/guest-users", Gate: api.Member,
		Does:  "All guest roles on items of a workspace, newest first",
		Fails: refused,
	}, s.handleListGuests)
	api.Handle(r, api.Op{
		Call: "POST " + spacePath + "/guest-users", Gate: api.Member,
		Does: "Give users a role on items", Status: 201,
		Fails: shares,
	}, s.handleAddGuests)
	api.Handle(r, api.Op{
		Call: "PUT " + spacePath + "/guest-users", Gate: api.Member,
		Does:  "Change guest roles on items",
		Fails: shares,
	}, s.handleChangeGuests)
	api.Handle(r, api.Op{
		Call: "DELETE " + spacePath + "/guest-users", Gate: api.Member,
		Does:  "Remove guest roles on items, or give up your own",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.RoleNotFound},
	}, s.handleRemoveGuests)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/people", Gate: api.Member,
		Does: "Suggest people to share with, by a part of a name or an address: members, and guests whom the caller invited",
	}, s.handleSuggestPeople)
	pending := []*fault.Fault{fault.PermissionDenied, fault.RoleNotFound, fault.TargetNotFound, fault.EmailNotVerified}
	api.Handle(r, api.Op{
		Call: "POST " + spacePath + "/guest-users/{role_id}/invitation/link", Gate: api.Member,
		Does: "Make a link for a guest role that waits for its address, to hand it over; it works once", Status: 201,
		Fails: pending,
	}, s.handleCreateLink)
	api.Handle(r, api.Op{
		Call: "POST " + spacePath + "/guest-users/{role_id}/invitation/mail", Gate: api.Member,
		Does: "Mail the invitation for a guest role once more", Status: 204,
		Fails: append(pending, fault.TooManyRequests),
	}, s.handleResend)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/targets/{target_id}/access", Gate: api.Member,
		Does:  "The users and links with access to an item, and the source of each access",
		Fails: refused,
	}, s.handleGetReach)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/targets/{target_id}/view-as/{user_id}", Gate: api.Member,
		Does:  "The permissions of a user on an item",
		Fails: refused,
	}, s.handleViewAs)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/exposure", Gate: api.Member,
		Does:  "Everything of a workspace that outsiders have access to",
		Fails: refused,
	}, s.handleGetExposure)
	api.Handle(r, api.Op{
		Call: "GET /storage/guest-workspaces", Gate: api.Member,
		Does: "The workspaces where you are a guest, with the items shared with you",
	}, s.handleListGuestWorkspaces)
}

type spaceIn struct {
	Space db.SpaceID `path:"space_id"`
}

type onTargetsIn struct {
	Space   db.SpaceID       `path:"space_id"`
	Targets []roles.TargetIn `json:"targets"`
}

func (s *Service) handleListGuestsOnItems(c *api.Call, in *onTargetsIn) (*GuestList, error) {
	all, err := s.ListOnItems(c, c.Who, in.Space, roles.ToTargets(in.Targets))
	return &GuestList{toGuestViews(all), api.SinglePage(len(all))}, err
}

type pageIn struct {
	Space db.SpaceID `path:"space_id"`
	api.PageQuery
}

func (s *Service) handleListGuests(c *api.Call, in *pageIn) (*GuestList, error) {
	all, info, err := s.ListGuests(c, c.Who, in.Space, in.PageQuery)
	return &GuestList{toGuestViews(all), info}, err
}

type addGuestsIn struct {
	Space   db.SpaceID       `path:"space_id"`
	Emails  []string         `json:"emails"`
	Role    string           `json:"role_id"`
	Targets []roles.TargetIn `json:"targets"`
	Message string           `json:"message,omitempty"`
}

func (s *Service) handleAddGuests(c *api.Call, in *addGuestsIn) (*GuestList, error) {
	all, err := s.AddGuests(c, c.Who, in.Space, Invitation{Emails: in.Emails, Role: in.Role,
		Targets: roles.ToTargets(in.Targets), Note: in.Message})
	return &GuestList{toGuestViews(all), api.SinglePage(len(all))}, err
}

type changeGuestsIn struct {
	Space db.SpaceID   `path:"space_id"`
	IDs   []db.GuestID `json:"role_ids"`
	Role  string       `json:"role_id"`
}

func (s *Service) handleChangeGuests(c *api.Call, in *changeGuestsIn) (*GuestList, error) {
	all, err := s.ChangeGuests(c, c.Who, in.Space, in.IDs, in.Role)
	return &GuestList{toGuestViews(all), api.SinglePage(len(all))}, err
}

type removeGuestsIn struct {
	Space db.SpaceID   `path:"space_id"`
	IDs   []db.GuestID `json:"role_ids"`
}

func (s *Service) handleRemoveGuests(c *api.Call, in *removeGuestsIn) (api.None, error) {
	return api.None{}, s.RemoveGuests(c, c.Who, in.Space, in.IDs)
}

type suggestIn struct {
	Space db.SpaceID `path:"space_id"`
	Query string     `query:"query"`
}

// SuggestionList is people whom the caller may mean.
type SuggestionList struct {
	People []Suggestion `json:"people"`
}

func (s *Service) handleSuggestPeople(c *api.Call, in *suggestIn) (*SuggestionList, error) {
	all, err := s.SuggestPeople(c, c.Who, in.Space, in.Query)
	return &SuggestionList{append([]Suggestion{}, all...)}, err
}

type pendingIn struct {
	Space db.SpaceID `path:"space_id"`
	ID    db.GuestID `path:"role_id"`
}

func (s *Service) handleCreateLink(c *api.Call, in *pendingIn) (*invitations.Link, error) {
	return s.CreateLink(c, c.Who, in.Space, in.ID)
}

func (s *Service) handleResend(c *api.Call, in *pendingIn) (api.None, error) {
	return api.None{}, s.Resend(c, c.Who, in.Space, in.ID)
}

type reachIn struct {
	Space  db.SpaceID `path:"space_id"`
	Target db.NodeID  `path:"target_id"`
}

func (s *Service) handleGetReach(c *api.Call, in *reachIn) (*AccessList, error) {
	it, all, err := s.ListAccess(c, c.Who, in.Space, in.Target)
	if err != nil {
		return nil, err
	}
	l := &AccessList{Target: *api.TargetOf(it), Prevent: it.Space.PreventNonMembers, Entries: []AccessEntry{}}
	l.Share = it.Parent != 0 && (it.DriveOwner() == c.Who.User || it.DriveOwner() == 0 && it.CanInSpace(access.Create, access.Role))
	for i := range all {
		l.Entries = append(l.Entries, toAccessEntry(&all[i]))
	}
	return l, nil
}

type viewAsIn struct {
	Space  db.SpaceID `path:"space_id"`
	Target db.NodeID  `path:"target_id"`
	User   db.UserID  `path:"user_id"`
}

// ViewAsResult holds the permissions of a user on an item.
type ViewAsResult struct {
	MayRead     bool          `json:"may_read"`
	Permissions []access.Rule `json:"permissions"`
}

func (s *Service) handleViewAs(c *api.Call, in *viewAsIn) (*ViewAsResult, error) {
	rules, may, err := s.ViewAs(c, c.Who, in.Space, in.Target, in.User)
	if rules == nil {
		rules = []access.Rule{}
	}
	return &ViewAsResult{may, rules}, err
}

func (s *Service) handleGetExposure(c *api.Call, in *spaceIn) (*ExposureReport, error) {
	e, err := s.LoadExposure(c, c.Who, in.Space)
	if err != nil {
		return nil, err
	}
	return toExposureReport(e), nil
}

// GuestItem is something that a guest has a role on.
type GuestItem struct {
	ID       db.GuestID     `json:"role_id"`
	Target   api.TargetView `json:"target"`
	Role     string         `json:"role"`
	SharedBy api.Person     `json:"shared_by"`
	SharedAt api.Time       `json:"shared_at"`
}

// GuestSpace is a workspace as its guest sees it.
type GuestSpace struct {
	ID                db.SpaceID  `json:"space_id"`
	Title             string      `json:"title"`
	OrganizationTitle string      `json:"organization_title"`
	AvatarURL         *string     `json:"avatar_url"`
	PrimaryColor      string      `json:"primary_color"`
	SecondaryColor    string      `json:"secondary_color"`
	Guest             bool        `json:"guest"`
	Items             []GuestItem `json:"items"`
}

// GuestSpaceList is the workspaces that one is a guest in.
type GuestSpaceList struct {
	Workspaces []GuestSpace `json:"workspaces"`
	PageInfo   api.PageInfo `json:"page_info"`
}

func (s *Service) handleListGuestWorkspaces(c *api.Call, _ *api.None) (*GuestSpaceList, error) {
	all, err := s.ListGuestWorkspaces(c, c.Who)
	l := &GuestSpaceList{[]GuestSpace{}, api.SinglePage(len(all))}
	for _, g := range all {
		sp := g.Space
		o := GuestSpace{ID: sp.ID, Title: sp.Title, OrganizationTitle: sp.OrganizationTitle, AvatarURL: api.AvatarURL(sp),
			PrimaryColor: sp.PrimaryColor, SecondaryColor: sp.SecondaryColor, Guest: true, Items: nil}
		for i := range g.Items {
			it := &g.Items[i]
			o.Items = append(o.Items, GuestItem{ID: it.ID, Target: *api.TargetOf(it.Item), Role: it.Role,
				SharedBy: api.PersonOf(it.By), SharedAt: api.Time(it.CreatedAt)})
		}
		l.Workspaces = append(l.Workspaces, o)
	}
	return l, err
}
