package mail

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"anbar/db"
)

// Options say how mails are sent.
type Options struct {
	Host     string // of the SMTP server; empty when nothing sends
	Port     int    // 0 for the usual one
	User     string
	Password string
	TLS      string   // starttls, tls or off
	Roots    []string // PEM files that the server's certificate is trusted by, beside the system's
	From     string   // "Name <address>" or an address
	Entered  bool     // by staff in the console, so that a name must not lead to this machine
	SMS      SMS
	Told     bool // messages that nothing sends are written to the log, with codes and recipients

	// Invoice writes the document of an invoice that a mail has; nil where none has one.
	Invoice func(ctx context.Context, id, language string) (name string, pdf []byte, err error)
}

const (
	look       = time.Second
	batch      = 20
	patience   = 30 * time.Second // with the server, for each step
	firstRetry = 30 * time.Second
	lastRetry  = 6 * time.Hour
	giveUp     = 3 * 24 * time.Hour
	codeLife   = 10 * time.Minute // a code that comes later is worth nothing
	keep       = 30 * 24 * time.Hour
	purgeStep  = 500
)

// Service empties the outbox.
type Service struct {
	db  *db.DB
	log *slog.Logger
	now atomic.Pointer[channels]
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
		s.now.Store(c)
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

// Check finds options that Reload would refuse, with a *FieldError where one field is wrong.
func Check(o Options) error {
	_, err := newChannels(o, slog.New(slog.DiscardHandler))
	return err
}

// Sends reports whether messages of a channel go out.
func (s *Service) Sends(channel string) bool { return s.now.Load().sends(channel) }

// release puts what was kept while nothing sent back into the queue, once.
func (s *Service) release(ctx context.Context, c *channels, channel string) error {
	if !c.sends(channel) || c.released[channel].Swap(true) {
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
	both.Go(func() { s.run(ctx, db.ByMail) })
	both.Go(func() { s.run(ctx, db.BySMS) })
	both.Wait()
}

func (s *Service) run(ctx context.Context, channel string) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	seen, full, by := ^uint64(0), time.Time{}, (*channels)(nil)
	for {
		// Without a commit no message is new; those that wait for another try are checked
		// from time to time, and at once when they may go out in another way.
		if now, way := s.db.Commits(), s.now.Load(); now != seen || way != by || time.Since(full) > firstRetry/2 {
			if way != by && channel == db.ByMail {
				if err := s.probe(ctx, way); err != nil && ctx.Err() == nil {
					s.log.Error("note what the mail server takes", "error", err)
				}
			}
			seen, full, by = now, time.Now(), way
			if err := s.deliver(ctx, channel); err != nil && ctx.Err() == nil {
				s.log.Error("send messages", "channel", channel, "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Deliver tries once to send every message whose time has come.
func (s *Service) Deliver(ctx context.Context) error {
	return errors.Join(s.deliver(ctx, db.ByMail), s.deliver(ctx, db.BySMS))
}

// due returns the next messages of a channel.
func (s *Service) due(ctx context.Context, channel string) (due []db.Message, err error) {
	err = s.db.ViewOne(ctx, func(v *db.View) (err error) {
		due, err = v.MessagesDue(channel, batch)
		return err
	})
	return due, err
}

// keep stores the new states of messages, also while the server stops.
func (s *Service) keep(ctx context.Context, tried []db.Message) error {
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

func (s *Service) deliver(ctx context.Context, channel string) error {
	c := s.now.Load()
	if err := s.release(ctx, c, channel); err != nil {
		return err
	}
	for {
		due, err := s.due(ctx, channel)
		if err != nil || len(due) == 0 {
			return err
		}
		reached := c.hand(ctx, channel, living(due))
		err = errors.Join(s.keep(ctx, due), s.noteLetters(context.WithoutCancel(ctx), c))
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || !reached {
			return err
		}
	}
}

// Expire forgets old messages.
func (s *Service) Expire(ctx context.Context) error {
	for n := int64(purgeStep); n == purgeStep; {
		err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
			n, err = tx.DeleteMessagesBefore(tx.Now.Add(-keep), purgeStep)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
