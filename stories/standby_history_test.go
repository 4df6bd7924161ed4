package stories

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// twoWays is an S3 service that two machines reach, each by a way of its own.
type twoWays struct {
	inner http.Handler
	ways  [2]*way
}

// way can be cut, or stop for a while.
type way struct {
	*httptest.Server
	cut  atomic.Bool
	puts atomic.Int64 // requests that change something
	mu   sync.Mutex
	held chan struct{} // nil for open
}

func newStorage(t *testing.T) *twoWays {
	t.Helper()
	store := s3mem.New()
	if err := store.CreateBucket("copies"); err != nil {
		t.Fatal(err)
	}
	s := &twoWays{inner: gofakes3.New(store, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()}
	for i := range s.ways {
		w := &way{}
		w.Server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			w.mu.Lock()
			held := w.held
			w.mu.Unlock()
			if held != nil {
				select {
				case <-held:
				case <-r.Context().Done():
					return
				}
			}
			if w.cut.Load() {
				panic(http.ErrAbortHandler)
			}
			if r.Method != http.MethodGet && r.Method != http.MethodHead {
				w.puts.Add(1)
			}
			s.inner.ServeHTTP(out, r)
		}))
		t.Cleanup(w.Close)
		s.ways[i] = w
	}
	return s
}

func (w *way) pause() (resume func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	held := make(chan struct{})
	w.held = held
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.held = nil
		close(held)
	}
}

// acknowledged is a change that a machine said it had made.
type acknowledged struct {
	name     string
	isFile   bool
	machine  int
	sent, at time.Time
}

// twoMachines are a machine, and another one that takes its place, with people who write to whichever answers.
type twoMachines struct {
	t        *testing.T
	storage  *twoWays
	machines [2]*victim
	log      [2]*bytes.Buffer

	mu   sync.Mutex
	acks []acknowledged
	stop chan struct{}
	all  sync.WaitGroup
}

func newTwoMachines(t *testing.T) *twoMachines {
	t.Helper()
	p := &twoMachines{t: t, storage: newStorage(t), stop: make(chan struct{})}
	p.machines[0] = newVictim(t)
	p.machines[1] = &victim{t: t, data: filepath.Join(t.TempDir(), "second")}
	for i, m := range p.machines {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		m.addr = l.Addr().String()
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		p.log[i] = &bytes.Buffer{}
	}
	return p
}

// run begins a command of one of the machines.
func (p *twoMachines) run(machine int, args ...string) {
	p.t.Helper()
	m := p.machines[machine]
	m.cmd = exec.Command("anbar", append(args, "--data", m.data, "--log", "warn")...)
	m.cmd.Env = append(os.Environ(), "ANBAR_LISTEN="+m.addr, "ANBAR_S3_ENDPOINT="+p.storage.ways[machine].URL, "ANBAR_S3_KEY=k",
		"ANBAR_S3_SECRET=s")
	m.cmd.Stderr = p.log[machine]
	out, err := m.cmd.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := m.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	cmd := m.cmd
	p.t.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			p.t.Fatalf("%q ended: %v\n%s", args, err, p.log[machine].String())
		}
		p.t.Log(machine, strings.TrimSpace(line))
		if strings.Contains(line, "serves at") || strings.Contains(line, "it serves") {
			break
		}
	}
	go io.Copy(io.Discard, lines)
}

// begin has the first machine serve, and people write.
func (p *twoMachines) begin() {
	p.t.Helper()
	first, second := p.machines[0], p.machines[1]
	p.run(0, "serve", "--backup-to", "s3://copies/anbar", "--backup-fenced")
	var session struct{ Access string }
	var space struct {
		Space string `json:"space_id"`
		Root  string `json:"root_directory_id"`
	}
	p.await("the first machine takes changes", func() error {
		return first.call("POST", "/accounts/v1/users/login", map[string]string{"login": "v@example.org", "password": password}, &session)
	})
	first.token, second.token = session.Access, session.Access
	if err := first.call("POST", "/storage/workspace", map[string]string{"title": "Pair"}, &space); err != nil {
		p.t.Fatal(err)
	}
	for _, m := range p.machines {
		m.space, m.root = space.Space, space.Root
	}
	for i := range 3 {
		p.all.Go(func() { p.write(i) })
	}
	p.t.Cleanup(p.end)
}

