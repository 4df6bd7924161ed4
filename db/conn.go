package db

import (
	"context"
	"database/sql"
)

// conn is one SQLite connection with the statements it has prepared. It is
// used by one goroutine at a time.
type conn struct {
	*sql.Conn
	stmts map[string]*sql.Stmt
	ran   int64 // statements
	rows  int64 // that were written, triggers included; as it was when countWritten was last called
}

// countWritten returns how many rows were written since the last call.
func (c *conn) countWritten(v *View) (int64, error) {
	var all int64
	if err := v.scanRow("SELECT total_changes()", nil, &all); err != nil {
		return 0, err
	}
	n := all - c.rows
	c.rows = all
	return n, nil
}

func (c *conn) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	c.ran++
	if s := c.stmts[query]; s != nil {
		return s, nil
	}
	s, err := c.PrepareContext(ctx, query)
	if err == nil {
		c.stmts[query] = s
	}
	return s, err
}

// acquireReader waits for a read connection, and opens one only when all that are open are busy: each has a cache of its own and
// reads the schema anew.
func (d *DB) acquireReader(ctx context.Context) (*conn, error) {
	select {
	case c := <-d.free:
		return c, nil
	default:
	}
	select {
	case c := <-d.free:
		return c, nil
	case <-d.unopened:
		c, err := d.rpool.Conn(ctx)
		if err != nil {
			d.unopened <- struct{}{}
			return nil, err
		}
		return &conn{Conn: c, stmts: map[string]*sql.Stmt{}}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *conn) close() {
	for _, s := range c.stmts {
		s.Close()
	}
	c.Conn.Close()
}
