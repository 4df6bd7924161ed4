package search

import (
	"bytes"
	"cmp"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"anbar/app/base/panics"
	"anbar/db"
)

// scanResult is the result of a scan: the first hits in the order, and their total number.
type scanResult struct {
	hits  []hit
	total int64 // independent of the page
	rest  int64 // from the page on
}

const parallelChunks = 100_000 / chunkRows

// scan looks through the names and returns the first keep hits from the page on.
func (x *index) scan(q *query, keep int) scanResult {
	x.mu.RLock()
	defer x.mu.RUnlock()
	owner, needle := x.ownerOf(q), x.rarestWord(q.words)
	var parts []*scanPart
	if q.only == nil {
		n, all := 1, x.segments()
		if len(all) > parallelChunks {
			n = min(runtime.GOMAXPROCS(0), 4)
		}
		for i := range n {
			parts = append(parts, &scanPart{q: q, segments: all[len(all)*i/n : len(all)*(i+1)/n], in: newWithin(x, q.visible),
				needle: needle, owner: owner, maxHits: keep})
		}
	}
	runParts(parts)
	picked := &scanPart{q: q, in: newWithin(x, q.visible), owner: owner, maxHits: keep}
	x.scanNodes(picked)
	return q.mergeParts(append(parts, picked), keep)
}

// runParts looks through the parts at once, the first of them in this goroutine.
func runParts(parts []*scanPart) {
	if len(parts) == 0 {
		return
	}
	var others sync.WaitGroup
	failed := make([]error, len(parts))
	for i, p := range parts[1:] {
		others.Go(func() { failed[i] = panics.Catch(func() error { p.run(); return nil }) })
	}
	parts[0].run()
	others.Wait()
	if err := errors.Join(failed...); err != nil {
		panic(err) // as one of this goroutine, whose request it ends
	}
}

const sampleSize = 256 << 10 // bytes of names

// rarestWord is the word that the fewest names have, as a sample tells.
func (x *index) rarestWord(words []string) []byte {
	if len(words) < 2 {
		return []byte(strings.Join(words, ""))
	}
	middle := x.segments()[len(x.chunks)/2]
	some := middle.names[:min(len(middle.names), sampleSize)]
	return []byte(slices.MinFunc(words, func(a, b string) int {
		return cmp.Or(bytes.Count(some, []byte(a))-bytes.Count(some, []byte(b)), len(b)-len(a))
	}))
}

// scanNodes looks at single nodes: those that the query is limited to, or that match by their
// text.
func (x *index) scanNodes(p *scanPart) {
	q := p.q
	for id := range q.only {
		if s, row := x.find(id); s != nil {
			p.s = s
			if _, found := q.byContent[id]; q.matchesName(s.name(row)) {
				p.addMatch(row)
			} else if found {
				p.addRanked(row, byContent)
			}
		}
	}
	if q.only != nil {
		return
	}
	for id := range q.byContent {
		if s, row := x.find(id); s != nil && !q.matchesName(s.name(row)) {
			p.s = s
			p.addRanked(row, byContent)
		}
	}
}

// mergeParts merges the results of the parts in order.
func (q *query) mergeParts(parts []*scanPart, keep int) scanResult {
	var f scanResult
	for _, p := range parts {
		f.hits = append(f.hits, p.hits...)
		f.total += p.total
		f.rest += p.rest
	}
	slices.SortFunc(f.hits, func(a, b hit) int {
		if q.isBefore(&a, &b) {
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

// scanPart is one stretch of the names that is looked through.
type scanPart struct {
	q        *query
	segments []*segment
	s        *segment // the one that is looked through
	in       *within
	needle   []byte // the word that names are looked through for
	owner    int32
	maxHits  int

	hits        []hit // a heap, the last in the order on top
	total, rest int64
}

func (p *scanPart) run() {
	for _, p.s = range p.segments {
		p.runSegment()
	}
}

func (p *scanPart) runSegment() {
	q, s, row := p.q, p.s, 0
	if len(q.words) == 0 {
		for row := range s.ids {
			p.addMatch(row)
		}
		return
	}
	for at := 0; at < len(s.names); at = int(s.end(row)) {
		i := bytes.Index(s.names[at:], p.needle)
		if i < 0 {
			return
		}
		at += i
		for row+1 < s.len() && int(s.start[row+1]) <= at {
			row++
		}
		if len(q.words) == 1 || q.matchesName(s.name(row)) {
			p.addMatch(row)
		}
	}
}

// addMatch counts a row whose name matches.
func (p *scanPart) addMatch(row int) {
	if !p.q.matchesFilters(p.s, row, p.owner) || !p.isVisible(p.s, row) {
		return
	}
	rank := uint8(contains)
	if p.q.sort == byRelevance && len(p.q.words) > 0 {
		rank = p.q.rank(p.s.name(row))
	}
	p.addHit(row, rank)
}

// addRanked is take for a row of a known rank.
func (p *scanPart) addRanked(row int, rank uint8) {
	if p.q.matchesFilters(p.s, row, p.owner) && p.isVisible(p.s, row) {
		p.addHit(row, rank)
	}
}

// isVisible reports whether a row is below a directory that may be searched, or may itself be
// seen alone.
func (p *scanPart) isVisible(s *segment, row int) bool {
	return p.in.contains(s.up[row]) || p.q.alone[s.ids[row]]
}

func (p *scanPart) addHit(row int, rank uint8) {
	p.total++
	h := p.q.hitOf(p.s, row, rank)
	if p.q.after != nil && !p.q.isBefore(p.q.after, &h) {
		return
	}
	p.rest++
	switch {
	case len(p.hits) < p.maxHits:
		p.hits = append(p.hits, h)
		p.siftUp(len(p.hits) - 1)
	case p.q.isBefore(&h, &p.hits[0]):
		p.hits[0] = h
		p.siftDown(0)
	}
}

func (p *scanPart) siftUp(i int) {
	for i > 0 {
		above := (i - 1) / 2
		if !p.q.isBefore(&p.hits[above], &p.hits[i]) {
			return
		}
		p.hits[above], p.hits[i] = p.hits[i], p.hits[above]
		i = above
	}
}

func (p *scanPart) siftDown(i int) {
	for {
		last := i
		for _, below := range [2]int{2*i + 1, 2*i + 2} {
			if below < len(p.hits) && p.q.isBefore(&p.hits[last], &p.hits[below]) {
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

// filterVisible returns the nodes that may be seen and pass the filters.
func (x *index) filterVisible(q *query, ids []db.NodeID) (all []db.NodeID) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	p := &scanPart{q: q, owner: x.ownerOf(q), in: newWithin(x, q.visible)}
	for _, id := range ids {
		s, row := x.find(id)
		if s != nil && q.matchesFilters(s, row, p.owner) && p.isVisible(s, row) && (q.only == nil || q.only[id]) {
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
