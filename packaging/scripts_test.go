// Package packaging tests the packages: what their scripts do, and that the service begins.
package packaging

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// newDebian is a machine with packages of three versions: of before the scripts, and two of now.
func newDebian(t *testing.T) *machine {
	t.Helper()
	if _, err := exec.LookPath("dpkg"); err != nil {
		t.Skip("there is no dpkg here")
	}
	return newDebianOn(t, "/")
}

func newDebianOn(t *testing.T, system string) *machine {
	t.Helper()
	m := newMachine(t, system)
	r := readRecipe(t)
	r.asBefore().writeDeb(t, m.file("/0.deb"), "0.9")
	r.writeDeb(t, m.file("/1.deb"), "1.0")
	r.writeDeb(t, m.file("/2.deb"), "2.0")
	return m
}

func contains(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s: no %q in\n%s", what, part, text)
		}
	}
}

func equal(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: the calls are %q, not %q", what, got, want)
	}
}

// checkRuns returns the process of the service.
func (m *machine) checkRuns(want bool) int {
	m.t.Helper()
	pid := m.service()
	if (pid != 0) != want {
		m.t.Fatalf("the service runs: %v. Its log:\n%s", pid != 0, m.read("/journal"))
	}
	return pid
}

const (
	presets = "--root=/ --preset-mode=enable-only preset "
	dataLie = "The data stay in /var/lib/anbar"
)

func TestDebianInstallsUpgradesRemovesAndPurges(t *testing.T) {
	testDebian(t, newDebian(t))
}

func testDebian(t *testing.T, m *machine) {
	t.Helper()
	out, calls := m.dpkg("-i /1.deb")
	contains(t, "install", out, " serves at http://localhost:8080\n", "/setup?token=", "instead of localhost")
	equal(t, "install", calls, presets+"anbar.service", presets+"anbar-check.timer", "daemon-reload",
		"start anbar.service anbar-check.timer")
	first := m.checkRuns(true)
	m.checkEnabled(true)
	m.checkOwner("/etc/anbar/anbar.conf", "root:anbar:640")
	m.checkOwner("/var/lib/anbar", "anbar:anbar:700")
	m.checkOwner("/proc/"+strconv.Itoa(first), "anbar:anbar:555")
	if got := m.run("getent passwd anbar | cut -d: -f6,7"); got != "/var/lib/anbar:/usr/sbin/nologin\n" {
		t.Errorf("the account is %s", got)
	}

	m.run("echo 'log = debug' >>/etc/anbar/anbar.conf; echo mine >/etc/anbar/providers.json")
	out, calls = m.dpkg("-i /2.deb")
	contains(t, "upgrade", out, " serves at ")
	equal(t, "upgrade", calls, "daemon-reload", "restart anbar.service", "start anbar-check.timer")
	if m.checkRuns(true) == first {
		t.Error("the upgrade left the old program running")
	}
	contains(t, "settings", m.read("/etc/anbar/anbar.conf"), "log = debug")

	out, calls = m.dpkg("-r anbar")
	contains(t, "remove", out, dataLie)
	equal(t, "remove", calls, "stop anbar.service anbar-check.timer anbar-check.service", "daemon-reload",
		"reset-failed anbar.service anbar-check.service")
	m.checkRuns(false)
	m.checkEnabled(false)

	out, _ = m.dpkg("-i /2.deb")
	contains(t, "install again", out, " serves at ")
	m.checkRuns(true)
	m.checkEnabled(true)
	contains(t, "settings", m.read("/etc/anbar/anbar.conf"), "log = debug")

	out, _ = m.dpkg("-P anbar")
	contains(t, "purge", out, dataLie+" with their account anbar; a package never deletes them.")
	m.checkRuns(false)
	m.checkEnabled(false)
	if m.exists("/etc/anbar") || !m.exists("/var/lib/anbar/anbar.db") {
		t.Error("a purge removes the settings and keeps the data")
	}
	if left := m.run("find /var/lib/systemd /etc/systemd -name '*anbar*'"); left != "" {
		t.Errorf("left behind:\n%s", left)
	}
}

func TestDebianLeavesAStoppedOrDisabledServiceSo(t *testing.T) {
	m := newDebian(t)
	m.dpkg("-i /1.deb")
	m.run("systemctl stop anbar.service; systemctl disable anbar.service anbar-check.timer")
	out, calls := m.dpkg("-i /2.deb")
	contains(t, "upgrade", out, "was not started")
	equal(t, "upgrade", calls, "daemon-reload")
	m.checkRuns(false)
	m.checkEnabled(false)

	m.dpkg("-P anbar")
	m.run("printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d; chmod +x /usr/sbin/policy-rc.d")
	out, _ = m.dpkg("-i /1.deb")
	contains(t, "install where services may not start", out, "was not started, as the policy")
	m.checkRuns(false)
	m.checkEnabled(true)
}

