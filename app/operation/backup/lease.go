package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"anbar/app/base/fence"
)

// An appliance that another machine may replace acknowledges changes only as long as it knows that nobody did. It renews a lease at its
// target: it writes the lease into the folder of its epoch, and then looks for a later epoch. Where it finds none, it may acknowledge for
// leaseHolds from the moment before it began to ask. Whoever takes its place creates the next epoch first and waits longer than that, so
// the clocks of the two machines are never compared.
const (
	leaseKey   = "lease.json"
	leaseEach  = 3 * time.Second
	leaseTry   = 5 * time.Second // for one renewal
	probeTry   = time.Minute     // SeaweedFS has those who create one key wait for each other, a second each
	leaseStart = 200 * time.Millisecond
	leaseHolds = 10 * time.Second

	// fencedInterval is between two rounds of an appliance that is fenced: what is lost with its machine is what came since the last one.
	fencedInterval = time.Second
)

// States of a lease.
const (
	leaseHeld  = "held"  // its holder acknowledges nothing that it could not while it is renewed
	leaseEnded = "ended" // its holder acknowledges nothing any more, and copied what it could
	leaseOff   = "off"   // its holder acknowledges whatever happens at the target
)

// leaseDocument is the lease as it stands at the target.
type leaseDocument struct {
	State  string    `json:"state"`
	Holder string    `json:"holder"` // a run of the program
	Count  int64     `json:"count"`  // of its renewals
	Time   time.Time `json:"time"`   // by the clock of the holder, for people
}

// LeaseState is what is known of the lease of an appliance.
type LeaseState struct {
	On      bool      // the appliance is fenced
	Open    bool      // it takes changes
	Renewed time.Time // when the lease was renewed last; zero for never
	Problem string    // why it was not renewed; empty while it is
	Ended   bool      // another machine took over
	Epoch   int       // that is written; 0 for none
}

// lease is kept by a Runner.
type lease struct {
	fence  *fence.Fence
	off    bool   // it is withdrawn, as soon as the target can be told
	marker string // file that is there while the target says that this appliance is fenced
	holder string
	count  int64
	wake   chan struct{}
	each   time.Duration // leaseEach, but in tests
	holds  time.Duration // leaseHolds, but in tests

	renewed time.Time // the mutex of the Runner guards this and what follows
	problem string
	left    bool
}

func newLease(o Options) *lease {
	if o.Fence == nil {
		return nil
	}
	return &lease{
		fence: o.Fence, off: o.Unfence, marker: o.Marker, holder: randomHex(8), wake: make(chan struct{}, 1), each: leaseEach,
		holds: leaseHolds,
	}
}

