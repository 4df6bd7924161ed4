package files

import (
	"encoding/json"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/drive/leases"
	"anbar/db"
)

// PathStep is one directory on the way to an item. The root's name is empty.
type PathStep struct {
	ID   db.NodeID `json:"directory_id"`
	Name string    `json:"name"`
}

// SchemaName implements api.SchemaNamer.
func (PathStep) SchemaName() string { return "PathStep" }

// Directory is a directory as the API shows it; size and counts are of all
// that lies below it.
type Directory struct {
	ID             db.NodeID     `json:"directory_id"`
	Parent         db.NodeID     `json:"parent_id" nullable:"true"`
	Name           string        `json:"name"`
	Path           string        `json:"directory_path"`
	Status         string        `json:"status" enum:"ready,deleted" doc:"deleted in the trash"`
	Size           int64         `json:"size"`
	Files          int64         `json:"files_count"`
	Directories    int64         `json:"directories_count"`
	Favorite       bool          `json:"is_favorite"`
	UploadBox      bool          `json:"has_upload_box"`
	CreatedAt      api.Time      `json:"created_at"`
	CreatedBy      api.Person    `json:"created_by"`
	LastModifiedAt api.Time      `json:"last_modified_at"`
	LastModifiedBy api.Person    `json:"last_modified_by"`
	CustomFields   []FieldValue  `json:"custom_fields"`
	Permissions    []access.Rule `json:"current_permissions"`
}

// FieldValue is the value of an item in a custom field of its workspace.
type FieldValue struct {
	Field   db.FieldID `json:"space_custom_field_id"`
	Content string     `json:"content"`
}

// File is a file as the API shows it, by its head version.
type File struct {
	ID             db.NodeID     `json:"file_id"`
	Directory      db.NodeID     `json:"directory_id"`
	Name           string        `json:"file_name"`
	ContentType    string        `json:"content_type"`
	Size           int64         `json:"size"`
	Status         string        `json:"status" enum:"ready,deleted" doc:"deleted in the trash"`
	Hash           db.Hash       `json:"hash"`
	Version        db.VersionID  `json:"version_id"`
	Number         int           `json:"version_number"`
	Favorite       bool          `json:"is_favorite"`
	Access         string        `json:"access" enum:"private,public" doc:"of the direct link"`
	PublicVersion  db.VersionID  `json:"public_version_id" nullable:"true" doc:"the only version that is public; null for the newest"`
	Thumbnail      *string       `json:"thumbnail" enum:"pending,ready,lines" doc:"lines: the first ones of a text; null when there will be none"`
	CreatedAt      api.Time      `json:"created_at"`
	CreatedBy      api.Person    `json:"created_by"`
	LastModifiedAt api.Time      `json:"last_modified_at"`
	LastModifiedBy api.Person    `json:"last_modified_by"`
	CustomFields   []FieldValue  `json:"custom_fields"`
	Permissions    []access.Rule `json:"permissions"`

	Editing *leases.Editing `json:"editing,omitempty" doc:"absent while no one edits the file"`
}

// FileDetails is a file with the way to it.
type FileDetails struct {
	File
	Path []PathStep `json:"path"`
}

// FileVersion is one version of a file.
type FileVersion struct {
	ID          db.VersionID `json:"version_id"`
	Number      int          `json:"number"`
	Size        int64        `json:"size"`
	Hash        db.Hash      `json:"hash"`
	ContentType string       `json:"content_type"`
	CreatedAt   api.Time     `json:"created_at"`
	CreatedBy   api.Person   `json:"created_by"`
	Head        bool         `json:"is_head"`
}

// FileProperties is a file with all its versions, newest first.
type FileProperties struct {
	FileDetails
	Versions []FileVersion `json:"file_versioning"`
}

// DirectoryProperties is a directory with the way to it in words.
type DirectoryProperties struct {
	Directory
	FullPath string     `json:"path"`
	Steps    []PathStep `json:"steps"`
}

// DirectoryListing is one page of a directory.
type DirectoryListing struct {
	Directory   Directory    `json:"directory"`
	Path        []PathStep   `json:"path"`
	Files       []File       `json:"files"`
	Directories []Directory  `json:"directories"`
	PageInfo    api.PageInfo `json:"page_info"`
	DirsTotal   int64        `json:"directories_total" doc:"directories among page_info.total; they come first"`
	ListedAt    api.Time     `json:"listed_at" doc:"the moment of the list, for a selection of all of it"`

	// entries is the two lists as they go out, when they were written before.
	entries []byte
}

// AppendJSON implements api.Appender.
func (l *DirectoryListing) AppendJSON(b []byte) ([]byte, error) {
	head, err := json.Marshal(listingHead{Directory: l.Directory, Path: l.Path, PageInfo: l.PageInfo, DirsTotal: l.DirsTotal,
		ListedAt: l.ListedAt})
	if err != nil {
		return b, err
	}
	b = append(b, head[:len(head)-1]...)
	b = append(b, ',')
	b = append(b, l.entries...)
	return append(b, '}'), nil
}

// listingHead is the part of a listing that depends on the caller.
type listingHead struct {
	Directory Directory    `json:"directory"`
	Path      []PathStep   `json:"path"`
	PageInfo  api.PageInfo `json:"page_info"`
	DirsTotal int64        `json:"directories_total"`
	ListedAt  api.Time     `json:"listed_at"`
}

type listingEntries struct {
	Files       []File      `json:"files"`
	Directories []Directory `json:"directories"`
}

