package plans

import (
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/db"
)

// State is the state of a subscription.
type State string

// The states. Unlimited is that of a workspace without a plan.
const (
	Unlimited State = "unlimited"
	FreeState State = "free"
	Trial     State = "trial"
	Active    State = "active"
	Grace     State = "grace"   // the paid time is over, everything goes on
	Expired   State = "expired" // nothing can be written
)

// StateOf returns the state of a subscription; nil is that of a workspace without one.
func StateOf(b *db.Subscription, now time.Time) State {
	switch {
	case b == nil:
		return Unlimited
	case b.EndsAt.IsZero():
		return FreeState
	case !b.LockedAt.IsZero() && !now.Before(b.LockedAt):
		return Expired
	case !now.Before(b.EndsAt):
		return Grace
	case b.Trial:
		return Trial
	}
	return Active
}

// Plan is a plan as buyers see it.
type Plan struct {
	ID             db.PlanID `json:"plan_id" nullable:"true" doc:"null for the unlimited plan of an appliance that sells nothing"`
	Name           string    `json:"name" enum:"unlimited,free,standard,professional,business,growth,enterprise,premium"`
	Version        int       `json:"version"`
	TitleFa        string    `json:"title_fa"`
	TitleEn        string    `json:"title_en"`
	Price          int64     `json:"price_per_user" doc:"for a month, in the smallest unit of the currency"`
	StoragePrice   int64     `json:"extra_storage_per_gig_price" doc:"for a month"`
	MinUsers       int       `json:"min_users_to_activate"`
	MaxUsers       int       `json:"max_users_to_activate" doc:"0 is any number"`
	Storage        int64     `json:"storage" doc:"bytes; 0 is any number"`
	Versions       int       `json:"versioning" doc:"versions of a file; 0 is any number"`
	TimelineDays   int       `json:"timeline_days" doc:"36500 is for ever"`
	RestoreDays    int       `json:"restore_days"`
	Fields         int       `json:"custom_fields"`
	AdvancedSearch bool      `json:"advanced_search"`
	Support        string    `json:"priority_support" enum:"off,basic,growth,professional,enterprise"`
	Summaries      string    `json:"ai_agent" enum:"disabled,summarize,full"`
	Withdrawn      bool      `json:"withdrawn" doc:"not for sale"`
}

// ToPlan is a plan in the form of the calls.
func ToPlan(p *db.Plan) Plan {
	return Plan{
		ID: p.ID, Name: p.Name, Version: p.Version, TitleFa: p.TitleFa, TitleEn: p.TitleEn, Price: p.Price, StoragePrice: p.StoragePrice,
		MinUsers: p.MinUsers, MaxUsers: p.MaxUsers, Storage: p.Storage, Versions: p.Versions, TimelineDays: p.TimelineDays,
		RestoreDays: p.RestoreDays, Fields: p.Fields, AdvancedSearch: p.AdvancedSearch, Support: p.Support, Summaries: p.Summaries,
		Withdrawn: p.Withdrawn,
	}
}

// newUnlimitedPlan is the plan of an appliance that sells nothing.
func newUnlimitedPlan(timeline, restore, fields int) Plan {
	return Plan{
		Name: string(Unlimited), TitleFa: "نامحدود", TitleEn: "Unlimited", MinUsers: 1, TimelineDays: timeline, RestoreDays: restore,
		Fields: fields, AdvancedSearch: true, Support: "off", Summaries: "full",
	}
}

// CurrentPlan is the plan of a workspace.
type CurrentPlan struct {
	Plan         Plan     `json:"plan"`
	State        State    `json:"status" enum:"unlimited,free,trial,active,grace,expired"`
	Users        int      `json:"users_count" doc:"users that were bought; 0 is any number"`
	ExtraStorage int64    `json:"extra_storage" doc:"GiB beside those of the plan"`
	Period       string   `json:"period" enum:",daily,weekly,monthly,yearly"`
	StartsAt     api.Time `json:"starts_at" nullable:"true"`
	EndsAt       api.Time `json:"ends_at" nullable:"true"`
	LockedAt     api.Time `json:"locked_at" nullable:"true" doc:"from then on nothing can be written"`
	Members      int      `json:"members"`
	StorageUsed  int64    `json:"storage_used"`
	Use          PlanUse  `json:"use"`
	CanRenew     bool     `json:"can_renew"`
	CanUpgrade   bool     `json:"can_upgrade"`
	Owner        Owner    `json:"owner" doc:"who can change the plan"`
}

