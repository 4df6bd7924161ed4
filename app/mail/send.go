package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/mail"
	"os"
	"strings"
	"sync"
	"time"

	"anbar/db"

	smtp "github.com/wneessen/go-mail"
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
	SMS      SMS

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
	db   *db.DB
	opts Options
	from *mail.Address
	tls  *tls.Config
	sms  *gateway // nil when nothing sends
	log  *slog.Logger
}

// New makes the service. Without a host mails are kept and told to the log, and
// without a gateway text messages.
func New(d *db.DB, o Options, log *slog.Logger) (*Service, error) {
	s := &Service{db: d, opts: o, log: log}
	var err error
	if o.SMS.Gateway != "" {
		if s.sms, err = newGateway(o.SMS); err != nil {
			return nil, err
		}
	}
	if o.Host == "" {
		return s, nil
	}
	if s.from, err = mail.ParseAddress(o.From); err != nil {
		return nil, fmt.Errorf("the address that mails come from: %w", err)
	}
	if s.tls, err = trust(o); err != nil {
		return nil, err
	}
	return s, nil
}

func trust(o Options) (*tls.Config, error) {
	c := &tls.Config{ServerName: o.Host, MinVersion: tls.VersionTLS12}
	if len(o.Roots) == 0 {
		return c, nil
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("read the system's roots: %w", err)
	}
	for _, name := range o.Roots {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if !pool.AppendCertsFromPEM(b) {
			return nil, fmt.Errorf("%s holds no certificate in PEM form", name)
		}
	}
	c.RootCAs = pool
	return c, nil
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
	seen, full := ^uint64(0), time.Time{}
	for {
		// Without a commit no message is new; those that wait for another try are checked
		// from time to time.
		if now := s.db.Commits(); now != seen || time.Since(full) > firstRetry/2 {
			seen, full = now, time.Now()
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

func (s *Service) deliver(ctx context.Context, channel string) error {
	for {
		var due []db.Message
		err := s.db.ViewOne(ctx, func(v *db.View) (err error) {
			due, err = v.MessagesDue(channel, batch)
			return err
		})
		if err != nil || len(due) == 0 {
			return err
		}
		reached := s.hand(ctx, channel, due)
		err = s.db.Update(context.WithoutCancel(ctx), func(tx *db.Tx) error {
			for i := range due {
				if ctx.Err() != nil && due[i].State == db.MessageWaiting { // the end came before the answer
					continue
				}
				if err := tx.UpdateMessage(&due[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || !reached {
			return err
		}
	}
}

// hand sends messages by the channel that they need. It returns false when the mail server
// or the gateway could not be reached.
func (s *Service) hand(ctx context.Context, channel string, due []db.Message) bool {
	switch {
	case channel == db.BySMS && s.sms != nil:
		return s.text(ctx, due)
	case channel == db.ByMail && s.opts.Host != "":
		return s.send(ctx, due)
	}
	s.keep(due)
	return true
}

// keep logs messages for which no channel is configured.
func (s *Service) keep(due []db.Message) {
	for i := range due {
		m := &due[i]
		m.State = db.MessageKept
		s.log.Info("a message was not sent, as no gateway is configured", "channel", m.Channel, "kind", m.Kind, "to", m.Recipient,
			"subject", m.Subject, "text", m.Text)
	}
}

// send tries each message once, over one connection. It is false when there was
// none.
func (s *Service) send(ctx context.Context, due []db.Message) bool {
	c, err := s.client()
	if err == nil {
		err = c.DialWithContext(ctx)
	}
	if err != nil {
		s.log.Warn("the mail server cannot be used", "host", s.opts.Host, "error", err)
		for i := range due {
			s.failed(&due[i], err, false)
		}
		return false
	}
	for i := range due {
		m := &due[i]
		msg, err := s.compose(ctx, m)
		if err == nil {
			err = c.Send(msg)
		}
		if err == nil || msg != nil && msg.IsDelivered() {
			m.State, m.Tries, m.Error, m.SentAt = db.MessageSent, m.Tries+1, "", time.Now()
			continue
		}
		s.failed(m, err, refusedForGood(err))
		s.log.Warn("a mail was not taken", "kind", m.Kind, "to", m.Recipient, "tries", m.Tries, "given_up", m.State == db.MessageGivenUp,
			"error", err)
	}
	if err := c.Close(); err != nil {
		s.log.Debug("the mail server hung up first", "error", err)
	}
	return true
}

// text tries each text message once. It is false when the gateway was not there.
func (s *Service) text(ctx context.Context, due []db.Message) bool {
	for i := range due {
		m := &due[i]
		err := s.sms.send(ctx, sms{m.Recipient, m.Text, m.Subject})
		if err == nil {
			m.State, m.Tries, m.Error, m.SentAt = db.MessageSent, m.Tries+1, "", time.Now()
			continue
		}
		var no *refusal
		if !errors.As(err, &no) {
			s.log.Warn("the SMS gateway cannot be used", "error", err)
			for j := i; j < len(due); j++ {
				s.failed(&due[j], err, false)
			}
			return false
		}
		s.failed(m, err, no.forGood())
		s.log.Warn("a text message was not taken", "kind", m.Kind, "to", m.Recipient, "tries", m.Tries, "given_up",
			m.State == db.MessageGivenUp, "error", err)
	}
	return true
}

func (s *Service) client() (*smtp.Client, error) {
	o := []smtp.Option{smtp.WithTimeout(patience), smtp.WithTLSConfig(s.tls)}
	port := map[string]int{"starttls": 587, "tls": 465, "off": 25}[s.opts.TLS]
	switch s.opts.TLS {
	case "tls":
		o = append(o, smtp.WithSSL())
	case "off":
		o = append(o, smtp.WithTLSPolicy(smtp.NoTLS))
	default:
		o = append(o, smtp.WithTLSPolicy(smtp.TLSMandatory))
	}
	if s.opts.Port != 0 {
		port = s.opts.Port
	}
	if s.opts.User != "" {
		o = append(o, smtp.WithSMTPAuth(smtp.SMTPAuthAutoDiscover), smtp.WithUsername(s.opts.User), smtp.WithPassword(s.opts.Password))
	}
	return smtp.NewClient(s.opts.Host, append(o, smtp.WithPort(port))...)
}

func (s *Service) compose(ctx context.Context, m *db.Message) (*smtp.Msg, error) {
	msg := smtp.NewMsg()
	msg.FromMailAddress(s.from)
	if err := msg.To(m.Recipient); err != nil {
		return nil, err
	}
	msg.Subject(m.Subject)
	// The same id at every try, so that mail programs recognize a duplicate.
	domain := s.from.Address[strings.LastIndex(s.from.Address, "@")+1:]
	id := m.ID.String()
	if m.ReplyTo != "" {
		if err := msg.ReplyTo(m.ReplyTo); err != nil {
			return nil, err
		}
		// Some programs answer to the sender all the same; their answer names this id.
		local, _, _ := strings.Cut(m.ReplyTo, "@")
		if _, token, ok := strings.Cut(local, "+"); ok {
			id += "." + token
		}
	}
	msg.SetMessageIDWithValue(id + "@" + domain)
	msg.SetDateWithValue(m.CreatedAt)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("Content-Language", m.Language)
	msg.SetBodyString(smtp.TypeTextPlain, m.Text)
	msg.AddAlternativeString(smtp.TypeTextHTML, m.HTML)
	if m.Invoice == "" || s.opts.Invoice == nil {
		return msg, nil
	}
	name, pdf, err := s.opts.Invoice(ctx, m.Invoice, m.Language)
	if err != nil {
		return nil, err
	}
	return msg, msg.AttachReader(name, bytes.NewReader(pdf), smtp.WithFileContentType("application/pdf"))
}

// refusedForGood reports that another try would end the same way: the server
// does not take this recipient or this message.
func refusedForGood(err error) bool {
	var e *smtp.SendError
	if !errors.As(err, &e) || e.IsTemp() || e.ErrorCode() < 500 {
		return false
	}
	return e.Reason == smtp.ErrSMTPRcptTo || e.Reason == smtp.ErrSMTPData || e.Reason == smtp.ErrSMTPDataClose
}

// failed notes a failed try and when the next one is.
func (s *Service) failed(m *db.Message, err error, forGood bool) {
	m.Tries++
	m.Error = err.Error()
	wait := min(firstRetry<<min(m.Tries-1, 12), lastRetry)
	m.NextAt = time.Now().Add(wait + rand.N(wait/5+1))
	patience := giveUp
	if m.Channel == db.BySMS && m.Kind == string(Code) {
		patience = codeLife
	}
	if forGood || m.NextAt.Sub(m.CreatedAt) > patience {
		m.State = db.MessageGivenUp
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
