package db

import "time"

// WopiSession is a document that an office server edits, or edited, by the protocol WOPI.
type WopiSession struct {
	Key         string
	Node        NodeID
	Space       SpaceID
	User        UserID // the first who edited
	Name        string // of the file
	Closed      bool   // the server gave the file back
	Copy        NodeID // holds what came after another editor took the document over; 0 for none
	CopySpace   SpaceID
	CopyVersion VersionID
	CreatedAt   time.Time
}

const wopiColumns = "key, node_id, space_id, user_id, name, closed, copy_id, copy_space, copy_version, created_at"

// WopiSessionByKey returns a session; ErrNotFound without it.
func (v *View) WopiSessionByKey(key string) (*WopiSession, error) {
	var s WopiSession
	return &s, v.scanRow("SELECT "+wopiColumns+" FROM wopi_sessions WHERE key = ?", []any{key}, &s.Key, &s.Node, &s.Space, &s.User, &s.Name,
		&s.Closed, &s.Copy, &s.CopySpace, &s.CopyVersion, timeScanner{&s.CreatedAt})
}

// InsertWopiSession stores a new session.
// home: app/office/editors
func (tx *Tx) InsertWopiSession(s *WopiSession) error {
	s.CreatedAt = tx.Now
	return tx.exec("INSERT INTO wopi_sessions ("+wopiColumns+") VALUES (?, ?, ?, ?, ?, 0, NULL, NULL, NULL, ?)", s.Key, s.Node, s.Space,
		s.User, s.Name, toMillis(tx.Now))
}

// UpdateWopiSession stores whether a session is closed, and its copy.
// home: app/office/editors
func (tx *Tx) UpdateWopiSession(s *WopiSession) error {
	return tx.execOne("UPDATE wopi_sessions SET closed = ?, copy_id = ?, copy_space = ?, copy_version = ? WHERE key = ?", s.Closed, s.Copy,
		s.CopySpace, s.CopyVersion, s.Key)
}

// DeleteWopiSessionsBefore forgets the sessions that began before t.
// home: app/office/editors
func (tx *Tx) DeleteWopiSessionsBefore(t time.Time) error {
	return tx.exec("DELETE FROM wopi_sessions WHERE created_at < ?", toMillis(t))
}
