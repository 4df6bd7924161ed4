package mail

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/mail/mailtest"
	"anbar/db"
)

// script is a mail server that answers each command by its first word, and keeps what it heard.
type script struct {
	port int

	mu    sync.Mutex
	heard []string
}

// newScript starts one. An answer of "hang" is none.
func newScript(t *testing.T, greeting string, answers map[string]string) *script {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := &script{port: l.Addr().(*net.TCPAddr).Port}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.talk(c, greeting, answers)
		}
	}()
	return s
}

func (s *script) talk(c net.Conn, greeting string, answers map[string]string) {
	defer c.Close()
	say := func(words string) {
		if words != "hang" {
			_, _ = c.Write([]byte(words + "\r\n"))
		}
	}
	say(greeting)
	lines := bufio.NewScanner(c)
	for lines.Scan() {
		s.mu.Lock()
		s.heard = append(s.heard, lines.Text())
		s.mu.Unlock()
		word, _, _ := strings.Cut(lines.Text(), " ")
		say(answers[strings.ToUpper(word)])
	}
}

func TestTheTestOfAMailServerNamesTheLeg(t *testing.T) {
	test := Message{To: "me@example.org", Language: "en", Kind: Test, Data: Data{URL: "https://a.test", Who: "Me"}}
	at := func(s *script, tls string) Options {
		return Options{Host: "127.0.0.1", Port: s.port, TLS: tls, From: "a@example.org", Entered: true}
	}
	plain := map[string]string{
		"EHLO": "250 hello", "MAIL": "250 ok", "RCPT": "250 ok", "RSET": "250 ok", "QUIT": "221 bye", "NOOP": "250 ok",
	}
	with := func(word, answer string) map[string]string {
		m := map[string]string{}
		for k, v := range plain {
			m[k] = v
		}
		m[word] = answer
		return m
	}
	for name, c := range map[string]struct {
		o    Options
		want *fault.Fault
	}{
		"no such name": {Options{Host: "mail.invalid", TLS: "off", From: "a@example.org", Entered: true}, fault.ConnectionName},
		"nothing there": {
			Options{Host: "127.0.0.1", Port: 1, TLS: "off", From: "a@example.org", Entered: true}, fault.ConnectionRefused,
		},
		"the link": {
			Options{Host: "169.254.169.254", TLS: "off", From: "a@example.org", Entered: true}, fault.ConnectionOwn,
		},
		"another service":     {at(newScript(t, "SSH-2.0-x", nil), "off"), fault.ConnectionAnswer},
		"no STARTTLS":         {at(newScript(t, "220 hi", plain), "starttls"), fault.ConnectionTLS},
		"a lie about TLS":     {at(newScript(t, "220 hi", with("EHLO", "250-hi\r\n250 STARTTLS")), "starttls"), fault.ConnectionTLS},
		"no TLS at all":       {at(newScript(t, "220 hi", plain), "tls"), fault.ConnectionTLS},
		"a refused sender":    {at(newScript(t, "220 hi", with("MAIL", "553 no")), "off"), fault.ConnectionSender},
		"a refused recipient": {at(newScript(t, "220 hi", with("RCPT", "550 no")), "off"), fault.ConnectionRecipient},
		"a refused message":   {at(newScript(t, "220 hi", with("DATA", "554 no")), "off"), fault.ConnectionMessage},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := SendTest(t.Context(), c.o, test); !errors.Is(err, c.want) {
				t.Errorf("%v, want %s", err, c.want.Key)
			}
		})
	}
}

// TestAMailServerThatHangsEndsTheTest hangs before the greeting, and in the middle.
func TestAMailServerThatHangsEndsTheTest(t *testing.T) {
	test := Message{To: "me@example.org", Language: "en", Kind: Test, Data: Data{URL: "https://a.test", Who: "Me"}}
	for name, s := range map[string]*script{
		"silent": newScript(t, "hang", nil), "after the greeting": newScript(t, "220 hi", map[string]string{"EHLO": "hang"}),
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		began := time.Now()
		err := SendTest(ctx, Options{Host: "127.0.0.1", Port: s.port, TLS: "starttls", From: "a@example.org", Entered: true}, test)
		cancel()
		if !errors.Is(err, fault.ConnectionTimeout) || time.Since(began) > 5*time.Second {
			t.Errorf("%s: %v after %s", name, err, time.Since(began))
		}
	}
}

