// Package mail is the outbox: messages are written in the transaction that
// causes them, and sent afterwards, as often as it takes.
package mail

import (
	"net/url"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

// Kind is the kind of a message. Each has its texts in the templates of every language.
type Kind string

// The kinds, with the fields of Data that their texts need beside URL and Space.
const (
	Code           Kind = "code"            // Code, What (what it opens) or Event (what else it is for), no URL
	LinkRecipients Kind = "link_recipients" // Who, Title, Items, Text
	LinkOpened     Kind = "link_opened"     // Title, Email (may be empty), Address
	LinkDead       Kind = "link_dead"       // Who (made it), Title
	BoxRecipients  Kind = "box_recipients"  // Who, Title, Text
	BoxDigest      Kind = "box_digest"      // Title, Count, Items
	BoxDead        Kind = "box_dead"        // Who, Title
	MemberInvited  Kind = "member_invited"  // Who, Text; URL signs up
	MemberAdded    Kind = "member_added"    // Who, Text
	GuestAdded     Kind = "guest_added"     // Who, Items, Text
	Ownership      Kind = "ownership"       // Who (handed it over)
	Security       Kind = "security"        // Event, and those of Title, What, Count, Email, Address and Device that it needs
	PasswordForgot Kind = "password_forgot" // Address, Device, or Event account_create; URL makes a new password
	AccountInvited Kind = "account_invited" // URL signs up
	AddressChanged Kind = "address_changed" // to the address or the number before; Email is the new one

	PaymentWaiting   Kind = "payment_waiting"   // to staff: Who (sent a receipt), Title (of the plan), What (the code), Text (the amount)
	PaymentSent      Kind = "payment_sent"      // Title, What (the order code)
	PaymentConfirmed Kind = "payment_confirmed" // Title (of the plan)
	PaymentRefused   Kind = "payment_refused"   // Title, Text (the reason)
	PaymentRefunded  Kind = "payment_refunded"  // Title, Text (the reason)
	PaymentVoided    Kind = "payment_voided"    // Title, Text (the reason)
	PaymentReturned  Kind = "payment_returned"  // Title, Text (the reference, may be empty)
	PlanEnding       Kind = "plan_ending"       // Count (days)

	// PaymentDestination goes to administrators: Event (transfer, zarinpal, stripe or http), Who and
	// Email (changed it), Address, Device, Text (the new destination, without secrets).
	PaymentDestination Kind = "payment_destination"

	TicketWaiting  Kind = "ticket_waiting"  // to staff: Who (wrote it), Title, What (its tracking code), Text
	TicketAnswered Kind = "ticket_answered" // Title, What (its tracking code), Text; Event "mail" when the mail can be answered
	TicketSolved   Kind = "ticket_solved"   // Title, What

	BackupTrouble Kind = "backup_trouble" // to administrators: What (the target), Event (the trouble), Text (the error)
	BackupWell    Kind = "backup_well"    // to administrators: What, Event (drill: of rehearsals)

	Attention Kind = "attention" // to administrators: Event (as in the overview of the console), Count

	Test Kind = "test" // Who (asked for it)
)

// Data holds the contents of a message. All of it may come from users; it cannot become a
// header or markup.
type Data struct {
	URL     string // where its button leads; absolute
	Space   string // title of the workspace
	Who     string // name of the person who did it
	Title   string // of a link or box
	What    string
	Items   []string // names of files and directories
	Count   int      // of all items, when not all are named
	Text    string   // written by the user
	Email   string
	Address string
	Code    string
	Event   string // of the audit log, or the use of a code: see the templates
	Device  string // browser and system, in words
}

// Message is one message to one address or number.
type Message struct {
	To       string
	Mobile   string // where it goes as a text message, instead of To as a mail
	Language string // fa or en
	Kind     Kind
	Data     Data
	Invoice  string    // whose document is attached to the mail when it is sent; empty for none
	ReplyTo  string    // the address that answers to a mail go to; empty for none
	Until    time.Time // when the code or the link in it ends, after which it is not sent; zero for never
}

// Enqueue puts a message into the outbox, in the transaction that causes it.
func Enqueue(tx *db.Tx, m Message) error {
	_, err := EnqueueWithID(tx, m)
	return err
}

// EnqueueWithID is Enqueue, and returns the id of the message.
func EnqueueWithID(tx *db.Tx, m Message) (db.MessageID, error) {
	if m.Mobile != "" {
		return enqueueText(tx, m)
	}
	row, err := newMailRow(&m)
	if err != nil {
		return 0, err
	}
	if err := checkFirstContact(tx, &m, row.Recipient); err != nil {
		return 0, err
	}
	return row.ID, tx.InsertMessage(row)
}

func enqueueText(tx *db.Tx, m Message) (db.MessageID, error) {
	row, err := newTextRow(&m)
	if err != nil {
		return 0, err
	}
	return row.ID, tx.InsertMessage(row)
}

// newMailRow writes a mail as the outbox keeps it.
func newMailRow(m *Message) (*db.Message, error) {
	to, f := names.ParseEmail(m.To)
	if f != nil {
		return nil, fault.InvalidEmail
	}
	l, err := renderMail(m)
	if err != nil {
		return nil, err
	}
	open := m.redact()
	shown, err := renderMail(&open)
	if err != nil {
		return nil, err
	}
	return &db.Message{
		ID: db.MessageID(db.NewID()), Channel: db.ByMail, Recipient: to, Kind: string(m.Kind), Language: m.Language, Subject: l.subject,
		Text: l.text, HTML: l.html, Invoice: m.Invoice, ReplyTo: m.ReplyTo, Shown: shown.subject + "\n\n" + shown.text, ExpiresAt: m.Until,
	}, nil
}

// newTextRow writes a text message as the outbox keeps it.
func newTextRow(m *Message) (*db.Message, error) {
	to, f := names.ParseMobile(m.Mobile)
	if f != nil {
		return nil, f
	}
	words, err := renderText(m)
	if err != nil {
		return nil, err
	}
	open := m.redact()
	shown, err := renderText(&open)
	if err != nil {
		return nil, err
	}
	return &db.Message{
		ID: db.MessageID(db.NewID()), Channel: db.BySMS, Recipient: to, Kind: string(m.Kind), Language: m.Language, Subject: m.Data.Code,
		Text: words, Shown: "\n\n" + shown, ExpiresAt: m.Until,
	}, nil
}

const mask = "••••••"

// redact is the message as staff may read it: without codes, without what its links open, and
// without the words and the names of files of users.
func (m *Message) redact() Message {
	o := *m
	if o.Data.Code != "" {
		o.Data.Code = mask
	}
	if u, err := url.Parse(o.Data.URL); err == nil && o.Data.URL != "" {
		o.Data.URL = u.Scheme + "://" + u.Host + "/" + mask
	}
	if o.Data.Text != "" && !strings.HasPrefix(string(o.Kind), "payment_") { // there the text is that of staff
		o.Data.Text = mask
	}
	if isShare(o.Kind) && o.Data.Title != "" { // usually the name of a file
		o.Data.Title = mask
	}
	if o.Kind == Code && o.Data.What != "" { // the title of a link or box
		o.Data.What = mask
	}
	items := make([]string, len(o.Data.Items))
	for i := range items {
		items[i] = mask
	}
	o.Data.Items = items
	return o
}

// isShare reports whether a message is about a link or a box.
func isShare(k Kind) bool {
	return strings.HasPrefix(string(k), "link_") || strings.HasPrefix(string(k), "box_")
}

// FindLanguage returns the language of the account with that address, or otherwise when none
// has it.
func FindLanguage(v *db.View, address, otherwise string) (string, error) {
	u, err := v.UserByLogin(address)
	switch {
	case err == nil:
		return u.Language, nil
	case isNotFound(err):
		return otherwise, nil
	}
	return "", err
}
