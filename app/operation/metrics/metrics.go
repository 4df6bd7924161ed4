// Package metrics says how the appliance is in numbers, for Prometheus and what reads its format. There are no names, addresses or ids
// among them.
package metrics

import (
	"context"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"anbar/app/operation/backup"
	"anbar/app/operation/console"
	"anbar/app/operation/jobs"
	"anbar/blobstore"
	"anbar/db"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// Options are where the numbers come from.
type Options struct {
	DB       *db.DB
	Blobs    *blobstore.Store
	Jobs     *jobs.Runner
	Health   console.Health
	Lacks    func() []string        // what the appliance lacks to be ready
	AllLacks []string               // all that it can lack
	Decoders func() int64           // processes that decode at the moment
	Growth   func() *console.Growth // nil for not yet
	Log      *slog.Logger
}

// Metrics measures one appliance.
type Metrics struct {
	Options
	registry *prometheus.Registry
	traffic  *traffic

	mu     sync.Mutex
	counts *counts // nil for not yet
	store  blobstore.Stats
}

// counts are numbers that the database has to look for.
type counts struct {
	db.Totals
	sessions, waiting, givenUp, tickets, overdue int64
	drills, secondDrills                         []db.Drill // the newest that ended, and the newest that went well
	at                                           time.Time
}

const (
	countsEach = time.Minute
	storeEach  = 10 * time.Minute // it looks at every large file
)

// New measures an appliance once Run runs.
func New(o *Options) *Metrics {
	m := &Metrics{Options: *o, registry: prometheus.NewRegistry(), traffic: newTraffic()}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), m)
	m.traffic.register(m.registry)
	return m
}

// Run counts again and again what is too dear to be counted for each question, until ctx ends.
func (m *Metrics) Run(ctx context.Context) {
	tick := time.NewTicker(countsEach)
	defer tick.Stop()
	var stored time.Time
	for {
		if err := m.count(ctx); err != nil && ctx.Err() == nil {
			m.Log.Error("count for the metrics", "error", err)
		}
		if time.Since(stored) >= storeEach {
			st := m.Blobs.Stats()
			m.mu.Lock()
			m.store = st
			m.mu.Unlock()
			stored = time.Now()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (m *Metrics) count(ctx context.Context) error {
	c, err := db.Get(ctx, m.DB, func(v *db.View) (*counts, error) {
		all, err := v.Totals()
		if err != nil {
			return nil, err
		}
		c := &counts{Totals: *all, at: v.Now}
		for _, q := range []struct {
			into  *int64
			count func() (int64, error)
		}{
			{&c.sessions, v.CountLiveSessions},
			{&c.waiting, func() (int64, error) { return v.CountMessages(db.MessageFilter{States: []int{db.MessageWaiting}}) }},
			{&c.givenUp, func() (int64, error) { return v.CountMessages(db.MessageFilter{States: []int{db.MessageGivenUp}}) }},
			{&c.tickets, func() (int64, error) { return v.CountDueTickets("", time.Time{}) }},
			{&c.overdue, func() (int64, error) { return v.CountDueTickets("", v.Now) }},
		} {
			if *q.into, err = q.count(); err != nil {
				return nil, err
			}
		}
		b := m.Health.Backup()
		if c.drills, err = newestDrills(v, b.ID, true); err == nil && b.Second != nil {
			c.secondDrills, err = newestDrills(v, b.Second.ID, false)
		}
		return c, err
	})
	if err == nil {
		m.mu.Lock()
		m.counts = c
		m.mu.Unlock()
	}
	return err
}

// newestDrills returns the newest rehearsal of a restore that ended, and behind it the newest that went well; fewer where there is none.
func newestDrills(v *db.View, target string, unnamed bool) ([]db.Drill, error) {
	const looked = 50
	all, err := v.DrillsOf(target, unnamed, looked)
	if err != nil {
		return nil, err
	}
	var newest []db.Drill
	for i := range all {
		if all[i].Outcome == db.DrillRunning {
			continue
		}
		if len(newest) == 0 {
			newest = append(newest, all[i])
		}
		if backup.IsSuccess(all[i].Outcome) {
			return append(newest, all[i]), nil
		}
	}
	return newest, nil
}

var began = time.Now()

// Describe implements prometheus.Collector. Without a description the registry looks at what Collect sends.
func (m *Metrics) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector. It counts nothing.
func (m *Metrics) Collect(out chan<- prometheus.Metric) {
	s := sender(out)
	s.gauge("anbar_build_info", "The program; always 1.", 1, "version", m.Health.Version, "go", runtime.Version())
	s.gauge("anbar_start_time_seconds", "When the process began.", seconds(began))
	m.collectReadiness(s)
	m.collectDatabase(s)
	m.collectBackup(s)
	m.collectJobs(s)
	s.gauge("anbar_decoders", "Processes that decode documents of users.", float64(m.Decoders()))
	total, free := m.Health.Disk()
	s.gauge("anbar_disk_bytes", "Size of the disk of the data directory.", float64(total))
	s.gauge("anbar_disk_free_bytes", "Room that is left there.", float64(free))
	if usable, err := m.Blobs.FreeBytes(); err == nil {
		s.gauge("anbar_disk_usable_bytes", "Room that new files may still take: what is above the reserve.", float64(usable))
	}
	ends := 0.0
	if t := m.Health.Certificate(); !t.IsZero() {
		ends = seconds(t)
	}
	s.gauge("anbar_certificate_end_timestamp_seconds", "When the public certificate ends; 0 for none.", ends)
	m.mu.Lock()
	c, st := m.counts, m.store
	m.mu.Unlock()
	if g := m.Growth(); g != nil {
		collectGrowth(s, g)
	}
	if c != nil {
		c.collect(s)
		collectStore(s, &st)
	}
}

func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
