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
	results []Diagnosis
	at      time.Time // zero for not yet
}

// NewRecord is for an appliance that a job examines; lacks says what it lacks to be ready.
func NewRecord(all *jobs.Runner, job string, lacks func() []string) *Record {
	return &Record{jobs: all, job: job, lacks: lacks}
}

// Store replaces the examination, and returns what is wrong as an error.
func (r *Record) Store(results []Diagnosis) error {
	r.mu.Lock()
	r.results, r.at = results, time.Now()
	r.mu.Unlock()
	var wrong []error
	for i := range results {
		if c := results[i].Result(English); c.Level == Wrong {
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
	Name   string  `json:"name" doc:"a word for the check, for programs"`
	Level  Level   `json:"level" enum:"ok,warning,wrong,skipped"`
	Code   string  `json:"code" doc:"of what was found, for programs"`
	Params []Param `json:"params" doc:"the values in it"`
	Title  []Piece `json:"title" doc:"name of the check"`
	Found  []Piece `json:"found" doc:"what was found"`
	Why    []Piece `json:"why" doc:"it matters"`
	Mend   []Piece `json:"mend" doc:"empty where nothing is to be mended"`
}

// Mount declares the call.
func (r *Record) Mount(router *api.Router) {
	api.Handle(router, api.Op{
		Call: "GET /admin/examination", Gate: api.Staff, Area: access.System,
		Does: "How well the appliance is: whether it is ready, and the last examination, which is a job",
	}, r.handleGetExamination)
}

type examinationIn struct {
	Language string `query:"language" enum:",fa,en" doc:"of the words; en when absent"`
}

func (r *Record) handleGetExamination(_ *api.Call, in *examinationIn) (*AdminExamination, error) {
	l := English
	if in.Language == string(Persian) {
		l = Persian
	}
	r.mu.Lock()
	e := &AdminExamination{Lacks: r.lacks(), Checks: []AdminCheck{}, At: api.Time(r.at)}
	for i := range r.results {
		f := &r.results[i]
		p := f.Phrase(l)
		e.Checks = append(e.Checks, AdminCheck{
			Name: f.Check, Level: f.Level, Code: f.Code, Params: append([]Param{}, f.Params...),
			Title: p.Title, Found: p.Found, Why: p.Why, Mend: p.Mend,
		})
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
