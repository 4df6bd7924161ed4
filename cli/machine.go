package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"text/tabwriter"
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
	Name    string     `json:"name"`
	Running bool       `json:"running"`
	Started *time.Time `json:"started_at"`
	Took    float64    `json:"took"`
	Error   string     `json:"error"`
	Runs    int        `json:"runs"`
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
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	for i := range all {
		all[i].print(w)
	}
	return w.Flush()
}

func (j *job) print(w io.Writer) {
	state, started := "ok", "never"
	switch {
	case j.Running:
		state = "running"
	case j.Error != "":
		state = "failed: " + j.Error
	case j.Runs == 0:
		state = "not yet"
	}
	if j.Started != nil {
		started = j.Started.Local().Format(time.DateTime)
	}
	fmt.Fprintf(w, "%s\t%s\t%.3fs\t%s\n", j.Name, started, j.Took, state)
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
	one.print(os.Stdout)
	return nil
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
		if err != nil || o.JSON {
			return errors.Join(err, json.NewEncoder(os.Stdout).Encode(all))
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		for i := range all {
			m := &all[i]
			at := time.Time(m.CreatedAt).Local().Format(time.DateTime)
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", m.ID, at, m.State, m.Kind, m.To, m.Tries, m.Error)
		}
		return w.Flush()
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
		return json.NewEncoder(os.Stdout).Encode(map[string]int64{"count": n})
	}
	_, err := fmt.Println(n)
	return err
}

func withOutbox(ctx context.Context, s config.Storage, fn func(*control.Outbox) error) error {
	b, end, err := app.OpenOutbox(ctx, s, newLogger(s.Log))
	if err != nil {
		return err
	}
	return errors.Join(fn(b), end())
}
