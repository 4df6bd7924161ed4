//go:build full

package packaging

import (
	"os/exec"
	"strings"
	"time"
)

// checkLife takes the package through everything that an administrator does with it.
func (b *booted) checkLife() {
	out := b.run("dpkg -i /2.deb")
	b.checkInstalled(out)
	contains(b.t, "the end of the first installation", out, "/setup?token=", "instead of localhost")
	b.run("dpkg -P anbar; rm -r /var/lib/anbar; dpkg -i /1.deb")
	b.setUp()
	b.run("mkdir /srv/files && head -c 3000000 /dev/urandom >/srv/files/large && echo small >/srv/files/small")
	space := strings.Fields(b.run("anbar workspace list --data /var/lib/anbar"))[0]
	b.run("anbar adopt /srv/files --data /var/lib/anbar --into " + space)

	first := b.mainPID()
	out = b.run("dpkg -i /2.deb")
	contains(b.t, "upgrade", out, " serves at http://localhost:8080\n")
	if strings.Contains(out, "setup?token=") {
		b.t.Errorf("there is an account, and the upgrade offers the setup:\n%s", out)
	}
	if b.mainPID() == first {
		b.t.Error("the old program runs on")
	}
	b.checkData()
	b.checkUpgrade()
	b.checkBackupTarget()
	b.checkCrash()
	b.checkWatchdog()
	b.checkRemoval()
}

// setUp opens the set-up link of the log, which also a program has that knows no command for it.
func (b *booted) setUp() {
	b.t.Helper()
	_, token, found := strings.Cut(b.run("journalctl -u anbar -o cat --no-pager | grep -o 'setup?token=[A-Z0-9]*' | tail -n 1"), "=")
	if !found {
		b.t.Fatal("there is no set-up link in the log")
	}
	body := `{"token":"` + strings.TrimSpace(token) + `","first_name":"Sara","last_name":"Karimi","email":"sara@example.org",` +
		`"password":"Zagros-1405!","language":"en","workspace_title":"Office"}`
	out, err := exec.Command("nsenter", "--target", b.init, "--net", "--", "curl", "-sS", "--fail-with-body", "-H",
		"Content-Type: application/json", "-d", body, "http://localhost:8080/api/setup").CombinedOutput()
	if err != nil {
		b.t.Fatalf("set up: %v: %s", err, out)
	}
}

func (b *booted) mainPID() string {
	b.t.Helper()
	out := b.run("systemctl is-active anbar && systemctl show -p MainPID --value anbar")
	return strings.TrimSpace(strings.TrimPrefix(out, "active\n"))
}

