package imports

import (
	"path"
	"sync"
	"sync/atomic"
	"time"

	"anbar/db"
)

// progress is what an import shows of the moment.
type progress struct {
	bytes atomic.Int64 // read since the start

	mu      sync.Mutex
	reading []*reading
	marks   [speedMarks]mark // of the last seconds, the newest first
	toldAt  time.Time
	late    bool // somebody is told later
}

type mark struct {
	at    time.Time
	bytes int64
}

const (
	speedMarks = 5
	tellEvery  = time.Second
)

// reading is an item that is read now.
type reading struct {
	name string
	size int64
	done atomic.Int64
}

func (p *progress) begin(it *db.ImportItem) *reading {
	r := &reading{name: path.Base("/" + it.Path), size: it.Size}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reading = append(p.reading, r)
	return r
}

func (p *progress) end(r *reading) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, other := range p.reading {
		if other == r {
			p.reading = append(p.reading[:i:i], p.reading[i+1:]...)
			return
		}
	}
}

// mark remembers how much was read by now; at most once a second.
func (p *progress) mark(now time.Time) {
	if now.Sub(p.marks[0].at) < tellEvery {
		return
	}
	copy(p.marks[1:], p.marks[:speedMarks-1])
	p.marks[0] = mark{now, p.bytes.Load()}
}

// speed is how many bytes a second came lately.
func (p *progress) speed(now time.Time) int64 {
	for i := speedMarks - 1; i >= 0; i-- {
		m := p.marks[i]
		if since := now.Sub(m.at); !m.at.IsZero() && since < 2*speedMarks*tellEvery && since > 0 {
			return int64(float64(p.bytes.Load()-m.bytes) / max(since.Seconds(), 1))
		}
	}
	return 0
}

// progress returns what an import shows of the moment.
func (s *Service) progress(id db.ImportID) (int64, []Current) {
	all := []Current{}
	s.mu.Lock()
	r := s.runs[id]
	s.mu.Unlock()
	if r == nil {
		return 0, all
	}
	p := &r.shows
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.reading {
		all = append(all, Current{one.name, one.size, one.done.Load()})
	}
	now := time.Now()
	speed := p.speed(now)
	p.mark(now)
	return speed, all
}

// Reading is how many bytes of the items that are read now have come.
func (s *Service) Reading(id db.ImportID) (n int64) {
	s.mu.Lock()
	r := s.runs[id]
	s.mu.Unlock()
	if r == nil {
		return 0
	}
	r.shows.mu.Lock()
	defer r.shows.mu.Unlock()
	for _, one := range r.shows.reading {
		n += one.done.Load()
	}
	return n
}

// tell has the person's screens read the import again, at most once a second and at last always.
func (r *run) tell() {
	p := &r.shows
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.mark(now)
	if p.late {
		return
	}
	wait := tellEvery - now.Sub(p.toldAt)
	if wait <= 0 {
		p.toldAt = now
		go r.announce()
		return
	}
	p.late = true
	time.AfterFunc(wait, func() {
		p.mu.Lock()
		p.late, p.toldAt = false, time.Now()
		p.mu.Unlock()
		r.announce()
	})
}

func (r *run) announce() {
	if user := db.UserID(r.user.Load()); user != 0 {
		r.s.Live.NotifyImport(user, r.id)
	}
}
