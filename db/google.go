package db

import (
	"database/sql"
	"time"
)

// GoogleAccount is the Google account that a person edits documents with.
type GoogleAccount struct {
	User      UserID
	Subject   string
	Email     string
	Sealed    []byte // the lasting token
	Lost      bool   // Google takes it no more
	CreatedAt time.Time
}

// GoogleAccountOf returns the account of a person; ErrNotFound without one.
func (v *View) GoogleAccountOf(user UserID) (*GoogleAccount, error) {
	var a GoogleAccount
	return &a, v.scanRow("SELECT user_id, subject, email, sealed, lost, created_at FROM google_accounts WHERE user_id = ?", []any{user},
		&a.User, &a.Subject, &a.Email, &a.Sealed, &a.Lost, timeScanner{&a.CreatedAt})
}

// PutGoogleAccount stores the account of a person in place of the one that they had.
// home: app/office/editors
func (tx *Tx) PutGoogleAccount(a *GoogleAccount) error {
	return tx.exec("INSERT INTO google_accounts (user_id, subject, email, sealed, lost, created_at) VALUES (?, ?, ?, ?, 0, ?) "+
		"ON CONFLICT (user_id) DO UPDATE SET subject = excluded.subject, email = excluded.email, sealed = excluded.sealed, lost = 0",
		a.User, a.Subject, a.Email, a.Sealed, toMillis(tx.Now))
}

// UpdateGoogleAccountLost notes that Google takes a token no more, unless the person gave another one meanwhile.
// home: app/office/editors
func (tx *Tx) UpdateGoogleAccountLost(a *GoogleAccount) error {
	return tx.exec("UPDATE google_accounts SET lost = 1 WHERE user_id = ? AND sealed = ?", a.User, a.Sealed)
}

// DeleteGoogleAccount forgets the account of a person.
// home: app/office/editors
func (tx *Tx) DeleteGoogleAccount(user UserID) error {
	return tx.execOne("DELETE FROM google_accounts WHERE user_id = ?", user)
}

// GoogleSession is a document that lies at Google to be edited.
type GoogleSession struct {
	ID          GoogleID
	Node        NodeID
	Space       SpaceID
	User        UserID // in whose Drive it lies
	Name        string
	Type        string
	Opened      VersionID
	EditVersion VersionID
	State       string
	Remote      string // id at Google
	Link        string
	Mark        string // of the content that was fetched last
	Outcome     string // of the last save
	SavedAt     time.Time
	LookedAt    time.Time
	Problem     string
	FailedAt    time.Time // the first of the looks that failed since
	Failures    int
	RetryAt     time.Time
	PingedAt    time.Time
	CreatedAt   time.Time
}

// The states of a GoogleSession.
const (
	GoogleNew     = "new"     // it was not sent yet
	GoogleOpen    = "open"    // it lies there
	GoogleClosing = "closing" // it has to be fetched and deleted there
)

const googleColumns = "id, node_id, space_id, user_id, name, mime, opened_id, sitting_id, state, remote, link, mark, outcome, saved_at, " +
	"looked_at, problem, failed_at, failures, retry_at, pinged_at, created_at"

func (s *GoogleSession) fields() []any {
	return []any{&s.ID, &s.Node, &s.Space, &s.User, &s.Name, &s.Type, &s.Opened, &s.EditVersion, &s.State, &s.Remote, &s.Link, &s.Mark,
		&s.Outcome, timeScanner{&s.SavedAt}, timeScanner{&s.LookedAt}, &s.Problem, timeScanner{&s.FailedAt}, &s.Failures,
		timeScanner{&s.RetryAt}, timeScanner{&s.PingedAt},
		timeScanner{&s.CreatedAt}}
}

// GoogleSessionByID returns a document at Google.
func (v *View) GoogleSessionByID(id GoogleID) (*GoogleSession, error) {
	var s GoogleSession
	return &s, v.scanRow("SELECT "+googleColumns+" FROM google_sessions WHERE id = ?", []any{id}, s.fields()...)
}

// GoogleSessionsOf returns the documents at Google that belong to a file, the newest first.
func (v *View) GoogleSessionsOf(node NodeID) ([]GoogleSession, error) {
	return listRows(v, func(r *sql.Rows, s *GoogleSession) error { return r.Scan(s.fields()...) },
		"SELECT "+googleColumns+" FROM google_sessions WHERE node_id = ? ORDER BY id DESC", node)
}

