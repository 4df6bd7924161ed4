package db

import (
	"database/sql"
	"time"
)

// Plan is one version of a plan. Rows never change, so a workspace keeps the terms that
// were bought; the plan on sale is the newest version of its name.
type Plan struct {
	ID           PlanID
	Name         string // free, standard, …
	Version      int
	TitleFa      string
	TitleEn      string
	Price        int64 // for a user and a month, in the smallest unit of the currency
	StoragePrice int64 // for an extra GiB and a month
	MinUsers     int
	MaxUsers     int // 0 is any number
	Storage      int64
	PlanTerms
	Withdrawn bool
	CreatedAt time.Time
}

// ForEver is the number of days of a timeline that is never cut.
const ForEver = 36500

// PlanTerms are the terms of a plan beside its storage and users. The zero value are those
// of a workspace without a plan.
type PlanTerms struct {
	Versions       int // of a file; 0 is any number
	TimelineDays   int // ForEver at most
	RestoreDays    int
	Fields         int // custom fields
	AdvancedSearch bool
	Support        string
	Summaries      string
}

const termColumns = "p.versions, p.timeline_days, p.restore_days, p.fields, p.advanced_search, p.support, p.summaries"

func (t *PlanTerms) fields() []any {
	return []any{&t.Versions, &t.TimelineDays, &t.RestoreDays, &t.Fields, &t.AdvancedSearch, &t.Support, &t.Summaries}
}

const planColumns = "p.id, p.name, p.version, p.title_fa, p.title_en, p.price, p.storage_price, p.min_users, p.max_users, p.storage, " +
	termColumns + ", p.withdrawn, p.created_at"

func (p *Plan) columns() []any {
	all := []any{&p.ID, &p.Name, &p.Version, &p.TitleFa, &p.TitleEn, &p.Price, &p.StoragePrice, &p.MinUsers, &p.MaxUsers, &p.Storage}
	return append(append(all, p.PlanTerms.fields()...), &p.Withdrawn, timeScanner{&p.CreatedAt})
}

// PlanByID returns a version of a plan.
func (v *View) PlanByID(id PlanID) (*Plan, error) {
	var p Plan
	return &p, v.scanRow("SELECT "+planColumns+" FROM plans p WHERE p.id = ?", []any{id}, p.columns()...)
}

// Plans returns the newest version of each plan, withdrawn ones too, by the users and the
// storage they begin with.
func (v *View) Plans() ([]Plan, error) {
	return listRows(v, func(r *sql.Rows, p *Plan) error { return r.Scan(p.columns()...) },
		"SELECT "+planColumns+" FROM plans p WHERE p.version = (SELECT max(version) FROM plans WHERE name = p.name) "+
			"ORDER BY p.price, p.storage, p.id")
}

// InsertPlan adds the next version of a plan and sets ID and Version.
// home: app/sales/plans
func (tx *Tx) InsertPlan(p *Plan) error {
	p.ID = PlanID(NewID())
	if err := tx.scanRow("SELECT coalesce(max(version), 0) + 1 FROM plans WHERE name = ?", []any{p.Name}, &p.Version); err != nil {
		return err
	}
	return tx.exec("INSERT INTO plans (id, name, version, title_fa, title_en, price, storage_price, min_users, max_users, storage, "+
		"versions, timeline_days, restore_days, fields, advanced_search, support, summaries, withdrawn, created_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", p.ID, p.Name, p.Version, p.TitleFa, p.TitleEn, p.Price,
		p.StoragePrice, p.MinUsers, p.MaxUsers, p.Storage, p.Versions, p.TimelineDays, p.RestoreDays, p.Fields, p.AdvancedSearch, p.Support,
		p.Summaries, p.Withdrawn, toMillis(tx.Now))
}

