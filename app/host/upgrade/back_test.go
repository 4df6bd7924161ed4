package upgrade

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/blobstore"
)

func isNot(context.Context) bool { return false }

// newUpgraded is a machine with version 2.0 after an upgrade by hand: nobody stops or starts anything.
func newUpgraded(t *testing.T) (*machine, *Options, *strings.Builder) {
	t.Helper()
	m := newMachine(t)
	if out, err := m.call("upgrade", buildProgram(t, "2.0", latest(), ""), 0); err != nil {
		t.Fatal(out)
	}
	var said strings.Builder
	o := m.options()
	o.Service = Service{Unit: "no-such-unit.service"}
	o.Say = func(s string) { said.WriteString(s + "\n") }
	return m, &o, &said
}

// TestOnlyTheLastUpgradeOfTheDataGoesBack: neither another program nor another data directory.
func TestOnlyTheLastUpgradeOfTheDataGoesBack(t *testing.T) {
	m, o, said := newUpgraded(t)
	other := *o
	other.Storage.Data = t.TempDir()
	err := Rollback(t.Context(), other, isNot)
	if err == nil || !strings.Contains(err.Error(), "was of the data directory "+o.Storage.Data) {
		t.Errorf("another data directory: %v", err)
	}
	m.copy(buildProgram(t, "3.0", latest(), ""), "anbar")
	err = Rollback(t.Context(), *o, isNot)
	if err == nil || !strings.Contains(err.Error(), "another program was installed since") || !strings.HasPrefix(m.state(), "3.0") {
		t.Errorf("another program: %v, %s", err, m.state())
	}
	m.copy(buildProgram(t, "2.0", latest(), ""), "anbar")
	if err := Rollback(t.Context(), *o, isNot); err != nil || m.state() != backOn {
		t.Errorf("the program of the upgrade: %v, %s", err, m.state())
	}
	contains(t, "a stopped appliance", said.String(), "Version 1.0 is installed again", "systemctl start no-such-unit.service")
	if strings.Contains(said.String(), "in use again") {
		t.Errorf("it is not in use: %s", said)
	}
}

// TestNothingIsRestoredBelowAProcess that has the data and does not answer.
func TestNothingIsRestoredBelowAProcess(t *testing.T) {
	m, o, _ := newUpgraded(t)
	lock, err := blobstore.Lock(o.Storage.Blobs())
	if err != nil {
		t.Fatal(err)
	}
	if err := Rollback(t.Context(), *o, isNot); !errors.Is(err, errInUse) || m.state() != wellOn() {
		t.Errorf("%v, %s", err, m.state())
	}
	if r, err := newPlace(m.at("anbar")).load(); err != nil || r.Phase != Done {
		t.Errorf("%v, %v", r, err)
	}
	o.Service = m.options().Service // its command does not stop that process
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if err := Rollback(ctx, *o, isNot); !errors.Is(err, errInUse) || m.state() != wellOn() {
		t.Errorf("%v, %s", err, m.state())
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), *o, ""); err != nil || m.state() != backOn {
		t.Errorf("it does not go on: %v, %s", err, m.state())
	}
}

// TestAUnitThatEndsAgainAndAgainIsStopped, as one that runs is.
func TestAUnitThatEndsAgainAndAgainIsStopped(t *testing.T) {
	for state, want := range map[string]bool{"active": true, "activating": true, "deactivating": true, "reloading": true,
		"inactive": false, "failed": false} {
		dir := t.TempDir()
		script := "#!/bin/sh\n[ \"$1\" = show ] && { echo " + state + "; exit; }\n[ " + state + " = active ]\n"
		if err := os.WriteFile(filepath.Join(dir, "systemctl"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", dir+":/usr/bin:/bin")
		if got := (&Service{Unit: "anbar.service"}).isUnit(t.Context()); got != want {
			t.Errorf("%s: %v", state, got)
		}
	}
}
