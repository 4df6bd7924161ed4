package stories

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/history"

	"github.com/anishathalye/porcupine"
)

// What a promotion may lose of what was acknowledged: on a machine that has time for its copies rows of the last 2 s, and contents of the
// last 10. Here eight pairs share the processors, with whatever else runs there, so single rounds of copies take longer than their second:
// with a load of 35 on two processors the oldest lost row was 6.7 s old. Half of all histories have to keep what is documented.
const (
	promotionRows     = 10 * time.Second
	promotionMedian   = 2 * time.Second
	promotionContents = 10 * time.Second

	promotionLeast    = 20               // changes that each machine has to acknowledge
	promotionPatience = 10 * time.Second // for judging one game
)

// losses are what many histories lost.
type losses struct {
	mu               sync.Mutex
	histories        int
	lossless         int
	acks             [2]int
	lost             int
	double           int
	late             int // answers that a cut line held up
	undecided, games int
	rows, slowRows   []time.Duration // the oldest that was lost, by history
	contents         []time.Duration
	took             []time.Duration
	old              int // acknowledged changes that were lost though they were old enough
}

// report says what all histories lost.
func (l *losses) report(t *testing.T) {
	t.Helper()
	say := func(what string, all []time.Duration) {
		if len(all) == 0 {
			return
		}
		slices.Sort(all)
		at := func(q float64) float64 { return all[int(q*float64(len(all)-1))].Seconds() }
		t.Logf("%s: p50 %.2f s, p99 %.2f s, max %.2f s of %d", what, at(0.5), at(0.99), at(1), len(all))
	}
	t.Logf("%d histories, %d of them without a loss allowed; %d and %d changes acknowledged, %d lost, %d of them too old; "+
		"%d acknowledged by both, %d answers held up by a cut line; %d games judged, %d undecided",
		l.histories, l.lossless, l.acks[0], l.acks[1], l.lost, l.old, l.double, l.late, l.games, l.undecided)
	say("oldest directory lost", l.rows)
	if n := len(l.rows); n > 20 && l.rows[n/2] > promotionMedian {
		t.Errorf("in half of all histories a directory was lost that was %s old", l.rows[n/2])
	}
	say("oldest directory lost, slow line", l.slowRows)
	say("oldest content lost", l.contents)
	say("from the promotion to the first change", l.took)
	if l.undecided*20 > l.games {
		t.Error("too many histories stay undecided: the test proves little")
	}
}

// judge proves a history.
func (p *promotion) judge(l *losses) {
	p.t.Helper()
	c := p.newClient(20 * time.Second)
	p.await("the old machine knows that it was replaced", time.Minute, func() error {
		res, err := c.Get("http://" + p.main.addr + ":8080/api/setup")
		if err != nil {
			return err
		}
		if says := res.Header.Get("Anbar-Standby"); says != "replaced" {
			return fmt.Errorf("it says %q", says)
		}
		return res.Body.Close()
	})
	for _, m := range []*machine{p.main, p.second} {
		_, err := p.call(p.t.Context(), c, m, "GET", "/ready", nil, nil)
		if errors.Is(err, errRefused) != (m == p.main) || m == p.second && err != nil {
			p.t.Errorf("%s is ready: %v", m.ns, err)
		}
	}
	_, err := p.call(p.t.Context(), c, p.main, "POST", "/storage/workspace", map[string]string{"title": "Late"}, nil)
	if err == nil || !strings.Contains(err.Error(), "standby_replaced") {
		p.t.Errorf("a change at the old machine: %v", err)
	}
	l.mu.Lock()
	l.histories++
	l.took = append(l.took, p.took.Sub(p.promoted))
	if p.lossless {
		l.lossless++
	}
	l.mu.Unlock()
	p.judgeAnswers(l)
	p.judgeContents(l, c)
	p.judgeGames(l)
}

