package mail

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/outward"
	"anbar/db"

	smtp "github.com/wneessen/go-mail"
)

const testTimeout = 20 * time.Second // for a test from the first leg to the last

// SendTest sends one message at once, past the outbox, by options that need not be those in use. It
// returns the error of the catalogue for the leg at which it failed.
func SendTest(ctx context.Context, o Options, m Message) error {
	ctx, cancel := context.WithTimeout(ctx, testTimeout)
	defer cancel()
	c, err := newChannels(o, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	if m.Mobile != "" {
		row, err := newTextRow(&m)
		if err != nil {
			return err
		}
		return c.sendTestText(ctx, row)
	}
	row, err := newMailRow(&m)
	if err != nil {
		return err
	}
	row.CreatedAt = time.Now()
	return c.sendTestMail(ctx, row)
}

func (c *channels) sendTestText(ctx context.Context, m *db.Message) error {
	err := c.sms.sendText(ctx, sms{to: m.Recipient, words: m.Text, code: "123456"})
	var no *rejection
	switch {
	case err == nil:
		return nil
	case errors.As(err, &no):
		return fault.ConnectionMessage.Because(err)
	}
	return outward.FaultOf(err, fault.ConnectionAnswer).Because(err)
}

func (c *channels) sendTestMail(ctx context.Context, m *db.Message) error {
	msg, err := c.compose(ctx, m)
	if err != nil {
		return fault.ConnectionSender.Because(err)
	}
	open := c.opts
	open.User = "" // first without, so that what fails with it is the login
	server, err := c.connect(ctx, open)
	if err != nil {
		return err
	}
	if c.opts.User != "" {
		closeClient(server)
		if server, err = c.connect(ctx, c.opts); err != nil {
			if errors.Is(err, fault.ConnectionTimeout) {
				return err
			}
			return fault.ConnectionLogin.Because(err)
		}
	}
	defer closeClient(server)
	if err := server.Send(msg); err != nil && !msg.IsDelivered() {
		return sendFault(ctx, err)
	}
	return nil
}

// closeClient ends a connection; the other side may have been first.
func closeClient(server *smtp.Client) { _ = server.Close() }

func sendFault(ctx context.Context, err error) error {
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
	return outward.FaultOf(err, leg).Because(err)
}

// connect connects to the mail server by options, and signs in when they have a user.
func (c *channels) connect(ctx context.Context, o Options) (*smtp.Client, error) {
	w := &dialer{opts: &o, tls: c.tls}
	w.onConnect = func(conn net.Conn) { context.AfterFunc(ctx, func() { conn.Close() }) }
	server, err := newSMTPClient(&o, c.tls, w.dial)
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
	case !w.connected:
		leg = outward.FaultOf(err, fault.ConnectionRefused)
	case w.greeting != nil && w.greeting.isComplete() && o.TLS == "starttls":
		leg = fault.ConnectionTLS // after a greeting nothing else is done without a user
	default:
		leg = outward.FaultOf(err, leg)
	}
	return nil, leg.Because(err)
}

// dialer dials a mail server under an address that staff entered.
type dialer struct {
	opts      *Options
	tls       *tls.Config
	onConnect func(net.Conn) // arranges for the end of a connection; nil for none
	connected bool
	greeting  *greetingConn
}

func (w *dialer) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	conn, err := outward.Dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	w.connected = true
	if w.onConnect != nil {
		w.onConnect(conn)
	}
	if w.opts.TLS != "tls" {
		w.greeting = &greetingConn{Conn: conn}
		return w.greeting, nil
	}
	safe := tls.Client(conn, w.tls)
	if err := safe.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return safe, nil
}

// greetingConn is a connection whose other side has to begin as a mail server does.
type greetingConn struct {
	net.Conn
	head []byte
}

var errNoMailServer = errors.New("it is no mail server")

// Read implements io.Reader.
func (g *greetingConn) Read(p []byte) (int, error) {
	n, err := g.Conn.Read(p)
	g.head = append(g.head, p[:min(n, max(0, 3-len(g.head)))]...)
	if !bytes.HasPrefix([]byte("220"), g.head) {
		return 0, errNoMailServer
	}
	return n, err
}

func (g *greetingConn) isComplete() bool { return string(g.head) == "220" }

var usualPorts = map[string]int{"starttls": 587, "tls": 465, "off": 25}

// newSMTPClient makes a client of the mail server. Without dial it connects as it likes.
func newSMTPClient(opts *Options, config *tls.Config, dial smtp.DialContextFunc) (*smtp.Client, error) {
	o := []smtp.Option{smtp.WithTimeout(smtpTimeout), smtp.WithTLSConfig(config)}
	usual := usualPorts[opts.TLS]
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

// CheckServer connects to the mail server that is in use, and signs in as for each mail.
func (s *Service) CheckServer(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, testTimeout)
	defer cancel()
	c := s.active.Load()
	server, err := c.connect(ctx, c.opts)
	if err == nil {
		closeClient(server)
	}
	return err
}

// SendNow is SendTest by the options that are in use.
func (s *Service) SendNow(ctx context.Context, m Message) error {
	return SendTest(ctx, s.active.Load().opts, m)
}

// Route names the way of mails that is in use, without its password: another route is another mail server, user or sender. It begins
// with the name and the port of the server, and is empty without one.
func (s *Service) Route() string {
	o := &s.active.Load().opts
	if o.Host == "" {
		return ""
	}
	port := cmp.Or(o.Port, usualPorts[o.TLS])
	return strings.Join([]string{net.JoinHostPort(o.Host, strconv.Itoa(port)), o.TLS, o.User, o.From}, " ")
}
