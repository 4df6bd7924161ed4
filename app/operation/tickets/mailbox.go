package tickets

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"anbar/app/base/limits"
	"anbar/app/identity/audit"
	"anbar/db"
	"anbar/decode"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// Mailbox is where answers by mail arrive.
type Mailbox struct {
	URL      string // imaps://host[:port][/folder], or imap:// without encryption; empty for none
	User     string
	Password string
	Address  string   // that mails to the mailbox are sent to
	Roots    []string // PEM files that the server's certificate is trusted by, beside the system's
}

const (
	mailboxTimeout  = 2 * time.Minute // with the server, for one look
	maxMailsPerRead = 100             // that one look takes
)

// ReadMailbox takes the new mails of the mailbox, if there is one, and marks each as read. One
// whose reading fails does not keep the others back: it comes again, and is set aside in the end.
func (s *Service) ReadMailbox(ctx context.Context) error {
	if s.Mailbox.URL == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, mailboxTimeout)
	defer cancel()
	c, folder, err := s.Mailbox.dial(ctx)
	if err != nil {
		return fmt.Errorf("reach the mailbox of support: %w", err)
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { _ = c.Close() }) // a client has no context
	defer stop()
	if err := c.Login(s.Mailbox.User, s.Mailbox.Password).Wait(); err != nil {
		return fmt.Errorf("sign in to the mailbox of support: %w", err)
	}
	opened, err := c.Select(folder, nil).Wait()
	if err != nil {
		return fmt.Errorf("open the mailbox of support: %w", err)
	}
	found, err := c.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	if err != nil {
		return fmt.Errorf("look for mails to support: %w", err)
	}
	var failed error
	all := found.AllUIDs()
	for _, uid := range all[:min(len(all), maxMailsPerRead)] {
		place := fmt.Sprintf("%d/%d", opened.UIDValidity, uid)
		err := s.readMail(ctx, c, uid)
		if err != nil && ctx.Err() == nil && isMailError(err) {
			err = s.setAside(ctx, c, uid, place, err)
			failed = errors.Join(failed, err)
			if isMailError(err) {
				continue
			}
		}
		if err != nil {
			return errors.Join(failed, err)
		}
		delete(s.failures, place)
	}
	return errors.Join(failed, c.Logout().Wait())
}

// mailError is a failure with one mail; any other is one of the connection.
type mailError struct{ error }

func (e *mailError) Unwrap() error { return e.error }

// isMailError reports whether others may still be read: what failed is this mail, or the server
// refuses a command about it.
func isMailError(err error) bool {
	var own *mailError
	var refused *imap.Error
	return errors.As(err, &own) || errors.As(err, &refused)
}

// setAside marks a mail as read and flags it, when it is an attack on its reader or failed often
// enough. Otherwise it returns the failure, and the mail comes again.
func (s *Service) setAside(ctx context.Context, c *imapclient.Client, uid imap.UID, place string, why error) error {
	s.failures[place]++
	reason := fmt.Sprintf("its reading failed %d times", s.failures[place])
	switch {
	case errors.Is(why, decode.ErrKilled):
		reason = "its decoder ended"
	case errors.Is(why, decode.ErrSlow):
		reason = "it takes too long"
	case s.failures[place] < limits.MailTries:
		return why
	}
	delete(s.failures, place)
	s.Log.Error("a mail to support was set aside", "uid", uid, "error", why)
	err := s.DB.Update(ctx, func(tx *db.Tx) error {
		return s.Audit.Record(tx, audit.Event{Action: audit.MailSetAside, Detail: audit.Detail{
			Name: fmt.Sprint(uid), Reason: reason,
		}})
	})
	if err != nil {
		return err
	}
	store := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen, imap.FlagFlagged}, Silent: true}
	return c.Store(imap.UIDSetNum(uid), store, nil).Close()
}

// readMail reads one mail and marks it.
func (s *Service) readMail(ctx context.Context, c *imapclient.Client, uid imap.UID) error {
	set := imap.UIDSetNum(uid)
	sizes, err := c.Fetch(set, &imap.FetchOptions{RFC822Size: true}).Collect()
	if err != nil {
		return fmt.Errorf("read a mail to support: %w", err)
	}
	if len(sizes) == 0 {
		return nil // deleted meanwhile
	}
	if sizes[0].RFC822Size > limits.MailBytes {
		s.Log.Info("a mail to support was left", "reason", "too large", "bytes", sizes[0].RFC822Size)
	} else if err := s.fetchMail(ctx, c, set); err != nil {
		return err
	}
	store := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}, Silent: true}
	return c.Store(set, store, nil).Close()
}

// readMailBody reads the mail that a command brings; nil when there is none.
func readMailBody(command *imapclient.FetchCommand) (raw []byte, err error) {
	for m := command.Next(); m != nil; m = command.Next() {
		for item := m.Next(); item != nil; item = m.Next() {
			body, ok := item.(imapclient.FetchItemDataBodySection)
			if !ok || body.Literal == nil {
				continue
			}
			if raw, err = io.ReadAll(io.LimitReader(body.Literal, limits.MailBytes)); err != nil {
				return nil, err
			}
		}
	}
	return raw, nil
}

func (s *Service) fetchMail(ctx context.Context, c *imapclient.Client, set imap.UIDSet) error {
	command := c.Fetch(set, &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{Peek: true}}})
	raw, err := readMailBody(command)
	if err != nil {
		return errors.Join(fmt.Errorf("read a mail to support: %w", err), command.Close())
	}
	if err := command.Close(); err != nil {
		return fmt.Errorf("read a mail to support: %w", err)
	}
	if raw == nil {
		return nil
	}
	if err := s.Receive(ctx, raw); err != nil {
		return &mailError{fmt.Errorf("read a mail to support: %w", err)}
	}
	return nil
}

// dial connects to the server, and returns the folder that is read.
func (m *Mailbox) dial(ctx context.Context) (*imapclient.Client, string, error) {
	u, err := url.Parse(m.URL)
	if err != nil {
		return nil, "", err
	}
	folder := strings.Trim(u.Path, "/")
	if folder == "" {
		folder = "INBOX"
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"imaps": "993", "imap": "143"}[u.Scheme]
	}
	d := &net.Dialer{}
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return nil, "", err
	}
	if u.Scheme == "imap" {
		return imapclient.New(conn, nil), folder, nil
	}
	roots, err := m.loadRoots()
	if err != nil {
		return nil, "", errors.Join(err, conn.Close())
	}
	secure := tls.Client(conn, &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12, RootCAs: roots})
	if err := secure.HandshakeContext(ctx); err != nil {
		return nil, "", errors.Join(err, conn.Close())
	}
	return imapclient.New(secure, nil), folder, nil
}

// loadRoots are the authorities of the system with those of the settings.
func (m *Mailbox) loadRoots() (*x509.CertPool, error) {
	if len(m.Roots) == 0 {
		return nil, nil
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		return nil, err
	}
	for _, name := range m.Roots {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if !pool.AppendCertsFromPEM(b) {
			return nil, fmt.Errorf("%s holds no certificate in PEM form", name)
		}
	}
	return pool, nil
}
