package imports

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/quota"
	"anbar/app/drive/files"
	"anbar/app/drive/imports/source"
	"anbar/blobstore"
	"anbar/db"
)

// fetchedItem is an item whose content is here, or which does not come.
type fetchedItem struct {
	row      *db.ImportItem
	item     *source.Item
	prior    *priorContent // its content in a run before
	reason   *fault.Fault  // why it does not come
	contents []*content    // the oldest first; none of a directory
	releases []func()
}

func (a *fetchedItem) release() {
	for _, free := range a.releases {
		free()
	}
	a.releases = nil
}

// memorySize is how many bytes of it wait in memory.
func (a *fetchedItem) memorySize() (n int64) {
	for _, c := range a.contents {
		n += int64(len(c.small))
	}
	return n
}

// content is one content of a file: small ones are in memory, others in the store.
type content struct {
	files.Content
	small []byte
	etag  string
}

// readOne reads an item. It returns an arrival, or the error of a try that came to nothing.
func (w *pass) readOne(ctx context.Context, row *db.ImportItem) (*fetchedItem, error) {
	places := w.s.reads
	if w.imp.Rate > 0 {
		places = w.s.pacedReads
	}
	release, err := places.Acquire(ctx, limits.Owner{Person: int64(w.imp.User)}, 1)
	if err != nil {
		return nil, err
	}
	defer release()
	it, was, err := decodeItem(row)
	if err != nil {
		return nil, err
	}
	a := &fetchedItem{row: row, item: it, prior: was}
	if it.Directory {
		return a, nil
	}
	if there, err := w.shouldSkip(ctx, it); err != nil || there {
		a.reason = fault.DuplicateField
		return a, err
	}
	return w.readContents(ctx, a)
}

// readContents reads the contents of an item, and releases what came when they do not all come.
func (w *pass) readContents(ctx context.Context, a *fetchedItem) (*fetchedItem, error) {
	shown := w.progress.startItem(a.row)
	defer w.progress.endItem(shown)
	err := w.readAll(ctx, a, shown)
	if err == nil {
		return a, nil
	}
	a.release()
	if reason := itemFault(err); reason != nil {
		return &fetchedItem{row: a.row, item: a.item, reason: reason}, nil
	}
	return nil, err
}

// readAll reads the older contents of an item and then the newest one.
func (w *pass) readAll(ctx context.Context, a *fetchedItem, shown *itemProgress) error {
	all := []source.Item{*a.item}
	if versioned, ok := w.src.(source.VersionLister); ok && a.item.Versions {
		older, err := versioned.ListVersions(ctx, a.item)
		if err != nil {
			return err
		}
		older = newerThan(older, a.prior)
		all = append(older[max(0, len(older)-limits.ImportVersions):], all...)
	}
	for i := range all {
		c, err := w.readContent(ctx, a, &all[i], len(all)-1-i, shown)
		if err != nil && i < len(all)-1 && itemFault(err) != nil {
			continue // the file comes without that version
		}
		if err != nil {
			return err
		}
		a.contents = append(a.contents, c)
	}
	return nil
}

const maxChanges = 3 // that one try of an item puts up with

// readContent reads one content; age is how many newer ones there are.
func (w *pass) readContent(ctx context.Context, a *fetchedItem, it *source.Item, age int, shown *itemProgress) (*content, error) {
	for tries := 0; ; tries++ {
		r := &reader{w: w, ctx: ctx, it: it, progress: shown}
		c, err := w.readOnce(ctx, a, r, age)
		err = errors.Join(err, r.close())
		if !errors.Is(err, source.ErrChanged) {
			return c, err
		}
		if tries == maxChanges {
			return nil, fmt.Errorf("the item changes again and again: %w", errChanging)
		}
	}
}

var errChanging = errors.New("it is being changed at the source")

func (w *pass) readOnce(ctx context.Context, a *fetchedItem, r *reader, age int) (*content, error) {
	if r.it.Size > blobstore.SmallMax {
		return w.readLarge(ctx, a, r, age)
	}
	if err := r.open(0); err != nil {
		return nil, err
	}
	if r.size > blobstore.SmallMax {
		return w.readLarge(ctx, a, r, age)
	}
	return w.readSmall(ctx, a, r)
}

// readSmall reads a content into memory. One whose size is not known may turn out to be large.
func (w *pass) readSmall(ctx context.Context, a *fetchedItem, r *reader) (*content, error) {
	room := r.size
	if room < 0 {
		room = blobstore.SmallMax + 1
	}
	free, err := w.s.memory.Acquire(ctx, limits.Owner{Person: int64(w.imp.User)}, max(room, 1))
	if err != nil {
		return nil, err
	}
	a.releases = append(a.releases, free)
	var b bytes.Buffer
	b.Grow(int(room))
	n, err := io.Copy(&b, io.LimitReader(r, room))
	if err != nil {
		return nil, err
	}
	if n > blobstore.SmallMax {
		return w.readUnsized(ctx, a, r, b.Bytes())
	}
	if err := r.checkEnd(); err != nil {
		return nil, err
	}
	return r.finishContent(b.Bytes())
}

