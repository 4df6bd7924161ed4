// Package texts holds the texts of files for search, in a database of its own. Its
// rows can be computed again from the blobs, so it is not backed up, its commits may be
// lost in a power cut, and a damaged database is replaced by an empty one.
package texts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"anbar/db"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// version is the version of the schema and of names.SearchKey. A database with another version is replaced, but for those
// from oldest on, which lack what upgrade adds.
const (
	version = 5
	oldest  = 3
	upgrade = "ALTER TABLE documents ADD COLUMN reader INTEGER NOT NULL DEFAULT 0;"
)

// The index of words keeps no positions and no texts: snippets are cut from the
// bodies, and words come folded, so ASCII is all its tokenizer has to know.
const schema = `
CREATE TABLE marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE documents (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, space INTEGER NOT NULL,
reader INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE UNIQUE INDEX documents_hash ON documents (hash, space);
CREATE TABLE bodies (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, body BLOB NOT NULL) STRICT;
CREATE TABLE attempts (hash BLOB PRIMARY KEY, tries INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (space, text, content='', contentless_delete=1, detail=column, tokenize=ascii, prefix='2 3');
`

const waiting = `
CREATE TABLE IF NOT EXISTS waiting (lane INTEGER NOT NULL, space INTEGER NOT NULL, id INTEGER NOT NULL, hash BLOB NOT NULL,
kind INTEGER NOT NULL, PRIMARY KEY (lane, space, id)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS waiting_hash ON waiting (hash);
`

// DB is an open database of texts.
type DB struct {
	path string
	w, r *sql.DB
}

// Open opens the database, or replaces it by an empty one when it is damaged or of
// another version.
func Open(ctx context.Context, path string) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	d, err := openFile(ctx, path)
	if err == nil {
		return d, nil
	}
	if !IsDamaged(err) && !errors.Is(err, errOther) {
		return nil, err
	}
	if err := Remove(path); err != nil {
		return nil, err
	}
	return openFile(ctx, path)
}

// Remove deletes a database that is not open.
func Remove(path string) error {
	for _, end := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

var errOther = errors.New("of another version")

// IsDamaged reports whether an error means that the file is damaged.
func IsDamaged(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	code := e.Code() & 0xff
	return code == lib.SQLITE_CORRUPT || code == lib.SQLITE_NOTADB
}

func openFile(ctx context.Context, path string) (d *DB, err error) {
	d = &DB{path: path}
	dsn := "file:" + (&url.URL{Path: path}).EscapedPath() +
		"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)" +
		"&_pragma=cache_size(-2000)&_pragma=temp_store(memory)"
	if d.w, err = sql.Open("sqlite", dsn+"&_txlock=immediate"); err != nil {
		return nil, err
	}
	if d.r, err = sql.Open("sqlite", dsn+"&_pragma=query_only(1)"); err != nil {
		return nil, errors.Join(err, d.w.Close())
	}
	d.w.SetMaxOpenConns(1)
	d.r.SetMaxOpenConns(2)
	if err := d.initSchema(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

func (d *DB) initSchema(ctx context.Context) error {
	var is int
	if err := d.w.QueryRowContext(ctx, "PRAGMA user_version").Scan(&is); err != nil {
		return fmt.Errorf("open %s: %w", d.path, err)
	}
	build := schema
	switch {
	case is == version:
		return nil
	case is >= oldest && is < version:
		build = upgrade
	case is != 0:
		return errOther
	}
	return d.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, build+waiting+fmt.Sprintf("PRAGMA user_version = %d", version))
		if err != nil && !IsDamaged(err) {
			return errors.Join(errOther, err) // half made
		}
		return err
	})
}

// Close closes the database.
func (d *DB) Close() error { return errors.Join(d.r.Close(), d.w.Close()) }

// Path is the file.
func (d *DB) Path() string { return d.path }

func (d *DB) update(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := d.w.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// Marks are how far the versions of files were looked at.
type Marks struct {
	Version db.VersionID // the newest one
	Change  int64        // the newest change; -1 in a new database

	// Of the walk over versions that are there already, which other readers may read.
	Readers int64        // with which all were looked at
	Target  int64        // with which the walk looks at them
	Again   db.VersionID // the last one of the walk
}

func (m *Marks) values() map[string]*int64 {
	return map[string]*int64{
		"version": (*int64)(&m.Version), "change": &m.Change, "readers": &m.Readers, "target": &m.Target, "again": (*int64)(&m.Again),
	}
}

// Marks returns the marks.
func (d *DB) Marks(ctx context.Context) (Marks, error) {
	m := Marks{Change: -1}
	values := m.values()
	rows, err := d.w.QueryContext(ctx, "SELECT name, value FROM marks")
	if err != nil {
		return m, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var value int64
		if err := rows.Scan(&name, &value); err != nil {
			return m, err
		}
		if into := values[name]; into != nil {
			*into = value
		}
	}
	return m, rows.Err()
}

// Document is a blob in a space.
type Document struct {
	ID    db.VersionID // the version for which it was read; newer ones are larger
	Hash  db.Hash
	Space db.SpaceID
}

// HasText reports whether the blob was read for that space by a reader of that version or a later one.
func (d *DB) HasText(ctx context.Context, h db.Hash, space db.SpaceID, reader int) (known bool, err error) {
	err = d.w.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM documents WHERE hash = ? AND space = ? AND reader >= ?)", h[:],
		int64(space), reader).Scan(&known)
	return known, err
}

