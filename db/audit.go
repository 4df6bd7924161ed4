package db

import (
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// AuditEvent is a row of the audit log.
type AuditEvent struct {
	Number  int64 // from 1, without gaps
	At      time.Time
	Action  string
	User    UserID // the account that the event is about; 0 for none
	By      UserID // the user who acted; 0 for the appliance or an unknown person
	Address string
	Device  string
	Detail  string // JSON
	Hash    []byte // SHA-256 of the hash before and of this row
}

const auditColumns = "id, at, action, user_id, by_id, address, device, detail, hash"

func (e *AuditEvent) fields() []any {
	return []any{&e.Number, timeScanner{&e.At}, &e.Action, (*int64)(&e.User), (*int64)(&e.By), &e.Address, &e.Device, &e.Detail, &e.Hash}
}

// ChainHash is the hash of the event when the one before it has that hash: SHA-256
// of the hash before and of the JSON array of the number, the time in Unix
// milliseconds, the action, the two users' numbers, the address, the device and
// the detail.
func (e *AuditEvent) ChainHash(before []byte) ([]byte, error) {
	row, err := json.Marshal([]any{e.Number, toMillis(e.At), e.Action, int64(e.User), int64(e.By), e.Address, e.Device, e.Detail})
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append(append([]byte{}, before...), row...))
	return sum[:], nil
}

// InsertAudit adds an event to the end of the log, with its number, its time and
// its hash.
// home: app/identity/audit
func (tx *Tx) InsertAudit(e *AuditEvent) error {
	var before []byte
	err := tx.scanRow("SELECT id, hash FROM audit WHERE id > 0 ORDER BY id DESC LIMIT 1", nil, &e.Number, &before)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	e.Number++
	e.At = tx.Now
	if e.Hash, err = e.ChainHash(before); err != nil {
		return err
	}
	return tx.exec("INSERT INTO audit ("+auditColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		e.Number, toMillis(e.At), e.Action, int64(e.User), int64(e.By), e.Address, e.Device, e.Detail, e.Hash)
}

// AuditFilter selects events of the log. Zero values do not filter; To is exclusive.
type AuditFilter struct {
	Number   int64
	User     UserID
	Action   string
	Alarms   bool // only events that may be an attack
	From, To time.Time
	Slice
}

// alarms are the actions of events that may be an attack, as the index audit_alarms has them.
var alarms = []string{"sign_in_failed", "second_step_failed", "second_step_guessed", "refresh_token_reused", "passkey_copied",
	"two_factor_disable", "contact_lose"}

// IsAlarm reports whether an event with that action may be an attack.
func IsAlarm(action string) bool { return slices.Contains(alarms, action) }

// table is the table, read by the index of alarms where it is for all users: SQLite would take that of the actions, and sort what it found.
func (f *AuditFilter) table() string {
	if f.Alarms && f.User == 0 {
		return "audit INDEXED BY audit_alarms"
	}
	return "audit"
}

func (f *AuditFilter) where() (string, []any) {
	where, args := "id > ?", []any{0}
	if f.Number != 0 {
		where, args = where+" AND id = ?", append(args, f.Number)
	}
	if f.Alarms {
		where += " AND action IN ('" + strings.Join(alarms, "', '") + "')"
	}
	if f.User != 0 {
		where, args = where+" AND user_id = ?", append(args, int64(f.User))
	}
	if f.Action != "" {
		where, args = where+" AND action = ?", append(args, f.Action)
	}
	if !f.From.IsZero() {
		where, args = where+" AND at >= ?", append(args, toMillis(f.From))
	}
	if !f.To.IsZero() {
		where, args = where+" AND at < ?", append(args, toMillis(f.To))
	}
	return where, args
}

func scanAudit(r *sql.Rows, e *AuditEvent) error { return r.Scan(e.fields()...) }

var newestEvents = &sortOrder[AuditEvent]{columns: []string{"id"}, down: true, of: func(e *AuditEvent) []any { return []any{e.Number} }}

// Audit returns some events of the log, newest first.
func (v *View) Audit(f AuditFilter) ([]AuditEvent, []any, error) {
	where, args := f.where()
	return listSlice(v, newestEvents, f.Slice, scanAudit, "SELECT "+auditColumns+" FROM "+f.table()+" WHERE "+where, args...)
}

// CountAudits returns how many events match the filter; of alarms up to maxAlarms.
func (v *View) CountAudits(f AuditFilter) (int64, error) {
	var n int64
	where, args := f.where()
	query := "SELECT count(*) FROM audit WHERE " + where
	switch {
	case f.isEmpty(): // numbers have no gaps
		query = "SELECT coalesce(max(id), 0) FROM audit WHERE " + where
	case f.Alarms:
		query = fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM %s WHERE %s LIMIT %d)", f.table(), where, maxAlarms)
	}
	err := v.scanRow(query, args, &n)
	return n, err
}

// maxAlarms is how many events CountAudits counts of those that an attacker causes.
const maxAlarms = 10_000

func (f *AuditFilter) isEmpty() bool {
	return f.Number == 0 && f.User == 0 && f.Action == "" && !f.Alarms && f.From.IsZero() && f.To.IsZero()
}

// AuditFrom returns up to limit events from a number on, oldest first, about one
// user or, without one, about all.
func (v *View) AuditFrom(user UserID, number int64, limit int) ([]AuditEvent, error) {
	if user == 0 {
		return listRows(v, scanAudit, "SELECT "+auditColumns+" FROM audit WHERE id >= ? ORDER BY id LIMIT ?", number, limit)
	}
	return listRows(v, scanAudit, "SELECT "+auditColumns+" FROM audit WHERE user_id = ? AND id >= ? ORDER BY id LIMIT ?",
		int64(user), number,
		limit)
}

// CountUserAudits returns how many events of an action the user's account has since t.
func (v *View) CountUserAudits(user UserID, action string, since time.Time) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM audit WHERE user_id = ? AND action = ? AND at >= ?", []any{int64(user), action,
		toMillis(since)}, &n)
	return n, err
}

// ErrAuditBroken reports that rows of the audit log were changed or removed.
var ErrAuditBroken = errors.New("db: the audit log was changed")

// CheckAudit verifies the chain of hashes from the first event on and returns the
// number of events; ErrAuditBroken when one is missing or was changed.
func (v *View) CheckAudit() (int64, error) {
	var n int64
	var before []byte
	for e, err := range eachRow(v, scanAudit, "SELECT "+auditColumns+" FROM audit ORDER BY id") {
		if err != nil {
			return n, err
		}
		sum, err := e.ChainHash(before)
		if err != nil {
			return n, err
		}
		if e.Number != n+1 || string(sum) != string(e.Hash) {
			return n, fmt.Errorf("%w: event %d", ErrAuditBroken, e.Number)
		}
		n, before = e.Number, e.Hash
	}
	return n, nil
}

func (v *View) checkAuditChain(c *CheckReport) error {
	_, err := v.CheckAudit()
	if errors.Is(err, ErrAuditBroken) {
		c.addProblem("%v", err)
		return nil
	}
	return err
}
