package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"anbar/blobstore"
)

// RebuildList makes the store's list of what is away anew where that is missing, from the places that are remembered: without it the store
// would take those contents for damaged, and the targets would forget them. It must be called before the store is opened, and fails where
// the targets cannot be read. An object that is at none of them is left out.
func (a *AwayReader) RebuildList(ctx context.Context) error {
	if a.IsOver() {
		return nil
	}
	if _, err := os.Stat(filepath.Join(a.storage.Blobs(), "away", "list")); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	r, err := blobstore.NewRestorer(a.storage.Blobs())
	if err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, s := range a.sources() {
		err = errors.Join(err, a.relist(ctx, r, s, listed))
	}
	if err == nil && len(listed) > 0 {
		a.log.Error("the list of contents that are at the targets alone was missing, and was made anew", "objects", len(listed))
		err = r.WriteAway()
	}
	if err = errors.Join(err, r.Close()); err != nil {
		return fmt.Errorf("the list of contents that are at the targets alone is missing, and cannot be made anew: %w", err)
	}
	return nil
}

// relist lists the objects of a target that are neither on the disk nor listed. It ends at the first one that cannot be asked for.
func (a *AwayReader) relist(ctx context.Context, r *blobstore.Restorer, s *awaySource, listed map[string]bool) error {
	for key := range s.keys() {
		e, ok := s.find(key)
		if !ok || listed[key] || r.HasObject(key) {
			continue
		}
		err := r.LeaveAway(ctx, a, key, e.Size)
		if isUseless(err) {
			if err = s.checkIdentity(ctx); err == nil {
				continue // it is lost, or was removed for good
			}
		}
		if err != nil {
			return err
		}
		listed[key] = true
	}
	return nil
}
