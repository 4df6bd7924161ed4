package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// OwnerError reports a target that holds the copies of another appliance, or of this one from a later time than its data.
// Nothing is written there.
type OwnerError struct {
	Target string
	Owner  Claim
	Until  time.Time // what the copies hold; zero when they are not complete
	Same   bool      // the appliance is the same one, by its id
}

// Error implements error.
func (e *OwnerError) Error() string {
	whose := fmt.Sprintf("the copies of another appliance, %q", e.Owner.Name)
	if e.Same {
		whose = "newer copies of this appliance, which other data wrote: a copy of this machine, or the machine that took its place"
	}
	until := ""
	if !e.Until.IsZero() {
		until = ", up to " + e.Until.Local().Format(time.RFC3339)
	}
	return fmt.Sprintf("%s holds %s%s; nothing is copied there. To bring them back, run \"anbar restore --from %s --data NEW\"; "+
		"to go on with the data of this machine, name another place, or run \"anbar backup adopt\", which keeps what is there",
		e.Target, whose, until, e.Target)
}

// GoneError reports a target that is not there any more: its disk is not mounted, another one is, or it was emptied.
type GoneError struct{ Target string }

// Error implements error.
func (e *GoneError) Error() string {
	return fmt.Sprintf("the copies at %s are not there: is its disk mounted, and the same one? If they were removed on purpose, run "+
		"\"anbar backup adopt\"", e.Target)
}

// DamagedError reports a target of which is damaged what says whose copies it holds, so that nothing may be written there.
type DamagedError struct {
	Target string
	Keys   []string
}

// Error implements error.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s is damaged: %s cannot be read, so it cannot be known whose copies these are; nothing is copied there. To go on "+
		"there with the data of this machine, run \"anbar backup adopt\", which keeps what is there; to bring the copies back, run "+
		"\"anbar restore --from %s --data NEW\"", e.Target, strings.Join(e.Keys, ", "), e.Target)
}

// TakenError reports that another appliance took the target over while this one was writing to it.
type TakenError struct {
	Target string
	By     Claim
}

// Error implements error.
func (e *TakenError) Error() string {
	when := ""
	if !e.By.Time.IsZero() {
		when = " at " + e.By.Time.Local().Format(time.RFC3339)
	}
	return fmt.Sprintf("%q took the copies at %s over%s; this appliance copies no longer. If this one is the right one, run "+
		"\"anbar backup adopt\" and restart it", e.By.Name, e.Target, when)
}

// decision is what an appliance may do with a target.
type decision int

const (
	reject     decision = iota
	begin               // the first epoch
	resume              // in the epoch that it held
	succeed             // take the next epoch, with the objects of the one before
	supersede           // take the next epoch, with none of the objects of the one before but large contents
	fromLegacy          // take the first epoch after copies of an earlier program
)

// repairError reports that what makes a target this appliance's was damaged while it wrote there.
type repairError struct{ target, key string }

// Error implements error.
func (e *repairError) Error() string {
	return fmt.Sprintf("%s is damaged at %s; the copies there do not move on. Restart the appliance: it goes on as far as it can be "+
		"known that the copies are its own", e.key, e.target)
}

// situation is what the decision depends on.
type situation struct {
	target    string
	there     *holdings
	record    *record // nil for none
	appliance string
	secrets   []byte
	machine   string
	adopt     bool // a person said that the target is this appliance's from now on
}

