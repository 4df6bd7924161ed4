package db

import (
	"database/sql"
	"strings"
	"time"
)

// Ticket is a question of a user to support.
type Ticket struct {
	ID         TicketID
	Code       string // for tracking
	User       UserID
	PlanType   string
	Tier       string
	Subject    string
	Department string
	Status     string // pending, closed, solved
	LastBy     string // user or staff: who wrote the last message that both see
	Assignee   UserID
	MergedInto TicketID
	Version    int64 // counts the changes
	Messages   int
	ClockFrom  time.Time // zero while the clock is stopped
	ClockDays  int       // business days that were left then
	DueAt      time.Time
	ToldAt     time.Time // when staff were written to last
	SeenAt     time.Time // when the user looked last
	CreatedAt  time.Time
	UpdatedAt  time.Time
	AnsweredAt time.Time
	ClosedAt   time.Time
}

const ticketColumns = "t.id, t.code, t.user_id, t.plan_type, t.tier, t.subject, t.department, t.status, t.last_by, " +
	"coalesce(t.assignee_id, 0), coalesce(t.merged_into, 0), t.version, t.messages, t.clock_from, t.clock_days, t.due_at, t.told_at, " +
	"t.seen_at, t.created_at, t.updated_at, t.answered_at, t.closed_at"

func (t *Ticket) columns() []any {
	return []any{&t.ID, &t.Code, &t.User, &t.PlanType, &t.Tier, &t.Subject, &t.Department, &t.Status, &t.LastBy, (*int64)(&t.Assignee),
		(*int64)(&t.MergedInto), &t.Version, &t.Messages, timeScanner{&t.ClockFrom}, &t.ClockDays, timeScanner{&t.DueAt},
		timeScanner{&t.ToldAt}, timeScanner{&t.SeenAt},
		timeScanner{&t.CreatedAt}, timeScanner{&t.UpdatedAt}, timeScanner{&t.AnsweredAt}, timeScanner{&t.ClosedAt}}
}

func scanTicket(r *sql.Rows, t *Ticket) error { return r.Scan(t.columns()...) }

// TicketByID returns a ticket.
func (v *View) TicketByID(id TicketID) (*Ticket, error) {
	var t Ticket
	return &t, v.scanRow("SELECT "+ticketColumns+" FROM tickets t WHERE t.id = ?", []any{id}, t.columns()...)
}

// TicketByCode returns the ticket with a tracking code.
func (v *View) TicketByCode(code string) (*Ticket, error) {
	var t Ticket
	return &t, v.scanRow("SELECT "+ticketColumns+" FROM tickets t WHERE t.code = ?", []any{code}, t.columns()...)
}

var newestTickets = &sortOrder[Ticket]{
	columns: []string{"t.updated_at", "t.id"}, down: true, of: func(t *Ticket) []any { return []any{toMillis(t.UpdatedAt), int64(t.ID)} },
}

// noDueTime is later than every time that is due.
const noDueTime = int64(1) << 53

var dueTickets = &sortOrder[Ticket]{
	columns: []string{"coalesce(t.due_at, 9007199254740992)", "t.id"}, down: false, of: func(t *Ticket) []any {
		due := noDueTime
		if !t.DueAt.IsZero() {
			due = toMillis(t.DueAt)
		}
		return []any{due, int64(t.ID)}
	},
}

// ofUser are the tickets of a user, of a status if one is given. A merged ticket is part of
// another one.
const ofUser = "t.user_id = ? AND t.merged_into IS NULL AND (? = '' OR t.status = ?)"

// TicketsOf returns a part of the tickets of a user, the latest first.
func (v *View) TicketsOf(user UserID, status string, s Slice) ([]Ticket, []any, error) {
	return listSlice(v, newestTickets, s, scanTicket, "SELECT "+ticketColumns+" FROM tickets t WHERE "+ofUser, user, status, status)
}

// CountTicketsOf counts what TicketsOf lists.
func (v *View) CountTicketsOf(user UserID, status string) (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM tickets t WHERE "+ofUser, []any{user, status, status}, &n)
	return n, err
}

// TicketFilter selects tickets for staff. Empty fields select all.
type TicketFilter struct {
	Status     string
	Department string
	Assignee   UserID
	Unassigned bool
	DueBefore  time.Time // only those that should have been answered before then
	Sort       string    // TicketsChanged or TicketsNewest; those that are due first when empty
	User       UserID
	Text       string // in the subject, the code, a message, the name or the address of the user
}

