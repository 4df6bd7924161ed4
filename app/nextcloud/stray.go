package nextcloud

import (
	"context"
	"errors"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/live"
	"anbar/db"
)

// strays removes bytes whose upload is gone, as soon as it may be: they count for nobody.
type strays struct {
	asked chan struct{}
	ended chan struct{} // by Close
	done  chan struct{}
}

func (s *Service) sweepStrays() {
	defer close(s.strays.done)
	for {
		select {
		case <-s.strays.ended:
			return
		case <-s.strays.asked:
		}
		if err := s.dropStray(context.Background()); err != nil {
			s.Log.Warn("remove the bytes of uploads that ended", "err", err)
		}
	}
}

func (s *strays) ask() {
	select {
	case s.asked <- struct{}{}:
	default:
	}
}

// hear takes changes from the hub: uploads end with the token that began them.
func (s *strays) hear(t live.Changes) {
	if len(t.Tokens) > 0 {
		s.ask()
	}
}

// endedOr returns why an upload ended while its bytes came, and err when it did not end.
func (s *Service) endedOr(c *api.Call, u *db.ChunkUpload, err error) error {
	ended := s.DB.ViewOne(c, func(v *db.View) error {
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
	s.strays.ask() // for the bytes that came after the others were removed
	return err
}
