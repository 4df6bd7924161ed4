package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"time"

	"anbar/app"
	"anbar/app/control"
	"anbar/config"
)

type jobs struct {
	List jobsList `cmd:"" help:"List the jobs with their last run."`
	Run  jobsRun  `cmd:"" help:"Run a job now and wait for it."`
}

// job is a job as the appliance writes it.
type job struct {
	Name    string    `json:"name"`
	Running bool      `json:"running"`
	Started time.Time `json:"started_at"` // zero for null
	Took    float64   `json:"took"`
	Error   string    `json:"error"`
	Runs    int       `json:"runs"`
}

type jobsList struct {
	config.Storage
	JSON bool `name:"json" help:"Write JSON."`
}

// Run asks the running appliance for its jobs.
func (j *jobsList) Run(ctx context.Context) error {
	var out bytes.Buffer
	if err := control.Run(ctx, j.Storage, "jobs", &out); err != nil {
		return err
	}
	var all []job
	if err := json.Unmarshal(out.Bytes(), &all); err != nil || j.JSON {
		_, werr := out.WriteTo(os.Stdout)
		return errors.Join(err, werr)
	}
	return printJobs(all)
}

func printJobs(all []job) error {
	t := table{heads: []string{"NAME", "LAST RUN", ">TOOK", "RESULT"}}
	for i := range all {
		j := &all[i]
		t.add(j.Name, moment{j.Started, "never"}, fmt.Sprintf("%.3fs", j.Took), j.result())
	}
	return t.print()
}

// result is how the last run went, in words.
func (j *job) result() string {
	switch {
	case j.Running:
		return "running"
	case j.Error != "":
		return "failed: " + j.Error
	case j.Runs == 0:
		return "not yet"
	}
	return "ok"
}

type jobsRun struct {
	config.Storage
	Name string `arg:"" help:"Name of the job, as the list shows it."`
	JSON bool   `name:"json" help:"Write JSON."`
}

// Run runs a job in the running appliance.
func (j *jobsRun) Run(ctx context.Context) error {
	var out bytes.Buffer
	if err := control.Run(ctx, j.Storage, "jobs/run?name="+url.QueryEscape(j.Name), &out); err != nil {
		return err
	}
	var one job
	if err := json.Unmarshal(out.Bytes(), &one); err != nil || j.JSON {
		_, werr := out.WriteTo(os.Stdout)
		return errors.Join(err, werr)
	}
	return printJobs([]job{one})
}

type outbox struct {
	List   outboxList   `cmd:"" help:"List messages, the newest first, without their texts."`
	Resend outboxResend `cmd:"" help:"Send a message again, or all that were given up."`
	Cancel outboxCancel `cmd:"" help:"Cancel a message that waits."`
}

type outboxList struct {
	config.Storage
	State string `enum:",waiting,sent,given_up,kept,canceled" default:"" help:"Only waiting, sent, given_up, kept or canceled ones."`
	Limit int    `default:"100" help:"The newest so many."`
	JSON  bool   `name:"json" help:"Write JSON."`
}

// Run prints a line for each message.
func (o *outboxList) Run(ctx context.Context) error {
	return withOutbox(ctx, o.Storage, func(b *control.Outbox) error {
		all, err := b.List(ctx, o.State, o.Limit)
		if err != nil {
			return err
		}
		if o.JSON {
			return writeJSON(all)
		}
		t := table{heads: []string{"ID", "WRITTEN", "STATE", "KIND", "TO", ">TRIES", "LAST ERROR"}}
		for i := range all {
			m := &all[i]
			t.add(m.ID, moment{time.Time(m.CreatedAt), ""}, word(m.State), word(m.Kind), m.To, m.Tries,
				m.Error)
		}
		return t.print()
	})
}

type outboxResend struct {
	config.Storage
	ID   string `arg:"" optional:"" help:"Id of a message; all that were given up without it."`
	JSON bool   `name:"json" help:"Write JSON."`
}

// Run sends messages again, also while a server is running.
func (o *outboxResend) Run(ctx context.Context) error {
	return withOutbox(ctx, o.Storage, func(b *control.Outbox) error {
		n, err := b.Resend(ctx, o.ID)
		if err != nil {
			return err
		}
		return printCount(o.JSON, n)
	})
}

type outboxCancel struct {
	config.Storage
	ID   string `arg:"" help:"Id of a message."`
	JSON bool   `name:"json" help:"Write JSON."`
}

// Run cancels a message, also while a server is running.
func (o *outboxCancel) Run(ctx context.Context) error {
	return withOutbox(ctx, o.Storage, func(b *control.Outbox) error {
		if err := b.Cancel(ctx, o.ID); err != nil {
			return err
		}
		return printCount(o.JSON, 1)
	})
}

// printCount says how many messages changed.
func printCount(asJSON bool, n int64) error {
	if asJSON {
		return writeJSON(map[string]int64{"count": n})
	}
	return printLine(strconv.FormatInt(n, 10))
}

func withOutbox(ctx context.Context, s config.Storage, fn func(*control.Outbox) error) error {
	if err := checkData(s); err != nil {
		return err
	}
	b, end, err := app.OpenOutbox(ctx, s, newLogger(s))
	if err != nil {
		return err
	}
	return errors.Join(fn(b), end())
}
