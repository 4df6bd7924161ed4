package uploads

import (
	"context"
	"time"

	"anbar/db"
)

// Expire deletes uploads that were not used for their retention, and bytes without an
// upload.
func (s *Service) Expire(ctx context.Context) error {
	touched := map[string]time.Time{}
	for _, se := range s.blobs.Sessions() {
		touched[se.SID] = se.Touched
	}
	now := time.Now()
	var old []db.Upload
	err := s.db.View(ctx, func(v *db.View) (err error) {
		old, err = v.UploadsBefore(now.Add(-keptOfVisit))
		return err
	})
	if err != nil {
		return err
	}
	old = append(old, s.small.list(func(a *announced) bool { return a.CreatedAt.Before(now.Add(-keptOfVisit)) })...)
	for i := range old {
		u := &old[i]
		in := s.intakeOf(u)
		limit := now.Add(-in.kept())
		if s.small.get(identityOf(u).by, u.ID) != nil {
			limit = now.Add(-keptOfVisit)
		}
		left, err := in.left(ctx, u)
		if err != nil {
			return err
		}
		if !left && (u.CreatedAt.After(limit) || touched[u.ID.String()].After(limit)) {
			continue
		}
		if err := s.forget(ctx, u.ID); err != nil {
			return err
		}
	}
	return s.dropStray(ctx, now.Add(-kept))
}

// dropStray removes sessions whose row is gone: a crash between the two, or a
// workspace that was deleted.
func (s *Service) dropStray(ctx context.Context, limit time.Time) error {
	for _, se := range s.blobs.Sessions() {
		var id db.UploadID
		if id.UnmarshalText([]byte(se.SID)) != nil || se.Touched.After(limit) {
			continue
		}
		s.drop(ctx, id)
	}
	return nil
}
