package roles

import (
	"context"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

const spacePath = "/role/v1/space/{space_id}"

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Detail[db.NodeID](r, "target_id", "what the failure is about")
	refused := []*fault.Fault{fault.PermissionDenied}
	edits := []*fault.Fault{
		fault.PermissionDenied, fault.RoleNotFound, fault.RoleNameTaken, fault.EmptyPermissions, fault.TargetNotFound, fault.MemberNotFound,
		fault.SelfAssign, fault.OwnerCannotChange, fault.DefaultRoleLimit,
	}
	api.Handle(r, api.Op{Call: "GET /role/v1/permissions", Gate: api.Member, Does: "All permissions of custom roles"},
		s.handleListAssignable)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath, Gate: api.Member,
		Does:  "The roles of a workspace, the built-in ones first",
		Fails: refused,
	}, s.handleListAll)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/custom-role", Gate: api.Member,
		Does:  "The custom roles of a workspace",
		Fails: refused,
	}, s.handleList)
	api.Handle(r, api.Op{
		Call: "POST " + spacePath + "/custom-role", Gate: api.Member,
		Does: "Make a custom role", Status: 201,
		Fails: edits,
	}, s.handleCreate)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/custom-role/{role_id}", Gate: api.Member,
		Does:  "A custom role",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.RoleNotFound},
	}, s.handleGetRole)
	api.Handle(r, api.Op{
		Call: "PUT " + spacePath + "/custom-role/{role_id}", Gate: api.Member,
		Does:  "Change the name or the permissions of a custom role",
		Fails: edits,
	}, s.handleUpdate)
	api.Handle(r, api.Op{
		Call: "DELETE " + spacePath + "/custom-role/{role_id}", Gate: api.Member,
		Does:  "Remove a custom role",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.RoleNotFound},
	}, s.handleRemove)
	api.Handle(r, api.Op{
		Call: "PUT " + spacePath + "/custom-role/{role_id}/members", Gate: api.Member,
		Does:  "Set the members of a custom role; all others lose it",
		Fails: edits,
	}, s.handleSetMembers)
	for _, what := range []struct {
		method, does string
		do           func(context.Context, access.Actor, db.SpaceID, db.RoleID, []Target) (*RoleDetails, error)
	}{
		{"PUT", "Limit a custom role to these items", s.SetTargets},
		{"POST", "Limit a custom role to these items beside those before", s.AddTargets},
		{"DELETE", "Take items from those that a custom role is limited to", s.RemoveTargets},
	} {
		api.Handle(r, api.Op{
			Call: what.method + " " + spacePath + "/custom-role/{role_id}/targets", Gate: api.Member,
			Does:  what.does,
			Fails: edits,
		}, func(c *api.Call, in *targetsIn) (*CustomRole, error) {
			return toResponse(what.do(c, c.Who, in.Space, in.Role, ToTargets(in.Targets)))
		})
	}
	api.Handle(r, api.Op{
		Call: "POST " + spacePath + "/list-custom-roles-on-targets", Gate: api.Member,
		Does:  "The custom roles that reach items",
		Fails: []*fault.Fault{fault.TargetNotFound, fault.PermissionDenied},
	}, s.handleListOnTargets)
	api.Handle(r, api.Op{
		Call: "GET " + spacePath + "/guest-roles", Gate: api.Member,
		Does: "The guest roles that users can have on single items",
	}, s.handleListGuestRoles)
}

func (s *Service) handleListGuestRoles(c *api.Call, in *spaceIn) (*RoleViews, error) {
	if _, _, err := s.CountMembersByRole(c, c.Who, in.Space); err != nil {
		return nil, err
	}
	l := &RoleViews{Roles: []RoleView{}}
	for _, name := range access.BuiltInRoles() {
		if rights, ok := access.GuestRights(name); ok {
			l.Roles = append(l.Roles, newBuiltInView(name, rights, 0))
		}
	}
	return l, nil
}

// PermissionSet is a list of permissions.
type PermissionSet struct {
	Permissions []access.Rule `json:"permissions"`
}

func (s *Service) handleListAssignable(*api.Call, *api.None) (*PermissionSet, error) {
	all := access.Assignable
	return &PermissionSet{all.Rules()}, nil
}

type spaceIn struct {
	Space db.SpaceID `path:"space_id"`
}

func (s *Service) handleListAll(c *api.Call, in *spaceIn) (*RoleViews, error) {
	counts, sees, err := s.CountMembersByRole(c, c.Who, in.Space)
	if err != nil {
		return nil, err
	}
	l := &RoleViews{Roles: []RoleView{}}
	for _, name := range access.BuiltInRoles() {
		rights, _ := access.BuiltInRights(name)
		l.Roles = append(l.Roles, newBuiltInView(name, rights, counts[name]))
	}
	if !sees {
		return l, nil
	}
	customs, err := s.List(c, c.Who, in.Space)
	for i := range customs {
		l.Roles = append(l.Roles, customs[i].toView())
	}
	return l, err
}

