package db

import (
	"database/sql"
	"strings"
	"time"
)

// The states of a message.
const (
	MessageWaiting = iota
	MessageSent
	MessageGivenUp
	MessageKept // no server or gateway is configured
	MessageCanceled
)

// The channels of messages.
const (
	ByMail = "mail"
	BySMS  = "sms"
)

// Message is one message of the outbox.
type Message struct {
	ID        MessageID
	Channel   string // ByMail or BySMS
	Recipient string // address or number
	Kind      string
	Language  string
	Subject   string // of a text message: the code in it, if there is one
	Text      string
	HTML      string // of mails
	Shown     string // subject, empty line and text, without what would let a reader in
	Invoice   string // that is attached when it is sent; empty for none
	ReplyTo   string // of mails: the address that answers go to; empty for none
	State     int
	Tries     int
	Error     string // of the last try
	CreatedAt time.Time
	QueuedAt  time.Time // CreatedAt, or when it was put into the queue once more
	NextAt    time.Time
	SentAt    time.Time
	ExpiresAt time.Time // of the code or the link in it; zero for never
}

const messageColumns = "id, channel, recipient, kind, language, subject, text, html, shown, invoice_id, reply_to, state, tries, error, " +
	"created_at, queued_at, next_at, sent_at, expires_at"

func scanMessage(r *sql.Rows, m *Message) error {
	return r.Scan(&m.ID, &m.Channel, &m.Recipient, &m.Kind, &m.Language, &m.Subject, &m.Text, &m.HTML, &m.Shown, &m.Invoice, &m.ReplyTo,
		&m.State, &m.Tries, &m.Error, timeScanner{&m.CreatedAt}, timeScanner{&m.QueuedAt}, timeScanner{&m.NextAt},
		timeScanner{&m.SentAt}, timeScanner{&m.ExpiresAt})
}

// MessagesDue returns up to limit waiting messages of a channel whose NextAt has
// passed, the earliest first.
func (v *View) MessagesDue(channel string, limit int) ([]Message, error) {
	return listRows(v, scanMessage, "SELECT "+messageColumns+" FROM messages INDEXED BY messages_waiting WHERE state = 0 AND next_at <= ? "+
		"AND channel = ? ORDER BY next_at LIMIT ?", toMillis(v.Now), channel, limit)
}

// MessageFilter selects messages of the outbox. Zero values do not filter.
type MessageFilter struct {
	States  []int
	Channel string
	Kind    string
	To      string // a part of the address or the number
	Slice
}

func (f *MessageFilter) where() (string, []any) {
	where, args := "id > ?", []any{0}
	if len(f.States) > 0 {
		where += " AND state IN (?" + strings.Repeat(", ?", len(f.States)-1) + ")"
		for _, s := range f.States {
			args = append(args, s)
		}
	}
	if f.Channel != "" {
		where, args = where+" AND channel = ?", append(args, f.Channel)
	}
	if f.Kind != "" {
		where, args = where+" AND kind = ?", append(args, f.Kind)
	}
	if f.To != "" {
		where, args = where+" AND instr(recipient, ?) > 0", append(args, f.To)
	}
	return where, args
}

var newestMessages = &sortOrder[Message]{columns: []string{"id"}, down: true, of: func(m *Message) []any { return []any{int64(m.ID)} }}

// Messages returns some messages of the outbox, the newest first.
func (v *View) Messages(f MessageFilter) ([]Message, []any, error) {
	where, args := f.where()
	return listSlice(v, newestMessages, f.Slice, scanMessage, "SELECT "+messageColumns+" FROM messages WHERE "+where, args...)
}

// CountMessages returns how many messages match the filter.
func (v *View) CountMessages(f MessageFilter) (int64, error) {
	var n int64
	where, args := f.where()
	err := v.scanRow("SELECT count(*) FROM messages WHERE "+where, args, &n)
	return n, err
}

