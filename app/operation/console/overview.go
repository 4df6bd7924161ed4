package console

import (
	"context"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/identity/audit"
	"anbar/app/operation/tickets"
	"anbar/db"
)

func (m *System) mountOverview(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/overview", Gate: api.Staff, Area: access.Overview,
		Does: "What needs attention now, and how much the appliance holds; of the areas that the caller may read",
	}, m.handleGetOverview)
}

// Overview is the state of the appliance.
type Overview struct {
	Attention []Attention    `json:"attention" doc:"what somebody has to look at, the most urgent first"`
	Counts    OverviewCounts `json:"counts" doc:"a minute old at most"`
	Disk      *OverviewDisk  `json:"disk" doc:"null for those who may not read the area system"`
	Backup    *BackupState   `json:"backup" doc:"null for those who may not read the area system"`
	Restore   *RestoreState  `json:"restore" doc:"null when no contents are away, and for those who may not read the area system"`
	Writer    *WriterHolds   `json:"writer" doc:"null for those who may not read the area system"`
	Mail      bool           `json:"mail" doc:"a mail server is configured"`
	SMS       bool           `json:"sms" doc:"an SMS gateway is configured"`
	Version   string         `json:"version"`
	At        api.Time       `json:"at"`
}

// Attention is one thing that needs attention.
type Attention struct {
	Kind  string   `json:"kind" enum:"disk,backup_failed,backup_late,backup_second_failed,backup_second_late,drill_failed,drill_late,restore_stalled,sheet_due,jobs,tickets,messages,certificate,payments,sign_ins,plans_ending,quotas,backup_none,mail_none,first_steps"`
	Count int64    `json:"count" doc:"of the things; 0 where it says nothing"`
	At    api.Time `json:"at" nullable:"true" doc:"of the backup: the last one; of rehearsals: since when; of the recovery sheet: when it was last seen; of the certificate: its end"`
}

// OverviewCounts is how much the appliance holds.
type OverviewCounts struct {
	People     int64 `json:"people"`
	Workspaces int64 `json:"workspaces"`
	Files      int64 `json:"files" doc:"trash included"`
	Bytes      int64 `json:"bytes" doc:"of all versions, trash included, as workspaces are charged for them"`
}

// OverviewDisk is the disk of the data directory.
type OverviewDisk struct {
	Total  int64 `json:"total"`
	Free   int64 `json:"free"`
	FullIn *int  `json:"full_in" doc:"days until it is full, at the pace of the last 30 days; null when that cannot be said"`
}

// WriterHolds is how long transactions held the one writer of the database since the start. Everybody who writes waits for them.
type WriterHolds struct {
	Longest int64 `json:"longest_ms" doc:"that one transaction held it, before its flush"`
	Long    int64 `json:"long" doc:"transactions that held it for more than 50 ms"`
	Commits int64 `json:"commits"`
	Flush   int64 `json:"flush_ms" doc:"the longest that one took to be on the disk"`
}

// BackupState is how well the copies are.
type BackupState struct {
	On       bool     `json:"on"`
	Database api.Time `json:"database_at" nullable:"true" doc:"when the target last had every change of the database"`
	Contents api.Time `json:"contents_at" nullable:"true" doc:"every content from before then is at the target"`
	Proven   api.Time `json:"proven_at" nullable:"true" doc:"when it was last known that nothing is missing there but what is pending"`
	Age      *int64   `json:"age" doc:"seconds since then; null for not yet"`
	Failing  bool     `json:"failing"`
	Problem  string   `json:"problem" enum:",failed,gone,foreign,taken,lost,sealed,rollback,late" doc:"gone: the target is not there; foreign: it holds the copies of another appliance; taken: another appliance took it over; lost: objects there are damaged and not here any more; sealed: they are sealed, and the keys are not here; rollback: the target showed an older state"`
	Words    string   `json:"words" doc:"the last error at the target, in English; empty when all is well"`
	Target   string   `json:"target"`
	Sealed   string   `json:"sealed" doc:"id of the recovery sheet that the copies there are sealed with; empty for none"`

	ID        string `json:"-"` // of the target in this data directory
	Mixed     bool   `json:"-"` // there are copies, too, that are sealed with another sheet, or not at all
	Foreign   bool   `json:"-"` // none of those is this appliance's
	Resealing bool   `json:"resealing" doc:"they are to be sealed anew, and what was there before is still there"`

	Keep     int64    `json:"keep" doc:"seconds that earlier moments can be restored"`
	Pending  int      `json:"pending" doc:"large contents on their way"`
	Lost     int      `json:"lost" doc:"objects at the target that are damaged or missing and are not here any more"`
	ReadBack api.Time `json:"read_back_since" nullable:"true" doc:"since then every object that was at the target was read back and hashed"`

	FirstRead api.Time `json:"first_read_at" nullable:"true" doc:"when objects at this target were first read back"`

	Lease *LeaseState `json:"lease" doc:"null where no other machine may take over while this one runs"`

	Second *BackupState `json:"second" doc:"the second target, in the same words; null where there is none"`
}

