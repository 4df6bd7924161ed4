package imports

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
	"anbar/db"
)

// listSource reads the listings of the source to their end. Each part is stored at once, and the listing goes on behind it. A directory
// that does not come holds up none of the others.
func (w *pass) listSource(ctx context.Context) error {
	for dull := int64(0); ; {
		l, err := w.findUnread(ctx)
		if err != nil {
			return err
		}
		if l == nil && w.lostErr != nil {
			return w.lostErr
		}
		if l == nil {
			return w.markListed(ctx)
		}
		page, err := w.readPart(ctx, l)
		if err != nil {
			return err
		}
		if page == nil {
			continue
		}
		if err := w.s.DB.Update(ctx, func(tx *db.Tx) error { return w.storePage(tx, l, page) }); err != nil {
			return err
		}
		if dull++; w.newItems > 0 || page.Next == "" {
			dull = 0
		}
		if dull > maxDullParts+w.knownItems/maxDullParts { // more than a listing takes that begins anew
			return fault.ConnectionAnswer.Because(errEndless)
		}
		w.notifyChanged()
		w.scheduleNotify()
	}
}

const (
	maxDullParts       = 100   // parts of a listing in a row that tell nothing new
	maxLostDirectories = 1_000 // directories that do not come in one pass
)

var errEndless = errors.New("the listing tells the same again and again")

// findUnread returns a listing that is not read to its end, of those that did not fail in this pass; nil without one.
func (w *pass) findUnread(ctx context.Context) (l *db.ImportListing, err error) {
	return db.Get(ctx, w.s.DB, func(v *db.View) (l *db.ImportListing, err error) {
		open, err := v.OpenImportListings(w.id, len(w.lost)+1)
		for i := range open {
			if !w.lost[string(open[i].Cursor)] {
				l = &open[i]
				return l, err
			}
		}
		if err != nil || len(open) > 0 {
			return l, err
		}
		top, err := v.ImportListingByCursor(w.id, []byte{})
		if top == nil {
			l = &db.ImportListing{Import: w.id, Cursor: []byte{}, Next: []byte{}, Run: w.imp.Run}
		}
		return l, err
	})
}

// readPart reads the next part of a listing; nil of a directory that does not come in this pass.
func (w *pass) readPart(ctx context.Context, l *db.ImportListing) (*source.Page, error) {
	page, err := w.src.List(ctx, string(l.Next))
	key := string(l.Cursor)
	var known *fault.Fault
	switch {
	case err == nil:
		delete(w.unlisted, key)
		return page, nil
	case itemFault(err) != nil || key == "" || errors.As(err, &known) || ctx.Err() != nil:
		return w.skipDirectory(l, err)
	}
	if _, top := w.src.List(ctx, ""); top != nil {
		return nil, top // it is the source that does not answer
	}
	if w.unlisted[key]++; w.unlisted[key] >= limits.ImportAttempts {
		delete(w.unlisted, key)
		return w.skipDirectory(l, errors.Join(source.ErrBroken, err))
	}
	w.lost[key], w.lostErr = true, err
	if len(w.lost) >= maxLostDirectories {
		return nil, err
	}
	return nil, nil
}

// markListed notes that all of the source is known.
func (w *pass) markListed(ctx context.Context) error {
	err := w.s.DB.Update(ctx, func(tx *db.Tx) error {
		imp, err := loadActive(tx.ReadOnly(), w.id)
		if err != nil {
			return err
		}
		imp.Listed = true
		return tx.UpdateImport(imp)
	})
	w.mu.Lock()
	w.listed = err == nil
	w.mu.Unlock()
	w.notifyChanged()
	return err
}

// skipDirectory is a page in place of a directory that cannot be listed. That is said of the directory; without its top a source is
// none.
func (w *pass) skipDirectory(l *db.ImportListing, err error) (*source.Page, error) {
	reason := itemFault(err)
	if reason == nil {
		return nil, err
	}
	if len(l.Cursor) > 0 {
		l.ETag = "" // a repetition asks again
		return &source.Page{Items: []source.Item{{
			Key: string(l.Cursor), Path: string(l.Cursor), Directory: true, ETag: fmt.Sprint("not listed in run ", w.imp.Run),
			Skip: reason.Key,
		}}}, nil
	}
	switch {
	case errors.Is(err, source.ErrDenied):
		return nil, fault.ImportSourceDenied.Because(err)
	case errors.Is(err, source.ErrGone), errors.Is(err, source.ErrChanged):
		return nil, fault.ImportSourceGone.Because(err)
	}
	return nil, reason.Because(err)
}

// itemFault returns why an item alone does not come; nil for an error of the whole source, or one that may be over later.
func itemFault(err error) *fault.Fault {
	var known *fault.Fault
	switch {
	case errors.As(err, &known):
		if strings.HasPrefix(known.Key, "import_item_") {
			return known
		}
	case errors.Is(err, source.ErrGone):
		return fault.ImportItemGone
	case errors.Is(err, source.ErrDenied):
		return fault.ImportItemDenied
	case errors.Is(err, source.ErrBroken):
		return fault.ImportItemBroken
	}
	return nil
}

// storePage stores a part of a listing.
func (w *pass) storePage(tx *db.Tx, l *db.ImportListing, page *source.Page) error {
	imp, err := loadActive(tx.ReadOnly(), w.id)
	if err != nil {
		return err
	}
	d, err := w.storeItems(tx, imp, page.Items)
	if err != nil {
		return err
	}
	for _, below := range page.Listings {
		if err := w.storeListing(tx, imp, below); err != nil {
			return err
		}
	}
	if l.Next = []byte(page.Next); page.Next == "" {
		l.Done, l.Listed = true, l.ETag
	}
	if len(l.Next) > limits.ImportKey {
		return source.ErrAnswer
	}
	return errors.Join(tx.PutImportListing(l), tx.UpdateImportCounts(w.id, d), w.resetFailures(tx, imp))
}

// storeItems stores the items of a page and returns how they change the counts of the import.
func (w *pass) storeItems(tx *db.Tx, imp *db.Import, items []source.Item) (d db.ImportCounts, err error) {
	w.newItems, w.knownItems = 0, imp.Count
	for i := range items {
		if err := w.storeItem(tx, imp, &items[i], &d); err != nil {
			return d, err
		}
	}
	if imp.Count+d.Count > limits.ImportItems {
		return d, fault.SelectionTooLarge
	}
	return d, nil
}

// storeListing keeps a listing for later, unless it is known that nothing below changed.
func (w *pass) storeListing(tx *db.Tx, imp *db.Import, told source.Listing) error {
	if told.Cursor == "" || len(told.Cursor) > limits.ImportKey {
		return source.ErrAnswer
	}
	old, err := tx.ImportListingByCursor(w.id, []byte(told.Cursor))
	if err != nil {
		return err
	}
	l := &db.ImportListing{Import: w.id, Cursor: []byte(told.Cursor), Next: []byte(told.Cursor), ETag: told.ETag, Run: imp.Run}
	if old != nil {
		if old.Run == imp.Run {
			return nil
		}
		if old.Done && told.ETag != "" && old.Listed == told.ETag {
			l.Done, l.Listed, l.Next = true, old.Listed, []byte{}
		}
	}
	w.newItems++
	return tx.PutImportListing(l)
}
