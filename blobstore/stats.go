package blobstore

// Stats describes a store.
type Stats struct {
	Bytes          int64 // of packs and large files, with headers and footers
	PackBytes      int64
	DeadBytes      int64 // in packs: what compaction can give back
	LargeBytes     int64
	LargeCount     int64
	SealedPacks    int
	ActivePacks    int
	AbandonedPacks int // without footer, not active: to be sealed later
	Sessions       int
	Suspects       int   // blobs of which a damaged copy was seen
	Free, Total    int64 // of the disk
}

// Stats counts what the store holds. It looks at every large file.
func (s *Store) Stats() Stats {
	var st Stats
	for _, p := range s.packs.list() {
		st.addPack(p)
	}
	for d, err := range s.allLarge() {
		if err != nil {
			s.log.Warn("count large blobs", "err", err)
			break
		}
		if info, err := s.fs.Stat(s.largePath(d)); err == nil {
			st.LargeBytes += info.Size
			st.LargeCount++
		}
	}
	st.Bytes = st.PackBytes + st.LargeBytes
	st.Sessions = len(s.ListSessions())
	st.Suspects = len(s.suspects.list())
	var err error
	if st.Free, st.Total, err = s.fs.Space(s.dir); err != nil {
		s.log.Warn("free space", "err", err)
	}
	return st
}

func (st *Stats) addPack(p pack) {
	st.PackBytes += p.size
	st.DeadBytes += p.dead
	switch p.state {
	case packSealed, packEmptied:
		st.SealedPacks++
	case packActive:
		st.ActivePacks++
	case packAbandoned:
		st.AbandonedPacks++
	}
}
