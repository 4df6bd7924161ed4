package db

import (
	"database/sql"
	"time"
)

// Totals is how much an appliance holds.
type Totals struct {
	Users, Spaces, Files, Directories, Bytes int64
}

// Totals counts users, living spaces, and what the counters of the spaces say. It reads every
// space and its root directories.
func (v *View) Totals() (*Totals, error) {
	var t Totals
	err := v.scanRow("SELECT count(*), coalesce(sum(storage_used), 0) FROM spaces WHERE deleted_at IS NULL", nil, &t.Spaces, &t.Bytes)
	if err == nil {
		err = v.scanRow("SELECT coalesce(sum(files), 0), coalesce(sum(directories), 0) FROM nodes WHERE parent_id IS NULL", nil, &t.Files,
			&t.Directories)
	}
	if err != nil {
		return nil, err
	}
	return &t, v.scanRow("SELECT count(*) FROM users", nil, &t.Users)
}

// CountSubscriptionsEnding counts the living spaces whose paid time ends from v.Now until t.
func (v *View) CountSubscriptionsEnding(t time.Time) (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM subscriptions b JOIN spaces s ON s.id = b.space_id WHERE b.ends_at >= ? AND b.ends_at < ? "+
		"AND b.suspended = 0 AND s.deleted_at IS NULL", []any{toMillis(v.Now), toMillis(t)}, &n)
	return n, err
}

// CountAuditLately counts the events of an action since t, 1,000 at most.
func (v *View) CountAuditLately(action string, t time.Time) (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM (SELECT at FROM audit WHERE action = ? ORDER BY id DESC LIMIT 1000) WHERE at >= ?",
		[]any{action, toMillis(t)}, &n)
	return n, err
}

// DiskDay is how full the disk was on a day.
type DiskDay struct {
	Day  int64 // since 1970
	Used int64 // bytes
}

// DiskDays returns the days from one on, the oldest first.
func (v *View) DiskDays(from int64) ([]DiskDay, error) {
	return listRows(v, func(r *sql.Rows, d *DiskDay) error { return r.Scan(&d.Day, &d.Used) },
		"SELECT day, used FROM disk_days WHERE day >= ? ORDER BY day", from)
}

// PutDiskDay notes how full the disk is on a day, and forgets the days before forget.
// home: app/operation/console
func (tx *Tx) PutDiskDay(d DiskDay, forget int64) error {
	if err := tx.exec("DELETE FROM disk_days WHERE day < ?", forget); err != nil {
		return err
	}
	return tx.exec("INSERT INTO disk_days (day, used) VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET used = excluded.used", d.Day, d.Used)
}
