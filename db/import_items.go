package db

import (
	"database/sql"
	"errors"
	"time"
)

// ImportItem is a file or a directory of the source of an import.
type ImportItem struct {
	ID         int64 // in the order in which the source told of them
	Import     ImportID
	Key        []byte // names it at its source
	Path       string // as the source shows it
	Directory  bool
	Size       int64 // -1 when it is not known
	ModifiedAt time.Time
	ETag, Type string
	Ref        string // for the source alone
	More       string // JSON
	Run        int    // that saw it last
	State      ItemState
	Reason     string // of the catalogue; empty for none
	Attempts   int
	Node       NodeID // that came of it; it may be gone
	Parent     NodeID
	Place      string // its path below the directory of the import
	Hash       Hash   // of its content
}

// ItemState is what became of an ImportItem.
type ItemState string

// The states of an item.
const (
	ItemWaiting   ItemState = "waiting"
	ItemStored    ItemState = "stored"
	ItemRenamed   ItemState = "renamed"
	ItemUnchanged ItemState = "unchanged"
	ItemSkipped   ItemState = "skipped"
	ItemFailed    ItemState = "failed"
)

const itemColumns = "id, import_id, key, path, directory, size, modified_at, etag, type, ref, more, run, state, reason, attempts, " +
	"node_id, parent_id, place, hash"

func (i *ImportItem) fields() []any {
	return []any{&i.ID, &i.Import, &i.Key, &i.Path, &i.Directory, &i.Size, timeScanner{&i.ModifiedAt}, &i.ETag, &i.Type,
		&i.Ref, &i.More, &i.Run,
		(*string)(&i.State), &i.Reason, &i.Attempts, &i.Node, &i.Parent, &i.Place, &i.Hash}
}

func scanItem(r *sql.Rows, i *ImportItem) error { return r.Scan(i.fields()...) }

// ImportItemByID returns an item of an import.
func (v *View) ImportItemByID(id int64) (*ImportItem, error) {
	var i ImportItem
	return &i, v.scanRow("SELECT "+itemColumns+" FROM import_items WHERE id = ?", []any{id}, i.fields()...)
}

// ImportItemByKey returns the item of an import that has that key at its source.
func (v *View) ImportItemByKey(id ImportID, key []byte) (*ImportItem, error) {
	var i ImportItem
	return &i, v.scanRow("SELECT "+itemColumns+" FROM import_items WHERE import_id = ? AND key = ?", []any{id, key}, i.fields()...)
}

// WaitingItems returns the items behind after that wait for their content, in the order of the source.
func (v *View) WaitingItems(id ImportID, after int64, limit int) ([]ImportItem, error) {
	return listRows(v, scanItem, "SELECT "+itemColumns+" FROM import_items INDEXED BY import_items_state "+
		"WHERE import_id = ? AND state = 'waiting' AND id > ? ORDER BY id LIMIT ?", id, after, limit)
}

// ImportItemsOf returns the items behind after that have one state, in the order of the source.
func (v *View) ImportItemsOf(id ImportID, state ItemState, after int64, limit int) ([]ImportItem, error) {
	return listRows(v, scanItem, "SELECT "+itemColumns+" FROM import_items INDEXED BY import_items_state "+
		"WHERE import_id = ? AND state = ? AND id > ? ORDER BY id LIMIT ?", id, string(state), after, limit)
}

// ImportItems returns the items behind a key, in the order of their keys.
func (v *View) ImportItems(id ImportID, after []byte, limit int) ([]ImportItem, error) {
	if after == nil {
		after = []byte{} // a key is never empty
	}
	return listRows(v, scanItem, "SELECT "+itemColumns+" FROM import_items WHERE import_id = ? AND key > ? ORDER BY key LIMIT ?", id, after,
		limit)
}

// IsNodeImported reports whether a node came of an item of an import.
func (v *View) IsNodeImported(id ImportID, node NodeID) (bool, error) {
	var has bool
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM import_items WHERE node_id = ? AND import_id = ?)", []any{node, id}, &has)
	return has, err
}

// InsertImportItem keeps a new item and sets its ID; ErrExists when the import has one with its key.
// home: app/drive/imports
func (tx *Tx) InsertImportItem(i *ImportItem) error {
	err := tx.exec("INSERT INTO import_items (import_id, key, path, directory, size, modified_at, etag, type, ref, more, run, state, "+
		"reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", i.Import, i.Key, i.Path, i.Directory, i.Size, nullMillis(i.ModifiedAt),
		i.ETag, i.Type, i.Ref, i.More, i.Run, string(i.State), i.Reason)
	if err != nil {
		return err
	}
	return tx.scanRow("SELECT last_insert_rowid()", nil, &i.ID)
}

