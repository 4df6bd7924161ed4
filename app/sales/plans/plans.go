// Package plans decides which plan a workspace is on: the plans that staff sell, and the
// subscriptions of workspaces. The limits of a plan hold through package quota. An appliance
// that sells nothing, which is the default, has one unlimited plan.
package plans

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/db"
)

// Service is the plans of one appliance.
type Service struct {
	db    *db.DB
	audit *audit.Log
	vault *Vault
	url   func() string
}

// New makes the service. Mails lead to the pages of the product at url.
func New(d *db.DB, events *audit.Log, vault *Vault, url func() string) *Service {
	return &Service{db: d, audit: events, vault: vault, url: url}
}

// SetSelling switches selling on or off at the set-up of the appliance.
func SetSelling(tx *db.Tx, on bool) error {
	s, err := LoadSelling(tx.ReadOnly())
	if err != nil {
		return err
	}
	s.On = on
	return storeSelling(tx, s)
}

// StartSelling switches selling on for an appliance whose first account came from the shell: there was no set-up
// that asked. It does nothing without an account, and once anybody decided about selling.
func (s *Service) StartSelling(ctx context.Context) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if _, err := tx.SellingSettings(); !errors.Is(err, db.ErrNotFound) {
			return err
		}
		if any, err := tx.AnyUser(); err != nil || !any {
			return err
		}
		return SetSelling(tx, true)
	})
}

// IsSelling reports whether plans are sold.
func (s *Service) IsSelling(ctx context.Context) (bool, error) {
	return db.Get(ctx, s.db, func(v *db.View) (on bool, err error) {
		settings, err := LoadSelling(v)
		on = err == nil && settings.On
		return on, err
	})
}

// UpdateSelling replaces the settings of selling. Secrets of payment providers that are not sent stay
// as they are. All administrators are told when the money of buyers goes elsewhere.
func (s *Service) UpdateSelling(ctx context.Context, who access.Actor, settings *Selling, from api.Origin) error {
	if err := settings.check(); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		before, err := LoadSelling(tx.ReadOnly())
		if err != nil {
			return err
		}
		moved := settings.changedDestinations(before)
		if err := s.vault.storeSecrets(tx, settings, before); err != nil {
			return err
		}
		return errors.Join(storeSelling(tx, settings), s.mailChangedDestinations(tx, who, moved, from),
			s.audit.Record(tx, audit.Event{Action: audit.SellingChanged, User: who.User, From: from}))
	})
}

// ChangePlan puts a new version of a plan on sale, or withdraws it. Workspaces on the plan
// keep the terms that they bought. To withdraw one needs a reason.
func (s *Service) ChangePlan(ctx context.Context, who access.Actor, p *db.Plan, reason string, from api.Origin) error {
	if err := checkPlan(p); err != nil {
		return err
	}
	reason = strings.TrimSpace(reason)
	if utf8.RuneCountInString(reason) > maxReason {
		return fault.Field("reason", fault.TooLong)
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		before, err := findNewestPlan(tx.ReadOnly(), p.Name)
		if err != nil {
			return err
		}
		if p.Withdrawn && !before.Withdrawn && reason == "" {
			return fault.Field("reason", fault.Required)
		}
		return errors.Join(tx.InsertPlan(p), s.audit.Record(tx, audit.Event{
			Action: audit.PlanChanged, User: who.User, From: from, Detail: audit.Detail{Name: p.Name, Reason: reason},
		}))
	})
}

const maxReason = 500 // runes

func checkPlan(p *db.Plan) error {
	wrong := fault.Fields{}
	for field, bad := range map[string]bool{
		"title_fa": p.TitleFa == "" || len(p.TitleFa) > maxPart, "title_en": p.TitleEn == "" || len(p.TitleEn) > maxPart,
		"price_per_user":              p.Price < 0 || p.Price > maxPrice || p.Name != Free && p.Price == 0 || p.Name == Free && p.Price > 0,
		"extra_storage_per_gig_price": p.StoragePrice < 0 || p.StoragePrice > maxPrice,
		"min_users_to_activate":       p.MinUsers < 1 || p.MinUsers > MaxUsers,
		"max_users_to_activate":       p.MaxUsers < 0 || p.MaxUsers > MaxUsers || p.MaxUsers > 0 && p.MaxUsers < p.MinUsers,
		"storage":                     p.Storage < 1<<20 || p.Storage > 1<<55,
		"versioning":                  p.Versions < 0, "timeline_days": p.TimelineDays < 1 || p.TimelineDays > db.ForEver,
		"restore_days": p.RestoreDays < 1 || p.RestoreDays > db.ForEver, "custom_fields": p.Fields < 0,
	} {
		if bad {
			wrong.Add(field, fault.InvalidValue)
		}
	}
	return wrong.Err()
}

// The most that can be bought for one workspace.
const (
	MaxUsers    = 100_000
	MaxExtraGiB = 1 << 20
)

// findNewestPlan returns the newest version of a plan, also a withdrawn one: PlanNotChosen when there is none of that name.
func findNewestPlan(v *db.View, name string) (*db.Plan, error) {
	all, err := v.Plans()
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(all, func(p db.Plan) bool { return p.Name == name }); i >= 0 {
		return &all[i], nil
	}
	return nil, fault.PlanNotChosen
}

