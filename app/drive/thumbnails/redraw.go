package thumbnails

import (
	"context"
	"fmt"

	"anbar/db"
	"anbar/decode/sizes"
)

const (
	firstVersion = 1   // that of databases which know none
	steps        = 256 // versions of files that are looked at together
)

// redraw looks at some contents that are older than this program and requests the thumbnail of the next one
// that only this program can draw. It requests none while another waits, so that what people do comes first,
// and reports whether there may be more to do. The run of PDFs leaves the walk to the other one.
func (m *Maker) redraw(ctx context.Context, pdfs bool) (more bool, err error) {
	if pdfs || m.redrawn {
		return false, nil
	}
	err = m.db.Update(ctx, func(tx *db.Tx) error {
		waiting, err := areWaiting(tx.ReadOnly())
		if err != nil || waiting {
			return err
		}
		more, err = step(tx)
		m.redrawn = err == nil && !more
		return err
	})
	if err != nil {
		m.redrawn = false
		return false, fmt.Errorf("look at the files of before: %w", err)
	}
	return more, nil
}

// areWaiting reports whether any thumbnail is wanted.
func areWaiting(v *db.View) (bool, error) {
	for _, pdfs := range []bool{false, true} {
		spaces, err := v.SpacesWanting(pdfs)
		if err != nil || len(spaces) > 0 {
			return true, err
		}
	}
	return false, nil
}

// step goes on with the walk over all versions until it requests a thumbnail, and reports whether the walk
// goes on.
func step(tx *db.Tx) (more bool, err error) {
	r, err := tx.ThumbnailRedraw()
	if err != nil {
		return false, err
	}
	r.Done = max(r.Done, firstVersion)
	if r.Done == sizes.Version {
		return false, nil
	}
	if r.Target != sizes.Version {
		r.Target, r.After = sizes.Version, 0
	}
	all, err := tx.ContentsAfter(r.After, steps)
	if err != nil {
		return false, err
	}
	for i := range all {
		r.After = all[i].Version
		as, since := sizes.TypeOf(all[i].ContentType, all[i].TypeKey, all[i].Size)
		if since <= r.Done {
			continue
		}
		all[i].ContentType = as
		if wanted, err := tx.InsertThumbnailAgain(&all[i]); err != nil {
			return false, err
		} else if wanted {
			return true, tx.PutThumbnailRedraw(r)
		}
	}
	if len(all) == 0 {
		r.Done, r.After = sizes.Version, 0
	}
	return len(all) > 0, tx.PutThumbnailRedraw(r)
}
