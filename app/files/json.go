package files

import (
	"strings"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/db"
)

// Step is one directory on the way to an item. The root's name is empty.
type Step struct {
	ID   db.NodeID `json:"directory_id"`
	Name string    `json:"name"`
}

// Directory is a directory as the API shows it; size and counts are of all
// that lies below it.
type Directory struct {
	ID             db.NodeID     `json:"directory_id"`
	Parent         db.NodeID     `json:"parent_id"`
	Name           string        `json:"name"`
	Path           string        `json:"directory_path"`
	Status         string        `json:"status"`
	Size           int64         `json:"size"`
	Files          int64         `json:"files_count"`
	Directories    int64         `json:"directories_count"`
	Favorite       bool          `json:"is_favorite"`
	UploadBox      bool          `json:"has_upload_box"`
	CreatedAt      api.Time      `json:"created_at"`
	CreatedBy      api.Person    `json:"created_by"`
	LastModifiedAt api.Time      `json:"last_modified_at"`
	LastModifiedBy api.Person    `json:"last_modified_by"`
	Permissions    []access.Rule `json:"current_permissions"`
}

// File is a file as the API shows it, by its head version.
type File struct {
	ID             db.NodeID     `json:"file_id"`
	Directory      db.NodeID     `json:"directory_id"`
	Name           string        `json:"file_name"`
	ContentType    string        `json:"content_type"`
	Size           int64         `json:"size"`
	Status         string        `json:"status"`
	Hash           db.Hash       `json:"hash"`
	Version        db.VersionID  `json:"version_id"`
	Number         int           `json:"version_number"`
	Favorite       bool          `json:"is_favorite"`
	Thumbnail      *string       `json:"thumbnail" doc:"pending, ready, or null when there will be none"`
	CreatedAt      api.Time      `json:"created_at"`
	CreatedBy      api.Person    `json:"created_by"`
	LastModifiedAt api.Time      `json:"last_modified_at"`
	LastModifiedBy api.Person    `json:"last_modified_by"`
	Permissions    []access.Rule `json:"permissions"`
}

// FileDetails is a file with the way to it.
type FileDetails struct {
	File
	Path []Step `json:"path"`
}

// FileVersion is one content that a file had or has.
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
	FullPath string `json:"path"`
	Steps    []Step `json:"steps"`
}

// DirectoryListing is one page of a directory.
type DirectoryListing struct {
	Directory   Directory    `json:"directory"`
	Path        []Step       `json:"path"`
	Files       []File       `json:"files"`
	Directories []Directory  `json:"directories"`
	PageInfo    api.PageInfo `json:"page_info"`
}

const ready = "ready"

var thumbnailWords = map[db.ThumbnailState]string{db.ThumbnailWanted: "pending", db.ThumbnailMade: ready}

func person(people map[db.UserID]db.Person, id db.UserID) api.Person {
	p := people[id]
	p.ID = id
	return api.PersonOf(p)
}

func (l *Listed) directory(n *db.Node, path string, rules []access.Rule) Directory {
	return Directory{ID: n.ID, Parent: n.Parent, Name: n.Name, Path: path, Status: ready, Size: n.Size, Files: n.Files, Directories: n.Directories,
		CreatedAt: api.Time(n.CreatedAt), CreatedBy: person(l.People, n.CreatedBy), LastModifiedAt: api.Time(n.ModifiedAt), LastModifiedBy: person(l.People, n.ModifiedBy),
		Permissions: rules}
}

func (l *Listed) file(n *db.Node, t db.Thumbnail, rules []access.Rule) File {
	f := File{ID: n.ID, Directory: n.Parent, Name: n.Name, ContentType: n.ContentType, Size: n.Size, Status: ready, Hash: n.Hash, Version: n.Version, Number: n.Number,
		CreatedAt: api.Time(n.CreatedAt), CreatedBy: person(l.People, n.CreatedBy), LastModifiedAt: api.Time(n.ModifiedAt), LastModifiedBy: person(l.People, n.ModifiedBy),
		Permissions: rules}
	if w, ok := thumbnailWords[t.State]; ok {
		f.Thumbnail = &w
	}
	return f
}

// JSON writes a file as the API shows it.
func (l *Listed) JSON() File {
	return l.file(l.Node, l.Thumbnail, l.ItemRules(access.FileSubject))
}

func (l *Listed) steps() []Step {
	all := make([]Step, len(l.Path))
	for i, a := range l.Path {
		all[i] = Step{a.ID, a.Name}
	}
	return all
}

// path is the way to the item in words, "/a/b" from its root.
func (l *Listed) path() string {
	var b strings.Builder
	for _, a := range l.Path[1:] {
		b.WriteString("/" + a.Name)
	}
	if b.Len() == 0 {
		return "/"
	}
	return b.String()
}

func (l *Listed) own() Directory {
	return l.directory(l.Node, l.path(), l.ItemRules(access.Directory))
}

func (l *Listing) json() *DirectoryListing {
	o := &DirectoryListing{Directory: l.own(), Path: l.steps(), Files: []File{}, Directories: []Directory{}, PageInfo: l.Info}
	dirRules, fileRules := l.ItemRules(access.Directory), l.ItemRules(access.FileSubject)
	base := strings.TrimSuffix(l.path(), "/")
	for i := range l.Children {
		n := &l.Children[i]
		n.Parent = l.ID
		if n.Kind == db.Directory {
			o.Directories = append(o.Directories, l.directory(n, base+"/"+n.Name, dirRules))
		} else {
			o.Files = append(o.Files, l.file(n, n.Thumbnail, fileRules))
		}
	}
	return o
}
