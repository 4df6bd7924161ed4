package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"anbar/blobstore"
)

// failureReader remembers why reading failed.
type failureReader struct {
	io.ReadCloser
	failed error
}

// Read implements io.Reader.
func (f *failureReader) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		f.failed = err
	}
	return n, err
}

// lostError reports an object that is not on the disk, and that no target has undamaged.
type lostError struct{ err error }

// Error implements error.
func (e *lostError) Error() string { return "no target has it undamaged: " + e.err.Error() }

// explainFailure makes a lostError of the failure of a copy, where the object could not be read because it is nowhere any more.
func (c *Copier) explainFailure(ctx context.Context, key string, reading, err error) error {
	if reading != nil && isUseless(reading) && c.blobs.IsAway(key) && c.away.isAtNoTarget(ctx, key) {
		return &lostError{reading}
	}
	return err
}

// checkAway fails with a lostError when an object that is not on the disk, and was just copied from a target, is not what was sent there.
// The next time another target is read.
func (c *Copier) checkAway(o blobstore.Object, e Entry) error {
	if e.Size != o.Size || isLarge(o.Key) || !c.blobs.IsAway(o.Key) || c.away.isWhatWasSent(o.Key, e.Hash) {
		return nil
	}
	c.blobs.DiscardAway(o.Key)
	return &lostError{fmt.Errorf("%w: %s", blobstore.ErrCorrupt, o.Key)}
}

// noteLost remembers that a target should have an object and cannot get it.
func (c *Copier) noteLost(key string) {
	c.log.Error("no target has an undamaged copy of an object that is not on the disk", "target", c.target.String(), "key", key)
	c.mu.Lock()
	defer c.mu.Unlock()
	if lost := c.grant.record.Lost; len(lost) < maxLost && !slices.Contains(lost, key) {
		c.grant.record.Lost = append(lost, key)
	}
}
