package uploads

import (
	"fmt"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/db"
)

// checkCapacity refuses an upload that could not be completed beside the other uploads of its user.
// The uploads of other users do not count, because a begun upload reserves nothing.
func (s *Service) checkCapacity(v *db.View, who access.Actor, space *db.Space, r *Request) error {
	by, p := uploaderOf(who), s.policyFor(who)
	unstored := s.memory.unstored.sum(by, r.Space)
	sum, err := v.SumUploads(by, r.Space)
	if err != nil {
		return err
	}
	into := sum.SpaceBytes + unstored.SpaceBytes
	if sum.Count+unstored.Count >= p.maxUploads() {
		return fault.TooManyRequests
	}
	if err := quota.Check(space, into+r.Size); err != nil {
		return addHeldDetail(err, space, into, r.Size)
	}
	free, err := s.blobs.FreeBytes()
	if err != nil {
		return err
	}
	announced, err := p.announcedBytes(v, r, sum.Bytes)
	if err != nil {
		return err
	}
	announced += unstored.Bytes + r.Size
	if share := p.diskShare(free); announced > share {
		return fault.QuotaExceeded.Because(fmt.Errorf("%d bytes announced, %d free", announced, share))
	}
	return nil
}

// addHeldDetail tells what the uploader's own unfinished uploads hold, where the file would fit without
// them: nobody sees them in what the space has left.
func addHeldDetail(err error, space *db.Space, held, size int64) error {
	if held == 0 || quota.Check(space, size) != nil {
		return err
	}
	return fault.QuotaExceeded.With("held", held)
}
