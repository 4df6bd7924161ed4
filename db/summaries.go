package db

import "time"

// SummaryState is the state of a Summary.
type SummaryState string

// The states.
const (
	SummaryGenerating SummaryState = "generating"
	SummaryDone       SummaryState = "done"
	SummaryNone       SummaryState = "none" // there is nothing to say about the document
	SummaryFailed     SummaryState = "failed"
)

// Summary is what one engine says of a document in a space.
type Summary struct {
	ID         SummaryID
	Space      SpaceID
	Hash       Hash
	Engine     string
	State      SummaryState
	Result     string // JSON
	Problem    string
	LeaseUntil time.Time
}

const summaryColumns = "id, space_id, hash, engine, state, result, problem, lease_until"

func (s *Summary) columns() []any {
	return []any{&s.ID, &s.Space, &s.Hash, &s.Engine, (*string)(&s.State), &s.Result, &s.Problem, timeScanner{&s.LeaseUntil}}
}

// SummaryOf returns what an engine says of a document; ErrNotFound before it was asked.
func (v *View) SummaryOf(space SpaceID, h Hash, engine string) (*Summary, error) {
	var s Summary
	return &s, v.scanRow("SELECT "+summaryColumns+" FROM summaries WHERE space_id = ? AND hash = ? AND engine = ?", []any{space, h, engine},
		s.columns()...)
}

// SummaryByID returns a summary by its task.
func (v *View) SummaryByID(id SummaryID) (*Summary, error) {
	var s Summary
	return &s, v.scanRow("SELECT "+summaryColumns+" FROM summaries WHERE id = ?", []any{id}, s.columns()...)
}

// HasVersionHash reports whether a version of a file has that hash.
func (v *View) HasVersionHash(space SpaceID, node NodeID, h Hash) (bool, error) {
	var has bool
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM versions WHERE hash = ? AND space_id = ? AND node_id = ?)", []any{h, space, node}, &has)
	return has, err
}

// PutSummary stores a summary in place of the one of the same engine and document.
// home: app/drive/summaries
func (tx *Tx) PutSummary(s *Summary) error {
	return tx.exec("INSERT INTO summaries (id, space_id, hash, engine, state, result, problem, lease_until, changed_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (space_id, hash, engine) DO UPDATE SET id = excluded.id, state = excluded.state, "+
		"result = excluded.result, problem = excluded.problem, lease_until = excluded.lease_until, changed_at = excluded.changed_at",
		s.ID, s.Space, s.Hash, s.Engine, string(s.State), s.Result, s.Problem, toMillis(s.LeaseUntil), toMillis(tx.Now))
}

// UpdateSummary records how a task ended; ErrNotFound when another one has taken its place, or it is gone.
// home: app/drive/summaries
func (tx *Tx) UpdateSummary(id SummaryID, state SummaryState, result, problem string) error {
	return tx.execOne("UPDATE summaries SET state = ?, result = ?, problem = ?, changed_at = ? WHERE id = ? AND state = 'generating'",
		string(state), result, problem, toMillis(tx.Now), id)
}

// UpdateSummariesInterrupted ends all tasks, which a restart has interrupted.
// home: app/drive/summaries
func (tx *Tx) UpdateSummariesInterrupted(problem string) error {
	return tx.exec("UPDATE summaries SET state = 'failed', problem = ?, changed_at = ? WHERE state = 'generating'", problem,
		toMillis(tx.Now))
}

// SummariesKey returns the sealed key of the endpoint; ErrNotFound without one.
func (v *View) SummariesKey() (string, error) {
	var text string
	err := v.scanRow("SELECT value FROM settings WHERE key = 'summaries key'", nil, &text)
	return text, err
}

// PutSummariesKey replaces it; empty for none.
// home: app/drive/summaries
func (tx *Tx) PutSummariesKey(text string) error {
	return tx.exec("INSERT INTO settings (key, value) VALUES ('summaries key', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
		text)
}

// UpdateSpaceSummaries names the host to which texts of files may be sent for summaries; empty for none.
// home: app/drive/summaries
func (tx *Tx) UpdateSpaceSummaries(id SpaceID, host string) error {
	return tx.execOne("UPDATE spaces SET summaries_host = ? WHERE id = ?", host, id)
}

// DeleteSummary forgets a task.
// home: app/drive/summaries
func (tx *Tx) DeleteSummary(id SummaryID) error {
	return tx.exec("DELETE FROM summaries WHERE id = ?", id)
}

// DeleteSummariesUnused removes up to limit summaries of documents that no file of their space has any more, and returns
// how many.
// home: app/drive/summaries
func (tx *Tx) DeleteSummariesUnused(limit int) (int64, error) {
	return tx.execN("DELETE FROM summaries WHERE id IN (SELECT s.id FROM summaries s WHERE NOT EXISTS (SELECT 1 FROM versions v "+
		"WHERE v.hash = s.hash AND v.space_id = s.space_id) LIMIT ?)", limit)
}
