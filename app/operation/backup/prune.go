package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Prune removes what no moment within the kept time needs: manifests and objects of this appliance's epochs, and its epochs
// that ended before. Epochs of other appliances stay until somebody removes them.
func (c *Copier) Prune(ctx context.Context) error {
	c.upkeepMu.Lock()
	defer c.upkeepMu.Unlock()
	c.roundMu.Lock() // an object that a round counts on must not go
	defer c.roundMu.Unlock()
	if err := c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy); err != nil {
		return err
	}
	if err := c.loadKnown(ctx); err != nil {
		return err
	}
	p, err := c.planPruning(ctx)
	if err != nil {
		return err
	}
	if len(p.damaged) > 0 {
		return fmt.Errorf("%w: %d lists of contents, such as %s; nothing is removed while they are kept", errDamaged, len(p.damaged),
			p.damaged[0])
	}
	if err := c.removeObjects(ctx, p); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, e := range c.known {
		if _, ok := p.needed[e.key(&c.grant.claim, k)]; !ok {
			c.removeKnown(k)
		}
	}
	c.needed = p.needed
	c.grant.record.Lost = slices.DeleteFunc(c.grant.record.Lost, func(key string) bool {
		_, ok := p.needed[key]
		return !ok
	})
	c.grant.record.Tended = time.Now().UTC()
	if err := c.owner.noteMix(c.grant.record, p.listStaying(), c.grant.claim.Sheet); err != nil {
		return err
	}
	return c.grant.record.save(c.owner.dir)
}

// prunePlan is what a target needs, and what it does not.
type prunePlan struct {
	claims  []Claim
	ended   []Claim // epochs of this appliance that no kept moment needs
	needed  map[string]expectedObject
	gone    []string // manifests
	damaged []string // manifests that cannot be read: what they name is not known, so no object goes meanwhile
}

// listStaying returns the epochs that do not end.
func (p *prunePlan) listStaying() []Claim {
	return slices.DeleteFunc(slices.Clone(p.claims), func(c Claim) bool {
		return slices.ContainsFunc(p.ended, func(e Claim) bool { return e.Epoch == c.Epoch })
	})
}

func (c *Copier) planPruning(ctx context.Context) (*prunePlan, error) {
	claims, err := readClaims(ctx, c.target)
	if err != nil {
		return nil, err
	}
	p := &prunePlan{claims: claims, needed: map[string]expectedObject{}}
	limit := time.Now().Add(-c.retention)
	for i := range claims {
		e := &claims[i]
		by, err := findSealer(c.target, e.Sheet)
		if err != nil {
			return nil, err
		}
		if by == nil && e.Sheet != "" {
			continue // nothing below its root is touched, so its claim stays, too
		}
		past := i+1 < len(claims) && !claims[i+1].Damaged && claims[i+1].Time.Before(limit)
		if (past || c.mustEnd(e)) && c.isOwn(e) {
			p.ended = append(p.ended, *e)
			continue
		}
		if err := c.planManifests(ctx, e, limit, p); err != nil {
			return nil, err
		}
	}
	for k, e := range c.sender.unlistedObjects() {
		p.needed[e.key(&c.grant.claim, k)] = expectedObject{k, e}
	}
	maps.Copy(p.needed, c.away.keysAt(c.target.String(), c.grant.record.Copy)) // the only copies of what is not on the disk
	return p, nil
}

// isOwn reports whether an epoch is known to be written by this appliance.
func (c *Copier) isOwn(e *Claim) bool { return c.grant.record.isOwn(e, c.grant.claim.Appliance) }

// planManifests notes the objects that the manifests of an epoch need. Those that are older than the last whole one before
// the limit go.
func (c *Copier) planManifests(ctx context.Context, e *Claim, limit time.Time, p *prunePlan) error {
	names, err := manifestNames(ctx, c.target, e)
	if err != nil {
		return err
	}
	past := false // behind the last whole list before the limit
	for _, name := range slices.Backward(names) {
		key := e.folder() + manifestsAt + name + ".json"
		if past {
			if c.isOwn(e) {
				p.gone = append(p.gone, key)
			}
			continue
		}
		m, err := readManifest(ctx, c.target, e, name, "")
		if errors.Is(err, errDamaged) {
			p.damaged = append(p.damaged, key)
			continue
		}
		if err != nil {
			return err
		}
		for k, o := range m.Added {
			p.needed[o.key(e, k)] = expectedObject{k, o}
		}
		past = m.Base == "" && m.Time.Before(limit)
	}
	return nil
}

