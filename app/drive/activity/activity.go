// Package activity records the operations of users on a workspace and lists them as
// timelines.
package activity

import (
	"encoding/json"
	"fmt"

	"anbar/app/base/access"
	"anbar/db"
)

// Action names a kind of activity. The user interface's dictionary has its text under the
// same name.
type Action string

// The actions on files and directories. Before and After hold the changed values.
const (
	DirectoryCreate  Action = "directory_create"
	DirectoryRename  Action = "directory_rename"  // Before and After: name
	DirectoryMove    Action = "directory_move"    // path
	DirectoryLeave   Action = "directory_leave"   // Before: path; moved out of the root of this timeline, see DirectoryArrive
	DirectoryArrive  Action = "directory_arrive"  // After: path; moved in from elsewhere, which this timeline does not tell
	DirectoryCopy    Action = "directory_copy"    // Before: path of the original
	DirectoryMerge   Action = "directory_merge"   // Before: path of the merged directory
	DirectoryDelete  Action = "directory_delete"  // into the trash
	DirectoryRestore Action = "directory_restore" // After: path
	DirectoryPurge   Action = "directory_purge"   // deleted forever
	FileCreate       Action = "file_create"       // After: size
	FileReceive      Action = "file_receive"      // After: size, title of the upload box, name of the visitor
	FileRename       Action = "file_rename"
	FileMove         Action = "file_move"
	FileLeave        Action = "file_leave"
	FileArrive       Action = "file_arrive"
	FileCopy         Action = "file_copy"
	FileDelete       Action = "file_delete"
	FileRestore      Action = "file_restore"
	FilePurge        Action = "file_purge"
	FileReplace      Action = "file_replace"     // the file went to the trash for another of its name
	FileAccess       Action = "file_access"      // Before and After: access
	VersionCreate    Action = "version_create"   // number, size
	VersionRestore   Action = "version_restore"  // number
	VersionDelete    Action = "version_delete"   // Before: number, size
	EditorSave       Action = "editor_save"      // of a file; After: number, size
	Rewind           Action = "directory_rewind" // After: at
	Undo             Action = "undo"             // Before: action
	TagSet           Action = "tag_set"          // title, content
	TagUnset         Action = "tag_unset"
	LinkCreate       Action = "link_create" // After: title
	LinkUpdate       Action = "link_update" // title
	LinkDelete       Action = "link_delete" // Before: title
)

// The actions on a workspace as such.
const (
	WorkspaceCreate     Action = "workspace_create"
	WorkspaceRename     Action = "workspace_rename"
	WorkspaceAppearance Action = "workspace_appearance"
	WorkspaceAccess     Action = "workspace_access"    // Before and After: access (public or private), content: the default role
	WorkspaceSharing    Action = "workspace_sharing"   // After: access (members or everyone)
	WorkspaceTemplates  Action = "workspace_templates" // Before and After: name of the folder of templates; absent for none
	MemberJoin          Action = "member_join"         // After: title, which is the role
	FieldCreate         Action = "field_create"        // title
	FieldUpdate         Action = "field_update"
	FieldDelete         Action = "field_delete"
	MemberAdd           Action = "member_add"    // After: title, which is the role
	MemberInvite        Action = "member_invite" // After: title
	MemberRole          Action = "member_update" // title
	MemberRemove        Action = "member_delete" // Before: title
	MemberLeave         Action = "member_leave"  // Before: title
	MyDriveHandOver     Action = "my_drive_hand_over"
	OwnerChange         Action = "owner_change" // After: name
	RoleCreate          Action = "role_create"
	RoleUpdate          Action = "role_update"
	RoleDelete          Action = "role_delete"
	GuestAdd            Action = "guest_add" // After: name is the address, title the role
	GuestUpdate         Action = "guest_update"
	GuestRemove         Action = "guest_remove" // Before: name, title
	BoxCreate           Action = "box_create"   // on a directory; After: title
	BoxUpdate           Action = "box_update"
	BoxDelete           Action = "box_delete"  // Before: title
	TrashEmpty          Action = "trash_empty" // Before: number
)

// Detail holds the values of a target before or after a change.
type Detail struct {
	Name    string `json:"name,omitempty"`
	Path    string `json:"path,omitempty"` // of the directory it lies in
	Size    *int64 `json:"size,omitempty"`
	Number  int    `json:"number,omitempty"`
	Access  string `json:"access,omitempty"`
	Title   string `json:"title,omitempty"`
	Content string `json:"content,omitempty"`
	Action  Action `json:"action,omitempty"`
	At      string `json:"at,omitempty"`
}

// SchemaName implements api.SchemaNamer.
func (Detail) SchemaName() string { return "ActivityDetail" }

// Record stores an operation on an item, in the transaction that does it. Before and after
// may be nil.
func Record(tx *db.Tx, who access.Actor, it *access.Item, action Action, before, after *Detail) error {
	a := db.Activity{
		Space: it.Space.ID, Root: it.Home(), Action: string(action), User: who.User, Kind: "file", Target: int64(it.ID), Name: it.Name,
		Directory: it.Parent,
	}
	steps := it.Path[:len(it.Path)-1]
	if it.InTrash() { // items in the trash belong to no directory
		steps = []db.Ancestor{{ID: it.Home()}}
	}
	a.Path = Path(steps)
	for _, s := range steps {
		a.Trail = append(a.Trail, s.ID)
	}
	if it.Kind == db.Directory {
		a.Kind, a.Trail = "directory", append(a.Trail, it.ID)
	}
	return insertActivity(tx, a, before, after)
}

// Entry is an operation in a workspace on a target other than an item.
type Entry struct {
	Who           access.Actor
	Space         *db.Space
	Kind          string // of the target: workspace, custom_field, member or role
	Target        int64
	Name          string // of the target
	Action        Action
	Before, After *Detail // may be nil
}

// RecordEntry stores an entry, in the transaction of its operation.
func RecordEntry(tx *db.Tx, e Entry) error {
	a := db.Activity{
		Space: e.Space.ID, Root: e.Space.Root, Action: string(e.Action), User: e.Who.User,
		Kind: e.Kind, Target: e.Target, Name: e.Name, Trail: []db.NodeID{e.Space.Root},
	}
	return insertActivity(tx, a, e.Before, e.After)
}

func insertActivity(tx *db.Tx, a db.Activity, before, after *Detail) error {
	var err error
	if a.Before, err = encodeDetail(before); err != nil {
		return err
	}
	if a.After, err = encodeDetail(after); err != nil {
		return err
	}
	tx.InsertActivity(a)
	return nil
}

func encodeDetail(d *Detail) ([]byte, error) {
	if d == nil {
		return nil, nil
	}
	b, err := json.Marshal(d)
	if err != nil {
		err = fmt.Errorf("write changes: %w", err)
	}
	return b, err
}

// Path is the way that leads through the directories, in words: "/a/b", and "/"
// for a root.
func Path(steps []db.Ancestor) string { return access.Path(steps) }
