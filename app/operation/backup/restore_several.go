package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"anbar/app/operation/backup/seal"
	"anbar/blobstore"
	"anbar/config"

	"lukechampine.com/blake3"
)

// candidate is a target that a drive can be brought back from.
type candidate struct {
	target Target
	source *source
	keys   *seal.Keys

	isEarly bool                    // the moment that is asked for lies before its first copy
	packs   map[uint32][]packHolder // what the target has of each pack; nil before it is asked for
}

// RestoreAny is Restore from the best of several targets of one appliance: the one with the newest complete copy, up to the moment that is
// asked for. Where that one fails before everything is laid down, the next one is tried, and what is damaged or missing in one is taken
// from another.
func RestoreAny(ctx context.Context, targets []Target, to config.Storage, o RestoreOptions) (*RestoreResult, error) {
	if err := clearUnused(ctx, to); err != nil {
		return nil, err
	}
	all, failed := openCandidates(ctx, targets, o)
	for _, err := range failed {
		var locked *SheetError
		if len(all) == 0 || errors.As(err, &locked) { // an older copy that is clear must not take the place of a sealed one
			return nil, errors.Join(failed...)
		}
		o.Log.Warn("a target is of no use", "error", err)
	}
	if err := checkSameAppliance(all); err != nil {
		return nil, err
	}
	sortCandidates(all)
	for i := range all {
		others := slices.Concat(all[:i], all[i+1:])
		r, err := layDown(ctx, &all[i], others, to, o)
		if err == nil {
			r.Failed = failed
			err := finishRestore(ctx, slices.Concat(all[i:i+1], others), to, o, r)
			if err == nil {
				err = os.Remove(to.UnfinishedRestore())
			}
			return r, err
		}
		failed = append(failed, fmt.Errorf("%s: %w", all[i].target, err))
		if ctx.Err() != nil || i == len(all)-1 {
			break
		}
		o.Log.Warn("the restore begins anew from another target", "failed", all[i].target.String(), "error", err)
		if err := clearData(to); err != nil {
			return nil, errors.Join(append(failed, err)...)
		}
	}
	return nil, errors.Join(failed...)
}

// sortCandidates puts the newest copies first; last come those without the moment that is asked for, and those from a clock that was wrong.
func sortCandidates(all []candidate) {
	rank := func(c candidate) int {
		switch {
		case c.isEarly:
			return 2
		case time.Until(c.source.at) > time.Hour:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), b.source.at.Compare(a.source.at))
	})
}