// findOnSale returns the newest version of a plan: PlanNotChosen also when it is not for sale.
func findOnSale(v *db.View, name string) (*db.Plan, error) {
	p, err := findNewestPlan(v, name)
	if err == nil && p.Withdrawn {
		return nil, fault.PlanNotChosen
	}
	return p, err
}

// LoadChosen returns a plan that can be bought now. An id of an older version stands for the
// version on sale: the page that named it was opened before a change.
func LoadChosen(v *db.View, id db.PlanID) (*db.Plan, error) {
	p, err := v.PlanByID(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.PlanNotChosen
	}
	if err != nil {
		return nil, err
	}
	return findOnSale(v, p.Name)
}

// CheckFits fails when a plan does not take a workspace with its members and bytes, or so many
// users: MemberQuota, QuotaExceeded.
func CheckFits(p *db.Plan, sp *db.Space, users int, extraGiB int64) error {
	if users < p.MinUsers || p.MaxUsers > 0 && users > p.MaxUsers || users > MaxUsers {
		return fault.MemberQuota
	}
	if extraGiB < 0 || extraGiB > MaxExtraGiB {
		return fault.Field("extra_storage", fault.InvalidValue)
	}
	if sp == nil {
		return nil
	}
	if sp.Members > users {
		return fault.MemberQuota
	}
	if sp.StorageUsed > p.Storage+extraGiB*gib {
		return fault.QuotaExceeded
	}
	return nil
}

// CheckNoFree fails when the owner has a free workspace already.
func CheckNoFree(v *db.View, owner db.UserID) error {
	n, err := v.FreeSpacesOf(owner)
	if err == nil && n > 0 {
		err = fault.OneFreeWorkspace
	}
	return err
}

// keptAfter is how long the trash is kept as a larger plan before did.
const keptAfter = 30 * 24 * time.Hour

// Subscribe puts a workspace on a plan until ends; zero is for ever.
func Subscribe(tx *db.Tx, s *Selling, b *db.Subscription) error {
	if !b.EndsAt.IsZero() {
		b.LockedAt = s.LockTime(b.EndsAt)
	}
	next, err := tx.PlanByID(b.Plan)
	if err != nil {
		return err
	}
	old, err := tx.SubscriptionOf(b.Space)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return tx.PutSubscription(b)
	case err != nil:
		return err
	}
	before, err := tx.PlanByID(old.Plan)
	if err != nil {
		return err
	}
	if old.FormerUntil.After(tx.Now) { // promised when a larger plan ended, whatever is bought meanwhile
		b.FormerRestoreDays, b.FormerUntil = old.FormerRestoreDays, old.FormerUntil
	}
	if before.RestoreDays > next.RestoreDays {
		b.FormerRestoreDays, b.FormerUntil = max(b.FormerRestoreDays, before.RestoreDays), tx.Now.Add(keptAfter)
	}
	return tx.PutSubscription(b)
}

// SubscribeFree puts a new workspace on the free plan, where plans are sold. Its owner may have
// one such workspace.
func SubscribeFree(tx *db.Tx, owner db.UserID, space db.SpaceID) error {
	s, err := LoadSelling(tx.ReadOnly())
	if err != nil || !s.On {
		return err
	}
	if err := CheckNoFree(tx.ReadOnly(), owner); err != nil {
		return err
	}
	p, err := findOnSale(tx.ReadOnly(), Free)
	if err != nil {
		return err
	}
	return subscribeUnpaid(tx, s, &db.Subscription{Space: space, Plan: p.ID, Users: max(p.MaxUsers, 1), Since: tx.Now, StartsAt: tx.Now})
}

// subscribeUnpaid puts a workspace on a plan without an invoice.
func subscribeUnpaid(tx *db.Tx, s *Selling, b *db.Subscription) error {
	if err := Subscribe(tx, s, b); err != nil {
		return err
	}
	return tx.UpdateSubscriptionGranted(b.Space)
}

// laterOf returns the later one of two times.
func laterOf(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// RevertPurchase puts a workspace on the plan that it had before any invoice, when what was bought is
// taken back; b is its subscription without that. Without such a plan the paid time is over, and
// so it is when the owner has another free workspace by now.
func RevertPurchase(tx *db.Tx, s *Selling, b *db.Subscription, g *db.GrantedPlan, owner db.UserID) error {
	var err error
	isFree := g != nil && g.EndsAt.IsZero()
	if isFree {
		err = CheckNoFree(tx.ReadOnly(), owner)
	}
	next := *b
	switch {
	case g == nil || errors.Is(err, fault.OneFreeWorkspace):
		if next.EndsAt.After(tx.Now) {
			next.EndsAt = tx.Now
		}
	case err != nil:
		return err
	case isFree:
		next = db.Subscription{Space: b.Space, Plan: g.Plan, Users: g.Users, Since: tx.Now, StartsAt: tx.Now}
	default:
		next.Plan, next.Users, next.ExtraGiB, next.Trial = g.Plan, g.Users, g.ExtraGiB, false
		next.EndsAt = laterOf(b.EndsAt, laterOf(g.EndsAt, tx.Now))
		next.StartsAt = next.EndsAt.AddDate(0, 0, -monthDays)
	}
	return Subscribe(tx, s, &next)
}
