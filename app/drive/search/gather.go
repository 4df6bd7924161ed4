package search

import (
	"context"
	"errors"

	"anbar/db"
	"anbar/db/texts"
	"anbar/decode/extract"
)

// batch holds blobs that were not looked at yet, and the position reached with them.
type batch struct {
	contents []db.Content
	marks    texts.Marks
	older    bool // they were looked at with other readers
}

// nextBatch returns the next batch; nil when everything was looked at.
func (s *Service) nextBatch(ctx context.Context) (*batch, error) {
	if hasNoFiles, err := s.hasNoFiles(ctx); err != nil || hasNoFiles {
		return nil, err
	}
	t, err := s.openTexts(ctx)
	if err != nil {
		return nil, err
	}
	b := &batch{}
	if b.marks, err = t.Marks(ctx); err != nil {
		return nil, s.recreateIfDamaged(err)
	}
	more := false
	err = s.db.View(ctx, func(v *db.View) (err error) {
		if more, err = b.load(v); err == nil && !more && len(b.contents) == 0 {
			more, err = b.loadAgain(v)
		}
		return err
	})
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
	any, err := db.Get(ctx, s.db, func(v *db.View) ([]db.Content, error) { return v.ContentsAfter(0, 1) })
	return len(any) == 0, err
}

// load reads new contents, or else changes, and reports whether the mark of changes moved.
func (b *batch) load(v *db.View) (more bool, err error) {
	m := &b.marks
	if m.Change < 0 { // the first time: earlier changes are part of the current state, and all is read with these readers
		if m.Change, err = v.LastChange(); err != nil {
			return false, err
		}
		m.Readers, more = extract.Readers, true
	}
	if b.contents, err = v.ContentsAfter(m.Version, batchSize); err != nil {
		return more, err
	}
	if n := len(b.contents); n > 0 {
		m.Version = b.contents[n-1].Version
		return more, nil
	}
	all, err := v.ChangesAfter(m.Change, batchSize)
	for i := range all {
		more, m.Change = true, all[i].ID
		if err := b.addChange(v, &all[i]); err != nil {
			return more, err
		}
	}
	return more, err
}

// loadAgain goes on with the walk over contents that other readers looked at, and reports whether it moved.
func (b *batch) loadAgain(v *db.View) (more bool, err error) {
	m := &b.marks
	if m.Readers == extract.Readers {
		return false, nil
	}
	if m.Target != extract.Readers {
		m.Target, m.Again = extract.Readers, 0
	}
	if b.contents, err = v.ContentsAfter(m.Again, batchSize); err != nil {
		return false, err
	}
	b.older = true
	if n := len(b.contents); n > 0 {
		m.Again = b.contents[n-1].Version
	} else {
		m.Readers, m.Again = extract.Readers, 0
	}
	return true, nil
}

// addChange adds the blobs of files that addChange, or came from another space. Their versions
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
		if err := s.recreateIfDamaged(t.Enqueue(ctx, b.listWaiting(), b.marks)); err != nil {
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
		w := texts.QueuedDocument{
			Document: texts.Document{ID: c.Version, Hash: c.Hash, Space: c.Space}, Kind: int(kind), Reader: kind.Version(),
			Queue: documents,
		}
		if kind == extract.PDF {
			w.Queue = pdfs
		}
		if b.older {
			w.Queue += older
		}
		all = append(all, w)
	}
	return all
}
