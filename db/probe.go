package db

import "context"

// AwaitTurn waits until the writer took a transaction, which changes nothing. It returns only then, also when ctx ends before.
func (d *DB) AwaitTurn(ctx context.Context) error {
	return d.Update(ctx, func(*Tx) error { return nil })
}

// CountWaitingWrites counts the writes that wait for their turn.
func (d *DB) CountWaitingWrites() int { return len(d.queue) }

// PutProbe writes a row that nothing reads, so that whatever keeps the database from being written shows.
// home: app/host
func (tx *Tx) PutProbe() error {
	return tx.exec("INSERT INTO settings (key, value) VALUES ('probe', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
		toMillis(tx.Now))
}