// LeaseState is the lease of an appliance that another machine may replace.
type LeaseState struct {
	Open    bool     `json:"open" doc:"changes are taken"`
	Renewed api.Time `json:"renewed_at" nullable:"true" doc:"when the target last confirmed that no other machine took over"`
	Epoch   int      `json:"epoch" doc:"number of what this appliance writes at the target; each machine that takes over begins the next one"`
}

// RestoreState is how far a restore is that serves already: contents that are not on the disk yet are read from the backup target.
type RestoreState struct {
	From     string   `json:"from" doc:"name of the appliance whose copies these are"`
	At       api.Time `json:"at" doc:"what was there before then comes back"`
	Targets  []string `json:"targets"`
	Objects  int      `json:"objects" doc:"packs of contents, and large contents, that are still to come"`
	All      int      `json:"all" doc:"that were to come at first"`
	Bytes    int64    `json:"bytes" doc:"of those that are still to come"`
	AllBytes int64    `json:"all_bytes"`
	Damaged  int      `json:"damaged" doc:"of which no target has an undamaged copy"`
	Problem  string   `json:"problem" doc:"why nothing comes now, in English; empty while something does"`
}

// TierState is which contents are not on the disk because nobody reads them, and why others do not leave it.
type TierState struct {
	TierSetting

	Objects int      `json:"objects" doc:"packs of contents, and large contents, that are not on the disk"`
	Bytes   int64    `json:"bytes" doc:"of them"`
	Targets []string `json:"targets" doc:"at which they are"`

	RanAt        api.Time `json:"ran_at" nullable:"true" doc:"when was last looked which may leave; null for never since the start"`
	Obstacle     string   `json:"obstacle" enum:"no_target,trouble,drill," doc:"why none may leave; empty for no reason"`
	Target       string   `json:"obstacle_target" doc:"the target that it is about; may be empty"`
	Waiting      int      `json:"waiting" doc:"objects that nobody read for long enough, and that are not proven twice yet"`
	WaitingBytes int64    `json:"waiting_bytes"`

	Cached  int64  `json:"cached" doc:"bytes that are kept of what was read"`
	Hits    int64  `json:"hits" doc:"bytes that were read from them since the start"`
	Fetched int64  `json:"fetched" doc:"bytes that were read at the targets since the start"`
	Problem string `json:"problem" doc:"why nothing comes back now while it is off, in English; empty while something does"`
}

// DrillTrouble is what is wrong with the rehearsals of a restore.
type DrillTrouble struct {
	Kind   string // as the attention is named; empty for none
	Target string // from which they restore
	Since  time.Time
}

// Health is what the console asks the appliance about itself.
type Health struct {
	Disk        func() (total, free int64)
	Backup      func() BackupState
	Drill       func(*db.View) (DrillTrouble, error)
	Certificate func() time.Time // when the public certificate ends; zero for none
	Restore     func() *RestoreState
	Tier        func() *TierState
	Version     string

	FirstSteps func(*db.View) (left int64, err error) // steps of the first hour that somebody should look at
}

