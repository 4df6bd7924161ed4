package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"time"

	"anbar/blobstore"
)

// Repairer gets contents from the target that are damaged here, for a scrub of the store. It is used by one goroutine.
type Repairer struct {
	k      *Runner
	sheets []string                    // of the epochs of this appliance, that of now first; nil before they are asked for
	large  map[string]map[string]int64 // sizes of the objects of large contents, by sheet

	pack    uint32
	holders []packHolder // of the pack; the one that was good last comes first

	key string // of the pack, or range of one, that is being read; empty for none
	in  io.ReadCloser
	at  int64
}

// NewRepairer makes one. It has to be closed.
func (k *Runner) NewRepairer() *Repairer {
	return &Repairer{k: k, large: map[string]map[string]int64{}}
}

// Close ends reading.
func (r *Repairer) Close() error {
	if r.key == "" {
		return nil
	}
	r.key = ""
	return r.in.Close()
}

// Fetch returns the object of a large content with its size, or a small content out of the pack that it is in here; blobs that are asked
// for in the order of their places are read from the target once. It fails with fs.ErrNotExist where the target does not have it, and with
// blobstore.ErrCorrupt where it is damaged there.
func (r *Repairer) Fetch(ctx context.Context, d blobstore.Damage) (io.ReadCloser, int64, error) {
	r.k.mu.Lock()
	c := r.k.copier
	r.k.mu.Unlock()
	if c == nil {
		return nil, 0, errors.New("the target was not looked at yet")
	}
	if pack, isSmall := d.FindPack(); isSmall {
		b, err := r.fetchRecord(ctx, c, pack, d)
		if err != nil {
			return nil, 0, err
		}
		return io.NopCloser(bytes.NewReader(b)), int64(len(b)), nil
	}
	return r.fetchLargeObject(ctx, c, blobstore.LargeKey(d.Digest))
}

// fetchLargeObject looks below the sheet of this epoch first, then below those of the others, which hold it until a reseal is complete.
func (r *Repairer) fetchLargeObject(ctx context.Context, c *Copier, object string) (io.ReadCloser, int64, error) {
	if err := r.listSheets(ctx, c); err != nil {
		return nil, 0, err
	}
	for _, sheet := range r.sheets {
		if r.large[sheet] == nil {
			large, err := c.listLarge(ctx, sheet)
			if err != nil {
				return nil, 0, err
			}
			r.large[sheet] = large
		}
		if size, ok := r.large[sheet][object]; ok {
			in, err := c.target.Get(ctx, rootOf(sheet)+blobsAt+object)
			if err != nil {
				return nil, 0, asCorrupt(err)
			}
			return &provingReader{in}, size, nil
		}
	}
	return nil, 0, fmt.Errorf("%w: the target has no %s", fs.ErrNotExist, object)
}

func (r *Repairer) listSheets(ctx context.Context, c *Copier) error {
	if r.sheets != nil {
		return nil
	}
	claims, err := readClaims(ctx, c.target)
	if err != nil {
		return err
	}
	r.sheets = []string{c.grant.claim.Sheet}
	for i := range claims {
		if sheet := claims[i].Sheet; c.isOwn(&claims[i]) && !slices.Contains(r.sheets, sheet) {
			r.sheets = append(r.sheets, sheet)
		}
	}
	return nil
}

// Repairers ask one target after the other.
type Repairers []*Repairer

// NewRepairers makes them. They have to be closed. Each hour another target is asked first: what turns out to be damaged while it is read
// comes from another one then.
func NewRepairers(targets ...*Runner) Repairers {
	all := make(Repairers, len(targets))
	for i := range targets {
		all[i] = targets[(i+time.Now().Hour())%len(targets)].NewRepairer()
	}
	return all
}

// Close ends reading.
func (all Repairers) Close() error {
	var failed error
	for _, r := range all {
		failed = errors.Join(failed, r.Close())
	}
	return failed
}

