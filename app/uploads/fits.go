package uploads

import (
	"fmt"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/app/quota"
	"anbar/db"
)

// fits refuses an upload that could not be completed beside the other uploads of its user.
// The uploads of other users do not count, because a begun upload reserves nothing.
func (s *Service) fits(v *db.View, who access.Actor, space *db.Space, r *Request) error {
	by, in := uploader(who), s.intake(who)
	held := s.small.tally(by)
	count, bytes, into, err := v.Announced(by, r.Space)
	if err != nil {
		return err
	}
	if count+held.count >= in.maxUploads() {
		return fault.TooManyRequests
	}
	if err := quota.Check(space, into+held.bytes+r.Size); err != nil {
		return err
	}
	free, err := s.blobs.Free()
	if err != nil {
		return err
	}
	if bytes, free, err = in.room(v, r, bytes, free); err != nil {
		return err
	}
	if bytes+held.bytes+r.Size > free {
		return fault.QuotaExceeded.Because(fmt.Errorf("%d bytes announced, %d free", bytes+held.bytes+r.Size, free))
	}
	return nil
}
