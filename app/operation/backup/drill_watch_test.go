package backup

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/db"
)

// drillsOf makes rehearsals of words such as "good 30h", the newest first.
func drillsOf(t *testing.T, now time.Time, words ...string) []db.Drill {
	t.Helper()
	var all []db.Drill
	for _, w := range words {
		outcome, age, _ := strings.Cut(w, " ")
		d, err := time.ParseDuration(age)
		if err != nil {
			t.Fatal(err)
		}
		kind := DrillNightly
		if outcome == "canceled" {
			kind, outcome = DrillAsked, string(db.DrillStopped)
		}
		all = append(all, db.Drill{Outcome: db.DrillOutcome(outcome), Began: now.Add(-d), Kind: kind})
	}
	return all
}

func TestARehearsalIsDueOnceANight(t *testing.T) {
	t.Parallel()
	night, day := time.Date(2026, 11, 20, 2, 0, 0, 0, time.Local), time.Date(2026, 11, 20, 14, 0, 0, 0, time.Local)
	for _, c := range []struct {
		now  time.Time
		up   time.Duration
		want bool
		all  []string
	}{
		{night, time.Minute, false, nil}, // what starts is not disturbed
		{day, 11 * time.Minute, true, nil},
		{night, time.Minute, true, []string{"good 24h"}}, // also right after a start: the interval is in the database
		{night, time.Hour, false, []string{"good 19h"}},
		{day, time.Hour, false, []string{"failed 24h"}},
		{day, time.Hour, true, []string{"healed 27h"}}, // it was off in the night
		{night, time.Hour, true, []string{"stopped 1h", "running 1h", "good 24h"}},
		{night, time.Hour, false, []string{"stopped 1h", "good 2h"}},
		{day, time.Hour, true, []string{"good -1h"}},
		// What stops the server each time is not tried at each of its starts.
		{night, time.Minute, false, []string{"stopped 5m", "stopped 10m", "stopped 15m", "good 24h"}},
		{night, time.Hour, false, []string{"stopped 1h", "stopped 2h", "stopped 3h"}},
		{night, time.Hour, true, []string{"canceled 1h", "canceled 2h", "canceled 3h", "good 24h"}},
		{night, time.Hour, true, []string{"stopped 21h", "stopped 21h", "stopped 21h", "good 45h"}},
	} {
		if got := isDue(c.now, c.now.Add(-c.up), drillsOf(t, c.now, c.all...)); got != c.want {
			t.Errorf("%v, up for %v, %v: %v", c.now, c.up, c.all, got)
		}
	}
}

func TestTroubleWithRehearsals(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for _, c := range []struct {
		up    time.Duration
		kind  Problem
		since time.Duration
		all   []string
	}{
		{time.Hour, "", 0, nil},
		{49 * time.Hour, ProblemDrillLate, 49 * time.Hour, nil},
		{time.Hour, ProblemDrillLate, 60 * time.Hour, []string{"stopped 1h", "stopped 60h"}},
		{time.Hour, "", 0, []string{"good 47h"}},
		{time.Hour, ProblemDrillLate, 49 * time.Hour, []string{"good 49h"}},
		{time.Hour, ProblemDrillLate, 50 * time.Hour, []string{"running 0h", "stopped 1h", "healed 50h"}},
		{time.Hour, ProblemDrillFailed, time.Hour, []string{"failed 1h", "good 2h"}},
		{time.Hour, ProblemDrillFailed, 30 * time.Hour, []string{"stopped 1h", "failed 6h", "failed 30h", "healed 54h", "failed 80h"}},
		{time.Hour, "", 0, []string{"healed 1h", "failed 25h"}},
	} {
		kind, since := judge(now, now.Add(-c.up), drillsOf(t, now, c.all...))
		if kind != c.kind || kind != "" && !since.Equal(now.Add(-c.since)) {
			t.Errorf("up for %v, %v: %q since %v", c.up, c.all, kind, now.Sub(since))
		}
	}
}

