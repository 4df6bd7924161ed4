package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"slices"
	"time"

	"anbar/app/base/fence"
	"anbar/app/base/panics"
	"anbar/app/operation/backup/seal"
	"anbar/config"
)

const (
	promoteWait = leaseHolds + 5*time.Second // longer than a lease that was renewed just before the epoch was taken
	promoteLook = 250 * time.Millisecond
)

// PromoteOptions say how a machine takes the place of another one.
type PromoteOptions struct {
	Log     *slog.Logger
	Version string
	Sheet   *seal.Sheet         // that the copies are sealed with; nil where they are clear
	Record  func(Target) string // where the data directory remembers a target

	// OldIsOff says that the old machine was switched off, for one whose lease does not show that it stops by itself.
	OldIsOff bool

	// Say is told how far it is.
	Say func(string)

	wait time.Duration // promoteWait when zero
}

// Promotion says how a machine took the place of another one.
type Promotion struct {
	Restored *RestoreResult // nil when an earlier run got that far
	Epoch    int
	Waited   time.Duration // for the old machine
	Clean    bool          // the old machine said that everything it acknowledged is at the target
	Listed   int           // contents that are at the target
	Missing  []string      // keys of those that are not
}

// UnfencedError reports a drive that goes on taking changes when another machine takes its place.
type UnfencedError struct {
	Target string
	Name   string
}

// Error implements error.
func (e *UnfencedError) Error() string {
	return fmt.Sprintf("the machine of %q that copies to %s does not stop by itself when another one takes its place, because it runs "+
		"without --backup-fenced: what it took since would be lost. Switch it off, see that it stays off, and repeat this with "+
		"--old-machine-is-off", e.Name, e.Target)
}

// promotedEpoch is an epoch that was taken for data that are still to be restored.
type promotedEpoch struct{ claim Claim }

// store has a data directory go on in the epoch, with the objects of the one that it came from.
func (p *promotedEpoch) store(t Target, from *source, to config.Storage, dir string) error {
	machine, err := machineID(to.Database())
	if err != nil {
		return err
	}
	h := heldEpoch{Epoch: p.claim.Epoch, Nonce: p.claim.Nonce, Sheet: p.claim.Sheet, Machine: machine, From: from.claim.Nonce}
	if err := markFenced(to.FenceMarker()); err != nil {
		return err
	}
	r := record{Target: t.String(), Copy: from.copyID, Held: h}
	return r.save(dir)
}

// Promote takes the place of the machine that copies to a target. It takes the next epoch, waits until that machine cannot acknowledge
// anything any more, and restores what was copied into an empty directory, with contents left at the target. A run that was interrupted can
// be repeated.
func Promote(ctx context.Context, t Target, to config.Storage, o PromoteOptions) (*Promotion, error) {
	t, _, err := openSealed(t, o.Sheet)
	if err != nil {
		return nil, err
	}
	if p, err := findPromotion(ctx, t, to, o.Record(t)); p != nil || err != nil {
		return p, err
	}
	if err := clearUnused(ctx, to); err != nil {
		return nil, err
	}
	from, err := chooseSource(ctx, t, RestoreOptions{Sheet: o.Sheet, Log: o.Log})
	if err == nil && from.copyID == "" {
		err = fmt.Errorf("%s was written by an earlier program, whose machine cannot be replaced like this: restore it", t)
	}
	if err != nil {
		return nil, fmt.Errorf("nobody was replaced: %w", err)
	}
	t.Bind(from.copyID)
	o.Say("trying conditional writes")
	if err := ProbeCreate(ctx, t); err != nil {
		return nil, fmt.Errorf("nobody was replaced: %w", err)
	}
	if _, err := findHolder(ctx, t, from, o); err != nil {
		return nil, fmt.Errorf("nobody was replaced: %w", err)
	}
	claim, err := claimNext(ctx, t, from, o.Version)
	if err != nil {
		return nil, err
	}
	// Once more: whoever renewed a lease without seeing this claim had written the lease before.
	held, err := findHolder(ctx, t, from, o)
	if err != nil {
		return nil, err
	}
	p := &Promotion{Epoch: claim.Epoch}
	return p, p.succeedHolder(ctx, t, to, from, held, claim, o)
}

// findHolder returns the claim of the epoch whose holder is waited for; nil where somebody said that the old machine is off.
func findHolder(ctx context.Context, t Target, from *source, o PromoteOptions) (*Claim, error) {
	held, err := findLease(ctx, t, from.claims)
	if err == nil && held == nil && !o.OldIsOff {
		err = &UnfencedError{t.String(), from.claim.Name}
	}
	return held, err
}

// claimNext takes the next epoch.
func claimNext(ctx context.Context, t Target, from *source, version string) (*Claim, error) {
	by, err := findSealer(t, from.last.Sheet)
	if err != nil {
		return nil, err
	}
	o := &epochOwner{target: t, name: from.claim.Name, appliance: from.claim.Appliance, version: version, fenced: true}
	claim := o.newClaim(from.last, by)
	err = createJSON(ctx, t, epochKey(claim.Epoch), claim)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("another machine is taking over at %s at the same time; this one changed nothing", t)
	}
	if err != nil {
		return nil, fmt.Errorf("take over at %s: %w", t, err)
	}
	return &claim, nil
}

