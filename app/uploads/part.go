package uploads

import (
	"context"
	"errors"
	"io"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/blobstore"
	"anbar/db"
)

// Part takes the bytes of part n, straight from the network to the disk. The
// same part may come again; other bytes for it are a conflict.
func (s *Service) Part(ctx context.Context, who access.Actor, r Ref, n int, body io.Reader) error {
	u, err := s.upload(ctx, who, r)
	if err != nil {
		return err
	}
	if who.Visitor != 0 {
		if body, err = s.mayBring(ctx, who, u, n, body); err != nil {
			return err
		}
	} else if err := s.still(ctx, who, u); err != nil {
		return err
	}
	if n < 0 || n >= chunkCount(u.Size, u.ChunkSize) {
		return fault.InvalidPart
	}
	if !u.Hash.IsZero() {
		return fault.UploadBusy
	}
	if u.Size == 0 {
		return nothingIn(body)
	}
	se, err := s.session(ctx, u)
	if err != nil {
		return err
	}
	return partFault(se.WritePart(ctx, n, body))
}

// still refuses the parts of a member who lost the right to bring them in. The
// database is asked again only after a commit that changed what anybody may reach.
func (s *Service) still(ctx context.Context, who access.Actor, u *db.Upload) error {
	if who.Scope == nil && s.looks.since(u.ID, s.db.Reach()) {
		return nil
	}
	return s.db.View(ctx, func(v *db.View) error {
		err := maySend(v, who, u)
		if err == nil {
			s.looks.put(u.ID, v.AsOf())
		}
		return err
	})
}

// maySend refuses the parts of who lost the right to bring files in since they began.
// A directory that is in the trash may come back before the upload ends.
func maySend(v *db.View, who access.Actor, u *db.Upload) error {
	_, err := access.Dir(v, who, u.Space, u.Directory, access.Create, access.FileSubject)
	if errors.Is(err, fault.InvalidID) {
		_, err = access.Space(v, who, u.Space, access.Read, access.Workspace)
	}
	return err
}

// left reports whether who began an upload may not bring it to an end any more: it would
// take up room in a workspace that they were sent away from.
func (s *Service) left(ctx context.Context, u *db.Upload) (bool, error) {
	if u.Visitor != 0 {
		return false, nil
	}
	err := s.db.View(ctx, func(v *db.View) error { return maySend(v, access.Actor{User: u.User}, u) })
	if errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied) {
		return true, nil
	}
	return false, err
}

func nothingIn(body io.Reader) error {
	n, err := io.CopyN(io.Discard, body, 1)
	if n != 0 {
		return fault.InvalidPart
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// partFault gives what the store says of a part its place in the catalogue.
func partFault(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, blobstore.ErrPartConflict):
		return fault.PartConflict.Because(err)
	case errors.Is(err, blobstore.ErrPartRange), errors.Is(err, io.ErrUnexpectedEOF):
		return fault.InvalidPart.Because(err)
	case errors.Is(err, blobstore.ErrBusy):
		return fault.UploadBusy.Because(err)
	case errors.Is(err, blobstore.ErrSessionGone):
		return fault.UploadNotFound.Because(err)
	}
	return err
}