// decide says what may be done with a target. With refuse, the error says why.
func (s *situation) decide() (decision, error) {
	last := s.there.last()
	if s.adopt {
		if last == nil {
			return begin, nil
		}
		return supersede, nil
	}
	if s.record != nil && (s.there.id == nil || s.there.id.Copy != "" && s.record.Copy != s.there.id.Copy) {
		return reject, &GoneError{s.target}
	}
	if s.there.id != nil && s.there.id.Copy == "" && (s.record == nil || !s.record.isUnchanged(s.there)) {
		return reject, &DamagedError{s.target, s.there.damaged}
	}
	if last == nil {
		return begin, nil
	}
	if s.record != nil {
		for _, h := range []*heldEpoch{&s.record.Held, s.record.Pending} {
			if h == nil || !h.matches(last) || !h.hasWritten(s.there.mark) {
				continue
			}
			switch {
			case h.Restored && h.Appliance == s.appliance:
				return supersede, nil
			case !h.Restored && h.Machine == s.machine && !last.Damaged:
				return resume, nil
			case !h.Restored:
				return succeed, nil
			}
		}
	}
	if last.Epoch == 0 && bytes.Equal(s.there.secrets, s.secrets) {
		return fromLegacy, nil
	}
	if len(s.there.damaged) > 0 {
		return reject, &DamagedError{s.target, s.there.damaged}
	}
	err := &OwnerError{Target: s.target, Owner: *last, Same: last.Appliance == s.appliance}
	if s.there.mark != nil {
		err.Until = s.there.mark.Time
	}
	return reject, err
}

// epochOwner holds the epoch of a target for an appliance.
type epochOwner struct {
	target    Target
	dir       string // where the record is
	database  string // file
	secrets   string // file
	appliance string
	name      string
	version   string
}

// epochGrant is an epoch that this appliance writes.
type epochGrant struct {
	claim  Claim
	record *record
	before *Claim     // the epoch whose objects it goes on with; nil for none
	grown  bool       // also with those of packs that grow: the data is the same
	mark   *Watermark // of that epoch
}

// acquire makes the target this appliance's, or says why it may not be. The record is kept in the directory of o.
func (o *epochOwner) acquire(ctx context.Context) (*epochGrant, error) {
	return o.acquireWith(ctx, nil)
}

// acquireWith does the same in a situation that is changed first.
func (o *epochOwner) acquireWith(ctx context.Context, change func(*situation)) (*epochGrant, error) {
	for range 3 { // another one may take the same number at the same time
		g, err := o.tryAcquire(ctx, change)
		if !errors.Is(err, fs.ErrExist) {
			return g, err
		}
	}
	return nil, fmt.Errorf("several appliances take over the copies at %s at the same time", o.target)
}

func (o *epochOwner) tryAcquire(ctx context.Context, change func(*situation)) (*epochGrant, error) {
	s, err := o.loadSituation(ctx)
	if err != nil {
		return nil, err
	}
	if change != nil {
		change(s)
	}
	what, err := s.decide()
	if err != nil {
		return nil, err
	}
	r := s.record
	if r == nil || s.adopt {
		r = &record{}
	}
	last := s.there.last()
	if s.there.id != nil && s.there.id.Copy == "" {
		if err := o.rewriteIdentity(ctx, s.there, r); err != nil {
			return nil, err
		}
	}
	if what == resume {
		if r.Pending != nil && r.Pending.matches(last) {
			r.Held, r.Pending = *r.Pending, nil
		}
		o.target.Bind(s.there.id.Copy)
		r.Target = o.target.String()
		if err := r.save(o.dir); err != nil {
			return nil, err
		}
		return &epochGrant{claim: *last, record: r, before: last, grown: true, mark: s.there.mark}, nil
	}
	id, err := o.ensureIdentity(ctx, s.there)
	if err != nil {
		return nil, err
	}
	o.target.Bind(id)
	g := &epochGrant{record: r, claim: o.newClaim(last)}
	if what == succeed || what == fromLegacy || what == supersede && s.record != nil {
		g.before, g.mark, g.grown = last, s.there.mark, what == succeed
	}
	// Remembered before it is done: a power cut in between must not make a stranger of this appliance.
	r.Target, r.Copy = o.target.String(), id
	r.Legacy = r.Legacy || what == fromLegacy
	r.Pending = &heldEpoch{Epoch: g.claim.Epoch, Nonce: g.claim.Nonce, Machine: s.machine}
	if err := r.save(o.dir); err != nil {
		return nil, err
	}
	if err := createJSON(ctx, o.target, epochKey(g.claim.Epoch), g.claim); err != nil {
		return nil, err
	}
	r.Held, r.Pending = *r.Pending, nil
	return g, r.save(o.dir)
}