// TestStaffHearOfAFailedRehearsal: once, not again after a restart of the same day, and once when it is over.
func TestStaffHearOfAFailedRehearsal(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	var told []Notice
	newOne := func() *Driller {
		r := f.driller(t, f.k)
		r.o.Notify = func(_ context.Context, n Notice) error {
			told = append(told, n)
			return nil
		}
		return r
	}
	r := newOne()
	watch := func(r *Driller, want int) {
		t.Helper()
		if err := r.Watch(t.Context()); err != nil || len(told) != want {
			t.Errorf("%v, told %+v", err, told)
		}
	}
	watch(r, 0) // nothing is due, and nothing failed
	r.o.Free = func() (int64, error) { return 0, nil }
	expect(t, r, FoundRoom, false)
	watch(r, 1)
	if told[0].Kind != ProblemDrillFailed || !told[0].Drill || !strings.Contains(told[0].Problem, flawWords[FoundRoom]) {
		t.Errorf("%+v", told[0])
	}
	watch(newOne(), 1)
	a := f.k.loadDrillAlarm()
	a.Mailed = a.Mailed.Add(-25 * time.Hour)
	f.k.saveDrillAlarm(a)
	watch(newOne(), 2)
	r = newOne()
	called := 0
	r.o.Call = func(context.Context) error {
		called++
		return fmt.Errorf("the line is cut")
	}
	if row, _ := rehearse(t, r); row.Outcome != db.DrillGood || row.Call != "the line is cut" || called != 1 {
		t.Errorf("the URL is called %d times, and its failure fails nothing: %+v", called, row)
	}
	watch(r, 3)
	if told[2].Kind != "" || !told[2].Drill {
		t.Errorf("%+v", told[2])
	}
	watch(newOne(), 3)
	r.o.Free = func() (int64, error) { return 0, nil }
	expect(t, r, FoundRoom, false)
	if called != 1 {
		t.Error("the URL is called after a rehearsal that failed")
	}
	f.end(t, f.k)
}

// TestAllIsReadBackInTurn: those objects come first that were not read for longest, and what is remembered outlives the process.
func TestAllIsReadBackInTurn(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	expectGood(t, f.driller(t, f.k))
	c := f.k.copier
	want, err := c.expectedObjects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	keys := c.leastProven(want)
	for i, key := range keys { // the last one was read first
		c.proofs[c.proofName(key)] = time.Now().Add(-time.Duration(i) * 20 * 24 * time.Hour).Unix()
	}
	if err := c.saveProofs(want); err != nil {
		t.Fatal(err)
	}
	whole := c.grant.record.Read.Whole
	c.proofs = nil
	c.loadProofs()
	slices.Reverse(keys)
	if got := c.leastProven(want); !slices.Equal(got, keys) || !whole.Equal(c.provenAt(keys[0])) {
		t.Errorf("%v, not %v; all since %v", got, keys, whole)
	}
	if share := c.provenShare(want, time.Now().Add(-provenWithin)); share <= 0 || share >= 1 {
		t.Errorf("the share that was read within 30 days: %v", share)
	}
	// The look of each hour reads what no rehearsal read for long, and that alone.
	flip(t, f.k.target, keys[0])
	flip(t, f.k.target, keys[len(keys)-1])
	if damaged, err := c.ReadBack(t.Context()); err != nil || !slices.Equal(damaged, keys[:1]) {
		t.Errorf("%v, %v", damaged, err)
	}
	if !c.provenAt(keys[0]).IsZero() {
		t.Error("what was sent again counts as read")
	}
	// A damaged record of it proves nothing.
	name := filepath.Join(c.owner.dir, proofsFile)
	b, err := os.ReadFile(name)
	if err != nil || !bytes.HasPrefix(b, []byte(proofsHead)) {
		t.Fatal(err)
	}
	b[len(proofsHead)+9] ^= 1
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
	c.proofs = nil
	if c.loadProofs(); len(c.proofs) > 0 {
		t.Errorf("%d proofs of a damaged file", len(c.proofs))
	}
	f.end(t, f.k)
}

// TestAFolderThatDiffersIsFound: what changed around the copy explains a difference, and nothing else does.
func TestAFolderThatDiffersIsFound(t *testing.T) {
	t.Parallel()
	row := func(node, version int64, name string, since int64) db.FolderRow {
		return db.FolderRow{Node: db.NodeID(node), Version: db.VersionID(version), Name: name, Since: since}
	}
	a, renamed := row(1, 0, "a", 1), row(1, 0, "b", 2)
	type rows = []db.FolderRow
	for i, c := range []struct {
		before, back, now rows
		want              int
	}{
		{rows{a}, rows{a}, rows{a}, 0},
		{rows{a}, rows{a}, rows{renamed}, 0},
		{rows{a}, rows{renamed}, rows{renamed}, 0},
		{rows{a}, rows{a}, nil, 0},                                         // deleted since
		{nil, rows{a}, nil, 0},                                             // made and deleted meanwhile
		{nil, nil, rows{a}, 0},                                             // made since
		{rows{a}, rows{renamed}, rows{a}, 1},                               // never so
		{rows{a}, nil, rows{a}, 1},                                         // it did not come back
		{rows{a, row(1, 5, "", 0)}, rows{a}, rows{a, row(1, 5, "", 0)}, 1}, // a version did not
	} {
		if got := countDifferences(c.before, c.back, c.now); got != c.want {
			t.Errorf("%d: %d differences, not %d", i, got, c.want)
		}
	}
}

