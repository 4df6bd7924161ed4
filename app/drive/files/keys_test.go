package files_test

import (
	"context"
	"strings"
	"testing"

	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/db"
)

// older makes a directory as an older program stored it.
func (w *world) older(in db.NodeID, name string) {
	w.Helper()
	w.update(func(tx *db.Tx) error {
		return tx.InsertNode(&db.Node{
			ID: db.NodeID(db.NewID()), Space: w.space, Parent: in, Name: name, NameKey: names.Fold(name), SortKey: names.SortKey(name),
			CreatedBy: w.who.User, ModifiedBy: w.who.User,
		})
	})
}

// TestKeysOfBeforeAreMended: a name has the key of today then, and two that are one by it stay, each found under its own.
func TestKeysOfBeforeAreMended(t *testing.T) {
	w := newWorld(t, 1)
	root := w.m.root.id
	all := []string{"abc\u200b", "abc", "Σίσυφος", "Straße", "گزارش ١٢", "گزارش ۱۲", "plain", strings.Repeat("ی", 127)}
	for _, name := range all {
		w.older(root, name)
	}
	check := func(key map[string]string) {
		t.Helper()
		if err := w.d.View(context.Background(), func(v *db.View) error {
			for _, name := range all {
				n, err := v.ChildByName(root, name, names.Keys(name))
				if err != nil || n.Name != name {
					t.Errorf("%+q leads to %+v: %v", name, n, err)
					continue
				}
				want := key[name]
				if n, err := v.ChildByName(root, name, []string{want}); want != "" && (err != nil || n.Name != name) {
					t.Errorf("%+q has not the key %+q: %v", name, want, err)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	check(nil)
	for range 2 { // once is enough
		if err := files.RepairKeys(context.Background(), w.d); err != nil {
			t.Fatal(err)
		}
		check(map[string]string{
			"abc": "abc", "abc\u200b": "abc\u200b", "Σίσυφος": "σίσυφοσ", "Straße": "strasse", "گزارش ۱۲": "گزارش ۱۲",
			"گزارش ١٢": "گزارش ١٢",
		})
	}
	for _, name := range []string{"STRASSE", "ΣΊΣΥΦΟΣ", "گزارش ١۲", "a\u200ebc"} {
		if _, err := w.tree.CreateDirectory(context.Background(), w.who, w.space, root, name); err == nil {
			t.Errorf("%+q stands beside one that looks the same", name)
		}
	}
}
