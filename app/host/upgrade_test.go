package host

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/db"
)

// TestALongUpgradeIsToldToEverybodyWhoWaits looks at the port and at the messages to the service manager meanwhile.
func TestALongUpgradeIsToldToEverybodyWhoWaits(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	u := NewUpgrade(address, slog.New(slog.DiscardHandler))
	u.Report(db.Migration{Step: 1, Steps: 2, Name: "0043_x"})
	if c, err := net.Dial("tcp", address); err == nil {
		c.Close()
		t.Error("a page is shown for a migration that may end at once")
	}
	u.Report(db.Migration{Step: 2, Steps: 2, Name: "0044_y", Took: 5 * time.Second})
	for path, want := range map[string]string{"/workspace": "به‌روزرسانی", "/api/health": `"upgrading"`} {
		r, err := http.Get("http://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		waits := r.StatusCode == http.StatusServiceUnavailable && r.Header.Get("Retry-After") != ""
		if err != nil || !waits || !strings.Contains(string(body), want) {
			t.Errorf("%s: %v, %s, %s", path, err, r.Status, body)
		}
	}
	b := make([]byte, 1000)
	for _, step := range []string{"step 1 of 2", "step 2 of 2"} {
		n, err := manager.Read(b)
		if said := string(b[:n]); err != nil || !strings.Contains(said, "EXTEND_TIMEOUT_USEC=60000000") ||
			!strings.Contains(said, "WATCHDOG=1") || !strings.Contains(said, step) {
			t.Errorf("%s: systemd hears %q, %v", step, said, err)
		}
	}
	u.End()
	if l, err = net.Listen("tcp", address); err != nil {
		t.Fatalf("the port is not free for the server: %v", err)
	}
	l.Close()
}
