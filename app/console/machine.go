package console

import (
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/jobs"
	"anbar/app/limits"
	"anbar/app/logs"
	"anbar/app/mail"
	"anbar/app/settings"
	"anbar/app/summaries"
	"anbar/db"
)

// Machine is the part of the console about the appliance itself: its messages, its jobs, its
// log.
type Machine struct {
	MachineOptions
	tests  *limits.Limiter
	counts counts
}

// MachineOptions are what Machine is made of.
type MachineOptions struct {
	DB    *db.DB
	Audit *audit.Log
	Jobs  *jobs.Runner
	Log   *logs.Ring
	Mail  *mail.Service
	URL   func() string // where users reach the appliance

	Health   Health
	Settings *settings.Holder

	Summaries *summaries.Service
}

// NewMachine makes the service.
func NewMachine(o MachineOptions) *Machine {
	return &Machine{MachineOptions: o, tests: limits.NewLimiter(limits.TestPause, limits.Tests)}
}

// Mount declares the calls.
func (m *Machine) Mount(r *api.Router) {
	m.mountOutbox(r)
	m.mountJobs(r)
	m.mountLog(r)
	m.mountOverview(r)
	m.mountSettings(r)
}

type nothing struct{}
