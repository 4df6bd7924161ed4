package nextcloud

import (
	"errors"
	"fmt"
	"io"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/quota"
	"anbar/blobstore"
	"anbar/db"
)

// updateWithinQuota does what makes a person's uploads more or larger, and takes it back unless all of them together may come.
func (s *Service) updateWithinQuota(c *api.Call, do func(*db.Tx) error) error {
	free, err := s.Blobs.FreeBytes()
	if err != nil {
		return err
	}
	return s.DB.Update(c, func(tx *db.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		return checkUploadRoom(tx.ReadOnly(), c.Who, free)
	})
}

// chunkBlock is what a chunk takes of the disk at least.
const chunkBlock = 4096

// checkUploadRoom fails unless all uploads of a person would fit into one of the workspaces to which they may bring files, and what did
// not come yet onto the disk. Where a file belongs is said only at its end.
func checkUploadRoom(v *db.View, who access.Actor, free int64) error {
	sum, err := v.ChunkUploadsSum(who.User, chunkBlock)
	if err != nil {
		return err
	}
	most, err := computeRoom(v, who)
	switch {
	case err != nil:
		return err
	case sum.Count > limits.ChunkUploads:
		return fault.TooManyRequests
	case sum.Bytes > most || sum.Left > free:
		return fault.QuotaExceeded.Because(fmt.Errorf("uploads of %d bytes, room for %d, %d to come, %d free", sum.Bytes, most, sum.Left,
			free))
	}
	return nil
}

// computeRoom returns how many bytes fit into the workspace that has the most room, of those to which the person may bring files. It
// fails when there is none.
func computeRoom(v *db.View, who access.Actor) (most int64, err error) {
	ids, err := listSpaceIDs(v, who)
	if err != nil {
		return 0, err
	}
	no, found := error(fault.PermissionDenied), false
	for _, id := range ids {
		sp, err := access.LoadWritableSpace(v, who, id)
		switch {
		case errors.Is(err, fault.PlanExpired), errors.Is(err, fault.WorkspaceFrozen):
			if !errors.Is(no, fault.PlanExpired) {
				no = err
			}
		case errors.Is(err, fault.InvalidID), errors.Is(err, fault.PermissionDenied):
		case err != nil:
			return 0, err
		default:
			found, most = true, max(most, quota.FreeBytes(sp, 1<<62))
		}
	}
	if !found {
		return 0, no
	}
	return most, nil
}

// checkCanUpload fails when the person may bring files nowhere.
func (s *Service) checkCanUpload(c *api.Call) error {
	return s.DB.View(c, func(v *db.View) error {
		_, err := computeRoom(v, c.Who)
		return err
	})
}

// checkDestination refuses early a file that could not be stored at the place that the request names.
func (s *Service) checkDestination(c *api.Call, files string, size int64) error {
	t, err := s.loadTree(c, files)
	if err != nil {
		return err
	}
	a, err := s.Dav.PrepareDestination(c, t)
	if err != nil {
		return err
	}
	return a.Check(size)
}

// computeRemaining returns how many bytes of an upload of unknown size may come now.
func (s *Service) computeRemaining(c *api.Call) (left int64, err error) {
	return db.Get(c, s.DB, func(v *db.View) (left int64, err error) {
		sum, err := v.ChunkUploadsSum(c.Who.User, chunkBlock)
		if err != nil {
			return 0, err
		}
		left, err = computeRoom(v, c.Who)
		left = max(0, left-sum.Bytes)
		return left, err
	})
}

// diskLimitedReader reads a body as long as the disk has room beside its reserve.
type diskLimitedReader struct {
	r         io.Reader
	blobs     *blobstore.Store
	remaining int64 // until the disk is asked again
}

// Read implements io.Reader.
func (s *diskLimitedReader) Read(b []byte) (int, error) {
	if s.remaining <= 0 {
		free, err := s.blobs.FreeBytes()
		if err != nil {
			return 0, err
		}
		if free == 0 {
			return 0, fault.QuotaExceeded
		}
		s.remaining = min(free, blockSize)
	}
	n, err := s.r.Read(b)
	s.remaining -= int64(n)
	return n, err
}
