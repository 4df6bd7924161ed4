package search

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"anbar/app/base/names"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode"
	"anbar/decode/child"
	"anbar/stories/testdata/hostile"
)

func TestMain(m *testing.M) {
	child.Main()
	os.Exit(m.Run())
}

func TestWordsOfATextAreSearchedWholeAndInParts(t *testing.T) {
	for text, want := range map[string]string{
		"می‌روم، می‌روم": "میروم می روم ", "report-2024_v2.PDF": "report 2024 v2 pdf ", "كِتَاب ۱۲٫۵": "کتاب 12 5 ", "کــتاب": "کتاب ",
		"x " + strings.Repeat("y", 100): "x ", "": "", "…!": "", "Résumé résumé": "resume ",
	} {
		if got := wordsOf(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestASnippetSaysWhereItStands(t *testing.T) {
	page := strings.Repeat("کلمه‌های دیگر 😀 ", 300)
	pages := page + "\f" + page + "\f a قرارداد here\f" + page + "\f"
	for text, want := range map[string]int{
		pages: 3, "قرارداد": 0, "قرارداد\f": 1, "\f\fقرارداد": 3, "one\fقرارداد\ftwo": 2, "one\ftwo": 1,
	} {
		if s := snippetOf(text, []string{"قرارداد"}); s.Place != want {
			t.Errorf("%.20q: place %d, not %d", text, s.Place, want)
		}
	}
}

func TestSnippetsShowTheWords(t *testing.T) {
	far := strings.Repeat("چیزی دیگر 😀 ", 2000) + "قرارداد\nسال ۱۴۰۳ " + strings.Repeat("و باز ", 200)
	s := snippetOf(far, []string{"قرارداد", "1403"})
	units := utf16.Encode([]rune(s.Text))
	if len(s.Marks) != 2 || len(units) > snippetLen+20 {
		t.Fatalf("%+v", s)
	}
	for i, want := range []string{"قرارداد", "۱۴۰۳"} {
		if got := string(utf16.Decode(units[s.Marks[i][0]:s.Marks[i][1]])); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if s := snippetOf("short", []string{"nothing"}); s.Text != "short" || len(s.Marks) != 0 {
		t.Errorf("%+v", s)
	}
	if s := snippetOf("", []string{"nothing"}); s.Text != "" {
		t.Errorf("%+v", s)
	}
}

func FuzzSnippets(f *testing.F) {
	f.Add("قرارداد 😀 سال", "سال")
	f.Add(strings.Repeat("😀", 3000)+" x", "x")
	f.Fuzz(func(t *testing.T, text, query string) {
		text = strings.ToValidUTF8(text, "")
		s := snippetOf(text, contentWords(names.SplitWords(query)))
		units := len(utf16.Encode([]rune(s.Text)))
		for _, m := range s.Marks {
			if m[0] < 0 || m[1] <= m[0] || m[1] > units {
				t.Fatalf("%v of %d units", m, units)
			}
		}
		for w := range strings.FieldsSeq(wordsOf(text)) {
			if len(w) > maxWord {
				t.Fatalf("%q", w)
			}
		}
	})
}

// shelf is a workspace with texts to search.
type shelf struct {
	*tree
	*Service
	blobs *blobstore.Store
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	blobs, err := blobstore.Open(t.TempDir(), blobstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := newTree(t)
	dec := decode.New(t.TempDir(), slog.New(slog.DiscardHandler))
	s := New(w.db, blobs, dec, t.TempDir(), slog.New(slog.DiscardHandler))
	t.Cleanup(func() {
		if err := errors.Join(s.Close(), dec.Close(), blobs.Close()); err != nil {
			t.Error(err)
		}
	})
	return &shelf{w, s, blobs}
}

func (s *shelf) put(content []byte) db.Hash {
	d, lease, err := s.blobs.Put(s.t.Context(), content)
	if err != nil {
		s.t.Fatal(err)
	}
	lease.Release()
	return db.Hash(d)
}

// file puts a file with that content into a directory.
func (s *shelf) file(space int, parent db.NodeID, name string, content []byte) *db.Node {
	ending := strings.TrimPrefix(filepath.Ext(name), ".")
	n := &db.Node{
		ID: db.NodeID(db.NewID()), Space: s.space[space], Parent: parent, Kind: db.File, Name: name, NameKey: name + fmt.Sprint(db.NewID()),
		SortKey: []byte{1}, TypeKey: ending, Version: db.VersionID(db.NewID()), Hash: s.put(content), Number: 1, Size: int64(len(content)),
		CreatedBy: s.user, ModifiedBy: s.user,
	}
	s.update(func(tx *db.Tx) error {
		return firstOf(tx.InsertNode(n), tx.InsertVersion(&db.Version{
			ID: n.Version, Node: n.ID, Space: n.Space, Number: 1, Hash: n.Hash, Size: n.Size, CreatedBy: s.user,
		}))
	})
	return n
}

// names of files that have the words in their content.
func (s *shelf) holding(space int, query string) string {
	s.t.Helper()
	q, err := parseQuery(SearchRequest{Text: query})
	if err != nil {
		s.t.Fatal(err)
	}
	q.visible = func(id db.NodeID) bool { return id == s.root[space] }
	if err := firstOf(s.IndexContents(s.t.Context()), s.awaitNames(s.t.Context()), s.searchContents(s.t.Context(), q,
		s.space[space])); err != nil {
		s.t.Fatal(err)
	}
	got := ""
	for _, h := range s.names.scan(q, 100).hits {
		seg, row := s.names.find(h.id)
		got += string(seg.name(row)) + " "
	}
	return got
}

func (s *shelf) expect(space int, query, want string) {
	s.t.Helper()
	if got := s.holding(space, query); got != want {
		s.t.Errorf("%q: %q, want %q", query, got, want)
	}
}

func TestContentsFollowTheirFiles(t *testing.T) {
	s := newShelf(t)
	first := s.file(0, s.root[0], "a.txt", []byte("the first content"))
	s.expect(0, "first", "a.txt ")
	s.expect(1, "first", "")

	head := &db.Version{
		ID: db.VersionID(db.NewID()), Node: first.ID, Space: first.Space, Number: 2, Hash: s.put([]byte("a second one")), Size: 12,
		CreatedBy: s.user,
	}
	s.update(func(tx *db.Tx) error { return firstOf(tx.InsertVersion(head), tx.UpdateNodeHead(first, head)) })
	s.expect(0, "first", "")
	s.expect(0, "second", "a.txt ")

	dir := &db.Node{
		ID: db.NodeID(db.NewID()), Space: s.space[0], Parent: s.root[0], Name: "dir", NameKey: "dir", SortKey: []byte{1}, CreatedBy: s.user,
		ModifiedBy: s.user,
	}
	s.update(func(tx *db.Tx) error { return tx.InsertNode(dir) })
	s.file(0, dir.ID, "b.md", []byte("below a directory"))
	s.expect(0, "below", "b.md ")
	s.update(func(tx *db.Tx) error {
		now, err := tx.NodeByID(dir.ID)
		if err != nil {
			return err
		}
		_, err = tx.UpdateNodePlace(now, db.Placement{Parent: s.root[1], Name: "dir", NameKey: "dir", SortKey: []byte{1}})
		return firstOf(err, tx.UpdateNodeSpace(dir.ID, s.space[1]))
	})
	s.expect(0, "below", "")
	s.expect(1, "below", "b.md ")

	if err := s.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	docs, err := s.texts.ListAfter(t.Context(), 0, 100)
	if err != nil || len(docs) != 2 {
		t.Errorf("%d documents, %v", len(docs), err)
	}
	s.expect(1, "below", "b.md ")
}

func TestDocumentsOfAllKindsAreFound(t *testing.T) {
	s := newShelf(t)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("word/document.xml")
	if err == nil {
		_, err = io.WriteString(w, "<w:document><w:p><w:t>نامهٔ اداري</w:t></w:p></w:document>")
	}
	if err := firstOf(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	s.file(0, s.root[0], "a.docx", b.Bytes())
	s.file(0, s.root[0], "bad.docx", []byte("PK no"))
	s.file(0, s.root[0], "bad.pdf", []byte("%PDF no"))
	s.file(0, s.root[0], "page.html", []byte("<p>اداری هم"))
	s.file(0, s.root[0], "picture.jpg", []byte("اداری"))
	s.expect(0, "اداری", "page.html a.docx ")
	docs, err := s.texts.ListAfter(t.Context(), 0, 100)
	if err != nil || len(docs) != 4 {
		t.Errorf("%d documents, %v: what cannot be read is tried again", len(docs), err)
	}
}

func TestTextsThatAreDamagedAreMadeAnew(t *testing.T) {
	s := newShelf(t)
	for i := range 300 {
		s.file(0, s.root[0], fmt.Sprintf("%d.txt", i),
			[]byte(fmt.Sprintf("common n%dx %s", i, strings.Repeat(fmt.Sprint("w", i, " "), 50))))
	}
	s.expect(0, "n77x", "77.txt ")
	path := s.path
	if err := s.texts.Close(); err != nil {
		t.Fatal(err)
	}
	s.texts = nil
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.WriteAt(bytes.Repeat([]byte("spoiled "), int(size-8192)/8), 8192)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	got := ""
	for range 3 { // the search that meets it may find nothing
		got = s.holding(0, "n77x")
	}
	if got != "77.txt " {
		t.Errorf("found %q", got)
	}
}

func TestAContentIsTriedThreeTimes(t *testing.T) {
	s := newShelf(t)
	n := s.file(0, s.root[0], "a.txt", []byte("words"))
	db, err := s.openTexts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for range maxTries {
		if _, err := db.CountAttempt(context.Background(), n.Hash); err != nil {
			t.Fatal(err)
		}
	}
	s.expect(0, "words", "")
}

// TestTextsDoNotWaitBehindAnothersDocuments has a workspace with PDFs that take
// long, and another one with a text.
func TestTextsDoNotWaitBehindAnothersDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	s := newShelf(t)
	for i := range 10 {
		s.file(0, s.root[0], fmt.Sprintf("%d.pdf", i), hostile.Slow(i))
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.readContents(ctx) })
	defer running.Wait()
	defer stop()
	time.Sleep(3 * time.Second) // a PDF is read
	s.file(1, s.root[1], "a.txt", []byte("words of somebody else"))
	q, err := parseQuery(SearchRequest{Text: "somebody"})
	if err != nil {
		t.Fatal(err)
	}
	q.visible = func(id db.NodeID) bool { return true }
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		if err := firstOf(s.awaitNames(t.Context()), s.searchContents(t.Context(), q, s.space[1])); err != nil {
			t.Fatal(err)
		}
		if len(s.names.scan(q, 100).hits) > 0 {
			t.Logf("it was found after %v", time.Since(began))
			return
		}
		if time.Since(began) > 10*time.Second {
			t.Fatal("a text waits behind another's documents")
		}
	}
}