// markFenced notes, before the target says so, that this appliance is fenced. It stays so until the target was told otherwise.
func markFenced(marker string) error {
	if _, err := os.Stat(marker); err == nil {
		return nil
	}
	f, err := os.OpenFile(marker, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	return syncDir(os.Open(filepath.Dir(marker)))
}

// runLease renews the lease until ctx ends.
func (k *Runner) runLease(ctx context.Context) {
	l := k.lease
	for {
		wait := l.each
		if !k.HasEpoch() {
			wait = leaseStart
		} else if done := k.renewLease(ctx); done {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
		case <-time.After(wait):
		}
	}
}

// renewLease renews the lease once. It reports whether there is nothing left to renew.
func (k *Runner) renewLease(ctx context.Context) (done bool) {
	l := k.lease
	k.mu.Lock()
	c := k.copier
	k.mu.Unlock()
	if c == nil {
		return false
	}
	began, state := fence.Now(), leaseHeld
	if l.off {
		state = leaseOff
	}
	err := k.requestLease(ctx, c, state)
	if ctx.Err() != nil && err != nil {
		return true
	}
	var taken *TakenError
	if errors.As(err, &taken) && k.isCurrent(c) {
		k.recordStatus(ctx, c, err)
		k.leave(ctx, c, taken)
		return true
	}
	if err == nil && l.off {
		if err = os.Remove(l.marker); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	switch {
	case err != nil:
	case l.off:
		l.fence.Lift()
		k.o.Log.Info("this appliance is no longer fenced: it takes changes whatever happens to its backup target")
		done = true
	default:
		l.fence.Extend(began.Add(l.holds))
	}
	k.noteRenewal(err)
	return done
}

// noteRenewal notes how a renewal went.
func (k *Runner) noteRenewal(err error) {
	l := k.lease
	closed := l.fence.Check() != nil
	k.mu.Lock()
	defer k.mu.Unlock()
	before := l.problem
	if l.problem = ""; err != nil {
		l.problem = err.Error()
	} else {
		l.renewed = time.Now()
	}
	switch {
	case err != nil && closed && before != l.problem:
		k.o.Log.Error("this appliance takes no changes: its backup target could not be asked whether another machine took over",
			"target", k.target.String(), "error", err)
	case err == nil && before != "":
		k.o.Log.Info("the backup target answers again, so this appliance takes changes", "target", k.target.String())
	}
}

// requestLease writes the lease, and then fails with a TakenError where a later epoch is there.
func (k *Runner) requestLease(ctx context.Context, c *Copier, state string) error {
	if err := k.beginFencing(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, leaseTry)
	defer cancel()
	if err := k.putLease(ctx, c, state); err != nil {
		return err
	}
	// A network disk may remember that a file was not there; the list of a directory it asks for.
	err := c.target.List(ctx, epochsAt, func(key string, _ int64) error {
		if epochName.MatchString(key) && (len(key) > len(epochKey(c.grant.claim.Epoch)) || key > epochKey(c.grant.claim.Epoch)) {
			return &TakenError{c.target.String(), successorOf(ctx, c.target, key)}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy)
}

// beginFencing looks, when an appliance is fenced for the first time, whether its target is fit for that.
func (k *Runner) beginFencing(ctx context.Context) error {
	if k.lease.off {
		return nil
	}
	if _, err := os.Stat(k.lease.marker); err == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, probeTry)
	defer cancel()
	if err := ProbeCreate(ctx, k.target); err != nil {
		return err
	}
	return markFenced(k.lease.marker)
}

// successorOf returns the claim of a later epoch; one that cannot be read is as good.
func successorOf(ctx context.Context, t Target, key string) Claim {
	var c Claim
	if err := getJSON(ctx, t, key, &c); err != nil {
		return Claim{Name: "another appliance"}
	}
	return c
}

func (k *Runner) putLease(ctx context.Context, c *Copier, state string) error {
	l := k.lease
	l.count++
	doc := leaseDocument{State: state, Holder: l.holder, Count: l.count, Time: time.Now().UTC()}
	return putJSON(ctx, c.target, c.grant.claim.folder()+leaseKey, doc)
}

// leave ends what this appliance does at a target that another machine took over: nothing is acknowledged from now on. As long as the lease
// holds, its successor waits; then the last changes are copied, so that nothing is lost. Later nothing is written any more.
func (k *Runner) leave(ctx context.Context, c *Copier, taken *TakenError) {
	l := k.lease
	l.fence.Replace(fmt.Sprintf("another machine took over (%q, epoch %d): changes are made there", taken.By.Name, taken.By.Epoch))
	k.o.Log.Error("another machine took over; this appliance takes no changes any more", "by", taken.By.Name, "epoch", taken.By.Epoch)
	left := l.fence.Until().Until() - l.holds/10
	if left > 0 && !l.fence.IsLifted() {
		ctx, cancel := context.WithTimeout(ctx, left)
		defer cancel()
		if err := k.copyLast(ctx, c); err != nil {
			k.o.Log.Warn("the last changes did not reach the backup target before another machine took over", "error", err)
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	l.left = true
	if k.follower != nil {
		k.follower.Abandon()
	}
	if k.endSending != nil {
		k.endSending()
	}
}

// copyLast copies what was acknowledged into the epoch that ends, and says so.
func (k *Runner) copyLast(ctx context.Context, c *Copier) error {
	c.owner.leaving.Store(true)
	defer c.owner.leaving.Store(false)
	if _, err := c.CopyAll(ctx, k.syncDatabase); err != nil {
		return err
	}
	return k.putLease(ctx, c, leaseEnded)
}

// EndLease says at the target that nothing is acknowledged here any more, so that another machine need not wait. Everything that was has to
// be copied before; while large contents are on their way it says nothing.
func (k *Runner) EndLease(ctx context.Context) error {
	k.mu.Lock()
	l, c := k.lease, k.copier
	taken := k.takenOver
	k.mu.Unlock()
	if l == nil || c == nil || taken != nil || l.off || l.fence.IsLifted() {
		return nil
	}
	l.fence.End("the server stops")
	if len(c.sender.pendingKeys()) > 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, leaseTry)
	defer cancel()
	if err := k.putLease(ctx, c, leaseEnded); err != nil {
		return fmt.Errorf("say at %s that this machine has stopped: %w", k.target, err)
	}
	return nil
}

// Lease returns what is known of the lease.
func (k *Runner) Lease() LeaseState {
	if k.lease == nil {
		return LeaseState{}
	}
	open := k.lease.fence.Check() == nil
	k.mu.Lock()
	defer k.mu.Unlock()
	s := LeaseState{
		On: !k.lease.off, Open: open, Renewed: k.lease.renewed, Problem: k.lease.problem, Ended: k.isReplaced(),
	}
	if k.copier != nil {
		s.Epoch = k.copier.grant.claim.Epoch
	}
	if s.Problem == "" && !open && k.status.Problem != "" {
		s.Problem = k.status.Problem // the target could not be taken
	}
	return s
}

// readLease returns the lease of an epoch; nil where it has none.
func readLease(ctx context.Context, t Target, c *Claim) (*leaseDocument, error) {
	b, err := getBytes(ctx, t, c.folder()+leaseKey)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var l leaseDocument
	if err := json.Unmarshal(b, &l); err != nil {
		return nil, fmt.Errorf("%w: %s", errDamaged, c.folder()+leaseKey)
	}
	return &l, nil
}
