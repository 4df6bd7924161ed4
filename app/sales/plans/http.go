package plans

import (
	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /plan/all", Gate: api.OptionalMember,
		Does: "The plans on sale, with what they cost", Fails: []*fault.Fault{fault.PermissionDenied},
	}, s.handleListAll)
	api.Handle(r, api.Op{
		Call: "GET /plan/validate-selection", Gate: api.Member,
		Does:  "Check whether a plan takes a workspace, or a new one",
		Fails: []*fault.Fault{fault.PlanNotChosen, fault.MemberQuota, fault.QuotaExceeded, fault.OneFreeWorkspace, fault.PermissionDenied},
	}, s.handleValidate)
	api.Handle(r, api.Op{
		Call: "GET /storage/workspace/{space_id}/current-plan", Gate: api.Client,
		Does: "The plan of a workspace", Fails: []*fault.Fault{fault.PermissionDenied},
	}, s.handleGetCurrent)
	api.Handle(r, api.Op{Call: "GET /admin/selling", Gate: api.Staff, Area: access.Money, Does: "The settings of selling"},
		s.handleGetSelling)
	api.Handle(r, api.Op{
		Call: "PUT /admin/selling", Gate: api.Staff, Area: access.Settings, Event: "selling_change",
		Does: "Change the settings of selling",
	}, s.handleChangeSelling)
	api.Handle(r, api.Op{Call: "GET /admin/plans", Gate: api.Staff, Area: access.Money, Does: "The newest version of each plan"},
		s.handleListForStaff)
	api.Handle(r, api.Op{
		Call: "PUT /admin/plans/{name}", Gate: api.Staff, Area: access.Money, Event: "plan_change",
		Does:  "Put a new version of a plan on sale; workspaces on the plan keep the terms that they bought",
		Fails: []*fault.Fault{fault.PlanNotChosen},
	}, s.handleEdit)
}

// PlanList is the plans on sale.
type PlanList struct {
	Selling     bool   `json:"selling" doc:"false: there is one unlimited plan, and nothing to buy"`
	Plans       []Plan `json:"plans"`
	Currency    string `json:"currency" enum:"IRT,IRR,EUR,USD"`
	Discount    int    `json:"yearly_discount" doc:"per cent"`
	Tax         int    `json:"tax" doc:"in hundredths of a per cent"`
	TaxIncluded bool   `json:"tax_included"`
	TrialDays   int    `json:"trial_days"`
	GraceDays   int    `json:"grace_days" doc:"days after the end of a plan or a trial in which everything goes on"`
	MayTry      bool   `json:"may_try" doc:"the caller has not had a trial yet"`
}

// YearlyDiscount is the per cent that a year costs less than twelve months.
const YearlyDiscount = 20

func unlimitedPlan() Plan {
	sp := &db.Space{}
	return newUnlimitedPlan(quota.TimelineDays(sp), quota.RestoreDays(sp), quota.CustomFields(sp))
}

type allIn struct {
	Space db.SpaceID `query:"space_id"`
}

func (s *Service) handleListAll(c *api.Call, in *allIn) (*PlanList, error) {
	l := &PlanList{Plans: []Plan{}, Discount: YearlyDiscount}
	err := s.db.View(c, func(v *db.View) error {
		set, err := LoadSelling(v)
		if err != nil {
			return err
		}
		l.Selling, l.Currency, l.Tax, l.TaxIncluded, l.TrialDays = set.On, set.Currency, set.Tax, set.TaxIncluded, set.TrialDays
		l.GraceDays = set.GraceDays
		if !set.On {
			l.Plans = append(l.Plans, unlimitedPlan())
			return nil
		}
		if in.Space != 0 {
			if _, err := access.Space(v, c.Who, in.Space, access.Read, access.Plan); err != nil {
				return err
			}
		}
		return l.addOffers(v, c.Who, set)
	})
	return l, err
}

// addOffers adds the plans that are sold, and whether the actor may try one.
func (l *PlanList) addOffers(v *db.View, who access.Actor, set *Selling) error {
	if who.User != 0 {
		had, err := v.HadTrial(who.User)
		if err != nil {
			return err
		}
		l.MayTry = !had && set.TrialDays > 0
	}
	rows, err := v.Plans()
	for i := range rows {
		if !rows[i].Withdrawn {
			l.Plans = append(l.Plans, ToPlan(&rows[i]))
		}
	}
	return err
}

