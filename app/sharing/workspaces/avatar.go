package workspaces

import (
	"context"
	"errors"
	"io"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/activity"
	"anbar/db"
)

// SetAvatar replaces a workspace's picture with the one in r: png or jpeg,
// under 10 MB. It is cut square, made small and written anew, so nothing that
// hid in the file stays.
func (s *Service) SetAvatar(ctx context.Context, who access.Actor, id db.SpaceID, r io.Reader) (*db.Space, error) {
	err := s.db.View(ctx, func(v *db.View) error {
		_, err := access.Space(v, who, id, access.Update, access.Workspace)
		return err
	})
	if err != nil {
		return nil, err
	}
	small, kind, err := s.avatars.Resize(ctx, who.User, r)
	if err != nil {
		return nil, err
	}
	digest, lease, err := s.blobs.Put(ctx, small)
	if err != nil {
		return nil, err
	}
	defer lease.Release()
	return s.updateSpace(ctx, who, id, access.Update, func(tx *db.Tx, sp *db.Space) error {
		if err := tx.UpdateSpaceAvatar(id, db.Hash(digest), kind); err != nil {
			return err
		}
		return recordSpaceActivity(tx, who, sp, activity.WorkspaceAppearance, nil, nil)
	})
}

// RemoveAvatar takes the workspace's picture away.
func (s *Service) RemoveAvatar(ctx context.Context, who access.Actor, id db.SpaceID) (*db.Space, error) {
	return s.updateSpace(ctx, who, id, access.Update, func(tx *db.Tx, _ *db.Space) error {
		return tx.UpdateSpaceAvatar(id, db.Hash{}, "")
	})
}

// LoadAvatar returns a workspace's picture and its content type. It needs no permission,
// because public pages show the picture.
func (s *Service) LoadAvatar(ctx context.Context, id db.SpaceID) (db.Hash, string, error) {
	var h db.Hash
	var kind string
	err := s.db.View(ctx, func(v *db.View) (err error) {
		h, kind, err = v.SpaceAvatar(id)
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	return h, kind, err
}
