package texts

import (
	"context"
	"database/sql"

	"anbar/db"
)

// Waiting is a document that is to be read.
type Waiting struct {
	Document
	Kind int // how, as whoever reads it numbers that
	Lane int // those of different lanes do not wait for each other
}

// Want keeps what is to be read, and notes how far all was looked at.
func (d *DB) Want(ctx context.Context, all []Waiting, version db.VersionID, change int64) error {
	return d.update(ctx, func(tx *sql.Tx) error {
		for _, w := range all {
			_, err := tx.ExecContext(ctx, "INSERT INTO waiting (lane, space, id, hash, kind) SELECT ?1, ?2, ?3, ?4, ?5 "+
				"WHERE NOT EXISTS (SELECT 1 FROM documents WHERE hash = ?4 AND space = ?2) ON CONFLICT DO NOTHING",
				w.Lane, int64(w.Space), int64(w.ID), w.Hash[:], w.Kind)
			if err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO marks (name, value) VALUES ('version', ?), ('change', ?) ON CONFLICT DO UPDATE "+
			"SET value = excluded.value", int64(version), change)
		return err
	})
}

// SpacesWaiting returns the spaces with documents of a lane that are to be read.
func (d *DB) SpacesWaiting(ctx context.Context, lane int) (all []db.SpaceID, err error) {
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

// WaitingOf returns the documents of a space and a lane that wait longest.
func (d *DB) WaitingOf(ctx context.Context, lane int, space db.SpaceID, limit int) (all []Waiting, err error) {
	rows, err := d.w.QueryContext(ctx, "SELECT id, hash, kind FROM waiting WHERE lane = ? AND space = ? ORDER BY id LIMIT ?", lane,
		int64(space), limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		w := Waiting{Document: Document{Space: space}, Lane: lane}
		if err := rows.Scan(&w.ID, &w.Hash, &w.Kind); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, rows.Err()
}

// Read keeps what was read of documents that waited.
func (d *DB) Read(ctx context.Context, done []Waiting, read []Text) error {
	return d.update(ctx, func(tx *sql.Tx) error {
		for i := range read {
			if err := add(ctx, tx, &read[i]); err != nil {
				return err
			}
		}
		for _, w := range done {
			if _, err := tx.ExecContext(ctx, "DELETE FROM waiting WHERE lane = ? AND space = ? AND id = ?", w.Lane, int64(w.Space),
				int64(w.ID)); err != nil {
				return err
			}
		}
		return nil
	})
}
