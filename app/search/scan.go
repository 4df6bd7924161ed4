package search

import (
	"bytes"
	"cmp"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"anbar/db"
)

// found is the result of a scan: the first hits in the order, and their total number.
type found struct {
	hits  []hit
	total int64 // independent of the page
	rest  int64 // from the page on
}

const parallelRows = 100_000

// scan looks through the names and returns the first keep hits from the page on.
func (x *index) scan(q *query, keep int) found {
	x.mu.RLock()
	defer x.mu.RUnlock()
	owner, needle := x.ownerOf(q), x.rarest(q.words)
	var parts []*part
	add := func(s *segment, lo, hi int) {
		if lo < hi {
			parts = append(parts, &part{q: q, s: s, in: newWithin(x, q.visible), needle: needle, lo: lo, hi: hi, owner: owner, keep: keep})
		}
	}
	n := 1
	if q.only == nil && x.main.len() > parallelRows {
		n = min(runtime.GOMAXPROCS(0), 4)
	}
	if q.only == nil {
		for i := range n {
			add(&x.main, x.main.len()*i/n, x.main.len()*(i+1)/n)
		}
		add(&x.extra, 0, x.extra.len())
	}
	runAll(parts)
	picked := &part{q: q, in: newWithin(x, q.visible), owner: owner, keep: keep}
	x.pick(picked)
	return q.join(append(parts, picked), keep)
}

// runAll looks through the parts at once, the first of them in this goroutine.
func runAll(parts []*part) {
	if len(parts) == 0 {
		return
	}
	var others sync.WaitGroup
	for _, p := range parts[1:] {
		others.Go(p.run)
	}
	parts[0].run()
	others.Wait()
}

const sample = 256 << 10 // bytes of names

// rarest is the word that the fewest names have, as a sample tells.
func (x *index) rarest(words []string) []byte {
	if len(words) < 2 {
		return []byte(strings.Join(words, ""))
	}
	from := max(0, (len(x.main.names)-sample)/2)
	some := x.main.names[from:min(len(x.main.names), from+sample)]
	return []byte(slices.MinFunc(words, func(a, b string) int {
		return cmp.Or(bytes.Count(some, []byte(a))-bytes.Count(some, []byte(b)), len(b)-len(a))
	}))
}

// pick looks at single nodes: those that the query is limited to, or that match by their
// text.
func (x *index) pick(p *part) {
	q := p.q
	for id := range q.only {
		if s, row := x.find(id); s != nil {
			p.s = s
			if _, also := q.also[id]; q.matches(s.name(row)) {
				p.take(row)
			} else if also {
				p.takeAs(row, byContent)
			}
		}
	}
	if q.only != nil {
		return
	}
	for id := range q.also {
		if s, row := x.find(id); s != nil && !q.matches(s.name(row)) {
			p.s = s
			p.takeAs(row, byContent)
		}
	}
}

// join merges the results of the parts in order.
func (q *query) join(parts []*part, keep int) found {
	var f found
	for _, p := range parts {
		f.hits = append(f.hits, p.hits...)
		f.total += p.total
		f.rest += p.rest
	}
	slices.SortFunc(f.hits, func(a, b hit) int {
		if q.before(&a, &b) {
			return -1
		}
		return 1
	})
	f.hits = f.hits[:min(len(f.hits), keep)]
	for i := range f.hits {
		f.hits[i].name = bytes.Clone(f.hits[i].name) // the index may change from now on
	}
	return f
}

// part is one stretch of the names that is looked through.
type part struct {
	q      *query
	s      *segment
	in     *within
	needle []byte // the word that names are looked through for
	lo, hi int
	owner  int32
	keep   int

	hits        []hit // a heap, the last in the order on top
	total, rest int64
}

func (p *part) run() {
	q, s := p.q, p.s
	if len(q.words) == 0 {
		for row := p.lo; row < p.hi; row++ {
			p.take(row)
		}
		return
	}
	names, row := s.names[:s.end(p.hi-1)], p.lo
	for at := int(s.start[p.lo]); at < len(names); at = int(s.end(row)) {
		i := bytes.Index(names[at:], p.needle)
		if i < 0 {
			return
		}
		at += i
		for row+1 < p.hi && int(s.start[row+1]) <= at {
			row++
		}
		if len(q.words) == 1 || q.matches(s.name(row)) {
			p.take(row)
		}
	}
}

// take counts a row whose name matches.
func (p *part) take(row int) {
	if !p.q.admits(p.s, row, p.owner) || !p.sees(p.s, row) {
		return
	}
	rank := uint8(contains)
	if p.q.sort == byRelevance && len(p.q.words) > 0 {
		rank = p.q.rank(p.s.name(row))
	}
	p.count(row, rank)
}

// takeAs is take for a row of a known rank.
func (p *part) takeAs(row int, rank uint8) {
	if p.q.admits(p.s, row, p.owner) && p.sees(p.s, row) {
		p.count(row, rank)
	}
}

// sees reports whether a row is below a directory that may be searched, or may itself be
// seen alone.
func (p *part) sees(s *segment, row int) bool {
	return p.in.has(s.up[row]) || p.q.alone[s.ids[row]]
}

func (p *part) count(row int, rank uint8) {
	p.total++
	h := p.q.place(p.s, row, rank)
	if p.q.after != nil && !p.q.before(p.q.after, &h) {
		return
	}
	p.rest++
	switch {
	case len(p.hits) < p.keep:
		p.hits = append(p.hits, h)
		p.up(len(p.hits) - 1)
	case p.q.before(&h, &p.hits[0]):
		p.hits[0] = h
		p.down(0)
	}
}

func (p *part) up(i int) {
	for i > 0 {
		above := (i - 1) / 2
		if !p.q.before(&p.hits[above], &p.hits[i]) {
			return
		}
		p.hits[above], p.hits[i] = p.hits[i], p.hits[above]
		i = above
	}
}

func (p *part) down(i int) {
	for {
		last := i
		for _, below := range [2]int{2*i + 1, 2*i + 2} {
			if below < len(p.hits) && p.q.before(&p.hits[last], &p.hits[below]) {
				last = below
			}
		}
		if last == i {
			return
		}
		p.hits[last], p.hits[i] = p.hits[i], p.hits[last]
		i = last
	}
}

// cursorAt is the cursor behind a hit.
func (q *query) cursorAt(h hit) cursor {
	return cursor{Rank: h.rank, Value: h.value, Name: string(h.name), ID: h.id, Page: q.page + 1, Mark: q.mark}
}

// sift returns the nodes that may be seen and pass the filters.
func (x *index) sift(q *query, ids []db.NodeID) (all []db.NodeID) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	p := &part{q: q, owner: x.ownerOf(q), in: newWithin(x, q.visible)}
	for _, id := range ids {
		s, row := x.find(id)
		if s != nil && q.admits(s, row, p.owner) && p.sees(s, row) && (q.only == nil || q.only[id]) {
			all = append(all, id)
		}
	}
	return all
}

func (x *index) ownerOf(q *query) int32 {
	if n, ok := x.userOf[q.Owner]; ok {
		return n
	}
	return math.MinInt32
}
