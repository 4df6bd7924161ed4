package db

import (
	"database/sql"
	"encoding/json"
	"time"
)

// Box is an upload box: a directory that outsiders may put files into.
type Box struct {
	Terms
	Node           NodeID
	MaxFileSize    int64 // bytes; 0 is no limit of its own
	AllowedTypes   []string
	RetentionValue int // after so many units received files are removed; 0: never
	RetentionUnit  string
	PerVisitor     bool // each visitor gets a directory of their own
}

const boxColumns = `b.id, b.space_id, b.node_id, b.home_id, b.title, b.description, b.password, b.emails, b.max_file_size,
	b.allowed_file_types, b.retention_value, b.retention_unit,
	b.per_visitor, b.expires_at, b.created_by, b.created_at, b.modified_at, b.deleted_at, b.dead_at`

func (b *Box) fields() []any {
	return []any{&b.ID, &b.Space, &b.Node, &b.Home, &b.Title, &b.Description, &b.Password, jsonInto{&b.Emails}, &b.MaxFileSize,
		jsonInto{&b.AllowedTypes}, &b.RetentionValue, &b.RetentionUnit,
		&b.PerVisitor, timeScanner{&b.ExpiresAt}, &b.CreatedBy, timeScanner{&b.CreatedAt}, timeScanner{&b.ModifiedAt},
		timeScanner{&b.DeletedAt}, timeScanner{&b.DeadAt}}
}

// BoxByID returns the box with that id, also one that has expired or was deleted.
func (v *View) BoxByID(id string) (*Box, error) {
	var b Box
	return &b, v.scanRow("SELECT "+boxColumns+" FROM boxes b WHERE b.id = ?", []any{id}, b.fields()...)
}

var newestBoxes = &sortOrder[Box]{columns: []string{"b.created_at", "b.id"}, down: true,
	of: func(b *Box) []any { return []any{toMillis(b.CreatedAt), b.ID} }}

// BoxesOf returns up to limit boxes of a space that are not deleted, the newest
// first; only those of dir unless it is 0.
func (v *View) BoxesOf(space SpaceID, dir NodeID, limit int) ([]Box, error) {
	where, args := "b.space_id = ?", []any{space}
	if dir != 0 {
		where, args = "b.node_id = ? AND b.space_id = ?", []any{dir, space}
	}
	all, _, err := listSlice(v, newestBoxes, Slice{Limit: limit}, scanBox,
		"SELECT "+boxColumns+" FROM boxes b WHERE "+where+" AND b.deleted_at IS NULL", args...)
	return all, err
}

// SliceBoxes returns a part of a list that BoxesOf returned, and the After of the next
// part.
func SliceBoxes(all []Box, s Slice) ([]Box, []any, error) { return newestBoxes.slice(all, s) }

// BoxesEndingAfter returns up to limit boxes that are not deleted, in the order of
// their expiry, starting behind the box that expires at after and has that id.
func (v *View) BoxesEndingAfter(after time.Time, id string, limit int) ([]Box, error) {
	return listRows(v, scanBox, "SELECT "+boxColumns+" FROM boxes b INDEXED BY boxes_open WHERE b.deleted_at IS NULL "+
		"AND (b.expires_at, b.id) > (?, ?) ORDER BY b.expires_at, b.id LIMIT ?", toMillis(after), id, limit)
}

// BoxesAmong returns those of the directories that have an open box, with the time
// when the last one expires.
func (v *View) BoxesAmong(dirs []NodeID) (map[NodeID]time.Time, error) {
	set, err := encodeIDs(dirs)
	if err != nil {
		return nil, err
	}
	type until struct {
		dir NodeID
		end time.Time
	}
	all := map[NodeID]time.Time{}
	for u, err := range eachRow(v, func(r *sql.Rows, u *until) error { return r.Scan(&u.dir, timeScanner{&u.end}) },
		"SELECT b.node_id, b.expires_at FROM boxes b WHERE b.node_id IN (SELECT value FROM json_each(?)) AND b.deleted_at IS NULL "+
			"AND b.expires_at > ?", set, toMillis(v.Now)) {
		if err != nil {
			return nil, err
		}
		if u.end.After(all[u.dir]) {
			all[u.dir] = u.end
		}
	}
	return all, nil
}