func (s *Service) handleList(c *api.Call, in *spaceIn) (*CustomRoleList, error) {
	all, err := s.List(c, c.Who, in.Space)
	l := &CustomRoleList{Roles: []CustomRole{}}
	for i := range all {
		l.Roles = append(l.Roles, *toCustomRole(&all[i]))
	}
	return l, err
}

// TargetIn names a target in a call.
type TargetIn struct {
	ID   db.NodeID `json:"target_id"`
	Type string    `json:"target_type" enum:"folder,file,directory" doc:"directory is accepted for folder"`
}

// SchemaName implements api.SchemaNamer.
func (TargetIn) SchemaName() string { return "RolesTargetIn" }

// ToTargets reads the targets of a call.
func ToTargets(in []TargetIn) []Target {
	all := make([]Target, len(in))
	for i, t := range in {
		all[i].ID = t.ID
		if t.Type == access.FileTarget {
			all[i].Kind = db.File
		}
	}
	return all
}

type roleIn struct {
	Space       db.SpaceID    `path:"space_id"`
	Name        *string       `json:"name,omitempty"`
	Permissions []access.Rule `json:"permissions,omitempty"`
	Emails      []string      `json:"emails,omitempty"`
	Targets     []TargetIn    `json:"targets,omitempty"`
}

func (s *Service) handleCreate(c *api.Call, in *roleIn) (*CustomRole, error) {
	return toResponse(s.Create(c, c.Who, in.Space, RoleInput{Name: in.Name, Permissions: in.Permissions, Emails: in.Emails,
		Targets: ToTargets(in.Targets)}))
}

func toResponse(o *RoleDetails, err error) (*CustomRole, error) {
	if err != nil {
		return nil, err
	}
	return toCustomRole(o), nil
}

type oneIn struct {
	Space db.SpaceID `path:"space_id"`
	Role  db.RoleID  `path:"role_id"`
}

func (s *Service) handleGetRole(c *api.Call, in *oneIn) (*CustomRole, error) {
	return toResponse(s.LoadRole(c, c.Who, in.Space, in.Role))
}

type updateIn struct {
	Space       db.SpaceID    `path:"space_id"`
	Role        db.RoleID     `path:"role_id"`
	Name        *string       `json:"name,omitempty"`
	Permissions []access.Rule `json:"permissions,omitempty"`
}

func (s *Service) handleUpdate(c *api.Call, in *updateIn) (*CustomRole, error) {
	return toResponse(s.Update(c, c.Who, in.Space, in.Role, RoleInput{Name: in.Name, Permissions: in.Permissions}))
}

func (s *Service) handleRemove(c *api.Call, in *oneIn) (api.None, error) {
	return api.None{}, s.Delete(c, c.Who, in.Space, in.Role)
}

type holdersIn struct {
	Space  db.SpaceID `path:"space_id"`
	Role   db.RoleID  `path:"role_id"`
	Emails []string   `json:"emails"`
}

func (s *Service) handleSetMembers(c *api.Call, in *holdersIn) (*CustomRole, error) {
	return toResponse(s.SetMembers(c, c.Who, in.Space, in.Role, in.Emails))
}

type targetsIn struct {
	Space   db.SpaceID `path:"space_id"`
	Role    db.RoleID  `path:"role_id"`
	Targets []TargetIn `json:"targets"`
}

type onTargetsIn struct {
	Space   db.SpaceID `path:"space_id"`
	Targets []TargetIn `json:"targets"`
}

// TargetRole is a custom role that reaches an item.
type TargetRole struct {
	ID          db.RoleID       `json:"role_id"`
	Name        string          `json:"name"`
	Permissions []access.Rule   `json:"permissions"`
	Target      *api.TargetView `json:"target"`
	Inherited   bool            `json:"inherited"`
	Members     int             `json:"members_count"`
}

// TargetRoleList is custom roles that reach items.
type TargetRoleList struct {
	Roles []TargetRole `json:"roles"`
}

func (s *Service) handleListOnTargets(c *api.Call, in *onTargetsIn) (*TargetRoleList, error) {
	all, err := s.ListForItems(c, c.Who, in.Space, ToTargets(in.Targets))
	l := &TargetRoleList{Roles: []TargetRole{}}
	for _, r := range all {
		l.Roles = append(l.Roles, TargetRole{ID: r.ID, Name: r.Name, Permissions: r.Rights.Rules(),
			Target: api.TargetOf(r.Item), Inherited: r.Inherited, Members: r.Members})
	}
	return l, err
}
