package blobstore

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"sync"
	"time"
)

// scrubRound is the file state/scrub, the progress of the round. Objects up to the
// cursor, in order of their names, were verified in this round, the others in the one
// before.
type scrubRound struct {
	Previous time.Time `json:"previous"` // when the round before this one began; zero: never
	Started  time.Time `json:"started"`  // zero: no round is under way
	Cursor   string    `json:"cursor"`   // the last object that was verified
}

type scrubState struct {
	mu    sync.Mutex
	round scrubRound
}

const scrubFile = "scrub"

func saveScrubRound(fsys FS, dir string, r scrubRound) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return replaceFile(fsys, filepath.Join(dir, stateDir, scrubFile), append(text, '\n'))
}

// loadScrubRound reads the state. Without it nothing counts as verified.
func (s *Store) loadScrubRound() {
	text, err := readFile(s.fs, s.path(stateDir, scrubFile))
	var r scrubRound
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist): // as after a restore
		s.log.Debug("contents are read back from the beginning, since there is no state of the scrub")
	case err != nil:
		s.log.Warn("the state of the scrub is lost; it begins anew", "err", err)
		r = scrubRound{}
	}
	s.scrubState.round = r
}

// isRecentlyVerified reports whether a large blob was read and proven within 30
// days. It was proven, too, when it was written.
func (s *Store) isRecentlyVerified(d Digest) bool {
	s.scrubState.mu.Lock()
	defer s.scrubState.mu.Unlock()
	r := s.scrubState.round
	last := r.Previous
	if !r.Started.IsZero() && largeName(d) <= r.Cursor {
		last = r.Started
	}
	age := s.o.Now().Sub(last)
	return age >= 0 && age < verifiedFor
}

func (s *Store) scrubRound() scrubRound {
	s.scrubState.mu.Lock()
	defer s.scrubState.mu.Unlock()
	return s.scrubState.round
}

// setScrubRound keeps the state. On a full disk it is kept in memory only.
func (s *Store) setScrubRound(r scrubRound) error {
	s.scrubState.mu.Lock()
	s.scrubState.round = r
	s.scrubState.mu.Unlock()
	if err := saveScrubRound(s.fs, s.dir, r); !errors.Is(err, ErrFull) {
		return err
	}
	return nil
}
