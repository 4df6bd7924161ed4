package stories

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strconv"

	"anbar/app/base/mail/mailtest"
	"anbar/config"

	"github.com/rogpeppe/go-internal/testscript"
)

// openPost starts a mail server without telling the appliance.
func (s *story) openPost(ts *testscript.TestScript, args []string) error {
	s.post = &mailtest.Server{}
	if len(args) > 2 {
		s.post.User, s.post.Password = args[1], args[2]
	}
	err := s.post.Start()
	ts.Setenv(args[0], strconv.Itoa(s.post.Port()))
	return err
}

// servePost gives a story a mail server, which outlives a restart.
func (s *story) servePost(c *config.Serve) error {
	if s.post == nil {
		s.post = &mailtest.Server{}
		if err := s.post.Start(); err != nil {
			return err
		}
	}
	c.SMTPHost, c.SMTPPort, c.SMTPTLS, c.MailFrom = "127.0.0.1", s.post.Port(), "off", "Anbar <anbar@example.org>"
	return nil
}

// arrived returns the mails to an address that the story has not seen.
func (s *story) arrived(address string) ([]mailtest.Mail, error) {
	if err := s.app.Mail.Deliver(context.Background()); err != nil {
		return nil, err
	}
	all := s.post.Mails(address)
	fresh := all[s.read[address]:]
	s.read[address] = len(all)
	return fresh, nil
}

func (s *story) mailed(ts *testscript.TestScript, args []string) error {
	fresh, err := s.arrived(args[0])
	if err != nil || len(fresh) == 0 {
		return fmt.Errorf("no mail to %s: %w", args[0], err)
	}
	m := fresh[len(fresh)-1]
	found := regexp.MustCompile(args[1]).FindStringSubmatch(m.Subject + "\n" + m.Text)
	if found == nil {
		return fmt.Errorf("no %q in %q\n%s", args[1], m.Subject, m.Text)
	}
	if len(args) > 2 {
		ts.Setenv(args[2], found[len(found)-1])
	}
	return nil
}

func (s *story) unmailed(_ *testscript.TestScript, args []string) error {
	fresh, err := s.arrived(args[0])
	if err == nil && len(fresh) > 0 {
		err = fmt.Errorf("%d mails to %s, the newest is %q", len(fresh), args[0], fresh[len(fresh)-1].Subject)
	}
	return err
}

// attached fails unless the newest mail to an address has a PDF of that name.
func (s *story) attached(_ *testscript.TestScript, args []string) error {
	all := s.post.Mails(args[0])
	if len(all) == 0 {
		return fmt.Errorf("no mail to %s", args[0])
	}
	for name, b := range all[len(all)-1].Files {
		if regexp.MustCompile("^"+args[1]+"$").MatchString(name) && bytes.HasPrefix(b, []byte("%PDF-")) {
			return nil
		}
	}
	return fmt.Errorf("the mail %q has no %s", all[len(all)-1].Subject, args[1])
}

// deliver empties the outbox, as the worker does.
func (s *story) deliver(*testscript.TestScript, []string) error {
	return s.app.Mail.Deliver(context.Background())
}

// digitless fails when a value of the last answer has six digits in a row, as a code.
func (s *story) digitless(_ *testscript.TestScript, args []string) error {
	text, err := s.value(args[0])
	if err == nil && regexp.MustCompile(`\p{Nd}{6}`).MatchString(text) {
		err = fmt.Errorf("a code in %q", text)
	}
	return err
}

// tests sends test messages from the console until that is the answer.
func (s *story) tests(ts *testscript.TestScript, args []string) error {
	for range 20 {
		err := s.as(ts, []string{args[0], "201", "POST", "/admin/outbox/test", `{"to":"x@example.org","language":"en"}`})
		if err != nil && fmt.Sprint(s.last.Status) == args[1] {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("one can go on for ever")
}
