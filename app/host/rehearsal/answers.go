// Package rehearsal tries a program on a copy of a data directory before it gets the true one: the copy is migrated and checked, and
// what the program says of it is compared with what the program before said.
package rehearsal

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"anbar/db"
)

// MaxQuestions bounds what is asked.
const MaxQuestions = 60

// Question is one request that reads, in the name of somebody.
type Question struct {
	About string    `json:"about"` // in words
	User  db.UserID `json:"user"`
	Path  string    `json:"path"` // below /api
}

// Answer is what a program says to it.
type Answer struct {
	Question
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body,omitempty"` // JSON; empty for other answers
	Hash   string          `json:"hash,omitempty"` // BLAKE3 of the body, 64 hexadecimal digits
	At     time.Time       `json:"at"`
	Fresh  string          `json:"fresh"` // ids from this one on were made by the rehearsal
	Failed string          `json:"failed,omitempty"`
}

// ReadAnswers reads what WriteAnswers wrote.
func ReadAnswers(name string) ([]Answer, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []Answer
	for d := json.NewDecoder(bufio.NewReader(f)); ; {
		var a Answer
		if err := d.Decode(&a); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("read the answers in %s: %w", name, err)
		}
		all = append(all, a)
	}
}

// WriteAnswers writes a line of JSON for each answer.
func WriteAnswers(name string, all []Answer) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	e := json.NewEncoder(w)
	for i := range all {
		if err := e.Encode(&all[i]); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(w.Flush(), f.Close())
}

// Questions returns the questions of answers.
func Questions(all []Answer) []Question {
	asked := make([]Question, len(all))
	for i := range all {
		asked[i] = all[i].Question
	}
	return asked
}
