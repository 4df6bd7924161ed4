package boxes

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"
)

func (s *Service) mountStaff(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "POST /admin/boxes/{upload_id}/end", Gate: api.Staff, Area: access.Workspaces, Event: "box_end",
		Does: "End an upload box, whoever made it; the files that came stay", Fails: []*fault.Fault{fault.InvalidID},
	}, func(c *api.Call, in *endIn) (api.None, error) {
		return api.None{}, s.DeleteByStaff(c, sessions.StaffAct{Who: c.Who, Reason: in.Reason, From: c.Origin()}, in.ID)
	})
}

type endIn struct {
	ID     string `path:"upload_id"`
	Reason string `json:"reason" doc:"for the audit log"`
}

// DeleteByStaff deletes a box and its uploads in progress for staff, who do not see what is in it. InvalidID when
// it was deleted before.
func (s *Service) DeleteByStaff(ctx context.Context, by sessions.StaffAct, id string) error {
	b, err := db.Do(ctx, s.db, func(tx *db.Tx) (b *db.Box, err error) {
		if err := by.CheckReason(); err != nil {
			return nil, err
		}
		b, err = tx.BoxByID(names.NormalizeSecret(id))
		if errors.Is(err, db.ErrNotFound) || err == nil && !b.DeletedAt.IsZero() {
			return b, fault.InvalidID
		}
		if err != nil {
			return b, err
		}
		return b, errors.Join(tx.UpdateBoxDeleted(b), s.audit.Record(tx, by.NewEvent(audit.BoxEnded, b.CreatedBy, audit.Detail{
			Name: b.ID, Space: b.Space.String(),
		})))
	})
	if err != nil {
		return err
	}
	return s.uploads.DeleteBoxUploads(ctx, b)
}
