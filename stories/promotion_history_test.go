package stories

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"anbar/app/drive/imports/bucket/buckettest"
	"anbar/history"
)

// promotion is one history: a machine, another one that takes its place, and people who write to both all the time, while things break.
type promotion struct {
	t      *testing.T
	r      *rand.Rand
	lan    *lan
	main   *machine
	second *machine
	engine *exec.Cmd
	plan   plan

	token, space, root string
	scenes             [2]*scene
	games              [2][]*game
	entries            string // of the directory of names, as the second machine found it

	separated time.Time // until then the main machine did its work, and reached the engine
	lossless  bool      // it did until it left
	promoted  time.Time // when the promotion began
	woke      time.Time // when its fault ended
	tookOver  chan struct{}

	mu    sync.Mutex
	acks  []ack
	took  time.Time // when the second machine acknowledged for the first time
	calls sync.WaitGroup
}

// plan says what goes wrong in a history.
type plan struct {
	Fault   string        // of the main machine
	Before  time.Duration // from the fault to the promotion
	Until   time.Duration // from the promotion to the end of the fault
	Side    string        // what else goes wrong during the promotion
	At, For time.Duration // when, from its beginning, and how long
	Slow    bool          // the engine has a slow line
	Standby bool          // the second machine was a standby
	Shifted bool          // its clocks are an hour ahead
}

// faults of the main machine.
var promotionFaults = []string{
	"none", "stop", "kill", "cut from the engine", "cut from everything", "the engine pauses", "cut from the clients",
	"the engine's answers are lost", "stop", "kill", "cut from the engine", "shut down",
}

var promotionSides = []string{"none", "cut from the engine", "the engine pauses", "kill the promotion", "none"}

func newPlan(seed uint64) plan {
	r := rand.New(rand.NewPCG(seed, 2))
	within := func(least, most time.Duration) time.Duration {
		return least + time.Duration(r.Int64N(int64(most-least)))
	}
	p := plan{
		Fault: promotionFaults[seed%uint64(len(promotionFaults))], Until: within(time.Second, 25*time.Second),
		Side: promotionSides[r.IntN(len(promotionSides))], At: within(0, 14*time.Second), For: within(time.Second, 7*time.Second),
		Slow: r.IntN(5) == 0, Standby: r.IntN(4) == 0, Shifted: r.IntN(3) == 0,
	}
	if p.Before = within(0, 3*time.Second); r.IntN(5) == 0 {
		p.Before = within(8*time.Second, 13*time.Second) // the machine may have stopped by itself
	}
	if p.Fault == "none" || p.Fault == "the engine pauses" {
		p.Until = 0
	}
	return p
}

// TestPromotionsUnderFaults has one machine take another one's place while machines, lines and the engine between them break, with
// people who write to both. It judges what both acknowledged and what is there in the end.
func TestPromotionsUnderFaults(t *testing.T) {
	if os.Getenv("FULL") == "" {
		t.Skip("minutes of histories run only in the full tests")
	}
	skipWithoutNamespaces(t)
	program := "../anbar"
	if _, err := os.Stat(program); err != nil {
		t.Fatal("the program is not built: make build")
	}
	gateway := buckettest.BuildGateway(t, t.TempDir())
	v := newVictim(t)
	first, count, together := uint64(0), uint64(promotions), 8
	if given := os.Getenv("ANBAR_SEED"); given != "" {
		var err error
		if first, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatal(err)
		}
		count = 1
	}
	losses := &losses{}
	free := make(chan struct{}, together)
	var all sync.WaitGroup
	for seed := first; seed < first+count; seed++ {
		free <- struct{}{}
		all.Go(func() {
			defer func() { <-free }()
			t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
				p := newPromotion(t, seed, newPlan(seed), program, gateway, v.data)
				p.play()
				p.judge(losses)
			})
		})
	}
	all.Wait()
	losses.report(t)
}

// newPromotion makes the machines, with an engine that runs. The data are those of the main machine.
func newPromotion(t *testing.T, seed uint64, plan plan, program, gateway, data string) *promotion {
	t.Helper()
	p := &promotion{t: t, r: rand.New(rand.NewPCG(seed, 3)), plan: plan, tookOver: make(chan struct{})}
	dir := t.TempDir()
	p.lan = newLan(t, "main", "second", "engine", "clients", "front")
	p.main = &machine{host: p.lan.hosts["main"], program: program, data: filepath.Join(dir, "main")}
	p.second = &machine{host: p.lan.hosts["second"], program: program, data: filepath.Join(dir, "second"), shifted: p.plan.Shifted}
	if out, err := exec.Command("cp", "-a", data, p.main.data).CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	bucket := filepath.Join(dir, "engine")
	if err := os.MkdirAll(filepath.Join(bucket, "copies"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.engine = p.lan.hosts["engine"].command(gateway, "--quiet", "--port", ":7070", "--access", "key", "--secret", "secret", "posix",
		bucket)
	if err := p.engine.Start(); err != nil {
		t.Fatal(err)
	}
	if p.plan.Slow {
		p.lan.slow("engine", "4mbit")
	}
	t.Logf("%+v", p.plan)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the main machine:\n%s\nthe second one:\n%s", p.main.said.String(), p.second.said.String())
		}
	})
	return p
}

// await tries until it works.
func (p *promotion) await(what string, most time.Duration, try func() error) {
	p.t.Helper()
	var err error
	for end := time.Now().Add(most); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if err = try(); err == nil {
			return
		}
	}
	p.t.Fatalf("not within %s: %s: %v", most, what, err)
}