func (p *twoMachines) end() {
	select {
	case <-p.stop:
	default:
		close(p.stop)
	}
	p.all.Wait()
}

// write makes directories and files, at the second machine as soon as that answers, and at the first one as well.
func (p *twoMachines) write(writer int) {
	for i := 0; ; i++ {
		select {
		case <-p.stop:
			return
		case <-time.After(20 * time.Millisecond):
		}
		for machine, m := range p.machines {
			name := fmt.Sprintf("w%d-%d-%d", writer, machine, i)
			a := acknowledged{name: name, isFile: i%2 == 1, machine: machine, sent: time.Now()}
			if p.writeOne(m, &a) == nil {
				a.at = time.Now()
				p.mu.Lock()
				p.acks = append(p.acks, a)
				p.mu.Unlock()
			}
		}
	}
}

func (p *twoMachines) writeOne(m *victim, a *acknowledged) error {
	if a.isFile {
		return m.bundle(a.name, []byte("content of "+a.name))
	}
	return m.call("POST", "/storage/space/"+m.space+"/directory", map[string]string{"parent_id": m.root, "directory_name": a.name}, nil)
}

func (p *twoMachines) await(what string, try func() error) {
	p.t.Helper()
	var err error
	for end := time.Now().Add(40 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if err = try(); err == nil {
			return
		}
	}
	p.t.Fatalf("not within 40 s: %s: %v\n%s\n%s", what, err, p.log[0].String(), p.log[1].String())
}

// list returns the names in the directory that is written to.
func (p *twoMachines) list(m *victim) (map[string]bool, error) {
	found := map[string]bool{}
	for cursor := ""; ; {
		var l struct {
			Files []struct {
				Name string `json:"file_name"`
			}
			Directories []struct{ Name string }
			PageInfo    struct{ Next *string } `json:"page_info"`
		}
		if err := m.call("GET", "/storage/space/"+m.space+"/directory/"+m.root+"?limit=1000&cursor="+cursor, nil, &l); err != nil {
			return nil, err
		}
		for _, f := range l.Files {
			found[f.Name] = true
		}
		for _, d := range l.Directories {
			found[d.Name] = true
		}
		if l.PageInfo.Next == nil {
			return found, nil
		}
		cursor = *l.PageInfo.Next
	}
}

const (
	rowsRPO     = 4 * time.Second // 2 on a machine that has time for its copies; tests share theirs
	contentsRPO = 10 * time.Second
	leaseTime   = 10 * time.Second
	promoteTime = 30 * time.Second
)

