package mail

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"anbar/app/base/pace"
	"anbar/app/base/panics"
	"anbar/db"
)

// Options say how mails are sent.
type Options struct {
	Host      string // of the SMTP server; empty when nothing sends
	Port      int    // 0 for the usual one
	User      string
	Password  string
	TLS       string   // starttls, tls or off
	Roots     []string // PEM files that the server's certificate is trusted by, beside the system's
	From      string   // "Name <address>" or an address
	Entered   bool     // by staff in the console, so that a name must not lead to this machine
	SMS       SMS
	LogUnsent bool // messages that nothing sends are written to the log, with codes and recipients

	// Invoice writes the document of an invoice that a mail has; nil where none has one.
	Invoice func(ctx context.Context, id, language string) (name string, pdf []byte, err error)
}

const (
	minInterval      = time.Second     // between two looks at the outbox
	maxInterval      = 5 * time.Second // and when nothing was written
	sendBatch        = 20
	smtpTimeout      = 30 * time.Second // with the server, for each step
	firstRetry       = 30 * time.Second
	lastRetry        = 6 * time.Hour
	maxRetryAge      = 3 * 24 * time.Hour
	codeLife         = 10 * time.Minute // a code that comes later is worth nothing
	messageRetention = 30 * 24 * time.Hour
	purgeBatch       = 500
)

// Service empties the outbox.
type Service struct {
	db     *db.DB
	log    *slog.Logger
	active atomic.Pointer[channels]
}

// New makes the service. Without a host mails are kept, and without a gateway text messages.
func New(d *db.DB, o Options, log *slog.Logger) (*Service, error) {
	s := &Service{db: d, log: log}
	return s, s.Reload(o)
}

// Reload replaces the ways that messages go out by. Those that were kept go out now, if their
// code or link has not ended. Wrong options change nothing.
func (s *Service) Reload(o Options) error {
	c, err := newChannels(o, s.log)
	if err == nil {
		s.active.Store(c)
	}
	return err
}

// FieldError is wrong options, with the option that is wrong: from, key, url, body or header.
type FieldError struct {
	Field string
	err   error
}

// Error implements error.
func (e *FieldError) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *FieldError) Unwrap() error { return e.err }

// CheckOptions finds options that Reload would refuse, with a *FieldError where one field is wrong.
func CheckOptions(o Options) error {
	_, err := newChannels(o, slog.New(slog.DiscardHandler))
	return err
}

// CanSend reports whether messages of a channel go out.
func (s *Service) CanSend(channel string) bool { return s.active.Load().canSend(channel) }

// requeueKept puts what was kept while nothing sent back into the queue, once.
func (s *Service) requeueKept(ctx context.Context, c *channels, channel string) error {
	if !c.canSend(channel) || c.released[channel].Swap(true) {
		return nil
	}
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		_, err := tx.UpdateMessagesQueued(db.MessageKept, channel)
		return err
	})
	if err != nil {
		c.released[channel].Store(false)
	}
	return err
}

// Run sends the messages of the outbox until ctx ends. A slow mail server does not delay
// text messages.
func (s *Service) Run(ctx context.Context) {
	var both sync.WaitGroup
	for _, channel := range []string{db.ByMail, db.BySMS} {
		both.Go(func() {
			panics.Restart(ctx, s.log, "messages by "+channel, func(ctx context.Context) { s.runChannel(ctx, channel) })
		})
	}
	both.Wait()
}

func (s *Service) runChannel(ctx context.Context, channel string) {
	seen, full, by := ^uint64(0), time.Time{}, (*channels)(nil)
	for {
		// Without a commit no message is new; those that wait for another try are checked
		// from time to time, and at once when they may go out in another way.
		// What was sent has to be noted, or it would be sent again.
		if now, way := s.db.Commits(), s.active.Load(); s.db.CheckGate() == nil && (now != seen || way != by ||
			time.Since(full) > firstRetry/2) {
			if way != by && channel == db.ByMail {
				if err := s.probeServer(ctx, way); err != nil && ctx.Err() == nil {
					s.log.Error("note what the mail server takes", "error", err)
				}
			}
			seen, full, by = now, time.Now(), way
			if err := s.deliverChannel(ctx, channel); err != nil && ctx.Err() == nil {
				s.log.Error("send messages", "channel", channel, "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pace.Align(minInterval)):
		}
		if s.active.Load() == by {
			s.db.WaitForCommit(ctx, seen, pace.Align(maxInterval))
		}
	}
}

// Deliver tries once to send every message whose time has come.
func (s *Service) Deliver(ctx context.Context) error {
	return errors.Join(s.deliverChannel(ctx, db.ByMail), s.deliverChannel(ctx, db.BySMS))
}

// loadDue returns the next messages of a channel.
func (s *Service) loadDue(ctx context.Context, channel string) (due []db.Message, err error) {
	err = s.db.ViewOne(ctx, func(v *db.View) (err error) {
		due, err = v.MessagesDue(channel, sendBatch)
		return err
	})
	return due, err
}

// storeResults stores the new states of messages, also while the server stops.
func (s *Service) storeResults(ctx context.Context, tried []db.Message) error {
	return s.db.Update(context.WithoutCancel(ctx), func(tx *db.Tx) error {
		for i := range tried {
			if ctx.Err() != nil && tried[i].State == db.MessageWaiting { // the end came before the answer
				continue
			}
			if err := tx.UpdateMessage(&tried[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) deliverChannel(ctx context.Context, channel string) error {
	c := s.active.Load()
	if err := s.requeueKept(ctx, c, channel); err != nil {
		return err
	}
	for {
		due, err := s.loadDue(ctx, channel)
		if err != nil || len(due) == 0 {
			return err
		}
		reached := c.dispatch(ctx, channel, cancelLate(due))
		err = errors.Join(s.storeResults(ctx, due), s.recordLetters(context.WithoutCancel(ctx), c))
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || !reached {
			return err
		}
	}
}

// DeleteExpired forgets old messages.
func (s *Service) DeleteExpired(ctx context.Context) error {
	for n := int64(purgeBatch); n == purgeBatch; {
		err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
			n, err = tx.DeleteMessagesBefore(tx.Now.Add(-messageRetention), purgeBatch)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
