// Package summaries says what a document says: by its own key sentences, which are chosen here, and by a summary that a
// model writes at an endpoint that staff configured. Results are kept for a document and shared within its workspace.
package summaries

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/panics"
	"anbar/app/base/settings"
	"anbar/app/base/vault"
	"anbar/app/identity/audit"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode"
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
	Options
	cancel        context.CancelFunc
	sentenceQueue *queue // of key sentences
	modelQueue    *queue // of what a model writes
	partials      partialTexts
}

// Options are what a Service is made of.
type Options struct {
	DB       *db.DB
	Blobs    *blobstore.Store
	Dec      *decode.Decoders
	Settings *settings.Store
	Audit    *audit.Log
	Vault    *vault.Vault // seals the key of the endpoint
	Log      *slog.Logger
}

// New makes the service.
func New(o Options) *Service {
	ctx, end := context.WithCancel(context.Background())
	return &Service{
		Options: o, cancel: end,
		sentenceQueue: newQueue(ctx, limits.SummariesAtOnce), modelQueue: newQueue(ctx, limits.ChatsAtOnce),
	}
}

// Recover ends tasks that a restart has interrupted. Call it once, before any other.
func (s *Service) Recover(ctx context.Context) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error { return tx.UpdateSummariesInterrupted(interrupted) })
}

// Close ends all tasks.
func (s *Service) Close() error {
	s.cancel()
	s.Wait()
	return nil
}

// Wait waits until nothing is being made.
func (s *Service) Wait() {
	s.sentenceQueue.running.Wait()
	s.modelQueue.running.Wait()
}

const (
	pruneBatch  = 500 // at a time
	interrupted = "interrupted"
)

// Prune forgets what was said of documents that no file has any more.
func (s *Service) Prune(ctx context.Context) error {
	for {
		n, err := db.Do(ctx, s.DB, func(tx *db.Tx) (int64, error) { return tx.DeleteSummariesUnused(pruneBatch) })
		if err != nil || n < pruneBatch {
			return err
		}
	}
}

// Request is a request for a summary.
type Request struct {
	Target
	Engine   Engine
	Language string // of what a model writes: fa or en
}

// work is what has to be done for a document by one engine.
type work struct {
	name  string // of the engine, with all that the result depends on beside the document
	queue *queue
	lease time.Duration
	do    func(ctx context.Context, owner limits.Owner, d *document, id db.SummaryID)
}

// newWork returns how a summary is made; nil when nothing can be said of such a document.
func (s *Service) newWork(v *db.View, d *document, a *Request) (*work, error) {
	if a.Engine == Endpoint {
		return s.newModelWork(v, d, a.Language)
	}
	if !d.isReadable() {
		return nil, nil
	}
	return &work{name: d.engineKey(), queue: s.sentenceQueue, lease: limits.SummaryLease, do: s.makeSentences}, nil
}

// StartSummary returns what is said of a document, and begins to make it when it is not there yet or has failed.
func (s *Service) StartSummary(ctx context.Context, who access.Actor, owner limits.Owner, a *Request) (*DocumentSummary, error) {
	var d *document
	var w *work
	row, begin := &db.Summary{}, false
	var offer *Offer
	err := s.DB.Update(ctx, func(tx *db.Tx) (err error) {
		if d, err = findDocument(tx.ReadOnly(), who, a.Target, a.Engine); err != nil {
			return err
		}
		if offer, err = s.loadOffer(tx.ReadOnly(), who, d); err != nil {
			return err
		}
		if w, err = s.newWork(tx.ReadOnly(), d, a); err != nil || w == nil {
			return err
		}
		row, err = tx.SummaryOf(d.space.ID, d.Hash, w.name)
		if err == nil && !s.needsRerun(row, tx.Now) {
			return nil
		}
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		begin = true
		row = &db.Summary{
			ID: db.SummaryID(db.NewID()), Space: d.space.ID, Hash: d.Hash, Engine: w.name, State: db.SummaryGenerating,
			LeaseUntil: tx.Now.Add(w.lease),
		}
		return tx.PutSummary(row)
	})
	if err != nil {
		return nil, err
	}
	if begin {
		if err := s.enqueue(ctx, owner, d, w, row.ID); err != nil {
			return nil, err
		}
	}
	return s.toDocumentSummary(d, row, offer)
}

