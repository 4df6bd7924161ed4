// Package mailtest is a mail server for tests: it speaks SMTP and keeps all messages.
package mailtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Mail is one message that arrived.
type Mail struct {
	From, To string // of the envelope
	Header   mail.Header
	Subject  string // decoded
	Text     string
	HTML     string
	Files    map[string][]byte
}

// Server is a mail server. Set its fields before Start.
type Server struct {
	User, Password string // asked for when there is a user
	TLS            bool   // offers STARTTLS, with a certificate of its own
	UTF8           bool   // offers SMTPUTF8
	Roots          []byte // that certificate, in PEM form

	mu             sync.Mutex
	received       []Mail
	recipientCheck func(to string) error
	listenPort     int
	server         *smtp.Server
	done           chan error
}

// Start listens on a free port of this machine.
func (s *Server) Start() error {
	s.server = smtp.NewServer(s)
	s.server.Domain, s.server.AllowInsecureAuth, s.server.EnableSMTPUTF8 = "localhost", !s.TLS, s.UTF8
	s.server.ReadTimeout, s.server.WriteTimeout = 10*time.Second, 10*time.Second
	s.server.ErrorLog = discardLogger{}
	if s.TLS {
		if err := s.createCertificate(); err != nil {
			return err
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.listenPort, s.done = l.Addr().(*net.TCPAddr).Port, make(chan error, 1)
	go func() { s.done <- s.server.Serve(l) }()
	return nil
}

// Port is where it listens, on 127.0.0.1.
func (s *Server) Port() int { return s.listenPort }

// Close stops it.
func (s *Server) Close() error {
	err := s.server.Close()
	if e := <-s.done; e != nil && !errors.Is(e, smtp.ErrServerClosed) && !errors.Is(e, net.ErrClosed) {
		err = errors.Join(err, e)
	}
	return err
}

// SetRecipientCheck answers each recipient with the result of fn; nil accepts all again.
func (s *Server) SetRecipientCheck(fn func(to string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recipientCheck = fn
}

// ErrHangUp, as the answer to a recipient, ends the connection.
var ErrHangUp = errors.New("hang up")

// NewError is an error of SMTP.
func NewError(code int, message string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 0, 0}, Message: message}
}

// Mails returns the messages for an address, or all without one, oldest first.
func (s *Server) Mails(to string) []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Mail
	for _, m := range s.received {
		if to == "" || m.To == to {
			all = append(all, m)
		}
	}
	return all
}

func (s *Server) createCertificate() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	t := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		return err
	}
	s.Roots = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	s.server.TLSConfig = &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS12,
	}
	return nil
}

// NewSession implements smtp.Backend.
func (s *Server) NewSession(c *smtp.Conn) (smtp.Session, error) { return &session{s: s, conn: c}, nil }

type session struct {
	s             *Server
	conn          *smtp.Conn
	authenticated bool
	from, to      string
}

// AuthMechanisms implements smtp.AuthSession.
func (c *session) AuthMechanisms() []string { return []string{sasl.Plain} }

// Auth implements smtp.AuthSession.
func (c *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != c.s.User || password != c.s.Password {
			return smtp.ErrAuthFailed
		}
		c.authenticated = true
		return nil
	}), nil
}

// Mail implements smtp.Session.
func (c *session) Mail(from string, _ *smtp.MailOptions) error {
	if c.s.User != "" && !c.authenticated {
		return smtp.ErrAuthRequired
	}
	c.from = from
	return nil
}

// Rcpt implements smtp.Session.
func (c *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	c.to = to
	c.s.mu.Lock()
	refuse := c.s.recipientCheck
	c.s.mu.Unlock()
	if refuse == nil {
		return nil
	}
	err := refuse(to)
	if errors.Is(err, ErrHangUp) {
		return errors.Join(err, c.conn.Conn().Close())
	}
	return err
}

// Data implements smtp.Session.
func (c *session) Data(r io.Reader) error {
	m, err := parseMail(r)
	if err != nil {
		return err
	}
	m.From, m.To = c.from, c.to
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.s.received = append(c.s.received, *m)
	return nil
}

// Reset implements smtp.Session.
func (c *session) Reset() { c.from, c.to = "", "" }

// Logout implements smtp.Session.
func (c *session) Logout() error { return nil }

func parseMail(r io.Reader) (*Mail, error) {
	msg, err := mail.ReadMessage(r)
	if err != nil {
		return nil, err
	}
	m := &Mail{Header: msg.Header, Files: map[string][]byte{}}
	if m.Subject, err = new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject")); err != nil {
		return nil, err
	}
	return m, m.readParts(msg.Header.Get("Content-Type"), msg.Body)
}

// readParts reads the parts of a message, those within parts too.
func (m *Mail) readParts(kind string, body io.Reader) error {
	_, params, err := mime.ParseMediaType(kind)
	if err != nil {
		return err
	}
	parts := multipart.NewReader(body, params["boundary"])
	for {
		p, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		kind := p.Header.Get("Content-Type")
		switch {
		case strings.HasPrefix(kind, "multipart/"):
			err = m.readParts(kind, p)
		case p.FileName() != "":
			var b []byte
			if b, err = io.ReadAll(base64.NewDecoder(base64.StdEncoding, p)); err == nil {
				m.Files[p.FileName()] = b
			}
		default:
			err = m.readText(kind, p)
		}
		if err != nil {
			return err
		}
	}
}

func (m *Mail) readText(kind string, r io.Reader) error {
	b, err := io.ReadAll(quotedprintable.NewReader(r))
	text := strings.ReplaceAll(string(b), "\r\n", "\n")
	if strings.HasPrefix(kind, "text/html") {
		m.HTML = text
	} else {
		m.Text = text
	}
	return err
}

type discardLogger struct{}

// Printf implements smtp.Logger.
func (discardLogger) Printf(string, ...any) {}

// Println implements smtp.Logger.
func (discardLogger) Println(...any) {}
