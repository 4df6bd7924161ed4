package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anbar/app/operation/backup/seal"
	"anbar/blobstore"
	"anbar/config"
)

// candidate is a target that a drive can be brought back from.
type candidate struct {
	target Target
	source *source
	keys   *seal.Keys
}

// RestoreAny is Restore from the best of several targets of one appliance: the one with the newest complete copy, or the first that has the
// moment. Where that one fails, the next one is tried, and what is damaged or missing in one is taken from another.
func RestoreAny(ctx context.Context, targets []Target, to config.Storage, o RestoreOptions) (*RestoreResult, error) {
	if err := clearUnused(ctx, to); err != nil {
		return nil, err
	}
	all, failed := openCandidates(ctx, targets, o)
	if len(all) == 0 {
		return nil, errors.Join(failed...)
	}
	for _, err := range failed {
		o.Log.Warn("a target is of no use", "error", err)
	}
	if err := checkSameAppliance(all); err != nil {
		return nil, err
	}
	if o.At.IsZero() {
		slices.SortStableFunc(all, func(a, b candidate) int { return b.source.at.Compare(a.source.at) })
	}
	for i := range all {
		others := slices.Concat(all[:i], all[i+1:])
		r, err := restoreCandidate(ctx, &all[i], others, to, o)
		if err == nil {
			r.Failed = failed
			return r, nil
		}
		failed = append(failed, fmt.Errorf("%s: %w", all[i].target, err))
		if ctx.Err() != nil || i == len(all)-1 {
			break
		}
		o.Log.Warn("the restore begins anew from another target", "failed", all[i].target.String(), "error", err)
		if err := clearDir(to.Data); err != nil {
			return nil, errors.Join(append(failed, err)...)
		}
	}
	return nil, errors.Join(failed...)
}

// openCandidates returns the targets that hold what is asked for, and what is wrong with the others.
func openCandidates(ctx context.Context, targets []Target, o RestoreOptions) (all []candidate, failed []error) {
	for _, t := range targets {
		opened, keys, err := openSealed(t, o.Sheet)
		var from *source
		if err == nil {
			from, err = chooseSource(ctx, opened, o)
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		all = append(all, candidate{opened, from, keys})
	}
	return all, failed
}

// checkSameAppliance fails for copies of different appliances: nothing of one may pass for a part of another. Where it cannot be read whose
// they are, the hashes of the contents alone decide.
func checkSameAppliance(all []candidate) error {
	var known *candidate
	for i := range all {
		c := &all[i].source.claim
		if c.Epoch == 0 || c.Damaged {
			continue
		}
		if known == nil {
			known = &all[i]
		}
		if c.Appliance != known.source.claim.Appliance {
			return fmt.Errorf("%s and %s hold copies of different appliances, %q and %q: name only those of one", known.target,
				all[i].target, known.source.claim.Name, c.Name)
		}
	}
	return nil
}

func clearDir(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
	}
	return err
}

// restoreFromOthers lays down from other targets what is damaged or missing at the chosen one. It returns the keys of what none has.
func (l *objectRestorer) restoreFromOthers(ctx context.Context, damaged []string) (left []string, err error) {
	packs := map[uint32]bool{} // whether it came from another target
	for _, key := range damaged {
		id, isPack := findPack(key)
		done, tried := packs[id]
		if isPack && !tried {
			done, err = l.restorePackFromOthers(ctx, id)
			packs[id] = done
		} else if !isPack {
			done, err = l.restoreObjectFromOthers(ctx, key)
		}
		if err != nil {
			return nil, err
		}
		if !done {
			left = append(left, key)
		}
	}
	return left, nil
}

// findPack returns the number of the pack that an object is, or is a range of.
func findPack(object string) (id uint32, ok bool) {
	if r, ok := blobstore.ParsePackRange(object); ok {
		return r.Pack, true
	}
	if id, ok = blobstore.ParsePackKey(object); ok {
		return id, true
	}
	// A pack whose ranges do not fit together is named without them.
	_, err := fmt.Sscanf(object, "packs/%08d", &id)
	return id, err == nil && strings.Count(object, "/") == 1 && len(object) == len("packs/00000000")
}

func (l *objectRestorer) restorePackFromOthers(ctx context.Context, id uint32) (bool, error) {
	for i := range l.others {
		from := l.others[i].source
		same := maps.Clone(from.objects)
		maps.DeleteFunc(same, func(key string, _ Entry) bool {
			other, ok := findPack(key)
			return !ok || other != id
		})
		for _, group := range groupByPack(same) {
			done, err := l.restorePack(ctx, &l.others[i], id, group)
			if done || err != nil {
				return done, err
			}
		}
	}
	return false, nil
}

// restorePack lays a pack down from the objects of another target that hold it, and reports whether it is undamaged then.
func (l *objectRestorer) restorePack(ctx context.Context, c *candidate, id uint32, objects []string) (bool, error) {
	for _, object := range objects {
		if done, err := l.restoreOther(ctx, c, object); !done || err != nil {
			return false, err
		}
	}
	if _, isWhole := blobstore.ParsePackKey(objects[0]); isWhole {
		return true, nil
	}
	broken, err := l.to.VerifyPack(id)
	return broken == nil, err
}

// restoreOther lays an object of another target down. It reports false for one that is damaged or missing there, or cannot be read.
func (l *objectRestorer) restoreOther(ctx context.Context, c *candidate, object string) (bool, error) {
	e := c.source.objects[object]
	other := &objectRestorer{target: c.target, source: c.source, to: l.to}
	key := e.key(&c.source.claim, object)
	_, err := other.restoreObject(ctx, key, object, e)
	if err != nil {
		l.log.Warn("another copy of a damaged object is of no use", "target", c.target.String(), "key", key, "error", err)
	}
	return err == nil, ctx.Err()
}

func (l *objectRestorer) restoreObjectFromOthers(ctx context.Context, object string) (bool, error) {
	for i := range l.others {
		if _, ok := l.others[i].source.objects[object]; !ok && !isLarge(object) {
			continue
		}
		if done, err := l.restoreOther(ctx, &l.others[i], object); done || err != nil {
			return done, err
		}
	}
	return false, nil
}
