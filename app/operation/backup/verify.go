package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"anbar/blobstore"

	"lukechampine.com/blake3"
)

// readProgress is how far the objects of a target were read back.
type readProgress struct {
	Whole time.Time `json:"whole"` // all objects that are there were read back since; zero for never
	First time.Time `json:"first"` // when objects of this copy were first read back; zero for never
}

// expectedObject is an object that has to be at the target.
type expectedObject struct {
	object string // its key in the blob store
	entry  Entry
}

// isComparable reports whether the object of that name here has to be the same. Where an earlier program copied it, a range of
// a pack may be one of other data.
func (w *expectedObject) isComparable() bool {
	_, ranged := blobstore.ParsePackRange(w.object)
	return w.entry.Hash != "" || !ranged
}

// Verify compares the list of the target with what kept moments need. What is missing or of another size is sent again
// where the store has it, and named in the report in any case.
func (c *Copier) Verify(ctx context.Context) (listed int, wrong []string, err error) {
	c.upkeepMu.Lock()
	defer c.upkeepMu.Unlock()
	if err := c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy); err != nil {
		return 0, nil, err
	}
	want, err := c.expectedObjects(ctx)
	if err != nil {
		return 0, nil, err
	}
	listed, want, err = c.compareList(ctx, want)
	if err != nil {
		return 0, nil, err
	}
	for key, w := range want {
		wrong = append(wrong, key)
		if err := c.repairObject(ctx, key, w); err != nil {
			return listed, wrong, err
		}
	}
	lists, err := c.verifyLists(ctx)
	if err != nil {
		return listed, wrong, err
	}
	wrong = append(wrong, lists...)
	slices.Sort(wrong)
	return listed, wrong, c.verifySecrets(ctx)
}

// compareList lists the target, and returns what is not there with its size.
func (c *Copier) compareList(ctx context.Context, want map[string]expectedObject) (listed int, wrong map[string]expectedObject,
	err error) {
	wrong = maps.Clone(want)
	for _, prefix := range listPrefixes(want) {
		err := c.target.List(ctx, prefix, func(key string, size int64) error {
			if w, ok := wrong[key]; ok && (w.entry.Size == size || w.entry.Size < 0) {
				delete(wrong, key)
				listed++
			}
			return nil
		})
		if err != nil {
			return 0, nil, fmt.Errorf("list what %s has: %w", c.target, err)
		}
	}
	return listed, wrong, nil
}

// listPrefixes returns below what all of some objects lie.
func listPrefixes(want map[string]expectedObject) []string {
	prefixes := []string{copiesAt, blobsAt}
	for key := range want {
		rest, sealed := strings.CutPrefix(key, sealedAt)
		sheet, _, _ := strings.Cut(rest, "/")
		if root := rootOf(sheet); sealed && !slices.Contains(prefixes, root) {
			prefixes = append(prefixes, root)
		}
	}
	return prefixes
}

// verifyLists reads the watermark and the lists of contents that it needs. Where they are not as they were written, the next
// round writes all of them again.
func (c *Copier) verifyLists(ctx context.Context) (wrong []string, err error) {
	c.mu.Lock()
	want, claim := c.mark, c.grant.claim
	c.mu.Unlock()
	if want.Manifest == "" {
		return nil, nil // nothing was copied yet
	}
	there, err := readWatermark(ctx, c.target, &claim)
	key := claim.folder() + watermarkKey
	if err == nil && !there.Time.Before(want.Time) {
		key = claim.folder() + manifestsAt + there.Manifest + ".json"
		_, err = readObjects(ctx, c.target, &claim, there.Manifest, there.Hash)
	} else if err == nil {
		err = errDamaged // an older one took its place
	}
	if err == nil || !errors.Is(err, errDamaged) && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deltas, c.fullScan = maxDeltas, true
	return []string{key}, nil
}

