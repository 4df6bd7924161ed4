package files

import (
	"context"
	"fmt"

	"anbar/app/base/names"
	"anbar/db"
)

// keyForm is raised whenever names.Key returns another key for a name than before.
const keyForm = 1

const keysAtOnce = 500

// RepairKeys gives names that an older program stored the key by which they are compared now. Where two names of one directory
// are one by it, the second keeps the key that it has; both are found under their names (names.Keys). It takes its time: until
// it is done a name is found by its former key.
func RepairKeys(ctx context.Context, d *db.DB) error {
	form := 0
	err := d.View(ctx, func(v *db.View) (err error) {
		form, err = v.KeyForm()
		return err
	})
	if err != nil || form >= keyForm {
		return err
	}
	for after, more := db.NodeID(0), true; more; {
		all, err := db.Get(ctx, d, func(v *db.View) ([]db.KeyedName, error) { return v.UnusualKeys(after, keysAtOnce) })
		if err != nil {
			return err
		}
		if more = len(all) > 0; more {
			after = all[len(all)-1].ID
		}
		if err := repairKeyBatch(ctx, d, all); err != nil {
			return fmt.Errorf("mend the keys of names: %w", err)
		}
	}
	return d.Update(ctx, func(tx *db.Tx) error { return tx.PutKeyForm(keyForm) })
}

func repairKeyBatch(ctx context.Context, d *db.DB, all []db.KeyedName) error {
	var other []db.KeyedName
	for _, n := range all {
		if key := names.Key(n.Name); key != n.Key {
			other = append(other, db.KeyedName{ID: n.ID, Name: n.Name, Key: key})
		}
	}
	if len(other) == 0 {
		return nil
	}
	return d.Step(ctx, func(tx *db.Tx) error { return tx.UpdateKeys(other) })
}
