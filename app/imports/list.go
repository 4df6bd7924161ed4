package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"anbar/app/fault"
	"anbar/app/imports/source"
	"anbar/app/limits"
	"anbar/db"
)

// list reads the listings of the source to their end. Each part is stored at once, and the listing goes on behind it. A directory
// that does not come holds up none of the others.
func (w *work) list(ctx context.Context) error {
	for dull := int64(0); ; {
		l, err := w.unread(ctx)
		if err != nil {
			return err
		}
		if l == nil && w.loss != nil {
			return w.loss
		}
		if l == nil {
			return w.whole(ctx)
		}
		page, err := w.part(ctx, l)
		if err != nil {
			return err
		}
		if page == nil {
			continue
		}
		if err := w.s.DB.Update(ctx, func(tx *db.Tx) error { return w.keep(tx, l, page) }); err != nil {
			return err
		}
		if dull++; w.fresh > 0 || page.Next == "" {
			dull = 0
		}
		if dull > dullMost+w.known/dullMost { // more than a listing takes that begins anew
			return fault.ConnectionAnswer.Because(errEndless)
		}
		w.signal()
		w.tell()
	}
}

const (
	dullMost = 100   // parts of a listing in a row that tell nothing new
	lostMost = 1_000 // directories that do not come in one pass
)

var errEndless = errors.New("the listing tells the same again and again")

// unread returns a listing that is not read to its end, of those that did not fail in this pass; nil without one.
func (w *work) unread(ctx context.Context) (l *db.ImportListing, err error) {
	return l, w.s.DB.View(ctx, func(v *db.View) error {
		open, err := v.OpenImportListings(w.id, len(w.lost)+1)
		for i := range open {
			if !w.lost[string(open[i].Cursor)] {
				l = &open[i]
				return err
			}
		}
		if err != nil || len(open) > 0 {
			return err
		}
		top, err := v.ImportListingByCursor(w.id, []byte{})
		if top == nil {
			l = &db.ImportListing{Import: w.id, Cursor: []byte{}, Next: []byte{}, Run: w.imp.Run}
		}
		return err
	})
}

// part reads the next part of a listing; nil of a directory that does not come in this pass.
func (w *work) part(ctx context.Context, l *db.ImportListing) (*source.Page, error) {
	page, err := w.src.List(ctx, string(l.Next))
	key := string(l.Cursor)
	var known *fault.Fault
	switch {
	case err == nil:
		delete(w.unlisted, key)
		return page, nil
	case reasonOf(err) != nil || key == "" || errors.As(err, &known) || ctx.Err() != nil:
		return w.without(l, err)
	}
	if _, top := w.src.List(ctx, ""); top != nil {
		return nil, top // it is the source that does not answer
	}
	if w.unlisted[key]++; w.unlisted[key] >= limits.ImportAttempts {
		delete(w.unlisted, key)
		return w.without(l, errors.Join(source.ErrBroken, err))
	}
	w.lost[key], w.loss = true, err
	if len(w.lost) >= lostMost {
		return nil, err
	}
	return nil, nil
}

// whole notes that all of the source is known.
func (w *work) whole(ctx context.Context) error {
	err := w.s.DB.Update(ctx, func(tx *db.Tx) error {
		imp, err := current(tx.ReadOnly(), w.id)
		if err != nil {
			return err
		}
		imp.Listed = true
		return tx.UpdateImport(imp)
	})
	w.mu.Lock()
	w.listed = err == nil
	w.mu.Unlock()
	w.signal()
	return err
}

