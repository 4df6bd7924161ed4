package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"slices"
	"sync"
	"time"

	"anbar/blobstore"
	"anbar/db"

	"lukechampine.com/blake3"
)

// Copier keeps the contents' part of an epoch up to date.
type Copier struct {
	target    Target
	owner     *epochOwner
	grant     *epochGrant
	blobs     *blobstore.Store
	away      *AwayReader // nil where everything is on the disk
	retention time.Duration
	version   string
	log       *slog.Logger
	sender    *sender

	roundMu  sync.Mutex // one round at a time
	alone    bool       // nobody waits for a round, which waits for large contents
	upkeepMu sync.Mutex // one of Prune, Verify and ReadBack at a time; taken before rounds

	mu        sync.Mutex // for what follows
	known     map[string]Entry
	ranges    map[uint32]map[int64]int64 // of packs at the target: where ranges begin and end
	learned   bool
	arrivals  *blobstore.Arrivals // new large contents; nil when each round looks at all
	fullScan  bool                // all large contents have to be looked at
	last      Manifest
	hash      string // of the last manifest
	listed    map[string]Entry
	deltas    int
	lastWhole time.Time // of the last manifest without a base
	mark      Watermark
	secrets   []byte                    // that the target has
	proofs    map[uint64]int64          // when objects were last read back; nil until it is loaded
	needed    map[string]expectedObject // what kept moments need, as of the last Prune, by keys of the target
	present   map[string]int64          // large contents that an interrupted reseal left there, with their sizes
	resealed  bool                      // everything was read back after it was sealed anew
	rolled    bool                      // the target showed an older state, and was not looked at since
}

func newCopier(t Target, o *epochOwner, g *epochGrant, blobs *blobstore.Store, keep time.Duration, log *slog.Logger) *Copier {
	c := &Copier{
		target: t, owner: o, grant: g, blobs: blobs, retention: keep, version: o.version, log: log, fullScan: true,
		mark:  Watermark{Number: g.record.Held.Number},
		known: map[string]Entry{}, ranges: map[uint32]map[int64]int64{}, listed: map[string]Entry{},
	}
	c.sender = newSender(c)
	return c
}

// Report says what a copy did.
type Report struct {
	Objects int
	Bytes   int64
	Time    time.Time // every content that was named before then is at the target, but for the pending ones
	Pending int       // large contents that are on their way
	Listed  int       // objects that were found at the target with their sizes
	Healed  int       // objects that were missing there, or of another size, and were sent again
}

const (
	maxDeltas = 200 // then a manifest is written whole again
	wholeAge  = 24 * time.Hour

	// A round that takes longer leaves further large contents to the sender, so that the watermark moves on.
	roundTime  = 3 * time.Second
	promptSize = 16 << 20 // large contents up to this size are part of a round
	maxPending = 1000     // keys in a watermark
)

// CopyAll is Copy, and waits for the large contents that were on their way then. Other rounds go on meanwhile.
func (c *Copier) CopyAll(ctx context.Context, database func(context.Context) (uint64, error)) (Report, error) {
	r, err := c.Copy(ctx, database)
	if err != nil || r.Pending == 0 {
		return r, err
	}
	if err := c.sender.waitFor(ctx, c.sender.pendingKeys()); err != nil {
		return r, fmt.Errorf("copy contents to %s: %w", c.target, err)
	}
	last, err := c.Copy(ctx, database) // which lists them
	r.Objects, r.Bytes = r.Objects+last.Objects, r.Bytes+last.Bytes
	if err == nil && last.Pending == 0 {
		r.Time = last.Time
	}
	r.Pending = 0 // of those from before its time
	return r, err
}