// removeObjects removes objects that are not needed from the epochs of this appliance, and of the ended ones everything.
func (c *Copier) removeObjects(ctx context.Context, p *prunePlan) error {
	gone := p.gone
	ended, foreign := map[string]bool{}, map[string]bool{}
	for i := range p.ended {
		ended[p.ended[i].folder()] = true
		if p.ended[i].Epoch > 0 {
			gone = append(gone, epochKey(p.ended[i].Epoch))
		}
	}
	for i := range p.claims {
		if !c.isOwn(&p.claims[i]) {
			foreign[p.claims[i].folder()] = true
		}
	}
	roots, err := c.listRoots()
	for _, root := range roots {
		if err == nil {
			err = c.target.List(ctx, root+copiesAt, func(key string, _ int64) error {
				folder, rest := splitFolder(root, key)
				_, needed := p.needed[key]
				isObject := strings.HasPrefix(rest, "packs/") || rest == "FORMAT"
				if !needed && !foreign[folder] && (ended[folder] || isObject) {
					gone = append(gone, key)
				}
				return nil
			})
		}
		if err == nil {
			err = c.target.List(ctx, root+blobsAt, func(key string, _ int64) error {
				if _, needed := p.needed[key]; !needed {
					gone = append(gone, key)
				}
				return nil
			})
		}
	}
	if err == nil && ended[""] {
		err = c.addLegacy(ctx, &gone)
	}
	if err != nil {
		return err
	}
	slices.SortStableFunc(gone, func(a, b string) int { return cmp.Compare(removalRank(a), removalRank(b)) })
	if err := c.removeKeys(ctx, gone); err != nil {
		return err
	}
	return c.sweepClear(ctx, foreign)
}

// removalRank orders removals, of which any may be the last: first what says that an epoch is complete, and last its claim, without which
// nobody would know that the rest may go.
func removalRank(key string) int {
	switch {
	case strings.HasSuffix(key, watermarkKey):
		return 0
	case strings.Contains(key, manifestsAt):
		return 1
	case strings.HasPrefix(key, epochsAt):
		return 3
	}
	return 2
}

// listRoots returns below what this appliance may remove something: what is clear, and what is sealed with sheets whose keys are here,
// also those that got no epoch after contents had been sent ahead. What is sent ahead now stays.
func (c *Copier) listRoots() ([]string, error) {
	sheets, err := listSheets(c.target)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	ahead := c.grant.record.Reseal
	c.mu.Unlock()
	isAhead := c.isFirstOfReseal() // what was sent ahead is in no list yet
	roots := []string{""}
	for _, sheet := range sheets {
		if sheet != ahead || sheet == c.grant.claim.Sheet && !isAhead {
			roots = append(roots, rootOf(sheet))
		}
	}
	return roots, nil
}

// addLegacy adds what an earlier program wrote, but for the objects.
func (c *Copier) addLegacy(ctx context.Context, gone *[]string) error {
	*gone = append(*gone, legacyWatermarkKey, secretsName)
	for _, prefix := range []string{databaseAt + "/", manifestsAt} {
		err := c.target.List(ctx, prefix, func(key string, _ int64) error {
			*gone = append(*gone, key)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

const checkEach = 100 // removals between two looks whether the target is still this appliance's

func (c *Copier) removeKeys(ctx context.Context, keys []string) error {
	for i, key := range keys {
		if i%checkEach == 0 {
			if err := c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy); err != nil {
				return err
			}
		}
		if err := c.target.Delete(ctx, key); err != nil {
			return fmt.Errorf("remove %s from %s: %w", key, c.target, err)
		}
	}
	return nil
}

// splitFolder splits a key below a root's copies/ behind the folder of the epoch, with its slash.
func splitFolder(root, key string) (folder, rest string) {
	name, rest, _ := strings.Cut(strings.TrimPrefix(key, root+copiesAt), "/")
	return root + copiesAt + name + "/", rest
}