func TestDebianGoesOnAfterAFailure(t *testing.T) {
	m := newDebian(t)
	m.dpkg("-i /1.deb")
	pid := m.checkRuns(true)
	script := "/var/lib/dpkg/info/anbar."
	for _, line := range []string{"postinst abort-upgrade 2.0", "postinst abort-deconfigure in-favour x 1", "preinst abort-upgrade 2.0",
		"prerm upgrade 2.0", "prerm failed-upgrade 1.0", "prerm deconfigure in-favour x 1", "postrm upgrade 2.0",
		"postrm failed-upgrade 1.0", "postrm abort-install", "postrm abort-upgrade 1.0", "postrm disappear x 1"} {
		if out, calls := m.calls(script + line); out != "" || len(calls) > 0 {
			t.Errorf("%s says %q and calls %q", line, out, calls)
		}
	}
	if m.checkRuns(true) != pid {
		t.Error("the service was restarted")
	}
	m.run(script + "prerm remove")
	m.checkRuns(false)
	m.run(script + "postinst abort-remove")
	m.checkRuns(true)

	m.run("echo 'listen = nowhere' >>/etc/anbar/anbar.conf")
	out, _ := m.dpkg("-i /2.deb")
	contains(t, "broken settings", out, "Anbar did not start. The end of its log:", "nowhere", "systemctl restart anbar")
	if state := m.run("dpkg-query -W -f '${db:Status-Abbrev}' anbar"); state != "ii " {
		t.Errorf("the package is %q", state)
	}
}

func TestDebianInstallsWhereSystemdDoesNotRun(t *testing.T) {
	m := newDebian(t)
	m.run("rmdir /run/systemd/system")
	out, calls := m.dpkg("-i /1.deb")
	contains(t, "install", out, "the service starts with the machine")
	equal(t, "install", calls, presets+"anbar.service", presets+"anbar-check.timer")
	m.checkEnabled(true)
	_, calls = m.dpkg("-i /2.deb")
	equal(t, "upgrade", calls)
	_, calls = m.dpkg("-P anbar")
	equal(t, "purge", calls)
	m.checkEnabled(false)
}

// TestAnUpgradeMendsWhatThePackageWithoutScriptsLeft begins with the fault: the service could not read its settings.
func TestAnUpgradeMendsWhatThePackageWithoutScriptsLeft(t *testing.T) {
	m := newDebian(t)
	m.dpkg("-i /0.deb")
	m.checkOwner("/etc/anbar/anbar.conf", "root:root:640")
	if _, err := m.try("systemctl start anbar.service"); err == nil {
		t.Error("the service reads settings that are root's alone")
	}
	contains(t, "the old package", m.read("/journal"), "permission denied")

	m.run("chgrp anbar /etc/anbar/anbar.conf && systemctl enable anbar.service && systemctl start anbar.service")
	m.run("chgrp root /etc/anbar/anbar.conf")
	pid := m.checkRuns(true)
	m.dpkg("-i /1.deb")
	m.checkOwner("/etc/anbar/anbar.conf", "root:anbar:640")
	if m.checkRuns(true) == pid {
		t.Error("the old program runs on")
	}
	m.checkEnabled(true)
}

func TestAnUpgradeEnablesNothingThatWasOff(t *testing.T) {
	m := newDebian(t)
	m.dpkg("-i /0.deb")
	out, _ := m.dpkg("-i /1.deb")
	contains(t, "upgrade", out, "was not started")
	if m.exists("/etc/systemd/system/multi-user.target.wants/anbar.service") {
		t.Error("a service that nobody enabled starts with the machine")
	}
}

// TestScriptsUnderRPM runs them as rpm does, around files that are laid as rpm lays them.
func TestScriptsUnderRPM(t *testing.T) {
	m := newDebian(t)
	m.run("rm -f /usr/bin/deb-systemd-*")
	lay := "dpkg-deb -x /1.deb / && chown root:anbar /etc/anbar/anbar.conf"
	step := func(script string) (string, []string) {
		t.Helper()
		b := string(readSource(t, "packaging/"+script[:strings.Index(script, " ")]))
		return m.calls("sh -s " + script[strings.Index(script, " ")+1:] + " <<'END'\n" + b + "\nEND\n")
	}
	step("preinstall.sh 1")
	m.run(lay)
	out, calls := step("postinstall.sh 1")
	contains(t, "install", out, " serves at ", "/setup?token=")
	equal(t, "install", calls, "enable anbar.service anbar-check.timer", "daemon-reload", "start anbar.service anbar-check.timer")
	pid := m.checkRuns(true)
	m.checkEnabled(true)

	step("preinstall.sh 2")
	m.run(lay)
	_, calls = step("postinstall.sh 2")
	equal(t, "upgrade", calls, "daemon-reload", "restart anbar.service", "start anbar-check.timer")
	if _, calls = step("preremove.sh 1"); len(calls) > 0 {
		t.Errorf("an upgrade calls %q", calls)
	}
	if _, calls = step("postremove.sh 1"); len(calls) > 0 || m.checkRuns(true) == pid {
		t.Errorf("an upgrade calls %q", calls)
	}

	_, calls = step("preremove.sh 0")
	equal(t, "removal", calls, "stop anbar.service anbar-check.timer anbar-check.service", "disable anbar.service anbar-check.timer")
	m.checkRuns(false)
	out, _ = step("postremove.sh 0")
	contains(t, "removal", out, dataLie)
	m.checkEnabled(false)
}

