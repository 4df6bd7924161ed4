package uploads

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

// Ref names an upload: by its id, or by the parameters that it was begun with.
type Ref struct {
	Upload   db.UploadID
	Space    db.SpaceID
	Key      string
	Checksum string
}

// loadUpload loads an upload that the actor began, to go on with it: from memory, or else from
// the database. It fails with UploadNotFound, and with PermissionDenied when a token may not
// create files in that workspace.
func (s *Service) loadUpload(ctx context.Context, who access.Actor, r Ref) (*db.Upload, error) {
	by := uploaderOf(who)
	u := s.memory.rows.find(by, r)
	if u == nil {
		if err := s.policyFor(who).checkUploader(ctx); err != nil {
			return nil, err
		}
		u = s.memory.unstored.findRef(by, r)
	}
	if u == nil {
		err := s.db.View(ctx, func(v *db.View) (err error) {
			if r.Upload != 0 {
				u, err = v.UploadOf(by, r.Upload)
				return err
			}
			n, err := names.Parse(r.Key)
			if err != nil {
				return fault.UploadNotFound.Because(err)
			}
			u, err = v.UploadByKey(by, r.Space, n.Text, r.Checksum)
			return err
		})
		if errors.Is(err, db.ErrNotFound) || err == nil && r.Space != 0 && u.Space != r.Space {
			err = fault.UploadNotFound
		}
		if err != nil {
			return nil, err
		}
	}
	if who.Scope.Allows(u.Space, access.Create, access.FileSubject) {
		return u, nil
	}
	if who.Scope.Allows(u.Space, access.Read, access.FileSubject) {
		return nil, fault.PermissionDenied
	}
	return nil, fault.UploadNotFound
}