// InsertBox stores a new box of a directory, whose own directory is parent.
// home: app/sharing/boxes
func (tx *Tx) InsertBox(b *Box, parent NodeID) error {
	emails, types, err := b.encodeLists()
	if err != nil {
		return err
	}
	b.CreatedAt, b.ModifiedAt = tx.Now, tx.Now
	tx.touchListings(parent, b.Node)
	return tx.exec(`INSERT INTO boxes (id, space_id, node_id, home_id, title, description, password, emails, max_file_size,
		allowed_file_types, retention_value, retention_unit,
		per_visitor, expires_at, created_by, created_at, modified_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		b.ID, b.Space, b.Node, b.Home, b.Title, b.Description, b.Password, emails, b.MaxFileSize, types, b.RetentionValue, b.RetentionUnit,
		b.PerVisitor, toMillis(b.ExpiresAt), b.CreatedBy, toMillis(tx.Now), toMillis(tx.Now))
}

func (b *Box) encodeLists() (emails, types string, err error) {
	e, err := json.Marshal(append([]string{}, b.Emails...))
	if err != nil {
		return "", "", err
	}
	t, err := json.Marshal(append([]string{}, b.AllowedTypes...))
	return string(e), string(t), err
}

// UpdateBox replaces the terms, limits and retention of a box. With ended, all visits
// expire now.
// home: app/sharing/boxes
func (tx *Tx) UpdateBox(b *Box, ended bool) error {
	emails, types, err := b.encodeLists()
	if err != nil {
		return err
	}
	if ended {
		if err := tx.exec("UPDATE box_visitors SET expires_at = ?2 WHERE box_id = ?1 AND expires_at > ?2", b.ID,
			toMillis(tx.Now)); err != nil {
			return err
		}
	}
	if err := tx.touchBox(b.Node); err != nil {
		return err
	}
	b.ModifiedAt = tx.Now
	return tx.execOne(`UPDATE boxes SET title = ?, description = ?, password = ?, emails = ?, max_file_size = ?, allowed_file_types = ?,
		retention_value = ?, retention_unit = ?,
		per_visitor = ?, expires_at = ?, modified_at = ? WHERE id = ? AND deleted_at IS NULL`,
		b.Title, b.Description, b.Password, emails, b.MaxFileSize, types, b.RetentionValue, b.RetentionUnit, b.PerVisitor,
		toMillis(b.ExpiresAt),
		toMillis(tx.Now), b.ID)
}

// touchBox notes that listings show another state of the directory's box.
func (tx *Tx) touchBox(dir NodeID) error {
	var parent NodeID
	if err := tx.scanRow("SELECT parent_id FROM nodes WHERE id = ?", []any{dir}, &parent); err != nil {
		return err
	}
	tx.touchListings(parent, dir)
	return nil
}

// UpdateBoxDeleted marks a box as deleted. The row stays until DeleteBoxesBefore, so
// that its link can be answered.
// home: app/sharing/boxes
func (tx *Tx) UpdateBoxDeleted(b *Box) error {
	if err := tx.touchBox(b.Node); err != nil {
		return err
	}
	return tx.execOne("UPDATE boxes SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL", toMillis(tx.Now), b.ID)
}

// UpdateBoxDead records since when a box accepts no files because its creator lost the
// right to it; the zero time when it accepts files again.
// home: app/sharing/boxes
func (tx *Tx) UpdateBoxDead(id string, since time.Time) error {
	var dead any
	if !since.IsZero() {
		dead = toMillis(since)
	}
	return tx.execOne("UPDATE boxes SET dead_at = ? WHERE id = ?", dead, id)
}

// DeleteBoxesBefore removes up to limit rows of boxes that were deleted before t, and
// returns how many. Boxes of which received files are still to be removed are kept.
// home: app/sharing/boxes
func (tx *Tx) DeleteBoxesBefore(t time.Time, limit int) (int64, error) {
	return tx.execN(`DELETE FROM boxes WHERE id IN (SELECT b.id FROM boxes b INDEXED BY boxes_deleted WHERE b.deleted_at < ?
		AND NOT EXISTS (SELECT 1 FROM box_files f WHERE f.box_id = b.id AND f.remove_at IS NOT NULL) LIMIT ?)`, toMillis(t), limit)
}

// Visit is the access of one visitor to a box.
type Visit struct {
	ID        VisitorID
	Box       Box
	Directory string // name of the visitor's own directory; empty for none
	Name      string
	Email     string
	Address   string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// BoxVisit returns a visit with its box.
func (v *View) BoxVisit(id VisitorID) (*Visit, error) {
	var s Visit
	return &s, v.scanRow("SELECT "+boxColumns+", s.id, s.directory, s.name, s.email, s.address, s.created_at, s.expires_at "+
		"FROM box_visitors s JOIN boxes b ON b.id = s.box_id WHERE s.id = ?", []any{id},
		append(s.Box.fields(), &s.ID, &s.Directory, &s.Name, &s.Email, &s.Address, timeScanner{&s.CreatedAt}, timeScanner{&s.ExpiresAt})...)
}

// InsertVisit stores a new visit.
// home: app/sharing/boxes
func (tx *Tx) InsertVisit(s *Visit) error {
	s.CreatedAt = tx.Now
	return tx.exec("INSERT INTO box_visitors (id, box_id, directory, name, email, address, created_at, expires_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		s.ID, s.Box.ID, s.Directory, s.Name, s.Email, s.Address, toMillis(tx.Now), toMillis(s.ExpiresAt))
}

// VisitDirectories returns the names of the directories of all visitors of a box.
func (v *View) VisitDirectories(box string) ([]string, error) {
	return listRows(v, func(r *sql.Rows, s *string) error { return r.Scan(s) },
		"SELECT directory FROM box_visitors WHERE box_id = ? AND directory <> ''", box)
}

// BoxFile is a file that came through a box.
type BoxFile struct {
	Node     NodeID
	Box      string
	Visitor  VisitorID
	Version  VersionID // the version that the visitor uploaded
	Name     string    // as the visitor sent it
	Size     int64
	Hash     string // in hex
	CameAt   time.Time
	RemoveAt time.Time // zero: it is not removed
}

const boxFileColumns = "f.node_id, f.box_id, f.visitor_id, f.version_id, f.name, f.size, f.hash, f.came_at, f.remove_at"

func (f *BoxFile) fields() []any {
	return []any{&f.Node, &f.Box, &f.Visitor, &f.Version, &f.Name, &f.Size, &f.Hash, timeScanner{&f.CameAt}, timeScanner{&f.RemoveAt}}
}

func scanBoxFile(r *sql.Rows, f *BoxFile) error { return r.Scan(f.fields()...) }

// InsertBoxFile records a file that came in through a box.
// home: app/drive/uploads
func (tx *Tx) InsertBoxFile(f *BoxFile) error {
	var remove any
	if !f.RemoveAt.IsZero() {
		remove = toMillis(f.RemoveAt)
	}
	f.CameAt = tx.Now
	return tx.exec("INSERT INTO box_files (node_id, box_id, visitor_id, version_id, name, size, hash, came_at, remove_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		f.Node, f.Box, f.Visitor, f.Version, f.Name, f.Size, f.Hash, toMillis(tx.Now), remove)
}

// ReceivedFile is a file that came through a box, with its visitor.
type ReceivedFile struct {
	BoxFile
	VisitorName, Email, Address string
}

var newestReceived = &sortOrder[ReceivedFile]{
	columns: []string{"f.came_at", "f.node_id"}, down: true, of: func(f *ReceivedFile) []any {
		return []any{toMillis(
			f.CameAt), int64(f.Node)}
	},
}

// BoxFiles returns a part of the files that came through a box, the newest first.
func (v *View) BoxFiles(box string, s Slice) ([]ReceivedFile, []any, error) {
	return listSlice(v, newestReceived, s, func(r *sql.Rows, f *ReceivedFile) error {
		return r.Scan(append(f.fields(), &f.VisitorName, &f.Email, &f.Address)...)
	}, "SELECT "+boxFileColumns+", s.name, s.email, s.address FROM box_files f JOIN box_visitors s ON s.id = f.visitor_id "+
		"WHERE f.box_id = ?", box)
}

// VisitFiles returns up to limit files of one visitor, the newest nodes first.
func (v *View) VisitFiles(visitor VisitorID, limit int) ([]BoxFile, error) {
	return listRows(v, scanBoxFile, "SELECT "+boxFileColumns+" FROM box_files f WHERE f.visitor_id = ? ORDER BY f.node_id DESC LIMIT ?",
		visitor, limit)
}

// BoxTotals is the number and size in bytes of all files that came through a box.
type BoxTotals struct {
	Files, Size int64
	LastAt      time.Time
}

// BoxTotals counts the files that came through a box.
func (v *View) BoxTotals(box string) (*BoxTotals, error) {
	var t BoxTotals
	return &t, v.scanRow("SELECT count(*), coalesce(sum(size), 0), max(came_at) FROM box_files WHERE box_id = ?", []any{box},
		&t.Files, &t.Size,
		timeScanner{&t.LastAt})
}

// UnreportedBox counts the files that came through a box and have not been reported by mail.
type UnreportedBox struct {
	Box         string
	First, Last time.Time
	Files       int
}

// UnreportedBoxes returns the boxes with unreported files.
func (v *View) UnreportedBoxes() ([]UnreportedBox, error) {
	return listRows(v, func(r *sql.Rows, u *UnreportedBox) error {
		return r.Scan(&u.Box, timeScanner{&u.First}, timeScanner{&u.Last}, &u.Files)
	},
		"SELECT box_id, min(came_at), max(came_at), count(*) FROM box_files INDEXED BY box_files_untold WHERE told = 0 GROUP BY box_id")
}

// CountUnreportedFiles returns the number of unreported files of a box.
func (v *View) CountUnreportedFiles(box string) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM box_files INDEXED BY box_files_untold WHERE told = 0 AND box_id = ?", []any{box}, &n)
	return n, err
}

// UnreportedFiles returns the names of up to limit unreported files, the oldest first.
func (v *View) UnreportedFiles(box string, limit int) ([]string, error) {
	return listRows(v, func(r *sql.Rows, s *string) error { return r.Scan(s) },
		"SELECT name FROM box_files INDEXED BY box_files_untold WHERE told = 0 AND box_id = ? ORDER BY came_at LIMIT ?", box, limit)
}

// UpdateBoxFilesReported marks all files of a box as reported.
// home: app/sharing/boxes
func (tx *Tx) UpdateBoxFilesReported(box string) error {
	return tx.exec("UPDATE box_files INDEXED BY box_files_untold SET told = 1 WHERE told = 0 AND box_id = ?", box)
}

// ExpiredBoxFiles returns up to limit files whose RemoveAt has passed, with the creator
// of the box and the space's owner.
func (v *View) ExpiredBoxFiles(limit int) ([]ExpiredBoxFile, error) {
	return listRows(v, func(r *sql.Rows, f *ExpiredBoxFile) error {
		return r.Scan(append(f.fields(), &f.Space, &f.CreatedBy, &f.Owner)...)
	}, "SELECT "+boxFileColumns+`, b.space_id, b.created_by, s.owner_id FROM box_files f INDEXED BY box_files_remove
		CROSS JOIN boxes b ON b.id = f.box_id JOIN spaces s ON s.id = b.space_id
		WHERE f.remove_at <= ? ORDER BY f.remove_at LIMIT ?`, toMillis(v.Now), limit)
}

// ExpiredBoxFile is a file that came through a box and is to be removed now.
type ExpiredBoxFile struct {
	BoxFile
	Space            SpaceID
	CreatedBy, Owner UserID
}

// UpdateBoxFileRetained clears RemoveAt of a file.
// home: app/sharing/boxes
func (tx *Tx) UpdateBoxFileRetained(node NodeID) error {
	return tx.execOne("UPDATE box_files SET remove_at = NULL WHERE node_id = ?", node)
}
