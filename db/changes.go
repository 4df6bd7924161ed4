package db

import "sync/atomic"

// changes numbers the commits and remembers, for every directory, the last one
// after which a listing of it looked different: a child came, went or changed,
// or the counters of a child directory did. Directories share places by chance,
// which costs a reading too many and nothing else.
type changes struct {
	commits    atomic.Uint64
	directory  [8192]atomic.Uint64
	everything atomic.Uint64
}

func (c *changes) of(dir NodeID) *atomic.Uint64 {
	return &c.directory[uint64(dir)*0x9e3779b97f4a7c15>>51] // Fibonacci hashing
}

// Commits numbers what was written: nothing was while the number stays the
// same. It costs nothing to ask.
func (d *DB) Commits() uint64 { return d.changes.commits.Load() }

// AsOf numbers what the View sees. It is taken before the snapshot, so what the
// View reads is never older than the number says.
func (v *View) AsOf() uint64 { return v.asOf }

// Unchanged reports whether a listing of the directory still looks as it did to
// a View of that number.
func (v *View) Unchanged(dir NodeID, asOf uint64) bool {
	return v.changes.of(dir).Load() <= asOf && v.changes.everything.Load() <= asOf
}

// touch notes that listings of the directories look different once the
// transaction is committed.
func (tx *Tx) touch(dirs ...NodeID) { tx.touched = append(tx.touched, dirs...) }

// touchAll notes that any listing may look different.
func (tx *Tx) touchAll() { tx.everything = true }

// announce is called after a commit, before anybody is told of it.
func (c *changes) announce(batch []*job) {
	n := c.commits.Load() + 1
	for _, j := range batch {
		if j.err != nil {
			continue
		}
		for _, dir := range j.tx.touched {
			c.of(dir).Store(n)
		}
		if j.tx.everything {
			c.everything.Store(n)
		}
	}
	c.commits.Store(n)
}
