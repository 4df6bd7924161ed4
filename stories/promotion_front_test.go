package stories

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"anbar/app/drive/imports/bucket/buckettest"
)

// visit is what a person who asks at the one address of two machines was answered.
type visit struct {
	at      time.Time
	read    bool   // a page was shown
	says    string // of where changes are made
	written bool   // a change was taken
}

// oneAddress leads people to the machine that is ready.
type oneAddress struct {
	*promotion
	addr string
	http *http.Client

	mu   sync.Mutex
	all  []visit
	stop chan struct{}
}

// exampleOf returns an example of the documents, from its first line on.
func exampleOf(t *testing.T, first string) string {
	t.Helper()
	text, err := os.ReadFile("../docs/administration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, is := strings.Cut(string(text), "\n    "+first)
	if !is {
		t.Fatalf("the documents have no example that begins with %q", first)
	}
	var b strings.Builder
	b.WriteString(first)
	for line := range strings.Lines(rest) {
		if b.Len() > len(first) && !strings.HasPrefix(line, "    ") {
			break
		}
		b.WriteString(strings.TrimPrefix(line, "    "))
	}
	return b.String()
}

// ask reads and writes at the one address until it is told to stop.
func (f *oneAddress) ask() {
	for i := 0; ; i++ {
		select {
		case <-f.stop:
			return
		case <-time.After(100 * time.Millisecond):
		}
		var a visit
		if res, err := f.http.Get("http://" + f.addr + "/api/setup"); err == nil {
			_, err = io.Copy(io.Discard, res.Body)
			a.read, a.says = err == nil && res.StatusCode == http.StatusOK, res.Header.Get("Anbar-Standby")
			_ = res.Body.Close()
		}
		body, err := json.Marshal(map[string]string{"parent_id": f.root, "directory_name": fmt.Sprint("asked-", i)})
		if err != nil {
			panic(err)
		}
		req, err := http.NewRequest("POST", "http://"+f.addr+"/api/storage/space/"+f.space+"/directory", strings.NewReader(string(body)))
		if err != nil {
			panic(err)
		}
		req.Header.Set("Authorization", "Bearer "+f.token)
		if res, err := f.http.Do(req); err == nil {
			a.written = res.StatusCode == http.StatusCreated
			_ = res.Body.Close()
		}
		a.at = time.Now()
		f.mu.Lock()
		f.all = append(f.all, a)
		f.mu.Unlock()
	}
}

// since returns what was answered after a moment.
func (f *oneAddress) since(at time.Time) []visit {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.all {
		if f.all[i].at.After(at) {
			return f.all[i:len(f.all):len(f.all)]
		}
	}
	return nil
}

// awaitAnswer waits for an answer after a moment, and returns how long that took.
func (f *oneAddress) awaitAnswer(what string, since time.Time, is func(a visit) bool) time.Duration {
	f.t.Helper()
	var took time.Duration
	f.await(what, time.Minute, func() error {
		for _, a := range f.since(since) {
			if is(a) {
				took = a.at.Sub(since)
				return nil
			}
		}
		return fmt.Errorf("%+v", f.since(time.Now().Add(-2*time.Second)))
	})
	f.t.Logf("%s: %.1f s", what, took.Seconds())
	return took
}

// serve starts a program of the front that ends with the test.
func (f *oneAddress) serve(h *host, args ...string) {
	f.t.Helper()
	cmd := h.command(args...)
	var said notes
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.Env = append(os.Environ(), "HOME="+f.t.TempDir())
	if err := cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if f.t.Failed() {
			f.t.Logf("%s on %s:\n%s", args[0], h.ns, said.String())
		}
	})
}

