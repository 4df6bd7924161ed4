package db

import (
	"reflect"
	"runtime"
	"sync"
	"time"
)

// LongCommit is the longest that one commit may hold the writer before its flush. Everybody else who writes waits for it.
const LongCommit = 50 * time.Millisecond

// WriterStats says how the writer was held.
type WriterStats struct {
	Commits    int64         // that wrote something
	Statements int64         // of all commits
	Long       int64         // commits that held it longer than LongCommit
	Longest    time.Duration // that one commit held it, before its flush
	Work       string        // the function that took most of that time
	Flush      time.Duration // the longest that a commit took to be durable
}

// statsRecorder counts how long commits hold the writer.
type statsRecorder struct {
	mu    sync.Mutex
	all   WriterStats // since the database was opened
	since WriterStats // since the last look
}

// WriterStats says how the writer was held since the database was opened.
func (d *DB) WriterStats() WriterStats {
	d.holds.mu.Lock()
	defer d.holds.mu.Unlock()
	return d.holds.all
}

// WriterStatsSince says how the writer was held since the last call of WriterStatsSince.
func (d *DB) WriterStatsSince() WriterStats {
	d.holds.mu.Lock()
	defer d.holds.mu.Unlock()
	h := d.holds.since
	d.holds.since = WriterStats{}
	return h
}

// record notes a transaction; wrote says whether it had anything to commit.
func (h *statsRecorder) record(batch []*job, wrote bool, statements int64, held, flush time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, k := range []*WriterStats{&h.all, &h.since} {
		if wrote {
			k.Commits++
			k.Statements += statements
		}
		k.Flush = max(k.Flush, flush)
		if held > LongCommit {
			k.Long++
		}
		if held > k.Longest {
			k.Longest, k.Work = held, longestWork(batch)
		}
	}
}

// longestWork names the function that took the most time of a commit.
func longestWork(batch []*job) string {
	longest := batch[0]
	for _, j := range batch {
		if j.took > longest.took {
			longest = j
		}
	}
	if fn := runtime.FuncForPC(reflect.ValueOf(longest.fn).Pointer()); fn != nil {
		return fn.Name()
	}
	return ""
}