const (
	countsAge          = time.Minute
	minFreeShare       = 10 // the share of the disk, in parts of which one is free at least
	certificateWarning = 14 * 24 * time.Hour
	planWarning        = 30 * 24 * time.Hour // as the list that the overview leads to
	failedSignInAlarm  = 20                  // sign-ins that failed in a day
	forecastDays       = 30                  // days
	minDays            = 3
)

// countsCache are cached, as they read every workspace.
type countsCache struct {
	mu       sync.Mutex
	loadedAt time.Time
	value    OverviewCounts
}

func (k *countsCache) load(v *db.View) (OverviewCounts, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if time.Since(k.loadedAt) < countsAge {
		return k.value, nil
	}
	t, err := v.Totals()
	if err != nil {
		return OverviewCounts{}, err
	}
	k.value, k.loadedAt = OverviewCounts{t.Users, t.Spaces, t.Files, t.Bytes}, time.Now()
	return k.value, nil
}

func (m *System) handleGetOverview(c *api.Call, _ *api.None) (*Overview, error) {
	o := &Overview{
		Attention: []Attention{}, Mail: m.Mail.CanSend(db.ByMail), SMS: m.Mail.CanSend(db.BySMS), Version: m.Health.Version,
		At: api.Time(time.Now()),
	}
	err := m.DB.View(c, func(v *db.View) (err error) {
		if o.Counts, err = m.counts.load(v); err != nil {
			return err
		}
		if c.Who.CanStaff(access.System, false) {
			if err := m.addSystemState(v, o); err != nil {
				return err
			}
		}
		return m.addQueues(v, c.Who, o)
	})
	return o, err
}

func (o *Overview) addAttention(kind string, count int64, at time.Time) {
	o.Attention = append(o.Attention, Attention{Kind: kind, Count: count, At: api.Time(at)})
}

// addSystemState adds what the area system tells.
func (m *System) addSystemState(v *db.View, o *Overview) error {
	if err := m.addDisk(v, o); err != nil {
		return err
	}
	h := m.DB.WriterStats()
	o.Writer = &WriterHolds{h.Longest.Milliseconds(), h.Long, h.Commits, h.Flush.Milliseconds()}
	b := m.Health.Backup()
	o.Backup = &b
	o.addBackupState(&b, "backup")
	if b.Second != nil {
		o.addBackupState(b.Second, "backup_second")
	}
	if o.Restore = m.Health.Restore(); o.Restore != nil && (o.Restore.Problem != "" || o.Restore.Damaged > 0) {
		o.addAttention("restore_stalled", int64(o.Restore.Damaged), time.Time{})
	}
	trouble, err := m.Health.Drill(v)
	if err != nil {
		return err
	}
	if trouble.Kind != "" {
		o.addAttention(trouble.Kind, 0, trouble.Since)
	}
	if err := m.addSheet(o); err != nil {
		return err
	}
	if failed := m.countFailedJobs(); failed > 0 {
		o.addAttention("jobs", failed, time.Time{})
	}
	if ends := m.Health.Certificate(); !ends.IsZero() && ends.Sub(v.Now) < certificateWarning {
		o.addAttention("certificate", 0, ends)
	}
	if !b.On {
		o.addAttention("backup_none", 0, time.Time{})
	}
	left, err := m.Health.FirstSteps(v)
	if left > 0 {
		o.addAttention("first_steps", left, time.Time{})
	}
	return err
}

// addBackupState adds what is wrong with the copies at a target, in kinds that begin with a word for it.
func (o *Overview) addBackupState(b *BackupState, word string) {
	switch copied := time.Time(b.Contents); {
	case b.Problem == "late":
		o.addAttention(word+"_late", 0, copied)
	case b.Failing:
		o.addAttention(word+"_failed", 0, copied)
	}
}

