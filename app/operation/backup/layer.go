package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"anbar/blobstore"
)

// objectRestorer lays objects of a target down in a store.
type objectRestorer struct {
	target Target
	source *source
	log    *slog.Logger
	report *RestoreResult
	to     *blobstore.Restorer
	others []candidate // where to look for what is damaged or missing
	isFast bool        // nothing is read back from the disk

	leavesAway bool // what can be read at the target stays there

	mu     sync.Mutex
	failed error
}

const restoreWorkers = 4

// restoreObjects writes the objects of the blob store, several at a time. Ranges of one
// pack are written in order. A pack of which something is damaged is fetched in the other form in which the target may have
// it: as a whole, or in ranges.
func (l *objectRestorer) restoreObjects(ctx context.Context, dir string) error {
	to, err := blobstore.NewRestorer(dir)
	if err != nil {
		return err
	}
	if l.isFast {
		to.TrustMemory()
	}
	l.to = to
	objects := l.source.objects
	if l.leavesAway {
		if objects, err = l.leaveAway(ctx); err != nil {
			return errors.Join(err, to.Close())
		}
	}
	var bad damage
	groups := make(chan []string)
	var all sync.WaitGroup
	var bytes atomic.Int64
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for range restoreWorkers {
		all.Go(func() {
			for group := range groups {
				bytes.Add(l.restoreGroup(ctx, group, &bad, cancel))
			}
		})
	}
	for _, g := range l.orderGroups(objects) {
		groups <- g
	}
	close(groups)
	all.Wait()
	l.report.Bytes = bytes.Load()
	if l.failed == nil {
		l.failed = l.repairPacks(ctx, &bad)
	}
	if l.failed == nil && len(l.others) > 0 {
		harmed := len(l.source.harmed)
		left, err := l.restoreFromOthers(ctx, l.report.Damaged[harmed:])
		l.report.Damaged, l.failed = append(l.report.Damaged[:harmed], left...), err
	}
	slices.Sort(l.report.Damaged)
	if l.failed == nil && l.leavesAway {
		l.failed = to.WriteAway()
	}
	return errors.Join(l.failed, to.Close())
}

// orderGroups returns objects in groups: first those of the store itself, which packs in ranges need, then the largest, so that
// all workers end at about the same time.
func (l *objectRestorer) orderGroups(objects map[string]Entry) [][]string {
	weigh := func(group []string) (total int64) {
		for _, key := range group {
			if _, isPack := packOf(key); !isPack && !isLarge(key) {
				return math.MaxInt64
			}
			total += objects[key].Size
		}
		return total
	}
	all := groupByPack(objects)
	slices.SortFunc(all, func(a, b []string) int { return cmp.Compare(weigh(b), weigh(a)) })
	return all
}

// restoreGroup writes objects that belong together, and proves a pack that came in ranges. It returns the bytes that came.
func (l *objectRestorer) restoreGroup(ctx context.Context, group []string, bad *damage, cancel func()) (total int64) {
	for _, key := range group {
		e := l.source.objects[key]
		n, err := l.restoreObject(ctx, e.key(&l.source.claim, key), key, e)
		total += n
		l.recordResult(key, err, bad, cancel)
	}
	if r, isRange := blobstore.ParsePackRange(group[0]); isRange && ctx.Err() == nil {
		broken, err := l.to.VerifyPack(r.Pack)
		l.recordPack(r.Pack, errors.Join(broken, err), bad, cancel)
	}
	return total
}

// damage is what could not be laid down as it should be.
type damage struct {
	packs map[uint32][]string // keys, by the pack they belong to
	other []string
}

func (d *damage) add(key string) {
	id, isPack := blobstore.ParsePackKey(key)
	ranged, isRange := blobstore.ParsePackRange(key)
	switch {
	case isRange:
		id = ranged.Pack
	case !isPack:
		d.other = append(d.other, key)
		return
	}
	d.addPack(id, key)
}

func (d *damage) addPack(id uint32, key string) {
	if d.packs == nil {
		d.packs = map[uint32][]string{}
	}
	d.packs[id] = append(d.packs[id], key)
}

func (l *objectRestorer) recordResult(key string, err error, bad *damage, cancel func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case errors.Is(err, blobstore.ErrCorrupt), errors.Is(err, fs.ErrNotExist):
		bad.add(key)
	case err != nil && l.failed == nil:
		l.failed = err
		cancel()
	}
	l.report.Objects++
}

// recordPack notes what came of proving a pack of ranges, each of which is what was copied.
func (l *objectRestorer) recordPack(id uint32, err error, bad *damage, cancel func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case errors.Is(err, blobstore.ErrCorrupt) && len(bad.packs[id]) == 0:
		bad.addPack(id, fmt.Sprintf("packs/%08d", id))
	case err != nil && !errors.Is(err, blobstore.ErrCorrupt) && l.failed == nil:
		l.failed = err
		cancel()
	}
}

