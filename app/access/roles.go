package access

import "slices"

// Verb is what somebody wants to do.
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

// Subject is what they want to do it to.
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

// Owner is the role of who made the workspace.
const Owner = "owner"

// Rule is one right, in the form the browser's ability takes.
type Rule struct {
	Action  Verb    `json:"action"`
	Subject Subject `json:"subject"`
}

type right struct {
	subject Subject
	verbs   []Verb
}

var (
	everything = []Verb{Create, Update, Read, Delete, Move, Merge, Replace, Rename}
	kept       = []Verb{Create, Update, Read, Delete}
)

// roles says what each built-in role may do in the shared files of a
// workspace. My Drive is its member's alone, whatever the role.
var roles = map[string][]right{
	Owner: {
		{Workspace, []Verb{Read, Update, Delete}}, {Plan, []Verb{Read, Update}}, {Member, kept}, {Role, kept},
		{Directory, everything}, {FileSubject, everything}, {Trash, kept}, {Favorite, kept}, {RecentUsed, []Verb{Read}}, {Activity, []Verb{Read}},
		{SpaceField, kept}, {EntityField, kept}, {DownloadLink, kept}, {BoxLink, kept}, {Version, kept}, {Summary, kept}, {Editor, kept},
	},
}

func allowed(role string, verb Verb, subject Subject) bool {
	for _, r := range roles[role] {
		if r.subject == subject {
			return slices.Contains(r.verbs, verb)
		}
	}
	return false
}

// Rules returns all that a role may do in a workspace.
func Rules(role string) []Rule {
	var all []Rule
	for _, r := range roles[role] {
		for _, v := range r.verbs {
			all = append(all, Rule{v, r.subject})
		}
	}
	return all
}

// ItemRules returns what the holder of the item may do to it and to things of
// that kind below it.
func (it *Item) ItemRules(subject Subject) []Rule {
	var all []Rule
	for _, r := range Rules(it.Rights()) {
		if r.Subject == subject {
			all = append(all, r)
		}
	}
	return all
}
