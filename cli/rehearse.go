package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"anbar/app"
	"anbar/app/host/rehearsal"
	"anbar/app/host/upgrade"
	"anbar/config"
)

type rehearse struct {
	config.Storage
	Old  string `help:"The program that serves now; its answers are compared with those of this one." placeholder:"FILE"`
	JSON bool   `name:"json" help:"Write JSON."`

	Answer string `hidden:"" help:"Answer as this program does, into a file; the data directory is a copy, and is changed."`
	Ask    string `hidden:"" help:"A file of answers whose questions are asked."`
}

// errNotReady reports that a rehearsal found something.
var errNotReady = errors.New("the rehearsal found something that speaks against this program; the report names it")

// Run tries this program on a copy of the data directory.
func (r *rehearse) Run(ctx context.Context) error {
	if r.Answer != "" {
		return r.answer(ctx)
	}
	if err := checkData(r.Storage); err != nil {
		return err
	}
	// What root left there the service could not use afterwards, and the service could lead root elsewhere with a link.
	if err := upgrade.BecomeOwner(r.Data); err != nil {
		return err
	}
	if r.Old != "" {
		if _, err := os.Stat(r.Old); err != nil {
			return usageError{fmt.Errorf("--old: %w", err)}
		}
	}
	o := rehearsal.Options{Storage: r.Storage, Old: r.Old}
	if !r.JSON {
		o.Say = func(step string) { fmt.Fprintln(os.Stderr, step) }
	}
	report, err := app.RunRehearsal(ctx, o)
	if err != nil {
		return err
	}
	if r.JSON {
		err = writeJSON(report)
	} else {
		err = printRehearsal(os.Stdout, report)
	}
	if err == nil && !report.IsGood() {
		err = errNotReady
	}
	return err
}

// answer runs in the process of one of the two programs.
func (r *rehearse) answer(ctx context.Context) error {
	var questions []rehearsal.Question
	if r.Ask != "" {
		asked, err := rehearsal.ReadAnswers(r.Ask)
		if err != nil {
			return err
		}
		questions = rehearsal.Questions(asked)
	}
	all, err := app.Rehearse(ctx, r.Storage, questions, newLogger(r.Storage))
	if err != nil {
		return err
	}
	return rehearsal.WriteAnswers(r.Answer, all)
}

// printRehearsal says what was found in sentences.
func printRehearsal(w io.Writer, r *rehearsal.Report) error {
	var out strings.Builder
	if r.From == r.To {
		fmt.Fprintf(&out, "The schema of the database stays %d.\n", r.To)
	} else {
		fmt.Fprintf(&out, "The schema of the database goes from %d to %d.\n", r.From, r.To)
	}
	fmt.Fprintf(&out, "%d requests were answered, and %d answers compared, in %s.\n", r.Asked, r.Compared,
		time.Duration(r.Took*float64(time.Second)).Round(time.Second/10))
	writeList(&out, "Note", r.Notes)
	writeList(&out, "WRONG", r.Problems)
	writeList(&out, "DIFFERENT", r.Differences)
	if r.IsGood() {
		out.WriteString("Nothing speaks against this program.\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func writeList(out *strings.Builder, head string, lines []string) {
	for _, l := range lines {
		fmt.Fprintf(out, "%s: %s\n", head, cleanText(l))
	}
}
