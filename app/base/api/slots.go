package api

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
)

// requestSlots are the resources that requests hold until they are answered.
type requestSlots struct {
	calls, transfers, strangers, strangersTransfers, bodies *limits.Slots

	bodyTime time.Duration
}

func newRequestSlots() requestSlots {
	return requestSlots{calls: limits.Calls(), transfers: limits.Transfers(), strangers: limits.Strangers(),
		strangersTransfers: limits.StrangersTransfers(), bodies: limits.Bodies(), bodyTime: limits.BodyTime}
}

// Owner returns the owner of the shares that the request counts against: the user, or for
// visitors their network address, because visits are free to begin.
func (c *Call) Owner() limits.Owner {
	if c.Who.User != 0 && c.Who.Visitor == 0 {
		return limits.Owner{Person: int64(c.Who.User)}
	}
	return limits.Owner{Address: ClientAddress(c.R)}
}

// acquire waits for a slot for a request. The function that it returns gives it back.
func (p *requestSlots) acquire(c *Call, streams bool) (release func(), err error) {
	slots := p.calls
	owner := c.Owner()
	switch {
	case owner.Person == 0 && streams:
		slots = p.strangersTransfers
	case owner.Person == 0:
		slots = p.strangers
	case streams:
		slots = p.transfers
	}
	release, err = slots.Acquire(c, owner, 1)
	return release, ToBusyFault(err)
}

// ToBusyFault makes limits.ErrBusy, of a resource that stayed busy, TooManyRequests.
func ToBusyFault(err error) error {
	if errors.Is(err, limits.ErrBusy) {
		return fault.TooManyRequests.After(busyWait).Because(err)
	}
	return err
}

const busyWait = 5 * time.Second

// limitedBody reads the body of a call into memory, bounded in size and time, and counted against
// its sender.
type limitedBody struct {
	io.ReadCloser
	c       *Call
	slots   *requestSlots
	counted bool // bytes beyond limits.PublicBody count
	read    int64
	begun   bool
	free    func()
}

// limitBody makes the body of a call one that is bounded. The caller calls release
// when the call is over.
func (p *requestSlots) limitBody(c *Call) (release func()) {
	most := int64(limits.Body)
	if c.Owner().Person == 0 {
		most = limits.PublicBody
	}
	b := &limitedBody{ReadCloser: http.MaxBytesReader(c.W, c.R.Body, most), c: c, slots: p, counted: most > limits.PublicBody}
	whole := c.R.Body
	c.R.Body = b
	return func() {
		c.R.Body = whole // the server drains the rest of it
		if b.free != nil {
			b.free()
		}
	}
}

// Read implements io.Reader.
func (b *limitedBody) Read(p []byte) (int, error) {
	if !b.begun {
		b.begun = true
		setReadDeadline(b.c.W, b.slots.bodyTime)
	}
	if b.counted && b.read >= limits.PublicBody && b.free == nil {
		var err error
		if b.free, err = b.slots.bodies.Acquire(b.c, b.c.Owner(), limits.Body); err != nil {
			return 0, ToBusyFault(err)
		}
	}
	if b.counted && b.free == nil {
		p = p[:min(int64(len(p)), limits.PublicBody-b.read)]
	}
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	return n, toTimeoutFault(err)
}

// setReadDeadline is when the bytes that are read from now on have to be here.
func setReadDeadline(w http.ResponseWriter, after time.Duration) {
	// A connection without deadlines is that of a test.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(after))
}

func toTimeoutFault(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fault.RequestTimeout.Because(err)
	}
	return err
}

// PacedBody reads the body of a request that may be long, as long as it comes no
// slower than limits.PaceBytes in limits.PaceTime; else it is
// fault.RequestTimeout.
func PacedBody(c *Call) io.Reader { return &pacedReader{r: c.R.Body, w: c.W, time: limits.PaceTime} }

type pacedReader struct {
	r    io.Reader
	w    http.ResponseWriter
	time time.Duration
	left int64 // of the bytes that have to come in time
}

// Read implements io.Reader.
func (p *pacedReader) Read(b []byte) (int, error) {
	if p.left <= 0 {
		p.left = limits.PaceBytes
		setReadDeadline(p.w, p.time)
	}
	n, err := p.r.Read(b)
	p.left -= int64(n)
	return n, toTimeoutFault(err)
}
