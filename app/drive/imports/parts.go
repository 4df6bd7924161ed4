package imports

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"anbar/app/base/limits"
	"anbar/blobstore"
	"anbar/db"
)

const partsPrefix = "import-"

// partsName names what is here of a large content; age is how many newer ones there are.
func partsName(id db.ImportID, row int64, age int) string {
	return fmt.Sprintf("%s%s-%d-%d", partsPrefix, id, row, age)
}

// parsePartsName is the import that such a name belongs to; false for a name of something else.
func parsePartsName(name string) (id db.ImportID, ok bool) {
	rest, ours := strings.CutPrefix(name, partsPrefix)
	text, _, _ := strings.Cut(rest, "-")
	return id, ours && id.UnmarshalText([]byte(text)) == nil
}

// deleteStaleParts removes what came of large contents that nobody goes on with: of one import, or of all for 0.
func (s *Service) deleteStaleParts(ctx context.Context, only db.ImportID) error {
	var all []error
	for _, info := range s.Blobs.ListSessions() {
		id, ours := parsePartsName(info.SID)
		if !ours || only != 0 && id != only {
			continue
		}
		wanted := true
		err := s.DB.View(ctx, func(v *db.View) (err error) {
			wanted, err = needsParts(v, id, info.Touched)
			return err
		})
		if err == nil && !wanted {
			var session *blobstore.Session
			if session, err = s.Blobs.FindSession(info.SID); err == nil {
				err = session.Abort(ctx)
			}
			if errors.Is(err, blobstore.ErrSessionGone) {
				err = nil
			}
		}
		all = append(all, err)
	}
	return errors.Join(all...)
}

// needsParts reports whether an import goes on, or can be resumed and was touched lately.
func needsParts(v *db.View, id db.ImportID, touched time.Time) (bool, error) {
	imp, err := v.ImportByID(id)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return false, nil
	case err != nil:
		return true, err
	case imp.State == db.ImportPaused, imp.State == db.ImportFailed:
		return v.Now.Sub(touched) < limits.ImportParts, nil
	}
	return isActive(imp), nil
}