func (f *TicketFilter) where() (string, []any) {
	where, args := "t.merged_into IS NULL", []any{}
	add := func(condition string, values ...any) {
		where += " AND " + condition
		args = append(args, values...)
	}
	// A plus keeps the planner from an index that would have it sort what it finds.
	switch {
	case f.Status != "" && f.Sort == "":
		add("t.status = ?", f.Status)
	case f.Status != "":
		add("+t.status = ?", f.Status)
	}
	if f.Department != "" {
		add("+t.department = ?", f.Department)
	}
	if f.Assignee != 0 {
		add("t.assignee_id = ?", f.Assignee)
	}
	if f.User != 0 {
		add("t.user_id = ?", f.User)
	}
	if !f.DueBefore.IsZero() {
		add("t.due_at < ?", toMillis(f.DueBefore))
	}
	if f.Unassigned {
		add("t.assignee_id IS NULL")
	}
	if f.Text != "" {
		like := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(f.Text) + "%"
		add(`(t.subject LIKE ? ESCAPE '\' OR t.code LIKE ? ESCAPE '\'
			OR EXISTS (SELECT 1 FROM users u WHERE u.id = t.user_id AND
				(u.email LIKE ? ESCAPE '\' OR u.mobile LIKE ? ESCAPE '\' OR u.first_name || ' ' || u.last_name LIKE ? ESCAPE '\'))
			OR EXISTS (SELECT 1 FROM ticket_messages m WHERE m.ticket_id = t.id AND m.text LIKE ? ESCAPE '\'))`,
			like, like, like, like, like, like)
	}
	return where, args
}

// The orders of tickets for staff, the newest first.
const (
	TicketsChanged = "changed"
	TicketsNewest  = "newest"
)

var madeTickets = &sortOrder[Ticket]{columns: []string{"t.id"}, down: true, of: func(t *Ticket) []any { return []any{int64(t.ID)} }}

var ticketOrders = map[string]*sortOrder[Ticket]{"": dueTickets, TicketsChanged: newestTickets, TicketsNewest: madeTickets}

// HasTicketOrder reports whether tickets can be sorted so.
func HasTicketOrder(by string) bool { return ticketOrders[by] != nil }

// Tickets returns a part of the tickets that a filter selects: those that are due first, and those with a stopped clock last,
// unless it has another order.
func (v *View) Tickets(f *TicketFilter, s Slice) ([]Ticket, []any, error) {
	where, args := f.where()
	return listSlice(v, ticketOrders[f.Sort], s, scanTicket, "SELECT "+ticketColumns+" FROM tickets t WHERE "+where, args...)
}

// CountTickets counts what Tickets lists.
func (v *View) CountTickets(f *TicketFilter) (int64, error) {
	var n int64
	where, args := f.where()
	err := v.scanRow("SELECT count(*) FROM tickets t WHERE "+where, args, &n)
	return n, err
}

// CountTicketStates counts the tickets by their state, of a department when one is given. It reads one entry of an index for each.
func (v *View) CountTicketStates(department string) (map[string]int64, error) {
	type count struct {
		state string
		n     int64
	}
	query, args := "SELECT status, count(*) FROM tickets WHERE merged_into IS NULL", []any(nil)
	if department != "" {
		query, args = query+" AND department = ?", []any{department}
	}
	rows, err := listRows(v, func(r *sql.Rows, c *count) error { return r.Scan(&c.state, &c.n) }, query+" GROUP BY status", args...)
	all := map[string]int64{}
	for _, c := range rows {
		all[c.state] = c.n
	}
	return all, err
}

// FindTickets returns the newest tickets whose subject contains a text, of a department when one is given.
func (v *View) FindTickets(text, department string, limit int) ([]Ticket, error) {
	return listRows(v, scanTicket, "SELECT "+ticketColumns+" FROM tickets t WHERE t.merged_into IS NULL AND instr("+
		foldedSQL("t.subject")+", ?1) > 0 AND (?2 = '' OR t.department = ?2) ORDER BY t.id DESC LIMIT ?3",
		FoldQuery(text), department, limit)
}

// CountDueTickets counts the tickets that wait for an answer, those alone that are due before then when it is not zero, and of a
// department when one is given.
func (v *View) CountDueTickets(department string, before time.Time) (int64, error) {
	var n int64
	due := noDueTime
	if !before.IsZero() {
		due = toMillis(before)
	}
	err := v.scanRow("SELECT count(*) FROM tickets WHERE due_at IS NOT NULL AND due_at < ?1 AND merged_into IS NULL AND "+
		"(?2 = '' OR department = ?2)", []any{due, department}, &n)
	return n, err
}

// RunningTickets returns the tickets whose clock runs, behind that id.
func (v *View) RunningTickets(after TicketID, limit int) ([]Ticket, error) {
	return listRows(v, scanTicket, "SELECT "+ticketColumns+" FROM tickets t WHERE t.due_at IS NOT NULL AND t.id > ? ORDER BY t.id LIMIT ?",
		int64(after), limit)
}

