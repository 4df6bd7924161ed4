package db

import (
	"database/sql"
	"time"
)

// FirstStep is what is remembered of a step of the first hour.
type FirstStep struct {
	Step      string
	Dismissed time.Time // zero for not
	Proven    time.Time // when a test mail was last accepted; zero for never
	ProvenFor string    // the mail server that accepted it
}

// FirstSteps returns what is remembered of the steps of the first hour, by their names.
func (v *View) FirstSteps() (map[string]FirstStep, error) {
	rows, err := listRows(v, func(r *sql.Rows, s *FirstStep) error {
		return r.Scan(&s.Step, timeScanner{&s.Dismissed}, timeScanner{&s.Proven}, &s.ProvenFor)
	}, "SELECT step, dismissed, proven, proven_for FROM first_steps")
	all := map[string]FirstStep{}
	for _, s := range rows {
		all[s.Step] = s
	}
	return all, err
}

// PutFirstStep stores what is to be remembered of a step of the first hour.
// home: app/host/firststeps
func (tx *Tx) PutFirstStep(s *FirstStep) error {
	return tx.exec("INSERT INTO first_steps (step, dismissed, proven, proven_for) VALUES (?, ?, ?, ?) ON CONFLICT (step) DO UPDATE SET "+
		"dismissed = excluded.dismissed, proven = excluded.proven, proven_for = excluded.proven_for",
		s.Step, toMillis(s.Dismissed), toMillis(s.Proven), s.ProvenFor)
}

// CountInvited counts the addresses with an unexpired invitation.
func (v *View) CountInvited() (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(DISTINCT email) FROM invitations WHERE expires_at >= ?", []any{toMillis(v.Now)}, &n)
	return n, err
}