// ask returns what a machine says of where changes are made; empty where they are made there.
func (p *twoMachines) ask(machine int) string {
	p.t.Helper()
	res, err := http.Get("http://" + p.machines[machine].addr + "/api/setup")
	if err != nil {
		p.t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.Header.Get("Anbar-Standby")
}

// judge proves the history: after the second machine acknowledged for the first time the first one never did, and of what the first one
// acknowledged nothing is lost that is older than the limit, from the moment when it was separated from the copies.
func (p *twoMachines) judge(separated time.Time, rows, contents time.Duration) {
	p.t.Helper()
	p.end()
	slices.SortFunc(p.acks, func(a, b acknowledged) int { return a.at.Compare(b.at) })
	var took time.Time
	counts := [2]int{}
	for _, a := range p.acks {
		if a.machine == 1 && took.IsZero() {
			took = a.at
		}
		if a.machine == 0 && !took.IsZero() {
			p.t.Errorf("the old machine acknowledged %s, sent at %s, %s after the new one did for the first time", a.name, a.sent,
				a.at.Sub(took))
		}
		counts[a.machine]++
	}
	if counts[0] < 20 || counts[1] < 20 {
		p.t.Fatalf("too little was acknowledged: %v", counts)
	}
	found, err := p.list(p.machines[1])
	if err != nil {
		p.t.Fatal(err)
	}
	var lost int
	var oldest time.Duration
	for _, a := range p.acks {
		if found[a.name] {
			continue
		}
		lost++
		age, most := separated.Sub(a.at), rows
		oldest = max(oldest, age)
		if a.isFile {
			most = contents
		}
		if a.machine == 1 || age > most {
			p.t.Errorf("%s was acknowledged by machine %d %s before the two were separated, and is lost", a.name, a.machine, age)
		}
	}
	p.t.Logf("%d and %d acknowledged, %d lost, the oldest %s old", counts[0], counts[1], lost, oldest)
}

// promote has the second machine take over, and returns how long it took until it acknowledged.
func (p *twoMachines) promote() time.Duration {
	p.t.Helper()
	began := time.Now()
	p.run(1, "promote", "--from", "s3://copies/anbar")
	i := 0
	p.await("the second machine takes changes", func() error {
		i++
		return p.writeOne(p.machines[1], &acknowledged{name: fmt.Sprint("first-", i)})
	})
	took := time.Since(began)
	p.t.Logf("promoted in %.1f s", took.Seconds())
	if took > promoteTime {
		p.t.Errorf("it took %s", took)
	}
	return took
}

// checkReplaced proves that a machine says why it takes no changes: it knows that another one took over.
func (p *twoMachines) checkReplaced(m *victim) {
	p.t.Helper()
	err := p.writeOne(m, &acknowledged{name: "late"})
	if err == nil || !strings.Contains(err.Error(), "standby_replaced") {
		p.t.Errorf("a change at a machine that was replaced: %v", err)
	}
}

// TestTwoMachinesNeverBothAcknowledge takes a machine away in every way, has another one take its place, and brings it back.
func TestTwoMachinesNeverBothAcknowledge(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]func(*twoMachines){
		"it serves on": func(p *twoMachines) {
			took := p.promote()
			time.Sleep(time.Second)
			p.checkReplaced(p.machines[0])
			p.judge(time.Now(), 0, 0) // it copied what it had taken
			if took > promoteTime/2 {
				p.t.Errorf("the new machine waited %s for one that answered", took)
			}
		},
		"it is stopped, and wakes": func(p *twoMachines) {
			process := p.machines[0].cmd.Process
			separated := time.Now()
			if err := process.Signal(syscall.SIGSTOP); err != nil {
				p.t.Fatal(err)
			}
			p.promote()
			if err := process.Signal(syscall.SIGCONT); err != nil {
				p.t.Fatal(err)
			}
			time.Sleep(5 * time.Second)
			p.judge(separated, rowsRPO, contentsRPO)
		},
		"it is killed, and starts again": func(p *twoMachines) {
			separated := time.Now()
			p.machines[0].kill()
			p.promote()
			p.run(0, "serve", "--backup-to", "s3://copies/anbar", "--backup-fenced")
			time.Sleep(5 * time.Second)
			p.judge(separated, rowsRPO, contentsRPO)
			if says := p.ask(0); says != "replaced" {
				p.t.Errorf("the old machine says %q", says)
			}
			if says := p.ask(1); says != "" {
				p.t.Errorf("the new machine says %q", says)
			}
			p.checkReplaced(p.machines[0])
			out, err := exec.Command("anbar", "health", "--data", p.machines[0].data).CombinedOutput()
			if err == nil || !strings.Contains(string(out), "no changes are taken") {
				p.t.Errorf("health: %v, %s", err, out)
			}
		},
		"its way to the copies is cut": func(p *twoMachines) {
			separated := time.Now()
			p.storage.ways[0].cut.Store(true)
			p.promote()
			p.storage.ways[0].cut.Store(false)
			time.Sleep(5 * time.Second)
			p.judge(separated, rowsRPO, contentsRPO)
		},
		"its way to the copies is held up": func(p *twoMachines) {
			separated := time.Now()
			resume := p.storage.ways[0].pause()
			p.promote()
			resume()
			time.Sleep(5 * time.Second)
			p.judge(separated, rowsRPO, contentsRPO)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newTwoMachines(t)
			p.begin()
			time.Sleep(4 * time.Second)
			play(p)
		})
	}
}

