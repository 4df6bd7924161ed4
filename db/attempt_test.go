package db

import (
	"errors"
	"testing"
)

func TestAnAttemptThatFailsLeavesNothingOfItself(t *testing.T) {
	d := open(t)
	boom := errors.New("boom")
	var after []string
	err := d.Update(t.Context(), func(tx *Tx) error {
		put := func(key string) error {
			tx.AfterCommit(func() { after = append(after, key) })
			return tx.UpsertSetting(key, "x")
		}
		if err := tx.Attempt(func() error { return put("one") }); err != nil {
			return err
		}
		if err := tx.Attempt(func() error { return errors.Join(put("two"), boom) }); !errors.Is(err, boom) {
			t.Errorf("the attempt ends with %v", err)
		}
		return tx.Attempt(func() error { return put("three") })
	})
	if err != nil {
		t.Fatal(err)
	}
	err = d.View(t.Context(), func(v *View) error {
		for key, want := range map[string]error{"one": nil, "two": ErrNotFound, "three": nil} {
			if _, err := v.Setting(key); !errors.Is(err, want) {
				t.Errorf("%s: %v", key, err)
			}
		}
		return nil
	})
	if err != nil || len(after) != 2 {
		t.Errorf("%v, after the commit %v", err, after)
	}
}