// readUnsized reads a large content whose size is not known.
func (w *pass) readUnsized(ctx context.Context, a *fetchedItem, r *reader, begun []byte) (*content, error) {
	free, err := w.checkRoom(ctx, 0)
	if err != nil {
		return nil, err
	}
	most := &io.LimitedReader{R: io.MultiReader(bytes.NewReader(begun), r), N: free + 1}
	stored, lease, err := w.s.Blobs.PutReader(ctx, most)
	if err != nil {
		return nil, err
	}
	a.releases = append(a.releases, lease.Release)
	if stored.Size > free {
		return nil, fault.QuotaExceeded
	}
	return r.newStoredContent(stored)
}

// newStoredContent is the content that was read into a blob.
func (r *reader) newStoredContent(b blobstore.PutResult) (*content, error) {
	c, err := r.finishContent(nil)
	if err == nil {
		c.Hash, c.Size = db.Hash(b.Digest), b.Size
	}
	return c, err
}

// checkRoom returns how many bytes may come, and refuses a size that does not fit.
func (w *pass) checkRoom(ctx context.Context, size int64) (int64, error) {
	free, err := w.s.Blobs.FreeBytes()
	if err != nil {
		return 0, err
	}
	if size > free {
		return 0, fault.ImportItemTooLarge
	}
	err = w.s.DB.View(ctx, func(v *db.View) error {
		dir, err := w.loadTarget(v, w.imp)
		if err != nil {
			return err
		}
		free = quota.FreeBytes(dir.Space, free)
		return nil
	})
	if err == nil && size > free {
		err = fault.QuotaExceeded
	}
	return free, err
}

const partSize = 1 << 20 // of large contents: less of one is read again after a stop

// readLarge reads a large content part by part. What is here stays, and the next try goes on behind it.
func (w *pass) readLarge(ctx context.Context, a *fetchedItem, r *reader, age int) (*content, error) {
	name := partsName(w.id, a.row.ID, age)
	size := r.expectedSize()
	if _, err := w.checkRoom(ctx, size); err != nil {
		return nil, err
	}
	session, err := w.s.openSession(ctx, name, size)
	if err != nil {
		return nil, err
	}
	if err := readParts(ctx, r, session, size); err != nil {
		return nil, err
	}
	digest, lease, err := session.Seal(ctx, nil)
	if err != nil {
		return nil, err
	}
	a.releases = append(a.releases, lease.Release)
	if err := w.hashStored(ctx, r, digest); err != nil {
		return nil, err
	}
	return r.newStoredContent(blobstore.PutResult{Digest: digest, Size: size})
}

// readParts reads the parts of a content that a session lacks.
func readParts(ctx context.Context, r *reader, session *blobstore.Session, size int64) error {
	_, first := session.ListParts()
	if first > 0 || !r.isOpen() {
		err := r.reopen(min(int64(first)*partSize, size))
		if err == nil && r.size != size {
			err = source.ErrChanged
			r.it.Size = r.size
		}
		if errors.Is(err, source.ErrChanged) {
			return errors.Join(err, session.Abort(ctx))
		}
		if err != nil {
			return err
		}
	}
	for n := first; int64(n)*partSize < size; n++ {
		if err := session.WritePart(ctx, n, io.LimitReader(r, min(partSize, size-int64(n)*partSize))); err != nil {
			return abortIfChanged(ctx, session, err)
		}
	}
	if err := r.checkEnd(); err != nil {
		return abortIfChanged(ctx, session, err)
	}
	return nil
}

// openSession returns the session of a large content, with its parts that are here already.
func (s *Service) openSession(ctx context.Context, name string, size int64) (*blobstore.Session, error) {
	session, err := s.Blobs.BeginSession(ctx, name, size, partSize)
	if !errors.Is(err, blobstore.ErrSessionMismatch) {
		return session, err
	}
	if old, err := s.Blobs.FindSession(name); err == nil {
		if err := old.Abort(ctx); err != nil {
			return nil, err
		}
	}
	return s.Blobs.BeginSession(ctx, name, size, partSize)
}

// abortIfChanged gives up what came when it belongs to a content that is gone.
func abortIfChanged(ctx context.Context, session *blobstore.Session, err error) error {
	if errors.Is(err, source.ErrChanged) || itemFault(err) != nil {
		return errors.Join(err, session.Abort(ctx))
	}
	return err
}

// hashStored computes the sums of a content of which parts were here already.
func (w *pass) hashStored(ctx context.Context, r *reader, digest blobstore.Digest) error {
	if r.from == 0 || len(r.sums) == 0 {
		return nil
	}
	blob, err := w.s.Blobs.Open(ctx, digest)
	if err != nil {
		return err
	}
	all := blob.NewReader()
	r.resetSums()
	_, err = io.Copy(r.newHashWriter(), all)
	return errors.Join(err, all.Close())
}

// modifiedAt is when a content was changed at its source.
func modifiedAt(info *source.Info, it *source.Item) time.Time {
	if at := files.ContentTime(info.ModifiedAt); !at.IsZero() {
		return at
	}
	return files.ContentTime(it.ModifiedAt)
}
