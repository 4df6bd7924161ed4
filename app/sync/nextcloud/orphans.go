package nextcloud

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/panics"
	"anbar/app/drive/live"
	"anbar/db"
)

// orphanSweeper removes bytes whose upload is gone, as soon as it may be: they count for nobody.
type orphanSweeper struct {
	wake    chan struct{}
	stopped chan struct{} // by Close
	done    chan struct{}
}

func (s *Service) sweepOrphans() {
	defer close(s.orphans.done)
	for {
		select {
		case <-s.orphans.stopped:
			return
		case <-s.orphans.wake:
		}
		err := panics.Catch(func() error { return s.removeOrphans(context.Background()) })
		if err != nil {
			s.Log.Warn("remove the bytes of uploads that ended", "err", err)
		}
	}
}

func (s *orphanSweeper) trigger() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// receiveChanges takes changes from the hub: uploads end with the token that began them.
func (s *orphanSweeper) receiveChanges(t live.Changes) {
	if len(t.Tokens) > 0 {
		s.trigger()
	}
}

// uploadEndError returns why an upload ended while its bytes came, and err when it did not end.
func (s *Service) uploadEndError(c *api.Call, u *db.ChunkUpload, err error) error {
	ended := s.DB.View(c, func(v *db.View) error {
		if err := access.CheckActive(v, c.Who); err != nil {
			return err
		}
		_, err := v.ChunkUploadOf(u.User, u.Name)
		return err
	})
	switch {
	case errors.Is(ended, db.ErrNotFound):
		err = fault.InvalidID
	case errors.Is(ended, fault.AuthenticationFailed):
		err = ended
	default:
		return err
	}
	s.orphans.trigger() // for the bytes that came after the others were removed
	return err
}
