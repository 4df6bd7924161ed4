package links

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
		Call: "POST /admin/links/{download_id}/end", Gate: api.Staff, Area: access.Workspaces, Event: "link_end",
		Does: "End a download link, whoever made it", Fails: []*fault.Fault{fault.InvalidID},
	}, func(c *api.Call, in *endIn) (api.None, error) {
		return api.None{}, s.DeleteByStaff(c, sessions.StaffAct{Who: c.Who, Reason: in.Reason, From: c.Origin()}, in.ID)
	})
}

type endIn struct {
	ID     string `path:"download_id"`
	Reason string `json:"reason" doc:"for the audit log"`
}

// DeleteByStaff deletes a link for staff, who do not see what it gives. InvalidID when it was deleted before.
func (s *Service) DeleteByStaff(ctx context.Context, by sessions.StaffAct, id string) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if err := by.CheckReason(); err != nil {
			return err
		}
		l, err := tx.LinkByID(names.NormalizeSecret(id))
		if errors.Is(err, db.ErrNotFound) || err == nil && !l.DeletedAt.IsZero() {
			return fault.InvalidID
		}
		if err != nil {
			return err
		}
		return errors.Join(tx.UpdateLinkDeleted(id), s.audit.Record(tx, by.NewEvent(audit.LinkEnded, l.CreatedBy, audit.Detail{
			Name: id, Space: l.Space.String(),
		})))
	})
}
