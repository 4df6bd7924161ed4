package replica

import (
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/benbjohnson/litestream"
	_ "modernc.org/sqlite"
)

// pair is a database that two targets follow.
type pair struct {
	t      *testing.T
	name   string
	meta   string
	db     *sql.DB
	one    Target
	two    Target
	away   atomic.Bool // the second target
	first  *Follower
	second *Second
	rows   int
}

func newPair(t *testing.T) *pair {
	p := &pair{t: t, name: filepath.Join(t.TempDir(), "a.db"), meta: filepath.Join(t.TempDir(), "meta")}
	p.one, p.two = Target{Dir: t.TempDir(), Folder: "db"}, Target{Dir: t.TempDir(), Folder: "db"}
	p.one.Open = func() (*os.Root, error) { return os.OpenRoot(p.one.Dir) }
	p.two.Open = func() (*os.Root, error) {
		if p.away.Load() {
			return nil, errors.New("away")
		}
		return os.OpenRoot(p.two.Dir)
	}
	var err error
	p.db, err = sql.Open("sqlite", "file:"+p.name+"?_pragma=journal_mode(wal)&_pragma=busy_timeout(5000)")
	p.check(err)
	t.Cleanup(func() { p.db.Close() })
	_, err = p.db.ExecContext(t.Context(), "CREATE TABLE rows (word TEXT)")
	p.check(err)
	p.begin()
	t.Cleanup(p.end)
	return p
}

func (p *pair) check(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *pair) begin() {
	p.t.Helper()
	log := slog.New(slog.DiscardHandler)
	var err error
	p.first, err = Follow(p.t.Context(), p.name, p.one, Options{Meta: p.meta, Keep: time.Hour, Log: log, Shared: true})
	p.check(err)
	p.second, err = p.first.FollowAlso(p.t.Context(), p.two, time.Hour, log)
	p.check(err)
}

func (p *pair) end() {
	p.t.Helper()
	p.check(p.second.Close())
	p.check(p.first.Close())
}

// write adds rows in changes of their own.
func (p *pair) write(n int) {
	p.t.Helper()
	for range n {
		p.rows++
		_, err := p.db.Exec("INSERT INTO rows VALUES (?)", fmt.Sprint("row ", p.rows))
		p.check(err)
		p.check(p.first.Sync(p.t.Context()))
	}
}

// checkRestored brings the database back from a target.
func (p *pair) checkRestored(t Target) {
	p.t.Helper()
	at, err := p.second.Position()
	p.check(err)
	back := filepath.Join(p.t.TempDir(), "back.db")
	log := slog.New(slog.DiscardHandler)
	p.check(Verify(p.t.Context(), t, at, true, log))
	p.check(Restore(p.t.Context(), t, End{Position: at}, back, log))
	d, err := sql.Open("sqlite", "file:"+back)
	p.check(err)
	defer d.Close()
	var n int
	p.check(d.QueryRow("SELECT count(*) FROM rows").Scan(&n))
	if n != p.rows {
		p.t.Errorf("%d rows came back from %s, not %d", n, t.Dir, p.rows)
	}
}

func (p *pair) countFiles(t Target, level int) int {
	p.t.Helper()
	all, err := filepath.Glob(filepath.Join(t.Dir, t.Folder, "ltx", fmt.Sprint(level), "*"))
	p.check(err)
	return len(all)
}

// TestTwoTargetsFollow copies to both, joins at each, starts again, and brings the database back from either.
func TestTwoTargetsFollow(t *testing.T) {
	p := newPair(t)
	p.write(3)
	p.check(p.second.Sync(t.Context()))
	p.checkRestored(p.one)
	p.checkRestored(p.two)
	p.write(5)
	p.check(p.second.Sync(t.Context()))
	joined := map[int]time.Time{}
	p.check(p.second.join(t.Context(), joined))
	if p.countFiles(p.two, 1) != 1 || len(joined) != 3 {
		t.Errorf("nothing was joined: %v", joined)
	}
	p.checkRestored(p.two)
	wholes := p.countFiles(p.two, litestream.SnapshotLevel)
	p.end()
	p.begin()
	p.write(2)
	p.check(p.second.Sync(t.Context()))
	p.check(p.second.CloseGaps(t.Context()))
	p.check(p.second.renew(t.Context(), time.Hour))
	p.checkRestored(p.two)
	p.checkRestored(p.one)
	if now := p.countFiles(p.two, litestream.SnapshotLevel); now != wholes {
		t.Errorf("a start made a whole copy: %d, %d before", now, wholes)
	}
	for range 2 { // the second one finds nothing that changed
		p.check(p.second.renew(t.Context(), 0))
	}
	if now := p.countFiles(p.two, litestream.SnapshotLevel); now != wholes+1 {
		t.Errorf("%d whole copies, %d before", now, wholes)
	}
	p.checkRestored(p.two)
}

