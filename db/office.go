package db

import "time"

// OfficeKey is a document that is or was edited on an office server.
type OfficeKey struct {
	Key         string
	Node        NodeID
	Space       SpaceID
	User        UserID // the first who edited
	Name        string // of the file
	Opened      VersionID
	EditVersion VersionID // that saves meanwhile made; 0 before the first
	State       string
	Seen        string // hash of the token of the last save
	SeenAt      int64  // Unix seconds
	CreatedAt   time.Time
}

// The states of an OfficeKey.
const (
	OfficeOpen   = "open"
	OfficeSaved  = "saved"  // the document was handed over
	OfficeClosed = "closed" // without changes
)

const officeColumns = "key, node_id, space_id, user_id, name, opened_id, sitting_id, state, seen, seen_at, created_at"

func (k *OfficeKey) fields() []any {
	return []any{&k.Key, &k.Node, &k.Space, &k.User, &k.Name, &k.Opened, &k.EditVersion, &k.State, &k.Seen, &k.SeenAt,
		timeScanner{&k.CreatedAt}}
}

// OfficeKeyByKey returns a document by its key.
func (v *View) OfficeKeyByKey(key string) (*OfficeKey, error) {
	var k OfficeKey
	return &k, v.scanRow("SELECT "+officeColumns+" FROM office_keys WHERE key = ?", []any{key}, k.fields()...)
}

// OfficeKeyOf returns the newest key of a file that is open; ErrNotFound without one.
func (v *View) OfficeKeyOf(node NodeID) (*OfficeKey, error) {
	var k OfficeKey
	return &k, v.scanRow("SELECT "+officeColumns+" FROM office_keys WHERE node_id = ? AND state = 'open' "+
		"ORDER BY created_at DESC, key DESC LIMIT 1",
		[]any{node}, k.fields()...)
}

// InsertOfficeKey stores a new key.
// home: app/office/editors
func (tx *Tx) InsertOfficeKey(k *OfficeKey) error {
	k.State, k.CreatedAt = OfficeOpen, tx.Now
	return tx.exec("INSERT INTO office_keys ("+officeColumns+") VALUES (?, ?, ?, ?, ?, ?, NULL, ?, '', 0, ?)", k.Key, k.Node, k.Space,
		k.User, k.Name, k.Opened, k.State, toMillis(tx.Now))
}

// UpdateOfficeKey stores what became of a document.
// home: app/office/editors
func (tx *Tx) UpdateOfficeKey(k *OfficeKey) error {
	return tx.execOne("UPDATE office_keys SET sitting_id = ?, state = ?, seen = ?, seen_at = ? WHERE key = ?", k.EditVersion,
		k.State, k.Seen,
		k.SeenAt, k.Key)
}

// DeleteOfficeKeysBefore forgets the keys made before t.
// home: app/office/editors
func (tx *Tx) DeleteOfficeKeysBefore(t time.Time) error {
	return tx.exec("DELETE FROM office_keys WHERE created_at < ?", toMillis(t))
}
