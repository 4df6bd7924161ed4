package db

import (
	"database/sql"
	"time"
)

// The states of a message.
const (
	MessageWaiting = iota
	MessageSent
	MessageGivenUp
	MessageKept // no server or gateway is configured
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
	Invoice   string // that is attached when it is sent; empty for none
	ReplyTo   string // of mails: the address that answers go to; empty for none
	State     int
	Tries     int
	Error     string // of the last try
	CreatedAt time.Time
	NextAt    time.Time
	SentAt    time.Time
}

// MessagesDue returns up to limit waiting messages of a channel whose NextAt has
// passed, the earliest first.
func (v *View) MessagesDue(channel string, limit int) ([]Message, error) {
	return list(v, func(r *sql.Rows, m *Message) error {
		return r.Scan(&m.ID, &m.Channel, &m.Recipient, &m.Kind, &m.Language, &m.Subject, &m.Text, &m.HTML, &m.Invoice, &m.ReplyTo, &m.State,
			&m.Tries, &m.Error, at{&m.CreatedAt}, at{&m.NextAt}, at{&m.SentAt})
	}, `SELECT id, channel, recipient, kind, language, subject, text, html, invoice_id, reply_to, state, tries, error, created_at, next_at,
		sent_at
		FROM messages WHERE state = 0 AND next_at <= ? AND channel = ? ORDER BY next_at LIMIT ?`, ms(v.Now), channel, limit)
}

// InsertMessage puts a message into the outbox.
// home: app/mail
func (tx *Tx) InsertMessage(m *Message) error {
	return tx.exec("INSERT INTO messages (id, channel, recipient, kind, language, subject, text, html, invoice_id, reply_to, created_at, "+
		"next_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", m.ID, m.Channel, m.Recipient, m.Kind, m.Language, m.Subject, m.Text, m.HTML,
		m.Invoice, m.ReplyTo, ms(tx.Now), ms(tx.Now))
}

// UpdateMessage stores the result of a try: State, Tries, Error, NextAt and SentAt.
// home: app/mail
func (tx *Tx) UpdateMessage(m *Message) error {
	return tx.execOne(
		"UPDATE messages SET state = ?, tries = ?, error = ?, next_at = ?, sent_at = ? WHERE id = ?", m.State, m.Tries, m.Error,
		ms(m.NextAt), moment(m.SentAt), m.ID)
}

// DeleteMessagesBefore forgets up to limit messages that are older than t, and
// returns how many.
// home: app/mail
func (tx *Tx) DeleteMessagesBefore(t time.Time, limit int) (int64, error) {
	return tx.execN("DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE created_at < ? LIMIT ?)", ms(t), limit)
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
	return &c, v.row("SELECT sum, tries, sent, since, expires_at FROM codes WHERE purpose = ? AND email = ?", []any{purpose, to}, &c.Sum,
		&c.Tries, &c.Sent, at{&c.Since}, at{&c.ExpiresAt})
}

// UpsertCode stores a code and replaces the one before.
// home: app/codes
func (tx *Tx) UpsertCode(c *Code) error {
	return tx.exec(`INSERT INTO codes (purpose, email, sum, tries, sent, since, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (purpose, email) DO UPDATE SET sum = excluded.sum, tries = excluded.tries, sent = excluded.sent,
			since = excluded.since, expires_at = excluded.expires_at`,
		c.Purpose, c.To, c.Sum, c.Tries, c.Sent, ms(c.Since), ms(c.ExpiresAt))
}

// DeleteCodesBefore forgets the codes that expired before t.
// home: app/codes
func (tx *Tx) DeleteCodesBefore(t time.Time) error {
	return tx.exec("DELETE FROM codes WHERE expires_at < ?", ms(t))
}
