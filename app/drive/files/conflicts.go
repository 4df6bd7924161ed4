package files

import (
	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/activity"
	"anbar/db"
)

// conflict is a source whose name is taken, with its possible actions, as the API shows it.
type conflict struct {
	ID        db.NodeID     `json:"id"`
	Type      string        `json:"type" enum:"file,directory"`
	Name      string        `json:"name"`
	Path      string        `json:"path"`
	Directory db.NodeID     `json:"directory_id"`
	Actions   []OnDuplicate `json:"actions" enum:"rename,version,replace,merge,skip"`
}

const maxConflicts = 1000

// undecidedFault returns the fault that lists the sources without a decision.
func (t *transfer) undecidedFault(v *db.View, waiting []Duplicate) error {
	all := []conflict{}
	paths := map[db.NodeID]string{}
	for _, d := range waiting[:min(len(waiting), maxConflicts)] {
		path, known := paths[d.Into]
		if !known {
			dir, err := access.Dir(v, t.who, t.to, d.Into, access.Read)
			if err != nil {
				return err
			}
			path = activity.Path(dir.Path)
			paths[d.Into] = path
		}
		all = append(all, conflict{ID: d.Source.ID, Type: kindWords[d.Source.Kind], Name: d.Source.Name, Path: path,
			Directory: d.Into, Actions: d.Actions})
	}
	return fault.DuplicateField.With("duplicates", all)
}
