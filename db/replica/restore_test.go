package replica

import (
	"database/sql"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/benbjohnson/litestream"
	_ "modernc.org/sqlite"
)

// TestAPositionThatLiesWithinAPieceComesBack joins the pieces around a position to one that also holds later changes, and removes
// them, as happens when contents take longer to copy than single pieces are kept.
func TestAPositionThatLiesWithinAPieceComesBack(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	for _, level := range []int{1, litestream.SnapshotLevel} {
		name := filepath.Join(t.TempDir(), "a.db")
		source, err := sql.Open("sqlite", "file:"+name+"?_pragma=journal_mode(wal)&_pragma=busy_timeout(5000)")
		if err != nil {
			t.Fatal(err)
		}
		defer source.Close()
		write := func(q string) {
			t.Helper()
			if _, err := source.ExecContext(t.Context(), q); err != nil {
				t.Fatal(err)
			}
		}
		write("CREATE TABLE rows (word TEXT)")
		target := Target{Dir: t.TempDir(), Folder: "db"}
		target.Open = func() (*os.Root, error) { return os.OpenRoot(target.Dir) }
		f, err := Follow(t.Context(), name, target, Options{Meta: filepath.Join(t.TempDir(), "meta"), Keep: time.Hour, Log: log})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		sync := func() (uint64, time.Time) {
			t.Helper()
			if err := f.Sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			at, err := f.Position()
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Millisecond)
			now := time.Now()
			time.Sleep(5 * time.Millisecond)
			return at, now
		}
		write("INSERT INTO rows VALUES ('before')")
		sync()
		write("INSERT INTO rows VALUES ('promised')")
		position, moment := sync()
		write("INSERT INTO rows VALUES ('later')")
		sync()
		if level == litestream.SnapshotLevel {
			err = f.CopyWhole(t.Context())
		} else {
			_, err = f.db.Compact(t.Context(), level)
		}
		if err != nil {
			t.Fatal(err)
		}
		kept := filepath.Join(target.Dir, target.Folder, "ltx", string(rune('0'+level)))
		others, err := filepath.Glob(filepath.Join(target.Dir, target.Folder, "ltx", "*"))
		if err != nil || len(others) < 2 {
			t.Fatal(others, err)
		}
		for _, dir := range others {
			if dir != kept {
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
			}
		}
		back := filepath.Join(t.TempDir(), "back.db")
		if err := Restore(t.Context(), target, End{Before: moment, Position: position}, back, log); err != nil {
			t.Fatalf("level %d: %v", level, err)
		}
		restored, err := sql.Open("sqlite", back)
		if err != nil {
			t.Fatal(err)
		}
		defer restored.Close()
		var n int
		err = restored.QueryRowContext(t.Context(), "SELECT count(*) FROM rows WHERE word IN ('before', 'promised')").Scan(&n)
		if err != nil || n != 2 {
			t.Errorf("level %d: %d of 2 rows that were promised are there, %v", level, n, err)
		}
	}
}