// Subscription is the plan of a workspace.
type Subscription struct {
	Space    SpaceID
	Plan     PlanID
	Users    int
	ExtraGiB int64
	Bonus    int64  // bytes of a promotion code
	Period   string // empty for a free plan
	Trial    bool
	Since    time.Time // the paid time goes on without a break since then
	StartsAt time.Time // of the last period that was paid for
	EndsAt   time.Time // zero for never
	LockedAt time.Time // from then on nothing can be written; zero for never
	Reminded int       // days before the end that the last reminder spoke of

	FormerRestoreDays int       // of a plan before that kept the trash for longer
	FormerUntil       time.Time // they hold until then
}

const subscriptionColumns = "b.space_id, b.plan_id, b.users, b.extra_gib, b.bonus, b.period, b.trial, b.since, b.starts_at, b.ends_at, " +
	"b.locked_at, " +
	"b.reminded, b.former_restore_days, b.former_until"

func (b *Subscription) columns() []any {
	return []any{&b.Space, &b.Plan, &b.Users, &b.ExtraGiB, &b.Bonus, &b.Period, &b.Trial, timeScanner{&b.Since}, timeScanner{&b.StartsAt},
		timeScanner{&b.EndsAt}, timeScanner{&b.LockedAt},
		&b.Reminded, &b.FormerRestoreDays, timeScanner{&b.FormerUntil}}
}

// SubscriptionOf returns the subscription of a space; ErrNotFound when it has none, or
// when nothing is sold.
func (v *View) SubscriptionOf(id SpaceID) (*Subscription, error) {
	var b Subscription
	return &b, v.scanRow("SELECT "+subscriptionColumns+" FROM subscriptions b WHERE b.space_id = ? AND b.suspended = 0", []any{id},
		b.columns()...)
}

// LongestTimeline returns the most days that the plan of a space keeps its timeline; 0
// without subscriptions.
func (v *View) LongestTimeline() (int, error) {
	var days int
	err := v.scanRow("SELECT coalesce(max(p.timeline_days), 0) FROM subscriptions b JOIN plans p ON p.id = b.plan_id", nil, &days)
	return days, err
}

// LongestRestore is LongestTimeline for the days that items can be restored.
func (v *View) LongestRestore() (int, error) {
	var days int
	err := v.scanRow("SELECT coalesce(max(p.restore_days), 0) FROM subscriptions b JOIN plans p ON p.id = b.plan_id", nil, &days)
	return days, err
}

// CountSubscriptions counts the living spaces on any version of a plan.
func (v *View) CountSubscriptions(name string) (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM plans p JOIN subscriptions b ON b.plan_id = p.id JOIN spaces s ON s.id = b.space_id "+
		"WHERE p.name = ? AND s.deleted_at IS NULL AND b.suspended = 0", []any{name}, &n)
	return n, err
}

// HadTrial reports whether a user began a trial at any time.
func (v *View) HadTrial(user UserID) (bool, error) {
	var had bool
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM invoices WHERE user_id = ? AND trial = 1 AND paid_at IS NOT NULL)", []any{user}, &had)
	return had, err
}

// FreeSpacesOf counts the living spaces of an owner whose plan costs nothing.
func (v *View) FreeSpacesOf(owner UserID) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM spaces s JOIN subscriptions b ON b.space_id = s.id WHERE s.owner_id = ? "+
		"AND s.deleted_at IS NULL AND b.suspended = 0 AND b.period = ''", []any{owner}, &n)
	return n, err
}

// PutSubscription replaces the subscription of a space. The bonus of a promotion code stays.
// home: app/sales/plans
func (tx *Tx) PutSubscription(b *Subscription) error {
	return tx.exec("INSERT INTO subscriptions (space_id, plan_id, users, extra_gib, period, trial, since, starts_at, ends_at, locked_at, "+
		"former_restore_days, former_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (space_id) DO UPDATE SET "+
		"plan_id = excluded.plan_id, users = excluded.users, "+
		"extra_gib = excluded.extra_gib, period = excluded.period, trial = excluded.trial, since = excluded.since, "+
		"starts_at = excluded.starts_at, "+
		"ends_at = excluded.ends_at, locked_at = excluded.locked_at, reminded = 0, suspended = 0, "+
		"former_restore_days = excluded.former_restore_days, former_until = excluded.former_until",
		b.Space, b.Plan, b.Users, b.ExtraGiB, b.Period, b.Trial, toMillis(b.Since), toMillis(b.StartsAt), nullMillis(b.EndsAt),
		nullMillis(b.LockedAt),
		b.FormerRestoreDays, nullMillis(b.FormerUntil))
}

