// Package db holds every SQL statement of the product. It checks no permissions and
// has no rules of the product; callers do.
//
// One connection writes and a small pool reads. A View sees one snapshot. Writes that
// wait at the same time share one commit, and so one flush to the disk.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver named "sqlite"
)

// Errors that callers may check for. Any other error is a failure of the machine or a
// bug in this package.
var (
	ErrNotFound = errors.New("db: no such row")
	ErrExists   = errors.New("db: a row with that key exists")
	ErrClosed   = errors.New("db: closed")
	ErrFenced   = errors.New("db: this machine takes no changes") // what SetGate was given says why
	ErrReplaced = errors.New("db: another machine took this one's place")
)

const readers = 6 // connections; copies of trees and archives hold at most four of them for long

// DB is an open database. It is safe for use by many goroutines.
type DB struct {
	path     string
	write    *conn
	wpool    *sql.DB
	rpool    *sql.DB
	free     chan *conn // read connections; unopened has one for each that nobody needed yet
	unopened chan struct{}
	queue    chan *job
	steps    chan *job // of long work, see Step
	done     chan struct{}
	holds    statsRecorder

	changes changes
	gate    atomic.Pointer[func() error]

	closing sync.RWMutex
	closed  bool
}

// Open opens the database at path, or makes it, and brings its schema up to date.
// Before it migrates a database that holds data, it writes a copy into the directory
// "snapshots" beside it.
func Open(ctx context.Context, path string) (*DB, error) { return OpenReporting(ctx, path, nil) }

// OpenReporting is Open, and calls report as each migration begins and every few seconds while it runs.
func OpenReporting(ctx context.Context, path string, report func(Migration)) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	d := &DB{path: path, queue: make(chan *job, maxBatch), steps: make(chan *job), done: make(chan struct{})}
	d.free, d.unopened = make(chan *conn, readers), make(chan struct{}, readers)
	var err error
	if d.wpool, err = openWriter(ctx, path, report); err != nil {
		return nil, err
	}
	if d.rpool, err = sql.Open("sqlite", dsn(path, "&_pragma=query_only(1)")); err != nil {
		return nil, errors.Join(err, d.wpool.Close())
	}
	if err := d.seedIDs(ctx); err != nil {
		return nil, errors.Join(err, d.rpool.Close(), d.wpool.Close())
	}
	d.rpool.SetMaxOpenConns(readers)
	d.rpool.SetMaxIdleConns(readers)
	if err := d.connect(ctx); err != nil {
		return nil, errors.Join(err, d.rpool.Close(), d.wpool.Close())
	}
	go d.runWriter()
	return d, nil
}

// openWriter opens the connection that writes, and migrates the database with it.
func openWriter(ctx context.Context, path string, report func(Migration)) (_ *sql.DB, err error) {
	unlock, err := lockNew(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	pool, err := sql.Open("sqlite", dsn(path, "&_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	if err := migrate(ctx, pool, path, report); err != nil {
		var newer *NewerError
		if errors.As(err, &newer) {
			return nil, errors.Join(newer, pool.Close())
		}
		return nil, errors.Join(fmt.Errorf("bring the schema of %s up to date: %w", path, err), pool.Close())
	}
	return pool, nil
}

// seedIDs makes new ids larger than those of the tables that are read in the order of
// their ids.
func (d *DB) seedIDs(ctx context.Context) error {
	for _, table := range []string{"nodes", "versions", "states"} {
		var last int64
		if err := d.wpool.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) FROM "+table).Scan(&last); err != nil {
			return fmt.Errorf("read the newest id of %s: %w", table, err)
		}
		advancePast(last)
	}
	return nil
}

func dsn(path, more string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() +
		"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)" +
		"&_pragma=cache_size(-6000)&_pragma=mmap_size(16777216)&_pragma=wal_autocheckpoint(20000)&_pragma=temp_store(memory)" + more
}

func (d *DB) connect(ctx context.Context) error {
	w, err := d.wpool.Conn(ctx)
	if err != nil {
		return err
	}
	d.write = &conn{Conn: w, stmts: map[string]*sql.Stmt{}}
	for range readers {
		d.unopened <- struct{}{}
	}
	_, err = d.write.countWritten(&View{ctx: ctx, c: d.write})
	return err
}

// Path is the file of the database. This process must not open and close that file by
// other means: closing it would drop the POSIX locks of the whole process.
func (d *DB) Path() string { return d.path }