// newClaim returns the claim to the epoch after the last one; nil for the first.
func (o *epochOwner) newClaim(last *Claim) Claim {
	c := Claim{Epoch: 1, Appliance: o.appliance, Name: o.name, Nonce: randomHex(4), Version: o.version, Time: time.Now().UTC()}
	if last != nil {
		c.Epoch = last.Epoch + 1
	}
	return c
}

// loadSituation gathers what the decision depends on.
func (o *epochOwner) loadSituation(ctx context.Context) (*situation, error) {
	there, err := readHoldings(ctx, o.target)
	if err != nil {
		return nil, err
	}
	s := &situation{target: o.target.String(), there: there, appliance: o.appliance}
	if s.record, err = loadRecord(o.dir); err != nil {
		return nil, err
	}
	// The disk may be mounted elsewhere than before, or again where it was once.
	if there.id != nil && (s.record == nil || s.record.Copy == there.id.Copy && !s.record.isUnchanged(there)) {
		other, err := findRecord(o.dir, there)
		if err != nil {
			return nil, err
		}
		if other != nil {
			s.record = other
		}
	}
	if s.secrets, err = os.ReadFile(o.secrets); err != nil {
		return nil, err
	}
	s.machine, err = machineID(o.database)
	return s, err
}

// ensureIdentity returns the id of the target, which gets one if it has none.
func (o *epochOwner) ensureIdentity(ctx context.Context, there *holdings) (string, error) {
	if there.id != nil {
		return there.id.Copy, nil
	}
	id := Identity{Layout: layoutVersion, Copy: randomHex(8), Made: time.Now().UTC()}
	err := createJSON(ctx, o.target, identityKey, id)
	if errors.Is(err, fs.ErrExist) {
		err = getJSON(ctx, o.target, identityKey, &id)
	}
	return id.Copy, err
}

// rewriteIdentity writes the identity of a target whose one is damaged: the one that is remembered, else another.
func (o *epochOwner) rewriteIdentity(ctx context.Context, there *holdings, r *record) error {
	id := Identity{Layout: layoutVersion, Copy: r.Copy, Made: time.Now().UTC()}
	if id.Copy == "" {
		id.Copy = randomHex(8)
	}
	if err := putJSON(ctx, o.target, identityKey, id); err != nil {
		return err
	}
	there.id = &id
	return nil
}

// checkOwnership fails when the epoch is no longer that of this appliance: the target is gone, or another one took it over.
func (o *epochOwner) checkOwnership(ctx context.Context, c *Claim, copyID string) error {
	var id Identity
	err := getJSON(ctx, o.target, identityKey, &id)
	if errors.Is(err, fs.ErrNotExist) || err == nil && id.Copy != copyID {
		return &GoneError{o.target.String()}
	}
	if errors.Is(err, errDamaged) {
		return &repairError{o.target.String(), identityKey}
	}
	if err != nil {
		return fmt.Errorf("read whose copies %s holds: %w", o.target, err)
	}
	var there Claim
	switch err := getJSON(ctx, o.target, epochKey(c.Epoch), &there); {
	case errors.Is(err, fs.ErrNotExist):
		return &GoneError{o.target.String()}
	case errors.Is(err, errDamaged):
		return &repairError{o.target.String(), epochKey(c.Epoch)}
	case err != nil:
		return err
	}
	if there.Nonce != c.Nonce {
		return &TakenError{o.target.String(), there}
	}
	switch err := getJSON(ctx, o.target, epochKey(c.Epoch+1), &there); {
	case errors.Is(err, errDamaged):
		return &TakenError{o.target.String(), Claim{Name: "another appliance"}}
	case err == nil:
		return &TakenError{o.target.String(), there}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}
