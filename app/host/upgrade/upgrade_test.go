package upgrade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anbar/db"
)

func latest() int { return int(db.LatestSchema()) }

func wellOn() string { return fmt.Sprintf("2.0 on %d", latest()) }

const backOn = "1.0 on 58"

// TestAnUpgradeIsWatched: a program that does well stays, and one that does not goes.
func TestAnUpgradeIsWatched(t *testing.T) {
	for name, c := range map[string]struct {
		states []string
		want   string
		said   []string
	}{
		"well":              {nil, wellOn(), []string{"Version 2.0 serves and is well", "anbar rollback"}},
		"it does not begin": {[]string{"dead"}, backOn, []string{"not well", "does not begin", "nothing of it is lost"}},
		"requests fail":     {[]string{"failing"}, backOn, []string{"10 of 100 requests failed", "Nothing was changed since"}},
		"it is not ready":   {[]string{"lacking"}, backOn, []string{"not ready: store"}},
		"people wrote to it": {[]string{"lacking", "written"}, backOn, []string{"1 new versions of files",
			"1 files that were new or changed", "rolled-back", "is kept as"}},
	} {
		m := newMachine(t)
		m.set(c.states...)
		out, err := m.call("upgrade", buildProgram(t, "2.0", latest(), ""), 0)
		contains(t, name, out, c.said...)
		if got := m.state(); got != c.want || (err == nil) != (c.want == wellOn()) {
			t.Errorf("%s: %s, %v\n%s", name, got, err, out)
		}
		if b, err := os.ReadFile(m.at("running")); err != nil || !strings.HasPrefix(c.want, string(b)) {
			t.Errorf("%s: %s runs, %v", name, b, err)
		}
	}
}

