package uploads

import (
	"context"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"anbar/app/base/fault"
	"anbar/db"
)

// partCalls are the parts whose bytes come in. A line that was cut tells nobody: the server waits for bytes whose sender gave the
// connection up long ago. When the sender says so, the call ends at once, and what came is kept.
type partCalls struct {
	mu  sync.Mutex
	all map[partID][]*receiver
}

type partID struct {
	upload db.UploadID
	number int
}

// receiver is one call with a part.
type receiver struct {
	r       io.Reader
	expire  func(time.Time) error // sets the deadline of reads; not called once done is closed
	given   atomic.Bool           // the sender has given up the connection
	done    chan struct{}
	release func()
}

// interruptEvery is how often a call is told to end that reads on: it may have set a deadline of its own in between.
const interruptEvery = 20 * time.Millisecond

func newPartCalls() *partCalls { return &partCalls{all: map[partID][]*receiver{}} }

// begin returns the body of a call with a part, which ends when the part is given up. The caller calls its release.
func (x *partCalls) begin(id partID, expire func(time.Time) error, body io.Reader) *receiver {
	r := &receiver{r: body, expire: expire, done: make(chan struct{})}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.all[id] = append(x.all[id], r)
	r.release = func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		if rest := slices.DeleteFunc(x.all[id], func(o *receiver) bool { return o == r }); len(rest) > 0 {
			x.all[id] = rest
		} else {
			delete(x.all, id)
		}
		close(r.done)
	}
	return r
}

// Read implements io.Reader.
func (r *receiver) Read(p []byte) (int, error) {
	if r.given.Load() {
		return 0, fault.UploadBusy
	}
	n, err := r.r.Read(p)
	if err != nil && err != io.EOF && r.given.Load() {
		err = fault.UploadBusy.Because(err)
	}
	return n, err
}

// interruptAll ends the calls that bring these parts, and waits until they have.
func (x *partCalls) interruptAll(ctx context.Context, upload db.UploadID, parts []int) error {
	var all []*receiver
	x.mu.Lock()
	for _, n := range parts {
		all = append(all, x.all[partID{upload, n}]...)
	}
	x.mu.Unlock()
	for _, r := range all {
		r.given.Store(true)
	}
	for _, r := range all {
		if err := x.interrupt(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

func (x *partCalls) interrupt(ctx context.Context, r *receiver) error {
	tick := time.NewTicker(interruptEvery)
	defer tick.Stop()
	for {
		x.mu.Lock()
		select {
		case <-r.done: // its connection may serve another call already
		default:
			_ = r.expire(time.Unix(1, 0)) // a connection without deadlines is that of a test
		}
		x.mu.Unlock()
		select {
		case <-r.done:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