// Copy brings the target up to date: first database, which returns once the target has every change of the database and
// at which position, then the contents, then the watermark that says so. Large contents go on in the background.
func (c *Copier) Copy(ctx context.Context, database func(context.Context) (uint64, error)) (r Report, err error) {
	c.roundMu.Lock()
	defer c.roundMu.Unlock()
	defer func() {
		if err != nil {
			c.requestFullScan() // of what it came across nothing is remembered
		}
	}()
	if err := c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy); err != nil {
		return r, err
	}
	if err := c.loadKnown(ctx); err != nil {
		return r, fmt.Errorf("see what %s has: %w", c.target, err)
	}
	if err := c.copySecrets(ctx); err != nil {
		return r, err
	}
	position, err := database(ctx)
	if err != nil {
		return r, err
	}
	// A row is committed after its content is stored. So what the database held
	// before this moment names only contents that the walk below comes across.
	r.Time = time.Now().UTC()
	if err := c.blobs.CutRanges(ctx); err != nil {
		return r, err
	}
	mark := Watermark{Time: r.Time, Position: position, Version: c.version, Schema: db.LatestSchema(), Keys: c.keysNumber()}
	if c.grant.claim.Sheet != "" {
		mark.Name = c.owner.name
	}
	now, err := c.copyContents(ctx, &r, &mark)
	if err != nil {
		return r, fmt.Errorf("copy contents to %s: %w", c.target, err)
	}
	// The target may have gone meanwhile, and what was written since lies elsewhere.
	if err := c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy); err != nil {
		return r, err
	}
	if err := c.publishManifest(ctx, now, mark); err != nil {
		return r, fmt.Errorf("move the watermark of %s: %w", c.target, err)
	}
	return r, nil
}

func (c *Copier) copyContents(ctx context.Context, r *Report, m *Watermark) (map[string]Entry, error) {
	c.sender.setYielded(true)
	now, err := c.copyObjects(ctx, r)
	c.sender.setYielded(false)
	if err == nil && (c.alone || c.isFirstOfReseal()) {
		err = c.sender.waitFor(ctx, c.sender.pendingKeys())
	}
	if err != nil {
		return nil, err // what was sent stays for the next round
	}
	c.sender.collect(now, r, m)
	return now, nil
}

// loadKnown reads which objects the target has, unless that is known. The objects of an earlier epoch count, too.
func (c *Copier) loadKnown(ctx context.Context) error {
	c.mu.Lock()
	learned := c.learned
	c.mu.Unlock()
	if learned {
		return nil
	}
	known := map[string]Entry{}
	if g := c.grant; g.before != nil && g.mark != nil {
		there, err := readObjects(ctx, c.target, g.before, g.mark.Manifest, g.mark.Hash)
		if errors.Is(err, errDamaged) || errors.Is(err, fs.ErrNotExist) {
			c.log.Warn("the list of contents at the backup target is damaged; contents are copied anew", "target", c.target.String(),
				"error", err)
			there = nil
		} else if err != nil {
			return err
		}
		own := *g.before == g.claim
		for k, e := range there {
			_, ranged := blobstore.ParsePackRange(k)
			switch {
			case !isLarge(k) && (g.before.Epoch == 0 || ranged && !g.grown):
				continue // the same key may stand for other bytes
			case !isLarge(k) && !own && e.In == "":
				e.In = g.before.folderName()
			}
			known[k] = e
		}
	}
	present, err := c.listPresent(ctx)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, e := range known {
		c.addKnown(k, e)
	}
	c.present = present
	c.learned = true
	c.deltas = maxDeltas // the first manifest of a process is a whole one
	return nil
}

// addKnown remembers that the target has an object. The caller holds the lock.
func (c *Copier) addKnown(key string, e Entry) {
	c.known[key] = e
	if r, ok := blobstore.ParsePackRange(key); ok {
		if c.ranges[r.Pack] == nil {
			c.ranges[r.Pack] = map[int64]int64{}
		}
		c.ranges[r.Pack][r.From] = max(r.To, c.ranges[r.Pack][r.From])
	}
}

// removeKnown drops what is believed of an object, so that it is sent again. The caller holds the lock.
func (c *Copier) removeKnown(key string) {
	delete(c.known, key)
	if r, ok := blobstore.ParsePackRange(key); ok {
		delete(c.ranges[r.Pack], r.From)
	}
	c.fullScan = true
}

// copyObjects copies what the target lacks and returns all keys of now. Large contents that would take long are left to
// the sender.
func (c *Copier) copyObjects(ctx context.Context, r *Report) (map[string]Entry, error) {
	began := time.Now()
	now := map[string]Entry{}
	objects, complete := c.listObjects(ctx)
	if !complete {
		c.mu.Lock()
		for k, e := range c.listed {
			if isLarge(k) {
				now[k] = e
			}
		}
		c.mu.Unlock()
	}
	for o, err := range objects {
		if err != nil {
			return nil, err
		}
		for _, p := range c.missingPieces(o, now) {
			if isLarge(o.Key) && (o.Size > promptSize || time.Since(began) > roundTime) {
				c.sender.enqueue(o)
				continue
			}
			e, err := c.copyPiece(ctx, o, p, nil)
			if errors.As(err, new(*lostError)) { // all else is copied even so, and the trouble is told
				c.noteLost(e.key(&c.grant.claim, o.Key))
				continue
			}
			if err != nil {
				return nil, err
			}
			now[p.key] = e
			r.Objects++
			r.Bytes += p.to - p.from
		}
	}
	return now, nil
}

