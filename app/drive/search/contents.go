package search

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"anbar/app/base/pace"
	"anbar/app/base/panics"
	"anbar/blobstore"
	"anbar/db"
	"anbar/db/texts"
	"anbar/decode"
	"anbar/decode/extract"

	"github.com/klauspost/compress/zstd"
)

const (
	minInterval   = time.Second      // between two looks at what was written
	maxInterval   = time.Minute      // and when nothing was
	retryDelay    = 15 * time.Second // after a failure that is not the blob's
	batchSize     = 64               // blobs looked at together
	maxTries      = 3
	maxStoredText = 256 << 10 // bytes of a blob's text, for snippets
	flushSize     = 4 << 20
	spaceTime     = time.Second // of a workspace, then others are looked at
)

// readContents reads new blobs until ctx ends.
func (s *Service) readContents(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() {
		s.repeat(ctx, "look for new contents", func(ctx context.Context) (func(), error) {
			seen := s.db.Commits()
			err := s.enqueueContents(ctx)
			wakeLanes(s.enqueued[:])
			return func() { s.db.WaitForCommit(ctx, seen, maxInterval) }, err
		})
	})
	for lane, enqueued := range s.enqueued {
		all.Go(func() {
			s.repeat(ctx, "read contents for search", func(ctx context.Context) (func(), error) {
				wait := func() {
					select {
					case <-enqueued:
					case <-ctx.Done():
					case <-time.After(pace.Align(maxInterval)):
					}
				}
				return wait, s.readQueue(ctx, lane)
			})
		})
	}
	all.Wait()
}

func wakeLanes(all []chan struct{}) {
	for _, lane := range all {
		select {
		case lane <- struct{}{}:
		default: // it will look anyway
		}
	}
}

// repeat does something until ctx ends, at most once a second. After a failure it waits longer, else by the function that do
// returns: until there may be more to do.
func (s *Service) repeat(ctx context.Context, what string, do func(context.Context) (wait func(), err error)) {
	for ctx.Err() == nil {
		next := minInterval
		var wait func()
		err := panics.Catch(func() (err error) {
			wait, err = do(ctx)
			return err
		})
		if err != nil && ctx.Err() == nil {
			s.log.Error(what, "error", err)
			next = retryDelay
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(next):
		}
		if err == nil {
			wait()
		}
	}
}

// IndexContents reads all blobs that were not looked at yet.
func (s *Service) IndexContents(ctx context.Context) error {
	if err := s.enqueueContents(ctx); err != nil {
		return err
	}
	other := make(chan error, 1)
	go func() { other <- panics.Catch(func() error { return s.readQueue(ctx, pdfs) }) }()
	return errors.Join(s.readQueue(ctx, documents), <-other)
}

// The lanes: a PDF may take long, and holds up PDFs alone. Behind each waits what was there before the program could read it, and what is
// still at the backup target after a restore.
const (
	documents = iota
	pdfs
	older     // added to one of them
	away  = 4 // added to one of them
)

// readQueue reads the waiting blobs of a lane, first those of the workspaces that took the
// least time lately. While none waits it reads older ones, one at a time.
func (s *Service) readQueue(ctx context.Context, lane int) error {
	for {
		t := s.currentTexts()
		if t == nil {
			return nil // nothing was gathered
		}
		from, limit := lane, batchSize
		spaces, err := t.ListWaitingSpaces(ctx, from)
		if err == nil && len(spaces) == 0 {
			from, limit = lane+older, 1
			spaces, err = t.ListWaitingSpaces(ctx, from)
		}
		if err == nil && len(spaces) == 0 {
			var arrived int
			if arrived, err = s.moveArrived(ctx, t, lane); arrived > 0 && err == nil {
				continue
			}
		}
		if err != nil || len(spaces) == 0 {
			return s.recreateIfDamaged(err)
		}
		all, err := t.ListWaiting(ctx, from, s.dec.NextSpace(spaces), limit)
		if err == nil {
			all, err = s.moveAway(ctx, t, lane, all)
		}
		if err == nil {
			err = s.readDocuments(ctx, t, all)
		}
		if err := s.recreateIfDamaged(err); err != nil {
			return err
		}
	}
}

// moveAway puts those documents aside whose contents are away, and returns the others: nothing comes from afar twice, and nobody waits
// for it.
func (s *Service) moveAway(ctx context.Context, t *texts.DB, lane int, all []texts.QueuedDocument) ([]texts.QueuedDocument, error) {
	var aside, here []texts.QueuedDocument
	for _, w := range all {
		isAway, err := s.blobs.IsContentAway(blobstore.Digest(w.Hash))
		if err != nil {
			return nil, err
		}
		if isAway {
			aside = append(aside, w)
		} else {
			here = append(here, w)
		}
	}
	if len(aside) == 0 {
		return here, nil
	}
	return here, t.MoveWaiting(ctx, aside, lane+away)
}

const maxArrived = 10_000 // documents of a workspace that are looked at, whether they came

// moveArrived puts documents back whose contents have come, and returns how many these are.
func (s *Service) moveArrived(ctx context.Context, t *texts.DB, lane int) (n int, err error) {
	spaces, err := t.ListWaitingSpaces(ctx, lane+away)
	for _, space := range spaces {
		if err != nil {
			return n, err
		}
		var all, arrived []texts.QueuedDocument
		if all, err = t.ListWaiting(ctx, lane+away, space, maxArrived); err != nil {
			return n, err
		}
		for _, w := range all {
			isAway, err := s.blobs.IsContentAway(blobstore.Digest(w.Hash))
			if err != nil {
				return n, err
			}
			if !isAway {
				arrived = append(arrived, w)
			}
		}
		n += len(arrived)
		err = t.MoveWaiting(ctx, arrived, lane+older)
	}
	return n, err
}

