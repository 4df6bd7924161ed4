package db

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Activity is one row of the timeline: an action of a user on a file, a directory, a
// member, a role or a custom field.
type Activity struct {
	ID        ActivityID
	Space     SpaceID
	Root      NodeID // the root directory of the shared files or of the My Drive
	Action    string
	User      UserID
	Kind      string // of the target, such as "file"
	Target    int64
	Name      string // of the target at that time
	Directory NodeID // parent of the target at that time
	Path      string // of that directory
	Before    json.RawMessage
	After     json.RawMessage
	Trail     []NodeID // the directories above the target, and the target if it is a directory
}

// InsertActivity records an activity. The rows of a transaction are written together
// at its end, so that a change of many files costs little.
// home: app/drive/activity
func (tx *Tx) InsertActivity(a Activity) { tx.activities = append(tx.activities, a) }

// flush writes the activities that the transaction collected.
func (tx *Tx) flush() error {
	if len(tx.activities) == 0 {
		return nil
	}
	all := tx.activities
	tx.activities = nil
	var places []any
	for i := range all {
		a := &all[i]
		a.ID = ActivityID(NewID())
		for _, dir := range a.Trail {
			places = append(places, int64(dir), int64(a.ID))
		}
		if err := tx.insertActivityRow(a); err != nil {
			return fmt.Errorf("keep what was done: %w", err)
		}
	}
	return tx.insertPlaces(places)
}

func (tx *Tx) insertActivityRow(a *Activity) error {
	trail := make([]byte, 1, 24*len(a.Trail)+2)
	trail[0] = '['
	for i, dir := range a.Trail {
		if i > 0 {
			trail = append(trail, ',')
		}
		trail = strconv.AppendInt(trail, int64(dir), 10)
	}
	return tx.exec("INSERT INTO activities (id, space_id, root_id, action, user_id, kind, target_id, name, directory_id, path, "+
		"before, after, trail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		int64(a.ID), int64(a.Space), int64(a.Root), a.Action, int64(a.User), a.Kind, a.Target, a.Name, a.Directory, a.Path,
		nullText(string(a.Before)), nullText(string(a.After)), string(append(trail, ']')))
}

// placeBatch is how many places one statement writes.
const placeBatch = 64

func (tx *Tx) insertPlaces(places []any) error {
	for len(places) > 0 {
		n := min(len(places), 2*placeBatch)
		if n < 2*placeBatch {
			n = 2
		}
		if err := tx.exec("INSERT OR IGNORE INTO activity_places (directory_id, activity_id) VALUES (?, ?)"+
			strings.Repeat(", (?, ?)", n/2-1), places[:n]...); err != nil {
			return err
		}
		places = places[n:]
	}
	return nil
}

// IsNode reports whether the target is a directory or a file.
func (a *Activity) IsNode() bool { return a.Kind == "file" || a.Kind == "directory" }
