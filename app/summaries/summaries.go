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

	"anbar/app/access"
	"anbar/app/audit"
	"anbar/app/decode"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/app/settings"
	"anbar/app/vault"
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
	Options
	end      context.CancelFunc
	choices  *queue // of key sentences
	chats    *queue // of what a model writes
	speeches speeches
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
		Options: o, end: end,
		choices: newQueue(ctx, limits.SummariesAtOnce), chats: newQueue(ctx, limits.ChatsAtOnce),
	}
}

// Recover ends tasks that a restart has interrupted. Call it once, before any other.
func (s *Service) Recover(ctx context.Context) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error { return tx.UpdateSummariesInterrupted(interrupted) })
}

// Close ends all tasks.
func (s *Service) Close() error {
	s.end()
	s.Settle()
	return nil
}

// Settle waits until nothing is being made.
func (s *Service) Settle() {
	s.choices.running.Wait()
	s.chats.running.Wait()
}

const (
	tidied      = 500 // at a time
	interrupted = "interrupted"
)

// Tidy forgets what was said of documents that no file has any more.
func (s *Service) Tidy(ctx context.Context) error {
	for {
		var n int64
		err := s.DB.Update(ctx, func(tx *db.Tx) (err error) {
			n, err = tx.DeleteSummariesUnused(tidied)
			return err
		})
		if err != nil || n < tidied {
			return err
		}
	}
}

// Asked is a request for a summary.
type Asked struct {
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

// workOf returns how a summary is made; nil when nothing can be said of such a document.
func (s *Service) workOf(v *db.View, d *document, a *Asked) (*work, error) {
	if a.Engine == Endpoint {
		return s.writing(v, d, a.Language)
	}
	if !d.readable() {
		return nil, nil
	}
	return &work{d.engine(), s.choices, limits.SummaryLease, s.choose}, nil
}

// Start returns what is said of a document, and begins to make it when it is not there yet or has failed.
func (s *Service) Start(ctx context.Context, who access.Actor, owner limits.Owner, a *Asked) (*Said, error) {
	var d *document
	var w *work
	row, begin := &db.Summary{}, false
	var offer *Offer
	err := s.DB.Update(ctx, func(tx *db.Tx) (err error) {
		if d, err = find(tx.ReadOnly(), who, a.Target, a.Engine); err != nil {
			return err
		}
		if offer, err = s.offer(tx.ReadOnly(), who, d); err != nil {
			return err
		}
		if w, err = s.workOf(tx.ReadOnly(), d, a); err != nil || w == nil {
			return err
		}
		row, err = tx.SummaryOf(d.space.ID, d.Hash, w.name)
		if err == nil && !s.again(row, tx.Now) {
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
		if err := s.begin(ctx, owner, d, w, row.ID); err != nil {
			return nil, err
		}
	}
	return s.said(d, row, offer)
}

// has reports whether a task waits or is being done.
func (s *Service) has(id db.SummaryID) bool { return s.choices.has(id) || s.chats.has(id) }

// again reports whether a summary has to be made once more.
func (s *Service) again(row *db.Summary, now time.Time) bool {
	return row.State == db.SummaryFailed || row.State == db.SummaryGenerating && (now.After(row.LeaseUntil) || !s.has(row.ID))
}

func (s *Service) begin(ctx context.Context, owner limits.Owner, d *document, w *work, id db.SummaryID) error {
	err := w.queue.add(d.space.ID, id, func(ctx context.Context) {
		ctx, stop := context.WithTimeout(ctx, w.lease)
		defer stop()
		w.do(ctx, owner, d, id)
	})
	if err == nil {
		return nil
	}
	return errors.Join(err, s.forget(context.WithoutCancel(ctx), id))
}

func (s *Service) forget(ctx context.Context, id db.SummaryID) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error { return tx.DeleteSummary(id) })
}

// Follow returns what is said of a document as far as it is there; of the task, when one is named, which may be about
// another version of the file.
func (s *Service) Follow(ctx context.Context, who access.Actor, a *Asked, id db.SummaryID) (*Said, error) {
	var d *document
	var offer *Offer
	row := &db.Summary{}
	err := s.DB.View(ctx, func(v *db.View) (err error) {
		if d, err = find(v, who, a.Target, Sentences); err != nil {
			return err
		}
		if offer, err = s.offer(v, who, d); err != nil {
			return err
		}
		if row, err = s.row(v, d, a, id); err != nil {
			return err
		}
		if row.State == db.SummaryGenerating && s.again(row, v.Now) {
			row.State, row.Problem = db.SummaryFailed, interrupted
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.said(d, row, offer)
}

// row returns a task or, when none is named, the newest; an empty row before the first start.
func (s *Service) row(v *db.View, d *document, a *Asked, id db.SummaryID) (*db.Summary, error) {
	if id != 0 {
		return taskOf(v, d, id)
	}
	w, err := s.workOf(v, d, a)
	if err != nil || w == nil {
		return &db.Summary{}, err
	}
	row, err := v.SummaryOf(d.space.ID, d.Hash, w.name)
	if errors.Is(err, db.ErrNotFound) {
		row, err = &db.Summary{}, nil
	}
	return row, err
}

// Cancel ends a task of a model and forgets it.
func (s *Service) Cancel(ctx context.Context, who access.Actor, t Target, id db.SummaryID) error {
	err := s.DB.View(ctx, func(v *db.View) error {
		d, err := find(v, who, t, Endpoint)
		if err != nil {
			return err
		}
		_, err = taskOf(v, d, id)
		return err
	})
	if err != nil || !s.chats.has(id) {
		return err
	}
	s.chats.cancel(id)
	return s.forget(ctx, id)
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
	err := s.DB.Update(ctx, func(tx *db.Tx) error { return tx.UpdateSummary(id, state, result, problem) })
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		s.Log.Error("record a summary", "error", fmt.Errorf("task %s: %w", id, err))
	}
}

const recordTime = 10 * time.Second