// readDocuments reads documents of a workspace until its turn ends.
func (s *Service) readDocuments(ctx context.Context, t *texts.DB, waiting []texts.QueuedDocument) error {
	var all []texts.Text
	size, began := 0, time.Now()
	known := map[db.Hash]bool{}
	for i, w := range waiting {
		if size > flushSize || time.Since(began) > spaceTime {
			return t.StoreTexts(ctx, waiting[:i], all)
		}
		before, err := t.HasText(ctx, w.Hash, w.Space, extract.Kind(w.Kind).Version())
		if err != nil {
			return err
		}
		if before || known[w.Hash] {
			continue
		}
		known[w.Hash] = true
		text, err := s.readDocument(ctx, t, w)
		if err != nil {
			return errors.Join(err, t.StoreTexts(ctx, waiting[:i], all))
		}
		all = append(all, text)
		size += len(text.Words) + len(text.Body)
	}
	return t.StoreTexts(ctx, waiting, all)
}

// readDocument reads the text of a blob. A blob that cannot be decoded is recorded as such. Any
// other error would also occur with other blobs; the blob that met it is tried three times.
func (s *Service) readDocument(ctx context.Context, t *texts.DB, w texts.QueuedDocument) (texts.Text, error) {
	doc := texts.Text{Document: w.Document, Kind: w.Kind, Reader: extract.Kind(w.Kind).Version()}
	tries, err := t.CountAttempt(ctx, w.Hash)
	if err != nil || tries >= maxTries {
		return doc, err
	}
	text, err := s.extractText(ctx, w)
	switch {
	case ctx.Err() != nil:
		return doc, ctx.Err()
	case errors.Is(err, decode.ErrContent):
		s.log.Debug("no text for search", "content", w.Hash, "reason", err)
		return doc, nil
	case err != nil:
		return doc, fmt.Errorf("of content %s: %w", w.Hash, err)
	}
	if doc.Words = wordsOf(text); doc.Words != "" {
		doc.Body = s.packer.EncodeAll([]byte(truncate(text, maxStoredText)), nil)
	}
	return doc, nil
}

// extractText returns the text of a blob.
func (s *Service) extractText(ctx context.Context, w texts.QueuedDocument) (string, error) {
	blob, err := s.blobs.Open(ctx, blobstore.Digest(w.Hash))
	if errors.Is(err, blobstore.ErrNotFound) {
		return "", fmt.Errorf("%w: the content is gone", decode.ErrContent)
	}
	if err != nil {
		return "", err
	}
	defer blob.Close()
	return s.dec.ExtractText(ctx, decode.Content{From: blob, Size: blob.Size(), Hash: w.Hash, Space: w.Space}, extract.Kind(w.Kind))
}

// currentTexts returns the database of texts; nil while it is not needed.
func (s *Service) currentTexts() *texts.DB {
	s.textsMu.Lock()
	defer s.textsMu.Unlock()
	return s.texts
}

// openTexts returns the database of texts, opened when it is needed first.
func (s *Service) openTexts(ctx context.Context) (*texts.DB, error) {
	s.textsMu.Lock()
	defer s.textsMu.Unlock()
	if s.texts != nil {
		return s.texts, nil
	}
	t, err := texts.Open(ctx, s.path)
	if err != nil {
		return nil, fmt.Errorf("open the database of texts: %w", err)
	}
	if s.packer == nil {
		if s.packer, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(maxStoredText),
			zstd.WithLowerEncoderMem(true)); err == nil {
			s.unpacker, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(4*maxStoredText))
		}
	}
	s.texts = t
	return t, err
}

// recreateIfDamaged begins the database of texts anew when an error says that it is damaged.
func (s *Service) recreateIfDamaged(err error) error {
	if !texts.IsDamaged(err) {
		return err
	}
	s.log.Warn("the database of texts is damaged and made anew", "error", err)
	s.textsMu.Lock()
	defer s.textsMu.Unlock()
	if s.texts == nil {
		return nil
	}
	err = errors.Join(s.texts.Close(), texts.Remove(s.texts.Path()))
	s.texts = nil
	return err
}

// pruneTexts deletes the texts of blobs that no file has any more.
func (s *Service) pruneTexts(ctx context.Context) error {
	t, err := s.openTexts(ctx)
	if err != nil {
		return err
	}
	for last := db.VersionID(0); ; {
		docs, err := t.ListAfter(ctx, last, 1000)
		if err != nil || len(docs) == 0 {
			return s.recreateIfDamaged(err)
		}
		last = docs[len(docs)-1].ID
		dead, err := s.findUnused(ctx, docs)
		if err == nil && len(dead) > 0 {
			err = s.recreateIfDamaged(t.DeleteDocuments(ctx, dead))
		}
		if err != nil {
			return err
		}
	}
}

// findUnused returns the documents whose blob no file has any more.
func (s *Service) findUnused(ctx context.Context, docs []texts.Document) (dead []texts.Document, err error) {
	return db.Get(ctx, s.db, func(v *db.View) (dead []texts.Document, err error) {
		for _, doc := range docs {
			ids, err := v.FilesWithHead(doc.Space, doc.Hash, 1)
			if err != nil {
				return dead, err
			}
			if len(ids) == 0 {
				dead = append(dead, doc)
			}
		}
		return dead, nil
	})
}
