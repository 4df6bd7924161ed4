package mail

import (
	"errors"
	"testing"

	"anbar/app/base/fault"
	"anbar/app/base/mail/mailtest"
	"anbar/db"
)

// TestADomainGoesOutInTheFormOfTheDNS: to mail servers with SMTPUTF8 and without, in the envelope
// and in the headers.
func TestADomainGoesOutInTheFormOfTheDNS(t *testing.T) {
	for _, utf8 := range []bool{false, true} {
		o := newOutbox(t, &mailtest.Server{UTF8: utf8}, func(o *Options) { o.From = "انبار <anbar@نمونه.ایران>" })
		o.post(t, Message{To: "user@نمونه.ایران", Language: "fa", Kind: Test, ReplyTo: "help@bücher.example",
			Data: Data{Who: "Sara", Email: "x@bücher.example"}})
		if err := o.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		all := o.sink.Mails("user@xn--hhbbbed.xn--mgba3a4f16a")
		if len(all) != 1 {
			t.Fatalf("with SMTPUTF8 %v: %+v", utf8, o.sink.Mails(""))
		}
		m := all[0]
		if m.From != "anbar@xn--hhbbbed.xn--mgba3a4f16a" || m.Header.Get("To") != "<user@xn--hhbbbed.xn--mgba3a4f16a>" ||
			m.Header.Get("Reply-To") != "<help@xn--bcher-kva.example>" {
			t.Errorf("from %q, to %q, answers to %q", m.From, m.Header.Get("To"), m.Header.Get("Reply-To"))
		}
	}
}

// TestLettersBeforeTheAt: a mail server without SMTPUTF8 does not get them, and who enters such an
// address is told, as soon as the server was seen; with another server they are taken.
func TestLettersBeforeTheAt(t *testing.T) {
	invite := Message{To: "عمید@example.org", Language: "fa", Kind: MemberInvited}
	enter := func(o *outbox, m Message) error {
		return o.d.Update(t.Context(), func(tx *db.Tx) error { return Enqueue(tx, m) })
	}
	o := newOutbox(t, &mailtest.Server{}, nil)
	if err := enter(o, invite); err != nil {
		t.Fatalf("the server was not seen yet: %v", err)
	}
	o.post(t, Message{To: "next@example.org", Language: "en", Kind: Test})
	if err := o.Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	if all := o.sink.Mails(""); len(all) != 1 || all[0].To != "next@example.org" {
		t.Errorf("arrived: %+v", all)
	}
	o.state(t, "عمید@example.org", db.MessageGivenUp)
	for _, kind := range []Kind{Code, LinkRecipients, BoxRecipients, MemberInvited, GuestAdded, AccountInvited} {
		if err := enter(o, Message{To: "é@example.org", Language: "fa", Kind: kind}); !errors.Is(err, fault.EmailLetters) {
			t.Errorf("%s: %v", kind, err)
		}
	}
	for _, m := range []Message{{To: "é@example.org", Language: "en", Kind: Security, Data: Data{Event: "new_device"}},
		{To: "user@نمونه.ایران", Language: "en", Kind: MemberInvited}} { // an account goes on, a domain is no trouble
		if err := enter(o, m); err != nil {
			t.Errorf("%s to %s: %v", m.Kind, m.To, err)
		}
	}
	other := &mailtest.Server{UTF8: true}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := o.Reload(Options{Host: "localhost", Port: other.Port(), TLS: "off", From: "anbar@example.org"}); err != nil {
		t.Fatal(err)
	}
	if err := o.probeServer(t.Context(), o.active.Load()); err != nil {
		t.Fatal(err)
	}
	if err := enter(o, invite); err != nil {
		t.Errorf("a server that takes them: %v", err)
	}
	if err := o.Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(other.Mails("عمید@example.org")) != 1 {
		t.Errorf("arrived: %+v", other.Mails(""))
	}
	if err := o.Reload(Options{}); err != nil {
		t.Fatal(err)
	}
	if err := o.probeServer(t.Context(), o.active.Load()); err != nil {
		t.Fatal(err)
	}
	if err := enter(o, invite); err != nil {
		t.Errorf("without a mail server: %v", err)
	}
}

// state checks what became of the messages to an address.
func (o *outbox) state(t *testing.T, to string, want int) {
	t.Helper()
	err := o.d.View(t.Context(), func(v *db.View) error {
		all, _, err := v.Messages(db.MessageFilter{Channel: db.ByMail, To: to, Slice: db.Slice{Limit: 10}})
		if err == nil && (len(all) != 1 || all[0].State != want) {
			t.Errorf("the messages to %s: %+v", to, all)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