// TestFilesOfAnUpgradeThatWentBackAreExported with their contents, and the newer database is kept.
func TestFilesOfAnUpgradeThatWentBackAreExported(t *testing.T) {
	m := newMachine(t)
	m.set("written")
	if out, err := m.call("upgrade", buildProgram(t, "2.0", latest(), ""), 0); err != nil {
		t.Fatal(out)
	}
	out, err := m.call("rollback", "", 0)
	contains(t, "rollback", out, "1 new versions of files", "Version 1.0 is in use again")
	if got := m.state(); err != nil || got != backOn {
		t.Fatalf("%s, %v: %s", got, err, out)
	}
	files, err := filepath.Glob(m.at("data/rolled-back/*/پارس‌نگار (*)/My Drive of سارا محمدی (*)/notes.md"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	if b, err := os.ReadFile(files[0]); err != nil || !strings.HasPrefix(string(b), "# notes") {
		t.Errorf("%q, %v", b, err)
	}
	kept, err := filepath.Glob(m.at("data/anbar.db.after-upgrade-*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v, %v", kept, err)
	}
	if schema, err := db.SchemaOfFile(t.Context(), kept[0]); err != nil || schema != int64(latest()) {
		t.Errorf("the newer database has schema %d, %v", schema, err)
	}
	if out, err := m.call("rollback", "", 0); err == nil || !strings.Contains(out, "nothing to go back to") {
		t.Errorf("a second time: %v, %s", err, out)
	}
}

// TestWhoeverIsKilledLeavesAProgramThatWorks ends an upgrade at each of its points: the old or the new program begins on the data, and
// the next call finishes or undoes it.
func TestWhoeverIsKilledLeavesAProgramThatWorks(t *testing.T) {
	fresh := buildProgram(t, "2.0", latest(), "")
	points := 0
	for _, states := range [][]string{nil, {"failing"}, {"failing", "written"}} {
		for kill := 1; ; kill++ {
			m := newMachine(t)
			m.set(states...)
			out, err := m.call("upgrade", fresh, kill)
			if err == nil || !strings.Contains(err.Error(), "signal: killed") {
				if points += kill - 1; kill < 15 {
					t.Errorf("%v ended at %d: %v %s", states, kill, err, out)
				}
				break
			}
			m.restart() // whatever has the name serves
			again, err := m.call("upgrade", "", 0)
			switch got := m.state(); {
			case len(states) > 0 && got != backOn, got != backOn && got != wellOn():
				t.Errorf("%v, killed at %d: %s, %v\n%s\n%s", states, kill, got, err, out, again)
			case len(states) == 0 && err != nil:
				t.Errorf("killed at %d: %v\n%s", kill, err, again)
			}
			m.restart()
			if r, err := newPlace(m.at("anbar")).load(); err != nil || r.isOpen() {
				t.Errorf("%v, killed at %d: %v, %v", states, kill, r, err)
			}
			if p, err := db.VerifyFile(t.Context(), m.data().Database()); err != nil || len(p) > 0 {
				t.Errorf("%v, killed at %d: %v, %v", states, kill, p, err)
			}
		}
	}
	if points < 40 {
		t.Errorf("%d points", points)
	}
	t.Logf("%d points", points)
}

// TestARollbackIsKilled at each of its points and goes on.
func TestARollbackIsKilled(t *testing.T) {
	fresh := buildProgram(t, "2.0", latest(), "")
	for kill := 1; ; kill++ {
		m := newMachine(t)
		m.set("written")
		if out, err := m.call("upgrade", fresh, 0); err != nil {
			t.Fatal(out)
		}
		out, err := m.call("rollback", "", kill)
		if err == nil {
			if kill < 10 {
				t.Errorf("it ended at %d: %s", kill, out)
			}
			return
		}
		m.restart()
		if again, err := m.call("upgrade", "", 0); err != nil {
			t.Errorf("killed at %d: %v %s", kill, err, again)
		}
		if m.state() != backOn { // killed before anything had begun
			if again, err := m.call("rollback", "", 0); err != nil || m.state() != backOn {
				t.Errorf("killed at %d: %s, %v %s", kill, m.state(), err, again)
			}
		}
	}
}

// TestWhatSpeaksAgainstAProgramStopsIt before anything is changed.
func TestWhatSpeaksAgainstAProgramStopsIt(t *testing.T) {
	m := newMachine(t)
	other := m.at("other")
	if err := os.WriteFile(other, []byte("#!/bin/sh\ntouch "+m.at("ran")+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	whole := buildProgram(t, "2.0", latest(), "")
	b, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	torn := m.at("torn")
	if err := os.WriteFile(torn, b[:len(b)/3], 0o755); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ from, want string }{
		"another product":  {other, "no program of Anbar"},
		"a torn file":      {torn, "no program of Anbar, or did not arrive whole"},
		"the same program": {m.at("anbar"), "version 1.0 is installed already"},
		"a downgrade":      {buildProgram(t, "0.9", 57, ""), "version 0.9 is older than the one that is installed"},
		"an older one of the same schema": {
			buildProgram(t, "0.9", latest(), ""), "is older than the one that is installed; to use it all the same, name its sum",
		},
		"the same version":        {buildProgram(t, "1.0", latest(), ""), "its file differs"},
		"a rehearsal that fails":  {buildProgram(t, "2.1", latest(), "a list lacks an entry"), "a list lacks an entry"},
		"no room":                 {buildProgram(t, "2.2", latest(), "room"), "a rehearsal needs 3.0 GB"},
		"no file":                 {m.at("nothing"), "no such file"},
		"a version without place": {"1.4.0", "built without a place of releases"},
	} {
		out, err := m.call("upgrade", c.from, 0)
		contains(t, name, out, c.want)
		if got := m.state(); err == nil || got != backOn {
			t.Errorf("%s: %s, %v", name, got, err)
		}
		for _, left := range strings.Fields("anbar.new anbar.new.part anbar.upgrade anbar.previous ran") {
			if m.is(left) {
				t.Errorf("%s: %s is there", name, left)
			}
		}
	}
}

// TestVersionsAreCompared by their numbers: what git adds for commits after a version makes it no older.
func TestVersionsAreCompared(t *testing.T) {
	for _, c := range []struct {
		version, than string
		want          bool
	}{
		{"1.4.0", "1.4.1", true},
		{"v1.9.0", "1.10.0", true},
		{"1.4", "1.4.1", true},
		{"1.4.1", "1.4.0", false},
		{"v1.4.0-3-gabcdef", "v1.4.0", false},
		{"1.4.0+3.gabcdef", "1.4.0", false},
		{"dev", "1.4.0", false},
		{"1234567", "7654321-dirty", false},
	} {
		if got := isOlder(c.version, c.than); got != c.want {
			t.Errorf("%s before %s: %v", c.version, c.than, got)
		}
	}
}

// TestARollbackRefusesWhatItCannotStop: the appliance runs, and nobody said how it is stopped.
func TestARollbackRefusesWhatItCannotStop(t *testing.T) {
	m := newMachine(t)
	if out, err := m.call("upgrade", buildProgram(t, "2.0", latest(), ""), 0); err != nil {
		t.Fatal(out)
	}
	o := m.options()
	o.Service = Service{Unit: "no-such-unit.service"}
	runs := true
	err := Rollback(t.Context(), o, func(context.Context) bool { return runs })
	if err == nil || !strings.Contains(err.Error(), "stop it first") || m.state() != wellOn() {
		t.Fatalf("%v, %s", err, m.state())
	}
	o.Ask = func(string) bool { return false }
	if runs = false; !errors.Is(Rollback(t.Context(), o, func(context.Context) bool { return runs }), ErrDeclined) {
		t.Error("it goes back although a person said no")
	}
	if o.Ask = nil; Rollback(t.Context(), o, func(context.Context) bool { return runs }) != nil || m.state() != backOn {
		t.Errorf("a stopped appliance does not go back: %s", m.state())
	}
}

// TestADryRunChangesNothing, and neither does a person who says no.
func TestADryRunChangesNothing(t *testing.T) {
	m := newMachine(t)
	o := m.options()
	o.DryRun = true
	if err := Run(t.Context(), o, buildProgram(t, "2.0", latest(), "")); err != nil {
		t.Fatal(err)
	}
	o.DryRun, o.Ask = false, func(string) bool { return false }
	if err := Run(t.Context(), o, buildProgram(t, "2.0", latest(), "")); !errors.Is(err, ErrDeclined) {
		t.Fatal(err)
	}
	left, err := filepath.Glob(m.at("anbar*"))
	if err != nil || len(left) != 1 || m.state() != backOn {
		t.Errorf("%v, %s", left, m.state())
	}
}
