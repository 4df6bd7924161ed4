package db

import (
	"database/sql"
	"errors"
	"iter"
	"time"
)

// Version is a version of a file.
type Version struct {
	ID          VersionID
	Node        NodeID
	Space       SpaceID
	Number      int // 1 is the first
	Hash        Hash
	Size        int64
	ContentType string
	CreatedBy   UserID
	CreatedAt   time.Time
	Thumbnail   ThumbnailState // for the node whose head it becomes
	// ModifiedAt is when the file was changed on the device that sent it; zero when it did not say.
	ModifiedAt time.Time
	// Sums are checksums that came with the file and were right, such as "SHA1:da39…", separated by spaces.
	Sums string
}

const versionColumns = "id, node_id, space_id, number, hash, size, content_type, created_by, created_at, mtime, sums"

func (ver *Version) fields() []any {
	return []any{&ver.ID, &ver.Node, &ver.Space, &ver.Number, &ver.Hash, &ver.Size, &ver.ContentType, &ver.CreatedBy,
		timeScanner{&ver.CreatedAt},
		timeScanner{&ver.ModifiedAt}, &ver.Sums}
}

// VersionOf returns one version of a node.
func (v *View) VersionOf(node NodeID, id VersionID) (*Version, error) {
	var ver Version
	return &ver, v.scanRow("SELECT "+versionColumns+" FROM versions WHERE id = ? AND node_id = ?", []any{id, node}, ver.fields()...)
}

// LastNumber returns the highest number that a version of the node has or had.
func (v *View) LastNumber(node NodeID) (int, error) {
	var n int
	err := v.scanRow("SELECT max(numbers, (SELECT max(number) FROM versions WHERE node_id = n.id)) FROM nodes n WHERE n.id = "+
		"?", []any{node},
		&n)
	return n, err
}

// VersionsOf returns all versions of a node, newest first.
func (v *View) VersionsOf(node NodeID) ([]Version, error) {
	return listRows(v, func(r *sql.Rows, ver *Version) error { return r.Scan(ver.fields()...) },
		"SELECT "+versionColumns+" FROM versions WHERE node_id = ? ORDER BY number DESC", node)
}

// DeviceFacts is what the device that sent a version said about it, see Version.
type DeviceFacts struct {
	Version    VersionID
	ModifiedAt time.Time
	Sums       string
}

// DeviceFactsOf returns those of the versions about which a device said something.
func (v *View) DeviceFactsOf(ids []VersionID) ([]DeviceFacts, error) {
	set, err := encodeIDs(ids)
	if err != nil {
		return nil, err
	}
	return listRows(v, func(r *sql.Rows, f *DeviceFacts) error {
		return r.Scan(&f.Version, timeScanner{&f.ModifiedAt}, &f.Sums)
	},
		"SELECT id, mtime, sums FROM versions WHERE id IN (SELECT value FROM json_each(?)) AND (mtime <> 0 OR sums <> '')", set)
}

// FilesWithHash returns up to limit files of the space with a version of that hash.
func (v *View) FilesWithHash(space SpaceID, h Hash, limit int) ([]NodeID, error) {
	return listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		"SELECT DISTINCT node_id FROM versions WHERE hash = ? AND space_id = ? LIMIT ?", h, space, limit)
}

// IsHashReferenced reports whether any row names that blob.
func (v *View) IsHashReferenced(h Hash) (bool, error) {
	var n int
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM blob_refs WHERE hash = ?)", []any{h}, &n)
	return n == 1, err
}

// Hashes yields the hash of every blob that a row names, in order, once for each row.
func (v *View) Hashes() iter.Seq2[Hash, error] {
	return eachRow(v, func(r *sql.Rows, h *Hash) error { return r.Scan(h) }, "SELECT hash FROM blob_refs ORDER BY hash")
}

// InsertVersion stores a version. ErrExists when its number is taken.
// home: app/drive/files
func (tx *Tx) InsertVersion(ver *Version) error {
	ver.CreatedAt = tx.Now
	return tx.exec("INSERT INTO versions ("+versionColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		ver.ID, ver.Node, ver.Space, ver.Number, ver.Hash, ver.Size, ver.ContentType, ver.CreatedBy, toMillis(tx.Now),
		toMillis(ver.ModifiedAt),
		ver.Sums)
}

// ThumbnailState is the state of the thumbnail of a blob.
type ThumbnailState int

