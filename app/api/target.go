package api

import (
	"anbar/app/access"
	"anbar/db"
)

// TargetView is an item that something is shared of, with the way to it.
type TargetView struct {
	ID        db.NodeID `json:"target_id"`
	Type      string    `json:"target_type" enum:"file,directory"`
	Name      string    `json:"name"`
	Path      string    `json:"path" doc:"of the directory it lies in"`
	Directory db.NodeID `json:"directory_id" doc:"that it lies in"`
}

// TargetOf shows an item; nil for none.
func TargetOf(it *access.Item) *TargetView {
	if it == nil {
		return nil
	}
	kind := "file"
	if it.Kind == db.Directory {
		kind = "directory"
	}
	return &TargetView{it.ID, kind, it.Name, access.Path(it.Path[:len(it.Path)-1]), it.Parent}
}
