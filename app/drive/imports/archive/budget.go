package archive

import (
	"errors"

	"anbar/app/base/fault"
)

// budget is what all parts together may take.
type budget struct{ used, limit int64 }

var errTooMuch = errors.New("all parts together hold too much")

func (r *budget) reserve(n int64) error {
	if r.used += n; r.used > r.limit {
		return fault.ImportArchiveTooLarge.Because(errTooMuch)
	}
	return nil
}

const entryOverhead = 128 // that each thing in memory takes beside its text

// reserveText counts what is held in memory about all parts.
func (s *archiveSet) reserveText(text int) error {
	return s.memBudget.reserve(int64(text) + entryOverhead)
}