// timeStandby returns how long changes of one machine took until the other one showed them.
func (p *twoMachines) timeStandby(one, two *victim, names string) (lags []time.Duration) {
	p.t.Helper()
	for i := range 4 {
		a := acknowledged{name: fmt.Sprint(names, i), isFile: i%2 == 1}
		if err := p.writeOne(one, &a); err != nil {
			p.t.Fatal(err)
		}
		began := time.Now()
		p.await("the standby shows it", func() error {
			found, err := p.list(two)
			if err == nil && !found[a.name] {
				err = fmt.Errorf("%s is not there", a.name)
			}
			return err
		})
		lags = append(lags, time.Since(began))
	}
	return lags
}

// TestAStandbyShowsWhatTheOtherMachineHas within seconds, takes no changes by any way, and writes nothing to the target. Then it takes
// over.
func TestAStandbyShowsWhatTheOtherMachineHas(t *testing.T) {
	t.Parallel()
	p := newTwoMachines(t)
	p.begin()
	p.end()
	one, two := p.machines[0], p.machines[1]
	file := acknowledged{name: "before.txt", isFile: true}
	if err := p.writeOne(one, &file); err != nil {
		t.Fatal(err)
	}
	p.await("the copies are complete", func() error {
		out, err := exec.Command("anbar", "backup", "list", "--of", "s3://copies/anbar", "--s3-endpoint", p.storage.ways[0].URL,
			"--s3-key", "k", "--s3-secret", "s").CombinedOutput()
		if err == nil && !strings.Contains(string(out), "\t-") {
			return nil
		}
		return fmt.Errorf("%v: %s", err, out)
	})
	p.run(1, "standby", "--from", "s3://copies/anbar")
	two.token = ""
	var in struct{ Access, Refresh string }
	login := map[string]string{"login": "v@example.org", "password": password}
	if err := two.call("POST", "/accounts/v1/users/login", login, &in); err != nil {
		t.Fatal(err)
	}
	two.token = in.Access
	// A machine with other work has more than one try.
	for try := range 3 {
		lags := p.timeStandby(one, two, fmt.Sprint("later-", try, "-"))
		t.Log("shown after", lags)
		worst := slices.Max(lags)
		if worst <= 15*time.Second {
			break
		}
		if try == 2 {
			t.Errorf("a change was shown after %s", worst)
		}
	}
	// The session of the standby lives on in newer data, and is renewed there.
	if err := two.call("POST", "/accounts/v1/token/refresh", map[string]string{"refresh": in.Refresh}, &in); err != nil {
		t.Error(err)
	}
	two.token = in.Access
	p.checkReadOnly(two)
	if at, err := time.Parse(time.RFC3339, p.ask(1)); err != nil || time.Since(at) > time.Minute {
		t.Errorf("the standby says it is as of %s, %v", at, err)
	}
	var setup struct {
		Follows *struct {
			AsOf time.Time `json:"as_of"`
		}
	}
	if err := two.call("GET", "/setup", nil, &setup); err != nil || setup.Follows == nil || time.Since(setup.Follows.AsOf) > time.Minute {
		t.Errorf("%v: %+v", err, setup)
	}
	if n := p.storage.ways[1].puts.Load(); n != 0 {
		t.Errorf("the standby changed the target %d times", n)
	}
	out, err := exec.Command("anbar", "promote", "--from", "s3://copies/anbar", "--data", two.data).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "stop it first") {
		t.Errorf("a promotion beside the standby: %v, %s", err, out)
	}
	if err := two.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := two.cmd.Wait(); err != nil {
		t.Error("the standby ended:", err)
	}
	one.kill()
	two.token = one.token // what the standby had of sessions is gone
	p.promote()
	if found, err := p.list(two); err != nil || !found["before.txt"] || !found["later-0-3"] {
		t.Errorf("after the promotion it has %v, %v", found, err)
	}
}