// The states of a thumbnail.
const (
	ThumbnailWanted ThumbnailState = iota
	ThumbnailMade
	ThumbnailImpossible
	ThumbnailLines                // made, the first lines of a text and no picture
	NoThumbnail    ThumbnailState = -1
)

// IsMade reports whether there are pictures or lines.
func (s ThumbnailState) IsMade() bool { return s == ThumbnailMade || s == ThumbnailLines }

// Thumbnail is the thumbnail of a blob; Hash is that of the pictures or the lines.
type Thumbnail struct {
	State ThumbnailState
	Hash  Hash
}

// ThumbnailOf returns the thumbnail of a version with that blob: its poster, or the thumbnail
// of the blob. The state is NoThumbnail when none was requested.
func (v *View) ThumbnailOf(version VersionID, source Hash) (Thumbnail, error) {
	t := Thumbnail{State: NoThumbnail}
	err := v.scanRow("SELECT 1, poster FROM versions WHERE id = ? AND poster IS NOT NULL "+
		"UNION ALL SELECT state, hash FROM thumbnails WHERE source = ? LIMIT 1", []any{version, source}, &t.State, &t.Hash)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return t, err
}

// WantedThumbnail is a blob whose thumbnail has not been made yet.
type WantedThumbnail struct {
	Source Hash
	Type   string
	Tries  int
	Space  SpaceID
}

// SpacesWanting returns the spaces with thumbnails to make, of PDFs or of all other
// types.
func (v *View) SpacesWanting(pdfs bool) ([]SpaceID, error) {
	return listRows(v, func(r *sql.Rows, s *SpaceID) error { return r.Scan(s) },
		`WITH RECURSIVE waiting (space) AS (
			SELECT min(space_id) FROM thumbnails WHERE state = 0 AND (type = 'application/pdf') = ?1
			UNION ALL SELECT (SELECT min(space_id) FROM thumbnails WHERE state = 0 AND (type = 'application/pdf') = ?1
			AND space_id > space) FROM waiting WHERE space IS NOT NULL)
		SELECT space FROM waiting WHERE space IS NOT NULL`, pdfs)
}

// ThumbnailWanted returns the blob of a space that waits longest for its thumbnail, but for so many that wait longer;
// ErrNotFound when none waits.
func (v *View) ThumbnailWanted(space SpaceID, pdfs bool, skip int) (WantedThumbnail, error) {
	w := WantedThumbnail{Space: space}
	err := v.scanRow("SELECT source, type, tries FROM thumbnails WHERE state = 0 AND (type = 'application/pdf') = ? "+
		"AND space_id = ? ORDER BY changed_at, source LIMIT 1 OFFSET ?",
		[]any{pdfs, idNumber(space), skip}, &w.Source, &w.Type, &w.Tries)
	return w, err
}

// InsertThumbnail requests the thumbnail of a blob unless it was requested before, and
// returns its state. It waits in the queue of the space that requested it first. What was no text, or no picture, may
// be the other one for a file of another name.
// home: app/drive/files
func (tx *Tx) InsertThumbnail(source Hash, contentType string, space SpaceID) (ThumbnailState, error) {
	err := tx.exec("INSERT INTO thumbnails (source, state, type, changed_at, space_id) VALUES (?, 0, ?, ?, ?) "+
		"ON CONFLICT (source) DO UPDATE SET state = 0, type = excluded.type, tries = 0, changed_at = excluded.changed_at, "+
		"space_id = excluded.space_id WHERE state = 2 AND (type = 'text/plain') <> (excluded.type = 'text/plain')",
		source, contentType, toMillis(tx.Now), idNumber(space))
	if err != nil {
		return NoThumbnail, err
	}
	t, err := tx.ThumbnailOf(0, source)
	return t.State, err
}

// UpdateThumbnail records the result of making a thumbnail, also in the files with
// that blob as head. The state ThumbnailWanted puts it at the end of the queue with one
// more try.
// home: app/drive/thumbnails
func (tx *Tx) UpdateThumbnail(source Hash, state ThumbnailState, made Hash) error {
	err := tx.execOne("UPDATE thumbnails SET state = ?, hash = ?, tries = tries + 1, changed_at = ? WHERE source = ?", int(state), made,
		toMillis(tx.Now), source)
	if err != nil {
		return err
	}
	return tx.repeatThumbnail(source, state)
}

