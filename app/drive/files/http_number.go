package files

import (
	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

func (s *Service) mountNumbers(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /storage/items/{number}", Gate: api.Client,
		Does: "Where an item lies that a sync app knows by its number",
	}, s.handleFindByNumber)
}

type numberIn struct {
	Number int64 `path:"number" doc:"decimal, as apps write it"`
}

// ItemPlace is where an item lies.
type ItemPlace struct {
	Space     db.SpaceID `json:"space_id"`
	Directory db.NodeID  `json:"directory_id" doc:"the item itself when it is a directory"`
	File      *db.NodeID `json:"file_id" doc:"null when it is a directory"`
	My        bool       `json:"my_drive" doc:"it lies in a My Drive"`
}

func (s *Service) handleFindByNumber(c *api.Call, in *numberIn) (*ItemPlace, error) {
	var at *ItemPlace
	err := s.db.View(c, func(v *db.View) error {
		it, err := access.Anywhere(v, c.Who, db.NodeID(in.Number))
		if err != nil {
			return err
		}
		if it.InTrash() {
			return fault.InvalidID
		}
		at = &ItemPlace{Space: it.Space.ID, Directory: it.ID, My: it.IsInDrive()}
		if it.Kind == db.File {
			at.Directory, at.File = it.Parent, &it.ID
		}
		return nil
	})
	return at, err
}