type validateIn struct {
	Plan  db.PlanID  `query:"plan_id"`
	Space db.SpaceID `query:"space_id"`
	Users int        `query:"users_count"`
}

func (s *Service) handleValidate(c *api.Call, in *validateIn) (api.None, error) {
	return api.None{}, s.db.View(c, func(v *db.View) error {
		p, err := LoadChosen(v, in.Plan)
		if err != nil {
			return err
		}
		users := max(in.Users, p.MinUsers)
		if in.Space == 0 {
			if p.Name == Free {
				return CheckNoFree(v, c.Who.User)
			}
			return CheckFits(p, nil, users, 0)
		}
		sp, err := access.Space(v, c.Who, in.Space, access.Update, access.Plan)
		if err != nil {
			return err
		}
		if in.Users == 0 {
			users = max(users, sp.Members)
		}
		return CheckFits(p, sp, users, 0)
	})
}

func (s *Service) handleGetSelling(c *api.Call, _ *api.None) (*Selling, error) {
	return db.Get(c, s.db, func(v *db.View) (*Selling, error) { return LoadSelling(v) })
}

func (s *Service) handleChangeSelling(c *api.Call, in *Selling) (*Selling, error) {
	if err := s.UpdateSelling(c, c.Who, in, c.Origin()); err != nil {
		return nil, err
	}
	return s.handleGetSelling(c, nil)
}

// AdminPlans is every plan with the number of workspaces on it.
type AdminPlans struct {
	Plans []AdminPlan `json:"plans"`
}

// AdminPlan is a plan as staff see it.
type AdminPlan struct {
	Plan
	Workspaces int64 `json:"workspaces" doc:"on this plan, in all its versions"`
}

func (s *Service) handleListForStaff(c *api.Call, _ *api.None) (*AdminPlans, error) {
	l := &AdminPlans{Plans: []AdminPlan{}}
	err := s.db.View(c, func(v *db.View) error {
		rows, err := v.Plans()
		if err != nil {
			return err
		}
		for i := range rows {
			n, err := v.CountSubscriptions(rows[i].Name)
			if err != nil {
				return err
			}
			l.Plans = append(l.Plans, AdminPlan{ToPlan(&rows[i]), n})
		}
		return nil
	})
	return l, err
}

type editIn struct {
	Name           string `path:"name"`
	TitleFa        string `json:"title_fa"`
	TitleEn        string `json:"title_en"`
	Price          int64  `json:"price_per_user"`
	StoragePrice   int64  `json:"extra_storage_per_gig_price"`
	MinUsers       int    `json:"min_users_to_activate"`
	MaxUsers       int    `json:"max_users_to_activate"`
	Storage        int64  `json:"storage"`
	Versions       int    `json:"versioning"`
	TimelineDays   int    `json:"timeline_days"`
	RestoreDays    int    `json:"restore_days"`
	Fields         int    `json:"custom_fields"`
	AdvancedSearch bool   `json:"advanced_search"`
	Support        string `json:"priority_support" enum:"off,basic,growth,professional,enterprise"`
	Summaries      string `json:"ai_agent" enum:"disabled,summarize,full"`
	Withdrawn      bool   `json:"withdrawn"`
	Reason         string `json:"reason,omitempty" doc:"needed to stop selling the plan; the audit log keeps it"`
}

func (s *Service) handleEdit(c *api.Call, in *editIn) (*AdminPlans, error) {
	p := &db.Plan{
		Name: in.Name, TitleFa: in.TitleFa, TitleEn: in.TitleEn, Price: in.Price, StoragePrice: in.StoragePrice, MinUsers: in.MinUsers,
		MaxUsers: in.MaxUsers, Storage: in.Storage, Withdrawn: in.Withdrawn,
		PlanTerms: db.PlanTerms{
			Versions: in.Versions, TimelineDays: in.TimelineDays, RestoreDays: in.RestoreDays, Fields: in.Fields,
			AdvancedSearch: in.AdvancedSearch, Support: in.Support, Summaries: in.Summaries,
		},
	}
	if err := s.ChangePlan(c, c.Who, p, in.Reason, c.Origin()); err != nil {
		return nil, err
	}
	return s.handleListForStaff(c, nil)
}
