// Package manifest describes files in lines of JSON, which travel with copies of them to other places.
package manifest

import (
	"errors"
	"time"

	"anbar/db"
)

// Name is the usual name of a file with such lines.
const Name = "manifest.jsonl"

// Line is a file, or a directory that has something to tell beside its name.
type Line struct {
	Space db.SpaceID `json:"space_id"`
	Path  string     `json:"path"` // of the copy, with slashes
	// Original is the path with the names that the place of the copy does not take; empty when it takes them all.
	Original   string    `json:"original_path,omitempty"`
	Directory  bool      `json:"directory,omitempty"`
	ID         db.NodeID `json:"file_id"`
	Size       int64     `json:"size"`
	Hash       db.Hash   `json:"hash"` // BLAKE3; empty of a directory
	ModifiedAt time.Time `json:"modified_at"`
	Number     int       `json:"number,omitempty"` // of this version; 1 is the first
	Versions   []Version `json:"versions,omitempty"`
	Tags       []Tag     `json:"tags,omitempty"`
	Problem    string    `json:"problem,omitempty"` // why the content is not there
}

// Version is an older content of a file.
type Version struct {
	Number     int       `json:"number"`
	Size       int64     `json:"size"`
	Hash       db.Hash   `json:"hash"`
	ModifiedAt time.Time `json:"modified_at"`
	Path       string    `json:"path,omitempty"` // of its copy; empty without one
	Problem    string    `json:"problem,omitempty"`
}

// Tag is the value that a file or directory has in a custom field.
type Tag struct {
	Title string `json:"title"`
	Type  string `json:"type"`
	Value string `json:"value"`
}

// Reader describes the nodes of one space.
type Reader struct {
	space  db.SpaceID
	fields map[db.FieldID]*db.Field
}

// NewReader makes a reader for a space.
func NewReader(v *db.View, space db.SpaceID) (*Reader, error) {
	all, err := v.FieldsOf(space)
	fields := make(map[db.FieldID]*db.Field, len(all))
	for i := range all {
		fields[all[i].ID] = &all[i]
	}
	return &Reader{space, fields}, err
}

// LoadTags adds the tags of nodes to a map. It reads nothing if the space has no custom fields.
func (r *Reader) LoadTags(v *db.View, ids []db.NodeID, to map[db.NodeID][]Tag) error {
	if len(r.fields) == 0 {
		return nil
	}
	values, err := v.FieldValuesOf(ids)
	for id, all := range values {
		for _, value := range all {
			if f := r.fields[value.Field]; f != nil {
				to[id] = append(to[id], Tag{Title: f.Title, Type: f.Type, Value: value.Content})
			}
		}
	}
	return err
}

// LoadLines describes nodes, without their paths. The caller has checked that they may be told.
func (r *Reader) LoadLines(v *db.View, nodes []db.Node) ([]Line, error) {
	ids := make([]db.NodeID, len(nodes))
	for i := range nodes {
		ids[i] = nodes[i].ID
	}
	tags := map[db.NodeID][]Tag{}
	if err := r.LoadTags(v, ids, tags); err != nil {
		return nil, err
	}
	lines := make([]Line, len(nodes))
	for i := range nodes {
		n, l := &nodes[i], &lines[i]
		*l = Line{Space: r.space, ID: n.ID, Directory: n.Kind == db.Directory, ModifiedAt: n.ModifiedAt, Tags: tags[n.ID]}
		if n.Kind == db.File {
			if err := l.loadFileFields(v, n); err != nil {
				return nil, err
			}
		}
	}
	return lines, nil
}

// loadFileFields adds what only files have. Times are those of the devices that sent the contents, where they said them.
func (l *Line) loadFileFields(v *db.View, n *db.Node) error {
	l.Size, l.Hash, l.Number = n.Size, n.Hash, n.Number
	if n.Number == 1 {
		head, err := v.VersionOf(n.ID, n.Version)
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		if err == nil && !head.ModifiedAt.IsZero() {
			l.ModifiedAt = head.ModifiedAt
		}
		return err
	}
	all, err := v.VersionsOf(n.ID)
	for i := range all {
		ver := &all[i]
		at := ver.ModifiedAt
		if at.IsZero() {
			at = ver.CreatedAt
		}
		if ver.ID == n.Version {
			if !ver.ModifiedAt.IsZero() {
				l.ModifiedAt = ver.ModifiedAt
			}
			continue
		}
		l.Versions = append(l.Versions, Version{Number: ver.Number, Size: ver.Size, Hash: ver.Hash, ModifiedAt: at})
	}
	return err
}
