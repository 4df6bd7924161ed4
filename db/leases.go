package db

import (
	"database/sql"
	"errors"
	"time"
)

// Lease is the right of one person to change the contents of a file for now.
type Lease struct {
	Node      NodeID
	ID        LeaseID
	User      UserID
	Via       string // kind of editor
	Device    string
	Name      string // of the file
	Since     time.Time
	ExpiresAt time.Time
	Ended     bool // it expired, and lists were told

	Opened      VersionID // what the editor loaded
	OpenedHash  Hash      // the content of Opened, which may be no version any more
	Prior       VersionID // the head before the last save, which a save may name whose editor did not get the answer; 0 for none
	PriorHash   Hash      // the content of Prior
	EditVersion VersionID // that the saves of this lease made, and the next one may replace; 0 before the first
	Key         string    // of a session on an office server
	Lock        string    // by which that server knows the lease, of WOPI; empty while it has not locked the file
}

const leaseColumns = "node_id, id, user_id, via, device, name, since, expires_at, ended, opened_id, opened_hash, prior_id, prior_hash, " +
	"sitting_id, key, lock"

func (l *Lease) fields() []any {
	return []any{&l.Node, &l.ID, &l.User, &l.Via, &l.Device, &l.Name, timeScanner{&l.Since}, timeScanner{&l.ExpiresAt},
		&l.Ended, &l.Opened, &l.OpenedHash,
		&l.Prior, &l.PriorHash, &l.EditVersion, &l.Key, &l.Lock}
}

// LeaseOf returns the lease of a file, also one that ended; ErrNotFound without one.
func (v *View) LeaseOf(node NodeID) (*Lease, error) {
	var l Lease
	return &l, v.scanRow("SELECT "+leaseColumns+" FROM leases WHERE node_id = ?", []any{node}, l.fields()...)
}

// LeasesAmong returns the leases of those files that somebody edits now.
func (v *View) LeasesAmong(nodes []NodeID) ([]Lease, error) {
	set, err := encodeIDs(nodes)
	if err != nil {
		return nil, err
	}
	return listRows(v, func(r *sql.Rows, l *Lease) error { return r.Scan(l.fields()...) },
		"SELECT "+leaseColumns+" FROM leases WHERE node_id IN (SELECT value FROM json_each(?)) AND ended = 0 AND expires_at > ?", set,
		toMillis(v.Now))
}

// touchParent notes that the directory of a file looks different.
func (tx *Tx) touchParent(node NodeID) error {
	var parent NodeID
	err := tx.scanRow("SELECT parent_id FROM nodes WHERE id = ?", []any{node}, &parent)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	tx.touchListings(parent)
	return err
}

// PutLease gives a file to a lease, in place of the one that it had.
// home: app/drive/leases
func (tx *Tx) PutLease(l *Lease) error {
	l.Since = tx.Now
	if err := tx.exec("DELETE FROM leases WHERE node_id = ?", l.Node); err != nil {
		return err
	}
	err := tx.exec("INSERT INTO leases ("+leaseColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)",
		l.Node, l.ID, l.User, l.Via, l.Device, l.Name, toMillis(l.Since), toMillis(l.ExpiresAt), l.Opened, l.OpenedHash,
		l.Prior, l.PriorHash,
		l.EditVersion, l.Key, l.Lock)
	return errors.Join(err, tx.touchParent(l.Node))
}

// UpdateLeaseRenewed lets a lease live until its ExpiresAt. Lists show one again that had ended.
// home: app/drive/leases
func (tx *Tx) UpdateLeaseRenewed(l *Lease) error {
	err := tx.execOne("UPDATE leases SET expires_at = ?, user_id = ?, ended = 0 WHERE node_id = ? AND id = ?",
		toMillis(l.ExpiresAt), l.User,
		l.Node, l.ID)
	if err != nil || !l.Ended {
		return err
	}
	l.Ended = false
	return tx.touchParent(l.Node)
}

// UpdateLeaseLock changes the lock of an office server.
// home: app/drive/leases
func (tx *Tx) UpdateLeaseLock(l *Lease) error {
	return tx.execOne("UPDATE leases SET lock = ? WHERE node_id = ? AND id = ?", l.Lock, l.Node, l.ID)
}

// UpdateLeaseSaved records what a save left: the head before it and the version of the sitting.
// home: app/drive/leases
func (tx *Tx) UpdateLeaseSaved(l *Lease) error {
	return tx.execOne("UPDATE leases SET prior_id = ?, prior_hash = ?, sitting_id = ? WHERE node_id = ? AND id = ?", l.Prior, l.PriorHash,
		l.EditVersion, l.Node, l.ID)
}

// DeleteLease ends a lease for good. ErrNotFound when the file has another one or none.
// home: app/drive/leases
func (tx *Tx) DeleteLease(node NodeID, id LeaseID) error {
	if err := tx.execOne("DELETE FROM leases WHERE node_id = ? AND id = ?", node, id); err != nil {
		return err
	}
	return tx.touchParent(node)
}

// HasLeasesToEnd reports whether a lease expired that lists still show, or ended before old.
func (v *View) HasLeasesToEnd(now, old time.Time) (bool, error) {
	var some bool
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM leases WHERE ended = 0 AND expires_at <= ?) OR "+
		"EXISTS (SELECT 1 FROM leases WHERE ended = 1 AND expires_at < ?)", []any{toMillis(now), toMillis(old)}, &some)
	return some, err
}

// UpdateLeasesEnded marks the leases that expired. Lists do not show them any more.
// home: app/drive/leases
func (tx *Tx) UpdateLeasesEnded() error {
	ended, err := listRows(&tx.View, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		"UPDATE leases SET ended = 1 WHERE ended = 0 AND expires_at <= ? RETURNING node_id", toMillis(tx.Now))
	for _, node := range ended {
		err = errors.Join(err, tx.touchParent(node))
	}
	return err
}

// DeleteLeasesBefore forgets the leases that expired before t.
// home: app/drive/leases
func (tx *Tx) DeleteLeasesBefore(t time.Time) error {
	return tx.exec("DELETE FROM leases WHERE ended = 1 AND expires_at < ?", toMillis(t))
}