// listObjects returns the objects to look at. Unless complete, of the large ones only those are among them that are new.
func (c *Copier) listObjects(ctx context.Context) (objects iter.Seq2[blobstore.Object, error], complete bool) {
	c.mu.Lock()
	// What is deleted here is only seen by a look at all, which comes with each list that is written whole.
	complete = c.fullScan || c.arrivals == nil || c.deltas >= maxDeltas || time.Since(c.lastWhole) >= wholeAge
	c.fullScan = false
	c.mu.Unlock()
	var fresh []blobstore.Digest
	if c.arrivals != nil {
		some, all := c.arrivals.Drain()
		fresh, complete = some, complete || !all
	}
	if complete {
		c.sender.clearFailed()
		return c.blobs.Objects(ctx), true
	}
	return c.blobs.ObjectsSince(ctx, fresh), false
}

// hasWork reports whether a round has something to do although the database has not changed.
func (c *Copier) hasWork() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fullScan
}

// requestFullScan has the next round look at all large contents.
func (c *Copier) requestFullScan() {
	c.mu.Lock()
	c.fullScan = true
	c.mu.Unlock()
}

// piece is a stretch of an object that goes to the target under a key of its own.
type piece struct {
	key      string
	from, to int64
}

// missingPieces returns what of an object the target lacks, and notes in now under
// which keys the rest of it is there. Of a pack that was copied in
// ranges while it grew only the end is new; the sender sends the whole of it later.
func (c *Copier) missingPieces(o blobstore.Object, now map[string]Entry) []piece {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.known[o.Key]; ok {
		now[o.Key] = e
		return nil
	}
	id, sealed := blobstore.ParsePackKey(o.Key)
	if !sealed || len(c.ranges[id]) == 0 {
		return []piece{{o.Key, 0, o.Size}}
	}
	at := int64(0)
	for to := c.ranges[id][at]; to > at && to <= o.Size; to = c.ranges[id][at] {
		key := blobstore.PackRange{Pack: id, From: at, To: to}.Key()
		now[key] = c.known[key]
		at = to
	}
	c.sender.enqueue(o)
	if at == o.Size {
		return nil
	}
	return []piece{{blobstore.PackRange{Pack: id, From: at, To: o.Size}.Key(), at, o.Size}}
}

// copyPiece sends a stretch of an object. slow is asked before each read, to let others go first; nil for none.
func (c *Copier) copyPiece(ctx context.Context, o blobstore.Object, p piece, slow func(context.Context, int) error) (Entry, error) {
	opened, err := o.Open()
	if err != nil {
		return Entry{}, c.explainFailure(ctx, o.Key, err, err)
	}
	in := &failureReader{ReadCloser: opened}
	if _, err := io.CopyN(io.Discard, in, p.from); err != nil {
		return Entry{}, errors.Join(c.explainFailure(ctx, o.Key, in.failed, err), in.Close())
	}
	h := blake3.New(32, nil)
	var body io.Reader = io.TeeReader(io.LimitReader(in, p.to-p.from), h)
	if slow != nil {
		body = &pausingReader{ctx: ctx, r: body, pause: slow}
	}
	e := Entry{Size: p.to - p.from}
	if c.isPresent(p.key, e.Size) {
		_, err = io.Copy(io.Discard, body)
	} else {
		err = c.target.Put(ctx, e.key(&c.grant.claim, p.key), body, e.Size)
	}
	if err = errors.Join(err, in.Close()); err != nil {
		return e, c.explainFailure(ctx, o.Key, in.failed, err)
	}
	e.Hash = halfDigest(blobstore.Digest(h.Sum(nil)))
	if err := c.checkAway(o, e); err != nil {
		return e, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.addKnown(p.key, e)
	at := e.key(&c.grant.claim, p.key)
	c.grant.record.Lost = slices.DeleteFunc(c.grant.record.Lost, func(key string) bool { return key == at })
	return e, nil
}

// pausingReader reads with pauses.
type pausingReader struct {
	ctx   context.Context
	r     io.Reader
	pause func(context.Context, int) error
}

const pausingStep = 128 << 10

// Read implements io.Reader.
func (s *pausingReader) Read(p []byte) (int, error) {
	p = p[:min(len(p), pausingStep)]
	if err := s.pause(s.ctx, len(p)); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}