// InsertTicket keeps a new ticket; ErrExists when the code is taken.
// home: app/operation/tickets
func (tx *Tx) InsertTicket(t *Ticket) error {
	return tx.exec("INSERT INTO tickets (id, code, user_id, plan_type, tier, subject, department, status, last_by, clock_from, "+
		"clock_days, due_at, told_at, seen_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		t.ID, t.Code, t.User, t.PlanType, t.Tier, t.Subject, t.Department, t.Status, t.LastBy, nullMillis(t.ClockFrom), t.ClockDays,
		nullMillis(t.DueAt), nullMillis(t.ToldAt), toMillis(tx.Now), toMillis(tx.Now), toMillis(tx.Now))
}

// UpdateTicket stores what of a ticket can change, and counts the change; ErrNotFound when
// somebody else changed it meanwhile.
// home: app/operation/tickets
func (tx *Tx) UpdateTicket(t *Ticket) error {
	err := tx.execOne("UPDATE tickets SET department = ?, status = ?, last_by = ?, assignee_id = ?, merged_into = ?, "+
		"version = version + 1, clock_from = ?, clock_days = ?, due_at = ?, told_at = ?, seen_at = ?, updated_at = ?, answered_at = ?, "+
		"closed_at = ? WHERE id = ? AND version = ?", t.Department, t.Status, t.LastBy, t.Assignee, t.MergedInto, nullMillis(t.ClockFrom),
		t.ClockDays, nullMillis(t.DueAt), nullMillis(t.ToldAt), toMillis(t.SeenAt), toMillis(t.UpdatedAt),
		nullMillis(t.AnsweredAt), nullMillis(t.ClosedAt), t.ID,
		t.Version)
	if err == nil {
		t.Version++
	}
	return err
}

// UpdateTicketSeen records that the user looked at a ticket.
// home: app/operation/tickets
func (tx *Tx) UpdateTicketSeen(id TicketID) error {
	return tx.execOne("UPDATE tickets SET seen_at = ? WHERE id = ?", toMillis(tx.Now), id)
}

// UpdateTicketDue moves the time that an answer is due.
// home: app/operation/tickets
func (tx *Tx) UpdateTicketDue(id TicketID, due time.Time) error {
	return tx.execOne("UPDATE tickets SET due_at = ? WHERE id = ?", nullMillis(due), id)
}

// UpdateTicketsMerged moves the messages of a ticket to another one.
// home: app/operation/tickets
func (tx *Tx) UpdateTicketsMerged(from, into TicketID) error {
	n, err := tx.execN("UPDATE ticket_messages SET ticket_id = ? WHERE ticket_id = ?", into, from)
	if err != nil {
		return err
	}
	if err := tx.exec("UPDATE tickets SET merged_into = ? WHERE merged_into = ?", into, from); err != nil {
		return err
	}
	if err := tx.exec("UPDATE tickets SET messages = messages - ? WHERE id = ?", n, from); err != nil {
		return err
	}
	return tx.execOne("UPDATE tickets SET messages = messages + ? WHERE id = ?", n, into)
}

// TicketMessage is a message in a ticket.
type TicketMessage struct {
	ID        TicketMessageID
	Ticket    TicketID
	User      UserID
	Staff     bool // written as staff
	Note      bool // only staff see it
	ByMail    bool
	MailID    string // SHA-256 of the mail that it came by; only for InsertTicketMessage
	Text      string
	CreatedAt time.Time
}

// TicketMessages returns the messages of a ticket, oldest first; without notes those that
// its user may see.
func (v *View) TicketMessages(id TicketID, notes bool) ([]TicketMessage, error) {
	return listRows(v, func(r *sql.Rows, m *TicketMessage) error {
		return r.Scan(&m.ID, &m.Ticket, &m.User, &m.Staff, &m.Note, &m.ByMail, &m.Text, timeScanner{&m.CreatedAt})
	}, "SELECT id, ticket_id, user_id, staff, note, by_mail, text, created_at FROM ticket_messages WHERE ticket_id = ? "+
		"AND (note = 0 OR ?) ORDER BY id", id, notes)
}

// CountTicketMails counts the messages of a ticket that came by mail since then.
func (v *View) CountTicketMails(id TicketID, since time.Time) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM ticket_messages WHERE ticket_id = ? AND by_mail = 1 AND created_at > ?", []any{id,
		toMillis(since)}, &n)
	return n, err
}

