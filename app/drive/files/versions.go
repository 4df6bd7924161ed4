package files

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/db"
)

// Ref names a file in its directory.
type Ref struct {
	Space     db.SpaceID
	Directory db.NodeID
	File      db.NodeID
}

// RestoreVersion makes an old version the head of its file. Nothing is copied,
// and the versions keep their numbers. may is asked in the same transaction; nil allows all.
func (s *Service) RestoreVersion(ctx context.Context, who access.Actor, f Ref, id db.VersionID,
	may func(*db.View, *access.Item) error) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		it, ver, err := s.loadVersion(tx, who, f, id, access.Update)
		if err != nil || it.Version == ver.ID {
			return err
		}
		if err := checkLease(tx.ReadOnly(), who, it.Node); err != nil {
			return err
		}
		if may != nil {
			if err := may(tx.ReadOnly(), it); err != nil {
				return err
			}
		}
		t, err := tx.ThumbnailOf(ver.ID, ver.Hash)
		if err != nil {
			return err
		}
		ver.Thumbnail, ver.CreatedBy = t.State, who.User
		before, after := it.Number, ver.Number
		if err := tx.UpdateNodeHead(it.Node, ver); err != nil {
			return err
		}
		return activity.Record(tx, who, it, activity.VersionRestore, &activity.Detail{Number: before}, &activity.Detail{Number: after})
	})
}

func (s *Service) loadVersion(tx *db.Tx, who access.Actor, f Ref, id db.VersionID, verb access.Verb) (*access.Item, *db.Version, error) {
	it, err := access.File(tx.ReadOnly(), who, f.Space, f.Directory, f.File, verb, access.Version)
	if err != nil {
		return nil, nil, err
	}
	ver, err := tx.VersionOf(f.File, id)
	if errors.Is(err, db.ErrNotFound) {
		err = fault.VersionNotFound
	}
	return it, ver, err
}

// DeleteVersion removes a version for good; the newest of the others becomes
// the head when it was it. The only version stays: LastVersion.
func (s *Service) DeleteVersion(ctx context.Context, who access.Actor, f Ref, id db.VersionID) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		it, ver, err := s.loadVersion(tx, who, f, id, access.Delete)
		if err == nil {
			err = checkLease(tx.ReadOnly(), who, it.Node)
		}
		if err != nil {
			return err
		}
		if err := removeVersion(tx, it, ver); err != nil {
			return err
		}
		return activity.Record(tx, who, it, activity.VersionDelete, &activity.Detail{Number: ver.Number, Size: &ver.Size}, nil)
	})
}

func removeVersion(tx *db.Tx, it *access.Item, ver *db.Version) error {
	all, err := tx.VersionsOf(it.ID)
	if err != nil {
		return err
	}
	if len(all) == 1 {
		return fault.LastVersion
	}
	if ver.ID == it.Version {
		next := all[0]
		if next.ID == ver.ID {
			next = all[1]
		}
		return removeHead(tx, it, &next)
	}
	if err := tx.DeleteVersion(ver.ID); err != nil {
		return err
	}
	return quota.Release(tx, it.Space.ID, ver.Size)
}

// Whether others than members reach a file by its direct link.
const (
	Private = "private"
	Public  = "public"
)

// SetAccess makes a file public through its direct link, with all versions to come or with
// one of them, or private again.
func (s *Service) SetAccess(ctx context.Context, who access.Actor, f Ref, status string, only db.VersionID) (*ItemView, error) {
	if status != Private && status != Public {
		return nil, fault.Field("status", fault.InvalidValue)
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (*ItemView, error) {
		it, err := access.File(tx.ReadOnly(), who, f.Space, f.Directory, f.File, access.Create, access.DownloadLink)
		if err != nil {
			return nil, err
		}
		if status == Public && it.Space.PreventNonMembers {
			return nil, fault.NonMembersForbidden
		}
		if err := updateAccess(tx, who, it, status, only); err != nil {
			return nil, err
		}
		return Load(tx.ReadOnly(), who, f.Space, f.File)
	})
}

func updateAccess(tx *db.Tx, who access.Actor, it *access.Item, status string, only db.VersionID) error {
	if only != 0 {
		if _, err := tx.VersionOf(it.ID, only); errors.Is(err, db.ErrNotFound) {
			return fault.VersionNotFound
		} else if err != nil {
			return err
		}
	}
	before := &activity.Detail{Access: accessWord(it.Node)}
	if err := tx.UpdateNodePublic(it.Node, status == Public, only); err != nil {
		return err
	}
	return activity.Record(tx, who, it, activity.FileAccess, before, &activity.Detail{Access: status})
}

func accessWord(n *db.Node) string {
	if n.Public {
		return Public
	}
	return Private
}
