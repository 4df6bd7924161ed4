package blobstore

import "sync"

const (
	committerCount = 2
	batchBytes     = 8 << 20
	batchCount     = 512
	maxQueuedBytes = 64 << 20
)

// write is a record on its way into a pack.
type write struct {
	rec       record
	data      []byte
	flight    *flight
	replaces  *Loc // a damaged copy that dies when this one is durable
	movedFrom *Loc // compaction: the copy that dies, if it still is the one in use
}

func (w *write) span() int64 { return recordSpan(int64(len(w.data))) }

// job is the writes of one call, which are committed together.
type job struct {
	writes []*write
	done   chan error // nil when the flights of the writes tell the outcome
	bytes  int64
}

// queue holds the jobs that wait for a committer.
type queue struct {
	mu     sync.Mutex
	wake   sync.Cond
	jobs   []*job
	bytes  int64
	ticks  int
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.wake.L = &q.mu
	return q
}

// add queues a job, or fails with ErrBusy when too much waits already.
func (q *queue) add(j *job) error {
	if len(j.writes) == 0 {
		return nil
	}
	for _, w := range j.writes {
		j.bytes += w.span()
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return ErrClosed
	case q.bytes > 0 && q.bytes+j.bytes > maxQueuedBytes:
		return ErrBusy
	}
	q.jobs = append(q.jobs, j)
	q.bytes += j.bytes
	q.wake.Signal()
	return nil
}

// nextBatch waits for jobs and takes as many as fit in a batch, at least one. It
// takes none when it was nudged, and ok is false at the end of the store.
func (q *queue) nextBatch() (jobs []*job, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for tick := q.ticks; len(q.jobs) == 0; {
		if q.closed {
			return nil, false
		}
		if q.ticks != tick {
			return nil, true
		}
		q.wake.Wait()
	}
	n, bytes := measureBatch(q.jobs)
	jobs = append(jobs, q.jobs[:n]...)
	q.jobs = append(q.jobs[:0], q.jobs[n:]...)
	q.bytes -= bytes
	return jobs, true
}

// measureBatch returns how many of the jobs fit in a batch, at least one, and their bytes.
func measureBatch(jobs []*job) (n int, bytes int64) {
	count := 0
	for _, j := range jobs {
		if n > 0 && (bytes+j.bytes > batchBytes || count+len(j.writes) > batchCount) {
			break
		}
		bytes += j.bytes
		count += len(j.writes)
		n++
	}
	return n, bytes
}

// tick wakes the committers so that they look at the age of their packs.
func (q *queue) tick() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ticks++
	q.wake.Broadcast()
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake.Broadcast()
}
