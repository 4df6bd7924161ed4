package api

import (
	"anbar/app/base/access"
	"anbar/db"
)

// TargetView is an item that something is shared of, with the way to it.
type TargetView struct {
	ID        db.NodeID `json:"target_id"`
	Type      string    `json:"target_type" enum:"folder,file"`
	Name      string    `json:"name"`
	Path      string    `json:"path" doc:"of the directory it lies in"`
	Directory db.NodeID `json:"directory_id" nullable:"true" doc:"the parent directory; null for a root, and for items that the caller may not read"`
}

// TargetOf shows an item; nil for none.
func TargetOf(it *access.Item) *TargetView {
	if it == nil {
		return nil
	}
	return &TargetView{ID: it.ID, Type: access.TargetType(it.Kind), Name: it.Name,
		Path: access.Path(it.Path[:len(it.Path)-1]), Directory: it.Parent}
}
