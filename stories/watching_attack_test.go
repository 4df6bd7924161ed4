package stories

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var commits = regexp.MustCompile(`(?m)^anbar_database_commits_total (\S+)$`)

// countCommits reads in the metrics how often the database was written.
func countCommits(t *testing.T, metrics string) float64 {
	t.Helper()
	_, scrape := get(t, "http://"+metrics+"/metrics")
	m := commits.FindStringSubmatch(scrape)
	if m == nil {
		t.Fatalf("no commits in %s", scrape)
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestStrangersWhoAskWhetherItIsReadyCostNothing: a stranger asks thousands of times, over the network, and the database is written
// no more often than in the same time without them, but for one transaction a second.
func TestStrangersWhoAskWhetherItIsReadyCostNothing(t *testing.T) {
	drive, metrics := freeAddress(t), freeAddress(t)
	serve(t, "--data", dataDir(t), "--listen", drive, "--metrics", metrics)
	before, began := countCommits(t, metrics), time.Now()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			for range 100 {
				r, err := http.Get("http://" + drive + "/api/ready")
				if err != nil {
					t.Error(err)
					return
				}
				r.Body.Close()
				if r.StatusCode != http.StatusOK && r.StatusCode != http.StatusTooManyRequests {
					t.Errorf("a stranger gets %d", r.StatusCode)
				}
			}
		})
	}
	all.Wait()
	const ownWork = 100 // of jobs, which all begin in the first half minute
	if n, most := countCommits(t, metrics)-before, time.Since(began).Seconds()+ownWork; n > most {
		t.Errorf("2,000 questions led to %.0f commits, more than %.0f", n, most)
	}
}

// TestTheServiceManagerHearsFromTheAppliance plays systemd with a watchdog, from the start of the process to its end.
func TestTheServiceManagerHearsFromTheAppliance(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	cmd := exec.Command("anbar", "serve", "--data", dataDir(t), "--listen", freeAddress(t))
	cmd.Env = append(os.Environ(), "NOTIFY_SOCKET="+socket, "WATCHDOG_USEC=2000000")
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Errorf("it does not start: %v\n%s", err, &log)
	}
	ready, alive := false, 0
	b := make([]byte, 1000)
	for end := time.Now().Add(30 * time.Second); (!ready || alive < 3) && time.Now().Before(end); {
		if err := manager.SetReadDeadline(end); err != nil {
			t.Fatal(err)
		}
		n, err := manager.Read(b)
		if err != nil {
			break
		}
		ready = ready || strings.Contains(string(b[:n]), "READY=1")
		if strings.Contains(string(b[:n]), "WATCHDOG=1") {
			alive++
		}
	}
	if !ready || alive < 3 {
		t.Errorf("ready %v, alive %d times", ready, alive)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, &log)
	}
}