// without is a page in place of a directory that cannot be listed. That is said of the directory; without its top a source is
// none.
func (w *work) without(l *db.ImportListing, err error) (*source.Page, error) {
	reason := reasonOf(err)
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

// reasonOf returns why an item alone does not come; nil for an error of the whole source, or one that may be over later.
func reasonOf(err error) *fault.Fault {
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

// keep stores a part of a listing.
func (w *work) keep(tx *db.Tx, l *db.ImportListing, page *source.Page) error {
	imp, err := current(tx.ReadOnly(), w.id)
	if err != nil {
		return err
	}
	w.fresh, w.known = 0, imp.Count
	var d db.ImportCounts
	for i := range page.Items {
		if err := w.told(tx, imp, &page.Items[i], &d); err != nil {
			return err
		}
	}
	if imp.Count+d.Count > limits.ImportItems {
		return fault.SelectionTooLarge
	}
	for _, below := range page.Below {
		if err := w.below(tx, imp, below); err != nil {
			return err
		}
	}
	if l.Next = []byte(page.Next); page.Next == "" {
		l.Done, l.Listed = true, l.ETag
	}
	if len(l.Next) > limits.ImportKey {
		return source.ErrAnswer
	}
	return errors.Join(tx.PutImportListing(l), tx.UpdateImportCounts(w.id, d), w.reset(tx, imp))
}

// below keeps a listing for later, unless it is known that nothing below changed.
func (w *work) below(tx *db.Tx, imp *db.Import, told source.Listing) error {
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
	w.fresh++
	return tx.PutImportListing(l)
}

// more is what comes with an item beside its content.
type more struct {
	Sums     []source.Sum   `json:"sums,omitempty"`
	Fields   []source.Field `json:"fields,omitempty"`
	Favorite bool           `json:"favorite,omitempty"`
	Versions bool           `json:"versions,omitempty"`
	Was      *former        `json:"was,omitempty"`
}

// former is the content of an item that came in a run before.
type former struct {
	ETag string    `json:"etag"`
	At   time.Time `json:"at"`
}

// moreOf is what a row keeps of that.
func moreOf(row *db.ImportItem, it *source.Item) (string, error) {
	was, err := formerOf(row)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // it has a bound
	if err := e.Encode(more{it.Sums, it.Fields, it.Favorite, it.Versions, was}); err != nil {
		return "", fmt.Errorf("write what comes with an item: %w", err)
	}
	if b.Len() > limits.ImportMore {
		return "", source.ErrAnswer
	}
	return b.String(), nil
}

// formerOf returns what came of an item before; nil for nothing.
func formerOf(row *db.ImportItem) (*former, error) {
	if row.Node == 0 || row.Directory {
		return nil, nil
	}
	if row.State != db.ItemWaiting && row.State != db.ItemFailed {
		return &former{row.ETag, row.ModifiedAt}, nil
	}
	var m more // it changed again before it came
	if err := json.Unmarshal([]byte(row.More), &m); err != nil {
		return nil, fmt.Errorf("read what comes with item %d: %w", row.ID, err)
	}
	return m.Was, nil
}

// newer leaves out the older contents that came with the former one.
func newer(older []source.Item, was *former) []source.Item {
	if was == nil {
		return older
	}
	for i := len(older) - 1; i >= 0; i-- {
		if was.ETag != "" && older[i].ETag == was.ETag {
			return older[i+1:]
		}
	}
	return slices.DeleteFunc(older, func(v source.Item) bool { return !v.ModifiedAt.After(was.At) })
}

// told keeps what the source says of an item. In a repetition an item waits again when it changed.
func (w *work) told(tx *db.Tx, imp *db.Import, it *source.Item, d *db.ImportCounts) error {
	if it.Key == "" || len(it.Key) > limits.ImportKey || len(it.Path) > limits.ImportPath || len(it.Ref) > limits.ImportKey ||
		len(it.ETag) > limits.ImportKey || len(it.Type) > limits.ImportKey {
		return source.ErrAnswer
	}
	it.ModifiedAt = sane(it.ModifiedAt)
	if it.Size < 0 || it.Size > sizeMost {
		it.Size = -1
	}
	row, err := tx.ImportItemByKey(w.id, []byte(it.Key))
	fresh := errors.Is(err, db.ErrNotFound)
	if err != nil && !fresh {
		return err
	}
	if !fresh {
		if row.Run == imp.Run && it.Skip == "" {
			return nil // told twice
		}
		if row.Run != imp.Run {
			w.fresh++
		}
		d.Add(row.State, -1, row.Size)
		if !changed(row, it) {
			if row.Run = imp.Run; row.State == db.ItemStored || row.State == db.ItemRenamed {
				row.State = db.ItemUnchanged
			}
			d.Add(row.State, 1, row.Size)
			return tx.UpdateImportItem(row)
		}
	} else {
		w.fresh++
		row = &db.ImportItem{Import: w.id, Key: []byte(it.Key)}
	}
	if row.More, err = moreOf(row, it); err != nil {
		return err
	}
	row.Path, row.Directory, row.Size, row.ModifiedAt, row.ETag = strings.ToValidUTF8(it.Path, "_"), it.Directory, it.Size, it.ModifiedAt,
		it.ETag
	row.Type, row.Ref, row.Run = it.Type, it.Ref, imp.Run
	row.State, row.Reason, row.Attempts = db.ItemWaiting, "", 0
	if it.Directory {
		row.Size = 0
	}
	if it.Skip != "" {
		row.State, row.Reason = skipped(it.Skip), it.Skip
	}
	d.Add(row.State, 1, row.Size)
	if fresh {
		return tx.InsertImportItem(row)
	}
	return tx.UpdateImportItem(row)
}

// sizeMost is the largest size of an item that is believed before it is read: those of all items have a sum.
const sizeMost = 1 << 42

// sane is a time of a source; zero of one that no other program could read.
func sane(t time.Time) time.Time {
	if y := t.UTC().Year(); y < 1900 || y > 9999 {
		return time.Time{}
	}
	return t
}

// skipped is the state of an item that is left out: failed when it should have come.
func skipped(reason string) db.ItemState {
	for _, f := range []*fault.Fault{fault.ImportItemGone, fault.ImportItemDenied, fault.ImportItemBroken, fault.ImportItemChanged} {
		if f.Key == reason {
			return db.ItemFailed
		}
	}
	return db.ItemSkipped
}

// changed reports whether the source has another content now, as far as it says.
func changed(row *db.ImportItem, it *source.Item) bool {
	switch {
	case row.Directory != it.Directory:
		return true
	case it.Directory:
		return it.Skip != row.Reason
	case it.ETag != "" || row.ETag != "":
		return it.ETag != row.ETag
	}
	return it.Size != row.Size || !it.ModifiedAt.Equal(row.ModifiedAt)
}

// item is a row in the form of sources, with the content that came of it before.
func item(row *db.ImportItem) (it *source.Item, was *former, err error) {
	var m more
	if err := json.Unmarshal([]byte(row.More), &m); err != nil {
		return nil, nil, fmt.Errorf("read what comes with item %d: %w", row.ID, err)
	}
	return &source.Item{
		Key: string(row.Key), Path: row.Path, Directory: row.Directory, Size: row.Size, ModifiedAt: row.ModifiedAt, ETag: row.ETag,
		Type: row.Type, Sums: m.Sums, Favorite: m.Favorite, Fields: m.Fields, Versions: m.Versions, Ref: row.Ref,
	}, m.Was, nil
}
