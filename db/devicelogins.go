package db

import "time"

// DeviceLogin is a device that waits for the token of a person.
type DeviceLogin struct {
	Sum       []byte // SHA-256 of the secret that opens the page
	Poll      []byte // SHA-256 of the secret that the device asks with; nil for one that waits in that page
	Name      string
	Agent     string
	Address   string
	User      UserID    // allowed it; 0 until then
	Session   SessionID // in which they did
	CreatedAt time.Time
	ExpiresAt time.Time
}

const deviceLoginColumns = "sum, poll, name, agent, address, coalesce(user_id, 0), coalesce(session_id, 0), created_at, expires_at"

func (l *DeviceLogin) fields() []any {
	return []any{&l.Sum, &l.Poll, &l.Name, &l.Agent, &l.Address, &l.User, &l.Session, timeScanner{&l.CreatedAt}, timeScanner{&l.ExpiresAt}}
}

// DeviceLoginBySum returns the living login whose page that secret opens.
func (v *View) DeviceLoginBySum(sum []byte) (*DeviceLogin, error) {
	var l DeviceLogin
	return &l, v.scanRow("SELECT "+deviceLoginColumns+" FROM device_logins WHERE sum = ? AND expires_at > ?", []any{sum, toMillis(v.Now)},
		l.fields()...)
}

// DeviceLoginByPoll returns the living login that a device asks about.
func (v *View) DeviceLoginByPoll(poll []byte) (*DeviceLogin, error) {
	var l DeviceLogin
	return &l, v.scanRow("SELECT "+deviceLoginColumns+" FROM device_logins WHERE poll = ? AND expires_at > ?", []any{poll, toMillis(v.Now)},
		l.fields()...)
}

// CountDeviceLogins returns how many living logins an address began, and how many there are.
func (v *View) CountDeviceLogins(address string) (each, all int, err error) {
	err = v.scanRow(`SELECT (SELECT count(*) FROM device_logins WHERE address = ? AND expires_at > ?),
		(SELECT count(*) FROM device_logins WHERE expires_at > ?)`, []any{address, toMillis(v.Now), toMillis(v.Now)}, &each, &all)
	return each, all, err
}

// InsertDeviceLogin stores a new login.
// home: app/sync/nextcloud
func (tx *Tx) InsertDeviceLogin(l *DeviceLogin) error {
	var poll any
	if l.Poll != nil {
		poll = l.Poll
	}
	return tx.exec("INSERT INTO device_logins (sum, poll, name, agent, address, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
		l.Sum, poll, l.Name, l.Agent, l.Address, toMillis(tx.Now), toMillis(l.ExpiresAt))
}

// UpdateDeviceLoginAllowed notes the person who allows a login that nobody allowed yet; ErrNotFound otherwise.
// home: app/sync/nextcloud
func (tx *Tx) UpdateDeviceLoginAllowed(sum []byte, user UserID, session SessionID) error {
	return tx.execOne("UPDATE device_logins SET user_id = ?, session_id = ? WHERE sum = ? AND user_id IS NULL", user, session, sum)
}

// DeleteDeviceLogin ends a login; ErrNotFound when it ended before.
// home: app/sync/nextcloud
func (tx *Tx) DeleteDeviceLogin(sum []byte) error {
	return tx.execOne("DELETE FROM device_logins WHERE sum = ?", sum)
}

// DeleteDeviceLoginOfMost ends the oldest login that nobody allowed of the address that began most of those.
// home: app/sync/nextcloud
func (tx *Tx) DeleteDeviceLoginOfMost() error {
	return tx.exec(`DELETE FROM device_logins WHERE sum = (SELECT sum FROM device_logins WHERE user_id IS NULL AND address = (
		SELECT address FROM device_logins WHERE user_id IS NULL GROUP BY address ORDER BY count(*) DESC LIMIT 1)
		ORDER BY created_at LIMIT 1)`)
}

// DeleteDeviceLoginsExpired removes the logins whose time is over.
// home: app/sync/nextcloud
func (tx *Tx) DeleteDeviceLoginsExpired() error {
	return tx.exec("DELETE FROM device_logins WHERE expires_at <= ?", toMillis(tx.Now))
}
