package db

import (
	"database/sql"
	"time"
)

// Device is a browser in which a user signed in.
type Device struct {
	ID         DeviceID
	User       UserID
	Sum        []byte // SHA-256 of the browser's secret
	Name       string // browser and system, in words
	Address    string
	CreatedAt  time.Time
	UsedAt     time.Time
	Remembered time.Time // until then no second step is asked; zero: it is always asked
}

const deviceColumns = "id, user_id, sum, name, address, created_at, used_at, remembered_until"

func (d *Device) fields() []any {
	return []any{&d.ID, &d.User, &d.Sum, &d.Name, &d.Address, timeScanner{&d.CreatedAt}, timeScanner{&d.UsedAt}, timeScanner{&d.Remembered}}
}

// DeviceOf returns the user's device whose secret has that SHA-256.
func (v *View) DeviceOf(user UserID, sum []byte) (*Device, error) {
	var d Device
	return &d, v.scanRow("SELECT "+deviceColumns+" FROM devices WHERE user_id = ? AND sum = ?", []any{user, sum}, d.fields()...)
}

// DevicesOf returns the devices of the user, latest used first.
func (v *View) DevicesOf(user UserID) ([]Device, error) {
	return listRows(v, func(r *sql.Rows, d *Device) error { return r.Scan(d.fields()...) },
		"SELECT "+deviceColumns+" FROM devices WHERE user_id = ? ORDER BY used_at DESC", user)
}

// UpsertDevice stores a device, or updates the name, address, time of use and
// Remembered of the user's device with that Sum.
// home: app/identity/sessions
func (tx *Tx) UpsertDevice(d *Device) error {
	return tx.exec(`INSERT INTO devices (id, user_id, sum, name, address, created_at, used_at, remembered_until)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (user_id, sum) DO UPDATE SET name = excluded.name, address = excluded.address, used_at = excluded.used_at,
			remembered_until = excluded.remembered_until`,
		d.ID, d.User, d.Sum, d.Name, d.Address, toMillis(tx.Now), toMillis(tx.Now), nullMillis(d.Remembered))
}

// UpdateDevicesForgotten makes some devices of the user, or all if no ids are given,
// ask for the second step again.
// home: app/identity/sessions app/identity/twofactor
func (tx *Tx) UpdateDevicesForgotten(user UserID, ids ...DeviceID) error {
	if len(ids) == 0 {
		return tx.exec("UPDATE devices SET remembered_until = NULL WHERE user_id = ?", user)
	}
	for _, id := range ids {
		if err := tx.exec("UPDATE devices SET remembered_until = NULL WHERE id = ? AND user_id = ?", id, user); err != nil {
			return err
		}
	}
	return nil
}

// DeleteDevicesBefore removes devices that were last used before t.
// home: app/identity/sessions
func (tx *Tx) DeleteDevicesBefore(t time.Time) error {
	return tx.exec("DELETE FROM devices WHERE used_at < ?", toMillis(t))
}