// UpdateImportItem stores what the source says of an item, and what became of it.
// home: app/drive/imports
func (tx *Tx) UpdateImportItem(i *ImportItem) error {
	return tx.execOne("UPDATE import_items SET path = ?, directory = ?, size = ?, modified_at = ?, etag = ?, type = ?, ref = ?, "+
		"more = ?, run = ?, state = ?, reason = ?, attempts = ?, node_id = ?, parent_id = ?, place = ?, hash = ? WHERE id = ?",
		i.Path, i.Directory, i.Size,
		nullMillis(i.ModifiedAt), i.ETag, i.Type, i.Ref, i.More, i.Run, string(i.State), i.Reason, i.Attempts, i.Node, i.Parent,
		i.Place, i.Hash, i.ID)
}

// UpdateImportItemAttempts counts a try of an item that came to nothing.
// home: app/drive/imports
func (tx *Tx) UpdateImportItemAttempts(id int64, attempts int) error {
	return tx.execOne("UPDATE import_items SET attempts = ? WHERE id = ?", attempts, id)
}

// ImportListing is a directory of a source, and where its listing goes on.
type ImportListing struct {
	Import ImportID
	Cursor []byte // of its first part
	Next   []byte // of the part that comes next
	ETag   string // with which it was told
	Listed string // the etag with which it was read to its end; empty when it was not
	Run    int
	Done   bool
}

const listingColumns = "import_id, cursor, next, etag, listed, run, done"

func (l *ImportListing) fields() []any {
	return []any{&l.Import, &l.Cursor, &l.Next, &l.ETag, &l.Listed, &l.Run, &l.Done}
}

// OpenImportListings returns listings that are not read to their end.
func (v *View) OpenImportListings(id ImportID, limit int) ([]ImportListing, error) {
	return listRows(v, func(r *sql.Rows, l *ImportListing) error { return r.Scan(l.fields()...) },
		"SELECT "+listingColumns+" FROM import_listings INDEXED BY import_listings_open WHERE import_id = ? AND done = 0 LIMIT ?", id,
		limit)
}

// ImportListingByCursor returns a listing; nil when it was never told of.
func (v *View) ImportListingByCursor(id ImportID, cursor []byte) (*ImportListing, error) {
	var l ImportListing
	err := v.scanRow("SELECT "+listingColumns+" FROM import_listings WHERE import_id = ? AND cursor = ?", []any{id, cursor}, l.fields()...)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	return &l, err
}

// PutImportListing keeps a listing in place of the one of its cursor.
// home: app/drive/imports
func (tx *Tx) PutImportListing(l *ImportListing) error {
	return tx.exec("INSERT INTO import_listings ("+listingColumns+") VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (import_id, cursor) "+
		"DO UPDATE SET next = excluded.next, etag = excluded.etag, listed = excluded.listed, run = excluded.run, done = excluded.done",
		l.Import, nonNilBytes(l.Cursor), nonNilBytes(l.Next), l.ETag, l.Listed, l.Run, l.Done)
}

// nonNilBytes is b as a value that is there, also when it is empty.
func nonNilBytes(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// ImportRetry is what waits for another try: items, the sum of their sizes, and listings.
type ImportRetry struct{ Items, Bytes, Listings int64 }

// UpdateImportItemsAgain lets up to limit items of an import that failed wait for another try, and directories among them be listed
// once more.
// home: app/drive/imports
func (tx *Tx) UpdateImportItemsAgain(id ImportID, limit int) (again ImportRetry, err error) {
	type row struct{ id, size int64 }
	some, err := listRows(&tx.View, func(r *sql.Rows, f *row) error { return r.Scan(&f.id, &f.size) }, "SELECT id, size FROM import_items "+
		"INDEXED BY import_items_state WHERE import_id = ? AND state = 'failed' ORDER BY id LIMIT ?", id, limit)
	if err != nil || len(some) == 0 {
		return again, err
	}
	again.Items = int64(len(some))
	last := some[len(some)-1].id
	for _, f := range some {
		again.Bytes += max(f.size, 0)
	}
	again.Listings, err = tx.execN("UPDATE import_listings SET done = 0, next = cursor, listed = '' WHERE import_id = ?1 AND cursor IN "+
		"(SELECT key FROM import_items INDEXED BY import_items_state WHERE import_id = ?1 AND state = 'failed' AND id <= ?2 "+
		"AND directory = 1)", id, last)
	if err != nil {
		return ImportRetry{}, err
	}
	return again, tx.exec("UPDATE import_items SET state = 'waiting', reason = '', attempts = 0 "+
		"WHERE import_id = ? AND state = 'failed' AND id <= ?", id, last)
}
