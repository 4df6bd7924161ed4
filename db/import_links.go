package db

import "database/sql"

// ImportLink is a public link at the source of an import.
type ImportLink struct {
	Import ImportID
	OldURL string
	Path   string // as the source shows it
	Link   string // of ours in its place; empty for none
	Reason string // of the catalogue, why there is none
}

// ImportLinksOf returns the public links at the source of an import.
func (v *View) ImportLinksOf(id ImportID) ([]ImportLink, error) {
	return listRows(v, func(r *sql.Rows, l *ImportLink) error {
		return r.Scan(&l.Import, &l.OldURL, &l.Path, &l.Link, &l.Reason)
	},
		"SELECT import_id, old_url, path, link_id, reason FROM import_links WHERE import_id = ? ORDER BY path, old_url", id)
}

// PutImportLink stores what became of a public link at the source of an import, and counts it there.
// home: app/drive/imports
func (tx *Tx) PutImportLink(l *ImportLink) error {
	err := tx.exec("INSERT INTO import_links (import_id, old_url, path, link_id, reason) VALUES (?, ?, ?, ?, ?) "+
		"ON CONFLICT DO UPDATE SET path = excluded.path, link_id = excluded.link_id, reason = excluded.reason",
		l.Import, l.OldURL, l.Path, l.Link, l.Reason)
	if err != nil {
		return err
	}
	return tx.execOne("UPDATE imports SET links = (SELECT count(*) FROM import_links WHERE import_id = ?1) WHERE id = ?1", l.Import)
}
