package imports

import (
	"path"
	"sync"
	"sync/atomic"
	"time"

	"anbar/app/base/panics"
	"anbar/db"
)

// progress is what an import shows of the moment.
type progress struct {
	bytes atomic.Int64 // read since the start

	mu            sync.Mutex
	items         []*itemProgress
	marks         [speedMarks]speedMark // of the last seconds, the newest first
	notifiedAt    time.Time
	notifyPending bool // somebody is told later
}

type speedMark struct {
	at    time.Time
	bytes int64
}

const (
	speedMarks  = 5
	notifyEvery = time.Second
)

// itemProgress is an item that is read now.
type itemProgress struct {
	name string
	size int64
	done atomic.Int64
}

func (p *progress) startItem(it *db.ImportItem) *itemProgress {
	r := &itemProgress{name: path.Base("/" + it.Path), size: it.Size}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.items = append(p.items, r)
	return r
}

func (p *progress) endItem(r *itemProgress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, other := range p.items {
		if other == r {
			p.items = append(p.items[:i:i], p.items[i+1:]...)
			return
		}
	}
}

// addMark remembers how much was read by now; at most once a second.
func (p *progress) addMark(now time.Time) {
	if now.Sub(p.marks[0].at) < notifyEvery {
		return
	}
	copy(p.marks[1:], p.marks[:speedMarks-1])
	p.marks[0] = speedMark{now, p.bytes.Load()}
}

// speed is how many bytes a second came lately.
func (p *progress) speed(now time.Time) int64 {
	for i := speedMarks - 1; i >= 0; i-- {
		m := p.marks[i]
		if since := now.Sub(m.at); !m.at.IsZero() && since < 2*speedMarks*notifyEvery && since > 0 {
			return int64(float64(p.bytes.Load()-m.bytes) / max(since.Seconds(), 1))
		}
	}
	return 0
}

// currentProgress returns what an import shows of the moment.
func (s *Service) currentProgress(id db.ImportID) (int64, []Current) {
	all := []Current{}
	s.mu.Lock()
	r := s.runs[id]
	s.mu.Unlock()
	if r == nil {
		return 0, all
	}
	p := &r.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.items {
		all = append(all, Current{Name: one.name, Size: one.size, Done: one.done.Load()})
	}
	now := time.Now()
	speed := p.speed(now)
	p.addMark(now)
	return speed, all
}

// BytesInFlight is how many bytes of the items that are read now have come.
func (s *Service) BytesInFlight(id db.ImportID) (n int64) {
	s.mu.Lock()
	r := s.runs[id]
	s.mu.Unlock()
	if r == nil {
		return 0
	}
	r.progress.mu.Lock()
	defer r.progress.mu.Unlock()
	for _, one := range r.progress.items {
		n += one.done.Load()
	}
	return n
}

// scheduleNotify has the person's screens read the import again, at most once a second and at last always.
func (r *run) scheduleNotify() {
	p := &r.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.addMark(now)
	if p.notifyPending {
		return
	}
	wait := notifyEvery - now.Sub(p.notifiedAt)
	if wait <= 0 {
		p.notifiedAt = now
		go panics.Log(r.s.Log, "show how far an import is", r.notify)
		return
	}
	p.notifyPending = true
	time.AfterFunc(wait, func() {
		p.mu.Lock()
		p.notifyPending, p.notifiedAt = false, time.Now()
		p.mu.Unlock()
		panics.Log(r.s.Log, "show how far an import is", r.notify)
	})
}

func (r *run) notify() {
	if user := db.UserID(r.user.Load()); user != 0 {
		r.s.Live.NotifyImport(user, r.id)
	}
}