// TestATargetThatWasAwayTooLongIsBehind keeps the second target away until its changes are gone here, and begins anew in another folder.
func TestATargetThatWasAwayTooLongIsBehind(t *testing.T) {
	p := newPair(t)
	p.write(2)
	p.check(p.second.Sync(t.Context()))
	p.away.Store(true)
	p.write(4)
	if err := p.second.Sync(t.Context()); err == nil || errors.Is(err, ErrBehind) {
		t.Fatal(err)
	}
	p.away.Store(false)
	p.check(p.second.CopyWhole(t.Context())) // which is ahead of the single changes
	p.check(p.second.Sync(t.Context()))
	p.checkRestored(p.two)
	p.check(p.second.CloseGaps(t.Context()))
	p.away.Store(true)
	p.write(4)
	p.first.db.L0Retention = time.Nanosecond
	_, err := p.first.db.Compact(t.Context(), 1)
	p.check(err)
	p.check(p.first.db.EnforceL0RetentionByTime(t.Context()))
	p.away.Store(false)
	if err := p.second.Sync(t.Context()); !errors.Is(err, ErrBehind) {
		t.Fatal(err)
	}
	p.two.Folder = "anew"
	p.second, err = p.first.FollowAlso(t.Context(), p.two, time.Hour, slog.New(slog.DiscardHandler))
	p.check(err)
	p.check(p.second.Sync(t.Context()))
	p.write(1)
	p.check(p.second.Sync(t.Context()))
	p.checkRestored(p.two)
	p.checkRestored(p.one)
}

// countHere counts the single changes that are kept on this machine.
func (p *pair) countHere() int {
	p.t.Helper()
	all, err := filepath.Glob(filepath.Join(p.meta, "ltx", "0", "*"))
	p.check(err)
	return len(all)
}

// expireHere does what Litestream does by itself each 15 seconds, half an hour later.
func (p *pair) expireHere() error {
	p.t.Helper()
	p.first.db.L0Retention = time.Nanosecond
	if _, err := p.first.db.Compact(p.t.Context(), 1); err != nil && !errors.Is(err, litestream.ErrNoCompaction) {
		p.t.Fatal(err)
	}
	return p.first.db.EnforceL0RetentionByTime(p.t.Context())
}

// TestChangesStayWhileASecondTargetNeedsThem lasts as long as a whole copy to a slow target.
func TestChangesStayWhileASecondTargetNeedsThem(t *testing.T) {
	p := newPair(t)
	p.write(3)
	p.check(p.second.Sync(t.Context()))
	p.first.gate.held.Store(time.Now().UnixNano())
	p.write(4)
	before := p.countHere()
	if err := p.expireHere(); !errors.Is(err, errHeld) || p.countHere() != before {
		t.Fatalf("%v: %d of %d changes are here", err, p.countHere(), before)
	}
	p.check(p.second.Sync(t.Context()))
	p.checkRestored(p.two)
	p.first.gate.held.Store(time.Now().Add(-mostHeld).UnixNano()) // one that hangs
	p.check(p.expireHere())
	if p.countHere() >= before {
		t.Errorf("%d changes are here, %d before", p.countHere(), before)
	}
	p.checkRestored(p.one)
}

// TestAnAbandonedTargetDoesNotFillTheDisk goes on with the other one.
func TestAnAbandonedTargetDoesNotFillTheDisk(t *testing.T) {
	p := newPair(t)
	p.write(3)
	p.check(p.second.Sync(t.Context()))
	p.first.Abandon()
	for range 3 {
		p.write(6)
		p.check(p.second.Sync(t.Context()))
		p.check(p.expireHere())
		if n := p.countHere(); n > 5 {
			t.Errorf("%d changes are here", n)
		}
	}
	p.checkRestored(p.two)
}

// TestATargetWhosePiecesCannotBeJoinedIsBehind damages what is there.
func TestATargetWhosePiecesCannotBeJoinedIsBehind(t *testing.T) {
	p := newPair(t)
	p.write(3)
	p.check(p.second.Sync(t.Context()))
	for range mostFailed {
		p.check(p.second.Sync(t.Context()))
		p.second.countFailed(errors.New("a piece is damaged"))
	}
	if err := p.second.Sync(t.Context()); !errors.Is(err, ErrBehind) {
		t.Fatal(err)
	}
	p.second.harmed.Store(false) // for the end of the test
}
