package upgrade

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unpack does what a package does before its program is tried: the one that has the name is kept, unless one is kept already.
func (m *machine) unpack(program string) {
	m.t.Helper()
	err := os.Remove(m.at("anbar.new"))
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if !m.is("anbar.before") {
		err = errors.Join(err, os.Link(m.at("anbar"), m.at("anbar.before")))
	}
	m.copy(program, "anbar.dpkg-new")
	if err = errors.Join(err, os.Rename(m.at("anbar.dpkg-new"), m.at("anbar"))); err != nil {
		m.t.Fatal(err)
	}
}

// kill ends a role at one of its failpoints.
func (m *machine) kill(role, from string, at int) {
	m.t.Helper()
	if out, err := m.call(role, from, at); err == nil || !strings.Contains(err.Error(), "signal: killed") {
		m.t.Fatalf("%v %s", err, out)
	}
}

// checkSettled says what an upgrade that has ended left behind.
func (m *machine) checkSettled(what, out string) {
	m.t.Helper()
	r, err := newPlace(m.at("anbar")).load()
	if err != nil || r.isOpen() || m.is("anbar.before") {
		m.t.Errorf("%s: %+v, %v, a program is kept: %v\n%s", what, r, err, m.is("anbar.before"), out)
	}
}

// TestAPackageIsKilled at each of its points; the machine begins anew, and dpkg configures the package again.
func TestAPackageIsKilled(t *testing.T) {
	fresh := buildProgram(t, "2.0", latest(), "")
	for _, states := range [][]string{nil, {"poor"}, {"failing", "written"}} {
		for kill := 1; ; kill++ {
			m := newMachine(t)
			m.set(states...)
			m.unpack(fresh)
			out, err := m.call("installed", "", kill)
			if err == nil || !strings.Contains(err.Error(), "signal: killed") {
				if kill < 15 {
					t.Errorf("%v ended at %d: %v %s", states, kill, err, out)
				}
				m.checkSettled("without a kill", out)
				break
			}
			m.restart()
			again, err := m.call("installed", "", 0)
			want := wellOn()
			unwatched := strings.Contains(again, "The new program has served already") // the machine began anew with it
			if slices.Contains(states, "failing") && !unwatched {
				want = backOn
			}
			over := strings.Contains(again, "is restarted with the program") // it was killed when all was done
			if m.state() != want || (err == nil) != (want == wellOn() || over) {
				t.Errorf("%v, killed at %d: %s, %v\n%s\n%s", states, kill, m.state(), err, out, again)
			}
			m.checkSettled("killed", again)
		}
	}
}

// TestAPackageComesAfterAnInterruptedUpgrade of another version, which is finished or undone before the program of the package is tried.
func TestAPackageComesAfterAnInterruptedUpgrade(t *testing.T) {
	second, third := buildProgram(t, "2.0", latest(), ""), buildProgram(t, "3.0", latest(), "")
	for _, states := range [][]string{nil, {"failing", "written"}} {
		for kill := 1; ; kill += 2 {
			m := newMachine(t)
			m.set(states...)
			if out, err := m.call("upgrade", second, kill); err == nil || !strings.Contains(err.Error(), "signal: killed") {
				if kill < 15 {
					t.Errorf("%v ended at %d: %v %s", states, kill, err, out)
				}
				break
			}
			m.restart()
			m.unpack(third)
			out, err := m.call("installed", "", 0)
			want := strings.Replace(wellOn(), "2.0", "3.0", 1)
			if len(states) > 0 {
				want = backOn
			}
			if m.state() != want || (err == nil) != (len(states) == 0) {
				t.Errorf("%v, killed at %d: %s, %v\n%s", states, kill, m.state(), err, out)
			}
			m.checkSettled("a package", out)
		}
	}
}

// TestAStoppedServiceGetsAPackageAfterAnInterruptedUpgrade: the record says nothing of that program, and nothing is undone.
func TestAStoppedServiceGetsAPackageAfterAnInterruptedUpgrade(t *testing.T) {
	third := buildProgram(t, "3.0", latest(), "")
	for _, kill := range []int{8, 14, 20, 26} {
		m := newMachine(t)
		m.set("failing", "written")
		m.kill("upgrade", buildProgram(t, "2.0", latest(), ""), kill)
		m.copy(third, "anbar.dpkg-new")
		if err := os.Rename(m.at("anbar.dpkg-new"), m.at("anbar")); err != nil {
			t.Fatal(err)
		}
		m.restart()
		out, err := m.call("upgrade", "", 0)
		contains(t, "it is interrupted", out, "Another program was installed since")
		if got := m.state(); err != nil || got != strings.Replace(wellOn(), "2.0", "3.0", 1) {
			t.Errorf("killed at %d: %s, %v\n%s", kill, got, err, out)
		}
		m.checkSettled("a package", out)
	}
}

// TestTheCommandOfARedPackageWorks: what the report says takes the program all the same, and one that fails again is still there.
func TestTheCommandOfARedPackageWorks(t *testing.T) {
	for red, flag := range map[string]string{"differs: a name": " --accept-differences", "it fails": ""} {
		m := newMachine(t)
		m.unpack(buildProgram(t, "1.0", latest(), red)) // a package may bring the same version, built again
		out, err := m.call("installed", "", 0)
		command := " upgrade --package" + flag + " --program " + m.at("anbar") + " --data " + m.at("data") + "\n"
		contains(t, red, out, ": "+m.at("anbar.new")+command)
		if err == nil || m.state() != backOn {
			t.Fatalf("%s: %s, %v", red, m.state(), err)
		}
		m.checkSettled(red, out)
		if flag != "" {
			m.set("despite")
		}
		out, err = m.call("installed", "", 0)
		want, left := backOn, 1
		if flag != "" {
			want, left = strings.Replace(wellOn(), "2.0", "1.0", 1), 0
		}
		files, e := filepath.Glob(m.at("anbar.new"))
		if m.state() != want || (err == nil) != (flag != "") || e != nil || len(files) != left {
			t.Errorf("%s: %s, %v, %v\n%s", red, m.state(), err, files, out)
		}
		m.checkSettled(red, out)
	}
}

// TestOtherDataAreNotResumed: their upgrade was interrupted, and these have nothing to do with it.
func TestOtherDataAreNotResumed(t *testing.T) {
	m := newMachine(t)
	m.kill("upgrade", buildProgram(t, "2.0", latest(), ""), 14)
	o := m.options()
	o.Storage.Data = t.TempDir()
	err := Run(t.Context(), o, "")
	if err == nil || !strings.Contains(err.Error(), "was of the data directory "+m.at("data")) {
		t.Error(err)
	}
	if r, err := newPlace(m.at("anbar")).load(); err != nil || !r.isOpen() {
		t.Errorf("%+v, %v", r, err)
	}
}
