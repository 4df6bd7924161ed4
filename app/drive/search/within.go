package search

import "anbar/db"

// within answers whether a directory is one of some, or below one. It remembers
// each answer.
type within struct {
	x     *index
	top   func(db.NodeID) bool
	known []uint8
}

const (
	unknown = iota
	no
	yes
)

func newWithin(x *index, top func(db.NodeID) bool) *within {
	return &within{x: x, top: top, known: make([]uint8, len(x.dirs))}
}

func (w *within) contains(dir int32) bool {
	if dir < 0 {
		return false
	}
	if s := w.known[dir]; s != unknown {
		return s == yes
	}
	w.known[dir] = no // a circle, which cannot be, ends here
	if p := w.x.dirs[dir]; w.top(p.id) || w.contains(p.up) {
		w.known[dir] = yes
	}
	return w.known[dir] == yes
}