// openCandidates returns the targets that hold what is asked for, and what is wrong with the others.
func openCandidates(ctx context.Context, targets []Target, o RestoreOptions) (all []candidate, failed []error) {
	for _, t := range targets {
		opened, keys, err := openSealed(t, o.Sheet)
		var from *source
		if err == nil {
			from, err = chooseSource(ctx, opened, o)
		}
		covers := false
		if err == nil {
			covers, err = coversMoment(ctx, opened, &from.claim, o.At)
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		all = append(all, candidate{target: opened, source: from, keys: keys, isEarly: !covers})
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

// restoreFromOthers lays down from other targets what is damaged or missing at the chosen one. It returns the keys of what none has. The
// bytes have to be the very ones that the chosen target listed: packs of other epochs may have the same numbers.
func (l *objectRestorer) restoreFromOthers(ctx context.Context, damaged []string) (left []string, err error) {
	ranged := map[uint32][]string{} // keys of ranges that were laid down, by pack
	for _, key := range damaged {
		done, err := l.restoreObjectFromOthers(ctx, key)
		if err != nil {
			return nil, err
		}
		r, isRange := blobstore.ParsePackRange(key)
		switch {
		case !done:
			left = append(left, key)
		case isRange:
			ranged[r.Pack] = append(ranged[r.Pack], key)
		}
	}
	for id, keys := range ranged {
		broken, err := l.to.VerifyPack(id)
		if err != nil {
			return nil, err
		}
		if broken != nil {
			left = append(left, keys...)
		}
	}
	return left, nil
}

// restoreObjectFromOthers reports whether another target had an object as it has to be.
func (l *objectRestorer) restoreObjectFromOthers(ctx context.Context, object string) (bool, error) {
	want, listed := l.source.objects[object]
	if !isLarge(object) && (!listed || want.Hash == "") {
		return false, nil
	}
	for i := range l.others {
		c := &l.others[i]
		err := l.restoreObjectFrom(ctx, c, object, want)
		if err == nil {
			return true, nil
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		l.log.Warn("another target has no good copy of a damaged object", "target", c.target.String(), "key", object, "error", err)
	}
	return false, nil
}

func (l *objectRestorer) restoreObjectFrom(ctx context.Context, c *candidate, object string, want Entry) error {
	if isLarge(object) { // its own hash proves it
		in, err := c.target.Get(ctx, want.key(&c.source.claim, object))
		if err != nil {
			return err
		}
		_, err = l.to.WriteObject(object, in)
		return errors.Join(err, in.Close())
	}
	h := blake3.New(32, nil)
	if err := c.copyObject(ctx, object, want, h); err != nil {
		return err
	}
	if halfDigest(blobstore.Digest(h.Sum(nil))) != want.Hash {
		return fmt.Errorf("%w: it is another one", blobstore.ErrCorrupt)
	}
	in := c.newReader(ctx, object, want)
	_, err := l.to.WriteObject(object, in)
	return errors.Join(err, in.Close())
}

func (c *candidate) copyObject(ctx context.Context, object string, e Entry, to io.Writer) error {
	in := c.newReader(ctx, object, e)
	_, err := io.Copy(to, in)
	return errors.Join(err, in.Close())
}

// newReader reads an object that is no large one from the objects that a target has of it: a pack may be there as a whole and in
// other ranges.
func (c *candidate) newReader(ctx context.Context, object string, e Entry) *stretchReader {
	r := &stretchReader{ctx: ctx, c: c, to: e.Size}
	id, isPack := blobstore.ParsePackKey(object)
	if ranged, ok := blobstore.ParsePackRange(object); ok {
		id, isPack, r.at, r.to = ranged.Pack, true, ranged.From, ranged.To
	}
	if isPack {
		r.holders = c.holdersOf(id)
	} else if own, ok := c.source.objects[object]; ok {
		r.holders = []packHolder{{own.key(&c.source.claim, object), 0, e.Size}}
	}
	return r
}

// holdersOf returns what the target has of a pack.
func (c *candidate) holdersOf(id uint32) []packHolder {
	if c.packs == nil {
		c.packs = map[uint32][]packHolder{}
		for object, e := range c.source.objects {
			h := packHolder{e.key(&c.source.claim, object), 0, e.Size}
			pack, ok := blobstore.ParsePackKey(object)
			if r, isRange := blobstore.ParsePackRange(object); isRange {
				pack, ok, h.from, h.to = r.Pack, true, r.From, r.To
			}
			if ok {
				c.packs[pack] = append(c.packs[pack], h)
			}
		}
	}
	return c.packs[id]
}

// stretchReader reads from one place of a pack to another out of the objects that hold it.
type stretchReader struct {
	ctx     context.Context
	c       *candidate
	holders []packHolder
	at, to  int64

	in   io.ReadCloser // nil for none
	left int64         // bytes that in is to give
}

// Read implements io.Reader.
func (r *stretchReader) Read(p []byte) (int, error) {
	if r.at >= r.to {
		return 0, io.EOF
	}
	if r.in == nil {
		if err := r.open(); err != nil {
			return 0, err
		}
	}
	n, err := r.in.Read(p[:min(int64(len(p)), r.left)])
	r.at += int64(n)
	if r.left -= int64(n); r.left == 0 {
		return n, r.Close()
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// open opens the object that holds the most from here on.
func (r *stretchReader) open() error {
	var best *packHolder
	for i := range r.holders {
		h := &r.holders[i]
		if h.from <= r.at && h.to > r.at && (best == nil || h.to > best.to) {
			best = h
		}
	}
	if best == nil {
		return fs.ErrNotExist
	}
	in, err := r.c.target.Get(r.ctx, best.key)
	if err != nil {
		return err
	}
	if _, err := io.CopyN(io.Discard, in, r.at-best.from); err != nil {
		return errors.Join(err, in.Close())
	}
	r.in, r.left = in, min(best.to, r.to)-r.at
	return nil
}

// Close ends reading.
func (r *stretchReader) Close() error {
	if r.in == nil {
		return nil
	}
	in := r.in
	r.in = nil
	return in.Close()
}
