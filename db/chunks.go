package db

import (
	"database/sql"
	"errors"
	"time"
)

// ChunkUpload is a file that a sync app sends in chunks.
type ChunkUpload struct {
	ID        ChunkUploadID
	User      UserID
	Token     TokenID // with which the app began it; 0 when that is not known
	Name      string  // by which the app knows it
	Size      int64   // of the whole; -1 when the app did not say
	TouchedAt time.Time
}

// Chunk is a part of a ChunkUpload that arrived.
type Chunk struct {
	Name  string
	Start int64 // -1 when the chunks before it have to be known first
	Size  int64
}

const chunkUploadColumns = "id, user_id, coalesce(token_id, 0), name, size, touched_at"

func (u *ChunkUpload) fields() []any {
	return []any{&u.ID, &u.User, &u.Token, &u.Name, &u.Size, timeScanner{&u.TouchedAt}}
}

func scanChunkUpload(r *sql.Rows, u *ChunkUpload) error { return r.Scan(u.fields()...) }

// ChunkUploadOf returns a user's upload of that name.
func (v *View) ChunkUploadOf(user UserID, name string) (*ChunkUpload, error) {
	var u ChunkUpload
	return &u, v.scanRow("SELECT "+chunkUploadColumns+" FROM chunk_uploads WHERE user_id = ? AND name = ?", []any{user,
		name}, u.fields()...)
}

// ChunkUploadsBefore returns the uploads that nothing came of since t.
func (v *View) ChunkUploadsBefore(t time.Time) ([]ChunkUpload, error) {
	return listRows(v, scanChunkUpload, "SELECT "+chunkUploadColumns+" FROM chunk_uploads WHERE touched_at < ?", toMillis(t))
}

// ChunkUploads returns which of the uploads there are.
func (v *View) ChunkUploads(ids []ChunkUploadID) ([]ChunkUploadID, error) {
	set, err := encodeIDs(ids)
	if err != nil {
		return nil, err
	}
	return listRows(v, func(r *sql.Rows, id *ChunkUploadID) error { return r.Scan(id) },
		"SELECT id FROM chunk_uploads WHERE id IN (SELECT value FROM json_each(?))", set)
}

// ChunkUploadsSum is what a user's uploads take.
type ChunkUploadsSum struct {
	Count int64
	Bytes int64 // their sizes; of those whose size is not known, what came
	Left  int64 // of the known sizes, what did not come yet
}

// ChunkUploadsSum returns what a user's uploads take together. A chunk takes block bytes at least.
func (v *View) ChunkUploadsSum(user UserID, block int) (s ChunkUploadsSum, err error) {
	err = v.scanRow("SELECT count(*), coalesce(sum(max(iif(size < 0, stored, size), chunks * ?2)), 0), "+
		"coalesce(sum(max(size - stored, 0)), 0) "+
		"FROM chunk_uploads WHERE user_id = ?1", []any{user, block}, &s.Count, &s.Bytes, &s.Left)
	return s, err
}

// ChunksOf returns the chunks of an upload, in the order of their names.
func (v *View) ChunksOf(id ChunkUploadID) ([]Chunk, error) {
	return listRows(v, func(r *sql.Rows, c *Chunk) error { return r.Scan(&c.Name, &c.Start, &c.Size) },
		"SELECT name, start, size FROM chunks WHERE upload_id = ? ORDER BY name", id)
}

// InsertChunkUpload keeps an upload until its token is revoked; ErrExists when the user has one of that name.
// home: app/sync/nextcloud
func (tx *Tx) InsertChunkUpload(u *ChunkUpload) error {
	u.TouchedAt = tx.Now
	return tx.exec("INSERT INTO chunk_uploads (id, user_id, token_id, name, size, touched_at) VALUES (?, ?, nullif(?, 0), ?, ?, ?)",
		u.ID, u.User, u.Token, u.Name, u.Size, toMillis(tx.Now))
}

// UpdateChunkUploadSize keeps the size of an upload, which was not known.
// home: app/sync/nextcloud
func (tx *Tx) UpdateChunkUploadSize(id ChunkUploadID, size int64) error {
	return tx.execOne("UPDATE chunk_uploads SET size = ? WHERE id = ? AND size = -1", size, id)
}

// PutChunk keeps a chunk, in place of one of its name; ErrNotFound when its upload is gone.
// home: app/sync/nextcloud
func (tx *Tx) PutChunk(id ChunkUploadID, c Chunk) error {
	err := tx.execOne("UPDATE chunk_uploads SET touched_at = ?1, stored = stored + ?2 - "+
		"coalesce((SELECT size FROM chunks WHERE upload_id = id AND name = ?3), 0), "+
		"chunks = chunks + NOT EXISTS (SELECT 1 FROM chunks WHERE upload_id = id AND name = ?3) WHERE id = ?4", toMillis(tx.Now),
		c.Size, c.Name, id)
	if err != nil {
		return err
	}
	return tx.exec("INSERT INTO chunks (upload_id, name, start, size) VALUES (?, ?, ?, ?) ON CONFLICT (upload_id, name) "+
		"DO UPDATE SET start = excluded.start, size = excluded.size", id, c.Name, c.Start, c.Size)
}

// DeleteChunkUpload forgets an upload with its chunks.
// home: app/sync/nextcloud
func (tx *Tx) DeleteChunkUpload(id ChunkUploadID) error {
	return tx.execOne("DELETE FROM chunk_uploads WHERE id = ?", id)
}

// DeleteChunkUploadsOf forgets the uploads that a token began.
// home: app/identity/apitokens
func (tx *Tx) DeleteChunkUploadsOf(token TokenID) error {
	return tx.exec("DELETE FROM chunk_uploads WHERE token_id = ?", token)
}

// HomeOf returns the workspace whose My Drive is the top of what a user's sync apps see; 0 for none.
func (v *View) HomeOf(user UserID) (SpaceID, error) {
	var id SpaceID
	err := v.scanRow("SELECT space_id FROM homes WHERE user_id = ?", []any{user}, &id)
	if errors.Is(err, ErrNotFound) {
		return 0, nil
	}
	return id, err
}

// PutHome keeps it.
// home: app/sync/nextcloud
func (tx *Tx) PutHome(user UserID, space SpaceID) error {
	return tx.exec("INSERT INTO homes (user_id, space_id) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET space_id = excluded.space_id",
		user, space)
}
