package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a child whose CPU time is read from outside.
type process struct {
	cmd *exec.Cmd
	out *bufio.Reader
	url string
}

func startProcess(name string, args ...string) (*process, error) {
	p := &process{cmd: exec.Command(name, args...)}
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	return p, p.cmd.Start()
}

func (p *process) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, p.out) // until it closes its end
	return p.cmd.Wait()
}

const ticks = 100 // of /proc/<pid>/stat, a second

// cpu is the time that the process has used so far.
func (p *process) cpu() time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		panic(err)
	}
	f := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+2:]))
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return time.Duration(user+system) * time.Second / ticks
}

// memory returns the resident memory of the process, now and at its peak, in bytes.
func (p *process) memory() (now, peak int64) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		panic(err)
	}
	for line := range strings.SplitSeq(string(b), "\n") {
		name, rest, _ := strings.Cut(line, ":")
		n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
		switch name {
		case "VmRSS":
			now = n << 10
		case "VmHWM":
			peak = n << 10
		}
	}
	return now, peak
}

// countSwitches returns how often the threads of the process went to sleep so far.
func (p *process) countSwitches() (n int64) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", p.cmd.Process.Pid))
	if err != nil {
		panic(err)
	}
	for _, path := range threads {
		b, _ := os.ReadFile(path) // empty when the thread has just ended
		_, rest, _ := strings.Cut(string(b), "\nvoluntary_ctxt_switches:")
		line, _, _ := strings.Cut(rest, "\n")
		one, _ := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
		n += one
	}
	return n
}

// pss returns the proportional set size of the process in bytes: its own memory and
// its share of the memory that it shares with others.
func (p *process) pss() (int64, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(b), "\nPss:")
	line, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(line), " kB"), 10, 64)
	return n << 10, err
}

func freeAddr() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// appliance is a running product with one person in it.
type appliance struct {
	*process
	client            *http.Client
	api, token        string
	space, root, user string
}

const password = "Correct-1-horse"

// program is how the product is called.
var program = []string{"./anbar"}

// startAppliance starts the product on a data directory.
func startAppliance(data string, args ...string) (*appliance, error) {
	return startApplianceBy(program, data, args...)
}

// startApplianceBy is serve by another command, which calls the product.
func startApplianceBy(by []string, data string, args ...string) (*appliance, error) {
	addr := freeAddr()
	secure := ""
	for i, a := range args {
		if a == "internal" {
			secure = freeAddr()
			args = append(args[:i+1:i+1], append([]string{"--listen-tls", secure}, args[i+1:]...)...)
			break
		}
	}
	p, err := startProcess(by[0], append(append(by[1:len(by):len(by)], "serve", "--log", "error", "--data", data, "--listen",
		addr), args...)...)
	if err != nil {
		return nil, err
	}
	a := &appliance{
		process: p, api: "http://" + addr + "/api",
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}},
	}
	if secure != "" {
		a.api = "https://" + secure + "/api"
	}
	if _, err := p.out.ReadString('\n'); err != nil { // "serves at"
		return nil, fmt.Errorf("the appliance did not start: %w", err)
	}
	return a, nil
}

// startFresh starts the product on a fresh directory and makes its first person.
func startFresh(data string, args ...string) (*appliance, error) {
	return startFreshBy(program, data, args...)
}

// startFreshBy is found by another command, which calls the product.
func startFreshBy(by []string, data string, args ...string) (*appliance, error) {
	a, err := startApplianceBy(by, data, args...)
	if err != nil {
		return nil, err
	}
	return a, a.setUp()
}

// setUp makes the first person of an appliance that has just started on a fresh directory.
func (a *appliance) setUp() error {
	line, err := a.out.ReadString('\n')
	if err != nil {
		return err
	}
	_, token, _ := strings.Cut(strings.TrimSpace(line), "token=")
	var s struct {
		Access string
		Space  string `json:"space_id"`
		User   struct {
			ID string `json:"_id"`
		}
	}
	err = a.call("POST", "/setup", map[string]any{
		"token": token, "first_name": "Bench", "last_name": "Mark", "email": "b@example.org", "password": password,
		"workspace_title": "Bench",
	}, &s)
	if err != nil {
		return err
	}
	a.token, a.space, a.user = s.Access, s.Space, s.User.ID
	return a.loadIDs()
}

// signIn begins a session on a directory that has people.
func (a *appliance) signIn() error {
	var s struct{ Access string }
	if err := a.call("POST", "/accounts/v1/users/login", map[string]any{"login": "b@example.org", "password": password}, &s); err != nil {
		return err
	}
	a.token = s.Access
	return a.loadIDs()
}

func (a *appliance) loadIDs() error {
	var l struct {
		Workspaces []struct {
			ID   string `json:"space_id"`
			Root string `json:"root_directory_id"`
		}
	}
	err := a.call("GET", "/storage/workspaces", nil, &l)
	if err == nil {
		a.space, a.root = l.Workspaces[0].ID, l.Workspaces[0].Root
	}
	return err
}

// call sends a request; body is bytes, a reader, or a value that goes as JSON.
func (a *appliance) call(method, path string, body, into any) error {
	return a.send(context.Background(), "", method, path, body, into)
}

// callPreferring is call with a Prefer header.
func (a *appliance) callPreferring(prefer, method, path string, body, into any) error {
	return a.send(context.Background(), prefer, method, path, body, into)
}

// callIn is call until ctx ends.
func (a *appliance) callIn(ctx context.Context, method, path string, body, into any) error {
	return a.send(ctx, "", method, path, body, into)
}

func (a *appliance) send(ctx context.Context, prefer, method, path string, body, into any) error {
	var r io.Reader
	switch b := body.(type) {
	case nil:
	case []byte:
		r = bytes.NewReader(b)
	case io.Reader:
		r = b
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			return err
		}
		r = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, a.api+path, r)
	if err != nil {
		return err
	}
	if a.token != "" {
		req.Header.Set("Authorization", "Bearer "+a.token)
	}
	if prefer != "" {
		req.Header.Set("Prefer", prefer)
	}
	res, err := a.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s %.300s %w", method, path, res.Status, raw, err)
	}
	if into == nil || len(raw) == 0 {
		return nil
	}
	return json.Unmarshal(raw, into)
}

// fetch reads a URL to its end and returns how long it was.
func (a *appliance) fetch(url, byteRange string) (int64, error) {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return 0, err
	}
	if byteRange != "" {
		req.Header.Set("Range", byteRange)
	}
	res, err := a.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	if res.StatusCode >= 300 {
		return 0, fmt.Errorf("%s: %s", url, res.Status)
	}
	return io.CopyBuffer(discard{}, res.Body, make([]byte, 1<<20))
}

// discard has no ReadFrom, so that the buffer of CopyBuffer is used.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func ownProgram() string {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return exe
}

func dirSize(dir string) (n int64, err error) {
	err = filepath.Walk(dir, func(_ string, i os.FileInfo, err error) error {
		if err == nil && !i.IsDir() {
			n += i.Size()
		}
		return err
	})
	return n, err
}
