package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"anbar/blobstore"
)

// FetchContent gets a content from the target that is damaged here: the object of a large one, or a small one out of the pack that it is
// in here. It fails with fs.ErrNotExist where the target does not have it.
func (k *Runner) FetchContent(ctx context.Context, d blobstore.Damage) (io.ReadCloser, error) {
	k.mu.Lock()
	c := k.copier
	k.mu.Unlock()
	if c == nil {
		return nil, errors.New("the target was not looked at yet")
	}
	in, err := c.fetchContent(ctx, d)
	if errors.Is(err, fs.ErrNotExist) { // of a disk that is not mounted, perhaps
		if gone := c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy); gone != nil {
			return nil, gone
		}
	}
	return in, err
}

func (c *Copier) fetchContent(ctx context.Context, d blobstore.Damage) (io.ReadCloser, error) {
	pack, isSmall := d.FindPack()
	if !isSmall {
		return c.target.Get(ctx, c.grant.claim.root()+blobsAt+blobstore.LargeKey(d.Digest))
	}
	b, err := c.fetchRecord(ctx, pack, d)
	if err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

// fetchRecord reads a record of a pack from the objects that hold it: all of them, until one has it undamaged.
func (c *Copier) fetchRecord(ctx context.Context, pack uint32, d blobstore.Damage) ([]byte, error) {
	if err := c.loadKnown(ctx); err != nil {
		return nil, err
	}
	holders := map[string]int64{} // keys, with how far the record is from the beginning
	c.mu.Lock()
	for object, e := range c.known {
		if r, ok := blobstore.ParsePackRange(object); ok {
			if r.Pack == pack && r.From <= d.Offset && d.Offset < r.To {
				holders[e.key(&c.grant.claim, object)] = d.Offset - r.From
			}
		} else if id, ok := blobstore.ParsePackKey(object); ok && id == pack {
			holders[e.key(&c.grant.claim, object)] = d.Offset
		}
	}
	c.mu.Unlock()
	failed := fmt.Errorf("%w: the target has no copy of the pack %d there", fs.ErrNotExist, pack)
	for key, before := range holders {
		b, err := c.readRecord(ctx, key, before, d.Digest)
		if err == nil || ctx.Err() != nil {
			return b, err
		}
		failed = fmt.Errorf("%s: %w", key, err)
	}
	return nil, failed
}

func (c *Copier) readRecord(ctx context.Context, key string, before int64, d blobstore.Digest) ([]byte, error) {
	in, err := c.target.Get(ctx, key)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if _, err := io.CopyN(io.Discard, in, before); err != nil {
		return nil, err
	}
	return blobstore.ReadPackRecord(in, d)
}