func writeExample(t *testing.T, text string, replacements ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "example.conf")
	if err := os.WriteFile(name, []byte(strings.NewReplacer(replacements...).Replace(text)), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// startCaddy runs the example of a proxy in front.
func (f *oneAddress) startCaddy(program string) {
	h := f.lan.hosts["front"]
	f.addr = h.addr
	name := writeExample(f.t, exampleOf(f.t, "files.example.org {"), "files.example.org", "http://", "main.internal", f.main.addr,
		"second.internal", f.second.addr)
	f.serve(h, program, "run", "--config", name, "--adapter", "caddyfile")
}

// startKeepalived runs the example of a floating address.
func (f *oneAddress) startKeepalived(program string) {
	f.addr = "10.77.0.100:8080"
	anbar, err := filepath.Abs(f.main.program)
	if err != nil {
		f.t.Fatal(err)
	}
	text := exampleOf(f.t, "global_defs {")
	for m, priority := range map[*machine]string{f.main: "priority 150", f.second: "priority 100"} {
		name := writeExample(f.t, text, "/usr/bin/anbar", anbar, "192.0.2.10", "10.77.0.100",
			"priority 150", priority,
			"script_user nobody", "script_user root", "enable_script_security", "") // others may write where the tests are
		dir := f.t.TempDir()
		f.serve(m.host, program, "--dont-fork", "--log-console", "--log-detail", "--vrrp", "--use-file", name, "--pid", dir+"/pid",
			"--vrrp_pid", dir+"/vrrp")
	}
}

// play has the main machine go, the second one take its place, and the first one come back.
func (f *oneAddress) play(start func(), gone func() (back func())) {
	f.begin()
	start()
	var asking sync.WaitGroup
	asking.Go(f.ask)
	defer asking.Wait()
	defer close(f.stop)
	writes := func(a visit) bool { return a.read && a.written && a.says == "" }
	f.awaitAnswer("from the start to the first change", time.Now(), writes)
	began := time.Now()
	pass(f.t.Context(), 10*time.Second)
	for _, a := range f.since(began) {
		if !writes(a) {
			f.t.Errorf("with two machines that are well: %+v", a)
		}
	}
	began = time.Now()
	back := gone()
	f.awaitAnswer("from the end of the main machine to a page of the standby", began, func(a visit) bool { return a.read && a.says != "" })
	began = time.Now()
	f.second.stop(syscall.SIGTERM)
	if err := f.second.run("promote", "--from", copiesTo); err != nil {
		f.t.Fatal(err)
	}
	f.t.Logf("it serves %.1f s after the promotion began", time.Since(began).Seconds())
	if took := f.awaitAnswer("from the promotion to the first change", began, writes); took > promoteTime {
		f.t.Errorf("it took %s", took)
	}
	pass(f.t.Context(), 3*time.Second)
	began = time.Now()
	back()
	f.await("the old machine knows that it was replaced", time.Minute, func() error {
		res, err := f.http.Get("http://" + f.main.addr + ":8080/api/setup")
		if err != nil {
			return err
		}
		if says := res.Header.Get("Anbar-Standby"); says != "replaced" {
			return fmt.Errorf("it says %q", says)
		}
		return res.Body.Close()
	})
	pass(f.t.Context(), 15*time.Second)
	all := f.since(began)
	for _, a := range all {
		if !writes(a) {
			f.t.Errorf("once the old machine is back: %+v", a)
		}
	}
	f.t.Logf("the old machine is back for %.1f s: %d answers, all of the new one", time.Since(began).Seconds(), len(all))
}

// TestOneAddressLeadsToTheMachineThatIsReady runs the examples of the documents.
func TestOneAddressLeadsToTheMachineThatIsReady(t *testing.T) {
	if os.Getenv("FULL") == "" {
		t.Skip("only the full tests build a proxy and an S3 service")
	}
	skipWithoutNamespaces(t)
	gateway, data := buckettest.BuildGateway(t, t.TempDir()), newVictim(t).data
	run := func(name string, play func(f *oneAddress)) {
		t.Run(name, func(t *testing.T) {
			p := newPromotion(t, 0, plan{Standby: true}, "../anbar", gateway, data)
			f := &oneAddress{promotion: p, http: p.newClient(8 * time.Second), stop: make(chan struct{})}
			f.http.Transport.(*http.Transport).DisableKeepAlives = true // an address that moves cuts no connection
			play(f)
		})
	}
	kill := func(f *oneAddress) func() func() {
		return func() func() { f.main.stop(syscall.SIGKILL); return f.startAgain }
	}
	run("caddy", func(f *oneAddress) {
		program := buildCaddy(f.t)
		for _, m := range []*machine{f.main, f.second} {
			m.env = []string{"ANBAR_TRUSTED_PROXIES=" + f.lan.hosts["front"].addr, "ANBAR_PUBLIC_URL=http://" + f.lan.hosts["front"].addr}
		}
		f.play(func() { f.startCaddy(program) }, kill(f))
	})
	program, err := exec.LookPath("keepalived")
	if err != nil {
		t.Log("keepalived is not installed: its example is not tried")
		return
	}
	run("keepalived", func(f *oneAddress) { f.play(func() { f.startKeepalived(program) }, kill(f)) })
	run("keepalived, unplugged", func(f *oneAddress) {
		f.play(func() { f.startKeepalived(program) }, func() func() { return f.lan.unplug("main") })
	})
}

// buildCaddy builds the version of Caddy that the program has in it, unless one is installed.
func buildCaddy(t *testing.T) string {
	t.Helper()
	if program, err := exec.LookPath("caddy"); err == nil {
		return program
	}
	const module = "github.com/caddyserver/caddy/v2"
	version, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", module).Output()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	get := exec.Command("go", "install", module+"/cmd/caddy@"+strings.TrimSpace(string(version)))
	get.Dir, get.Env = bin, append(os.Environ(), "GOBIN="+bin, "CGO_ENABLED=0")
	if out, err := get.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(bin, "caddy")
}