// addDisk adds how full the disk is, and when it will be full.
func (m *System) addDisk(v *db.View, o *Overview) error {
	total, free := m.Health.Disk()
	o.Disk = &OverviewDisk{Total: total, Free: free}
	days, err := v.DiskDays(v.Now.Unix()/daySeconds - forecastDays)
	if err != nil {
		return err
	}
	o.Disk.FullIn = forecastFullDisk(days, free)
	if free < total/minFreeShare || o.Disk.FullIn != nil && *o.Disk.FullIn < 14 {
		o.addAttention("disk", 0, time.Time{})
	}
	return nil
}

func (m *System) countFailedJobs() int64 {
	failed := int64(0)
	for _, j := range m.Jobs.List() {
		if j.Failed > 0 {
			failed++
		}
	}
	return failed
}

// addQueues adds what waits for staff.
func (m *System) addQueues(v *db.View, who access.Actor, o *Overview) error {
	for _, q := range []struct {
		area  access.Area
		kind  string
		count func() (int64, error)
	}{
		{access.Tickets, "tickets", func() (int64, error) { return v.CountDueTickets(tickets.RestrictedDepartment(who), v.Now) }},
		{access.Outbox, "messages", func() (int64, error) { return countFailedMessages(v) }},
		{access.Money, "payments", func() (int64, error) { return v.CountInvoicesIn(db.InvoicesPending) }},
		{access.People, "sign_ins", func() (int64, error) { return countUnusualSignIns(v) }},
		{access.Workspaces, "quotas", func() (int64, error) { return m.countFilling(), nil }},
		{access.Money, "plans_ending", func() (int64, error) { return v.CountSubscriptionsEnding(v.Now.Add(planWarning)) }},
	} {
		if !who.CanStaff(q.area, false) {
			continue
		}
		n, err := q.count()
		if err != nil {
			return err
		}
		if n > 0 {
			o.addAttention(q.kind, n, time.Time{})
		}
	}
	if who.CanStaff(access.Outbox, false) && !o.Mail {
		o.addAttention("mail_none", 0, time.Time{})
	}
	return nil
}

// countFilling counts the workspaces that are filling up; 0 while there is no forecast yet.
func (m *System) countFilling() int64 {
	if g := m.Growth(); g != nil {
		return int64(g.Filling)
	}
	return 0
}

func countFailedMessages(v *db.View) (int64, error) {
	return v.CountMessages(db.MessageFilter{States: []int{db.MessageGivenUp}})
}

// countUnusualSignIns counts the sign-ins of the last day that may be attacks.
func countUnusualSignIns(v *db.View) (int64, error) {
	all := int64(0)
	for _, action := range []audit.Action{audit.SecondStepGuessed, audit.TokenReused, audit.PasskeyCopied, audit.SignInFailed} {
		n, err := v.CountAuditLately(string(action), v.Now.Add(-24*time.Hour))
		if err != nil {
			return 0, err
		}
		if action != audit.SignInFailed || n >= failedSignInAlarm {
			all += n
		}
	}
	return all, nil
}

const daySeconds = 24 * 60 * 60

// forecastFullDisk says in how many days the disk is full when it goes on as before: by the line with
// the least squares. It is nil for too few days, and when the disk does not fill.
func forecastFullDisk(days []db.DiskDay, free int64) *int {
	if len(days) < minDays {
		return nil
	}
	n := float64(len(days))
	var sx, sy, sxx, sxy float64
	for _, d := range days {
		x, y := float64(d.Day-days[0].Day), float64(d.Used)
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	slope := (n*sxy - sx*sy) / (n*sxx - sx*sx)
	if slope < 1 || float64(free)/slope > 3650 {
		return nil
	}
	in := int(float64(free) / slope)
	return &in
}

// RecordDisk notes how full the disk is today.
func (m *System) RecordDisk(ctx context.Context) error {
	total, free := m.Health.Disk()
	if total == 0 {
		return nil
	}
	return m.DB.Update(ctx, func(tx *db.Tx) error {
		today := tx.Now.Unix() / daySeconds
		return tx.PutDiskDay(db.DiskDay{Day: today, Used: total - free}, today-2*forecastDays)
	})
}
