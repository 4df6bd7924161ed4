package backup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"anbar/app/operation/backup/seal"
	"anbar/blobstore"
)

// To seal copies anew, this appliance takes the next epoch with another sheet, copies everything into it, reads everything back, and only
// then removes what it wrote before. Until the new epoch is complete it has no watermark, and the one before is what is restored.

// isFirstOfReseal reports whether nothing complete was copied yet into an epoch that is to take the place of others: it has to be whole
// before it counts.
func (c *Copier) isFirstOfReseal() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.isResealing() && c.mark.Manifest == "" && c.grant.mark == nil
}

// isResealing reports whether earlier epochs are to go when this one is proven. The caller holds the lock.
func (c *Copier) isResealing() bool {
	return c.grant.record.Reseal != "" && c.grant.record.Reseal == c.grant.claim.Sheet
}

// listPresent lists the large contents that are there already, where an interrupted reseal goes on. They need not be sent again, and are
// read back like all others before anything counts on them.
func (c *Copier) listPresent(ctx context.Context) (map[string]int64, error) {
	if !c.isFirstOfReseal() {
		return nil, nil
	}
	return c.listLarge(ctx, c.grant.claim.Sheet)
}

// listLarge returns the large contents that are sealed with a sheet, with their sizes.
func (c *Copier) listLarge(ctx context.Context, sheet string) (map[string]int64, error) {
	there := map[string]int64{}
	at := rootOf(sheet) + blobsAt
	err := c.target.List(ctx, at, func(key string, size int64) error {
		there[key[len(at):]] = size
		return nil
	})
	return there, err
}

const prepareTime = 30 * time.Minute // of an hour, which has other upkeep, too

// prepareReseal sends large contents ahead while copies are still made as before, so that the time is short in which a restore would
// bring back an older state. No list names them, and nothing counts on them.
func (c *Copier) prepareReseal(ctx context.Context) error {
	c.mu.Lock()
	sheet := c.grant.record.Reseal
	c.mu.Unlock()
	if by, err := findSealer(c.target, sheet); by == nil || sheet == c.grant.claim.Sheet {
		return err
	}
	there, err := c.listLarge(ctx, sheet)
	if err != nil {
		return err
	}
	began := time.Now()
	for o, err := range c.blobs.Objects(ctx) {
		if err != nil {
			return err
		}
		if size, ok := there[o.Key]; !isLarge(o.Key) || ok && size == o.Size {
			continue
		}
		if time.Since(began) > prepareTime {
			return nil
		}
		if err := c.sendAhead(ctx, o, rootOf(sheet)+blobsAt+o.Key); err != nil {
			return fmt.Errorf("seal contents ahead: %w", err)
		}
	}
	return nil
}

func (c *Copier) sendAhead(ctx context.Context, o blobstore.Object, key string) error {
	if err := c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy); err != nil {
		return err
	}
	in, err := o.Open()
	if err != nil {
		return err
	}
	slow := &pausingReader{ctx: ctx, r: in, pause: c.sender.wait}
	return errors.Join(c.target.Put(ctx, key, slow, o.Size), in.Close())
}

func (c *Copier) isPresent(object string, size int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	there, ok := c.present[object]
	return ok && isLarge(object) && there == size
}

// finishReseal proves the sealed copies, and has what was there before them removed. It does nothing until they are complete.
func (c *Copier) finishReseal(ctx context.Context) error {
	c.mu.Lock()
	due := c.isResealing() && (c.mark.Manifest != "" || c.grant.mark != nil)
	c.mu.Unlock()
	if !due || c.countReadElsewhere() > 0 {
		return nil
	}
	if _, wrong, err := c.Verify(ctx); err != nil || len(wrong) > 0 {
		return errors.Join(err, notProven(c, wrong))
	}
	since := c.grant.claim.Time
	if old := time.Now().Add(-readBackPeriod); since.Before(old) {
		since = old
	}
	if damaged, err := c.ReadAllBack(ctx, since); err != nil || len(damaged) > 0 {
		return errors.Join(err, notProven(c, damaged))
	}
	if lost := c.LostObjects(); len(lost) > 0 {
		return notProven(c, lost)
	}
	c.mu.Lock()
	c.resealed = true
	c.mu.Unlock()
	if err := c.Prune(ctx); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.grant.record.Reseal = ""
	if err := c.grant.record.save(c.owner.dir); err != nil {
		return err
	}
	c.log.Info("the copies are sealed, and what was there before is removed", "target", c.target.String(), "sheet", c.grant.claim.Sheet,
		"of_others_remains", c.grant.record.Mixed)
	return nil
}

