package search

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/db"
)

// restart closes the database of texts, lets a test change it, and has the next call open it again.
func (s *shelf) restart(change string) {
	s.t.Helper()
	if err := s.texts.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.texts = nil
	if change == "" {
		return
	}
	d, err := sql.Open("sqlite", "file:"+(&url.URL{Path: s.path}).EscapedPath())
	if err == nil {
		_, err = d.ExecContext(s.t.Context(), change)
	}
	if err := errors.Join(err, d.Close()); err != nil {
		s.t.Fatal(err)
	}
}

// before makes the database of texts one of the version that read neither mails nor RTF: mails were hasNoFiles to it, RTF was
// plain text.
const before = `
	DELETE FROM words WHERE rowid IN (SELECT id FROM documents WHERE hash = x'%[1]s');
	DELETE FROM bodies WHERE hash = x'%[1]s';
	DELETE FROM documents WHERE hash = x'%[1]s';
	INSERT OR REPLACE INTO words (rowid, space, text) SELECT id, 's' || space, 'rtf1 ansi ' FROM documents WHERE hash = x'%[2]s';
	ALTER TABLE documents DROP COLUMN reader;
	DROP INDEX waiting_hash;
	DELETE FROM marks WHERE name NOT IN ('version', 'change');
	PRAGMA user_version = 4;`

func TestFilesOfBeforeAreReadByNewReaders(t *testing.T) {
	s := newShelf(t)
	const letter = "From: sara@example.org\r\nSubject: Lieferschein\r\n\r\nDie Ware kommt am Montag.\r\n"
	mail := s.file(0, s.root[0], "a.eml", []byte(letter))
	s.file(1, s.root[1], "same.eml", []byte(letter))
	rtf := s.file(0, s.root[0], "b.rtf", []byte(`{\rtf1\ansi Quittung\par}`))
	s.file(0, s.root[0], "c.txt", []byte("hasNoFiles but words"))
	for range 2 * batchSize { // the walk takes more than one step
		s.file(0, s.root[0], "x.bin", []byte("none"))
	}
	s.file(0, s.root[0], "last.eml", []byte("From: b@example.org\r\nSubject: Letzter\r\n\r\nEnde\r\n"))
	s.expect(0, "montag", "a.eml ")
	s.restart(fmt.Sprintf(before, mail.Hash, rtf.Hash))

	ready := func(lane, spaces int) {
		t.Helper()
		waiting, err := s.texts.ListWaitingSpaces(t.Context(), lane)
		if err != nil || len(waiting) != spaces {
			t.Errorf("%d spaces wait in lane %d, not %d: %v", len(waiting), lane, spaces, err)
		}
	}
	if err := s.enqueueContents(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.restart("") // killed before one was read
	if d, err := s.openTexts(t.Context()); err != nil || d == nil {
		t.Fatal(err)
	}
	ready(documents, 0)
	ready(documents+older, 2)
	for doc, err := range s.texts.Search(t.Context(), s.space[0], []string{"words"}) { // what is known is found meanwhile
		if err != nil || doc.Space != s.space[0] {
			t.Errorf("%v, %v", doc, err)
		}
	}
	one, err := s.texts.ListWaiting(t.Context(), documents+older, s.space[0], 1)
	if err != nil || len(one) != 1 || one[0].Hash != mail.Hash {
		t.Fatalf("%v, %v", one, err)
	}
	if err := s.readDocuments(t.Context(), s.texts, one); err != nil {
		t.Fatal(err)
	}
	if known, err := s.texts.HasText(t.Context(), mail.Hash, s.space[1], 1); err != nil || !known {
		t.Errorf("the same content is read once more for another workspace: %v", err)
	}
	s.expect(0, "montag", "a.eml ")
	s.expect(1, "montag", "same.eml ")
	s.expect(0, "quittung", "b.rtf ")
	s.expect(0, "rtf1", "")
	s.expect(0, "letzter", "last.eml ")
	s.expect(0, "words", "c.txt ")
	ready(documents+older, 0)
	if b, err := s.nextBatch(t.Context()); b != nil || err != nil {
		t.Errorf("the walk goes on: %+v, %v", b, err)
	}
}

// TestNewTextsDoNotWaitBehindThoseOfBefore has many long texts that are read again, and a new one.
func TestNewTextsDoNotWaitBehindThoseOfBefore(t *testing.T) {
	s := newShelf(t)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		var b strings.Builder
		for b.Len() < 400_000 {
			fmt.Fprintf(&b, "w%dx ", random.Uint64())
		}
		fmt.Fprint(&b, "n", i)
		s.file(0, s.root[0], "old.txt", []byte(b.String()))
	}
	if err := s.enqueueContents(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.restart(`UPDATE waiting SET lane = 2`)
	if _, err := s.openTexts(t.Context()); err != nil {
		t.Fatal(err)
	}
	waiting := func() []db.SpaceID {
		t.Helper()
		spaces, err := s.texts.ListWaitingSpaces(t.Context(), documents+older)
		if err != nil {
			t.Fatal(err)
		}
		return spaces
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := s.readQueue(ctx, documents); err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	})
	defer running.Wait()
	defer stop()
	fresh := s.file(0, s.root[0], "new.txt", []byte("a new one"))
	if err := s.enqueueContents(t.Context()); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		known, err := s.texts.HasText(t.Context(), fresh.Hash, s.space[0], 1)
		if err != nil || time.Since(began) > time.Minute {
			t.Fatalf("it is not read: %v", err)
		}
		if known {
			break
		}
	}
	if len(waiting()) == 0 {
		t.Error("a new text waits nextBatch all of before")
	}
}
