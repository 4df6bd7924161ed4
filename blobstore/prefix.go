package blobstore

import (
	"path/filepath"
	"sync"
)

// prefixes are the directories of large blobs, up to 4,096, whose names are
// known to be durable. They are made when they are first needed: to make all of
// them beforehand takes seconds on some disks.
type prefixes struct {
	mu    sync.Mutex
	known map[string]bool
}

func (s *Store) loadPrefixes() error {
	names, err := s.fs.List(s.path(largeDir))
	if err != nil {
		return err
	}
	if err := s.fs.SyncDir(s.path(largeDir)); err != nil {
		return err
	}
	s.prefixes.known = make(map[string]bool, len(names))
	for _, name := range names {
		s.prefixes.known[s.path(largeDir, name)] = true
	}
	return nil
}

// needPrefix makes a directory of large blobs if it does not exist, durably.
func (s *Store) needPrefix(dir string) error {
	s.prefixes.mu.Lock()
	defer s.prefixes.mu.Unlock()
	if s.prefixes.known[dir] {
		return nil
	}
	if err := s.fs.Mkdir(dir); err != nil {
		return err
	}
	if err := s.fs.SyncDir(filepath.Dir(dir)); err != nil {
		return err
	}
	s.prefixes.known[dir] = true
	return nil
}
