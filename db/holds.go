package db

import (
	"reflect"
	"runtime"
	"sync"
	"time"
)

// LongHold is the longest that one commit may hold the writer before its flush. Everybody else who writes waits for it.
const LongHold = 50 * time.Millisecond

// Hold says how the writer was held.
type Hold struct {
	Commits    int64
	Statements int64         // of all commits
	Long       int64         // commits that held it longer than LongHold
	Longest    time.Duration // that one commit held it, before its flush
	Work       string        // the function that took most of that time
	Flush      time.Duration // the longest that a commit took to be durable
}

// holds counts how long commits hold the writer.
type holds struct {
	mu    sync.Mutex
	all   Hold // since the database was opened
	since Hold // since the last look
}

// Holds says how the writer was held since the database was opened.
func (d *DB) Holds() Hold {
	d.holds.mu.Lock()
	defer d.holds.mu.Unlock()
	return d.holds.all
}

// HoldsSince says how the writer was held since the last call of HoldsSince.
func (d *DB) HoldsSince() Hold {
	d.holds.mu.Lock()
	defer d.holds.mu.Unlock()
	h := d.holds.since
	d.holds.since = Hold{}
	return h
}

func (h *holds) note(batch []*job, statements int64, held, flush time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, k := range []*Hold{&h.all, &h.since} {
		k.Commits++
		k.Statements += statements
		k.Flush = max(k.Flush, flush)
		if held > LongHold {
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
