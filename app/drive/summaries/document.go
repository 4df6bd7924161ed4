package summaries

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/downloads"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode"
	"anbar/decode/extract"
	"anbar/decode/sentences"
)

// Target names a version of a file; the head when Version is zero.
type Target struct {
	Space   db.SpaceID
	File    db.NodeID
	Version db.VersionID
}

// document is a version that the caller may read.
type document struct {
	downloads.FileVersion
	file  db.NodeID
	space *db.Space
	kind  extract.Kind
	table bool
}

// findDocument loads a document for a caller who may read summaries of it or, for an engine that costs something, request them.
func findDocument(v *db.View, who access.Actor, t Target, e Engine) (*document, error) {
	verb := access.Read
	if e == Endpoint {
		verb = access.Create
	}
	it, err := access.Node(v, who, t.Space, t.File, verb, access.Summary)
	if errors.Is(err, fault.InvalidID) || err == nil && it.Kind != db.File {
		return nil, fault.SummaryFileMissing
	}
	if err != nil {
		return nil, err
	}
	if it.Space.Terms.Summaries == disabled {
		return nil, fault.UpgradeRequired
	}
	f, err := downloads.VersionOf(v, it, t.Version)
	if errors.Is(err, fault.VersionNotFound) {
		return nil, fault.SummaryVersion
	}
	if err != nil {
		return nil, err
	}
	ending := strings.TrimPrefix(strings.ToLower(path.Ext(f.Name)), ".")
	d := &document{FileVersion: *f, file: it.ID, space: it.Space, kind: extract.KindOf(ending, f.Type),
		table: ending == "csv" || ending == "tsv"}
	if d.kind == extract.Plain && !d.table && !prose[ending] {
		d.kind = extract.None
	}
	return d, nil
}

// The flags of plans: nothing, key sentences, or also what a model writes. A workspace without a plan has the last one.
const (
	disabled  = "disabled"
	summarize = "summarize"
)

// prose is which texts hold sentences; others are programs and data.
var prose = map[string]bool{"txt": true, "md": true, "markdown": true, "rst": true, "tex": true, "": true}

func (d *document) isReadable() bool { return d.kind != extract.None }

// isTable reports whether the document is a table, which has no sentences.
func (d *document) isTable() bool {
	return d.table || d.kind == extract.Sheet || strings.HasSuffix(strings.ToLower(d.Name), ".ods")
}

// engineKey names all that key sentences depend on beside the document.
func (d *document) engineKey() string {
	return fmt.Sprintf("%s %d %d %t", Sentences, sentences.Version, d.kind, d.table)
}

// placeUnit says what the places in the document count.
func (d *document) placeUnit() string {
	switch {
	case d.kind == extract.PDF:
		return "pages"
	case d.kind == extract.Slides || strings.HasSuffix(strings.ToLower(d.Name), ".odp"):
		return "slides"
	}
	return "none"
}

// openContent returns the content of a document, to decode.
func (s *Service) openContent(ctx context.Context, d *document) (*blobstore.Blob, decode.Content, error) {
	b, err := s.Blobs.Open(ctx, blobstore.Digest(d.Hash))
	if errors.Is(err, blobstore.ErrNotFound) {
		return nil, decode.Content{}, fmt.Errorf("%w: the content is gone", decode.ErrContent)
	}
	if err != nil {
		return nil, decode.Content{}, err
	}
	return b, decode.Content{From: b, Size: b.Size(), Hash: d.Hash, Space: d.space.ID}, nil
}

func (s *Service) extractSentences(ctx context.Context, owner limits.Owner, d *document, most int) (*sentences.Result, error) {
	b, c, err := s.openContent(ctx, d)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return s.Dec.ExtractSentences(ctx, owner, c, d.kind, decode.Choice{Table: d.table, Most: most})
}

// makeSentences makes the key sentences of a document.
func (s *Service) makeSentences(ctx context.Context, owner limits.Owner, d *document, id db.SummaryID) {
	r, err := s.extractSentences(ctx, owner, d, sentences.DefaultCount)
	state, problem := db.SummaryDone, ""
	switch {
	case errors.Is(err, decode.ErrContent):
		s.Log.Debug("no key sentences", "content", d.Hash, "reason", err)
		state = db.SummaryNone
	case err != nil:
		if ctx.Err() == nil && !errors.Is(err, limits.ErrBusy) {
			s.Log.Error("choose key sentences", "content", d.Hash, "error", err)
		}
		state, problem = db.SummaryFailed, interrupted
	case r.Form == sentences.None:
		state = db.SummaryNone
	}
	s.storeResult(ctx, id, state, &content{Result: r}, problem)
}

// content is a result as it is stored.
type content struct {
	*sentences.Result
	Text string `json:"text,omitempty"` // that a model wrote
}
