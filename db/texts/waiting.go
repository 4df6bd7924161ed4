package texts

import (
	"context"
	"database/sql"

	"anbar/db"
)

// QueuedDocument is a document whose text has not been read yet.
type QueuedDocument struct {
	Document
	Kind   int // the reader to use, a number of the caller
	Reader int // its version; only Enqueue asks
	Queue  int // lanes are separate queues
}

// Enqueue adds documents that are not known to the queues, and sets the marks.
func (d *DB) Enqueue(ctx context.Context, all []QueuedDocument, m Marks) error {
	return d.update(ctx, func(tx *sql.Tx) error {
		for _, w := range all {
			_, err := tx.ExecContext(ctx, "INSERT INTO waiting (lane, space, id, hash, kind) SELECT ?1, ?2, ?3, ?4, ?5 "+
				"WHERE NOT EXISTS (SELECT 1 FROM documents WHERE hash = ?4 AND space = ?2 AND reader >= ?6) ON CONFLICT DO NOTHING",
				w.Queue, int64(w.Space), int64(w.ID), w.Hash[:], w.Kind, w.Reader)
			if err != nil {
				return err
			}
		}
		for name, value := range m.values() {
			if _, err := tx.ExecContext(ctx, "INSERT INTO marks (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE "+
				"SET value = excluded.value", name, *value); err != nil {
				return err
			}
		}
		return nil
	})
}

// ListWaitingSpaces returns the spaces with documents waiting in a lane.
func (d *DB) ListWaitingSpaces(ctx context.Context, lane int) (all []db.SpaceID, err error) {
	rows, err := d.w.QueryContext(ctx, `WITH RECURSIVE some (space) AS (
		SELECT min(space) FROM waiting WHERE lane = ?1
		UNION ALL SELECT (SELECT min(w.space) FROM waiting w WHERE w.lane = ?1 AND w.space > some.space) FROM some
		WHERE some.space IS NOT NULL)
		SELECT space FROM some WHERE space IS NOT NULL`, lane)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s int64
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		all = append(all, db.SpaceID(s))
	}
	return all, rows.Err()
}

// ListWaiting returns up to limit waiting documents of a space in a lane, the oldest
// first.
func (d *DB) ListWaiting(ctx context.Context, lane int, space db.SpaceID, limit int) (all []QueuedDocument, err error) {
	rows, err := d.w.QueryContext(ctx, "SELECT id, hash, kind FROM waiting WHERE lane = ? AND space = ? ORDER BY id LIMIT ?", lane,
		int64(space), limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		w := QueuedDocument{Document: Document{Space: space}, Queue: lane}
		if err := rows.Scan(&w.ID, &w.Hash, &w.Kind); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, rows.Err()
}

// StoreTexts stores texts, also for the other spaces in which the same content waits for the same reader, and removes the
// documents in done from the queues.
func (d *DB) StoreTexts(ctx context.Context, done []QueuedDocument, read []Text) error {
	return d.update(ctx, func(tx *sql.Tx) error {
		for i := range read {
			all, err := sameAs(ctx, tx, &read[i])
			if err != nil {
				return err
			}
			for i := range all {
				if err := insertText(ctx, tx, &all[i]); err != nil {
					return err
				}
			}
		}
		for _, w := range done {
			if _, err := tx.ExecContext(ctx, "DELETE FROM waiting WHERE lane = ? AND space = ? AND id = ?", w.Queue, int64(w.Space),
				int64(w.ID)); err != nil {
				return err
			}
		}
		return nil
	})
}

// MoveWaiting puts documents into another lane.
func (d *DB) MoveWaiting(ctx context.Context, all []QueuedDocument, lane int) error {
	return d.update(ctx, func(tx *sql.Tx) error {
		for _, w := range all {
			if _, err := tx.ExecContext(ctx, "UPDATE OR REPLACE waiting SET lane = ? WHERE lane = ? AND space = ? AND id = ?",
				lane, w.Queue, int64(w.Space), int64(w.ID)); err != nil {
				return err
			}
		}
		return nil
	})
}

// sameAs returns a text and those of the other spaces in which its content waits. Their places in the queues are
// left: whoever comes there knows them.
func sameAs(ctx context.Context, tx *sql.Tx, t *Text) ([]Text, error) {
	all := []Text{*t}
	rows, err := tx.QueryContext(ctx, "SELECT min(id), space FROM waiting WHERE hash = ? AND kind = ? AND space <> ? GROUP BY space",
		t.Hash[:], t.Kind, int64(t.Space))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		other := *t
		if err := rows.Scan(&other.ID, &other.Space); err != nil {
			return nil, err
		}
		all = append(all, other)
	}
	return all, rows.Err()
}
