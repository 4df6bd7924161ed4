package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"
	"time"

	"anbar/app/operation/backup/seal"
)

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

// decide says what may be done with a target. With reject, the error says why.
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
			if h == nil || !h.matches(last) {
				continue
			}
			if s.there.locked != nil && !h.Restored {
				return reject, s.there.locked
			}
			if old := h.rollbackAt(s.there.mark); old != nil {
				return reject, &RollbackError{Target: s.target, Old: old.Old, New: old.New}
			}
			if !h.hasWritten(s.there.mark) {
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
	ring      *seal.Ring // nil for none
	fenced    bool       // this appliance acknowledges changes only while it holds a lease

	leaving atomic.Bool // what was acknowledged before another machine took over is copied
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
		if err == nil {
			return g, restrictAccessThere(ctx, o.target)
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
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
	r, err := o.prepareRecord(s)
	if err != nil {
		return nil, err
	}
	last := s.there.last()
	if s.there.id != nil && s.there.id.Copy == "" {
		if err := o.rewriteIdentity(ctx, s.there, r); err != nil {
			return nil, err
		}
	}
	if what == resume && !hasToReseal(r, last) {
		return o.resumeEpoch(ctx, s, r)
	}
	by, err := o.chooseSheet(what, s, r)
	if err != nil {
		return nil, err
	}
	id, err := o.ensureIdentity(ctx, s.there, by != nil)
	if err != nil {
		return nil, err
	}
	o.target.Bind(id)
	g := &epochGrant{record: r, claim: o.newClaim(last, by)}
	if (what == succeed || what == fromLegacy || what == supersede && s.record != nil) && last.Sheet == g.claim.Sheet {
		g.before, g.mark, g.grown = last, s.there.mark, what == succeed
	}
	if err := o.inherit(ctx, s, g); err != nil {
		return nil, err
	}
	// Remembered before it is done: a power cut in between must not make a stranger of this appliance.
	r.Target, r.Copy = o.target.String(), id
	r.Legacy = r.Legacy || what == fromLegacy
	if err := o.noteMix(r, s.there.claims, g.claim.Sheet); err != nil {
		return nil, err
	}
	r.Pending = &heldEpoch{Epoch: g.claim.Epoch, Nonce: g.claim.Nonce, Machine: s.machine, Sheet: g.claim.Sheet}
	if g.before != nil && g.before.Nonce == r.Held.From {
		r.Pending.From = r.Held.From
	}
	if err := r.save(o.dir); err != nil {
		return nil, err
	}
	if err := createJSON(ctx, o.target, epochKey(g.claim.Epoch), g.claim); err != nil {
		return nil, err
	}
	r.Held, r.Pending = *r.Pending, nil
	return g, r.save(o.dir)
}

// resumeEpoch goes on in the epoch that this appliance holds.
func (o *epochOwner) resumeEpoch(ctx context.Context, s *situation, r *record) (*epochGrant, error) {
	last := s.there.last()
	if r.Pending != nil && r.Pending.matches(last) {
		r.Held, r.Pending = *r.Pending, nil
	}
	o.target.Bind(s.there.id.Copy)
	r.Target = o.target.String()
	if err := o.noteMix(r, s.there.claims, last.Sheet); err != nil {
		return nil, err
	}
	if err := r.save(o.dir); err != nil {
		return nil, err
	}
	g := &epochGrant{claim: *last, record: r, before: last, grown: true, mark: s.there.mark}
	return g, o.inherit(ctx, s, g)
}

// inherit has an epoch that nothing was copied into yet go on with the objects of the one that the data was promoted from.
func (o *epochOwner) inherit(ctx context.Context, s *situation, g *epochGrant) error {
	if s.record == nil || s.there.mark != nil || s.there.locked != nil {
		return nil
	}
	from := s.record.Held.From
	for i := range s.there.claims {
		c := &s.there.claims[i]
		if c.Nonce != from || from == "" || c.Sheet != g.claim.Sheet {
			continue
		}
		mark, err := findWatermark(ctx, o.target, c)
		if err != nil {
			return err
		}
		g.before, g.mark, g.grown = c, mark, false
	}
	return nil
}

// prepareRecord returns what this appliance remembers of the target, without a sheet to seal with whose keys went meanwhile.
func (o *epochOwner) prepareRecord(s *situation) (*record, error) {
	r := s.record
	if r == nil || s.adopt {
		return &record{}, nil
	}
	by, err := o.ring.Find(r.Reseal)
	if by == nil {
		r.Reseal = ""
	}
	return r, err
}

// newClaim returns the claim to the epoch after the last one; nil for the first. A sealed one names its sheet, and not the appliance.
func (o *epochOwner) newClaim(last *Claim, by *seal.Sealer) Claim {
	c := Claim{
		Epoch: 1, Appliance: o.appliance, Name: o.name, Nonce: randomHex(4), Version: o.version, Time: time.Now().UTC(), Fenced: o.fenced,
	}
	if last != nil {
		c.Epoch = last.Epoch + 1
	}
	if by != nil {
		c.Sheet, c.Name = by.ID, "recovery sheet "+seal.FormatID(by.ID)
		c.Proof = by.Sign(claimText(&c))
	}
	return c
}

// hasToReseal reports whether the epoch after the last one is to be sealed with another sheet, or at all.
func hasToReseal(r *record, last *Claim) bool {
	return r.Reseal != "" && last != nil && last.Sheet != r.Reseal
}

// chooseSheet returns the keys that the next epoch is sealed with; nil for none. A target stays as it is until it is sealed anew.
func (o *epochOwner) chooseSheet(what decision, s *situation, r *record) (*seal.Sealer, error) {
	last := s.there.last()
	if hasToReseal(r, last) {
		return o.ring.Find(r.Reseal)
	}
	if what == begin || s.adopt {
		return o.ring.Current()
	}
	if last.Sheet == "" {
		return nil, nil
	}
	by, err := o.ring.Find(last.Sheet)
	if by == nil && err == nil && what == supersede { // restored from an epoch before
		return o.ring.Current()
	}
	if by == nil && err == nil {
		err = &SheetError{o.target.String(), last.Sheet}
	}
	return by, err
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
func (o *epochOwner) ensureIdentity(ctx context.Context, there *holdings, sealed bool) (string, error) {
	layout := layoutClear
	if sealed {
		layout = layoutSealed
	}
	if there.id != nil {
		if there.id.Layout < layout {
			there.id.Layout = layout
			return there.id.Copy, putJSON(ctx, o.target, identityKey, there.id)
		}
		return there.id.Copy, nil
	}
	id := Identity{Layout: layout, Copy: randomHex(8), Made: time.Now().UTC()}
	err := createJSON(ctx, o.target, identityKey, id)
	if errors.Is(err, fs.ErrExist) {
		err = getJSON(ctx, o.target, identityKey, &id)
	}
	return id.Copy, err
}

// rewriteIdentity writes the identity of a target whose one is damaged: the one that is remembered, else another.
func (o *epochOwner) rewriteIdentity(ctx context.Context, there *holdings, r *record) error {
	id := Identity{Layout: layoutClear, Copy: r.Copy, Made: time.Now().UTC()}
	if last := there.last(); last != nil && last.Sheet != "" {
		id.Layout = layoutSealed
	}
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
	if there.Nonce != c.Nonce || there.Sheet != c.Sheet {
		return &TakenError{o.target.String(), there}
	}
	if forged, err := isForged(o.target, &there); err != nil || forged {
		if err == nil {
			err = &ForgedError{o.target.String(), epochKey(c.Epoch)}
		}
		return err
	}
	if o.leaving.Load() {
		return nil
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
