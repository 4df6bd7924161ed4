package mdns

import (
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

const avahiSettings = `[server]
host-name=machine
use-ipv4=yes
use-ipv6=no
allow-interfaces=b0
enable-dbus=no
[rlimits]
`

// TestInsideAvahiAnswersForItsOwnName has avahi on the same machine, as most desktops and many servers do: each answers for its name.
func TestInsideAvahiAnswersForItsOwnName(t *testing.T) {
	if os.Getenv(inNetwork) == "" {
		t.Skip("only in a network of its own")
	}
	avahi, err := exec.LookPath("avahi-daemon")
	if err != nil {
		t.Skip("avahi is not installed")
	}
	settings := filepath.Join(t.TempDir(), "avahi.conf")
	if err := os.WriteFile(settings, []byte(avahiSettings), 0o600); err != nil {
		t.Fatal(err)
	}
	daemon := exec.CommandContext(t.Context(), avahi, "-f", settings, "--no-drop-root", "--no-chroot", "--no-rlimits")
	daemon.Stdout, daemon.Stderr = os.Stdout, os.Stderr
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait()
	})
	conn, to := client(t), &net.UDPAddr{IP: group, Port: port}
	finds := func(name string) bool {
		if _, err := conn.WriteTo(ask(t, name, dnsmessage.TypeA, dnsmessage.ClassINET), to); err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(countAnswers(t, conn, 200*time.Millisecond), func(b []byte) bool {
			return slices.Equal(addressesIn(t, b), []netip.Addr{ourAddress})
		})
	}
	await(t, "avahi answers for its name", func() bool { return finds("machine.local.") })
	r := start(t)
	await(t, "the name is answered", func() bool { _, on := r.Name(); return on })
	for range 3 {
		time.Sleep(time.Second) // as many answers in a second are bounded
		if !finds("anbar.local.") || !finds("machine.local.") {
			t.Error("one of the names is not answered while both are")
		}
	}
	if problem := r.Problem(); problem != "" {
		t.Error(problem)
	}
}
