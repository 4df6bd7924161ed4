package mail

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/mail"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"anbar/db"

	smtp "github.com/wneessen/go-mail"
)

// channels are the ways that messages go out by.
type channels struct {
	opts Options
	from *mail.Address
	tls  *tls.Config
	sms  *gateway // nil when nothing sends
	log  *slog.Logger

	released         map[string]*atomic.Bool // channels whose kept messages are back in the queue
	localPartSupport atomic.Int32            // what the mail server takes before the @: unseen, plain or any
}

func newChannels(o Options, log *slog.Logger) (*channels, error) {
	c := &channels{opts: o, log: log, released: map[string]*atomic.Bool{db.ByMail: {}, db.BySMS: {}}}
	var err error
	if o.SMS.Gateway != "" {
		g, err := newGateway(o.SMS)
		if err != nil {
			return nil, err
		}
		c.sms = g
	}
	if o.Host == "" {
		return c, nil
	}
	if c.from, err = mail.ParseAddress(o.From); err != nil {
		return nil, &FieldError{"from", fmt.Errorf("the address that mails come from: %w", err)}
	}
	c.from.Address = toWireAddress(c.from.Address)
	if c.tls, err = newTLSConfig(o); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *channels) canSend(channel string) bool {
	return channel == db.BySMS && c.sms != nil || channel == db.ByMail && c.opts.Host != ""
}

