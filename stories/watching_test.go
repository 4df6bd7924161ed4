package stories

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"anbar/app/base/mail/mailtest"

	"go.yaml.in/yaml/v3"
)

// freeAddress is an address that nothing listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// serve starts an appliance as a process of its own, waits until it serves, and ends it with the test.
func serve(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("anbar", append([]string{"serve"}, args...)...)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v\n%s", err, &log)
		}
	})
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("it does not start: %v\n%s", err, &log)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return cmd
}

// get asks a server as a stranger.
func get(t *testing.T, url string) (int, string) {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(body)
}

func shell(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command("anbar", args...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("anbar %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

var (
	metricName = regexp.MustCompile(`\b(?:anbar|go|process)_[a-z_]+\b`)
	sample     = regexp.MustCompile(`(?m)^([a-z_]+)(?:\{.*\})? \S+$`)
	ofSeries   = regexp.MustCompile(`_(bucket|sum|count)$`)
)

// TestMetricsAreReadAtAnAddressOfTheirOwn: a scrape has every number that the dashboard and the alerts name, and no name of a person,
// a file or the machine. The address of the drive has none of them, and the other one nothing else.
func TestMetricsAreReadAtAnAddressOfTheirOwn(t *testing.T) {
	drive, metrics, data := freeAddress(t), freeAddress(t), dataDir(t)
	serve(t, "--data", data, "--listen", drive, "--metrics", metrics, "--backup-to", t.TempDir())
	shell(t, "Zagros-1405!", "user", "add", "--data", data, "--email", "sara.karimi@example.org", "--first-name", "Sara",
		"--last-name", "Karimi", "--password-stdin")
	shell(t, "", "jobs", "run", "--data", data, "codes_expire")
	shell(t, "", "jobs", "run", "--data", data, "growth_note")
	for range 3 {
		get(t, "http://"+drive+"/api/health")
	}
	var scrape string
	for end := time.Now().Add(time.Minute); ; {
		var status int
		if status, scrape = get(t, "http://"+metrics+"/metrics"); status != 200 {
			t.Fatalf("%d %s", status, scrape)
		}
		if strings.Contains(scrape, "anbar_backup_proven_timestamp_seconds") || time.Now().After(end) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	has := map[string]bool{}
	for _, m := range sample.FindAllStringSubmatch(scrape, -1) {
		has[m[1]], has[ofSeries.ReplaceAllString(m[1], "")] = true, true
	}
	for _, file := range []string{"grafana.json", "alerts.yaml"} {
		for _, name := range metricName.FindAllString(strings.Join(expressionsOf(t, file), "\n"), -1) {
			if !has[name] {
				t.Errorf("%s names %s, which no scrape has", file, name)
			}
		}
	}
	for _, want := range []string{"anbar_ready 1\n", `anbar_requests_total{class="api",status="200"} `, "anbar_backup_on 1\n"} {
		if !strings.Contains(scrape, want) {
			t.Errorf("no %q in the scrape", want)
		}
	}
	if n := len(slices.DeleteFunc(names(has), func(s string) bool { return !strings.HasPrefix(s, "anbar_") })); n < 40 {
		t.Errorf("%d numbers:\n%s", n, scrape)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"sara", "Karimi", "example.org", data, host, "127.0.0.1", drive} {
		if strings.Contains(scrape, secret) {
			t.Errorf("a stranger reads %q in the metrics", secret)
		}
	}
	for _, path := range []string{"/metrics", "/healthz", "/debug/pprof/", "/server-status", "/-/ready", "/actuator/prometheus"} {
		if status, body := get(t, "http://"+drive+path); status != 404 || strings.Contains(body, "anbar_") {
			t.Errorf("the drive answers %s with %d", path, status)
		}
	}
	for _, path := range []string{"/", "/api/health", "/api/ready", "/debug/pprof/", "/metrics/x"} {
		if status, _ := get(t, "http://"+metrics+path); status != 404 {
			t.Errorf("the address of metrics answers %s with %d", path, status)
		}
	}
}

func names(set map[string]bool) (all []string) {
	for name := range set {
		all = append(all, name)
	}
	return all
}

// expressionsOf returns the expressions of a file of packaging/monitoring, whose form it checks.
func expressionsOf(t *testing.T, file string) (all []string) {
	t.Helper()
	b, err := os.ReadFile("../packaging/monitoring/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(file, ".json") {
		var board struct {
			Panels []struct{ Targets []struct{ Expr string } }
		}
		if err := json.Unmarshal(b, &board); err != nil {
			t.Fatal(err)
		}
		for _, p := range board.Panels {
			for _, target := range p.Targets {
				all = append(all, target.Expr)
			}
		}
	} else {
		var rules struct {
			Groups []struct {
				Name  string
				Rules []struct {
					Alert, Expr string
					For         time.Duration
					Labels      map[string]string
					Annotations map[string]string
				}
			}
		}
		decoder := yaml.NewDecoder(bytes.NewReader(b))
		decoder.KnownFields(true)
		if err := decoder.Decode(&rules); err != nil {
			t.Fatal(err)
		}
		for _, r := range rules.Groups[0].Rules {
			if r.Alert == "" || r.Labels["severity"] == "" || !strings.HasSuffix(r.Annotations["summary"], ".") {
				t.Errorf("%s: %+v", file, r)
			}
			all = append(all, r.Expr)
		}
	}
	if len(all) < 15 {
		t.Errorf("%s has %d expressions", file, len(all))
	}
	return all
}

// TestTheDoctorSendsARealMail: one that arrives proves the way of all others.
func TestTheDoctorSendsARealMail(t *testing.T) {
	post := &mailtest.Server{}
	if err := post.Start(); err != nil {
		t.Fatal(err)
	}
	defer post.Close()
	data := dataDir(t)
	serve(t, "--data", data, "--listen", freeAddress(t), "--smtp-host", "127.0.0.1", "--smtp-port", strconv.Itoa(post.Port()), "--smtp-tls",
		"off", "--mail-from", "anbar@example.org")
	out := shell(t, "", "doctor", "--data", data, "--send-mail", "omid@example.org")
	for _, want := range []string{"\nmail\tok\tthe mail server answers", "\ntest_mail\tok\tthe mail server took it"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if all := post.Mails("omid@example.org"); len(all) != 1 {
		t.Errorf("%+v", all)
	}
}

// TestAFencedServerTakesItsFirstChange: whoever asks right after the start is not refused because the lease is still on its way.
func TestAFencedServerTakesItsFirstChange(t *testing.T) {
	drive := freeAddress(t)
	serve(t, "--data", dataDir(t), "--listen", drive, "--backup-to", t.TempDir(), "--backup-fenced")
	if _, said := get(t, "http://"+drive+"/api/ready"); strings.Contains(said, `"lease"`) {
		t.Error("right after the start:", said)
	}
}
