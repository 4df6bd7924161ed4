package db

import (
	"errors"
	"fmt"
)

// Redraw is how far the walk has come over the contents that were there before the program could draw
// more of them.
type Redraw struct {
	Done   int       // the version of the drawing program with which all contents were looked at
	Target int       // the one of the walk
	After  VersionID // versions of files up to this one were looked at
}

// ThumbnailRedraw returns the walk; the zero value before the first one.
func (v *View) ThumbnailRedraw() (Redraw, error) {
	var r Redraw
	var text string
	err := v.scanRow("SELECT value FROM settings WHERE key = 'thumbnail redraw'", nil, &text)
	if errors.Is(err, ErrNotFound) {
		return r, nil
	}
	if err == nil {
		_, err = fmt.Sscan(text, &r.Done, &r.Target, (*int64)(&r.After))
	}
	return r, err
}

// PutThumbnailRedraw stores how far the walk has come.
// home: app/drive/thumbnails
func (tx *Tx) PutThumbnailRedraw(r Redraw) error {
	return tx.exec("INSERT INTO settings (key, value) VALUES ('thumbnail redraw', ?) ON CONFLICT (key) DO UPDATE "+
		"SET value = excluded.value", fmt.Sprint(r.Done, r.Target, int64(r.After)))
}

// InsertThumbnailAgain requests the thumbnail of a blob that has none, also when it was impossible before,
// and reports whether it did.
// home: app/drive/thumbnails
func (tx *Tx) InsertThumbnailAgain(c *Content) (bool, error) {
	n, err := tx.execN("INSERT INTO thumbnails (source, state, type, changed_at, space_id) VALUES (?1, 0, ?2, ?3, ?4) "+
		"ON CONFLICT (source) DO UPDATE SET state = 0, type = excluded.type, tries = 0, changed_at = excluded.changed_at, "+
		"space_id = excluded.space_id WHERE state = 2", c.Hash, c.ContentType, toMillis(tx.Now), idNumber(c.Space))
	if err != nil || n == 0 {
		return false, err
	}
	return true, tx.repeatThumbnail(c.Hash, ThumbnailWanted)
}
