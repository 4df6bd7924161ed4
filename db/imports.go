package db

import (
	"database/sql"
	"errors"
	"time"
)

// Import is files that a person brings in from another place.
type Import struct {
	ID          ImportID
	Space       SpaceID
	Node        NodeID // the directory that the files go into; it may be gone
	User        UserID
	Kind        string
	Title       string
	Origin      string // where the source is, as its kind writes it
	Sealed      []byte // the secret of the source; nil without one
	Made        bool   // the import made its directory
	OnDuplicate string
	Rate        int64 // bytes a second at most; 0 for any number
	State       ImportState
	Reason      string // of the catalogue; empty for none
	Failures    int    // since something worked
	FailedAt    time.Time
	RetryAt     time.Time
	Run         int
	Listed      bool // the source is known as a whole
	ImportCounts
	Links     int64 // to items at the source
	CreatedAt time.Time
	EndedAt   time.Time
}

// ImportState is how far an import has come.
type ImportState string

// The states of an import. One that is forgotten is shown to nobody: its rows are being removed.
const (
	ImportRunning   ImportState = "running"
	ImportWaiting   ImportState = "waiting"
	ImportPaused    ImportState = "paused"
	ImportDone      ImportState = "done"
	ImportFailed    ImportState = "failed"
	ImportCancelled ImportState = "cancelled"
	ImportForgotten ImportState = "forgotten"
)

// ImportCounts are numbers of items, and of bytes.
type ImportCounts struct {
	Count, Bytes, BytesDone                     int64
	Stored, Renamed, Unchanged, Skipped, Failed int64
}

// DoneCount is how many items are dealt with.
func (c *ImportCounts) DoneCount() int64 {
	return c.Stored + c.Renamed + c.Unchanged + c.Skipped + c.Failed
}

// Add counts n items of that state and size.
func (c *ImportCounts) Add(s ItemState, n, size int64) {
	size = max(size, 0)
	c.Count += n
	c.Bytes += n * size
	if s != ItemWaiting {
		c.BytesDone += n * size
	}
	switch s {
	case ItemStored:
		c.Stored += n
	case ItemRenamed:
		c.Renamed += n
	case ItemUnchanged:
		c.Unchanged += n
	case ItemSkipped:
		c.Skipped += n
	case ItemFailed:
		c.Failed += n
	}
}

const importColumns = "id, space_id, node_id, user_id, kind, title, origin, sealed, made, on_duplicate, rate, state, reason, failures, " +
	"failed_at, retry_at, run, listed, count, bytes, bytes_done, stored, renamed, unchanged, skipped, failed, links, created_at, ended_at"

func (i *Import) fields() []any {
	return []any{&i.ID, &i.Space, &i.Node, &i.User, &i.Kind, &i.Title, &i.Origin, &i.Sealed, &i.Made, &i.OnDuplicate, &i.Rate,
		(*string)(&i.State), &i.Reason, &i.Failures, timeScanner{&i.FailedAt}, timeScanner{&i.RetryAt}, &i.Run, &i.Listed,
		&i.Count, &i.Bytes, &i.BytesDone,
		&i.Stored, &i.Renamed, &i.Unchanged, &i.Skipped, &i.Failed, &i.Links, timeScanner{&i.CreatedAt}, timeScanner{&i.EndedAt}}
}

func scanImport(r *sql.Rows, i *Import) error { return r.Scan(i.fields()...) }

// ImportByID returns an import.
func (v *View) ImportByID(id ImportID) (*Import, error) {
	var i Import
	return &i, v.scanRow("SELECT "+importColumns+" FROM imports WHERE id = ? AND state <> 'forgotten'", []any{id}, i.fields()...)
}

// ImportsOf returns the newest imports of a space; those of one user, or of all for 0.
func (v *View) ImportsOf(space SpaceID, user UserID, limit int) ([]Import, error) {
	return listRows(v, scanImport, "SELECT "+importColumns+" FROM imports WHERE space_id = ?1 AND (?2 IS NULL OR user_id = ?2) "+
		"AND state <> 'forgotten' ORDER BY id DESC LIMIT ?3", space, user, limit)
}

// LastImportOf returns the import of a kind of a space that is running or waiting, else the newest one; ErrNotFound without one.
func (v *View) LastImportOf(space SpaceID, kind string) (*Import, error) {
	i, err := v.lastImport(space, kind, "state IN ('running', 'waiting')")
	if errors.Is(err, ErrNotFound) {
		return v.lastImport(space, kind, "state <> 'forgotten'")
	}
	return i, err
}

func (v *View) lastImport(space SpaceID, kind, where string) (*Import, error) {
	var i Import
	return &i, v.scanRow("SELECT "+importColumns+" FROM imports WHERE space_id = ? AND kind = ? AND "+where+" ORDER BY id DESC LIMIT 1",
		[]any{space, kind}, i.fields()...)
}

// ActiveImports returns the imports that are running or waiting.
func (v *View) ActiveImports() ([]ImportID, error) {
	return listRows(v, func(r *sql.Rows, id *ImportID) error { return r.Scan(id) },
		"SELECT id FROM imports INDEXED BY imports_going WHERE state IN ('running', 'waiting') ORDER BY id")
}

// ImportSum is how many imports of a user have not ended, how many there are, and how many items these have.
type ImportSum struct {
	Open, All int
	Items     int64
}

// CountImports counts the imports of a user.
func (v *View) CountImports(user UserID) (s ImportSum, err error) {
	err = v.scanRow("SELECT coalesce(sum(ended_at IS NULL), 0), count(*), coalesce(sum(count), 0) FROM imports WHERE user_id = ?",
		[]any{user}, &s.Open, &s.All, &s.Items)
	return s, err
}

