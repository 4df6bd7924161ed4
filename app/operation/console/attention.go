package console

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/mail"
	"anbar/db"
)

const (
	attentionSettles = 4 * time.Minute // how long a problem lasts before it is reported
	attentionAgain   = 24 * time.Hour
)

// mailedAttention are the kinds that administrators get a mail about: those about which no other mail goes out. What is true for
// them is told each day while it lasts; the others are told once.
var mailedAttention = map[string]bool{
	"disk": true, "jobs": true, "messages": true, "certificate": true, "quotas": true,
	"restore_stalled": true, "sign_ins": false, "backup_none": false,
}

// attentionNote is what was told about one kind.
type attentionNote struct {
	Since  time.Time `json:"since"`            // it was first seen
	Called bool      `json:"called,omitempty"` // the URL knows of it
}

// attentionNotes outlive the process.
type attentionNotes struct {
	Kinds  map[string]attentionNote `json:"kinds"`
	Called time.Time                `json:"called,omitzero"` // when the URL was last told

	// Mailed is when a kind was last mailed. It stays for a day after the kind is over: what comes and goes is mailed once a day.
	Mailed map[string]time.Time `json:"mailed"`
}

// AttentionCall is what the URL of alarms gets.
type AttentionCall struct {
	Text      string            `json:"text"` // in English, for chat programs
	Appliance string            `json:"appliance"`
	Version   string            `json:"version"`
	At        time.Time         `json:"at"`
	Attention []AttentionReport `json:"attention"` // all that needs attention now
	Over      []string          `json:"over"`      // kinds that were told before and are over
}

// AttentionReport is one thing that needs attention.
type AttentionReport struct {
	Kind  string    `json:"kind"` // as in the overview of the console
	Count int64     `json:"count"`
	Since time.Time `json:"since"` // first seen
}

// WatchAttention tells administrators by mail, and a URL, what needs attention: when it has lasted for some minutes, and again each
// day. The URL also hears when something is over. What could not be told is tried again by the next call.
func (m *System) WatchAttention(ctx context.Context) error {
	var all []Attention
	notes := attentionNotes{Kinds: map[string]attentionNote{}, Mailed: map[string]time.Time{}}
	now := time.Now().UTC().Truncate(time.Second)
	var unknown []string
	if m.Growth() == nil {
		unknown = []string{"quotas"}
	}
	err := m.DB.View(ctx, func(v *db.View) (err error) {
		if all, err = m.listAttention(v); err != nil {
			return err
		}
		text, err := v.AttentionNotes()
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		if err == nil {
			err = json.Unmarshal([]byte(text), &notes)
		}
		return err
	})
	if err != nil {
		return err
	}
	kinds, mailed, called := maps.Clone(notes.Kinds), maps.Clone(notes.Mailed), notes.Called
	over := notes.update(now, all, unknown...)
	mails := notes.listDueMails(now, all)
	failed := m.callAlarmURL(ctx, &notes, now, all, over)
	if maps.Equal(kinds, notes.Kinds) && maps.Equal(mailed, notes.Mailed) && called.Equal(notes.Called) {
		return failed
	}
	text, err := json.Marshal(notes)
	if err != nil {
		return errors.Join(failed, err)
	}
	return errors.Join(failed, m.DB.Update(ctx, func(tx *db.Tx) error {
		if err := tx.PutAttentionNotes(string(text)); err != nil {
			return err
		}
		return m.mailAttention(tx, mails)
	}))
}

// listAttention returns what an administrator sees in the overview.
func (m *System) listAttention(v *db.View) ([]Attention, error) {
	o := &Overview{Mail: m.Mail.CanSend(db.ByMail)}
	if err := m.addSystemState(v, o); err != nil {
		return nil, err
	}
	err := m.addQueues(v, access.Actor{Staff: db.Administrator}, o)
	return o.Attention, err
}

// update notes what is there now, and returns the kinds that the URL knows of and that are over. Of unknown ones, what was noted stays.
func (n *attentionNotes) update(now time.Time, all []Attention, unknown ...string) (over []string) {
	for kind, note := range n.Kinds {
		if !slices.Contains(unknown, kind) && !slices.ContainsFunc(all, func(a Attention) bool { return a.Kind == kind }) {
			if note.Called {
				over = append(over, kind)
			}
			delete(n.Kinds, kind)
		}
	}
	for kind, at := range n.Mailed {
		if _, there := n.Kinds[kind]; !there && now.Sub(at) >= attentionAgain {
			delete(n.Mailed, kind)
		}
	}
	for _, a := range all {
		if _, known := n.Kinds[a.Kind]; !known {
			n.Kinds[a.Kind] = attentionNote{Since: now}
		}
	}
	slices.Sort(over)
	return over
}

// listDueMails returns what mails go out about now, and notes that they do.
func (n *attentionNotes) listDueMails(now time.Time, all []Attention) (due []Attention) {
	for _, a := range all {
		daily, mailed := mailedAttention[a.Kind]
		last, before := n.Mailed[a.Kind]
		settled := now.Sub(n.Kinds[a.Kind].Since) >= attentionSettles
		if mailed && settled && (!before || daily && now.Sub(last) >= attentionAgain) {
			n.Mailed[a.Kind] = now
			due = append(due, a)
		}
	}
	return due
}

func (m *System) mailAttention(tx *db.Tx, due []Attention) error {
	if len(due) == 0 {
		return nil
	}
	staff, err := tx.AdministratorsToMail()
	if err != nil {
		return err
	}
	for _, u := range staff {
		for _, a := range due {
			err := mail.Enqueue(tx, mail.Message{To: u.Email, Language: u.Language, Kind: mail.Attention, Data: mail.Data{
				URL: m.URL() + "/admin", Event: a.Kind, Count: int(a.Count),
			}})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
