package imports

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/files"
	"anbar/app/drive/imports/source"
	"anbar/db"
)

// itemExtras is what comes with an item beside its content.
type itemExtras struct {
	Sums     []source.Sum   `json:"sums,omitempty"`
	Fields   []source.Field `json:"fields,omitempty"`
	Favorite bool           `json:"favorite,omitempty"`
	Versions bool           `json:"versions,omitempty"`
	Prior    *priorContent  `json:"was,omitempty"`
}

// priorContent is the content of an item that came in a run before.
type priorContent struct {
	ETag string    `json:"etag"`
	At   time.Time `json:"at"`
}

// encodeExtras is what a row keeps of that.
func encodeExtras(row *db.ImportItem, it *source.Item) (string, error) {
	was, err := decodePrior(row)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // it has a bound
	if err := e.Encode(itemExtras{Sums: it.Sums, Fields: it.Fields, Favorite: it.Favorite, Versions: it.Versions, Prior: was}); err != nil {
		return "", fmt.Errorf("write what comes with an item: %w", err)
	}
	if b.Len() > limits.ImportMore {
		return "", source.ErrAnswer
	}
	return b.String(), nil
}

// decodePrior returns what came of an item before; nil for nothing.
func decodePrior(row *db.ImportItem) (*priorContent, error) {
	if row.Node == 0 || row.Directory {
		return nil, nil
	}
	if row.State != db.ItemWaiting && row.State != db.ItemFailed {
		return &priorContent{row.ETag, row.ModifiedAt}, nil
	}
	var m itemExtras // it changed again before it came
	if err := json.Unmarshal([]byte(row.More), &m); err != nil {
		return nil, fmt.Errorf("read what comes with item %d: %w", row.ID, err)
	}
	return m.Prior, nil
}

// newerThan leaves out the older contents that came with the former one.
func newerThan(older []source.Item, was *priorContent) []source.Item {
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

// storeItem keeps what the source says of an item. In a repetition an item waits again when it changed.
func (w *pass) storeItem(tx *db.Tx, imp *db.Import, it *source.Item, d *db.ImportCounts) error {
	if err := checkItem(it); err != nil {
		return err
	}
	row, err := tx.ImportItemByKey(w.id, []byte(it.Key))
	if errors.Is(err, db.ErrNotFound) {
		w.newItems++
		row := &db.ImportItem{Import: w.id, Key: []byte(it.Key)}
		if err := applyItem(row, imp, it); err != nil {
			return err
		}
		d.Add(row.State, 1, row.Size)
		return tx.InsertImportItem(row)
	}
	if err != nil {
		return err
	}
	if row.Run == imp.Run && it.Skip == "" {
		return nil // told twice
	}
	if row.Run != imp.Run {
		w.newItems++
	}
	d.Add(row.State, -1, row.Size)
	if err := updateRow(row, imp, it); err != nil {
		return err
	}
	d.Add(row.State, 1, row.Size)
	return tx.UpdateImportItem(row)
}

// updateRow writes into the row of a run before what the source says of its item now.
func updateRow(row *db.ImportItem, imp *db.Import, it *source.Item) error {
	if isChanged(row, it) {
		return applyItem(row, imp, it)
	}
	if row.Run = imp.Run; row.State == db.ItemStored || row.State == db.ItemRenamed {
		row.State = db.ItemUnchanged
	}
	return nil
}

// checkItem refuses an item whose texts are too long, and clears impossible times and sizes.
func checkItem(it *source.Item) error {
	if it.Key == "" || len(it.Key) > limits.ImportKey || len(it.Path) > limits.ImportPath || len(it.Ref) > limits.ImportKey ||
		len(it.ETag) > limits.ImportKey || len(it.Type) > limits.ImportKey {
		return source.ErrAnswer
	}
	it.ModifiedAt = files.ContentTime(it.ModifiedAt)
	if it.Size < 0 || it.Size > maxItemSize {
		it.Size = -1
	}
	return nil
}

// applyItem writes into a row what the source says of an item now, which waits from then on.
func applyItem(row *db.ImportItem, imp *db.Import, it *source.Item) (err error) {
	if row.More, err = encodeExtras(row, it); err != nil {
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
		row.State, row.Reason = skippedState(it.Skip), it.Skip
	}
	return nil
}

// maxItemSize is the largest size of an item that is believed before it is read: those of all items have a sum.
const maxItemSize = 1 << 42

// skippedState is the state of an item that is left out: failed when it should have come.
func skippedState(reason string) db.ItemState {
	for _, f := range []*fault.Fault{fault.ImportItemGone, fault.ImportItemDenied, fault.ImportItemBroken, fault.ImportItemChanged} {
		if f.Key == reason {
			return db.ItemFailed
		}
	}
	return db.ItemSkipped
}

// isChanged reports whether the source has another content now, as far as it says.
func isChanged(row *db.ImportItem, it *source.Item) bool {
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

// decodeItem is a row in the form of sources, with the content that came of it before.
func decodeItem(row *db.ImportItem) (it *source.Item, was *priorContent, err error) {
	var m itemExtras
	if err := json.Unmarshal([]byte(row.More), &m); err != nil {
		return nil, nil, fmt.Errorf("read what comes with item %d: %w", row.ID, err)
	}
	return &source.Item{
		Key: string(row.Key), Path: row.Path, Directory: row.Directory, Size: row.Size, ModifiedAt: row.ModifiedAt, ETag: row.ETag,
		Type: row.Type, Sums: m.Sums, Favorite: m.Favorite, Fields: m.Fields, Versions: m.Versions, Ref: row.Ref,
	}, m.Prior, nil
}
