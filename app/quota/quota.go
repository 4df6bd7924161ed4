// Package quota keeps count of the bytes a workspace holds: all versions of
// all files, the trash included, by logical size.
package quota

import (
	"anbar/app/fault"
	"anbar/db"
)

// Reserve counts bytes for the space, or refuses when they do not fit.
func Reserve(tx *db.Tx, s *db.Space, bytes int64) error {
	if !fits(s, bytes) {
		return fault.QuotaExceeded
	}
	s.StorageUsed += bytes
	return tx.UpdateSpaceUsed(s.ID, bytes)
}

// Check tells whether so many bytes would fit, without counting them.
func Check(s *db.Space, bytes int64) error {
	if !fits(s, bytes) {
		return fault.QuotaExceeded
	}
	return nil
}

func fits(s *db.Space, bytes int64) bool {
	return s.StorageLimit == 0 || bytes <= s.StorageLimit-s.StorageUsed
}

// Remaining is how many bytes the space may still take in: up to its own
// limit, and never more than the disk has free.
func Remaining(s *db.Space, free int64) int64 {
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
