package search

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"anbar/app/decode"
	"anbar/app/decode/extract"
	"anbar/blobstore"
	"anbar/db"
	"anbar/db/texts"

	"github.com/klauspost/compress/zstd"
)

const (
	pollInterval  = time.Second      // how often a look is taken whether anything was written
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
		var seen uint64
		first := true
		s.poll(ctx, "look for new contents", func(ctx context.Context) error {
			now := s.db.Commits()
			if !first && now == seen {
				return nil
			}
			err := s.enqueueContents(ctx)
			if err == nil {
				first, seen = false, now
			}
			return err
		})
	})
	for _, lane := range []int{documents, pdfs} {
		all.Go(func() {
			s.poll(ctx, "read contents for search", func(ctx context.Context) error { return s.readQueue(ctx, lane) })
		})
	}
	all.Wait()
}

// poll does something each second until ctx ends, and later after a failure.
func (s *Service) poll(ctx context.Context, what string, do func(context.Context) error) {
	for ctx.Err() == nil {
		next := pollInterval
		if err := do(ctx); err != nil && ctx.Err() == nil {
			s.log.Error(what, "error", err)
			next = retryDelay
		}
		select {
		case <-ctx.Done():
		case <-time.After(next):
		}
	}
}

// batch holds blobs that were not looked at yet, and the position reached with them.
type batch struct {
	contents []db.Content
	version  db.VersionID
	change   int64
}

// nextBatch returns the next batch; nil when everything was looked at.
func (s *Service) nextBatch(ctx context.Context) (*batch, error) {
	if nothing, err := s.hasNoFiles(ctx); err != nil || nothing {
		return nil, err
	}
	t, err := s.openTexts(ctx)
	if err != nil {
		return nil, err
	}
	b := &batch{}
	if b.version, b.change, err = t.Marks(ctx); err != nil {
		return nil, s.recreateIfDamaged(err)
	}
	more := false
	err = s.db.View(ctx, func(v *db.View) (err error) {
		more, err = b.load(v)
		return err
	})
	if n := len(b.contents); n > 0 && !more {
		b.version = max(b.version, b.contents[n-1].Version)
	}
	if err != nil || len(b.contents) == 0 && !more {
		return nil, err
	}
	return b, nil
}

// hasNoFiles reports whether there is no file at all, so that no database of texts is
// needed.
func (s *Service) hasNoFiles(ctx context.Context) (bool, error) {
	if s.currentTexts() != nil {
		return false, nil
	}
	var any []db.Content
	err := s.db.View(ctx, func(v *db.View) (err error) {
		any, err = v.ContentsAfter(0, 1)
		return err
	})
	return len(any) == 0, err
}

// load reads new contents, or else changes, and reports whether the mark of changes moved.
func (b *batch) load(v *db.View) (more bool, err error) {
	if b.change < 0 { // the first time: earlier changes are part of the current state
		if b.change, err = v.LastChange(); err != nil {
			return false, err
		}
		more = true
	}
	if b.contents, err = v.ContentsAfter(b.version, batchSize); err != nil || len(b.contents) > 0 {
		return more, err
	}
	all, err := v.ChangesAfter(b.change, batchSize)
	for i := range all {
		more, b.change = true, all[i].ID
		if err := b.addChange(v, &all[i]); err != nil {
			return more, err
		}
	}
	return more, err
}

// addChange adds the blobs of files that changed, or came from another space. Their versions
// may have brought another document, so these get numbers of their own.
func (b *batch) addChange(v *db.View, c *db.Change) error {
	switch {
	case c.Now == 0:
	case c.Kind == db.Directory && c.Now != c.Space:
		below, err := v.HeadsBelow(c.Node)
		if err != nil {
			return err
		}
		b.add(below...)
	case c.Kind == db.File:
		head, err := v.HeadOf(c.Node)
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		b.add(head)
	}
	return nil
}

func (b *batch) add(all ...db.Content) {
	for _, c := range all {
		c.Version = db.VersionID(db.NewID())
		b.contents = append(b.contents, c)
	}
}

// IndexContents reads all blobs that were not looked at yet.
func (s *Service) IndexContents(ctx context.Context) error {
	if err := s.enqueueContents(ctx); err != nil {
		return err
	}
	other := make(chan error, 1)
	go func() { other <- s.readQueue(ctx, pdfs) }()
	return errors.Join(s.readQueue(ctx, documents), <-other)
}

// The lanes: a PDF may take long, and holds up PDFs alone.
const (
	documents = iota
	pdfs
)

// enqueueContents lists the blobs to read.
func (s *Service) enqueueContents(ctx context.Context) error {
	for {
		b, err := s.nextBatch(ctx)
		if err != nil || b == nil {
			return err
		}
		t, err := s.openTexts(ctx)
		if err != nil {
			return err
		}
		if err := s.recreateIfDamaged(t.Enqueue(ctx, b.listWaiting(), b.version, b.change)); err != nil {
			return err
		}
	}
}

// listWaiting lists the contents that have a text to read.
func (b *batch) listWaiting() []texts.QueuedDocument {
	var all []texts.QueuedDocument
	for _, c := range b.contents {
		kind := extract.KindOf(c.TypeKey, c.ContentType)
		if !c.Head || c.Size == 0 || kind == extract.None {
			continue
		}
		w := texts.QueuedDocument{Document: texts.Document{ID: c.Version, Hash: c.Hash, Space: c.Space}, Kind: int(kind), Queue: documents}
		if kind == extract.PDF {
			w.Queue = pdfs
		}
		all = append(all, w)
	}
	return all
}

// readQueue reads the waiting blobs of a lane, first those of the workspaces that took the
// least time lately.
func (s *Service) readQueue(ctx context.Context, lane int) error {
	for {
		t := s.currentTexts()
		if t == nil {
			return nil // nothing was gathered
		}
		spaces, err := t.ListWaitingSpaces(ctx, lane)
		if err != nil || len(spaces) == 0 {
			return s.recreateIfDamaged(err)
		}
		all, err := t.ListWaiting(ctx, lane, s.dec.First(spaces), batchSize)
		if err == nil {
			err = s.readDocuments(ctx, t, all)
		}
		if err := s.recreateIfDamaged(err); err != nil {
			return err
		}
	}
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
		before, err := t.HasText(ctx, w.Hash, w.Space)
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
	doc := texts.Text{Document: w.Document}
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
	return s.dec.Text(ctx, decode.Content{From: blob, Size: blob.Size(), Hash: w.Hash, Space: w.Space}, extract.Kind(w.Kind))
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
	err = s.db.View(ctx, func(v *db.View) error {
		for _, doc := range docs {
			ids, err := v.FilesWithHead(doc.Space, doc.Hash, 1)
			if err != nil {
				return err
			}
			if len(ids) == 0 {
				dead = append(dead, doc)
			}
		}
		return nil
	})
	return dead, err
}
