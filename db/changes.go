package db

import (
	"slices"
	"sync/atomic"
)

// changes numbers the commits and remembers, for every directory, the last one
// after which a listing of it looked different: a child came, went or changed,
// or the counters of a child directory did. Directories share places by chance,
// which costs a reading too many and nothing else.
type changes struct {
	commits    atomic.Uint64
	coming     atomic.Uint64 // the number of the commit that may be visible before it is announced
	directory  [8192]atomic.Uint64
	everything atomic.Uint64
	reach      atomic.Uint64 // the last commit after which somebody reaches something else
	memos      memos
	told       atomic.Pointer[func(Told)]
}

func (c *changes) of(dir NodeID) *atomic.Uint64 {
	return &c.directory[uint64(dir)*0x9e3779b97f4a7c15>>51] // Fibonacci hashing
}

// Commits numbers what was written: nothing was while the number stays the
// same. It costs nothing to ask.
func (d *DB) Commits() uint64 { return d.changes.commits.Load() }

// Told is what a commit changed.
type Told struct {
	Directories []NodeID  // whose listings look different now
	Everything  bool      // any listing may
	Rights      []SpaceID // where people may do other things now than before
	Commit      uint64
}

// Notify has fn called after each commit that changed something to tell of. All
// that is written waits for fn, so it returns at once. There is one fn; nil takes
// it away.
func (d *DB) Notify(fn func(Told)) {
	if fn == nil {
		d.changes.told.Store(nil)
		return
	}
	d.changes.told.Store(&fn)
}

// Changed is the number of the last commit after which a listing of the
// directory may have looked different.
func (d *DB) Changed(dir NodeID) uint64 {
	return max(d.changes.of(dir).Load(), d.changes.everything.Load())
}

// Reach is the number of the last commit after which anybody may do other things
// than before, or a directory lies elsewhere. What a View as of that number, or a
// later one, said about rights is still so.
func (d *DB) Reach() uint64 { return d.changes.reach.Load() }

// AsOf numbers what the View sees. It is taken before the snapshot, so what the
// View reads is never older than the number says.
func (v *View) AsOf() uint64 { return v.asOf }

// Exact is the number of exactly what the View sees. It is not known, and false,
// while a commit is under way that the View may see or not. Something has to have
// been read before it is asked for.
func (v *View) Exact() (uint64, bool) { return v.asOf, v.changes.coming.Load() == v.asOf }

// Unchanged reports whether a listing of the directory looked the same all the time
// between two numbers, of which one is that of the View.
func (v *View) Unchanged(dir NodeID, a, b uint64) bool {
	first := min(a, b)
	return v.changes.of(dir).Load() <= first && v.changes.everything.Load() <= first
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
		if j.tx.displaced || len(j.tx.righted) > 0 {
			c.reach.Store(n)
		}
	}
	c.commits.Store(n)
	if tell := c.told.Load(); tell != nil {
		c.tell(*tell, batch, n)
	}
}

// tell calls fn with what the jobs touched.
func (c *changes) tell(fn func(Told), batch []*job, n uint64) {
	told := Told{Commit: n}
	for _, j := range batch {
		if j.err == nil {
			told.Directories = append(told.Directories, j.tx.touched...)
			told.Everything = told.Everything || j.tx.everything
			told.Rights = append(told.Rights, j.tx.righted...)
		}
	}
	if len(told.Directories) > 0 || told.Everything || len(told.Rights) > 0 {
		slices.Sort(told.Directories)
		told.Directories = slices.Compact(told.Directories)
		slices.Sort(told.Rights)
		told.Rights = slices.Compact(told.Rights)
		fn(told)
	}
}