// hasTask reports whether a task waits or is being done.
func (s *Service) hasTask(id db.SummaryID) bool {
	return s.sentenceQueue.contains(id) || s.modelQueue.contains(id)
}

// needsRerun reports whether a summary has to be made once more.
func (s *Service) needsRerun(row *db.Summary, now time.Time) bool {
	return row.State == db.SummaryFailed || row.State == db.SummaryGenerating && (now.After(row.LeaseUntil) || !s.hasTask(row.ID))
}

func (s *Service) enqueue(ctx context.Context, owner limits.Owner, d *document, w *work, id db.SummaryID) error {
	err := w.queue.add(d.space.ID, id, func(ctx context.Context) {
		ctx, stop := context.WithTimeout(ctx, w.lease)
		defer stop()
		panics.Log(s.Log, "summary of a document", func() { w.do(ctx, owner, d, id) })
	})
	if err == nil {
		return nil
	}
	return errors.Join(err, s.deleteSummary(context.WithoutCancel(ctx), id))
}

func (s *Service) deleteSummary(ctx context.Context, id db.SummaryID) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error { return tx.DeleteSummary(id) })
}

// LoadSummary returns what is said of a document as far as it is there; of the task, when one is named, which may be about
// another version of the file.
func (s *Service) LoadSummary(ctx context.Context, who access.Actor, a *Request, id db.SummaryID) (*DocumentSummary, error) {
	var d *document
	var offer *Offer
	row := &db.Summary{}
	err := s.DB.View(ctx, func(v *db.View) (err error) {
		if d, err = findDocument(v, who, a.Target, Sentences); err != nil {
			return err
		}
		if offer, err = s.loadOffer(v, who, d); err != nil {
			return err
		}
		if row, err = s.findRow(v, d, a, id); err != nil {
			return err
		}
		if row.State == db.SummaryGenerating && s.needsRerun(row, v.Now) {
			row.State, row.Problem = db.SummaryFailed, interrupted
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.toDocumentSummary(d, row, offer)
}

// findRow returns a task or, when none is named, the newest; an empty row before the first start.
func (s *Service) findRow(v *db.View, d *document, a *Request, id db.SummaryID) (*db.Summary, error) {
	if id != 0 {
		return loadTask(v, d, id)
	}
	w, err := s.newWork(v, d, a)
	if err != nil || w == nil {
		return &db.Summary{}, err
	}
	row, err := v.SummaryOf(d.space.ID, d.Hash, w.name)
	if errors.Is(err, db.ErrNotFound) {
		row, err = &db.Summary{}, nil
	}
	return row, err
}

// CancelTask ends a task of a model and forgets it.
func (s *Service) CancelTask(ctx context.Context, who access.Actor, t Target, id db.SummaryID) error {
	err := s.DB.View(ctx, func(v *db.View) error {
		d, err := findDocument(v, who, t, Endpoint)
		if err != nil {
			return err
		}
		_, err = loadTask(v, d, id)
		return err
	})
	if err != nil || !s.modelQueue.contains(id) {
		return err
	}
	s.modelQueue.cancel(id)
	return s.deleteSummary(ctx, id)
}

// loadTask returns a task that is about a version of the document's file.
func loadTask(v *db.View, d *document, id db.SummaryID) (*db.Summary, error) {
	row, err := v.SummaryByID(id)
	if err == nil && row.Space != d.space.ID {
		err = db.ErrNotFound
	}
	has := false
	if err == nil {
		has, err = v.HasVersionHash(row.Space, d.file, row.Hash)
	}
	if errors.Is(err, db.ErrNotFound) || err == nil && !has {
		return nil, fault.SummaryFileMissing
	}
	return row, err
}

// storeResult stores how a task ended. It may have been replaced or canceled.
func (s *Service) storeResult(ctx context.Context, id db.SummaryID, state db.SummaryState, c *content, problem string) {
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
	err := s.DB.Update(ctx, func(tx *db.Tx) error { return tx.UpdateSummary(id, state, result, problem) })
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		s.Log.Error("record a summary", "error", fmt.Errorf("task %s: %w", id, err))
	}
}

const recordTime = 10 * time.Second