// InsertTicketMessage adds a message to a ticket; ErrExists when its mail is in one already.
// home: app/operation/tickets
func (tx *Tx) InsertTicketMessage(m *TicketMessage) error {
	if err := tx.exec("INSERT INTO ticket_messages (id, ticket_id, user_id, staff, note, by_mail, mail_id, text, "+
		"created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", m.ID, m.Ticket, m.User, m.Staff, m.Note, m.ByMail, nullText(m.MailID), m.Text,
		toMillis(tx.Now)); err != nil {
		return err
	}
	return tx.execOne("UPDATE tickets SET messages = messages + 1 WHERE id = ?", m.Ticket)
}

// TicketFile is an attachment of a message.
type TicketFile struct {
	ID      TicketFileID
	Message TicketMessageID // 0 until the message is sent
	User    UserID          // its sender
	Hash    Hash
	Name    string
	Type    string
	Size    int64
}

const ticketFileColumns = "f.id, coalesce(f.message_id, 0), f.user_id, f.hash, f.name, f.type, f.size"

func (f *TicketFile) columns() []any {
	return []any{&f.ID, (*int64)(&f.Message), &f.User, &f.Hash, &f.Name, &f.Type, &f.Size}
}

// TicketFileByID returns an attachment with its message and the ticket of that, which are
// empty until it is sent.
func (v *View) TicketFileByID(id TicketFileID) (*TicketFile, *TicketMessage, error) {
	var f TicketFile
	var m TicketMessage
	err := v.scanRow("SELECT "+ticketFileColumns+", coalesce(m.ticket_id, 0), coalesce(m.note, 0) FROM ticket_files f "+
		"LEFT JOIN ticket_messages m ON m.id = f.message_id WHERE f.id = ? AND f.removed_at IS NULL", []any{id},
		append(f.columns(), (*int64)(&m.Ticket), &m.Note)...)
	return &f, &m, err
}

// TicketFilesIn returns the attachments of all messages of a ticket.
func (v *View) TicketFilesIn(id TicketID) ([]TicketFile, error) {
	return listRows(v, func(r *sql.Rows, f *TicketFile) error { return r.Scan(f.columns()...) }, "SELECT "+ticketFileColumns+
		" FROM ticket_messages m JOIN ticket_files f ON f.message_id = m.id WHERE m.ticket_id = ? ORDER BY f.id", id)
}

// CountLooseTicketFiles counts the attachments of a user that are in no message yet.
func (v *View) CountLooseTicketFiles(user UserID) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM ticket_files WHERE user_id = ? AND message_id IS NULL AND removed_at IS NULL", []any{user}, &n)
	return n, err
}

// TicketFileSizes returns how many bytes the attachments of a user since then have, also those that
// they gave up, and those of everybody at any time.
func (v *View) TicketFileSizes(user UserID, since time.Time) (own, all int64, err error) {
	err = v.scanRow("SELECT (SELECT coalesce(sum(size), 0) FROM ticket_files WHERE user_id = ? AND created_at > ?), "+
		"(SELECT coalesce(sum(size), 0) FROM ticket_files INDEXED BY ticket_files_sums)", []any{user, toMillis(since)}, &own, &all)
	return own, all, err
}

// InsertTicketFile keeps an attachment.
// home: app/operation/tickets
func (tx *Tx) InsertTicketFile(f *TicketFile) error {
	var message any
	if f.Message != 0 {
		message = f.Message
	}
	return tx.exec("INSERT INTO ticket_files (id, message_id, user_id, hash, name, type, size, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		f.ID, message, f.User, f.Hash, f.Name, f.Type, f.Size, toMillis(tx.Now))
}

// UpdateTicketFileSent puts an attachment of a user into a message; ErrNotFound when it is in
// one already or is somebody else's.
// home: app/operation/tickets
func (tx *Tx) UpdateTicketFileSent(id TicketFileID, user UserID, message TicketMessageID) error {
	return tx.execOne("UPDATE ticket_files SET message_id = ? WHERE id = ? AND user_id = ? AND message_id IS NULL "+
		"AND removed_at IS NULL", message,
		id, user)
}

// UpdateTicketFileRemoved gives up an attachment of a user that is in no message; DeleteLooseTicketFiles
// removes it.
// home: app/operation/tickets
func (tx *Tx) UpdateTicketFileRemoved(id TicketFileID, user UserID) error {
	return tx.exec("UPDATE ticket_files SET removed_at = ? WHERE id = ? AND user_id = ? AND message_id IS NULL", toMillis(tx.Now), id,
		user)
}

// DeleteLooseTicketFiles removes attachments that no message has since then.
// home: app/operation/tickets
func (tx *Tx) DeleteLooseTicketFiles(before time.Time) error {
	return tx.exec("DELETE FROM ticket_files WHERE message_id IS NULL AND created_at < ?", toMillis(before))
}
