package console

import (
	"errors"
	"time"

	"anbar/app/base/api"
	"anbar/app/sales/plans"
	"anbar/db"
)

// AdminPlanChoice is the plan of a workspace beside those that staff can choose.
type AdminPlanChoice struct {
	Current *plans.Plan  `json:"current" doc:"with the terms that were bought; null for none"`
	Users   int          `json:"users_count" doc:"of the current plan"`
	Extra   int64        `json:"extra_storage" doc:"GiB beside those of the current plan"`
	Bonus   int64        `json:"bonus" doc:"bytes that it has on any plan"`
	EndsAt  api.Time     `json:"ends_at" nullable:"true"`
	Members int          `json:"members"`
	Storage int64        `json:"storage_used"`
	Fields  int          `json:"custom_fields"`
	Seen    string       `json:"seen" doc:"to send with the choice"`
	Plans   []plans.Plan `json:"plans" doc:"the newest version of each, withdrawn ones too"`
}

func (s *Service) handleGetPlanChoice(c *api.Call, in *spaceIn) (*AdminPlanChoice, error) {
	return db.Get(c, s.db, func(v *db.View) (o *AdminPlanChoice, err error) {
		sp, err := loadSpaceRow(v, in.Space)
		if err != nil {
			return nil, err
		}
		o = &AdminPlanChoice{Members: sp.Members, Storage: sp.StorageUsed, Seen: plans.SubscriptionKey(nil), Plans: []plans.Plan{}}
		if o.Fields, err = v.CountFields(sp.ID); err != nil {
			return o, err
		}
		all, err := v.Plans()
		if err != nil {
			return o, err
		}
		for i := range all {
			o.Plans = append(o.Plans, plans.ToPlan(&all[i]))
		}
		return o, o.loadCurrent(v, sp.ID)
	})
}

// loadCurrent adds the plan that a workspace has now, when it has one.
func (o *AdminPlanChoice) loadCurrent(v *db.View, id db.SpaceID) error {
	b, err := v.SubscriptionOf(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	p, err := v.PlanByID(b.Plan)
	if err != nil {
		return err
	}
	shown := plans.ToPlan(p)
	o.Current, o.Users, o.Extra, o.Bonus, o.EndsAt, o.Seen = &shown, b.Users, b.ExtraGiB, b.Bonus, api.Time(b.EndsAt),
		plans.SubscriptionKey(b)
	return nil
}

type choosePlanIn struct {
	Space  db.SpaceID `path:"space_id"`
	Plan   string     `json:"plan" enum:"free,standard,professional,business,growth,enterprise,premium"`
	Users  int        `json:"users_count,omitempty" doc:"of a plan that is paid for"`
	Extra  int64      `json:"extra_storage,omitempty" doc:"GiB beside those of the plan"`
	EndsAt time.Time  `json:"ends_at,omitzero" doc:"of a plan that is paid for; within ten years"`
	Seen   string     `json:"seen" doc:"from the answer that the choice was made by"`
	Reason string     `json:"reason" doc:"for the audit log"`
}

func (s *Service) handleChoosePlan(c *api.Call, in *choosePlanIn) (api.None, error) {
	return api.None{}, s.plans.ChoosePlan(c, staffOf(c, in.Reason), in.Space, plans.Choice{
		Plan: in.Plan, Users: in.Users, ExtraGiB: in.Extra, Ends: in.EndsAt, Replaces: in.Seen,
	})
}