// succeedHolder waits for the old machine, restores what it left, and looks whether everything is there.
func (p *Promotion) succeedHolder(
	ctx context.Context, t Target, to config.Storage, from *source, held, claim *Claim, o PromoteOptions,
) error {
	taken := fence.Now()
	there := map[string]int64{}
	listing, end := context.WithCancel(ctx)
	defer end()
	listed := make(chan error, 1)
	go func() { listed <- panics.Catch(func() error { return listContents(listing, t, from, there) }) }()
	if held != nil {
		if o.wait == 0 {
			o.wait = promoteWait
		}
		o.Say("waiting until the old machine takes no changes any more")
		if err := p.awaitEnd(ctx, t, held, taken.Add(o.wait), o.Log); err != nil {
			return err
		}
	}
	p.Waited = -taken.Until()
	o.Say("restoring the database")
	r, err := RestoreAny(ctx, []Target{t}, to, RestoreOptions{
		Log: o.Log, LeaveAway: true, Sheet: o.Sheet, Record: o.Record, promoted: &promotedEpoch{*claim},
	})
	if err != nil {
		return err
	}
	p.Restored = r
	o.Say("looking whether every content is there")
	if err := <-listed; err != nil {
		return fmt.Errorf("list the contents at %s: %w", t, err)
	}
	return p.checkListed(ctx, t, to, there)
}

// findPromotion returns what an earlier run did that came to its end; nil for none.
func findPromotion(ctx context.Context, t Target, to config.Storage, dir string) (*Promotion, error) {
	r, err := loadRecord(dir)
	if err != nil || r == nil || r.Held.From == "" {
		return nil, err
	}
	if _, err := os.Stat(to.UnfinishedRestore()); err == nil {
		return nil, nil
	}
	h, err := readHoldings(ctx, t)
	if err != nil {
		return nil, err
	}
	if last := h.last(); !r.Held.matches(last) {
		return nil, fmt.Errorf("this data directory took over in epoch %d, and another machine did after it: %w", r.Held.Epoch, ErrNotEmpty)
	}
	return &Promotion{Epoch: r.Held.Epoch}, nil
}

// findLease returns the claim of the epoch whose lease says that its holder acknowledges nothing without it; nil where it may. Epochs that
// were taken by machines that are fenced, and that have no lease, never acknowledged anything.
func findLease(ctx context.Context, t Target, claims []Claim) (*Claim, error) {
	for i := range slices.Backward(claims) {
		c := &claims[i]
		if c.Epoch == 0 || c.Damaged {
			return nil, nil
		}
		l, err := readLease(ctx, t, c)
		switch {
		case err != nil:
			return nil, err
		case l != nil && l.State == leaseOff, l == nil && !c.Fenced:
			return nil, nil
		case l != nil:
			return c, nil
		}
	}
	return nil, nil
}

// awaitEnd returns at a moment, or as soon as the holder of a lease says that it ended.
func (p *Promotion) awaitEnd(ctx context.Context, t Target, held *Claim, until fence.Moment, log *slog.Logger) error {
	for {
		l, err := readLease(ctx, t, held)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			log.Warn("the lease of the old machine cannot be read now", "target", t.String(), "error", err)
		case l != nil && l.State == leaseEnded:
			p.Clean = true
			return nil
		}
		left := until.Until()
		if left <= 0 {
			return nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(min(left, promoteLook)):
		}
	}
}

// listContents notes which contents lie at a target, with their sizes.
func listContents(ctx context.Context, t Target, from *source, there map[string]int64) error {
	prefixes := []string{from.claim.root() + blobsAt}
	for key, e := range from.objects {
		if at := e.key(&from.claim, key); !isLarge(key) && !slices.Contains(prefixes, path.Dir(at)+"/") {
			prefixes = append(prefixes, path.Dir(at)+"/")
		}
	}
	for _, prefix := range prefixes {
		err := t.List(ctx, prefix, func(key string, size int64) error {
			there[key] = size
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkListed looks whether every content that the new data directory reads at the target is there with its size.
func (p *Promotion) checkListed(ctx context.Context, t Target, to config.Storage, there map[string]int64) error {
	b, err := os.ReadFile(to.PendingRestore())
	if err != nil {
		return err
	}
	var pending pendingRestore
	if err := json.Unmarshal(b, &pending); err != nil {
		return err
	}
	find := func(at string) (size int64, is bool, err error) {
		if _, known := there[at]; !known { // it came after the list was made
			err = t.List(ctx, at, func(key string, size int64) error { there[key] = size; return nil })
		}
		size, is = there[at]
		return size, is, err
	}
	for _, s := range pending.Sources {
		for key, e := range s.Objects {
			at := e.key(&s.Claim, key)
			size, is, err := find(at)
			if err != nil {
				return err
			}
			if !is || size != e.Size {
				p.Missing = append(p.Missing, at)
				continue
			}
			p.Listed++
		}
		for _, key := range s.Pending {
			at := (Entry{}).key(&s.Claim, key)
			if _, is, err := find(at); err != nil {
				return err
			} else if is {
				p.Listed++
			} else {
				p.Missing = append(p.Missing, at)
			}
		}
	}
	slices.Sort(p.Missing)
	return nil
}