// checkReadOnly tries to change something in every way.
func (p *twoMachines) checkReadOnly(m *victim) {
	p.t.Helper()
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/api/storage/workspace", `{"title":"Mine"}`},
		{"POST", "/api/upload/bundle?space_id=" + m.space + "&directory_id=" + m.root, ""},
		{"POST", "/api/upload/initialize", "{}"},
		{"PUT", "/api/accounts/v1/users/me", "{}"},
		{"DELETE", "/api/accounts/sessions", ""},
		{"POST", "/api/accounts/v1/users/password/change", "{}"},
		{"POST", "/api/accounts/v1/users/signup", "{}"},
		{"POST", "/api/setup", "{}"},
		{"PUT", "/dav/file.txt", "content"},
		{"MKCOL", "/dav/new", ""},
		{"LOCK", "/dav/file.txt", ""},
		{"PUT", "/remote.php/dav/files/v/file.txt", "content"},
		{"POST", "/index.php/login/v2", ""},
		{"DELETE", "/remote.php/dav/files/v/file.txt", ""},
	} {
		req, err := http.NewRequestWithContext(p.t.Context(), c.method, "http://"+m.addr+c.path, strings.NewReader(c.body))
		if err != nil {
			p.t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+m.token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			p.t.Fatal(err)
		}
		answer, err := io.ReadAll(res.Body)
		if err != nil {
			p.t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusForbidden || !bytes.Contains(answer, []byte("standby_read_only")) {
			p.t.Errorf("%s %s: %s %s", c.method, c.path, res.Status, answer)
		}
	}
}

// TestAFencedMachineStopsWithoutItsCopies within ten seconds, and goes on when they are back; nobody takes over meanwhile.
func TestAFencedMachineStopsWithoutItsCopies(t *testing.T) {
	t.Parallel()
	p := newTwoMachines(t)
	p.begin()
	for _, w := range p.storage.ways {
		w.cut.Store(true)
	}
	cut := time.Now()
	refused := ""
	p.await("the machine stops", func() error {
		err := p.writeOne(p.machines[0], &acknowledged{name: fmt.Sprint(time.Now().UnixNano())})
		if err == nil {
			return fmt.Errorf("it goes on")
		}
		refused = err.Error()
		return nil
	})
	if took := time.Since(cut); took > leaseTime+time.Second {
		t.Errorf("it stopped after %s", took)
	}
	if !strings.Contains(refused, "standby_fenced") {
		t.Errorf("it said %s", refused)
	}
	if err := p.machines[0].call("GET", "/storage/space/"+p.machines[0].space+"/directory/"+p.machines[0].root, nil, nil); err != nil {
		t.Error("it cannot be read meanwhile:", err)
	}
	out, err := exec.Command("anbar", "promote", "--from", "s3://copies/anbar", "--s3-endpoint", p.storage.ways[1].URL, "--s3-key", "k",
		"--s3-secret", "s", "--data", p.machines[1].data).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "nobody was replaced") {
		t.Errorf("a promotion without the copies: %v\n%s", err, out)
	}
	if left, err := os.ReadDir(p.machines[1].data); err != nil && !os.IsNotExist(err) || len(left) > 0 {
		t.Errorf("a promotion that was refused left %v, %v", left, err)
	}
	for _, w := range p.storage.ways {
		w.cut.Store(false)
	}
	p.await("the machine goes on", func() error {
		return p.writeOne(p.machines[0], &acknowledged{name: fmt.Sprint(time.Now().UnixNano())})
	})
}