// Close waits for the writes under way and closes the database.
func (d *DB) Close() error {
	d.closing.Lock()
	if d.closed {
		d.closing.Unlock()
		return nil
	}
	d.closed = true
	close(d.queue)
	d.closing.Unlock()
	<-d.done
	for range readers {
		select {
		case c := <-d.free:
			c.close()
		case <-d.unopened:
		}
	}
	d.write.close()
	return errors.Join(d.rpool.Close(), d.wpool.Close())
}

// View is a read transaction. It is valid during one call of DB.View or DB.Update and
// must be used by one goroutine only.
type View struct {
	ctx context.Context
	c   *conn
	// Now is the time of the transaction, in UTC, truncated to milliseconds. Every
	// row that it writes or compares uses this time.
	Now time.Time

	changes *changes
	asOf    uint64
	growth  *growth // of a Tx
}

// View runs fn on one snapshot of the database.
func (d *DB) View(ctx context.Context, fn func(*View) error) error {
	return d.withReader(ctx, func(v *View) error {
		// BEGIN and ROLLBACK take no time, so they need not be canceled with ctx.
		if err := v.begin(); err != nil {
			return fmt.Errorf("begin to read: %w", err)
		}
		defer func() {
			v.ctx = context.Background()
			if err := v.execRaw("ROLLBACK"); err != nil {
				panic(fmt.Sprintf("db: a read cannot end: %v", err))
			}
		}()
		return fn(v)
	})
}

// ViewOne is View for a single query, without the statements that begin and end a
// snapshot.
func (d *DB) ViewOne(ctx context.Context, fn func(*View) error) error { return d.withReader(ctx, fn) }

// withReader waits for a free read connection and calls fn with it.
func (d *DB) withReader(ctx context.Context, fn func(*View) error) error {
	d.closing.RLock()
	if d.closed {
		d.closing.RUnlock()
		return ErrClosed
	}
	c, err := d.acquireReader(ctx)
	d.closing.RUnlock()
	if err != nil {
		return err
	}
	defer func() { d.free <- c }()
	return fn(&View{ctx: ctx, c: c, Now: now(), changes: &d.changes, asOf: d.changes.commits.Load()})
}

func (v *View) begin() error {
	ctx := v.ctx
	v.ctx = context.Background()
	defer func() { v.ctx = ctx }()
	return v.execRaw("BEGIN")
}

func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// Tx is a View that can write.
type Tx struct {
	View
	after         []func()
	touched       []NodeID // directories whose listings look different
	changed       []NodeID // nodes whose contents, names or places are others
	everything    bool
	tokens        []UserID // of whom a token ended
	rightsChanged []SpaceID
	displaced     bool // a directory was moved or a space removed
	activities    []Activity
}

// AfterCommit has fn called after the commit is durable, on the goroutine that called
// Update. It is not called when the transaction fails.
func (tx *Tx) AfterCommit(fn func()) { tx.after = append(tx.after, fn) }

// Attempt runs fn as a part of the transaction: when it fails its changes are undone, and those before it stay.
// home: app/drive/imports app/sync/webdav
func (tx *Tx) Attempt(fn func() error) error {
	err, fatal := tx.tryPart(fn)
	if fatal != nil {
		return fatal // what fn wanted to say must not be taken for all that is wrong
	}
	return err
}

// tryPart is Attempt with two results: the error of fn, and one after which the whole transaction must fail, because the part
// could not be begun, ended or undone.
func (tx *Tx) tryPart(fn func() error) (err, fatal error) {
	if fatal = tx.execRaw("SAVEPOINT part"); fatal != nil {
		return nil, fatal
	}
	before, counted := *tx, tx.growth.clone()
	if err = fn(); err == nil {
		return nil, tx.execRaw("RELEASE part")
	}
	*tx = before
	tx.growth.reset(counted)
	return err, errors.Join(tx.execRaw("ROLLBACK TO part"), tx.execRaw("RELEASE part"))
}

// ReadOnly returns the View of the transaction, for functions that only read. It sees
// the changes made so far.
func (tx *Tx) ReadOnly() *View { return &tx.View }

// Get returns what fn reads on one snapshot of the database, as View does for functions that return nothing.
func Get[T any](ctx context.Context, d *DB, fn func(*View) (T, error)) (result T, err error) {
	err = d.View(ctx, func(v *View) (err error) {
		result, err = fn(v)
		return err
	})
	return result, err
}

// Do returns what fn returns from one transaction that writes, as Update does for functions that return nothing. fn's result is
// returned also beside an error; its changes are undone then.
func Do[T any](ctx context.Context, d *DB, fn func(*Tx) (T, error)) (result T, err error) {
	err = d.Update(ctx, func(tx *Tx) (err error) {
		result, err = fn(tx)
		return err
	})
	return result, err
}