// The states of an entry. Lists of directories hold what is ready alone.
const (
	ready   = "ready"
	deleted = "deleted" // in the trash
)

func (l *ItemView) status(n *db.Node) string {
	if l.InTrash() && n.Parent != 0 {
		return deleted
	}
	return ready
}

var thumbnailWords = map[db.ThumbnailState]string{db.ThumbnailWanted: "pending", db.ThumbnailMade: ready, db.ThumbnailLines: "lines"}

func toPerson(people map[db.UserID]db.Person, id db.UserID) api.Person {
	p := people[id]
	p.ID = id
	return api.PersonOf(p)
}

func (l *ItemView) toDirectory(n *db.Node, path string, rules []access.Rule) Directory {
	return Directory{
		ID: n.ID, Parent: n.Parent, Name: n.Name, Path: path, Status: l.status(n), Size: n.Size, Files: n.Files, Directories: n.Directories,
		CreatedAt: api.Time(n.CreatedAt), CreatedBy: toPerson(l.People, n.CreatedBy), LastModifiedAt: api.Time(n.ModifiedAt),
		LastModifiedBy: toPerson(l.People, n.ModifiedBy), Favorite: l.favorites[n.ID], UploadBox: !l.boxes[n.ID].IsZero(),
		CustomFields: l.fields(n.ID), Permissions: rules,
	}
}

// ChildFile writes a file that lies directly in the directory as the API shows it.
func (l *ItemView) ChildFile(n *db.Node, rules []access.Rule) File {
	f := File{
		ID: n.ID, Directory: n.Parent, Name: n.Name, ContentType: n.ContentType, Size: n.Size, Status: l.status(n), Hash: n.Hash,
		Version: n.Version, Number: n.Number, Access: accessWord(n), PublicVersion: n.PublicOnly, CreatedAt: api.Time(n.CreatedAt),
		CreatedBy: toPerson(l.People, n.CreatedBy), LastModifiedAt: api.Time(n.ModifiedAt), LastModifiedBy: toPerson(l.People,
			n.ModifiedBy),
		Favorite: l.favorites[n.ID], CustomFields: l.fields(n.ID), Permissions: rules,
		Editing: l.editing[n.ID],
	}
	if w, ok := thumbnailWords[n.Thumbnail]; ok {
		f.Thumbnail = &w
	}
	return f
}

func (l *ItemView) fields(id db.NodeID) []FieldValue {
	all := []FieldValue{}
	for _, f := range l.values[id] {
		all = append(all, FieldValue{f.Field, f.Content})
	}
	return all
}

// FileJSON returns the file with the caller's permissions on it.
func (l *ItemView) FileJSON() File { return l.ChildFile(l.Node, l.itemRules()) }

// DirectoryJSON returns the directory with the caller's permissions on it.
func (l *ItemView) DirectoryJSON() Directory { return l.toDirectory(l.Node, l.path(), l.itemRules()) }

func (l *ItemView) itemRules() []access.Rule {
	if l.InTrash() {
		return l.ItemRules(access.Trash)
	}
	return l.ItemRules()
}

// ChildDirectory writes a directory that lies directly in the directory as the
// API shows it.
func (l *ItemView) ChildDirectory(n *db.Node, rules []access.Rule) Directory {
	return l.toDirectory(n, strings.TrimSuffix(l.path(), "/")+"/"+n.Name, rules)
}

// ParentSteps is the directories that lead to the item, from the root down.
func (l *ItemView) ParentSteps() []PathStep { return l.Steps()[:len(l.Path)-1] }

// Steps is the way from the root down to the item itself.
func (l *ItemView) Steps() []PathStep {
	all := make([]PathStep, len(l.Path))
	for i, a := range l.Path {
		all[i] = PathStep{a.ID, a.Name}
	}
	return all
}

// path is the way to the item in words, "/a/b" from its root.
func (l *ItemView) path() string {
	var b strings.Builder
	for _, a := range l.Path[1:] {
		b.WriteString("/" + a.Name)
	}
	if b.Len() == 0 {
		return "/"
	}
	return b.String()
}

// standaloneFile writes a file for an answer about nothing else.
func (l *ItemView) standaloneFile() FileDetails {
	return FileDetails{l.ChildFile(l.Node, l.ConditionalRules()), l.ParentSteps()}
}

// standaloneDirectory writes a directory for an answer about nothing else.
func (l *ItemView) standaloneDirectory() Directory {
	return l.toDirectory(l.Node, l.path(), l.ConditionalRules())
}

// encodeEntries writes the children of a directory as they go out, without braces.
func (l *ItemView) encodeEntries(children []db.Node) ([]byte, error) {
	o := listingEntries{Files: []File{}, Directories: []Directory{}}
	dirRules, fileRules := l.ItemRules(access.Directory, access.FileSubject), l.ItemRules(access.FileSubject)
	base := strings.TrimSuffix(l.path(), "/")
	for i := range children {
		n := &children[i]
		n.Parent = l.ID
		rules, more := l.ChildRules(n.ID)
		switch {
		case n.Kind == db.Directory && more:
			o.Directories = append(o.Directories, l.toDirectory(n, base+"/"+n.Name, rules))
		case n.Kind == db.Directory:
			o.Directories = append(o.Directories, l.toDirectory(n, base+"/"+n.Name, dirRules))
		case more:
			o.Files = append(o.Files, l.ChildFile(n, rules))
		default:
			o.Files = append(o.Files, l.ChildFile(n, fileRules))
		}
	}
	b, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	return b[1 : len(b)-1], nil
}
