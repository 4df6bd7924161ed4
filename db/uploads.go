package db

import (
	"database/sql"
	"time"
)

// Upload is an unfinished upload of a file. The bytes received so far are in the blob
// store, in the session with the upload's id.
type Upload struct {
	ID           UploadID
	User         UserID
	Visitor      VisitorID // of an upload box that User made; 0 for an upload of User
	Space        SpaceID
	Directory    NodeID
	Key          string // the file's name
	Checksum     string
	RelativePath string // directories to create below Directory
	Size         int64
	ChunkSize    int64
	ContentType  string
	OnDuplicate  string
	Hash         Hash      // set when the store has all bytes
	ModifiedAt   time.Time // when the file was changed on the device that sends it; zero when it did not say
	CreatedAt    time.Time
}

// NeedsBytes reports whether bytes of the upload have to come: it is not empty, and the store has no blob for it.
func (u *Upload) NeedsBytes() bool { return u.Hash.IsZero() && u.Size > 0 }

const uploadColumns = "id, user_id, visitor_id, space_id, directory_id, key, checksum, relative_path, size, chunk_size, content_type, " +
	"on_duplicate, hash, mtime, created_at"

func (u *Upload) fields() []any {
	return []any{
		&u.ID, &u.User, &u.Visitor, &u.Space, &u.Directory, &u.Key, &u.Checksum, &u.RelativePath, &u.Size, &u.ChunkSize, &u.ContentType,
		&u.OnDuplicate, &u.Hash, timeScanner{&u.ModifiedAt}, timeScanner{&u.CreatedAt},
	}
}

func scanUpload(r *sql.Rows, u *Upload) error { return r.Scan(u.fields()...) }

// Uploader is the owner of an upload: a user, or a visitor of an upload box that the
// user made. Neither sees the uploads of the other.
type Uploader struct {
	User    UserID
	Visitor VisitorID
}

// UploadOf returns the upload with that id; ErrNotFound when it is not the uploader's.
func (v *View) UploadOf(by Uploader, id UploadID) (*Upload, error) {
	var u Upload
	return &u, v.scanRow("SELECT "+uploadColumns+" FROM uploads WHERE id = ? AND user_id = ? AND visitor_id = ?",
		[]any{id, by.User, int64(by.Visitor)}, u.fields()...)
}

// UploadByKey returns the uploader's newest upload with that name and checksum.
func (v *View) UploadByKey(by Uploader, space SpaceID, key, checksum string) (*Upload, error) {
	var u Upload
	return &u, v.scanRow("SELECT "+uploadColumns+" FROM uploads INDEXED BY uploads_space WHERE user_id = ? AND visitor_id = ? "+
		"AND space_id = ? AND key = ? AND checksum = ? ORDER BY id DESC LIMIT 1",
		[]any{by.User, int64(by.Visitor), space, key, checksum}, u.fields()...)
}

// UploadByIdentity returns the upload with exactly these values; ErrNotFound without one.
func (v *View) UploadByIdentity(by Uploader, space SpaceID, dir NodeID, key, checksum, relativePath string) (*Upload, error) {
	var u Upload
	return &u, v.scanRow("SELECT "+uploadColumns+" FROM uploads WHERE user_id = ? AND visitor_id = ? AND space_id = ? "+
		"AND directory_id = ? AND key = ? AND checksum = ? AND relative_path = ?",
		[]any{by.User, int64(by.Visitor), space, dir, key, checksum, relativePath}, u.fields()...)
}

// UploadsOf returns up to limit uploads of the uploader in a space, newest first.
func (v *View) UploadsOf(by Uploader, space SpaceID, limit int) ([]Upload, error) {
	return listRows(v, scanUpload, "SELECT "+uploadColumns+" FROM uploads INDEXED BY uploads_space WHERE user_id = ? AND visitor_id = ? "+
		"AND space_id = ? ORDER BY id DESC LIMIT ?",
		by.User, int64(by.Visitor), space, limit)
}

// UploadSum is the uploads of an uploader, in all spaces, and the part of their bytes that goes into one.
type UploadSum struct{ Count, Bytes, SpaceBytes int64 }

// SumUploads returns the uploads of the uploader that have a row, and what of them goes into a space.
func (v *View) SumUploads(by Uploader, space SpaceID) (u UploadSum, err error) {
	err = v.scanRow("SELECT count(*), coalesce(sum(size), 0), coalesce(sum(size) FILTER (WHERE space_id = ?), 0) FROM uploads "+
		"WHERE user_id = ? AND visitor_id = ?",
		[]any{space, by.User, int64(by.Visitor)}, &u.Count, &u.Bytes, &u.SpaceBytes)
	return u, err
}

// SumBoxUploads returns the sum of the sizes of the uploads to a box that have a row, in bytes.
func (v *View) SumBoxUploads(b *Box) (int64, error) {
	var n int64
	err := v.scanRow("SELECT coalesce(sum(u.size), 0) FROM box_visitors s JOIN uploads u ON u.user_id = ?1 AND u.visitor_id = s.id "+
		"WHERE s.box_id = ?2", []any{b.CreatedBy, b.ID}, &n)
	return n, err
}

// BoxUploads returns the uploads of all visitors of a box.
func (v *View) BoxUploads(b *Box) ([]UploadID, error) {
	return listRows(v, func(r *sql.Rows, id *UploadID) error { return r.Scan(id) },
		"SELECT u.id FROM box_visitors s JOIN uploads u ON u.user_id = ?1 AND u.visitor_id = s.id WHERE s.box_id = ?2", b.CreatedBy, b.ID)
}

// UploadsBefore returns uploads that began before t.
func (v *View) UploadsBefore(t time.Time) ([]Upload, error) {
	return listRows(v, scanUpload, "SELECT "+uploadColumns+" FROM uploads WHERE created_at < ?", toMillis(t))
}

// InsertUpload stores an upload; ErrExists when UploadByIdentity would find one.
// home: app/drive/uploads
func (tx *Tx) InsertUpload(u *Upload) error {
	u.CreatedAt = tx.Now
	return tx.exec("INSERT INTO uploads ("+uploadColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		u.ID, u.User, int64(u.Visitor), u.Space, u.Directory, u.Key, u.Checksum, u.RelativePath, u.Size, u.ChunkSize, u.ContentType,
		u.OnDuplicate, u.Hash, toMillis(u.ModifiedAt), toMillis(tx.Now))
}

// UpdateUploadChunkSize changes the size of the parts. No part may have arrived yet.
// home: app/drive/uploads
func (tx *Tx) UpdateUploadChunkSize(id UploadID, size int64) error {
	return tx.execOne("UPDATE uploads SET chunk_size = ? WHERE id = ?", size, id)
}

// DeleteUpload forgets an upload.
// home: app/drive/uploads
func (tx *Tx) DeleteUpload(id UploadID) error {
	return tx.execOne("DELETE FROM uploads WHERE id = ?", id)
}

// UpdateUploadHash records that the store has all bytes of an upload.
// home: app/drive/uploads
func (tx *Tx) UpdateUploadHash(id UploadID, h Hash) error {
	return tx.execOne("UPDATE uploads SET hash = ? WHERE id = ?", h, id)
}