// MessageByID returns one message.
func (v *View) MessageByID(id MessageID) (*Message, error) {
	all, err := listRows(v, scanMessage, "SELECT "+messageColumns+" FROM messages WHERE id = ?", id)
	if err == nil && len(all) == 0 {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// InsertMessage puts a message into the outbox.
// home: app/base/mail
func (tx *Tx) InsertMessage(m *Message) error {
	return tx.exec("INSERT INTO messages (id, channel, recipient, kind, language, subject, text, html, shown, invoice_id, reply_to, "+
		"created_at, queued_at, next_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", m.ID, m.Channel,
		m.Recipient, m.Kind, m.Language, m.Subject, m.Text, m.HTML, m.Shown, m.Invoice, m.ReplyTo, toMillis(tx.Now), toMillis(tx.Now),
		toMillis(tx.Now), nullMillis(m.ExpiresAt))
}

// UpdateMessage stores the result of a try: State, Tries, Error, NextAt and SentAt. A message
// that was canceled meanwhile stays so, unless it went out.
// home: app/base/mail
func (tx *Tx) UpdateMessage(m *Message) error {
	return tx.exec("UPDATE messages SET state = ?, tries = ?, error = ?, next_at = ?, sent_at = ? WHERE id = ? AND (state = 0 OR ? = 1)",
		m.State, m.Tries, m.Error, toMillis(m.NextAt), nullMillis(m.SentAt), m.ID, m.State)
}

// UpdateMessageQueued puts a message into the queue once more, as if it were new;
// ErrNotFound when it waits already or was sent.
// home: app/base/mail
func (tx *Tx) UpdateMessageQueued(id MessageID) error {
	return tx.execOne("UPDATE messages SET state = 0, tries = 0, queued_at = ?, next_at = ? WHERE id = ? "+
		"AND state IN (2, 3, 4) AND recipient <> ''",
		toMillis(tx.Now), toMillis(tx.Now), id)
}

// UpdateMessagesQueued puts all messages of a state and, unless it is empty, of a channel into
// the queue once more, without those whose code or link has ended. It returns how many.
// home: app/base/mail
func (tx *Tx) UpdateMessagesQueued(state int, channel string) (int64, error) {
	return tx.execN("UPDATE messages SET state = 0, tries = 0, queued_at = ?, next_at = ? WHERE state = ? AND (? = '' OR channel = ?) "+
		"AND (expires_at IS NULL OR expires_at > ?)", toMillis(tx.Now), toMillis(tx.Now), state, channel, channel, toMillis(tx.Now))
}

// UpdateMessageCanceled ends a message that waits or is kept; ErrNotFound for any other.
// home: app/base/mail
func (tx *Tx) UpdateMessageCanceled(id MessageID) error {
	return tx.execOne("UPDATE messages SET state = 4 WHERE id = ? AND state IN (0, 3)", id)
}

// DeleteMessagesBefore forgets up to limit messages that are older than t, and
// returns how many.
// home: app/base/mail
func (tx *Tx) DeleteMessagesBefore(t time.Time, limit int) (int64, error) {
	return tx.execN("DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE created_at < ? LIMIT ?)", toMillis(t), limit)
}

// Code is a code that was sent to an address or a number to verify it.
type Code struct {
	Purpose   string
	To        string
	Sum       string
	Tries     int
	Sent      int // number of codes sent since Since
	Since     time.Time
	ExpiresAt time.Time
}

// CodeOf returns the code that was sent to an address or a number for a purpose.
func (v *View) CodeOf(purpose, to string) (*Code, error) {
	c := Code{Purpose: purpose, To: to}
	return &c, v.scanRow("SELECT sum, tries, sent, since, expires_at FROM codes WHERE purpose = ? AND email = ?",
		[]any{purpose, to}, &c.Sum,
		&c.Tries, &c.Sent, timeScanner{&c.Since}, timeScanner{&c.ExpiresAt})
}

// UpsertCode stores a code and replaces the one before.
// home: app/identity/codes
func (tx *Tx) UpsertCode(c *Code) error {
	return tx.exec(`INSERT INTO codes (purpose, email, sum, tries, sent, since, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (purpose, email) DO UPDATE SET sum = excluded.sum, tries = excluded.tries, sent = excluded.sent,
			since = excluded.since, expires_at = excluded.expires_at`,
		c.Purpose, c.To, c.Sum, c.Tries, c.Sent, toMillis(c.Since), toMillis(c.ExpiresAt))
}

// DeleteCodesBefore forgets the codes that expired before t.
// home: app/identity/codes
func (tx *Tx) DeleteCodesBefore(t time.Time) error {
	return tx.exec("DELETE FROM codes WHERE expires_at < ?", toMillis(t))
}
