package blobstore

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

type packState int

const (
	packActive    packState = iota // a committer appends to it
	packAbandoned                  // it has no footer and no committer appends: to be read back and sealed
	packSealed
	packEmptied // its records were copied to other packs; the file is removed when no backup reads it
)

// pack describes a pack file. The mutex of the packSet guards the fields; only its
// committer changes data of an active pack.
type pack struct {
	id         uint32
	state      packState
	data       int64     // end of the last committed record
	size       int64     // length of the file, with the footer
	dead       int64     // bytes of records that the index does not name
	unreadable bool      // the disk could not read a part, which may hold more records
	crc        uint32    // of the footer
	cuts       []int64   // ends of the ranges that a backup has seen
	retryAfter time.Time // when an abandoned pack is tried again
}

type packSet struct {
	mu   sync.Mutex
	byID map[uint32]*pack
	next uint32
}

// create makes the next pack, active.
func (x *packSet) create() *pack {
	x.mu.Lock()
	defer x.mu.Unlock()
	p := &pack{id: x.next}
	x.insert(p)
	return p
}

// add takes a pack that was found on disk.
func (x *packSet) add(p *pack) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.insert(p)
}

func (x *packSet) insert(p *pack) {
	if x.byID == nil {
		x.byID = map[uint32]*pack{}
	}
	x.byID[p.id] = p
	x.next = max(x.next, p.id+1)
}

func (x *packSet) remove(p *pack) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.byID, p.id)
}

func (x *packSet) grow(p *pack, end int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	p.data, p.size = end, end
}

func (x *packSet) seal(p *pack, data int64, t packTrailer) {
	x.mu.Lock()
	defer x.mu.Unlock()
	p.state, p.crc, p.data = packSealed, t.crc, data
	p.size = data + int64(t.length)
}

func (x *packSet) abandon(p *pack) {
	x.mu.Lock()
	defer x.mu.Unlock()
	p.state = packAbandoned
}

// postpone says when an abandoned pack is tried again.
func (x *packSet) postpone(p *pack, until time.Time) {
	x.mu.Lock()
	defer x.mu.Unlock()
	p.retryAfter = until
}

func (x *packSet) setState(p *pack, state packState) {
	x.mu.Lock()
	defer x.mu.Unlock()
	p.state = state
}

// addDead counts a record that the index no longer names.
func (x *packSet) addDead(l Loc) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if p := x.byID[l.Pack]; p != nil {
		p.dead += l.span()
	}
}

func (x *packSet) isSealed(p *pack) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return p.state == packSealed
}

// list returns a copy of the packs, by number.
func (x *packSet) list() []pack {
	x.mu.Lock()
	defer x.mu.Unlock()
	list := make([]pack, 0, len(x.byID))
	for _, p := range x.byID {
		c := *p
		c.cuts = slices.Clone(p.cuts)
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b pack) int { return cmp.Compare(a.id, b.id) })
	return list
}

// find returns the pack itself.
func (x *packSet) find(id uint32) *pack {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.byID[id]
}

// setLive sets the dead bytes of each pack from those that the index names.
func (x *packSet) setLive(live map[uint32]int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for id, p := range x.byID {
		p.dead = p.data - live[id]
	}
}

// isLast reports whether a pack has the highest number that was ever given.
func (x *packSet) isLast(id uint32) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.next == id+1
}

// raiseNext makes id the number of the next pack.
func (x *packSet) raiseNext(id uint32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.next = max(x.next, id)
}

// withNextID keeps a committer from making a pack while f works with the next number.
func (x *packSet) withNextID(f func(next uint32) error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return f(x.next)
}

func (x *packSet) setUnreadable(p *pack, is bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	p.unreadable = is
}

// cutRanges ends a range of each pack that is not sealed where its committed records end.
func (x *packSet) cutRanges() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, p := range x.byID {
		if last := len(p.cuts) - 1; p.state <= packAbandoned && p.data > 0 && (last < 0 || p.cuts[last] < p.data) {
			p.cuts = append(p.cuts, p.data)
		}
	}
}
