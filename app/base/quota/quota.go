// Package quota keeps count of the bytes a workspace holds: all versions of
// all files, the trash included, by logical size.
package quota

import (
	"anbar/app/base/fault"
	"anbar/db"
)

// Reserve counts bytes for the space, or refuses when they do not fit.
func Reserve(tx *db.Tx, s *db.Space, bytes int64) error {
	if s.IsLocked(tx.Now) {
		return toLockFault(s)
	}
	if !hasRoom(s, bytes) {
		return fault.QuotaExceeded
	}
	s.StorageUsed += bytes
	return tx.UpdateSpaceUsed(s.ID, bytes)
}

// toLockFault says why nothing may be added to a locked space.
func toLockFault(s *db.Space) error {
	if s.IsFrozen() {
		return fault.WorkspaceFrozen
	}
	return fault.PlanExpired
}

// Check tells whether so many bytes would fit, without counting them.
func Check(s *db.Space, bytes int64) error {
	if !hasRoom(s, bytes) {
		return fault.QuotaExceeded
	}
	return nil
}

func hasRoom(s *db.Space, bytes int64) bool {
	return s.StorageLimit == 0 || bytes <= s.StorageLimit-s.StorageUsed
}

// FreeBytes is how many bytes the space may still take in: up to its own
// limit, and never more than the disk has free.
func FreeBytes(s *db.Space, free int64) int64 {
	if s.StorageLimit == 0 {
		return max(free, 0)
	}
	return max(0, min(free, s.StorageLimit-s.StorageUsed))
}

// Release takes bytes back that the space held.
func Release(tx *db.Tx, id db.SpaceID, bytes int64) error {
	if bytes == 0 {
		return nil
	}
	return tx.UpdateSpaceUsed(id, -bytes)
}

// CheckNodes refuses so many more files and directories when the space may not hold
// them. For a few the count may be a second old.
func CheckNodes(v *db.View, s *db.Space, more int64) error {
	if s.IsLocked(v.Now) {
		return toLockFault(s)
	}
	most := NodeLimit(s)
	if most == 0 {
		return nil
	}
	type of db.SpaceID
	count := func() (int64, error) { return v.CountNodes(s.ID) }
	n, err := db.Memoize(v, of(s.ID), v.Now.Unix(), count)
	if err == nil && more > few {
		n, err = count()
	}
	if err != nil {
		return err
	}
	if n+more > most {
		return fault.TooManyFiles
	}
	return nil
}

// NodeLimit is how many files and directories the space may hold, its trash
// included; 0 for any number. Each has a row in the database, which a bound of the
// bytes would not see.
func NodeLimit(s *db.Space) int64 {
	if s.StorageLimit == 0 {
		return s.NodeLimit
	}
	byBytes := max(leastNodes, s.StorageLimit/bytesPerNode)
	if s.NodeLimit == 0 {
		return byBytes
	}
	return min(byBytes, s.NodeLimit)
}

const (
	leastNodes   = 10_000
	bytesPerNode = 4 << 10
	few          = 100
)