// TestThePasswordGoesOnlyThroughTLS has servers that want the password in the open.
func TestThePasswordGoesOnlyThroughTLS(t *testing.T) {
	test := Message{To: "me@example.org", Language: "en", Kind: Test, Data: Data{URL: "https://a.test", Who: "Me"}}
	for _, tls := range []string{"starttls", "off"} {
		s := newScript(t, "220 hi", map[string]string{"EHLO": "250-hi\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN", "STARTTLS": "220 go on"})
		err := SendTest(t.Context(), Options{
			Host: "127.0.0.1", Port: s.port, TLS: tls, User: "me", Password: "hush-hush", From: "a@example.org", Entered: true,
		}, test)
		if err == nil {
			t.Errorf("%s: it worked", tls)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.heard) == 0 {
			t.Errorf("%s: the server heard nothing", tls)
		}
		for _, line := range s.heard {
			if strings.HasPrefix(line, "AUTH") {
				t.Errorf("%s: %s", tls, line)
			}
		}
	}
}

func TestTheTestOfAGoodServerSendsAMail(t *testing.T) {
	sink := &mailtest.Server{TLS: true, User: "me", Password: "hush-hush"}
	if err := sink.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := sink.Close(); err != nil {
			t.Error(err)
		}
	}()
	roots := filepath.Join(t.TempDir(), "roots.pem")
	if err := os.WriteFile(roots, sink.Roots, 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{
		Host: "127.0.0.1", Port: sink.Port(), TLS: "starttls", Roots: []string{roots}, User: "me", Password: "hush-hush",
		From: "Anbar <a@example.org>", Entered: true,
	}
	test := Message{To: "me@example.org", Language: "fa", Kind: Test, Data: Data{URL: "https://a.test", Who: "Me"}}
	if err := SendTest(t.Context(), o, test); err != nil || len(sink.Mails("me@example.org")) != 1 {
		t.Errorf("%v, %d mails", err, len(sink.Mails("")))
	}
	o.Password = "wrong"
	if err := SendTest(t.Context(), o, test); !errors.Is(err, fault.ConnectionLogin) {
		t.Errorf("a wrong password: %v", err)
	}
	o.Roots = nil
	if err := SendTest(t.Context(), o, test); !errors.Is(err, fault.ConnectionTLS) {
		t.Errorf("an unknown certificate: %v", err)
	}
}

// TestThePasswordGoesThroughTLSFromTheStart signs in at a server that speaks TLS from the first
// byte on, both in the test and when mails are sent.
func TestThePasswordGoesThroughTLSFromTheStart(t *testing.T) {
	sink := &mailtest.Server{User: "me", Password: "hush-hush"}
	if err := sink.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := sink.Close(); err != nil {
			t.Error(err)
		}
	}()
	web := httptest.NewTLSServer(nil) // for its certificate
	defer web.Close()
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: web.TLS.Certificates, MinVersion: tls.VersionTLS12})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go relay(c, sink.Port())
		}
	}()
	roots := filepath.Join(t.TempDir(), "roots.pem")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: web.Certificate().Raw}
	if err := os.WriteFile(roots, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{
		Host: "127.0.0.1", Port: l.Addr().(*net.TCPAddr).Port, TLS: "tls", Roots: []string{roots}, User: "me", Password: "hush-hush",
		From: "Anbar <a@example.org>", Entered: true,
	}
	test := Message{To: "me@example.org", Language: "fa", Kind: Test, Data: Data{URL: "https://a.test", Who: "Me"}}
	if err := SendTest(t.Context(), o, test); err != nil || len(sink.Mails("me@example.org")) != 1 {
		t.Errorf("%v, %d mails", err, len(sink.Mails("")))
	}
	box := newOutbox(t, nil, func(to *Options) { *to = o })
	err = box.d.Update(t.Context(), func(tx *db.Tx) error { return Enqueue(tx, test) })
	if err != nil {
		t.Fatal(err)
	}
	if err := box.Deliver(t.Context()); err != nil || len(sink.Mails("me@example.org")) != 2 {
		t.Errorf("%v, %d mails\n%s", err, len(sink.Mails("")), box.log)
	}
}

// relay takes the encryption off.
func relay(c net.Conn, port int) {
	defer c.Close()
	to, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return
	}
	defer to.Close()
	go func() { _, _ = io.Copy(to, c) }()
	_, _ = io.Copy(c, to)
}
