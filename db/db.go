// Package db holds every SQL statement of the product and no rule of it: who
// may do what, and what follows from what, is decided by its callers.
//
// One connection writes and a small pool reads. Reads see one snapshot for as
// long as their View lives. Writes that wait at the same time share a commit,
// so that the flush that makes them durable is paid once for all of them.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver named "sqlite"
)

// Errors that callers may tell apart. Everything else is a fault of the
// machine or of this package.
var (
	ErrNotFound = errors.New("db: no such row")
	ErrExists   = errors.New("db: a row with that key exists")
	ErrClosed   = errors.New("db: closed")
)

const (
	readers  = 6   // copies of trees and archives hold four at most for as long as they read
	maxBatch = 256 // writes that share one commit at most
)

// DB is an open database. It is safe for use by many goroutines.
type DB struct {
	path  string
	write *conn
	wpool *sql.DB
	rpool *sql.DB
	free  chan *conn
	queue chan *job
	done  chan struct{}

	changes changes

	closing sync.RWMutex
	closed  bool
}

// conn is one SQLite connection with the statements it has prepared. It is
// used by one goroutine at a time.
type conn struct {
	*sql.Conn
	stmts map[string]*sql.Stmt
}

func (c *conn) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := c.stmts[query]; s != nil {
		return s, nil
	}
	s, err := c.PrepareContext(ctx, query)
	if err == nil {
		c.stmts[query] = s
	}
	return s, err
}

// Open opens the database at path, making it when there is none, and brings
// its schema up to date. Before a migration of a database that holds data it
// keeps a snapshot in the folder "snapshots" beside it.
func Open(ctx context.Context, path string) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	d := &DB{path: path, free: make(chan *conn, readers), queue: make(chan *job, maxBatch), done: make(chan struct{})}
	var err error
	if d.wpool, err = sql.Open("sqlite", dsn(path, "&_txlock=immediate")); err != nil {
		return nil, err
	}
	d.wpool.SetMaxOpenConns(1)
	if err := migrate(ctx, d.wpool, path); err != nil {
		return nil, errors.Join(fmt.Errorf("bring the schema of %s up to date: %w", path, err), d.wpool.Close())
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
	go d.writer()
	return d, nil
}

// seedIDs lets ids go on behind those of the tables that are read by "what came
// after".
func (d *DB) seedIDs(ctx context.Context) error {
	for _, table := range []string{"nodes", "versions", "states"} {
		var last int64
		if err := d.wpool.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) FROM "+table).Scan(&last); err != nil {
			return fmt.Errorf("read the newest id of %s: %w", table, err)
		}
		afterID(last)
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
	d.write = &conn{w, map[string]*sql.Stmt{}}
	for range readers {
		r, err := d.rpool.Conn(ctx)
		if err != nil {
			return err
		}
		d.free <- &conn{r, map[string]*sql.Stmt{}}
	}
	return nil
}

// Path is the file the database lives in. Nothing in this process may open and
// close that file by itself: POSIX locks of the whole process would vanish.
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
		(<-d.free).close()
	}
	d.write.close()
	return errors.Join(d.rpool.Close(), d.wpool.Close())
}

func (c *conn) close() {
	for _, s := range c.stmts {
		s.Close()
	}
	c.Conn.Close()
}

// View is one consistent reading of the database. It lives for one call of
// DB.View or DB.Update and belongs to one goroutine.
type View struct {
	ctx context.Context
	c   *conn
	// Now is the one clock of the reading: every row written or compared in
	// it sees the same time, cut to milliseconds.
	Now time.Time

	changes *changes
	asOf    uint64
}

// View runs fn on one snapshot of the database.
func (d *DB) View(ctx context.Context, fn func(*View) error) error {
	return d.reading(ctx, func(v *View) error {
		// To begin and to end takes no time, so they need no watch over the context.
		if err := v.begin(); err != nil {
			return fmt.Errorf("begin to read: %w", err)
		}
		defer func() {
			v.ctx = context.Background()
			if err := v.raw("ROLLBACK"); err != nil {
				panic(fmt.Sprintf("db: a read cannot end: %v", err))
			}
		}()
		return fn(v)
	})
}

// ViewOne is View for one query: without a second one there is nothing that a
// snapshot would hold together.
func (d *DB) ViewOne(ctx context.Context, fn func(*View) error) error { return d.reading(ctx, fn) }

