package db

import (
	"database/sql"
	"time"
)

// LinkOpening records that a link was opened.
type LinkOpening struct {
	ID         OpeningID
	Link       string
	Email      string // confirmed; empty when none was asked for
	Address    string // prefix of the IP address
	OpenedAt   time.Time
	FinishedAt time.Time
}

const openingColumns = "id, link_id, email, address, opened_at, finished_at"

func (o *LinkOpening) fields() []any {
	return []any{&o.ID, &o.Link, &o.Email, &o.Address, timeScanner{&o.OpenedAt}, timeScanner{&o.FinishedAt}}
}

// IsOpeningUnfinished reports whether an opening is in its list, with no download that was sent to its last byte.
func (v *View) IsOpeningUnfinished(id OpeningID) (bool, error) {
	var waits bool
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM link_openings WHERE id = ? AND finished_at IS NULL)", []any{id}, &waits)
	return waits, err
}

// LastOpeningFrom returns the newest opening of a link from a network by that address.
func (v *View) LastOpeningFrom(link, network, email string) (OpeningID, error) {
	var id OpeningID
	err := v.scanRow("SELECT id FROM link_openings WHERE link_id = ? AND address = ? AND email = ? ORDER BY id DESC LIMIT 1",
		[]any{link, network, email}, &id)
	return id, err
}

var newestOpenings = &sortOrder[LinkOpening]{columns: []string{"id"}, down: true,
	of: func(o *LinkOpening) []any { return []any{int64(o.ID)} }}

// OpeningsOf returns some of the openings of a link, newest first.
func (v *View) OpeningsOf(link string, s Slice) ([]LinkOpening, []any, error) {
	return listSlice(v, newestOpenings, s, func(r *sql.Rows, o *LinkOpening) error { return r.Scan(o.fields()...) },
		"SELECT "+openingColumns+" FROM link_openings WHERE link_id = ?", link)
}

// CountOpenings counts the openings of a link.
func (v *View) CountOpenings(link string) (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM link_openings WHERE link_id = ?", []any{link}, &n)
	return n, err
}

// LastOpenings returns when each of the links, a JSON list of ids, was opened last.
func (v *View) LastOpenings(links string) (map[string]time.Time, error) {
	type last struct {
		link string
		at   time.Time
	}
	all := map[string]time.Time{}
	for l, err := range eachRow(v, func(r *sql.Rows, l *last) error { return r.Scan(&l.link, timeScanner{&l.at}) },
		"SELECT e.value, (SELECT o.opened_at FROM link_openings o WHERE o.link_id = e.value ORDER BY o.id DESC LIMIT 1) "+
			"FROM json_each(?) e", links) {
		if err != nil {
			return nil, err
		}
		all[l.link] = l.at
	}
	return all, nil
}

// InsertOpening stores an opening.
// home: app/sharing/links
func (tx *Tx) InsertOpening(o *LinkOpening) error {
	return tx.exec("INSERT INTO link_openings (id, link_id, email, address, opened_at) VALUES (?, ?, ?, ?, ?)",
		o.ID, o.Link, o.Email, o.Address, toMillis(tx.Now))
}

// UpdateOpeningFinished records that a download was sent to its last byte. Only the
// first time is kept.
// home: app/sharing/links
func (tx *Tx) UpdateOpeningFinished(id OpeningID) error {
	return tx.exec("UPDATE link_openings SET finished_at = ? WHERE id = ? AND finished_at IS NULL", toMillis(tx.Now), id)
}

// DeleteOpeningsBeyond forgets all but the newest openings of a link.
// home: app/sharing/links
func (tx *Tx) DeleteOpeningsBeyond(link string, keep int) error {
	return tx.exec("DELETE FROM link_openings WHERE id IN "+
		"(SELECT id FROM link_openings WHERE link_id = ? ORDER BY id DESC LIMIT -1 OFFSET ?)", link, keep)
}

// DeleteOpeningsBefore forgets up to limit openings from before t, and returns how
// many.
// home: app/sharing/links
func (tx *Tx) DeleteOpeningsBefore(t time.Time, limit int) (int64, error) {
	return tx.execN("DELETE FROM link_openings WHERE id IN (SELECT id FROM link_openings WHERE id < ? ORDER BY id LIMIT ?)", FirstIDAt(t),
		limit)
}