// InsertImport keeps a new import.
// home: app/drive/imports
func (tx *Tx) InsertImport(i *Import) error {
	i.State, i.Run, i.CreatedAt = ImportRunning, 1, tx.Now
	return tx.exec("INSERT INTO imports (id, space_id, node_id, user_id, kind, title, origin, sealed, made, on_duplicate, rate, state, "+
		"created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", i.ID, i.Space, i.Node, i.User, i.Kind, i.Title, i.Origin, i.Sealed,
		i.Made, i.OnDuplicate, i.Rate, string(i.State), toMillis(tx.Now))
}

// UpdateImport stores how far an import has come, but for its counts.
// home: app/drive/imports
func (tx *Tx) UpdateImport(i *Import) error {
	return tx.execOne("UPDATE imports SET title = ?, origin = ?, sealed = ?, rate = ?, state = ?, reason = ?, failures = ?, "+
		"failed_at = ?, retry_at = ?, run = ?, listed = ?, ended_at = ? WHERE id = ?", i.Title, i.Origin, i.Sealed, i.Rate,
		string(i.State), i.Reason, i.Failures, nullMillis(i.FailedAt), nullMillis(i.RetryAt), i.Run, i.Listed, nullMillis(i.EndedAt), i.ID)
}

// UpdateImportCounts adds to the counts of an import.
// home: app/drive/imports
func (tx *Tx) UpdateImportCounts(id ImportID, d ImportCounts) error {
	return tx.execOne("UPDATE imports SET count = count + ?, bytes = bytes + ?, bytes_done = bytes_done + ?, stored = stored + ?, "+
		"renamed = renamed + ?, unchanged = unchanged + ?, skipped = skipped + ?, failed = failed + ? WHERE id = ?", d.Count, d.Bytes,
		d.BytesDone, d.Stored, d.Renamed, d.Unchanged, d.Skipped, d.Failed, id)
}

// ImportsEndedBefore returns imports that ended before t, or that are forgotten.
func (v *View) ImportsEndedBefore(t time.Time, limit int) ([]ImportID, error) {
	return listRows(v, func(r *sql.Rows, id *ImportID) error { return r.Scan(id) },
		"SELECT id FROM imports WHERE ended_at < ? ORDER BY ended_at LIMIT ?", toMillis(t), limit)
}

// UpdateImportHidden hides an import, whose rows DeleteImportRows removes.
// home: app/drive/imports
func (tx *Tx) UpdateImportHidden(id ImportID) error {
	return tx.execOne("UPDATE imports SET state = 'forgotten', sealed = NULL, ended_at = 1 WHERE id = ?", id)
}

// DeleteImportRows removes up to limit rows of an import, and at last the import itself. It returns whether it is gone.
// home: app/drive/imports
func (tx *Tx) DeleteImportRows(id ImportID, limit int) (bool, error) {
	n, err := tx.execN("DELETE FROM import_items WHERE id IN (SELECT id FROM import_items WHERE import_id = ? LIMIT ?)", id, limit)
	if err != nil || n >= int64(limit) {
		return false, err
	}
	n, err = tx.execN("DELETE FROM import_listings WHERE import_id = ?1 AND cursor IN "+
		"(SELECT cursor FROM import_listings WHERE import_id = ?1 LIMIT ?2)", id, limit)
	if err != nil || n >= int64(limit) {
		return false, err
	}
	return true, tx.exec("DELETE FROM imports WHERE id = ?", id)
}

// ImportedBucket returns the bucket that was imported into a space; empty when none was.
func (v *View) ImportedBucket(space SpaceID) (string, error) {
	var bucket string
	err := v.scanRow("SELECT bucket FROM imported_buckets WHERE space_id = ?", []any{space}, &bucket)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return bucket, err
}

// PutImportedBucket notes that a bucket was imported into a space.
// home: app/drive/imports/bucket
func (tx *Tx) PutImportedBucket(space SpaceID, bucket string) error {
	return tx.exec("INSERT INTO imported_buckets (space_id, bucket, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", space,
		bucket, toMillis(tx.Now))
}

// BucketAccount is the object storage that a person reads buckets of.
type BucketAccount struct {
	User             UserID
	Endpoint, Region string
	AccessKey        string
	Sealed           []byte // the secret key
}

// BucketAccountOf returns the object storage of a person; ErrNotFound without one.
func (v *View) BucketAccountOf(user UserID) (*BucketAccount, error) {
	var a BucketAccount
	return &a, v.scanRow("SELECT user_id, endpoint, region, access_key, sealed FROM bucket_accounts WHERE user_id = ?",
		[]any{user}, &a.User,
		&a.Endpoint, &a.Region, &a.AccessKey, &a.Sealed)
}

// PutBucketAccount stores the object storage of a person in place of the one that they had.
// home: app/drive/imports/bucket
func (tx *Tx) PutBucketAccount(a *BucketAccount) error {
	return tx.exec("INSERT INTO bucket_accounts (user_id, endpoint, region, access_key, sealed, created_at) VALUES (?, ?, ?, ?, ?, ?) "+
		"ON CONFLICT (user_id) DO UPDATE SET endpoint = excluded.endpoint, region = excluded.region, access_key = excluded.access_key, "+
		"sealed = excluded.sealed, created_at = excluded.created_at", a.User, a.Endpoint, a.Region, a.AccessKey, a.Sealed, toMillis(tx.Now))
}

// DeleteBucketAccount forgets the object storage of a person; ErrNotFound when there is none.
// home: app/drive/imports/bucket
func (tx *Tx) DeleteBucketAccount(user UserID) error {
	return tx.execOne("DELETE FROM bucket_accounts WHERE user_id = ?", user)
}
