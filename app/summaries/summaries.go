// Package summaries says what a document says: by its own key sentences, which are chosen here, and by a summary that a
// model writes at an endpoint that staff configured. Results are kept for a document and shared within its workspace.
package summaries

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"strings"
	"time"

	"anbar/app/access"
	"anbar/app/decode"
	"anbar/app/decode/extract"
	"anbar/app/decode/sentences"
	"anbar/app/downloads"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/blobstore"
	"anbar/db"
)

// Engine says how a summary is made.
type Engine string

// The engines.
const (
	Sentences Engine = "sentences" // chosen from the document
	Endpoint  Engine = "endpoint"  // written by a model
)

// Service makes the summaries of one appliance.
type Service struct {
	db    *db.DB
	blobs *blobstore.Store
	dec   *decode.Decoders
	log   *slog.Logger

	end     context.CancelFunc
	choices *queue
}

// New makes the service.
func New(d *db.DB, blobs *blobstore.Store, dec *decode.Decoders, log *slog.Logger) *Service {
	ctx, end := context.WithCancel(context.Background())
	return &Service{db: d, blobs: blobs, dec: dec, log: log, end: end, choices: newQueue(ctx, limits.SummariesAtOnce)}
}

// Recover ends tasks that a restart has interrupted. Call it once, before any other.
func (s *Service) Recover(ctx context.Context) error {
	return s.db.Update(ctx, func(tx *db.Tx) error { return tx.UpdateSummariesInterrupted(interrupted) })
}

// Close ends all tasks.
func (s *Service) Close() error {
	s.end()
	s.choices.running.Wait()
	return nil
}

// Settle waits until nothing is being made.
func (s *Service) Settle() { s.choices.running.Wait() }

const (
	tidied      = 500 // at a time
	interrupted = "interrupted"
)

// Tidy forgets what was said of documents that no file has any more.
func (s *Service) Tidy(ctx context.Context) error {
	for {
		var n int64
		err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
			n, err = tx.DeleteSummariesUnused(tidied)
			return err
		})
		if err != nil || n < tidied {
			return err
		}
	}
}

// Target names a version of a file; the head when Version is zero.
type Target struct {
	Space   db.SpaceID
	File    db.NodeID
	Version db.VersionID
}

// document is a version that the caller may read.
type document struct {
	downloads.Found
	file  db.NodeID
	space *db.Space
	kind  extract.Kind
	table bool
}

// find loads a document for a caller who may read summaries of it, or do verb to them.
func find(v *db.View, who access.Actor, t Target, verb access.Verb) (*document, error) {
	it, err := access.Node(v, who, t.Space, t.File, verb, access.Summary)
	if errors.Is(err, fault.InvalidID) || err == nil && it.Kind != db.File {
		return nil, fault.SummaryFileMissing
	}
	if err != nil {
		return nil, err
	}
	if it.Space.Terms.Summaries == "disabled" {
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
	d := &document{Found: *f, file: it.ID, space: it.Space, kind: extract.KindOf(ending, f.Type), table: ending == "csv" || ending == "tsv"}
	if d.kind == extract.Plain && !d.table && !prose[ending] {
		d.kind = extract.None
	}
	return d, nil
}

// prose is which texts hold sentences; others are programs and data.
var prose = map[string]bool{"txt": true, "md": true, "markdown": true, "rst": true, "tex": true, "": true}

// engine names all that key sentences depend on beside the document.
func (d *document) engine() string {
	return fmt.Sprintf("%s %d %d %t", Sentences, sentences.Version, d.kind, d.table)
}

// Start returns what is said of a document, and begins to make it when it is not there yet or has failed.
func (s *Service) Start(ctx context.Context, who access.Actor, owner limits.Owner, t Target) (*Said, error) {
	var d *document
	row := &db.Summary{}
	begin := false
	err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
		if d, err = find(tx.ReadOnly(), who, t, access.Read); err != nil || d.kind == extract.None {
			return err
		}
		row, err = tx.SummaryOf(d.space.ID, d.Hash, d.engine())
		if err == nil && !s.again(row, tx.Now) {
			return nil
		}
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		begin = true
		row = &db.Summary{
			ID: db.SummaryID(db.NewID()), Space: d.space.ID, Hash: d.Hash, Engine: d.engine(), State: db.SummaryGenerating,
			LeaseUntil: tx.Now.Add(limits.SummaryLease),
		}
		return tx.PutSummary(row)
	})
	if err != nil {
		return nil, err
	}
	if begin {
		if err := s.begin(ctx, owner, d, row.ID); err != nil {
			return nil, err
		}
	}
	return s.said(d, row)
}

