package blobstore

import (
	"path/filepath"
	"sync"
)

// prefixDirs are the directories of large blobs, up to 4,096, whose names are
// known to be durable. They are made when they are first needed: to make all of
// them beforehand takes seconds on some disks.
type prefixDirs struct {
	mu      sync.Mutex
	durable map[string]bool
}

func (s *Store) loadPrefixes() error {
	names, err := s.fs.List(s.path(largeDir))
	if err != nil {
		return err
	}
	if err := s.fs.SyncDir(s.path(largeDir)); err != nil {
		return err
	}
	s.prefixes.durable = make(map[string]bool, len(names))
	for _, name := range names {
		s.prefixes.durable[s.path(largeDir, name)] = true
	}
	return nil
}

// ensurePrefix makes a directory of large blobs if it does not exist, durably.
func (s *Store) ensurePrefix(dir string) error {
	s.prefixes.mu.Lock()
	defer s.prefixes.mu.Unlock()
	if s.prefixes.durable[dir] {
		return nil
	}
	if err := s.fs.Mkdir(dir); err != nil {
		return err
	}
	if err := s.fs.SyncDir(filepath.Dir(dir)); err != nil {
		return err
	}
	s.prefixes.durable[dir] = true
	return nil
}