// repairPacks fetches damaged packs in another form, and reports what is left.
func (l *objectRestorer) repairPacks(ctx context.Context, bad *damage) error {
	others, err := l.findOtherForms(ctx, bad.packs)
	if err != nil {
		return err
	}
	for id, keys := range bad.packs {
		fetched, err := l.restoreFromOther(ctx, id, others[id])
		if err != nil {
			return err
		}
		if !fetched {
			l.report.Damaged = append(l.report.Damaged, keys...)
		}
	}
	l.report.Damaged = append(l.report.Damaged, bad.other...)
	return ctx.Err()
}

// findOtherForms returns, for each damaged pack, the keys under which the epoch has it in another form: as a whole, and in
// ranges where these are all of it.
func (l *objectRestorer) findOtherForms(ctx context.Context, packs map[uint32][]string) (map[uint32][]string, error) {
	wholes, ranges := map[uint32][]string{}, map[string]Entry{}
	if len(packs) == 0 {
		return wholes, nil
	}
	prefix := l.source.claim.folder()
	if l.source.claim.Epoch == 0 {
		prefix = blobsAt
	}
	err := l.target.List(ctx, prefix+"packs/", func(key string, _ int64) error {
		object := key[len(prefix):]
		if id, ok := blobstore.ParsePackKey(object); ok && packs[id] != nil && !slices.Contains(packs[id], object) {
			wholes[id] = append(wholes[id], object)
		}
		if r, ok := blobstore.ParsePackRange(object); ok && packs[r.Pack] != nil {
			ranges[object] = Entry{}
		}
		return nil
	})
	for _, group := range groupByPack(ranges) {
		r, _ := blobstore.ParsePackRange(group[0])
		id := r.Pack
		if _, isWhole := blobstore.ParsePackKey(packs[id][0]); isWhole && coveredLength(group) == l.source.objects[packs[id][0]].Size {
			wholes[id] = append(wholes[id], group...)
		}
	}
	return wholes, err
}

// coveredLength returns how far ranges reach from the beginning of their pack without a gap.
func coveredLength(ranges []string) int64 {
	end := int64(0)
	for _, k := range ranges {
		if r, _ := blobstore.ParsePackRange(k); r.From <= end {
			end = max(end, r.To)
		}
	}
	return end
}

// restoreFromOther lays a pack down from other objects, and reports whether it is undamaged then.
func (l *objectRestorer) restoreFromOther(ctx context.Context, id uint32, objects []string) (bool, error) {
	ranged := false
	for _, object := range objects {
		_, whole := blobstore.ParsePackKey(object)
		ranged = ranged || !whole
		key := Entry{}.key(&l.source.claim, object)
		switch _, err := l.restoreObject(ctx, key, object, Entry{}); {
		case ctx.Err() != nil:
			return false, ctx.Err()
		case err != nil:
			l.log.Warn("another copy of a damaged pack is of no use", "key", key, "error", err)
		case whole:
			return true, nil
		}
	}
	if !ranged {
		return false, nil
	}
	broken, err := l.to.VerifyPack(id)
	return broken == nil, err
}

// restoreObject writes one object and hashes it. It fails with ErrCorrupt when it is not what was copied, and with
// fs.ErrNotExist when the target does not have it.
func (l *objectRestorer) restoreObject(ctx context.Context, key, object string, e Entry) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	for try := 1; ; try++ {
		n, err := l.tryObject(ctx, key, object, e)
		isFinal := err == nil || errors.Is(err, blobstore.ErrCorrupt) || errors.Is(err, fs.ErrNotExist)
		if isFinal || try == objectTries || ctx.Err() != nil {
			return n, err
		}
		l.log.Warn("an object is asked for again", "key", key, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(try) * time.Second):
		}
	}
}

// objectTries is how often an object is asked for whose connection breaks.
const objectTries = 3

func (l *objectRestorer) tryObject(ctx context.Context, key, object string, e Entry) (int64, error) {
	in, err := l.target.Get(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, fs.ErrNotExist
	}
	if err != nil {
		return 0, fmt.Errorf("bring back from %s: %w", l.target, err)
	}
	counted := &countingReader{r: in}
	digest, err := l.to.WriteObject(object, counted)
	err = errors.Join(err, in.Close())
	// A large content was proven by its own hash; its file may have been written again since it was listed.
	if err == nil && e.Hash != "" && !isLarge(object) && halfDigest(digest) != e.Hash {
		err = fmt.Errorf("%w: %s", blobstore.ErrCorrupt, key)
	}
	return counted.n, err
}

// groupByPack puts the ranges of a pack together, in order.
func groupByPack(objects map[string]Entry) [][]string {
	var all [][]string
	packs := map[uint32][]string{}
	for k := range objects {
		if r, ok := blobstore.ParsePackRange(k); ok {
			packs[r.Pack] = append(packs[r.Pack], k)
		} else {
			all = append(all, []string{k})
		}
	}
	for _, keys := range packs {
		slices.SortFunc(keys, func(a, b string) int {
			one, _ := blobstore.ParsePackRange(a)
			other, _ := blobstore.ParsePackRange(b)
			return cmp.Compare(one.From, other.From)
		})
		all = append(all, keys)
	}
	return all
}