// RequestReseal records that the kept target is to be sealed with the newest sheet. restart reports that it begins with the next start.
func (k *Runner) RequestReseal(ctx context.Context) (sealed, restart bool, err error) {
	k.mu.Lock()
	c := k.copier
	k.mu.Unlock()
	if c == nil {
		sealed, err = RequestReseal(ctx, k.target, k.o)
		return sealed, false, err
	}
	by, err := k.o.Ring.Current()
	if err != nil {
		return false, false, err
	}
	if by == nil {
		return false, false, ErrNoSheet
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.grant.record
	if c.grant.claim.Sheet == by.ID {
		if !r.Mixed || r.Reseal != "" {
			return r.Reseal == "", false, nil
		}
		r.Reseal = by.ID
		return false, false, r.save(k.o.Meta)
	}
	r.Reseal = by.ID
	return false, true, r.save(k.o.Meta)
}

// FinishReseal proves sealed copies at once, and removes what was there before them.
func (k *Runner) FinishReseal(ctx context.Context) error {
	c, err := k.ensureCopier(ctx)
	if err != nil {
		return err
	}
	if left := c.countReadElsewhere(); left > 0 {
		return fmt.Errorf("%d packs and large contents that are not on the disk are read from what was there before: it stays until they "+
			"have come to the running server, or are proven where they are now", left)
	}
	return c.finishReseal(ctx)
}

// countReadElsewhere returns how many objects are not on the disk and are read from what a reseal would remove.
func (c *Copier) countReadElsewhere() (n int) {
	if left, _ := c.blobs.CountAway(); left == 0 || c.away == nil {
		return left
	}
	root := c.grant.claim.root()
	for key := range c.away.keysAt(c.target.String(), c.grant.record.Copy) {
		if root == "" && strings.HasPrefix(key, sealedAt) || !strings.HasPrefix(key, root) {
			n++
		}
	}
	return n
}

func notProven(c *Copier, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	return fmt.Errorf("%d objects of the sealed copies at %s are not as they were sent, such as %s; what was there before them "+
		"stays until they are", len(keys), c.target, keys[0])
}

// mustEnd reports whether an epoch goes although its moments are within the kept time: a sealed one takes its place.
func (c *Copier) mustEnd(e *Claim) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.isResealing() && c.resealed && e.Epoch < c.grant.claim.Epoch && e.Sheet != c.grant.claim.Sheet
}

// SheetOf returns the id of the sheet that the newest epoch of a target is sealed with; empty for none.
func SheetOf(ctx context.Context, t Target) (string, error) {
	there, err := readHoldings(ctx, withRing(t, nil))
	if err != nil || there.last() == nil {
		return "", err
	}
	return there.last().Sheet, nil
}

// IsMixed reports whether epochs are at a target that are not sealed with the sheet of the newest one.
func IsMixed(ctx context.Context, t Target, ring *seal.Ring) (bool, error) {
	there, err := readHoldings(ctx, withRing(t, ring))
	if err != nil || there.last() == nil {
		return false, err
	}
	return there.isMixed(there.last().Sheet), nil
}

// ErrNoSheet reports that no recovery sheet was confirmed yet.
var ErrNoSheet = errors.New("there is no recovery sheet yet; make one with \"anbar backup sheet\"")

// RequestReseal has the copies at a target sealed anew with the newest sheet, from the next start on. sealed reports that they are already.
func RequestReseal(ctx context.Context, t Target, o Options) (sealed bool, err error) {
	by, err := o.Ring.Current()
	if err != nil {
		return false, err
	}
	if by == nil {
		return false, ErrNoSheet
	}
	there, err := readHoldings(ctx, withRing(t, o.Ring))
	if err != nil {
		return false, err
	}
	last := there.last()
	if last == nil {
		return false, fmt.Errorf("%s holds no copies yet; they are sealed from the first one on", t)
	}
	r, err := loadRecord(o.Meta)
	if err != nil {
		return false, err
	}
	if r == nil || !r.Held.matches(last) && (r.Pending == nil || !r.Pending.matches(last)) {
		return false, &OwnerError{Target: t.String(), Owner: *last, Same: last.Appliance == o.Appliance}
	}
	if last.Sheet == by.ID && r.Reseal == "" && !there.isMixed(by.ID) {
		return true, nil
	}
	r.Reseal = by.ID
	return false, r.save(o.Meta)
}
