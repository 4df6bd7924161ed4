package texts

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"anbar/db"
)

func openAt(t *testing.T, path string) *DB {
	t.Helper()
	d, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func ids(t *testing.T, d *DB, space db.SpaceID, words ...string) (all []db.VersionID) {
	t.Helper()
	for doc, err := range d.Search(t.Context(), space, words) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, doc.ID)
	}
	return all
}

func fill(t *testing.T, d *DB) {
	t.Helper()
	err := d.StoreTexts(t.Context(), nil, []Text{
		{Document: Document{1, db.Hash{1}, 7}, Words: "قرارداد سال 1403 ", Body: []byte("one")},
		{Document: Document{2, db.Hash{2}, 7}, Words: "قرار ما ", Body: []byte("two")},
		{Document: Document{3, db.Hash{1}, 8}, Words: "قرارداد سال 1403 ", Body: []byte("one")},
		{Document: Document{4, db.Hash{4}, 7}, Words: "", Body: nil},
		{Document: Document{5, db.Hash{1}, 7}, Words: "known already ", Body: []byte("no")},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestWordsAreFoundInTheirSpace(t *testing.T) {
	d := openAt(t, filepath.Join(t.TempDir(), "cache", "s.db"))
	defer d.Close()
	fill(t, d)
	for _, c := range []struct {
		space db.SpaceID
		words []string
		want  []db.VersionID
	}{
		{7, []string{"قرار"}, []db.VersionID{2, 1}}, {8, []string{"قرار"}, []db.VersionID{3}},
		{7, []string{"قرارداد", "14"}, []db.VersionID{1}}, {9, []string{"قرار"}, nil},
		{7, []string{"ق"}, nil}, {7, []string{"known"}, nil}, {7, []string{`"`, "OR"}, nil}, {7, []string{"space"}, nil},
		{7, []string{"s" + db.SpaceID(7).String()}, nil},
	} {
		if got := ids(t, d, c.space, c.words...); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v", c, got)
		}
	}
	if known, err := d.HasText(t.Context(), db.Hash{4}, 7, 0); err != nil || !known {
		t.Errorf("a document without words is not known: %v", err)
	}
	if err := d.DeleteDocuments(t.Context(), []Document{{1, db.Hash{1}, 7}}); err != nil {
		t.Fatal(err)
	}
	if b, err := d.LoadBody(t.Context(), db.Hash{1}); err != nil || string(b) != "one" {
		t.Errorf("the body that another document has: %q, %v", b, err)
	}
	if got := ids(t, d, 7, "قرارداد"); got != nil {
		t.Errorf("%v", got)
	}
	if err := d.DeleteDocuments(t.Context(), []Document{{3, db.Hash{1}, 8}}); err != nil {
		t.Fatal(err)
	}
	if b, err := d.LoadBody(t.Context(), db.Hash{1}); err != nil || b != nil {
		t.Errorf("the body that no document has: %q, %v", b, err)
	}
}

func TestAnotherVersionIsBegunAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	d := openAt(t, path)
	fill(t, d)
	if err := d.Enqueue(t.Context(), nil, Marks{Version: 5, Change: 6}); err != nil {
		t.Fatal(err)
	}
	again := func(spoil string) {
		t.Helper()
		if spoil != "" {
			if _, err := d.w.Exec(spoil); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		d = openAt(t, path)
	}
	again("")
	if m, err := d.Marks(t.Context()); err != nil || m != (Marks{Version: 5, Change: 6}) {
		t.Errorf("%+v %v", m, err)
	}
	again("PRAGMA user_version = 99")
	if m, err := d.Marks(t.Context()); err != nil || m != (Marks{Change: -1}) {
		t.Errorf("of another version: %+v %v", m, err)
	}
	fill(t, d)
	again("DROP TABLE marks; PRAGMA user_version = 0")
	if got := ids(t, d, 7, "قرار"); got != nil {
		t.Errorf("half made: %v", got)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("nothing of the kind, but long enough to be taken for something, or at least read"),
		0o600); err != nil {
		t.Fatal(err)
	}
	d = openAt(t, path)
	fill(t, d)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestDocumentsWaitByLaneAndSpace(t *testing.T) {
	d := openAt(t, filepath.Join(t.TempDir(), "s.db"))
	defer d.Close()
	fill(t, d)
	wait := func(lane int, space db.SpaceID, id db.VersionID, hash byte) QueuedDocument {
		return QueuedDocument{Document: Document{id, db.Hash{hash}, space}, Kind: 3, Queue: lane}
	}
	// the last one is known
	all := []QueuedDocument{wait(0, 7, 20, 20), wait(0, 7, 10, 10), wait(1, 7, 30, 30), wait(0, 9, 40, 40), wait(0, 7, 50, 1)}
	for range 2 { // a batch may come again
		if err := d.Enqueue(t.Context(), all, Marks{Version: 50, Change: 60}); err != nil {
			t.Fatal(err)
		}
	}
	spaces, err := d.ListWaitingSpaces(t.Context(), 0)
	if err != nil || !slices.Equal(spaces, []db.SpaceID{7, 9}) {
		t.Errorf("%v, %v", spaces, err)
	}
	got, err := d.ListWaiting(t.Context(), 0, 7, 5)
	if err != nil || !slices.Equal(got, []QueuedDocument{all[1], all[0]}) {
		t.Errorf("%v, %v", got, err)
	}
	if err := d.StoreTexts(t.Context(), got, []Text{{Document: got[0].Document, Words: "read ", Body: []byte("read")}}); err != nil {
		t.Fatal(err)
	}
	if spaces, err := d.ListWaitingSpaces(t.Context(), 0); err != nil || !slices.Equal(spaces, []db.SpaceID{9}) {
		t.Errorf("%v, %v", spaces, err)
	}
	if spaces, err := d.ListWaitingSpaces(t.Context(), 1); err != nil || !slices.Equal(spaces, []db.SpaceID{7}) {
		t.Errorf("%v, %v", spaces, err)
	}
	if got := ids(t, d, 7, "read"); !slices.Equal(got, []db.VersionID{10}) {
		t.Errorf("%v", got)
	}
}

// TestALaterReaderReplacesATextButNotByNothing reads contents again.
func TestALaterReaderReplacesATextButNotByNothing(t *testing.T) {
	d := openAt(t, filepath.Join(t.TempDir(), "s.db"))
	defer d.Close()
	fill(t, d)
	err := d.StoreTexts(t.Context(), nil, []Text{
		{Document: Document{11, db.Hash{1}, 7}, Reader: 1, Words: "later ", Body: []byte("later")},
		{Document: Document{12, db.Hash{2}, 7}, Reader: 1},
		{Document: Document{14, db.Hash{4}, 7}, Reader: 1, Words: "later ", Body: []byte("four")},
		{Document: Document{15, db.Hash{4}, 7}, Words: "earlier ", Body: []byte("no")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string][]db.VersionID{"later": {4, 1}, "قرارداد": nil, "قرار": {2}, "earlier": nil} {
		if got := ids(t, d, 7, word); !slices.Equal(got, want) {
			t.Errorf("%s: %v", word, got)
		}
	}
	for hash, want := range map[byte]string{1: "later", 2: "two", 4: "four"} {
		if b, err := d.LoadBody(t.Context(), db.Hash{hash}); err != nil || string(b) != want {
			t.Errorf("%d: %q, %v", hash, b, err)
		}
	}
}
