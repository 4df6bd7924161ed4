package blobstore

import (
	"sync"
	"time"
)

// readNotes remembers which files were noted as read today, so that each is noted once a day.
type readNotes struct {
	mu     sync.Mutex
	day    int64
	noted  map[string]bool
	failed bool // said to the log
}

const maxReadNotes = 100_000 // then files are noted again

// noteRead notes that somebody wanted what is in a file.
func (s *Store) noteRead(name string) {
	now := s.o.Now()
	if !s.reads.isDue(name, now.Unix()/int64(24*time.Hour/time.Second)) {
		return
	}
	if err := s.fs.NoteRead(name, now); err != nil && s.reads.isFirstFailure() {
		s.log.Warn("when contents were read cannot be noted: with a tier they may leave the disk too early", "err", err)
	}
}

// isDue reports, once a day, that a file is to be noted.
func (r *readNotes) isDue(name string, day int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.day != day || r.noted == nil || len(r.noted) >= maxReadNotes {
		r.day, r.noted = day, map[string]bool{}
	}
	if r.noted[name] {
		return false
	}
	r.noted[name] = true
	return true
}

func (r *readNotes) isFirstFailure() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	first := !r.failed
	r.failed = true
	return first
}