// expectedObjects returns what has to be at the target, by the keys there: what is known and what kept moments need, without the large
// contents that are on their way, of which the watermark says that they are not there yet.
func (c *Copier) expectedObjects(ctx context.Context) (map[string]expectedObject, error) {
	if err := c.loadKnown(ctx); err != nil {
		return nil, err
	}
	onTheirWay := map[string]bool{}
	for _, key := range c.sender.pendingKeys() { // read first: an object may arrive while the target is listed
		onTheirWay[key] = true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	all := maps.Clone(c.needed)
	if all == nil {
		all = map[string]expectedObject{}
	}
	for k, e := range c.known {
		all[e.key(&c.grant.claim, k)] = expectedObject{k, e}
	}
	maps.DeleteFunc(all, func(_ string, w expectedObject) bool { return onTheirWay[w.object] })
	return all, nil
}

// repairObject sends an object again that is missing or damaged at the target. One that is not here any more, or not as it was, is
// lost: it is noted, and no longer counted on.
func (c *Copier) repairObject(ctx context.Context, key string, w expectedObject) error {
	c.away.noteDamageAt(c.target.String(), w.object)
	healed, err := c.resendObject(ctx, key, w)
	if err != nil && isUseless(err) && c.blobs.IsAway(w.object) && c.away.isAtNoTarget(ctx, w.object) {
		err = nil // it is nowhere any more
	}
	if err != nil {
		return fmt.Errorf("copy %s again: %w", key, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropProof(key)
	lost := slices.DeleteFunc(c.grant.record.Lost, func(k string) bool { return k == key })
	if !healed {
		if len(lost) < maxLost {
			lost = append(lost, key)
		}
		if c.known[w.object] == w.entry {
			c.removeKnown(w.object)
		}
	}
	c.grant.record.Lost = lost
	return c.grant.record.save(c.owner.dir)
}

const maxLost = 1000

func (c *Copier) resendObject(ctx context.Context, key string, w expectedObject) (bool, error) {
	if !w.isComparable() {
		return false, nil
	}
	o, err := c.blobs.FindObject(w.object)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	hash, size, err := hashObject(o)
	if err != nil {
		return false, err
	}
	now := Entry{Size: size, Hash: hash, In: w.entry.In}
	if w.entry.Hash != "" && now != w.entry && !isLarge(w.object) {
		return false, nil
	}
	in, err := o.Open()
	if err != nil {
		return false, err
	}
	err = c.target.Put(ctx, key, in, o.Size)
	if err = errors.Join(err, in.Close()); err != nil {
		return false, err
	}
	if isLarge(w.object) { // its file may have been written again here since it was listed
		c.mu.Lock()
		defer c.mu.Unlock()
		c.addKnown(w.object, now)
	}
	return true, nil
}

// verifySecrets has the keys sent again when the target has others, or none.
func (c *Copier) verifySecrets(ctx context.Context) error {
	c.mu.Lock()
	c.secrets = nil
	c.mu.Unlock()
	return c.copySecrets(ctx)
}

// LostObjects returns the objects at the target that are missing or damaged and could not be sent again.
func (c *Copier) LostObjects() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.grant.record.Lost)
}

const (
	readBackPeriod   = 25 * 24 * time.Hour // each object is read back within this time, which leaves room within 30 days
	readBackMin      = 64 << 20            // bytes of an hour at least
	readBackInterval = time.Hour
	proofsEach       = 1 << 30 // bytes that are read until the proofs are saved
)

// ReadBack reads objects of the target and hashes them: those that were not proven within 25 days, as many bytes as it takes to
// read all within that time when it is called each hour. Damaged ones are sent again where the store has them, and returned.
func (c *Copier) ReadBack(ctx context.Context) (damaged []string, err error) {
	return c.proveObjects(ctx, time.Now().Add(-readBackPeriod), false)
}

// ReadAllBack reads all objects that were not proven since, however many they are. What it proved before it was stopped counts.
func (c *Copier) ReadAllBack(ctx context.Context, since time.Time) (damaged []string, err error) {
	return c.proveObjects(ctx, since, true)
}

func (c *Copier) proveObjects(ctx context.Context, since time.Time, all bool) (damaged []string, err error) {
	c.upkeepMu.Lock()
	defer c.upkeepMu.Unlock()
	want, err := c.expectedObjects(ctx)
	if err != nil {
		return nil, err
	}
	c.loadProofs()
	budget := max(sumSizes(want)/int64(readBackPeriod/readBackInterval), readBackMin)
	var failed error
	unsaved := int64(0)
	for _, key := range c.leastProven(want) {
		w := want[key]
		if !all && budget < 0 || c.provenAt(key).After(since) {
			break
		}
		budget -= max(w.entry.Size, 0)
		sound, err := c.isIntact(ctx, key, w, nil)
		if ctx.Err() != nil {
			return damaged, errors.Join(ctx.Err(), c.saveProofs(want))
		}
		if unsaved += max(w.entry.Size, 0); unsaved > proofsEach {
			unsaved = 0
			failed = errors.Join(failed, c.saveProofs(want))
		}
		if err != nil { // as of a bad sector: the next ones are read even so
			failed = errors.Join(failed, fmt.Errorf("read %s back: %w", key, err))
		}
		if sound {
			c.addProof(key)
			continue
		}
		damaged = append(damaged, key)
		if err := c.repairObject(ctx, key, w); err != nil {
			return damaged, errors.Join(failed, err)
		}
	}
	return damaged, errors.Join(failed, c.saveProofs(want))
}

func sumSizes(want map[string]expectedObject) int64 {
	total := int64(0)
	for _, w := range want {
		total += max(w.entry.Size, 0)
	}
	return total
}

// isIntact reads an object back. Where it was copied by an earlier program, without a hash, it is compared with the one here.
// pause is asked before each read, to let others go first; nil for none.
func (c *Copier) isIntact(ctx context.Context, key string, w expectedObject, pause func(context.Context, int) error) (bool, error) {
	hash, n, err := hashAt(ctx, c.target, key, pause)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDamaged) {
		return false, nil
	}
	if err != nil || w.entry.Hash != "" {
		return hash == w.entry.Hash && n == w.entry.Size, err
	}
	if !w.isComparable() {
		return true, nil
	}
	o, err := c.blobs.FindObject(w.object)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil // nothing to compare it with any more
	}
	if err != nil {
		return false, err
	}
	here, size, err := hashObject(o)
	return here == hash && size == n, err
}

func hashObject(o blobstore.Object) (string, int64, error) {
	in, err := o.Open()
	if err != nil {
		return "", 0, err
	}
	return hashStream(in)
}

func hashAt(ctx context.Context, t Target, key string, pause func(context.Context, int) error) (string, int64, error) {
	in, err := t.Get(ctx, key)
	if err != nil {
		return "", 0, err
	}
	if pause != nil {
		return hashStream(&pausingStream{pausingReader{ctx: ctx, r: in, pause: pause}, in})
	}
	return hashStream(in)
}

// pausingStream reads with pauses, and closes what it reads.
type pausingStream struct {
	pausingReader
	io.Closer
}

// hashStream reads a stream to its end and closes it.
func hashStream(in io.ReadCloser) (string, int64, error) {
	h := blake3.New(32, nil)
	n, err := io.Copy(h, in)
	return halfDigest(blobstore.Digest(h.Sum(nil))), n, errors.Join(err, in.Close())
}
