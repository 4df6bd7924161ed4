package plans

import (
	"context"
	"errors"
	"fmt"
	"time"

	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// ExtendPaidTime adds days to the paid time of a workspace, from its end or, when that is over, from now.
// A plan without an end needs none.
func (s *Service) ExtendPaidTime(ctx context.Context, by sessions.StaffAct, id db.SpaceID, days int) error {
	if days < 1 || days > maxDays {
		return fault.Field("days", fault.InvalidValue)
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if err := by.CheckReason(); err != nil {
			return err
		}
		sp, err := loadSpace(tx.ReadOnly(), id)
		if err != nil {
			return err
		}
		if sp.Plan == 0 || sp.EndsAt.IsZero() {
			return fault.PlanNotChosen
		}
		set, err := LoadSelling(tx.ReadOnly())
		if err != nil {
			return err
		}
		ends := laterOf(sp.EndsAt, tx.Now).AddDate(0, 0, days)
		return errors.Join(tx.UpdateSubscriptionEnds(id, ends, set.LockTime(ends)), s.audit.Record(tx,
			by.NewEvent(audit.SpacePlan, sp.Owner,
				audit.Detail{Name: sp.Title, Space: id.String(), Count: days})))
	})
}

const (
	maxAhead  = 10 * 366 // days
	monthDays = 30
)

// Choice is the plan that staff choose for a workspace.
type Choice struct {
	Plan     string
	Users    int
	ExtraGiB int64
	Ends     time.Time // of a plan that is paid for
	Replaces string    // Seen of what the choice replaces
}

// SubscriptionKey names the plan of a workspace as it is at a moment.
func SubscriptionKey(b *db.Subscription) string {
	if b == nil {
		return "none"
	}
	return fmt.Sprintf("%s-%d-%d-%d", b.Plan, b.Users, b.ExtraGiB, b.EndsAt.UnixMilli())
}

// ChoosePlan puts a workspace on a plan without an invoice, whether or not it fits; nothing is
// deleted. WorkspaceChanged when its plan is not the one that was seen any more.
func (s *Service) ChoosePlan(ctx context.Context, by sessions.StaffAct, id db.SpaceID, c Choice) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if err := by.CheckReason(); err != nil {
			return err
		}
		sp, err := loadSpace(tx.ReadOnly(), id)
		if err != nil {
			return err
		}
		if !sp.DeletedAt.IsZero() {
			return fault.InvalidID
		}
		if err := c.apply(tx, sp); err != nil {
			return err
		}
		return s.audit.Record(tx, by.NewEvent(audit.SpacePlanChosen, sp.Owner,
			audit.Detail{Name: sp.Title, Space: id.String(), Method: c.Plan, Before: sp.PlanName}))
	})
}

// apply puts a workspace on the chosen plan, when its plan is still the one that was seen.
func (c *Choice) apply(tx *db.Tx, sp *db.SpaceRow) error {
	set, err := LoadSelling(tx.ReadOnly())
	if err != nil {
		return err
	}
	if !set.On {
		return fault.PlanNotChosen
	}
	old, err := findSubscription(tx.ReadOnly(), sp.ID)
	if err != nil {
		return err
	}
	if SubscriptionKey(old) != c.Replaces {
		return fault.WorkspaceChanged
	}
	b, err := c.newSubscription(tx.ReadOnly(), sp, old)
	if err != nil {
		return err
	}
	return subscribeUnpaid(tx, set, b)
}

// loadSpace loads a workspace, deleted ones too.
func loadSpace(v *db.View, id db.SpaceID) (*db.SpaceRow, error) {
	sp, err := v.AdminSpace(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidID
	}
	return sp, err
}

// newSubscription checks the choice and returns what it makes of the workspace.
func (c *Choice) newSubscription(v *db.View, sp *db.SpaceRow, old *db.Subscription) (*db.Subscription, error) {
	p, err := findNewestPlan(v, c.Plan)
	if err != nil {
		return nil, err
	}
	b := &db.Subscription{Space: sp.ID, Plan: p.ID, Since: v.Now, StartsAt: v.Now}
	if p.Name == Free {
		b.Users = max(p.MaxUsers, 1)
		if old != nil && old.Period == "" {
			return b, nil
		}
		return b, CheckNoFree(v, sp.Owner)
	}
	b.Users, b.ExtraGiB, b.EndsAt, b.Period = c.Users, c.ExtraGiB, c.Ends, "monthly"
	b.StartsAt = c.Ends.AddDate(0, 0, -monthDays) // so that an upgrade is priced by the month
	return b, c.check(p, v.Now)
}

// check refuses a choice that a paid plan does not allow.
func (c *Choice) check(p *db.Plan, now time.Time) error {
	wrong := fault.Fields{}
	if c.Users < p.MinUsers || p.MaxUsers > 0 && c.Users > p.MaxUsers || c.Users > MaxUsers {
		wrong.Add("users_count", fault.InvalidValue)
	}
	if c.ExtraGiB < 0 || c.ExtraGiB > MaxExtraGiB {
		wrong.Add("extra_storage", fault.InvalidValue)
	}
	if !c.Ends.After(now) || c.Ends.After(now.AddDate(0, 0, maxAhead)) {
		wrong.Add("ends_at", fault.InvalidValue)
	}
	return wrong.Err()
}