// TestInstallingWithoutAPackage does the same as the packages.
func TestInstallingWithoutAPackage(t *testing.T) {
	m := newDebian(t)
	m.run("rm -f /usr/bin/deb-systemd-*; mkdir -p /src && sed -i s,/usr/lib/systemd,/etc/systemd, /fake/systemctl")
	for _, dir := range []string{"packaging", "systemd"} {
		if out, err := exec.Command("cp", "-r", filepath.Join("..", dir), m.file("/src/")).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	m.run("ln -s /program /src/anbar")
	out := m.run("bash /src/packaging/install.sh")
	contains(t, "install", out, " serves at ", "/setup?token=")
	pid := m.checkRuns(true)
	m.checkEnabled(true)
	m.checkOwner("/etc/anbar/anbar.conf", "root:anbar:640")
	contains(t, "completion", m.read("/usr/share/bash-completion/completions/anbar"), "complete -F _anbar anbar")
	m.run("bash /src/packaging/install.sh")
	if m.checkRuns(true) == pid {
		t.Error("an upgrade left the old program running")
	}
	m.run("mkdir -p /usr/lib/systemd/system; touch /usr/lib/systemd/system/anbar.service")
	if out, err := m.try("bash /src/packaging/install.sh"); err == nil {
		t.Errorf("it installs over a package: %s", out)
	}
}

// TestAPackageTriesItsProgramUntilThatHadItsTurn also where dpkg or the machine stopped in between: programs of this test note their
// calls.
func TestAPackageTriesItsProgramUntilThatHadItsTurn(t *testing.T) {
	m := newDebian(t)
	m.dpkg("-i /1.deb")
	m.checkRuns(true)
	lay := func(name, version string) {
		t.Helper()
		m.run("printf '#!/bin/sh\n# " + version + "\necho \"$0 $*\" >>/calls\n' >/x && chmod 755 /x && mv -f /x " + name)
	}
	step := func(script string) (upgrades []string) {
		t.Helper()
		name, arguments, _ := strings.Cut(script, " ")
		_, calls := m.calls("sh -s " + arguments + " <<'END'\n" + string(readSource(t, "packaging/"+name)) + "\nEND\n")
		for _, c := range calls {
			if strings.Contains(c, " upgrade ") {
				upgrades = append(upgrades, c)
			}
		}
		return upgrades
	}
	const program, arguments = "/usr/bin/anbar", " upgrade --package --program /usr/bin/anbar --data /var/lib/anbar"
	m.run("rm -f /usr/bin/anbar")
	lay(program, "1")
	lay(program+".new", "of an earlier package")
	step("preinstall.sh 2")
	lay(program, "2")
	equal(t, "an upgrade", step("postinstall.sh 2"), program+arguments)

	step("preinstall.sh 2") // the package was never configured, and comes again
	contains(t, "the program that serves", m.read(program+".before"), "# 1\n")
	lay(program, "3")
	m.run("mv /usr/bin/anbar /usr/bin/anbar.new && mv /usr/bin/anbar.before /usr/bin/anbar") // the machine stopped in the middle
	equal(t, "an upgrade that is repeated", step("postinstall.sh 2"), program+".new"+arguments)
	record := func(phase string) { m.run(`printf '{\n\t"phase": "` + phase + `",\n' >/usr/bin/anbar.upgrade`) }
	m.run("mv /usr/bin/anbar.new /usr/bin/anbar")
	record("watching")
	equal(t, "one that is watched", step("postinstall.sh 2"), program+arguments)
	for _, phase := range []string{"done", "returned"} {
		record(phase)
		equal(t, "the same program again, "+phase, step("postinstall.sh 2"))
	}

	step("preinstall.sh 2")
	m.run("systemctl stop anbar.service; rm /usr/bin/anbar.upgrade")
	if calls := step("postinstall.sh 2"); len(calls) > 0 || m.exists(program+".before") || m.exists(program+".new") {
		t.Errorf("a service that did not run: %q, a program is kept: %v", calls, m.exists(program+".before"))
	}
}
