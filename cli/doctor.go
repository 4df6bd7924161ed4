package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"anbar/app"
	"anbar/app/control"
	"anbar/app/host/doctor"
	"anbar/config"

	"golang.org/x/term"
)

type examineAll struct {
	config.Serve
	SendMail string `name:"send-mail" help:"Send a test mail to this address." placeholder:"ADDRESS"`
	JSON     bool   `name:"json" help:"Write JSON."`
}

// errWrong reports that the doctor found something wrong, which the report names.
var errWrong = errors.New("something is wrong; the report says what, and how to mend it")

// Run examines the appliance, in the running server or by itself when none is running.
func (d *examineAll) Run(ctx context.Context) error {
	e, err := d.examine(ctx)
	if err != nil {
		return err
	}
	if d.JSON {
		err = writeJSON(e)
	} else {
		err = printExamination(e)
	}
	if err == nil && e.Wrong > 0 {
		err = errWrong
	}
	return err
}

func (d *examineAll) examine(ctx context.Context) (*control.Examination, error) {
	var out bytes.Buffer
	err := control.Run(ctx, d.Storage, control.DoctorCommand(app.Version, d.SendMail), &out)
	if errors.Is(err, control.ErrNotServing) {
		if err := checkData(d.Storage); err != nil {
			return nil, err
		}
		all := app.Examine(ctx, &d.Serve, d.SendMail)
		return control.NewExamination(false, all), nil
	}
	if err != nil {
		return nil, err
	}
	var e control.Examination
	return &e, json.Unmarshal(out.Bytes(), &e)
}

// printExamination lists what was found, and for people below it what is to be done.
func printExamination(e *control.Examination) error {
	t := table{heads: []string{"CHECK", "RESULT", "FOUND"}}
	people := term.IsTerminal(int(os.Stdout.Fd()))
	for _, f := range e.Checks {
		if people {
			t.add(word(f.Check), string(f.Level), f.Found)
		} else {
			t.add(word(f.Check), string(f.Level), f.Found, f.Why, f.Mend)
		}
	}
	if err := t.print(); err != nil || !people {
		return err
	}
	for _, f := range e.Checks {
		if f.Level == doctor.OK || f.Level == doctor.Skipped {
			continue
		}
		fmt.Printf("\n%s: %s\n  why:  %s\n  mend: %s\n", cleanText(f.Check), cleanText(f.Found), cleanText(f.Why), cleanText(f.Mend))
	}
	if !e.Running {
		fmt.Println("\nNo appliance runs: what only a running one knows was left out.")
	}
	fmt.Printf("\n%d wrong, %d warnings\n", e.Wrong, e.Warnings)
	return nil
}
