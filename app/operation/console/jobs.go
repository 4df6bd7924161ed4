package console

import (
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/operation/jobs"
	"anbar/app/operation/logs"
	"anbar/db"
)

func (m *System) mountJobs(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/jobs", Gate: api.Staff, Area: access.System,
		Does: "The work that the server does again and again, and how it went since it started",
	}, m.handleListJobs)
	api.Handle(r, api.Op{
		Call: "POST /admin/jobs/{name}/run", Gate: api.Staff, Area: access.System, Event: "job_run", Status: 202,
		Does: "Start a job now", Fails: []*fault.Fault{fault.JobRunning},
	}, m.handleRunJob)
}

// AdminJob is a job and how it went.
type AdminJob struct {
	Name    string   `json:"name"`
	Every   float64  `json:"every" doc:"seconds between two runs"`
	Running bool     `json:"running"`
	Started api.Time `json:"started_at" nullable:"true" doc:"the last time; null before the first one since the server started"`
	Took    float64  `json:"took" doc:"seconds, the last time that it ended"`
	Error   string   `json:"error" doc:"of that time; empty when it went well"`
	Failed  int      `json:"failed" doc:"times in a row"`
	Runs    int      `json:"runs" doc:"since the server started"`
	Next    api.Time `json:"next_at" nullable:"true"`
}

// AdminJobs is all jobs.
type AdminJobs struct {
	Jobs []AdminJob `json:"jobs"`
	Now  api.Time   `json:"now" doc:"the clock of the server"`
}

// JobOf writes a job as the console and the shell show it.
func JobOf(s *jobs.Status) AdminJob {
	return AdminJob{
		Name: s.Name, Every: s.Every.Seconds(), Running: s.Running, Started: api.Time(s.Started), Took: s.Took.Seconds(),
		Error: logs.Scrub(s.Error), Failed: s.Failed, Runs: s.Runs,
		Next: api.Time(s.Next),
	}
}

func (m *System) handleListJobs(_ *api.Call, _ *api.None) (*AdminJobs, error) {
	l := &AdminJobs{Jobs: []AdminJob{}, Now: api.Time(time.Now())}
	for _, s := range m.Jobs.List() {
		l.Jobs = append(l.Jobs, JobOf(&s))
	}
	return l, nil
}

type jobIn struct {
	Name string `path:"name"`
}

func (m *System) handleRunJob(c *api.Call, in *jobIn) (*AdminJobs, error) {
	if err := m.Jobs.Start(in.Name); err != nil {
		return nil, err
	}
	err := m.DB.Update(c, func(tx *db.Tx) error { return m.recordEvent(tx, c, audit.JobStarted, audit.Detail{Name: in.Name}) })
	if err != nil {
		return nil, err
	}
	return m.handleListJobs(c, nil)
}
