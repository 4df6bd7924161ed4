package uploads

import (
	"context"
	"errors"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/app/names"
	"anbar/db"
)

// Ref names an upload: by its id, or by the parameters that it was begun with.
type Ref struct {
	Upload   db.UploadID
	Space    db.SpaceID
	Key      string
	Checksum string
}

// loadUpload loads an upload that the actor began, to go on with it.
func (s *Service) loadUpload(ctx context.Context, who access.Actor, r Ref) (*db.Upload, error) {
	u, err := s.begun(ctx, who, r)
	if err == nil && !who.Scope.Lets(u.Space, access.Create, access.FileSubject) {
		if !who.Scope.Lets(u.Space, access.Read, access.FileSubject) {
			return nil, fault.UploadNotFound
		}
		return nil, fault.PermissionDenied
	}
	return u, err
}

func (s *Service) begun(ctx context.Context, who access.Actor, r Ref) (*db.Upload, error) {
	if u := s.active.find(uploaderOf(who), r.Upload); u != nil && (r.Space == 0 || r.Space == u.Space) {
		return u, nil
	}
	return s.policyFor(who).find(ctx, r)
}

// announced returns the upload if it is one that is kept in memory.
func (s *Service) announced(who access.Actor, r Ref) *db.Upload {
	by := uploaderOf(who)
	if r.Upload != 0 {
		if u := s.small.get(by, r.Upload); u != nil && (r.Space == 0 || r.Space == u.Space) {
			return u
		}
		return nil
	}
	n, err := names.Parse(r.Key)
	if err != nil {
		return nil
	}
	return s.small.findNewest(uploadName{by, r.Space, n.Text, r.Checksum})
}

func findUpload(v *db.View, who access.Actor, r Ref) (u *db.Upload, err error) {
	if r.Upload != 0 {
		u, err = v.UploadOf(uploaderOf(who), r.Upload)
	} else {
		n, perr := names.Parse(r.Key)
		if perr != nil {
			return nil, fault.UploadNotFound.Because(perr)
		}
		u, err = v.UploadByKey(uploaderOf(who), r.Space, n.Text, r.Checksum)
	}
	if errors.Is(err, db.ErrNotFound) || (err == nil && r.Space != 0 && u.Space != r.Space) {
		return nil, fault.UploadNotFound
	}
	return u, err
}