// PlanUse is what a workspace holds, beside the limits that count it, with or without a plan.
type PlanUse struct {
	StorageLimit int64 `json:"storage_limit" doc:"bytes; 0 is none"`
	MemberLimit  int   `json:"member_limit" doc:"0 is none"`
	Heads        int64 `json:"heads" doc:"bytes of the newest versions of files"`
	Versions     int64 `json:"versions" doc:"bytes of the versions before"`
	Trash        int64 `json:"trash" doc:"bytes"`
	Files        int64 `json:"files" doc:"without those in the trash"`
	Directories  int64 `json:"directories"`
	NodeLimit    int64 `json:"node_limit" doc:"of files and directories, with those in the trash; 0 is none"`
	VersionLimit int   `json:"version_limit" doc:"of a file; 0 is none"`
	Fields       int   `json:"custom_fields"`
	FieldLimit   int   `json:"custom_field_limit"`
	TimelineDays int   `json:"timeline_days" doc:"36500 is for ever"`
	RestoreDays  int   `json:"restore_days"`
}

// loadUse counts what a workspace holds.
func loadUse(v *db.View, sp *db.Space) (PlanUse, error) {
	u, err := v.SpaceUse(sp)
	if err != nil {
		return PlanUse{}, err
	}
	fields, err := v.CountFields(sp.ID)
	return PlanUse{
		StorageLimit: sp.StorageLimit, MemberLimit: sp.MemberLimit, Heads: u.Heads, Versions: u.Versions, Trash: u.Trash, Files: u.Files,
		Directories: u.Directories, NodeLimit: quota.NodeLimit(sp), VersionLimit: quota.Versions(sp), Fields: fields,
		FieldLimit: quota.CustomFields(sp), TimelineDays: quota.TimelineDays(sp), RestoreDays: quota.RestoreDays(sp),
	}, err
}

// Owner is the owner of a workspace, whom others ask for a larger plan.
type Owner struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

// SchemaName implements api.SchemaNamer.
func (Owner) SchemaName() string { return "PlanOwner" }

// findSubscription returns the subscription of a space, or nil.
func findSubscription(v *db.View, id db.SpaceID) (*db.Subscription, error) {
	b, err := v.SubscriptionOf(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	return b, err
}

type spaceIn struct {
	Space db.SpaceID `path:"space_id"`
}

func (s *Service) handleGetCurrent(c *api.Call, in *spaceIn) (*CurrentPlan, error) {
	return db.Get(c, s.db, func(v *db.View) (*CurrentPlan, error) { return loadCurrentPlan(v, c.Who, in.Space) })
}

func loadCurrentPlan(v *db.View, who access.Actor, space db.SpaceID) (*CurrentPlan, error) {
	sp, rights, err := access.SpaceRights(v, who, space)
	if err != nil {
		return nil, err
	}
	if !rights.Has(access.Read, access.Plan) {
		return nil, fault.PermissionDenied
	}
	b, err := findSubscription(v, sp.ID)
	if err != nil {
		return nil, err
	}
	o := &CurrentPlan{Plan: unlimitedPlan(), State: StateOf(b, v.Now), Members: sp.Members, StorageUsed: sp.StorageUsed}
	if o.Use, err = loadUse(v, sp); err != nil {
		return nil, err
	}
	owner, err := v.UserByID(sp.Owner)
	if err != nil {
		return nil, err
	}
	o.Owner = Owner{Name: owner.FirstName + " " + owner.LastName, Email: owner.Email}
	if b == nil {
		return o, nil
	}
	return o, o.addSubscription(v, b, rights.Has(access.Update, access.Plan))
}

// addSubscription adds the subscription of a workspace.
func (o *CurrentPlan) addSubscription(v *db.View, b *db.Subscription, owns bool) error {
	p, err := v.PlanByID(b.Plan)
	if err != nil {
		return err
	}
	o.Plan, o.Users, o.ExtraStorage, o.Period = ToPlan(p), b.Users, b.ExtraGiB, b.Period
	o.StartsAt, o.EndsAt, o.LockedAt = api.Time(b.StartsAt), api.Time(b.EndsAt), api.Time(b.LockedAt)
	o.CanRenew, o.CanUpgrade = owns && p.Name != Free, owns
	return nil
}