// GoogleSessionsBy returns the documents in the Google Drive of a person.
func (v *View) GoogleSessionsBy(user UserID) ([]GoogleSession, error) {
	return listRows(v, func(r *sql.Rows, s *GoogleSession) error { return r.Scan(s.fields()...) },
		"SELECT "+googleColumns+" FROM google_sessions WHERE user_id = ? ORDER BY id", user)
}

// GoogleSessionsToEnd returns documents that nobody has open since quiet, or that are closing, and that may be tried now.
func (v *View) GoogleSessionsToEnd(quiet time.Time, most int) ([]GoogleSession, error) {
	return listRows(v, func(r *sql.Rows, s *GoogleSession) error { return r.Scan(s.fields()...) },
		"SELECT "+googleColumns+" FROM google_sessions WHERE retry_at <= ? AND (state = 'closing' OR pinged_at < ?) "+
			"ORDER BY retry_at LIMIT ?", toMillis(v.Now), toMillis(quiet), most)
}

// InsertGoogleSession stores a new document.
// home: app/office/editors
func (tx *Tx) InsertGoogleSession(s *GoogleSession) error {
	s.State, s.PingedAt, s.CreatedAt = GoogleNew, tx.Now, tx.Now
	return tx.exec("INSERT INTO google_sessions (id, node_id, space_id, user_id, name, mime, opened_id, state, pinged_at, created_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", s.ID, s.Node, s.Space, s.User, s.Name, s.Type, s.Opened, s.State,
		toMillis(tx.Now), toMillis(tx.Now))
}

// UpdateGoogleSession stores what became of a document, but for the pings.
// home: app/office/editors
func (tx *Tx) UpdateGoogleSession(s *GoogleSession) error {
	return tx.execOne("UPDATE google_sessions SET node_id = ?, space_id = ?, user_id = ?, name = ?, opened_id = ?, sitting_id = ?, "+
		"state = ?, remote = ?, link = ?, mark = ?, outcome = ?, saved_at = ?, looked_at = ?, problem = ?, failed_at = ?, failures = ?, "+
		"retry_at = ? WHERE id = ?",
		s.Node, s.Space, s.User, s.Name, s.Opened, s.EditVersion, s.State, s.Remote, s.Link, s.Mark, s.Outcome, nullMillis(s.SavedAt),
		nullMillis(s.LookedAt),
		s.Problem, nullMillis(s.FailedAt), s.Failures, toMillis(s.RetryAt), s.ID)
}

// DeleteGoogleSession forgets a document.
// home: app/office/editors
func (tx *Tx) DeleteGoogleSession(id GoogleID) error {
	return tx.exec("DELETE FROM google_sessions WHERE id = ?", id)
}

// GooglePerson is somebody who has a document at Google open.
type GooglePerson struct {
	User     UserID
	Shared   bool // Google lets them in
	PingedAt time.Time
}

// GooglePeople returns those who have a document open.
func (v *View) GooglePeople(id GoogleID) ([]GooglePerson, error) {
	return listRows(v, func(r *sql.Rows, p *GooglePerson) error { return r.Scan(&p.User, &p.Shared, timeScanner{&p.PingedAt}) },
		"SELECT user_id, shared, pinged_at FROM google_people WHERE session_id = ? ORDER BY user_id", id)
}

// PutGooglePerson notes that somebody has a document open now.
// home: app/office/editors
func (tx *Tx) PutGooglePerson(id GoogleID, user UserID) error {
	err := tx.exec("INSERT INTO google_people (session_id, user_id, pinged_at) VALUES (?, ?, ?) "+
		"ON CONFLICT (session_id, user_id) DO UPDATE SET pinged_at = excluded.pinged_at", id, user, toMillis(tx.Now))
	if err != nil {
		return err
	}
	return tx.exec("UPDATE google_sessions SET pinged_at = ? WHERE id = ?", toMillis(tx.Now), id)
}

// UpdateGooglePersonShared notes that Google lets somebody in.
// home: app/office/editors
func (tx *Tx) UpdateGooglePersonShared(id GoogleID, user UserID) error {
	return tx.exec("UPDATE google_people SET shared = 1 WHERE session_id = ? AND user_id = ?", id, user)
}

// DeleteGooglePerson notes that somebody closed a document.
// home: app/office/editors
func (tx *Tx) DeleteGooglePerson(id GoogleID, user UserID) error {
	return tx.exec("DELETE FROM google_people WHERE session_id = ? AND user_id = ?", id, user)
}