func (b *booted) checkInstalled(out string) {
	b.t.Helper()
	contains(b.t, "the end of an installation", out, " serves at http://localhost:8080\n")
	b.run("systemctl is-enabled anbar.service anbar-check.timer && systemctl is-active anbar.service anbar-check.timer")
	for name, want := range map[string]string{
		"/etc/anbar/anbar.conf": "root:anbar:640", "/var/lib/anbar": "anbar:anbar:700", "/proc/" + b.mainPID(): "anbar:anbar:555",
	} {
		if got := strings.TrimSpace(b.run("stat -c %U:%G:%a " + name)); got != want {
			b.t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
}

// checkData also has the check run in its own sandbox, beside the service.
func (b *booted) checkData() {
	b.t.Helper()
	contains(b.t, "accounts", b.run("anbar user list --data /var/lib/anbar"), "sara@example.org")
	b.run("systemctl start anbar-check.service")
	contains(b.t, "the check", b.run("journalctl -u anbar-check -o cat --no-pager -n 20"), "all is well", "2 named by the database")
}

// checkBackupTarget does what the error in the journal says.
func (b *booted) checkBackupTarget() {
	b.t.Helper()
	b.run("echo 'backup-to = /srv/copies' >>/etc/anbar/anbar.conf; systemctl restart anbar; sleep 3")
	contains(b.t, "errors of the journal", b.run("journalctl -u anbar -p err -o cat --no-pager"), "read-only file system",
		"install -d -o anbar -g anbar /srv/copies", "ReadWritePaths=/srv/copies")
	b.run("install -d -o anbar -g anbar /srv/copies; mkdir -p /etc/systemd/system/anbar.service.d; printf '[Service]\\nReadWritePaths=" +
		"/srv/copies\\n' >/etc/systemd/system/anbar.service.d/override.conf; systemctl daemon-reload; systemctl restart anbar")
	b.run("anbar backup --config /etc/anbar/anbar.conf --data /var/lib/anbar")
	contains(b.t, "the copies", b.run("ls -R /srv/copies"), "blobs", "epochs")
}

// checkCrash kills the service, which comes back, and then has it fail for good.
func (b *booted) checkCrash() {
	b.t.Helper()
	before := b.mainPID()
	b.run("systemctl kill -s KILL anbar")
	for began := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		out, err := b.try("systemctl is-active anbar && systemctl show -p MainPID --value anbar")
		if err == nil && !strings.Contains(out, before) {
			break
		}
		if time.Since(began) > time.Minute {
			b.t.Fatal("it does not come back")
		}
	}
	b.run("cp /etc/anbar/anbar.conf /root/good.conf; echo 'log = loud' >>/etc/anbar/anbar.conf")
	contains(b.t, "an upgrade with broken settings", b.run("dpkg -i /2.deb"), "Anbar did not start. The end of its log:", "loud")
	contains(b.t, "errors of the journal", b.run("journalctl -u anbar -p err -o cat --no-pager"), "anbar: ", "loud")
	b.run("cp /root/good.conf /etc/anbar/anbar.conf; systemctl restart anbar")
	b.checkData()
}

// checkWatchdog has systemd wait a few seconds instead of two minutes: a server that works is left alone for longer, and one that
// stands still is replaced.
func (b *booted) checkWatchdog() {
	b.t.Helper()
	b.run("printf '[Service]\\nWatchdogSec=6\\nTimeoutAbortSec=2\\n' >/etc/systemd/system/anbar.service.d/watchdog.conf; " +
		"systemctl daemon-reload; systemctl restart anbar")
	before := b.mainPID()
	b.run("anbar health --data /var/lib/anbar; sleep 15")
	if now := b.mainPID(); now != before {
		b.t.Fatalf("a server that works was restarted:\n%s", b.run("journalctl -u anbar -o cat --no-pager -n 20"))
	}
	b.run("kill -STOP " + before)
	for began := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		out, err := b.try("systemctl is-active anbar && systemctl show -p MainPID --value anbar")
		if err == nil && !strings.Contains(out, before) {
			break
		}
		if time.Since(began) > time.Minute {
			b.t.Fatal("a server that stands still is not replaced")
		}
	}
	b.run("rm /etc/systemd/system/anbar.service.d/watchdog.conf; systemctl daemon-reload; systemctl restart anbar")
	b.checkData()
}

func (b *booted) checkRemoval() {
	b.t.Helper()
	contains(b.t, "remove", b.run("dpkg -r anbar"), dataLie)
	if out, err := b.try("pgrep -x anbar || ls /proc/*/exe -l 2>/dev/null | grep '/anbar'"); err == nil {
		b.t.Errorf("removed, it goes on serving: %s", out)
	}
	b.checkInstalled(b.run("dpkg -i /2.deb"))
	b.checkData()
	contains(b.t, "purge", b.run("dpkg -P anbar"), dataLie+" with their account anbar")
	b.run("test ! -e /etc/anbar && test -e /var/lib/anbar/anbar.db")
	if left := b.run("systemctl list-units --all --plain --no-legend 'anbar*'; find /etc/systemd /var/lib/systemd -name '*anbar*' | " +
		"grep -v service.d || true"); strings.TrimSpace(left) != "" {
		b.t.Errorf("left behind:\n%s", left)
	}
	b.checkInstalled(b.run("dpkg -i /2.deb"))
	b.checkData()
}
