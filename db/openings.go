package db

import (
	"database/sql"
	"time"
)

// Opening records that a link was opened, and is a grant to download until ExpiresAt.
type Opening struct {
	ID         OpeningID
	Link       string
	Token      string // SHA-256, in hex
	Email      string // confirmed; empty when none was asked for
	Address    string // prefix of the IP address
	OpenedAt   time.Time
	ExpiresAt  time.Time
	FinishedAt time.Time
}

const openingColumns = "id, link_id, token, email, address, opened_at, expires_at, finished_at"

func (o *Opening) fields() []any {
	return []any{&o.ID, &o.Link, &o.Token, &o.Email, &o.Address, at{&o.OpenedAt}, at{&o.ExpiresAt}, at{&o.FinishedAt}}
}

// OpeningByToken returns the opening whose token has that sum.
func (v *View) OpeningByToken(sum string) (*Opening, error) {
	var o Opening
	return &o, v.row("SELECT "+openingColumns+" FROM link_openings WHERE token = ?", []any{sum}, o.fields()...)
}

var newestOpenings = &sorting[Opening]{[]string{"id"}, true, func(o *Opening) []any { return []any{int64(o.ID)} }}

// OpeningsOf returns some of the openings of a link, newest first.
func (v *View) OpeningsOf(link string, s Slice) ([]Opening, []any, error) {
	return slice(v, newestOpenings, s, func(r *sql.Rows, o *Opening) error { return r.Scan(o.fields()...) },
		"SELECT "+openingColumns+" FROM link_openings WHERE link_id = ?", link)
}

// CountOpenings counts the openings of a link.
func (v *View) CountOpenings(link string) (int64, error) {
	var n int64
	err := v.row("SELECT count(*) FROM link_openings WHERE link_id = ?", []any{link}, &n)
	return n, err
}

// LastOpenings returns when each of the links, a JSON list of ids, was opened last.
func (v *View) LastOpenings(links string) (map[string]time.Time, error) {
	type last struct {
		link string
		at   time.Time
	}
	all := map[string]time.Time{}
	for l, err := range each(v, func(r *sql.Rows, l *last) error { return r.Scan(&l.link, at{&l.at}) },
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
// home: app/links
func (tx *Tx) InsertOpening(o *Opening) error {
	return tx.exec("INSERT INTO link_openings (id, link_id, token, email, address, opened_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
		o.ID, o.Link, o.Token, o.Email, o.Address, ms(tx.Now), ms(o.ExpiresAt))
}

// UpdateOpeningFinished records that a download was sent to its last byte. Only the
// first time is kept.
// home: app/links
func (tx *Tx) UpdateOpeningFinished(id OpeningID) error {
	return tx.exec("UPDATE link_openings SET finished_at = ? WHERE id = ? AND finished_at IS NULL", ms(tx.Now), id)
}

// UpdateOpeningsExpired makes every opening of a link expire now.
// home: app/links
func (tx *Tx) UpdateOpeningsExpired(link string) error {
	return tx.exec("UPDATE link_openings SET expires_at = ?2 WHERE link_id = ?1 AND expires_at > ?2", link, ms(tx.Now))
}

// DeleteOpeningsBeyond forgets all but the newest openings of a link, and none whose grant still opens it.
// home: app/links
func (tx *Tx) DeleteOpeningsBeyond(link string, keep int) error {
	return tx.exec("DELETE FROM link_openings WHERE expires_at < ?3 AND id IN "+
		"(SELECT id FROM link_openings WHERE link_id = ?1 ORDER BY id DESC LIMIT -1 OFFSET ?2)", link, keep, ms(tx.Now))
}

// DeleteOpeningsBefore forgets up to limit openings from before t, and returns how
// many.
// home: app/links
func (tx *Tx) DeleteOpeningsBefore(t time.Time, limit int) (int64, error) {
	return tx.execN("DELETE FROM link_openings WHERE id IN (SELECT id FROM link_openings WHERE id < ? ORDER BY id LIMIT ?)", Before(t),
		limit)
}