// reading lends fn a connection that reads.
func (d *DB) reading(ctx context.Context, fn func(*View) error) error {
	d.closing.RLock()
	if d.closed {
		d.closing.RUnlock()
		return ErrClosed
	}
	var c *conn
	select {
	case c = <-d.free:
		d.closing.RUnlock()
	case <-ctx.Done():
		d.closing.RUnlock()
		return ctx.Err()
	}
	defer func() { d.free <- c }()
	return fn(&View{ctx, c, now(), &d.changes, d.changes.commits.Load()})
}

func (v *View) begin() error {
	ctx := v.ctx
	v.ctx = context.Background()
	defer func() { v.ctx = ctx }()
	return v.raw("BEGIN")
}

func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// Tx is a View that can write.
type Tx struct {
	View
	after      []func()
	touched    []NodeID
	everything bool
	righted    []SpaceID
	displaced  bool // a directory lies elsewhere now, or a space is gone
	activities []Activity
}

// AfterCommit runs fn once what the transaction wrote is durable, on the
// goroutine that asked for the transaction. It does not run when the
// transaction fails.
func (tx *Tx) AfterCommit(fn func()) { tx.after = append(tx.after, fn) }

type job struct {
	ctx  context.Context
	fn   func(*Tx) error
	tx   *Tx
	err  error
	done chan struct{}
}

// Update runs fn on the one writer and returns when what it wrote is durable.
// fn sees everything committed before it; when it returns an error nothing of
// it stays. fn does no I/O of its own: all other writers wait for it.
func (d *DB) Update(ctx context.Context, fn func(*Tx) error) error {
	j := &job{ctx: ctx, fn: fn, done: make(chan struct{})}
	d.closing.RLock()
	if d.closed {
		d.closing.RUnlock()
		return ErrClosed
	}
	select {
	case d.queue <- j:
		d.closing.RUnlock()
	case <-ctx.Done():
		d.closing.RUnlock()
		return ctx.Err()
	}
	<-j.done
	if j.err != nil {
		return j.err
	}
	for _, fn := range j.tx.after {
		fn()
	}
	return nil
}

func (d *DB) writer() {
	defer close(d.done)
	var batch []*job
	for first := range d.queue {
		batch = append(batch[:0], first)
		for len(batch) < maxBatch {
			select {
			case j, open := <-d.queue:
				if open {
					batch = append(batch, j)
					continue
				}
			default:
			}
			break
		}
		d.commit(batch)
		for _, j := range batch {
			close(j.done)
		}
	}
}

// commit runs the jobs in one SQLite transaction, each behind a savepoint of
// its own, so that one that fails takes nothing with it.
func (d *DB) commit(batch []*job) {
	v := View{context.Background(), d.write, now(), &d.changes, d.changes.commits.Load()}
	if err := v.raw("BEGIN IMMEDIATE"); err != nil {
		failAll(batch, fmt.Errorf("begin to write: %w", err))
		return
	}
	wrote := false
	for _, j := range batch {
		if j.err = j.ctx.Err(); j.err != nil {
			continue
		}
		j.tx = &Tx{View: v}
		if j.err = v.raw("SAVEPOINT one"); j.err != nil {
			continue
		}
		if j.err = run(j); j.err != nil {
			j.err = errors.Join(j.err, v.raw("ROLLBACK TO one"), v.raw("RELEASE one"))
			continue
		}
		j.err = v.raw("RELEASE one")
		wrote = wrote || j.err == nil
	}
	end := "COMMIT"
	if !wrote {
		end = "ROLLBACK"
	} else {
		d.changes.coming.Store(d.changes.commits.Load() + 1) // readers may see it before it is announced
	}
	if err := v.raw(end); err != nil {
		defer d.changes.coming.Store(d.changes.commits.Load())
		failAll(batch, errors.Join(fmt.Errorf("commit: %w", err), rollback(&v)))
		return
	}
	d.changes.announce(batch)
}

// rollback leaves the failed transaction, if SQLite has not left it already.
func rollback(v *View) error {
	if err := v.raw("ROLLBACK"); err != nil && v.raw("BEGIN") != nil {
		return err
	}
	return v.raw("ROLLBACK")
}

// failAll fails every write of a batch, also those that were refused before: the
// reason may be what another wrote that is gone now.
func failAll(batch []*job, err error) {
	for _, j := range batch {
		j.err = err
	}
}

func run(j *job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
	}()
	if err := j.fn(j.tx); err != nil {
		return err
	}
	return j.tx.flush()
}

// Reading is the transaction as a reader sees it, for functions that only
// read.
func (tx *Tx) Reading() *View { return &tx.View }
