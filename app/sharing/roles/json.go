package roles

import (
	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/db"
)

// RoleView is a role as lists of them show it.
type RoleView struct {
	ID          string        `json:"role_id"`
	Name        string        `json:"name"`
	BuiltIn     bool          `json:"built_in"`
	Permissions []access.Rule `json:"permissions"`
	Members     int           `json:"members_count"`
	Targets     int           `json:"targets_count"`
	CreatedBy   *api.Person   `json:"created_by"`
	CreatedAt   *api.Time     `json:"created_at"`
	EditedBy    *api.Person   `json:"edited_by"`
	EditedAt    *api.Time     `json:"edited_at"`
}

// RoleViews is the roles of a workspace.
type RoleViews struct {
	Roles []RoleView `json:"roles"`
}

func newBuiltInView(name string, rights access.Rights, members int) RoleView {
	return RoleView{ID: name, Name: name, BuiltIn: true, Permissions: rights.Rules(), Members: members}
}

// CustomRole is a custom role with its holders and targets.
type CustomRole struct {
	ID          db.RoleID        `json:"role_id"`
	Name        string           `json:"name"`
	BuiltIn     bool             `json:"built_in"`
	Permissions []access.Rule    `json:"permissions"`
	Members     []RoleHolder     `json:"members"`
	Targets     []api.TargetView `json:"targets"`
	CreatedBy   api.Person       `json:"created_by"`
	CreatedAt   api.Time         `json:"created_at"`
	EditedBy    api.Person       `json:"edited_by"`
	EditedAt    api.Time         `json:"edited_at"`
}

// RoleHolder is a member who holds a custom role.
type RoleHolder struct {
	ID        db.UserID `json:"user_id"`
	FirstName string    `json:"first_name"`
	LastName  string    `json:"last_name"`
	Email     string    `json:"email"`
}

// CustomRoleList is custom roles.
type CustomRoleList struct {
	Roles []CustomRole `json:"roles"`
}

func toCustomRole(c *RoleDetails) *CustomRole {
	o := &CustomRole{
		ID: c.ID, Name: c.Name, Permissions: c.Rights.Rules(), Members: []RoleHolder{}, Targets: []api.TargetView{},
		CreatedBy: api.PersonOf(c.People[c.CreatedBy]), CreatedAt: api.Time(c.CreatedAt), EditedBy: api.PersonOf(c.People[c.ModifiedBy]),
		EditedAt: api.Time(c.ModifiedAt),
	}
	for _, m := range c.Members {
		o.Members = append(o.Members, RoleHolder{ID: m.User, FirstName: m.FirstName, LastName: m.LastName, Email: m.Email})
	}
	for _, it := range c.Targets {
		o.Targets = append(o.Targets, *api.TargetOf(it))
	}
	return o
}

func (c *RoleDetails) toView() RoleView {
	by, at, edited, when := api.PersonOf(c.People[c.CreatedBy]), api.Time(c.CreatedAt), api.PersonOf(c.People[c.ModifiedBy]),
		api.Time(c.ModifiedAt)
	return RoleView{
		ID: c.ID.String(), Name: c.Name, Permissions: c.Rights.Rules(), Members: len(c.Members), Targets: c.Role.Targets, CreatedBy: &by,
		CreatedAt: &at, EditedBy: &edited, EditedAt: &when,
	}
}
