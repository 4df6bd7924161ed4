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
	Lang     string `name:"lang" help:"Language of the report: en or fa." enum:"en,fa" default:"en"`
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
		err = printExamination(e, doctor.Language(d.Lang))
	}
	if err == nil && e.Wrong > 0 {
		err = errWrong
	}
	return err
}

func (d *examineAll) examine(ctx context.Context) (*control.Examination, error) {
	var out bytes.Buffer
	err := control.Run(ctx, d.Storage, control.DoctorCommand(app.Version, d.SendMail, doctor.Language(d.Lang)), &out)
	if errors.Is(err, control.ErrNotServing) {
		if err := checkData(d.Storage); err != nil {
			return nil, err
		}
		all := app.Examine(ctx, &d.Serve, d.SendMail)
		return control.NewExamination(false, all, doctor.Language(d.Lang)), nil
	}
	if err != nil {
		return nil, err
	}
	var e control.Examination
	return &e, json.Unmarshal(out.Bytes(), &e)
}

// printExamination lists what was found, and for people below it what is to be done.
func printExamination(e *control.Examination, l doctor.Language) error {
	say := func(name string) string { return doctor.ShellWords(l, name, nil) }
	t := table{heads: []string{say("check"), say("result"), say("found")}}
	people := term.IsTerminal(int(os.Stdout.Fd()))
	for _, f := range e.Checks {
		switch {
		case !people:
			t.add(word(f.Check), string(f.Level), bidiText(f.Found), bidiText(f.Why), bidiText(f.Mend))
		case l == doctor.Persian:
			t.add(bidiText(f.Title), say(string(f.Level)), bidiText(f.Found))
		default:
			t.add(word(f.Check), string(f.Level), bidiText(f.Found))
		}
	}
	if err := t.print(); err != nil || !people {
		return err
	}
	for _, f := range e.Checks {
		if f.Level == doctor.OK || f.Level == doctor.Skipped {
			continue
		}
		name := f.Check
		if l == doctor.Persian {
			name = f.Title
		}
		fmt.Printf("\n%s: %s\n  %s: %s\n  %s: %s\n", cleanText(name), cleanDirected(f.Found), say("why"), cleanDirected(f.Why),
			say("mend"), cleanDirected(f.Mend))
	}
	if !e.Running {
		fmt.Println("\n" + say("stopped"))
	}
	fmt.Println("\n" + doctor.ShellWords(l, "sum", map[string]int{"wrong": e.Wrong, "warnings": e.Warnings}))
	return nil
}
