package imports

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/imports/source"
	"anbar/app/limits"
	"anbar/db"
)

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
	if err := bound(it); err != nil {
		return err
	}
	row, err := tx.ImportItemByKey(w.id, []byte(it.Key))
	if errors.Is(err, db.ErrNotFound) {
		w.fresh++
		return w.insert(tx, imp, it, d)
	}
	if err != nil {
		return err
	}
	if row.Run == imp.Run && it.Skip == "" {
		return nil // told twice
	}
	if row.Run != imp.Run {
		w.fresh++
	}
	d.Add(row.State, -1, row.Size)
	if err := renew(row, imp, it); err != nil {
		return err
	}
	d.Add(row.State, 1, row.Size)
	return tx.UpdateImportItem(row)
}

// renew writes into the row of a run before what the source says of its item now.
func renew(row *db.ImportItem, imp *db.Import, it *source.Item) error {
	if changed(row, it) {
		return describe(row, imp, it)
	}
	if row.Run = imp.Run; row.State == db.ItemStored || row.State == db.ItemRenamed {
		row.State = db.ItemUnchanged
	}
	return nil
}

// insert keeps an item that the source tells of for the first time.
func (w *work) insert(tx *db.Tx, imp *db.Import, it *source.Item, d *db.ImportCounts) error {
	row := &db.ImportItem{Import: w.id, Key: []byte(it.Key)}
	if err := describe(row, imp, it); err != nil {
		return err
	}
	d.Add(row.State, 1, row.Size)
	return tx.InsertImportItem(row)
}

// bound refuses an item whose texts are too long, and clears impossible times and sizes.
func bound(it *source.Item) error {
	if it.Key == "" || len(it.Key) > limits.ImportKey || len(it.Path) > limits.ImportPath || len(it.Ref) > limits.ImportKey ||
		len(it.ETag) > limits.ImportKey || len(it.Type) > limits.ImportKey {
		return source.ErrAnswer
	}
	it.ModifiedAt = files.ContentTime(it.ModifiedAt)
	if it.Size < 0 || it.Size > sizeMost {
		it.Size = -1
	}
	return nil
}

// describe writes into a row what the source says of an item now, which waits from then on.
func describe(row *db.ImportItem, imp *db.Import, it *source.Item) (err error) {
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
	return nil
}

// sizeMost is the largest size of an item that is believed before it is read: those of all items have a sum.
const sizeMost = 1 << 42

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
