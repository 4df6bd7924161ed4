package db

import (
	"encoding/json"
	"fmt"
)

// Activity is one thing that somebody did.
type Activity struct {
	ID        ActivityID
	Space     SpaceID
	Root      NodeID // of the shared files, or of the My Drive, that it happened in
	Action    string
	User      UserID
	Kind      string // what the target is
	Target    int64
	Name      string // of the target, then
	Directory NodeID // that the target lay in
	Path      string // of that directory
	Before    json.RawMessage
	After     json.RawMessage
	Trail     []NodeID // the directories on the way to the target, and it itself when it is one
}

// InsertActivity keeps what was done. The rows of a transaction are written
// together at its end, which costs a batch of files little.
func (tx *Tx) InsertActivity(a Activity) { tx.activities = append(tx.activities, a) }

type jsonActivity struct {
	ID        int64   `json:"i"`
	Space     int64   `json:"s"`
	Root      int64   `json:"r"`
	Action    string  `json:"a"`
	User      int64   `json:"u"`
	Kind      string  `json:"k"`
	Target    int64   `json:"t"`
	Name      string  `json:"n"`
	Directory *int64  `json:"d"`
	Path      string  `json:"p"`
	Before    *string `json:"b"`
	After     *string `json:"f"`
	Trail     string  `json:"w"`
}

// flush writes what the transaction kept until its end.
func (tx *Tx) flush() error {
	if len(tx.activities) == 0 {
		return nil
	}
	all := make([]jsonActivity, len(tx.activities))
	var places [][2]int64
	for i, a := range tx.activities {
		id := NewID()
		trail := make([]int64, len(a.Trail))
		for j, dir := range a.Trail {
			trail[j] = int64(dir)
			places = append(places, [2]int64{int64(dir), id})
		}
		w, err := json.Marshal(trail)
		if err != nil {
			return err
		}
		all[i] = jsonActivity{id, int64(a.Space), int64(a.Root), a.Action, int64(a.User), a.Kind, a.Target, a.Name, nil, a.Path, optional(a.Before), optional(a.After), string(w)}
		if a.Directory != 0 {
			d := int64(a.Directory)
			all[i].Directory = &d
		}
	}
	tx.activities = nil
	if err := tx.insertJSON(`INSERT INTO activities (id, space_id, root_id, action, user_id, kind, target_id, name, directory_id, path, before, after, trail)
		SELECT value ->> 'i', value ->> 's', value ->> 'r', value ->> 'a', value ->> 'u', value ->> 'k', value ->> 't', value ->> 'n', value ->> 'd', value ->> 'p', value ->> 'b', value ->> 'f', value ->> 'w' FROM json_each(?)`, all); err != nil {
		return fmt.Errorf("keep what was done: %w", err)
	}
	return tx.insertJSON("INSERT OR IGNORE INTO activity_places (directory_id, activity_id) SELECT value ->> 0, value ->> 1 FROM json_each(?)", places)
}

func (tx *Tx) insertJSON(query string, rows any) error {
	b, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	return tx.exec(query, string(b))
}

func optional(b json.RawMessage) *string {
	if len(b) == 0 {
		return nil
	}
	s := string(b)
	return &s
}

// IsNode reports whether the target is a directory or a file.
func (a *Activity) IsNode() bool { return a.Kind == "file" || a.Kind == "directory" }
