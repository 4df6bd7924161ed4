package stories

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	"anbar/config"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/rogpeppe/go-internal/testscript"
)

// mailbox is an IMAP server with the mailbox of support.
type mailbox struct {
	server *imapserver.Server
	user   *imapmemserver.User
	port   int
}

func newMailbox() (*mailbox, error) {
	m := &mailbox{user: imapmemserver.NewUser("support@example.org", "secret")}
	if err := m.user.Create("INBOX", nil); err != nil {
		return nil, err
	}
	users := imapmemserver.New()
	users.AddUser(m.user)
	m.server = imapserver.New(&imapserver.Options{
		InsecureAuth: true, Caps: imap.CapSet{imap.CapIMAP4rev1: {}},
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return users.NewSession(), nil, nil
		},
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m.port = l.Addr().(*net.TCPAddr).Port
	go func() { _ = m.server.Serve(l) }()
	return m, nil
}

// serveMailbox gives a story a mailbox of support.
func (s *story) serveMailbox(c *config.Serve) (err error) {
	if s.mailbox == nil {
		if s.mailbox, err = newMailbox(); err != nil {
			return err
		}
	}
	c.SupportMailbox, c.SupportUser, c.SupportPassword = fmt.Sprintf("imap://127.0.0.1:%d", s.mailbox.port), "support@example.org", "secret"
	c.SupportAddress = "support@example.org"
	return nil
}

type literal struct{ *bytes.Reader }

func (l literal) Size() int64 { return l.Reader.Size() }

// answered puts a mail into the mailbox of support and lets it be read. In the file, {reply} is
// the address that the newest mail to ADDRESS wants its answers at, {id} is its id, and {long}
// is a text of 1 MB.
func (s *story) answered(ts *testscript.TestScript, args []string) error {
	if err := s.app.Mail.Deliver(context.Background()); err != nil {
		return err
	}
	all := s.post.Mails(args[0])
	if len(all) == 0 {
		return fmt.Errorf("no mail to %s", args[0])
	}
	h := all[len(all)-1].Header
	raw := strings.NewReplacer("{reply}", strings.Trim(h.Get("Reply-To"), "<>"), "{id}", h.Get("Message-Id"), "{long}",
		strings.Repeat("long ", 200_000), "\n", "\r\n").Replace(ts.ReadFile(args[1]))
	if _, err := s.mailbox.user.Append("INBOX", literal{bytes.NewReader([]byte(raw))}, &imap.AppendOptions{Time: time.Now()}); err != nil {
		return err
	}
	if len(args) > 2 {
		return nil
	}
	return s.app.Tickets.ReadMailbox(context.Background())
}
