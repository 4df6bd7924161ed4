package search

import (
	"context"
	"errors"
	"fmt"
	"time"

	"anbar/app/decode"
	"anbar/app/decode/extract"
	"anbar/blobstore"
	"anbar/db"
	"anbar/db/texts"

	"github.com/klauspost/compress/zstd"
)

const (
	lookout   = time.Second      // how often a look is taken whether anything was written
	pause     = 15 * time.Second // after a failure that is not the content's
	some      = 64               // contents that are looked at together
	maxTries  = 3
	keptText  = 256 << 10 // of a content, for snippets
	flushSize = 4 << 20
)

// readContents reads what is new until ctx ends.
func (s *Service) readContents(ctx context.Context) {
	tick := time.NewTicker(lookout)
	defer tick.Stop()
	var seen uint64
	for first := true; ; first = false {
		if now := s.db.Commits(); first || now != seen {
			seen = now
			if err := s.Index(ctx); err != nil && ctx.Err() == nil {
				s.log.Error("read contents for search", "error", err)
				seen-- // look again although nothing was written
				select {
				case <-ctx.Done():
				case <-time.After(pause):
				}
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// batch is contents that nobody looked at yet, and how far all was looked at once
// they were.
type batch struct {
	contents []db.Content
	version  db.VersionID
	change   int64
}

// behind returns what to look at next; nil when there is nothing.
func (s *Service) behind(ctx context.Context) (*batch, error) {
	if nothing, err := s.nothing(ctx); err != nil || nothing {
		return nil, err
	}
	t, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	b := &batch{}
	if b.version, b.change, err = t.Marks(ctx); err != nil {
		return nil, s.spoiled(err)
	}
	more := false
	err = s.db.View(ctx, func(v *db.View) (err error) {
		if b.change < 0 { // for the first time: what changed before shows in what is there
			if b.change, err = v.LastChange(); err != nil {
				return err
			}
			more = true
		}
		if b.contents, err = v.ContentsAfter(b.version, some); err != nil || len(b.contents) > 0 {
			return err
		}
		return b.changed(v, &more)
	})
	if n := len(b.contents); n > 0 && !more {
		b.version = max(b.version, b.contents[n-1].Version)
	}
	if err != nil || len(b.contents) == 0 && !more {
		return nil, err
	}
	return b, nil
}

// nothing reports whether there is no file at all, so that no database of texts is
// needed.
func (s *Service) nothing(ctx context.Context) (bool, error) {
	s.opening.Lock()
	open := s.texts != nil
	s.opening.Unlock()
	if open {
		return false, nil
	}
	var any []db.Content
	err := s.db.View(ctx, func(v *db.View) (err error) {
		any, err = v.ContentsAfter(0, 1)
		return err
	})
	return len(any) == 0, err
}

// changed adds what files show that changed since, or came from another space.
// Their versions may have brought another document, so these get numbers of their
// own.
func (b *batch) changed(v *db.View, more *bool) error {
	all, err := v.ChangesAfter(b.change, some)
	for _, c := range all {
		*more, b.change = true, c.ID
		if c.Now == 0 {
			continue
		}
		if c.Kind == db.Directory && c.Now != c.Space {
			below, err := v.HeadsBelow(c.Node)
			if err != nil {
				return err
			}
			b.add(below...)
		}
		if c.Kind == db.File {
			head, err := v.HeadOf(c.Node)
			if err != nil && !errors.Is(err, db.ErrNotFound) {
				return err
			}
			if err == nil {
				b.add(head)
			}
		}
	}
	return err
}

func (b *batch) add(all ...db.Content) {
	for _, c := range all {
		c.Version = db.VersionID(db.NewID())
		b.contents = append(b.contents, c)
	}
}

// Index reads all contents that nobody looked at yet.
func (s *Service) Index(ctx context.Context) error {
	for {
		b, err := s.behind(ctx)
		if err != nil || b == nil {
			return err
		}
		t, err := s.open(ctx)
		if err != nil {
			return err
		}
		if err := s.spoiled(s.read(ctx, t, b)); err != nil {
			return err
		}
	}
}

// read reads the contents of a batch that are not known.
func (s *Service) read(ctx context.Context, t *texts.DB, b *batch) error {
	var all []texts.Text
	size := 0
	done := map[texts.Document]bool{}
	for i := range b.contents {
		c := &b.contents[i]
		kind := extract.KindOf(c.TypeKey, c.ContentType)
		key := texts.Document{Hash: c.Hash, Space: c.Space}
		if !c.Head || c.Size == 0 || kind == extract.None || done[key] {
			continue
		}
		done[key] = true
		if known, err := t.Known(ctx, c.Hash, c.Space); err != nil || known {
			if err != nil {
				return err
			}
			continue
		}
		text, err := s.one(ctx, t, c, kind)
		if err != nil {
			return err
		}
		all = append(all, text)
		if size += len(text.Words) + len(text.Body); size > flushSize {
			if err := t.Add(ctx, all); err != nil {
				return err
			}
			all, size = nil, 0
		}
	}
	if err := t.Add(ctx, all); err != nil {
		return err
	}
	return t.SetMarks(ctx, b.version, b.change)
}

// one reads a content. One that cannot be read is known from then on; an error is
// one that all would meet, and the content that met it is tried three times.
func (s *Service) one(ctx context.Context, t *texts.DB, c *db.Content, kind extract.Kind) (texts.Text, error) {
	doc := texts.Text{Document: texts.Document{ID: c.Version, Hash: c.Hash, Space: c.Space}}
	tries, err := t.Try(ctx, c.Hash)
	if err != nil || tries >= maxTries {
		return doc, err
	}
	text, err := s.extract(ctx, c, kind)
	switch {
	case ctx.Err() != nil:
		return doc, ctx.Err()
	case errors.Is(err, decode.ErrContent):
		s.log.Debug("no text for search", "content", c.Hash, "reason", err)
		return doc, nil
	case err != nil:
		return doc, fmt.Errorf("of content %s: %w", c.Hash, err)
	}
	if doc.Words = wordsOf(text); doc.Words != "" {
		doc.Body = s.packer.EncodeAll([]byte(cut(text, keptText)), nil)
	}
	return doc, nil
}

// extract returns what stands in a content.
func (s *Service) extract(ctx context.Context, c *db.Content, kind extract.Kind) (string, error) {
	blob, err := s.blobs.Get(ctx, blobstore.Digest(c.Hash))
	if errors.Is(err, blobstore.ErrNotFound) {
		return "", fmt.Errorf("%w: the content is gone", decode.ErrContent)
	}
	if err != nil {
		return "", err
	}
	defer blob.Close()
	return s.dec.Text(ctx, decode.Content{From: blob, Size: blob.Size(), Hash: c.Hash, Space: c.Space}, kind)
}

// open returns the database of texts, opened when it is needed first.
func (s *Service) open(ctx context.Context) (*texts.DB, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	if s.texts != nil {
		return s.texts, nil
	}
	t, err := texts.Open(ctx, s.path)
	if err != nil {
		return nil, fmt.Errorf("open the database of texts: %w", err)
	}
	if s.packer == nil {
		if s.packer, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(keptText), zstd.WithLowerEncoderMem(true)); err == nil {
			s.unpacker, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(4*keptText))
		}
	}
	s.texts = t
	return t, err
}

// spoiled begins the database of texts anew when an error says that it is damaged.
func (s *Service) spoiled(err error) error {
	if !texts.Damaged(err) {
		return err
	}
	s.log.Warn("the database of texts is damaged and made anew", "error", err)
	s.opening.Lock()
	defer s.opening.Unlock()
	if s.texts == nil {
		return nil
	}
	err = errors.Join(s.texts.Close(), texts.Remove(s.texts.Path()))
	s.texts = nil
	return err
}

// tidyTexts forgets the contents that no file shows any more.
func (s *Service) tidyTexts(ctx context.Context) error {
	t, err := s.open(ctx)
	if err != nil {
		return err
	}
	for last := db.VersionID(0); ; {
		docs, err := t.After(ctx, last, 1000)
		if err != nil || len(docs) == 0 {
			return s.spoiled(err)
		}
		last = docs[len(docs)-1].ID
		var dead []texts.Document
		err = s.db.View(ctx, func(v *db.View) error {
			for _, doc := range docs {
				ids, err := v.FilesShowing(doc.Space, doc.Hash, 1)
				if err != nil {
					return err
				}
				if len(ids) == 0 {
					dead = append(dead, doc)
				}
			}
			return nil
		})
		if err == nil && len(dead) > 0 {
			err = s.spoiled(t.Drop(ctx, dead))
		}
		if err != nil {
			return err
		}
	}
}
