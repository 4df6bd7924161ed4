package mail

import (
	"context"

	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"

	smtp "github.com/wneessen/go-mail"
	protocol "github.com/wneessen/go-mail/smtp"
)

// What a mail server takes before the @ of an address; letters beyond ASCII need SMTPUTF8 (RFC 6531).
const (
	unknownLetters int32 = iota
	plainLetters
	anyLetters
)

const errLetters = "the mail server takes only ASCII before the @ of an address (it has no SMTPUTF8)"

// toWireAddress returns an address as mail servers are given it. One that cannot be written so is left to
// the server to refuse.
func toWireAddress(address string) string {
	if sent, ok := names.ToMailAddress(address); ok {
		return sent
	}
	return address
}

// connection is one to the mail server.
type connection struct {
	client *smtp.Client
	conn   *protocol.Client
}

func (c *connection) Send(m *smtp.Msg) error { return c.client.SendWithSMTPClient(c.conn, m) }

func (c *connection) Close() error { return c.client.CloseWithSMTPClient(c.conn) }

func (c *connection) canSendTo(address string) bool {
	utf8, _ := c.conn.Extension("SMTPUTF8")
	return utf8 || names.HasPlainLocalPart(address)
}

// dial connects to the mail server, and notes which letters it takes.
func (c *channels) dial(ctx context.Context) (*connection, error) {
	client, err := c.newClient()
	if err != nil {
		return nil, err
	}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return nil, err
	}
	l := &connection{client, conn}
	if utf8, _ := conn.Extension("SMTPUTF8"); utf8 {
		c.localPartSupport.Store(anyLetters)
	} else {
		c.localPartSupport.Store(plainLetters)
	}
	return l, nil
}

// probeServer asks a mail server that was never seen which letters it takes, before anybody types an
// address that it does not.
func (s *Service) probeServer(ctx context.Context, c *channels) error {
	if c.opts.Host != "" {
		seen, err := db.Get(ctx, s.db, func(v *db.View) (seen string, err error) {
			seen, _, err = v.MailLetters()
			return seen, err
		})
		if err != nil || seen == c.opts.Host {
			return err
		}
		l, err := c.dial(ctx)
		if err != nil {
			return nil // the next mail says so, or tells what the server takes
		}
		c.closeConnection(l)
	}
	return s.recordLetters(ctx, c)
}

// recordLetters stores which letters the mail server takes, for those who type addresses.
func (s *Service) recordLetters(ctx context.Context, c *channels) error {
	letters := c.localPartSupport.Load()
	if letters == unknownLetters && c.opts.Host != "" {
		return nil
	}
	same := false
	err := s.db.View(ctx, func(v *db.View) error {
		host, plain, err := v.MailLetters()
		same = host == c.opts.Host && plain == (letters == plainLetters)
		return err
	})
	if err != nil || same {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error { return tx.PutMailLetters(c.opts.Host, letters == plainLetters) })
}

// CheckDeliverable refuses an address that is entered now and that the mail server is known not to take.
func CheckDeliverable(v *db.View, address string) error {
	if names.HasPlainLocalPart(address) {
		return nil
	}
	_, plain, err := v.MailLetters()
	if err == nil && plain {
		err = fault.EmailLetters
	}
	return err
}

// isFirstContact reports the kinds that go to an address which somebody has just entered.
func isFirstContact(k Kind) bool {
	switch k {
	case Code, LinkRecipients, BoxRecipients, MemberInvited, GuestAdded, AccountInvited:
		return true
	}
	return false
}

// checkFirstContact is CheckDeliverable for a message that tells its recipient of this appliance.
func checkFirstContact(tx *db.Tx, m *Message, to string) error {
	if !isFirstContact(m.Kind) {
		return nil
	}
	return CheckDeliverable(tx.ReadOnly(), to)
}