// TestPacksAreCoveredWithoutGaps: a range that is missing leaves what comes after it uncovered.
func TestPacksAreCoveredWithoutGaps(t *testing.T) {
	t.Parallel()
	ranged := func(from, to int64) string { return blobstore.PackRange{Pack: 7, From: from, To: to}.Key() }
	at := func(from, to int64) blobstore.Place {
		return blobstore.Place{Pack: blobstore.PackRange{Pack: 7, From: from, To: to}}
	}
	c := newCover(map[string]Entry{ranged(0, 100): {}, ranged(100, 200): {}, ranged(300, 400): {}})
	if d := (blobstore.Digest{}); !c.has(d, at(100, 200)) || c.has(d, at(150, 210)) || c.has(d, at(300, 400)) {
		t.Errorf("%+v", c)
	}
	large := blobstore.Sum([]byte("large"))
	c = newCover(map[string]Entry{"packs/00000007-0000abcd.pk": {}, blobstore.LargeKey(large): {}})
	if !c.has(blobstore.Digest{}, at(1<<30, 1<<31)) || !c.has(large, blobstore.Place{Large: true}) ||
		c.has(blobstore.Digest{}, blobstore.Place{Large: true}) {
		t.Errorf("%+v", c)
	}
}

// TestARehearsalReadsAThirtieth: not more of a drive that is large, other objects each time, and it claims no more than that. What it
// does not read is looked for in the list even so.
func TestARehearsalReadsAThirtieth(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	r := f.driller(t, f.k)
	r.readMin = 0
	total := int64(0)
	for i := range 60 {
		f.all = append(f.all, f.add(t, bytes.Repeat([]byte{byte(i)}, 2<<20)))
	}
	now(t, f.k)
	want, err := f.k.copier.expectedObjects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	total = sumSizes(want)
	share := 0.0
	for night := range 3 {
		row, all := rehearse(t, r)
		if row.Outcome != db.DrillGood || row.Bytes < total/30 || row.Bytes > total/30+6<<20 ||
			row.Proven <= share || row.Proven > 0.3 {
			t.Errorf("night %d: %+v, %v of %d bytes", night, row, all, total)
		}
		share = row.Proven
		var out bytes.Buffer
		if err := WriteDrill(&out, "there", row); err != nil || strings.Contains(out.String(), "everything") ||
			!strings.Contains(out.String(), "nothing is wrong with what was looked at") {
			t.Errorf("%v: %s", err, out.String())
		}
	}
	keys := f.k.copier.leastProven(want)
	last := keys[len(keys)-1] // read this night, and not in the next
	truncate(t, f.k.target, last)
	if found := expect(t, r, FoundSize, true); found.Key != last {
		t.Errorf("%+v, not %s", found, last)
	}
	f.end(t, f.k)
}

// TestWhatIsOnItsWayIsNotProven: nor is what was never read.
func TestWhatIsOnItsWayIsNotProven(t *testing.T) {
	t.Parallel()
	for _, d := range []db.Drill{
		{Outcome: db.DrillGood, Proven: 1, Pending: 1}, {Outcome: db.DrillHealed, Proven: 0.999}, {Outcome: db.DrillFailed, Proven: 1},
		{Outcome: db.DrillStopped, Proven: 1}, {Outcome: db.DrillRunning, Proven: 1},
	} {
		if IsWhole(&d) {
			t.Errorf("%+v", d)
		}
	}
	if FormatShare(0.999) != "99 %" || !IsWhole(&db.Drill{Outcome: db.DrillHealed, Proven: 1}) {
		t.Error("a share is rounded up, or all is not all")
	}
}

// TestADatabaseThatIsNotRightIsFound has a workspace without members, as only a damaged row makes it.
func TestADatabaseThatIsNotRightIsFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	user := db.UserID(db.NewID())
	err := f.db.Update(t.Context(), func(tx *db.Tx) error {
		if err := tx.InsertUser(&db.User{ID: user, Email: "sara@example.org", Language: "fa"}); err != nil {
			return err
		}
		return tx.InsertSpace(&db.Space{
			ID: db.SpaceID(db.NewID()), Title: "Team", TitleKey: "team", Owner: user, Root: db.NodeID(db.NewID()),
			Trash: db.NodeID(db.NewID()),
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if found := expect(t, f.driller(t, f.k), FoundProblem, false); !strings.Contains(found.Words, "members") {
		t.Errorf("%+v", found)
	}
	f.end(t, f.k)
}

// TestTheOldestRehearsalsAreForgotten: the table stays small.
func TestTheOldestRehearsalsAreForgotten(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	last := int64(0)
	err := d.db.Update(t.Context(), func(tx *db.Tx) (err error) {
		for range 405 {
			if last, err = tx.InsertDrill(DrillNightly, ""); err != nil {
				return err
			}
		}
		all, err := tx.Drills(1000)
		if len(all) != 400 || all[0].ID != last {
			t.Errorf("%d are there", len(all))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	d.close(t)
}
