package mail

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"time"

	"anbar/app/fault"
	"anbar/app/outward"
	"anbar/db"

	smtp "github.com/wneessen/go-mail"
)

const tryTime = 20 * time.Second // for a test from the first leg to the last

// Try sends one message at once, past the outbox, by options that need not be those in use. It
// returns the error of the catalogue for the leg at which it failed.
func Try(ctx context.Context, o Options, m Message) error {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	c, err := newChannels(o, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	if m.Mobile != "" {
		row, err := textOf(&m)
		if err != nil {
			return err
		}
		return c.tryText(ctx, row)
	}
	row, err := mailOf(&m)
	if err != nil {
		return err
	}
	row.CreatedAt = time.Now()
	return c.tryMail(ctx, row)
}

func (c *channels) tryText(ctx context.Context, m *db.Message) error {
	err := c.sms.send(ctx, sms{m.Recipient, m.Text, "123456"})
	var no *refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &no):
		return fault.ConnectionMessage.Because(err)
	}
	return outward.Leg(err, fault.ConnectionAnswer).Because(err)
}

func (c *channels) tryMail(ctx context.Context, m *db.Message) error {
	msg, err := c.compose(ctx, m)
	if err != nil {
		return fault.ConnectionSender.Because(err)
	}
	open := c.opts
	open.User = "" // first without, so that what fails with it is the login
	server, err := c.reach(ctx, open)
	if err != nil {
		return err
	}
	if c.opts.User != "" {
		hangUp(server)
		if server, err = c.reach(ctx, c.opts); err != nil {
			if errors.Is(err, fault.ConnectionTimeout) {
				return err
			}
			return fault.ConnectionLogin.Because(err)
		}
	}
	defer hangUp(server)
	if err := server.Send(msg); err != nil && !msg.IsDelivered() {
		return legOfSend(ctx, err)
	}
	return nil
}

// hangUp ends a connection; the other side may have been first.
func hangUp(server *smtp.Client) { _ = server.Close() }

func legOfSend(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fault.ConnectionTimeout.Because(err)
	}
	leg := fault.ConnectionMessage
	var e *smtp.SendError
	if errors.As(err, &e) && e.Reason == smtp.ErrSMTPMailFrom {
		leg = fault.ConnectionSender
	}
	if errors.As(err, &e) && e.Reason == smtp.ErrSMTPRcptTo {
		leg = fault.ConnectionRecipient
	}
	return outward.Leg(err, leg).Because(err)
}

// reach connects to the mail server by options, and signs in when they have a user.
func (c *channels) reach(ctx context.Context, o Options) (*smtp.Client, error) {
	w := &way{opts: &o, tls: c.tls}
	w.ends = func(conn net.Conn) { context.AfterFunc(ctx, func() { conn.Close() }) }
	server, err := clientOf(&o, c.tls, w.dial)
	if err != nil {
		return nil, err
	}
	if err = server.DialWithContext(ctx); err == nil {
		return server, nil
	}
	leg := fault.ConnectionAnswer
	switch {
	case ctx.Err() != nil:
		return nil, fault.ConnectionTimeout.Because(err)
	case !w.reached:
		leg = outward.Leg(err, fault.ConnectionRefused)
	case w.greeting != nil && w.greeting.isThere() && o.TLS == "starttls":
		leg = fault.ConnectionTLS // after a greeting nothing else is done without a user
	default:
		leg = outward.Leg(err, leg)
	}
	return nil, leg.Because(err)
}

// way dials a mail server under an address that staff entered.
type way struct {
	opts     *Options
	tls      *tls.Config
	ends     func(net.Conn) // arranges for the end of a connection; nil for none
	reached  bool
	greeting *greeting
}

func (w *way) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	conn, err := outward.Dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	w.reached = true
	if w.ends != nil {
		w.ends(conn)
	}
	if w.opts.TLS != "tls" {
		w.greeting = &greeting{Conn: conn}
		return w.greeting, nil
	}
	safe := tls.Client(conn, w.tls)
	if err := safe.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return safe, nil
}

// greeting is a connection whose other side has to begin as a mail server does.
type greeting struct {
	net.Conn
	words []byte
}

var errNoMailServer = errors.New("it is no mail server")

// Read implements io.Reader.
func (g *greeting) Read(p []byte) (int, error) {
	n, err := g.Conn.Read(p)
	g.words = append(g.words, p[:min(n, max(0, 3-len(g.words)))]...)
	if !bytes.HasPrefix([]byte("220"), g.words) {
		return 0, errNoMailServer
	}
	return n, err
}

func (g *greeting) isThere() bool { return string(g.words) == "220" }

// clientOf makes a client of the mail server. Without dial it connects as it likes.
func clientOf(opts *Options, config *tls.Config, dial smtp.DialContextFunc) (*smtp.Client, error) {
	o := []smtp.Option{smtp.WithTimeout(patience), smtp.WithTLSConfig(config)}
	usual := map[string]int{"starttls": 587, "tls": 465, "off": 25}[opts.TLS]
	switch {
	case opts.TLS == "tls" && dial == nil:
		o = append(o, smtp.WithSSL())
	case opts.TLS == "tls": // dial has encrypted it, which the client learns from the connection
		o = append(o, smtp.WithTLSPolicy(smtp.TLSOpportunistic))
	case opts.TLS == "off":
		o = append(o, smtp.WithTLSPolicy(smtp.NoTLS))
	default:
		o = append(o, smtp.WithTLSPolicy(smtp.TLSMandatory))
	}
	if dial != nil {
		o = append(o, smtp.WithDialContextFunc(dial))
	}
	if opts.User != "" {
		o = append(o, smtp.WithSMTPAuth(smtp.SMTPAuthAutoDiscover), smtp.WithUsername(opts.User), smtp.WithPassword(opts.Password))
	}
	return smtp.NewClient(opts.Host, append(o, smtp.WithPort(cmp.Or(opts.Port, usual)))...)
}