// Fetch is that of Repairer, from the first target that can give the blob. The error is that of the first one.
func (all Repairers) Fetch(ctx context.Context, d blobstore.Damage) (io.ReadCloser, int64, error) {
	var failed error
	for _, r := range all {
		in, size, err := r.Fetch(ctx, d)
		if err == nil || ctx.Err() != nil {
			return in, size, err
		}
		if failed == nil || errors.Is(failed, fs.ErrNotExist) {
			failed = err
		}
	}
	return nil, 0, failed
}

// packHolder is an object that holds a pack, or a range of it.
type packHolder struct {
	key      string
	from, to int64
}

// fetchRecord reads a record of a pack from the objects that hold it, until one has it undamaged. Where one could not be read, that is the
// error, so that it is tried again.
func (r *Repairer) fetchRecord(ctx context.Context, c *Copier, pack uint32, d blobstore.Damage) ([]byte, error) {
	if r.holders == nil || r.pack != pack {
		// A disk that is not mounted has none either.
		if err := c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy); err != nil {
			return nil, err
		}
		r.pack, r.holders = pack, c.listHolders(pack)
	}
	var failed error
	for i, h := range r.holders {
		if d.Offset < h.from || d.Offset >= h.to {
			continue
		}
		b, err := r.readRecord(ctx, c.target, h.key, d.Offset-h.from, d.Digest)
		switch {
		case err == nil:
			r.holders[0], r.holders[i] = r.holders[i], r.holders[0] // it is open
			return b, nil
		case ctx.Err() != nil:
			return nil, err
		case errors.Is(err, fs.ErrNotExist): // it was removed meanwhile
		case failed == nil || !errors.Is(err, blobstore.ErrCorrupt):
			failed = fmt.Errorf("%s: %w", h.key, err)
		}
	}
	if failed == nil {
		failed = fmt.Errorf("%w: the target has no copy of that place of the pack %d", fs.ErrNotExist, pack)
	}
	return nil, failed
}

// listHolders returns what the target has of a pack; not nil.
func (c *Copier) listHolders(pack uint32) []packHolder {
	holders := []packHolder{}
	c.mu.Lock()
	defer c.mu.Unlock()
	for object, e := range c.known {
		if r, ok := blobstore.ParsePackRange(object); ok && r.Pack == pack {
			holders = append(holders, packHolder{e.key(&c.grant.claim, object), r.From, r.To})
		} else if id, ok := blobstore.ParsePackKey(object); ok && id == pack {
			holders = append(holders, packHolder{e.key(&c.grant.claim, object), 0, math.MaxInt64})
		}
	}
	return holders
}

func (r *Repairer) readRecord(ctx context.Context, t Target, key string, offset int64, d blobstore.Digest) ([]byte, error) {
	if r.key != key || r.at > offset {
		if err := r.Close(); err != nil {
			return nil, err
		}
		in, err := t.Get(ctx, key)
		if err != nil {
			return nil, asCorrupt(err)
		}
		r.key, r.in, r.at = key, &provingReader{in}, 0
	}
	in := &countingReader{r: r.in}
	_, err := io.CopyN(io.Discard, in, offset-r.at)
	if errors.Is(err, io.EOF) {
		err = fmt.Errorf("%w: it ends too early", blobstore.ErrCorrupt)
	}
	var b []byte
	if err == nil {
		b, err = blobstore.ReadPackRecord(in, d)
	}
	if r.at += in.n; err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return b, nil
}

// provingReader returns the error of the store for objects that a sealed target finds damaged.
type provingReader struct{ io.ReadCloser }

// Read implements io.Reader.
func (r *provingReader) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	return n, asCorrupt(err)
}

func asCorrupt(err error) error {
	if errors.Is(err, errDamaged) {
		return fmt.Errorf("%w: %w", blobstore.ErrCorrupt, err)
	}
	return err
}
