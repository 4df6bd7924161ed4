package uploads

import (
	"context"
	"time"

	"anbar/app/base/access"
	"anbar/db"
)

// Expire deletes uploads that were not used for their retention, and bytes without an
// upload.
func (s *Service) Expire(ctx context.Context) error {
	touched := map[string]time.Time{}
	for _, se := range s.blobs.ListSessions() {
		touched[se.SID] = se.Touched
	}
	now := time.Now()
	old, err := db.Get(ctx, s.db, func(v *db.View) ([]db.Upload, error) {
		return v.UploadsBefore(now.Add(-shortRetention))
	})
	if err != nil {
		return err
	}
	old = append(old, s.memory.unstored.list(func(a *unstoredUpload) bool { return a.CreatedAt.Before(now.Add(-shortRetention)) })...)
	for i := range old {
		u := &old[i]
		p := s.policyFor(access.Actor{User: u.User, Visitor: u.Visitor})
		limit := now.Add(-p.retention())
		if s.memory.isUnstored(u) {
			limit = now.Add(-shortRetention)
		}
		left, err := p.hasLeft(ctx, u)
		if err != nil {
			return err
		}
		if !left && (u.CreatedAt.After(limit) || touched[u.ID.String()].After(limit)) {
			continue
		}
		if err := s.deleteUpload(ctx, u.ID); err != nil {
			return err
		}
	}
	s.dropOrphanSessions(ctx, now.Add(-memberRetention))
	return nil
}

// dropOrphanSessions removes sessions that no part came to since limit. Any that is still here at that age has no row: Expire
// deleted those that had one. It is of a crash between the two, or of a workspace that was deleted.
func (s *Service) dropOrphanSessions(ctx context.Context, limit time.Time) {
	for _, se := range s.blobs.ListSessions() {
		var id db.UploadID
		if id.UnmarshalText([]byte(se.SID)) == nil && !se.Touched.After(limit) {
			s.abortSession(ctx, id)
		}
	}
}