// judgeAnswers proves that the old machine acknowledged nothing after the new one did for the first time.
func (p *promotion) judgeAnswers(l *losses) {
	p.t.Helper()
	counts := [2]int{}
	for i := range p.acks {
		a := &p.acks[i]
		if a.machine == p.second {
			counts[1]++
			continue
		}
		counts[0]++
		if deaf := p.separated.Add(leaseTime + time.Second); p.isDeaf() && a.sent.After(deaf) && a.at.Before(p.woke) {
			p.t.Errorf("the old machine acknowledged %s, sent %s after it was cut off from the engine", a.name, a.sent.Sub(p.separated))
		}
		if !a.at.After(p.took) {
			continue
		}
		// An answer that was written before may come later only where the line was cut meanwhile.
		wasCut := p.plan.Fault == "cut from the clients" || p.plan.Fault == "cut from everything"
		l.mu.Lock()
		if a.sent.Before(p.took) && wasCut && a.date.Before(p.took) {
			l.late++
		} else {
			l.double++
			p.t.Errorf("the old machine acknowledged %s, sent %s after the new one did first, written at %s, answered %s after it", a.name,
				a.sent.Sub(p.took), a.date, a.at.Sub(p.took))
		}
		l.mu.Unlock()
	}
	if counts[0] < promotionLeast || counts[1] < promotionLeast {
		p.t.Errorf("too little was acknowledged: %v", counts)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acks[0] += counts[0]
	l.acks[1] += counts[1]
}

// isDeaf reports whether the main machine could not ask the engine for anything since it was separated, until it woke.
func (p *promotion) isDeaf() bool {
	return slices.Contains([]string{"cut from the engine", "cut from everything", "the engine's answers are lost"}, p.plan.Fault)
}

// rowsLimit is how old a lost row may be.
func (p *promotion) rowsLimit() time.Duration {
	if p.lossless {
		return -time.Hour
	}
	return promotionRows
}

// judgeContents proves that what is old enough is there with its content, and that what is lost is the end of the old machine's history.
func (p *promotion) judgeContents(l *losses, c *http.Client) {
	p.t.Helper()
	found := p.list(c)
	for i := range p.acks {
		if f, is := found[p.acks[i].name]; is {
			p.judgeContent(&p.acks[i], f)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var firstLost, oldestRow, oldestContent time.Time
	first := func(t *time.Time, at time.Time) {
		if t.IsZero() || at.Before(*t) {
			*t = at
		}
	}
	for _, a := range p.acks {
		if _, is := found[a.name]; is {
			continue
		}
		l.lost++
		age, most := p.separated.Sub(a.at), p.rowsLimit()
		if a.hash != "" && !p.lossless {
			most = max(most, promotionContents)
		}
		if a.machine == p.second || age > most {
			l.old++
			p.t.Errorf("%s was acknowledged at %s %s before the fault, and is lost", a.name, a.machine.ns, age)
		}
		if first(&firstLost, a.at); a.hash == "" {
			first(&oldestRow, a.at)
		} else {
			first(&oldestContent, a.at)
		}
	}
	for _, a := range p.acks {
		if _, is := found[a.name]; is && a.machine == p.main && !firstLost.IsZero() && a.sent.After(firstLost) {
			p.t.Errorf("%s is there, and was sent %s after something lost was acknowledged", a.name, a.sent.Sub(firstLost))
		}
	}
	p.note(&l.contents, oldestContent)
	if p.plan.Slow {
		p.note(&l.slowRows, oldestRow)
	} else {
		p.note(&l.rows, oldestRow)
	}
}

// note adds how old the oldest lost change was at the fault; nothing where none was made before it.
func (p *promotion) note(all *[]time.Duration, oldest time.Time) {
	if p.lossless {
		return
	}
	age := time.Duration(0)
	if !oldest.IsZero() {
		age = max(0, p.separated.Sub(oldest))
	}
	*all = append(*all, age)
}

// foundFile is a file as a listing shows it; a directory has no id.
type foundFile struct{ id, hash string }

// list returns what is in the directory that is written to.
func (p *promotion) list(c *http.Client) map[string]foundFile {
	p.t.Helper()
	found := map[string]foundFile{}
	for cursor := ""; ; {
		var l struct {
			Files []struct {
				ID   string `json:"file_id"`
				Name string `json:"file_name"`
				Hash string
			}
			Directories []struct{ Name string }
			PageInfo    struct{ Next *string } `json:"page_info"`
		}
		path := "/storage/space/" + p.space + "/directory/" + p.root + "?limit=1000&cursor=" + cursor
		if _, err := p.call(p.t.Context(), c, p.second, "GET", path, nil, &l); err != nil {
			p.t.Fatal(err)
		}
		for _, f := range l.Files {
			found[f.Name] = foundFile{f.ID, f.Hash}
		}
		for _, d := range l.Directories {
			found[d.Name] = foundFile{}
		}
		if l.PageInfo.Next == nil {
			return found
		}
		cursor = *l.PageInfo.Next
	}
}

// judgeContent proves that a file has the content that was acknowledged. Of those that were written last before the fault, and of large
// ones, it reads it.
func (p *promotion) judgeContent(a *ack, f foundFile) {
	p.t.Helper()
	if a.hash != f.hash {
		p.t.Errorf("%s has the content %q, and not %q", a.name, f.hash, a.hash)
		return
	}
	age := p.separated.Sub(a.at)
	if a.hash == "" || !a.large && (age < -30*time.Second || age > 5*time.Second) {
		return
	}
	content, err := p.read(f.id)
	switch {
	case err != nil && a.large && a.machine == p.main && age < promotionContents && !p.lossless: // it was on its way
	case err != nil:
		p.t.Errorf("%s, acknowledged %s before the fault, cannot be read: %v", a.name, age, err)
	case blobstore.Sum(content).String() != a.hash:
		p.t.Errorf("%s is not what was acknowledged", a.name)
	}
}

// judgeGames proves that what each machine answered is explained by one order of the calls, and what the second one found by that of the
// first one up to some moment that is not older than what may be lost.
func (p *promotion) judgeGames(l *losses) {
	p.t.Helper()
	page := filepath.Join(p.t.TempDir(), "history.html")
	count := func(v history.Verdict) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.games++
		if v == porcupine.Unknown {
			l.undecided++
		}
	}
	names := p.games[0][0]
	oldest := p.separated.Add(-p.rowsLimit())
	moments := append([]time.Time{oldest}, names.log.EndsAfter(oldest)...)
	if p.lossless {
		moments = []time.Time{time.Now()}
	}
	seen := porcupine.Illegal
	for _, moment := range slices.Backward(moments) {
		log := names.log.Until(moment)
		log.Record(0, history.NameOp{Verb: "list"}, func() (any, history.Outcome) {
			n := len(strings.Fields(p.entries))
			return history.NameResult{Word: "done", Entries: p.entries, Directories: n, Total: n}, history.Answered
		})
		if seen, _ = log.Check(names.model, promotionPatience, page); seen != porcupine.Illegal { // the next moment may explain it
			break
		}
	}
	if count(seen); seen == porcupine.Illegal {
		p.t.Errorf("the new machine found %q, which the old one had at no moment since %s before the fault", p.entries, p.rowsLimit())
	}
	for i, games := range p.games {
		for _, g := range games {
			p.await(g.name+" are shown", time.Minute, func() error {
				if !g.look() {
					return errors.New("no answer")
				}
				return nil
			})
			v, err := g.log.Check(g.model, promotionPatience, page)
			if count(v); err != nil {
				p.t.Errorf("%s of machine %d: %v", g.name, i, err)
			}
		}
	}
}

// read returns the content of a file at the second machine.
func (p *promotion) read(id string) ([]byte, error) {
	s := &scene{victim: p.scenes[1].victim, at: p.scenes[1].at, http: p.newClient(30 * time.Second)}
	r := s.send(p.token, "GET", "/download/space/"+p.space+"/directory/"+p.root+"/file/"+id+"/direct", nil)
	for range 2 {
		if r.status == 0 { // no answer in time says nothing of what is there
			r = s.send(p.token, "GET", "/download/space/"+p.space+"/directory/"+p.root+"/file/"+id+"/direct", nil)
		}
	}
	if r.status != http.StatusOK {
		return nil, fmt.Errorf("%d %.200s", r.status, r.body)
	}
	return r.body, nil
}
