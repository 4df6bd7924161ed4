package console

import (
	"context"

	"anbar/app/base/api"
	"anbar/app/base/limits"
	"anbar/app/base/mail"
	"anbar/app/base/settings"
	"anbar/app/drive/summaries"
	"anbar/app/identity/audit"
	"anbar/app/operation/connections"
	"anbar/app/operation/jobs"
	"anbar/app/operation/logs"
	"anbar/db"
)

// System is the part of the console about the appliance itself: its messages, its jobs, its
// log.
type System struct {
	SystemOptions
	tests  *limits.Limiter
	counts countsCache
	growth growthCache
}

// SystemOptions are what System is made of.
type SystemOptions struct {
	DB    *db.DB
	Audit *audit.Log
	Jobs  *jobs.Runner
	Log   *logs.Ring
	Mail  *mail.Service
	URL   func() string // where users reach the appliance

	Health   Health
	Copies   Copies
	Settings *settings.Store

	CallAlarm func(context.Context, *AttentionCall) error // the URL of alarms; nil for none

	Connections *connections.Service
	Summaries   *summaries.Service
}

// NewSystem makes the service.
func NewSystem(o SystemOptions) *System {
	return &System{SystemOptions: o, tests: limits.NewLimiter(limits.TestPause, limits.Tests)}
}

// Mount declares the calls.
func (m *System) Mount(r *api.Router) {
	m.mountOutbox(r)
	m.mountJobs(r)
	m.mountLog(r)
	m.mountOverview(r)
	m.mountCounts(r)
	m.mountGrowth(r)
	m.mountCopies(r)
	m.mountSheets(r)
	m.mountSettings(r)
}
