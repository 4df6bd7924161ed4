package db

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// changes numbers the commits and remembers, for every directory, the last one
// after which a listing of it looked different: a child came, went or changed,
// or the counters of a child directory did. Two directories may share a slot,
// which only causes a listing to be read again without need.
type changes struct {
	commits    atomic.Uint64
	coming     atomic.Uint64 // the number of the commit that may be visible before it is announced
	directory  [8192]atomic.Uint64
	everything atomic.Uint64
	rights     atomic.Uint64 // the last commit that changed rights or moved a directory
	memos      memos
	notify     atomic.Pointer[func(CommitEvent)]

	waitMu sync.Mutex
	next   chan struct{} // closed by the next commit; nil while nobody waits for one
}

func (c *changes) listingCommit(dir NodeID) *atomic.Uint64 {
	return &c.directory[uint64(dir)*0x9e3779b97f4a7c15>>51] // Fibonacci hashing
}

// Commits is the number of the last commit. Nothing was written while it stays
// the same. It is an atomic load.
func (d *DB) Commits() uint64 { return d.changes.commits.Load() }

// WaitForCommit returns when the number of the last commit is not seen, after the limit, or when ctx ends.
func (d *DB) WaitForCommit(ctx context.Context, seen uint64, limit time.Duration) {
	c := &d.changes
	c.waitMu.Lock()
	if c.next == nil {
		c.next = make(chan struct{})
	}
	next := c.next
	c.waitMu.Unlock()
	if d.Commits() != seen {
		return
	}
	select {
	case <-next:
	case <-ctx.Done():
	case <-time.After(limit):
	}
}

func (c *changes) wakeWaiting() {
	c.waitMu.Lock()
	defer c.waitMu.Unlock()
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}

// CommitEvent says what a commit changed. The IDs are sorted, each once.
type CommitEvent struct {
	Directories []NodeID  // their listings changed
	Everything  bool      // any listing may have changed
	Displaced   bool      // a directory with all below it lies elsewhere, or is gone
	Rights      []SpaceID // the rights of people in these spaces changed
	Tokens      []UserID  // a token of these users was revoked, or its device was told to delete its copies
	Commit      uint64    // the number of the commit, see Commits
}

// Notify has fn called after each commit that changed a listing or rights, or ended tokens. The
// writer waits for fn, so fn must return at once. A second call replaces fn; nil
// removes it.
func (d *DB) Notify(fn func(CommitEvent)) {
	if fn == nil {
		d.changes.notify.Store(nil)
		return
	}
	d.changes.notify.Store(&fn)
}

// ListingCommit is the number of the last commit after which a listing of the
// directory may have looked different.
func (d *DB) ListingCommit(dir NodeID) uint64 {
	return max(d.changes.listingCommit(dir).Load(), d.changes.everything.Load())
}

// RightsCommit is the number of the last commit that changed rights, moved a directory or
// removed a space. Rights that a View read are still valid when its AsOf is at
// least that number.
func (d *DB) RightsCommit() uint64 { return d.changes.rights.Load() }

// AsOf is the number of a commit that the View sees. It is taken before the
// snapshot, so the View may see later commits, too.
func (v *View) AsOf() uint64 { return v.asOf }

// Exact is the number of the last commit that the View sees. It is unknown, and
// the second result false, while a commit is under way that the View may or may
// not see. Call it after the first query: that one takes the snapshot.
func (v *View) Exact() (uint64, bool) { return v.asOf, v.changes.coming.Load() == v.asOf }

// IsUnchanged reports whether a listing of the directory looked the same all the time
// between two numbers, of which one is that of the View.
func (v *View) IsUnchanged(dir NodeID, a, b uint64) bool {
	first := min(a, b)
	return v.changes.listingCommit(dir).Load() <= first && v.changes.everything.Load() <= first
}

// hasNotes reports whether somebody has to be told of the transaction, even if it wrote no row.
func (tx *Tx) hasNotes() bool {
	return tx.everything || tx.displaced || len(tx.touched)+len(tx.rightsChanged)+len(tx.tokens) > 0
}

// touch notes that the contents of the directories change: listings look different once the
// transaction is committed, and clients that synchronize have to ask for them again.
func (tx *Tx) touch(nodes ...NodeID) {
	tx.changed = append(tx.changed, nodes...)
	tx.touchListings(nodes...)
}

// touchListings notes that listings of the directories look different once the transaction is
// committed, in a way that no client which synchronizes has to know, such as by a thumbnail.
func (tx *Tx) touchListings(dirs ...NodeID) { tx.touched = append(tx.touched, dirs...) }

// stampChanges gives the nodes that the transaction changed, and all directories above them, a new
// number of their newest change.
func (tx *Tx) stampChanges() error {
	if len(tx.changed) == 0 {
		return nil
	}
	slices.Sort(tx.changed)
	nodes, err := encodeIDs(slices.Compact(tx.changed))
	if err != nil {
		return err
	}
	return tx.exec(`WITH RECURSIVE up (id, parent_id) AS (
		SELECT id, parent_id FROM nodes WHERE id IN (SELECT value FROM json_each(?1))
		UNION SELECT n.id, n.parent_id FROM up JOIN nodes n ON n.id = up.parent_id)
		UPDATE nodes SET tree = ?2 WHERE id IN (SELECT id FROM up)`, nodes, NewID())
}

// touchAllListings notes that any listing may look different.
func (tx *Tx) touchAllListings() { tx.everything = true }

// announce numbers a commit and calls the function of Notify, before the callers
// of Update get their answers.
func (c *changes) announce(batch []*job) {
	n := c.commits.Load() + 1
	for _, j := range batch {
		if j.err != nil {
			continue
		}
		for _, dir := range j.tx.touched {
			c.listingCommit(dir).Store(n)
		}
		if j.tx.everything {
			c.everything.Store(n)
		}
		if j.tx.displaced || len(j.tx.rightsChanged) > 0 {
			c.rights.Store(n)
		}
	}
	c.commits.Store(n)
	c.wakeWaiting()
	if fn := c.notify.Load(); fn != nil {
		c.notifyCommit(*fn, batch, n)
	}
}

// notifyCommit calls fn once with the changes of all jobs, unless there are none.
func (c *changes) notifyCommit(fn func(CommitEvent), batch []*job, n uint64) {
	e := CommitEvent{Commit: n}
	for _, j := range batch {
		if j.err == nil {
			e.Directories = append(e.Directories, j.tx.touched...)
			e.Everything = e.Everything || j.tx.everything
			e.Displaced = e.Displaced || j.tx.displaced
			e.Rights = append(e.Rights, j.tx.rightsChanged...)
			e.Tokens = append(e.Tokens, j.tx.tokens...)
		}
	}
	if len(e.Directories) > 0 || e.Everything || e.Displaced || len(e.Rights)+len(e.Tokens) > 0 {
		slices.Sort(e.Directories)
		e.Directories = slices.Compact(e.Directories)
		slices.Sort(e.Rights)
		e.Rights = slices.Compact(e.Rights)
		slices.Sort(e.Tokens)
		e.Tokens = slices.Compact(e.Tokens)
		fn(e)
	}
}
