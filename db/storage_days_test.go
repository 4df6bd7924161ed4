package db

import "errors"

// measure uses what forecasts ask for.
func (f *family) measure(tx *Tx) error {
	_, e1 := tx.SpaceSizes(0, 5)
	_, e2 := tx.SpaceDays(f.space, 0, 10)
	_, e3 := tx.KindDays("other", 0, 10)
	_, e4 := tx.RootSizes("shared", 0, 5)
	_, e5 := tx.ExtensionSizes(f.root)
	_, e6 := tx.FilledDirectories(f.root)
	return errors.Join(e1, e2, e3, e4, e5, e6, tx.PutSpaceDays(1, []SpaceSize{{ID: f.space}}, 2),
		tx.PutKindDays(1, map[string]int64{"other": 1}, 2), tx.DeleteDaysOfGoneSpaces())
}