// again reports whether a summary has to be made once more.
func (s *Service) again(row *db.Summary, now time.Time) bool {
	return row.State == db.SummaryFailed || row.State == db.SummaryGenerating && (now.After(row.LeaseUntil) || !s.choices.has(row.ID))
}

func (s *Service) begin(ctx context.Context, owner limits.Owner, d *document, id db.SummaryID) error {
	err := s.choices.add(d.space.ID, id, func(ctx context.Context) { s.choose(ctx, owner, d, id) })
	if err == nil {
		return nil
	}
	forget := s.db.Update(context.WithoutCancel(ctx), func(tx *db.Tx) error { return tx.DeleteSummary(id) })
	return errors.Join(err, forget)
}

// Follow returns what is said of a document as far as it is there; of the task, when one is named, which may be about
// another version of the file.
func (s *Service) Follow(ctx context.Context, who access.Actor, t Target, id db.SummaryID) (*Said, error) {
	var d *document
	row := &db.Summary{}
	err := s.db.View(ctx, func(v *db.View) (err error) {
		if d, err = find(v, who, t, access.Read); err != nil {
			return err
		}
		if id == 0 {
			row, err = v.SummaryOf(d.space.ID, d.Hash, d.engine())
			if errors.Is(err, db.ErrNotFound) {
				row, err = &db.Summary{}, nil
			}
		} else {
			row, err = taskOf(v, d, id)
		}
		if err == nil && row.State == db.SummaryGenerating && s.again(row, v.Now) {
			row.State, row.Problem = db.SummaryFailed, interrupted
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.said(d, row)
}

// taskOf returns a task that is about a version of the document's file.
func taskOf(v *db.View, d *document, id db.SummaryID) (*db.Summary, error) {
	row, err := v.SummaryByID(id)
	if err == nil && row.Space != d.space.ID {
		err = db.ErrNotFound
	}
	has := false
	if err == nil {
		has, err = v.VersionHas(row.Space, d.file, row.Hash)
	}
	if errors.Is(err, db.ErrNotFound) || err == nil && !has {
		return nil, fault.SummaryFileMissing
	}
	return row, err
}

// choose makes the key sentences of a document.
func (s *Service) choose(ctx context.Context, owner limits.Owner, d *document, id db.SummaryID) {
	r, err := s.sentences(ctx, owner, d)
	state, problem := db.SummaryDone, ""
	switch {
	case errors.Is(err, decode.ErrContent):
		s.log.Debug("no key sentences", "content", d.Hash, "reason", err)
		state = db.SummaryNone
	case err != nil:
		if ctx.Err() == nil && !errors.Is(err, limits.ErrBusy) {
			s.log.Error("choose key sentences", "content", d.Hash, "error", err)
		}
		state, problem = db.SummaryFailed, interrupted
	case r.Form == sentences.None:
		state = db.SummaryNone
	}
	s.record(ctx, id, state, &content{Result: r}, problem)
}

func (s *Service) sentences(ctx context.Context, owner limits.Owner, d *document) (*sentences.Result, error) {
	b, err := s.blobs.Get(ctx, blobstore.Digest(d.Hash))
	if errors.Is(err, blobstore.ErrNotFound) {
		return nil, fmt.Errorf("%w: the content is gone", decode.ErrContent)
	}
	if err != nil {
		return nil, err
	}
	defer b.Close()
	c := decode.Content{From: b, Size: b.Size(), Hash: d.Hash, Space: d.space.ID}
	return s.dec.Sentences(ctx, owner, c, d.kind, d.table)
}

// content is a result as it is stored.
type content struct {
	*sentences.Result
}

// record stores how a task ended. It may have been replaced or canceled.
func (s *Service) record(ctx context.Context, id db.SummaryID, state db.SummaryState, c *content, problem string) {
	result := ""
	if state == db.SummaryDone {
		b, err := json.Marshal(c)
		if err != nil {
			state, problem = db.SummaryFailed, interrupted
		}
		result = string(b)
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer stop()
	err := s.db.Update(ctx, func(tx *db.Tx) error { return tx.UpdateSummary(id, state, result, problem) })
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		s.log.Error("record a summary", "error", err)
	}
}

const recordTime = 10 * time.Second

// places says what the places in the document count.
func (d *document) places() string {
	switch {
	case d.kind == extract.PDF:
		return "pages"
	case d.kind == extract.Slides || strings.HasSuffix(strings.ToLower(d.Name), ".odp"):
		return "slides"
	}
	return "none"
}