// repeatThumbnail writes the state of the thumbnail of a blob into the files that show it.
func (tx *Tx) repeatThumbnail(source Hash, state ThumbnailState) error {
	dirs, err := listRows(&tx.View, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		"UPDATE nodes SET thumbnail = ?1 WHERE id IN (SELECT node_id FROM versions WHERE hash = ?2) AND hash = ?2 AND thumbnail <> ?1 "+
			"RETURNING parent_id",
		int(state), source)
	tx.touchListings(dirs...)
	return err
}

// UpdatePoster keeps the picture of a version of a file that has none, also in the file when
// the version is its head. ErrNotFound when there is no such version without one.
// home: app/drive/downloads
func (tx *Tx) UpdatePoster(node NodeID, version VersionID, poster Hash) error {
	err := tx.execOne("UPDATE versions SET poster = ? WHERE id = ? AND node_id = ? AND poster IS NULL", poster, version, node)
	if err != nil {
		return err
	}
	dirs, err := listRows(&tx.View, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		"UPDATE nodes SET thumbnail = 1 WHERE id = ? AND version_id = ? RETURNING parent_id", node, version)
	tx.touchListings(dirs...)
	return err
}

// DeleteThumbnailsUnused removes up to limit thumbnails of blobs that no version has
// any more, and returns how many.
// home: app/host
func (tx *Tx) DeleteThumbnailsUnused(limit int) (int64, error) {
	return tx.execN("DELETE FROM thumbnails WHERE source IN (SELECT source FROM thumbnails WHERE NOT EXISTS (SELECT 1 "+
		"FROM versions WHERE hash = source) LIMIT ?)", limit)
}

// DeleteReleasedBefore removes the records of blobs that a row ceased to name until t.
// The records keep these blobs for copies of the database that still name them.
// home: app/host
func (tx *Tx) DeleteReleasedBefore(t time.Time) error {
	return tx.exec("DELETE FROM released WHERE released_at <= ?", toMillis(t))
}

// DeleteVersion removes a version that is not the head of its file. Its number is not
// used again.
// home: app/drive/files
func (tx *Tx) DeleteVersion(id VersionID) error {
	err := tx.exec("UPDATE nodes SET numbers = max(numbers, v.number) FROM versions v WHERE v.id = ? AND nodes.id = v.node_id", id)
	if err != nil {
		return err
	}
	return tx.execOne("DELETE FROM versions WHERE id = ?", id)
}

// UpdateVersionModified sets when a version that is the head of a file was changed on the device that sent it.
// home: app/drive/files
func (tx *Tx) UpdateVersionModified(n *Node, at time.Time) error {
	tx.touch(n.Parent, n.ID)
	return tx.execOne("UPDATE versions SET mtime = ? WHERE id = ? AND node_id = ?", toMillis(at), n.Version, n.ID)
}

// IsVersionPinned reports whether a link gives this version of a file, or the file shows it to everybody.
func (v *View) IsVersionPinned(node NodeID, id VersionID) (bool, error) {
	var pinned bool
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM link_nodes p JOIN links l ON l.id = p.link_id WHERE p.node_id = ?1 "+
		"AND l.version_id = ?2 AND l.deleted_at IS NULL) OR EXISTS (SELECT 1 FROM nodes WHERE id = ?1 AND public_version = ?2)",
		[]any{node, id}, &pinned)
	return pinned, err
}

// ReplaceNodeHead puts other contents in place of the head version of a file, under a new id and the same number, and adds
// the change of size to all directories above it. What the file was before is not kept.
// home: app/drive/files
func (tx *Tx) ReplaceNodeHead(n *Node, v *Version) error {
	err := tx.execOne("UPDATE versions SET id = ?, hash = ?, size = ?, content_type = ?, created_by = ?, created_at = ?, poster = NULL, "+
		"mtime = ?, sums = ? WHERE id = ? AND node_id = ?", v.ID, v.Hash, v.Size, v.ContentType, v.CreatedBy, toMillis(tx.Now),
		toMillis(v.ModifiedAt),
		v.Sums, n.Version, n.ID)
	if err != nil {
		return err
	}
	err = tx.execOne("UPDATE nodes SET version_id = ?, hash = ?, size = ?, content_type = ?, modified_by = ?, modified_at = ?, "+
		"thumbnail = ? WHERE id = ?", v.ID, v.Hash, v.Size, v.ContentType, v.CreatedBy, toMillis(tx.Now), int(v.Thumbnail), n.ID)
	tx.touch(n.Parent)
	if err != nil || v.Size == n.Size {
		return err
	}
	return tx.growCounters(n.Parent, v.Size-n.Size, 0, 0)
}
