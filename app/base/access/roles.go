package access

// Verb is an operation that needs a permission.
type Verb string

// The verbs.
const (
	Create  Verb = "create"
	Update  Verb = "update"
	Read    Verb = "read"
	Delete  Verb = "delete"
	Move    Verb = "move"
	Merge   Verb = "merge"
	Replace Verb = "replace"
	Rename  Verb = "rename"
)

// Subject is the kind of object that a Verb applies to.
type Subject string

// The subjects.
const (
	Workspace    Subject = "workspace"
	Plan         Subject = "plan"
	Member       Subject = "member"
	Role         Subject = "role"
	Directory    Subject = "directory"
	FileSubject  Subject = "file"
	Trash        Subject = "trash"
	Favorite     Subject = "favorite"
	RecentUsed   Subject = "recent_used"
	Activity     Subject = "activity"
	SpaceField   Subject = "space_custom_field"
	EntityField  Subject = "entity_custom_field"
	DownloadLink Subject = "download_link"
	BoxLink      Subject = "box_link"
	Version      Subject = "version"
	Summary      Subject = "summary"
	Editor       Subject = "editor"
)

// The built-in roles. Guest is not a member's role: it is shown for users who are not
// members of a workspace but have a role on some of its items.
const (
	Owner      = "owner"
	Admin      = "admin"
	EditorRole = "editor"
	Organizer  = "organizer"
	Viewer     = "viewer"
	NoRole     = "no_role"
	Guest      = "guest"
)

// Rule is one right, in the form the browser's ability takes.
type Rule struct {
	Action     Verb        `json:"action"`
	Subject    Subject     `json:"subject"`
	Conditions *Conditions `json:"conditions,omitempty" doc:"where the rule applies; absent when it applies to the object that lists it"`
}

// SchemaName implements api.SchemaNamer.
func (Rule) SchemaName() string { return "PermissionRule" }

type right struct {
	subject Subject
	verbs   []Verb
}

var (
	everything = []Verb{Create, Update, Read, Delete, Move, Merge, Replace, Rename}
	kept       = []Verb{Create, Update, Read, Delete}
	own        = []right{{Workspace, []Verb{Read}}, {Favorite, kept}, {RecentUsed, []Verb{Read}}, {SpaceField, []Verb{Read}}}
	content    = []right{
		{Directory, everything}, {FileSubject, everything}, {Trash, kept}, {Activity, []Verb{Read}}, {SpaceField, kept},
		{EntityField, kept},
		{DownloadLink, kept}, {BoxLink, kept}, {Version, kept}, {Summary, kept}, {Editor, kept},
	}
)

// roles holds the rights of each built-in role in the shared files of a workspace. A My
// Drive belongs to its member alone, whatever the roles.
var roles = map[string]Rights{
	Owner: collectRights(own, content, []right{
		{Workspace, []Verb{Read, Update, Delete}}, {Plan, []Verb{Read, Update}}, {Member, kept}, {Role, kept},
	}),
	Admin:      collectRights(own, content, []right{{Workspace, []Verb{Read, Update}}, {Plan, []Verb{Read}}, {Member, kept}, {Role, kept}}),
	EditorRole: collectRights(own, content, []right{{Member, []Verb{Read}}}),
	Organizer: collectRights(own, []right{
		{Directory, []Verb{Read, Create, Rename, Move, Merge}}, {FileSubject, []Verb{Read, Move, Rename}}, {EntityField, kept},
		{Member, []Verb{Read}}, {Trash, []Verb{Read}}, {Activity, []Verb{Read}}, {Version, []Verb{Read}}, {Summary, []Verb{Read}},
	}),
	Viewer: collectRights(own, []right{
		{Directory, []Verb{Read}}, {FileSubject, []Verb{Read}}, {EntityField, []Verb{Read}}, {Activity, []Verb{Read}},
		{Version, []Verb{Read}}, {Summary, []Verb{Read}},
	}),
	NoRole: collectRights(own),
	Guest:  collectRights([]right{{Workspace, []Verb{Read}}, {Favorite, kept}, {RecentUsed, []Verb{Read}}, {SpaceField, []Verb{Read}}}),
}

// myDriveRights holds the rights of a member in their own My Drive and its trash.
var myDriveRights = collectRights(content)

// OfItems is the subjects that a right on a directory or file is about. They
// reach everything below it; all others hold in the whole workspace.
var OfItems = collectRights([]right{
	{Directory, everything}, {FileSubject, everything}, {Activity, everything}, {EntityField, everything}, {DownloadLink, everything},
	{BoxLink, everything},
	{Version, everything}, {Summary, everything}, {Editor, everything},
})

// guests holds the most that a guest may do. Guests may not share the items again.
var guests = collectRights([]right{
	{Directory, everything}, {FileSubject, everything}, {EntityField, everything}, {Version, everything}, {Summary, everything},
	{Editor, everything},
})

// Assignable holds the rights that a custom role may contain: all but those of the owner
// alone.
var Assignable = roles[Admin]

func collectRights(lists ...[]right) Rights {
	var all Rights
	for _, l := range lists {
		for _, r := range l {
			all.add(r.subject, r.verbs...)
		}
	}
	return all
}

// BuiltInRights returns the rights of a built-in role; false when none has that name.
func BuiltInRights(role string) (Rights, bool) {
	r, ok := roles[role]
	return r, ok && role != Guest
}

// BuiltInRoles names the roles that members have, the mightiest first.
func BuiltInRoles() []string { return []string{Owner, Admin, EditorRole, Organizer, Viewer, NoRole} }

// GuestRights returns the rights of a role on one item, and whether guests can have that
// role.
func GuestRights(role string) (Rights, bool) {
	switch role {
	case EditorRole, Organizer, Viewer:
		r := roles[role]
		return r.intersect(guests), true
	}
	return Rights{}, false
}
