package mail

import (
	"errors"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/db"
)

// Resend puts a message that was given up, kept or canceled into the queue once more. It
// fails with fault.MessageClosed for any other, and with fault.MessageLate for one whose code
// or link has ended.
func Resend(tx *db.Tx, id db.MessageID) (*db.Message, error) {
	m, err := tx.MessageByID(id)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return nil, fault.InvalidID
	case err != nil:
		return nil, err
	case lateness(m, tx.Now) == 1:
		return nil, fault.MessageLate
	}
	err = tx.UpdateMessageQueued(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.MessageClosed
	}
	return m, err
}

// ResendAll does so with all messages that were given up, without those that are too late, and
// returns how many.
func ResendAll(tx *db.Tx) (int64, error) { return tx.UpdateMessagesQueued(db.MessageGivenUp, "") }

// Cancel ends a message that waits or is kept; any other is fault.MessageClosed. One that is
// being sent at this moment may still arrive.
func Cancel(tx *db.Tx, id db.MessageID) (*db.Message, error) {
	m, err := tx.MessageByID(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	err = tx.UpdateMessageCanceled(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.MessageClosed
	}
	return m, err
}

// IsLate reports whether the code or the link in a message has ended.
func IsLate(m *db.Message, now time.Time) bool { return lateness(m, now) == 1 }

// Sample is a kind of message with sample data in place of that of users.
type Sample struct {
	Kind               Kind
	Subject, Text, SMS string // SMS is empty when the kind only goes out as a mail
}

// samples are the kinds with what makes them look as they usually do.
var samples = []Message{
	{Kind: Code}, {Kind: PasswordForgot}, {Kind: AddressChanged}, {Kind: Security, Data: Data{Event: "new_device"}}, {Kind: MemberInvited},
	{Kind: MemberAdded}, {Kind: GuestAdded}, {Kind: Ownership}, {Kind: LinkRecipients}, {Kind: LinkOpened}, {Kind: LinkDead},
	{Kind: BoxRecipients}, {Kind: BoxDigest}, {Kind: BoxDead}, {Kind: PaymentWaiting}, {Kind: PaymentSent}, {Kind: PaymentConfirmed},
	{Kind: PaymentRefused}, {Kind: PaymentRefunded},
	{Kind: PaymentVoided}, {Kind: PaymentReturned}, {Kind: PlanEnding}, {Kind: PaymentDestination, Data: Data{Event: "transfer"}},
	{Kind: AccountInvited}, {Kind: TicketWaiting}, {Kind: TicketAnswered}, {Kind: TicketSolved},
	{Kind: BackupTrouble, Data: Data{Event: "gone"}}, {Kind: BackupWell}, {Kind: Attention, Data: Data{Event: "disk"}}, {Kind: Test},
}

// listKinds are the kinds that name files.
var listKinds = map[Kind]bool{LinkRecipients: true, BoxDigest: true, GuestAdded: true}

// setSampleData fills a message of a kind with those of the sample data that it uses.
func (m *Message) setSampleData(d Data) {
	event := m.Data.Event
	m.Data = d
	m.Data.Event = event
	if m.Kind != Code {
		m.Data.Code = ""
	}
	if !listKinds[m.Kind] {
		m.Data.Items = nil
	}
	if strings.HasPrefix(string(m.Kind), "ticket_") {
		m.Data.What = "TK-2345ABCD"
	}
	if m.Kind == PaymentWaiting || m.Kind == PaymentSent {
		m.Data.What = "MGIAC5I4"
	}
	if strings.HasPrefix(string(m.Kind), "backup_") {
		m.Data.What = "/mnt/copies"
	}
	if m.Kind == PlanEnding {
		m.Data.Count = 7
	}
}

// RenderSamples writes every kind of message in a language, with links below base.
func RenderSamples(language, base string) ([]Sample, error) {
	d := Data{
		URL: base + "/…", Space: "Alborz", Who: "Sara Mohammadi", Title: "Contract 1405", Items: []string{"Contract.pdf", "Plan.png"},
		Count: 5, Email: "daniel@example.org", Address: "192.0.2.1", Device: "Firefox, Windows", Code: "123456",
	}
	if language == "fa" {
		d.Space, d.Who, d.Title, d.Items = "البرز", "سارا محمدی", "قرارداد ۱۴۰۵", []string{"قرارداد.pdf", "نقشه.png"}
	}
	var all []Sample
	for _, m := range samples {
		m.Language = language
		m.setSampleData(d)
		l, err := renderMail(&m)
		if err != nil {
			return nil, err
		}
		sms, err := renderTemplate(language, string(m.Kind)+".sms", sanitizeData(m.Data))
		if err != nil {
			return nil, err
		}
		all = append(all, Sample{Kind: m.Kind, Subject: l.subject, Text: strings.TrimSpace(l.text), SMS: sms})
	}
	return all, nil
}
