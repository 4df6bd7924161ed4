package plans

import (
	"context"
	"errors"

	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/app/sessions"
	"anbar/db"
)

// Extend adds days to the paid time of a workspace, from its end or, when that is over, from now.
// A plan without an end needs none.
func (s *Service) Extend(ctx context.Context, by sessions.Staff, id db.SpaceID, days int) error {
	if days < 1 || days > maxDays {
		return fault.Field("days", fault.InvalidValue)
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if err := by.Reasoned(); err != nil {
			return err
		}
		sp, err := tx.AdminSpace(id)
		if errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID
		}
		if err != nil {
			return err
		}
		if sp.Plan == 0 || sp.EndsAt.IsZero() {
			return fault.PlanNotChosen
		}
		set, err := SellingOf(tx.ReadOnly())
		if err != nil {
			return err
		}
		ends := sp.EndsAt
		if ends.Before(tx.Now) {
			ends = tx.Now
		}
		ends = ends.AddDate(0, 0, days)
		return errors.Join(tx.UpdateSubscriptionEnds(id, ends, set.Lock(ends)), s.audit.Record(tx, by.Event(audit.SpacePlan, sp.Owner,
			audit.Detail{Name: sp.Title, Space: id.String(), Count: days})))
	})
}
