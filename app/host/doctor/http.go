package doctor

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/operation/console"
	"anbar/app/operation/jobs"
)

// Record is the last examination, for staff.
type Record struct {
	jobs  *jobs.Runner
	job   string // that examines
	lacks func() []string

	mu      sync.Mutex
	results []Result
	at      time.Time // zero for not yet
}

// NewRecord is for an appliance that a job examines; lacks says what it lacks to be ready.
func NewRecord(all *jobs.Runner, job string, lacks func() []string) *Record {
	return &Record{jobs: all, job: job, lacks: lacks}
}

// Store replaces the examination, and returns what is wrong as an error.
func (r *Record) Store(results []Result) error {
	r.mu.Lock()
	r.results, r.at = results, time.Now()
	r.mu.Unlock()
	var wrong []error
	for _, c := range results {
		if c.Level == Wrong {
			wrong = append(wrong, fmt.Errorf("%s: %s; %s", c.Check, c.Found, c.Mend))
		}
	}
	return errors.Join(wrong...)
}

// AdminExamination is how well the appliance is.
type AdminExamination struct {
	Lacks  []string          `json:"lacks" doc:"to be ready, as GET /ready says"`
	Checks []AdminCheck      `json:"checks" doc:"of the last examination since the start"`
	At     api.Time          `json:"examined_at" nullable:"true"`
	Job    *console.AdminJob `json:"job" doc:"that examines"`
}

// AdminCheck is what one check found.
type AdminCheck struct {
	Name  string `json:"name" doc:"a word for the check"`
	Level Level  `json:"level" enum:"ok,warning,wrong,skipped"`
	Found string `json:"found" doc:"in English, as the other texts"`
	Why   string `json:"why" doc:"it matters"`
	Mend  string `json:"mend" doc:"empty where nothing is to be mended"`
}

// Mount declares the call.
func (r *Record) Mount(router *api.Router) {
	api.Handle(router, api.Op{
		Call: "GET /admin/examination", Gate: api.Staff, Area: access.System,
		Does: "How well the appliance is: whether it is ready, and the last examination, which is a job",
	}, r.handleGetExamination)
}

func (r *Record) handleGetExamination(*api.Call, *api.None) (*AdminExamination, error) {
	r.mu.Lock()
	e := &AdminExamination{Lacks: r.lacks(), Checks: []AdminCheck{}, At: api.Time(r.at)}
	for _, c := range r.results {
		e.Checks = append(e.Checks, AdminCheck{Name: c.Check, Level: c.Level, Found: c.Found, Why: c.Why, Mend: c.Mend})
	}
	r.mu.Unlock()
	for _, s := range r.jobs.List() {
		if s.Name == r.job {
			j := console.JobOf(&s)
			e.Job = &j
		}
	}
	return e, nil
}