// GrantedPlan is the plan that a workspace has without an invoice.
type GrantedPlan struct {
	Plan     PlanID
	Users    int
	ExtraGiB int64
	EndsAt   time.Time // zero for never
	At       time.Time // since then
}

// GrantedPlanOf returns the plan that a space has without an invoice; ErrNotFound for none.
func (v *View) GrantedPlanOf(id SpaceID) (*GrantedPlan, error) {
	var g GrantedPlan
	return &g, v.scanRow("SELECT given_plan_id, given_users, given_extra_gib, given_ends_at, given_at FROM subscriptions "+
		"WHERE space_id = ? AND given_plan_id IS NOT NULL", []any{id}, &g.Plan, &g.Users, &g.ExtraGiB, timeScanner{&g.EndsAt},
		timeScanner{&g.At})
}

// UpdateSubscriptionGranted notes that the subscription of a space is not from an invoice.
// home: app/sales/plans
func (tx *Tx) UpdateSubscriptionGranted(id SpaceID) error {
	return tx.execOne("UPDATE subscriptions SET given_plan_id = plan_id, given_users = users, given_extra_gib = extra_gib, "+
		"given_ends_at = ends_at, given_at = ? WHERE space_id = ?", toMillis(tx.Now), id)
}

// UpdateSubscriptionsSuspended takes the effect of all subscriptions away, or gives it back.
// home: app/sales/plans
func (tx *Tx) UpdateSubscriptionsSuspended(suspended bool) error {
	return tx.exec("UPDATE subscriptions SET suspended = ?", suspended)
}

// EndingSubscriptions returns the subscriptions of living spaces that end before t and
// after the present moment, and that no reminder of so many days was sent for.
func (v *View) EndingSubscriptions(t time.Time, days, limit int) ([]Subscription, error) {
	return listRows(v, func(r *sql.Rows, b *Subscription) error { return r.Scan(b.columns()...) },
		"SELECT "+subscriptionColumns+" FROM subscriptions b JOIN spaces s ON s.id = b.space_id WHERE b.ends_at >= ? AND b.ends_at < ? "+
			"AND b.suspended = 0 AND s.deleted_at IS NULL AND (b.reminded = 0 OR b.reminded > ?) ORDER BY b.ends_at LIMIT ?",
		toMillis(v.Now), toMillis(t), days, limit)
}

// UpdateSubscriptionReminded records that the reminder of so many days was sent.
// home: app/sales/billing
func (tx *Tx) UpdateSubscriptionReminded(id SpaceID, days int) error {
	return tx.execOne("UPDATE subscriptions SET reminded = ? WHERE space_id = ?", days, id)
}

// SellingSecrets returns the sealed secrets of payment providers, as JSON; ErrNotFound
// before there are any.
func (v *View) SellingSecrets() (string, error) {
	var text string
	err := v.scanRow("SELECT value FROM settings WHERE key = 'selling secrets'", nil, &text)
	return text, err
}

// PutSellingSecrets stores the sealed secrets of payment providers in place of the earlier ones.
// home: app/sales/plans
func (tx *Tx) PutSellingSecrets(text string) error {
	return tx.exec("INSERT INTO settings (key, value) VALUES ('selling secrets', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
		text)
}

// SellingSettings returns what staff set about selling, as JSON; ErrNotFound before that.
func (v *View) SellingSettings() (string, error) {
	var text string
	err := v.scanRow("SELECT value FROM settings WHERE key = 'selling'", nil, &text)
	return text, err
}

// PutSellingSettings replaces them.
// home: app/sales/plans
func (tx *Tx) PutSellingSettings(text string) error {
	return tx.exec("INSERT INTO settings (key, value) VALUES ('selling', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", text)
}