// CountAttempt counts an attempt to read a blob, and returns the number of attempts before it
// that did not finish.
func (d *DB) CountAttempt(ctx context.Context, h db.Hash) (before int, err error) {
	err = d.w.QueryRowContext(ctx, "INSERT INTO attempts (hash, tries) VALUES (?, 1) ON CONFLICT DO UPDATE "+
		"SET tries = tries + 1 RETURNING tries - 1", h[:]).Scan(&before)
	return before, err
}

// Text is a document with its text. A document that cannot be read has neither words
// nor a body.
type Text struct {
	Document
	Kind   int    // of the reader
	Reader int    // its version
	Words  string // folded, with spaces between
	Body   []byte
}

// insertText stores a text and ends its attempts. A document that this reader or a later one read is not changed, and one that
// had a text keeps it when it has none any more.
func insertText(ctx context.Context, tx *sql.Tx, t *Text) error {
	id, reader := int64(t.ID), -1
	err := tx.QueryRowContext(ctx, "SELECT id, reader FROM documents WHERE hash = ? AND space = ?", t.Hash[:], int64(t.Space)).
		Scan(&id, &reader)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM attempts WHERE hash = ?", t.Hash[:]); err != nil || reader >= t.Reader {
		return err
	}
	r, err := tx.ExecContext(ctx, "INSERT INTO documents (id, hash, space, reader) VALUES (?, ?, ?, ?) "+
		"ON CONFLICT (hash, space) DO UPDATE SET reader = excluded.reader ON CONFLICT DO NOTHING", id, t.Hash[:], int64(t.Space), t.Reader)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 || t.Words == "" {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM words WHERE rowid = ?", id); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO words (rowid, space, text) VALUES (?, ?, ?)",
		id, spaceToken(t.Space), t.Words); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO bodies (hash, body) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET body = excluded.body",
		t.Hash[:], t.Body)
	return err
}

// spaceToken is the word in the column space of the index.
func spaceToken(s db.SpaceID) string { return "s" + s.String() }

// Search yields the documents of a space that contain all words, the newest first.
// Words must be folded; those of two letters and more match as prefixes.
func (d *DB) Search(ctx context.Context, space db.SpaceID, words []string) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		var none Document
		rows, err := d.r.QueryContext(ctx, "SELECT d.id, d.hash, d.space FROM words w JOIN documents d ON d.id = w.rowid "+
			"WHERE words MATCH ? ORDER BY w.rowid DESC", matchExpression(space, words))
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			var doc Document
			if err := rows.Scan(&doc.ID, &doc.Hash, &doc.Space); err != nil {
				yield(none, err)
				return
			}
			if !yield(doc, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}

// matchExpression returns the query in the syntax of FTS5.
func matchExpression(space db.SpaceID, words []string) string {
	var b strings.Builder
	for _, w := range words {
		if b.Len() > 0 {
			b.WriteString(" AND ")
		}
		b.WriteString(`"` + strings.ReplaceAll(w, `"`, ``) + `"`)
		if len([]rune(w)) > 1 {
			b.WriteString("*")
		}
	}
	return `text : (` + b.String() + `) AND space : "` + spaceToken(space) + `"`
}

// LoadBody returns the stored beginning of the text of a blob; nil when there is none.
func (d *DB) LoadBody(ctx context.Context, h db.Hash) (body []byte, err error) {
	err = d.r.QueryRowContext(ctx, "SELECT body FROM bodies WHERE hash = ?", h[:]).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return body, err
}

// ListAfter returns up to limit documents with ids after id, oldest first.
func (d *DB) ListAfter(ctx context.Context, id db.VersionID, limit int) (all []Document, err error) {
	rows, err := d.r.QueryContext(ctx, "SELECT id, hash, space FROM documents WHERE id > ? ORDER BY id LIMIT ?", int64(id), limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var doc Document
		if err := rows.Scan(&doc.ID, &doc.Hash, &doc.Space); err != nil {
			return nil, err
		}
		all = append(all, doc)
	}
	return all, rows.Err()
}

// DeleteDocuments removes documents, and bodies that no other document uses.
func (d *DB) DeleteDocuments(ctx context.Context, all []Document) error {
	return d.update(ctx, func(tx *sql.Tx) error {
		for _, doc := range all {
			for _, query := range []string{"DELETE FROM words WHERE rowid = ?1", "DELETE FROM documents WHERE id = ?1"} {
				if _, err := tx.ExecContext(ctx, query, int64(doc.ID)); err != nil {
					return err
				}
			}
			if _, err := tx.ExecContext(ctx, "DELETE FROM bodies WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM documents WHERE hash = ?1)",
				doc.Hash[:]); err != nil {
				return err
			}
		}
		return nil
	})
}
