package search

import (
	"context"
	"fmt"

	"anbar/app/base/names"
	"anbar/db"
	"anbar/db/texts"
)

const (
	maxByContent   = 500  // results by text
	maxInspected   = 5000 // documents that are looked at for them
	maxFilesOfBlob = 20   // with the same blob
)

// searchContents finds files with all words in their text that may be seen.
func (s *Service) searchContents(ctx context.Context, q *query, space db.SpaceID) error {
	words := contentWords(q.words)
	if !q.contents || len(words) == 0 {
		return nil
	}
	t, err := s.openTexts(ctx)
	if err != nil {
		return err
	}
	q.byContent = map[db.NodeID]db.Hash{}
	looked := 0
	var docs []texts.Document
	for doc, err := range t.Search(ctx, space, words) {
		if err != nil {
			return s.recreateIfDamaged(err)
		}
		docs = append(docs, doc)
		if looked++; looked == maxInspected {
			break
		}
		if len(docs) == batchSize {
			if err := s.addFilesOf(ctx, q, space, docs); err != nil {
				return err
			}
			if docs = docs[:0]; len(q.byContent) >= maxByContent {
				break
			}
		}
	}
	return s.addFilesOf(ctx, q, space, docs)
}

// addFilesOf finds the files of the blobs that may be seen.
func (s *Service) addFilesOf(ctx context.Context, q *query, space db.SpaceID, docs []texts.Document) error {
	return s.db.View(ctx, func(v *db.View) error {
		for _, doc := range docs {
			ids, err := v.FilesWithHead(space, doc.Hash, maxFilesOfBlob)
			if err != nil {
				return err
			}
			for _, id := range s.names.filterVisible(q, ids) {
				q.byContent[id] = doc.Hash
			}
		}
		return nil
	})
}

// addSnippets cuts the matches out of the texts.
func (s *Service) addSnippets(ctx context.Context, q *query, p *Page) error {
	words := contentWords(q.words)
	for i := range p.All {
		f := &p.All[i]
		h, ok := q.byContent[f.ID]
		if !ok || q.matchesName([]byte(names.SearchKey(f.Name))) {
			continue
		}
		t, err := s.openTexts(ctx)
		if err != nil {
			return err
		}
		body, err := t.LoadBody(ctx, h)
		if err != nil {
			return s.recreateIfDamaged(err)
		}
		text, err := s.unpacker.DecodeAll(body, nil)
		if err != nil {
			return fmt.Errorf("unpack the text of %s: %w", h, err)
		}
		f.Snippet = snippetOf(string(text), words)
	}
	return nil
}