// begin has the main machine serve, and its copies be up to date.
func (p *promotion) begin() {
	p.t.Helper()
	c := p.newClient(30 * time.Second) // a password that is hashed twice counts twice
	p.await("the engine answers", time.Minute, func() error {
		res, err := c.Get("http://" + p.lan.hosts["engine"].addr + ":7070")
		if err == nil {
			err = res.Body.Close()
		}
		return err
	})
	if err := p.main.run("serve", "--backup-to", copiesTo, "--backup-fenced"); err != nil {
		p.t.Fatal(err)
	}
	var in pair
	p.await("the main machine takes changes", time.Minute, func() error {
		_, err := p.call(p.t.Context(), c, p.main, "POST", "/accounts/v1/users/login",
			map[string]string{"login": "v@example.org", "password": password}, &in)
		return err
	})
	p.token = in.Access
	var w struct {
		Space string `json:"space_id"`
		Root  string `json:"root_directory_id"`
	}
	if _, err := p.call(p.t.Context(), c, p.main, "POST", "/storage/workspace", map[string]string{"title": "Pair"}, &w); err != nil {
		p.t.Fatal(err)
	}
	p.space, p.root = w.Space, w.Root
	for i, m := range []*machine{p.main, p.second} {
		p.scenes[i] = &scene{
			victim: &victim{t: p.t, space: p.space, root: p.root}, at: m.addr + ":8080", owner: p.token,
			http: p.newClient(1500 * time.Millisecond),
		}
	}
	if p.plan.Standby {
		p.await("the standby serves", time.Minute, func() error { return p.second.run("standby", "--from", copiesTo) })
	}
}

// runGames has people play the games of one machine until ctx ends. After a call whose outcome they do not know they wait, because too
// many of those cannot be judged.
func (p *promotion) runGames(ctx context.Context, machine int, clients *sync.WaitGroup) {
	s := p.scenes[machine]
	for _, g := range p.games[machine] {
		for i, play := range g.clients {
			r := rand.New(rand.NewPCG(p.r.Uint64(), 1))
			clients.Go(func() {
				for ctx.Err() == nil {
					before := s.vague.Load()
					play(i, r)
					pause := 300 * time.Millisecond
					if s.vague.Load() != before {
						pause = 10 * time.Second
					}
					pass(ctx, pause)
				}
			})
		}
	}
}

// play makes the history.
func (p *promotion) play() {
	p.begin()
	writing, stopWriting := context.WithCancel(p.t.Context())
	var writers, players sync.WaitGroup
	defer func() { stopWriting(); writers.Wait(); players.Wait(); p.calls.Wait() }()
	for i, w := range []writer{
		{name: "patient", to: p.main, http: p.newClient(2 * time.Minute), pause: 120 * time.Millisecond},
		{name: "calm", to: p.main, http: p.newClient(2 * time.Minute), pause: 150 * time.Millisecond},
		{name: "hasty", to: p.main, http: p.newClient(1500 * time.Millisecond), pause: 100 * time.Millisecond},
		{name: "new", to: p.second, http: p.newClient(5 * time.Second), pause: 100 * time.Millisecond},
		{name: "newer", to: p.second, http: p.newClient(5 * time.Second), pause: 130 * time.Millisecond},
	} {
		w.p, w.name = p, fmt.Sprint(w.name, i)
		writers.Go(func() { w.write(writing) })
	}
	names := p.scenes[0].dir(p.root, "names")
	p.games[0] = []*game{p.scenes[0].names(names), p.scenes[0].versions(p.scenes[0].dir(p.root, "versions"))}
	playing, stopPlaying := context.WithCancel(p.t.Context())
	defer stopPlaying()
	p.runGames(playing, 0, &players)
	p.awaitCopies()
	pass(p.t.Context(), 3*time.Second+time.Duration(p.r.Int64N(int64(3*time.Second))))

	wake := p.strike()
	pass(p.t.Context(), p.plan.Before)
	if p.plan.Standby {
		p.second.stop(syscall.SIGTERM)
	}
	p.calls.Go(func() {
		pass(p.t.Context(), p.plan.Until)
		p.woke = time.Now()
		wake()
	})
	p.promote()
	stopPlaying()
	players.Wait()

	var shown page
	p.await("the second machine shows the names", time.Minute, func() error {
		r := p.scenes[1].list(p.token, names)
		if r.status != http.StatusOK {
			return fmt.Errorf("%d %s", r.status, r.body)
		}
		r.into(&shown)
		return nil
	})
	p.entries = history.FormatEntries(shown.entries())
	g := p.scenes[1].names(names)
	g.model = history.NamesModelFrom(p.entries)
	p.games[1] = []*game{g}
	p.runGames(writing, 1, &players)
	p.calls.Wait()
	pass(p.t.Context(), 5*time.Second)
	p.await("enough is written at the second machine", time.Minute, func() error {
		p.mu.Lock()
		defer p.mu.Unlock()
		n := 0
		for i := range p.acks {
			if p.acks[i].machine == p.second {
				n++
			}
		}
		if n < promotionLeast {
			return fmt.Errorf("%d changes", n)
		}
		return nil
	})
}

// awaitCopies waits until rounds of copies came to their end that began after people began to write.
func (p *promotion) awaitCopies() {
	p.t.Helper()
	seen := map[string]bool{}
	p.await("the first copies", time.Minute, func() error {
		c := p.main.command(p.main.program, "backup", "list", "--of", copiesTo, "--json", "--data", p.main.data)
		c.Env = p.main.environment()
		out, err := c.Output()
		if seen[string(out)] = err == nil; len(seen) < 3 {
			err = fmt.Errorf("%s, %v", out, err)
		}
		return err
	})
}