func newTLSConfig(o Options) (*tls.Config, error) {
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

// errLate is the error of a message whose code or link ended before it went out.
const errLate = "the code or the link in it has ended"

// cancelLate gives up the messages whose code or link has ended, and returns the others, which it
// moves to the end: those that failed least come first, as one of them may be why others fail.
func cancelLate(due []db.Message) []db.Message {
	now := time.Now()
	slices.SortStableFunc(due, func(a, b db.Message) int {
		return cmp.Or(cmp.Compare(lateness(&b, now), lateness(&a, now)), cmp.Compare(a.Tries, b.Tries))
	})
	n := 0
	for ; n < len(due) && lateness(&due[n], now) == 1; n++ {
		due[n].State, due[n].Error = db.MessageGivenUp, errLate
	}
	return due[n:]
}

func lateness(m *db.Message, now time.Time) int {
	if m.ExpiresAt.IsZero() || now.Before(m.ExpiresAt) {
		return 0
	}
	return 1
}

// dispatch sends messages by the channel that they need. It returns false when the mail server
// or the gateway could not be reached.
func (c *channels) dispatch(ctx context.Context, channel string, due []db.Message) bool {
	switch {
	case len(due) == 0:
		return true
	case channel == db.BySMS && c.sms != nil:
		return c.sendTexts(ctx, due)
	case channel == db.ByMail && c.opts.Host != "":
		return c.sendMails(ctx, due)
	}
	c.markKept(due)
	return true
}

// markKept leaves messages for which no channel is configured in the outbox.
func (c *channels) markKept(due []db.Message) {
	for i := range due {
		m := &due[i]
		m.State = db.MessageKept
		if !c.opts.LogUnsent {
			c.log.Warn("a message waits in the outbox, as nothing is configured that sends it", "channel", m.Channel, "kind", m.Kind)
			continue
		}
		c.log.Info("a message was not sent, as no gateway is configured", "channel", m.Channel, "kind", m.Kind, "to", m.Recipient,
			"subject", m.Subject, "text", m.Text)
	}
}

// sendMails tries each message once. After a failure the others get a new connection, for a message
// may have ended the one before. It is false when there was none.
func (c *channels) sendMails(ctx context.Context, due []db.Message) bool {
	var server *connection
	for i := range due {
		m := &due[i]
		if server == nil {
			var err error
			if server, err = c.dial(ctx); err != nil {
				c.log.Warn("the mail server cannot be used", "host", c.opts.Host, "error", err)
				for j := i; j < len(due); j++ {
					c.recordFailure(&due[j], err, false)
				}
				return false
			}
		}
		if err := c.sendMail(ctx, server, m); err != nil {
			c.closeConnection(server)
			server = nil
		}
	}
	if server != nil {
		c.closeConnection(server)
	}
	return true
}

// sendMail tries a message, and notes in it what became of it. After an error the connection is of no use, also when the
// message was taken.
func (c *channels) sendMail(ctx context.Context, server *connection, m *db.Message) error {
	msg, err := c.compose(ctx, m)
	if err == nil && !server.canSendTo(m.Recipient) {
		m.State, m.Tries, m.Error = db.MessageGivenUp, m.Tries+1, errLetters
		c.log.Warn("a mail cannot be sent", "kind", m.Kind, "to", m.Recipient, "error", errLetters)
		return nil // the connection is as good as before
	}
	if err == nil {
		err = server.Send(msg)
	}
	if err == nil || msg != nil && msg.IsDelivered() {
		m.State, m.Tries, m.Error, m.SentAt = db.MessageSent, m.Tries+1, "", time.Now()
		return err
	}
	c.recordFailure(m, err, isPermanent(err))
	c.log.Warn("a mail was not taken", "kind", m.Kind, "to", m.Recipient, "tries", m.Tries,
		"given_up", m.State == db.MessageGivenUp, "error", err)
	return err
}

func (c *channels) closeConnection(server *connection) {
	if err := server.Close(); err != nil {
		c.log.Debug("the mail server hung up first", "error", err)
	}
}

// maxDown is after how many messages in a row a gateway that does not answer is not there: one
// alone may be what it does not answer to.
const maxDown = 2

// sendTexts tries each text message once. It is false when the gateway was not there.
func (c *channels) sendTexts(ctx context.Context, due []db.Message) bool {
	down := 0
	for i := range due {
		m := &due[i]
		err := c.sms.sendText(ctx, sms{to: m.Recipient, words: m.Text, code: m.Subject})
		if err == nil {
			m.State, m.Tries, m.Error, m.SentAt, down = db.MessageSent, m.Tries+1, "", time.Now(), 0
			continue
		}
		var no *rejection
		if errors.As(err, &no) {
			down = 0
			c.recordFailure(m, err, no.isPermanent())
			c.log.Warn("a text message was not taken", "kind", m.Kind, "to", m.Recipient, "tries", m.Tries,
				"given_up", m.State == db.MessageGivenUp, "error", err)
			continue
		}
		c.log.Warn("the SMS gateway cannot be used", "error", err)
		c.recordFailure(m, err, false)
		if down++; down == maxDown {
			for j := i + 1; j < len(due); j++ {
				c.recordFailure(&due[j], err, false)
			}
			return false
		}
	}
	return down == 0
}

func (c *channels) newClient() (*smtp.Client, error) {
	if !c.opts.Entered {
		return newSMTPClient(&c.opts, c.tls, nil)
	}
	return newSMTPClient(&c.opts, c.tls, (&dialer{opts: &c.opts, tls: c.tls}).dial)
}

func (c *channels) compose(ctx context.Context, m *db.Message) (*smtp.Msg, error) {
	msg := smtp.NewMsg()
	msg.FromMailAddress(c.from)
	if err := msg.To(toWireAddress(m.Recipient)); err != nil {
		return nil, err
	}
	msg.Subject(m.Subject)
	if m.ReplyTo != "" {
		if err := msg.ReplyTo(toWireAddress(m.ReplyTo)); err != nil {
			return nil, err
		}
	}
	msg.SetMessageIDWithValue(c.messageID(m))
	msg.SetDateWithValue(m.CreatedAt)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("Content-Language", m.Language)
	msg.SetBodyString(smtp.TypeTextPlain, m.Text)
	msg.AddAlternativeString(smtp.TypeTextHTML, m.HTML)
	if m.Invoice == "" || c.opts.Invoice == nil {
		return msg, nil
	}
	return c.attachInvoice(ctx, msg, m)
}

func (c *channels) attachInvoice(ctx context.Context, msg *smtp.Msg, m *db.Message) (*smtp.Msg, error) {
	name, pdf, err := c.opts.Invoice(ctx, m.Invoice, m.Language)
	if err != nil {
		return nil, err
	}
	return msg, msg.AttachReader(name, bytes.NewReader(pdf), smtp.WithFileContentType("application/pdf"))
}

// messageID is the same at every try, so that mail programs recognize a duplicate.
func (c *channels) messageID(m *db.Message) string {
	domain := c.from.Address[strings.LastIndex(c.from.Address, "@")+1:]
	id := m.ID.String()
	// Some programs answer to the sender all the same; their answer names this id.
	local, _, _ := strings.Cut(m.ReplyTo, "@")
	if _, token, ok := strings.Cut(local, "+"); ok {
		id += "." + token
	}
	return id + "@" + domain
}

// isPermanent reports that another try would end the same way: the server
// does not take this recipient or this message.
func isPermanent(err error) bool {
	var e *smtp.SendError
	if !errors.As(err, &e) || e.IsTemp() || e.ErrorCode() < 500 {
		return false
	}
	return e.Reason == smtp.ErrSMTPRcptTo || e.Reason == smtp.ErrSMTPData || e.Reason == smtp.ErrSMTPDataClose
}

// recordFailure notes a failed try and when the next one is.
func (c *channels) recordFailure(m *db.Message, err error, forGood bool) {
	m.Tries++
	m.Error = err.Error()
	wait := min(firstRetry<<min(m.Tries-1, 12), lastRetry)
	m.NextAt = time.Now().Add(wait + rand.N(wait/5+1))
	patience := maxRetryAge
	if m.Channel == db.BySMS && m.Kind == string(Code) {
		patience = codeLife
	}
	if forGood || m.NextAt.Sub(m.QueuedAt) > patience {
		m.State = db.MessageGivenUp
	}
}
