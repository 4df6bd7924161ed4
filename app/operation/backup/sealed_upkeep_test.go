package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"anbar/app/base/fault"
	"anbar/app/operation/backup/seal"
	"anbar/app/operation/backup/sftp/sftptest"
	"anbar/blobstore"
	"anbar/config"
)

// TestADrillOfSealedCopiesFindsAndHeals changes objects of a sealed target, and rehearses without the sheet.
func TestADrillOfSealedCopiesFindsAndHeals(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	sheet := newSheet(t, d)
	dir := t.TempDir()
	k := d.keep(t, open(t, dir, config.S3{}))
	want := []blobstore.Digest{d.add(t, []byte("a small content")), d.add(t, largeContent)}
	now(t, k)
	r := d.driller(t, k)
	expectGood(t, r)
	for _, part := range []string{"/blobs/large/", "/packs/"} {
		name := files(t, dir, part)[0]
		edit(t, name, func(b []byte) []byte { b[len(b)-20] ^= 1; return b })
		if found := expect(t, r, FoundDamaged, true); !strings.Contains(found.Words, "changed") {
			t.Errorf("a changed byte: %+v", found)
		}
		edit(t, name, func(b []byte) []byte { return bytes.Repeat([]byte("clear"), len(b))[:len(b)] })
		if found := expect(t, r, FoundDamaged, true); !strings.Contains(found.Words, "not sealed") {
			t.Errorf("something clear of the same size: %+v", found)
		}
		edit(t, name, func(b []byte) []byte { return b[:len(b)-1] })
		expect(t, r, FoundDamaged, true)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		expect(t, r, FoundMissing, true)
	}
	edit(t, files(t, dir, "/"+secretsName)[0], func(b []byte) []byte { return b[:len(b)-1] })
	expect(t, r, FoundKeys, true)
	edit(t, files(t, dir, "/manifests/")[0], func(b []byte) []byte { return []byte("{}") })
	expect(t, r, FoundLists, true)
	expectGood(t, r)
	d.end(t, k)
	whole(t, mustRestoreWith(t, open(t, dir, config.S3{}), sheet), want...)
}

// TestKeysThatWereReplacedDoNotComeBackSealed puts the older keys of the appliance back at the target, as whoever writes there could.
func TestKeysThatWereReplacedDoNotComeBackSealed(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	sheet := newSheet(t, d)
	dir := t.TempDir()
	k := d.keep(t, open(t, dir, config.S3{}))
	now(t, k)
	name := files(t, dir, "/"+secretsName)[0]
	older, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if r := now(t, k); r.Objects != 0 {
		t.Errorf("%+v", r)
	}
	if same, err := os.ReadFile(name); err != nil || !bytes.Equal(same, older) {
		t.Error("the keys were sent again although they are the same", err)
	}
	if err := os.WriteFile(d.Secrets(), []byte("other keys"), 0o600); err != nil {
		t.Fatal(err)
	}
	now(t, k)
	d.end(t, k)
	back := mustRestoreWith(t, open(t, dir, config.S3{}), sheet)
	if got, err := os.ReadFile(back.Secrets()); err != nil || string(got) != "other keys" {
		t.Errorf("%q, %v", got, err)
	}
	edit(t, name, func([]byte) []byte { return older })
	_, _, err = restoreWith(t, open(t, dir, config.S3{}), time.Time{}, sheet)
	if err == nil || !strings.Contains(err.Error(), "older one") {
		t.Errorf("replaced keys came back: %v", err)
	}
}

// TestATargetThatIsRolledBackIsNoticed puts an older state of the target back: while the appliance runs, and while it does not.
func TestATargetThatIsRolledBackIsNoticed(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	sheet := newSheet(t, d)
	dir, older := filepath.Join(t.TempDir(), "copies"), filepath.Join(t.TempDir(), "older")
	k := d.keep(t, open(t, dir, config.S3{}))
	want := []blobstore.Digest{d.add(t, []byte("one"))}
	now(t, k)
	if err := os.CopyFS(older, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	want = append(want, d.add(t, largeContent))
	now(t, k)
	putBack := func() {
		t.Helper()
		if err := errors.Join(os.RemoveAll(dir), os.CopyFS(dir, os.DirFS(older))); err != nil {
			t.Fatal(err)
		}
	}
	if s := k.Status(); s.Kind != "" {
		t.Fatalf("before: %+v", s)
	}
	putBack()
	want = append(want, d.add(t, []byte("three")))
	now(t, k)
	if s := k.Status(); s.Kind != ProblemRollback || !strings.Contains(s.Problem, "older state") {
		t.Errorf("the status: %+v", s)
	}
	whole(t, mustRestoreWith(t, open(t, dir, config.S3{}), sheet), want...)
	d.end(t, k)

	putBack()
	d = openDrive(t, d.Storage)
	k = d.keep(t, open(t, dir, config.S3{}))
	_, err := k.CopyNow(t.Context())
	var old *RollbackError
	if !errors.As(err, &old) || k.Status().Kind != ProblemRollback {
		t.Errorf("at the start: %v", err)
	}
	d.end(t, k)
}

// TestAClearClaimInPlaceOfASealedOneStopsTheCopying has somebody make the target look as if nothing was ever sealed there.
func TestAClearClaimInPlaceOfASealedOneStopsTheCopying(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Claim){
		"clear":          func(c *Claim) { c.Sheet, c.Proof = "", "" },
		"another name":   func(c *Claim) { c.Name = "planted" },
		"without proof":  func(c *Claim) { c.Proof = "" },
		"another's seal": func(c *Claim) { c.Sheet = "00000000" },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDrive(t)
			newSheet(t, d)
			dir := t.TempDir()
			target := open(t, dir, config.S3{})
			k := d.keep(t, target)
			now(t, k)
			c := k.copier.grant.claim
			change(&c)
			if err := putJSON(t.Context(), target, epochKey(1), c); err != nil {
				t.Fatal(err)
			}
			d.add(t, []byte("a secret"))
			if _, err := k.CopyNow(t.Context()); err == nil {
				t.Error("it goes on")
			} else {
				t.Log(err)
			}
			d.end(t, k)
			d = openDrive(t, d.Storage)
			k = d.keep(t, target)
			if _, err := k.CopyNow(t.Context()); err == nil && k.copier.grant.claim.Sheet == "" {
				t.Error("after a start it copies in clear")
			}
			d.end(t, k)
		})
	}
}

// TestLostKeysStopTheCopyingUntilTheSheetIsEntered removes what the appliance keeps of the sheet.
func TestLostKeysStopTheCopyingUntilTheSheetIsEntered(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	sheet := newSheet(t, d)
	target := open(t, t.TempDir(), config.S3{})
	k := d.keep(t, target)
	content := d.add(t, []byte("content"))
	now(t, k)
	d.end(t, k)
	if err := os.Remove(d.Seal()); err != nil {
		t.Fatal(err)
	}
	d = openDrive(t, d.Storage)
	k = d.keep(t, target)
	var locked *SheetError
	if _, err := k.CopyNow(t.Context()); !errors.As(err, &locked) || k.Status().Kind != ProblemSealed {
		t.Errorf("without the keys: %v", err)
	}
	if use := k.SheetInUse(); use.Sheet != sheet.ID() {
		t.Errorf("the copies there are said to be sealed with %q", use.Sheet)
	}
	keys, err := sheet.Keys(time.Now())
	if err == nil {
		err = d.ring.Enter(keys)
	}
	if err != nil {
		t.Fatal(err)
	}
	now(t, k)
	d.end(t, k)
	whole(t, mustRestoreWith(t, target, sheet), content)
}

// TestPruningASealedTargetRemovesOnlyWhatNothingNeeds deletes a content, and lets the kept time pass.
func TestPruningASealedTargetRemovesOnlyWhatNothingNeeds(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	sheet := newSheet(t, d)
	dir := t.TempDir()
	target := open(t, dir, config.S3{})
	o := d.options(t, target)
	o.Retention = time.Millisecond
	k, err := NewRunner(target, d.blobs, o)
	if err != nil {
		t.Fatal(err)
	}
	want := []blobstore.Digest{d.add(t, largeContent)}
	now(t, k)
	stray := filepath.Join(dir, "sealed", sheet.ID(), "blobs", "large", "abc", strings.Repeat("ab", 48))
	if err := errors.Join(os.MkdirAll(filepath.Dir(stray), 0o700), os.WriteFile(stray, []byte("nothing needs it"), 0o600)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Millisecond)
	if err := k.copier.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stray); !errors.Is(err, os.ErrNotExist) {
		t.Error("what nothing needs is still there", err)
	}
	d.end(t, k)
	whole(t, mustRestoreWith(t, target, sheet), want...)
}

// breakingTarget fails after a number of writes, as a process that is killed there.
type breakingTarget struct {
	Target
	left int
}

var errBroken = errors.New("killed here")

func (b *breakingTarget) count() error {
	if b.left--; b.left < 0 {
		return errBroken
	}
	return nil
}

func (b *breakingTarget) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if err := b.count(); err != nil {
		return err
	}
	return b.Target.Put(ctx, key, r, size)
}

func (b *breakingTarget) Create(ctx context.Context, key string, content []byte) error {
	if err := b.count(); err != nil {
		return err
	}
	return b.Target.Create(ctx, key, content)
}

func (b *breakingTarget) Delete(ctx context.Context, key string) error {
	if err := b.count(); err != nil {
		return err
	}
	return b.Target.Delete(ctx, key)
}

// TestAResealGoesOnWhereverItIsInterrupted seals clear copies, then seals them anew with another sheet, and stops at each change of the
// target. At each point a restore brings everything back, from what was there or from what is sealed, and the next start goes on.
func TestAResealGoesOnWhereverItIsInterrupted(t *testing.T) {
	t.Parallel()
	for _, sealedBefore := range []bool{false, true} {
		for left, done := 0, false; !done && !t.Failed(); left++ {
			t.Run(fmt.Sprintf("sealed before %v, after %d changes", sealedBefore, left), func(t *testing.T) {
				done = resealInterrupted(t, sealedBefore, left)
				if left > 60 {
					t.Fatal("it never ends")
				}
			})
		}
	}
}

func resealInterrupted(t *testing.T, sealedBefore bool, left int) bool {
	t.Helper()
	d := newDrive(t)
	dir := t.TempDir()
	target := open(t, dir, config.S3{})
	old := newSheetIf(t, d, sealedBefore)
	k := d.keep(t, target)
	want := []blobstore.Digest{d.add(t, []byte("a small content")), d.add(t, largeContent)}
	now(t, k)
	d.end(t, k)

	d = openDrive(t, d.Storage)
	sheet := newSheet(t, d)
	o := d.options(t, target)
	if is, err := RequestReseal(t.Context(), target, o); err != nil || is {
		t.Fatal(is, err)
	}
	k = d.keep(t, &breakingTarget{target, left})
	done := tryReseal(t, k)
	d.end(t, k)
	restored := false
	if _, r, err := restoreWith(t, target, time.Time{}, sheet); err == nil && len(r.Damaged)+r.Pending == 0 {
		restored = true
	}
	if to, r, err := restoreWith(t, target, time.Time{}, old); err == nil && len(r.Damaged)+r.Pending == 0 {
		whole(t, to, want...)
		restored = true
	}
	if !restored {
		t.Fatalf("after %d changes nothing can be restored", left)
	}
	d = openDrive(t, d.Storage)
	k = d.keep(t, target)
	again := tryReseal(t, k)
	if !again { // what was half sent is found by the first try
		again = tryReseal(t, k)
	}
	if !again {
		t.Fatalf("after %d changes it does not go on", left)
	}
	d.end(t, k)
	whole(t, mustRestoreWith(t, target, sheet), want...)
	checkOnlySealed(t, dir, sheet.ID())
	return done
}

func newSheetIf(t *testing.T, d *drive, is bool) *seal.Sheet {
	t.Helper()
	if !is {
		return nil
	}
	return newSheet(t, d)
}

// tryReseal copies and finishes, and reports whether all went well.
func tryReseal(t *testing.T, k *Runner) bool {
	t.Helper()
	if _, err := k.CopyNow(t.Context()); err != nil {
		if !errors.Is(err, errBroken) {
			t.Logf("copy: %v", err)
		}
		return false
	}
	if err := k.copier.finishReseal(t.Context()); err != nil {
		return false
	}
	return k.copier.grant.record.Reseal == ""
}

// checkOnlySealed looks for anything that the sheet did not seal.
func checkOnlySealed(t *testing.T, dir, sheet string) {
	t.Helper()
	for _, name := range files(t, dir, "/") {
		key := filepath.ToSlash(name[len(dir)+1:])
		if key != identityKey && !strings.HasPrefix(key, epochsAt) && !strings.HasPrefix(key, sealedAt+sheet+"/") {
			t.Errorf("%s is still there", key)
		}
	}
}

// TestAResealLeavesNothingUnfinished seals clear copies of which a power cut left files unfinished: neither those nor directories that
// are named after contents stay.
func TestAResealLeavesNothingUnfinished(t *testing.T) {
	t.Parallel()
	t.Run("here", func(t *testing.T) {
		dir := t.TempDir()
		resealUnfinished(t, dir, open(t, dir, config.S3{}))
	})
	t.Run("on a server", func(t *testing.T) {
		s := sftptest.Start(t)
		resealUnfinished(t, filepath.Join(s.Dir, "copies"), openServer(t, s, "copies"))
	})
}

func resealUnfinished(t *testing.T, dir string, target Target) {
	t.Helper()
	d := newDrive(t)
	k := d.keep(t, target)
	want := []blobstore.Digest{d.add(t, []byte("a small content")), d.add(t, largeContent)}
	now(t, k)
	d.end(t, k)
	for _, at := range []string{"/packs/", "/large/", "/manifests/", "/db/"} {
		name := filepath.Join(filepath.Dir(files(t, dir, at)[0]), randomHex(8)+partial)
		if err := os.WriteFile(name, largeContent[:1000], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d = openDrive(t, d.Storage)
	sheet := newSheet(t, d)
	if _, err := RequestReseal(t.Context(), target, d.options(t, target)); err != nil {
		t.Fatal(err)
	}
	k = d.keep(t, target)
	if !tryReseal(t, k) {
		t.Fatal("it was not sealed")
	}
	d.end(t, k)
	checkOnlySealed(t, dir, sheet.ID())
	for _, name := range []string{"blobs", "copies"} {
		if _, err := os.Stat(filepath.Join(dir, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there: %v", name, err)
		}
	}
	whole(t, mustRestoreWith(t, target, sheet), want...)
}

// TestASheetThatNobodyConfirmsIsForgotten looks what is in memory after an hour.
func TestASheetThatNobodyConfirmsIsForgotten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := NewSheets(seal.OpenRing(filepath.Join(t.TempDir(), "seal")))
		s.Begin()
		time.Sleep(sheetShown / 2)
		last := s.Begin()
		time.Sleep(sheetShown * 3 / 4)
		if s.new != last {
			t.Error("it was forgotten with the one before it")
		}
		time.Sleep(sheetShown)
		if s.new != nil {
			t.Error("it is still in memory")
		}
	})
}

// TestNothingIsCalledSealedBesideClearCopies adopts a target with clear copies when there is a sheet: those of this appliance, which a
// reseal removes, and those of another one, which stay.
func TestNothingIsCalledSealedBesideClearCopies(t *testing.T) {
	t.Parallel()
	for _, own := range []bool{true, false} {
		t.Run(fmt.Sprintf("own %v", own), func(t *testing.T) {
			d := newDrive(t)
			target := open(t, t.TempDir(), config.S3{})
			first := d
			if !own {
				first = newDrive(t)
			}
			k := first.keep(t, target)
			now(t, k)
			first.end(t, k)
			if own {
				d = openDrive(t, d.Storage)
			}
			sheet := newSheet(t, d)
			if _, err := Adopt(t.Context(), target, d.options(t, target)); err != nil {
				t.Fatal(err)
			}
			k = d.keep(t, target)
			now(t, k)
			if use := k.SheetInUse(); use != (SheetUse{Sheet: sheet.ID(), Mixed: true, Foreign: !own}) {
				t.Errorf("beside clear copies: %+v", use)
			}
			if sealed, restart, err := k.RequestReseal(t.Context()); sealed || restart || err != nil {
				t.Errorf("asked to seal: %v, %v, %v", sealed, restart, err)
			}
			if !tryReseal(t, k) {
				t.Fatal("it was not sealed")
			}
			if use := k.SheetInUse(); use != (SheetUse{Sheet: sheet.ID(), Mixed: !own, Foreign: !own}) {
				t.Errorf("afterwards: %+v", use)
			}
			sealed, err := RequestReseal(t.Context(), target, d.options(t, target))
			if mixed, merr := IsMixed(t.Context(), target, d.ring); err != nil || merr != nil || sealed != own || mixed == own {
				t.Errorf("sealed %v, mixed %v, %v, %v", sealed, mixed, err, merr)
			}
			d.end(t, k)
		})
	}
}

// TestAResealThatIsAskedForWhileCopiesAreMadeBeginsWithTheNextStart asks the running appliance.
func TestAResealThatIsAskedForWhileCopiesAreMadeBeginsWithTheNextStart(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	dir := t.TempDir()
	target := open(t, dir, config.S3{})
	k := d.keep(t, target)
	now(t, k)
	if _, _, err := k.RequestReseal(t.Context()); !errors.Is(err, ErrNoSheet) {
		t.Errorf("without a sheet: %v", err)
	}
	sheet := newSheet(t, d)
	if sealed, restart, err := k.RequestReseal(t.Context()); err != nil || sealed || !restart {
		t.Errorf("%v %v %v", sealed, restart, err)
	}
	content, large := d.add(t, []byte("meanwhile")), d.add(t, largeContent)
	now(t, k)
	if err := k.runUpkeep(t.Context(), k.copier); err != nil {
		t.Fatal(err)
	}
	ahead := files(t, filepath.Join(dir, "sealed", sheet.ID()), "/blobs/large/")
	sent, err := os.Stat(ahead[0])
	if err != nil || len(ahead) != 1 {
		t.Fatal(ahead, err)
	}
	if use := k.SheetInUse(); use.Sheet != "" || !use.Resealing {
		t.Errorf("while it waits: %+v", use)
	}
	d.end(t, k)
	d = openDrive(t, d.Storage)
	k = d.keep(t, target)
	if !tryReseal(t, k) {
		t.Fatal("it does not begin")
	}
	if use := k.SheetInUse(); use != (SheetUse{Sheet: sheet.ID()}) {
		t.Errorf("afterwards: %+v", use)
	}
	if sealed, _, err := k.RequestReseal(t.Context()); err != nil || !sealed {
		t.Error(sealed, err)
	}
	d.end(t, k)
	if same, err := os.Stat(ahead[0]); err != nil || !os.SameFile(sent, same) {
		t.Error("what was sent ahead was sent again", err)
	}
	whole(t, mustRestoreWith(t, target, sheet), content, large)
	checkOnlySealed(t, dir, sheet.ID())
}

// TestASheetCountsWhenItsGroupsWereTyped asks for groups, wrong ones and right ones.
func TestASheetCountsWhenItsGroupsWereTyped(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	s := NewSheets(d.ring)
	first := s.Begin()
	n := s.Begin()
	groups := n.Sheet.Groups()
	right := [2]string{groups[n.Groups[0]], strings.ToLower(groups[n.Groups[1]])}
	if _, _, err := s.Confirm(first.Ticket, right); !errors.Is(err, fault.InvalidID) {
		t.Errorf("a sheet that was forgotten: %v", err)
	}
	for i := sheetTries - 1; i > 0; i-- {
		if k, left, err := s.Confirm(n.Ticket, [2]string{right[0], "0000"}); k != nil || left != i || err != nil {
			t.Errorf("%v %d %v", k, left, err)
		}
	}
	if k, err := s.Current(); k != nil || err != nil {
		t.Fatal("it counts already", err)
	}
	k, _, err := s.Confirm(n.Ticket, right)
	if err != nil || k == nil || k.ID != n.Sheet.ID() {
		t.Fatal(k, err)
	}
	if _, _, err := s.Confirm(n.Ticket, right); !errors.Is(err, fault.InvalidID) {
		t.Errorf("twice: %v", err)
	}
	if is, err := s.Check(seal.NewSheet().Code()); is || err != nil {
		t.Error("another sheet passes", err)
	}
	if _, err := s.Check("0000"); !errors.As(err, new(*seal.SheetError)) {
		t.Error(err)
	}
	if is, err := s.Check(n.Sheet.Code()); !is || err != nil {
		t.Error("the sheet is not known", err)
	}
}

// TestTheSheetIsAskedForOnceAYear sets the sheet's last look back.
func TestTheSheetIsAskedForOnceAYear(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	s := NewSheets(d.ring)
	mails := 0
	remind := func(want int) {
		t.Helper()
		err := s.Remind(t.Context(), "there", func(_ context.Context, n Notice) error {
			mails++
			return nil
		})
		if err != nil || mails != want {
			t.Errorf("%d mails, %v; want %d", mails, err, want)
		}
	}
	remind(0)
	sheet := newSheet(t, d)
	remind(0)
	if err := d.ring.Check(sheet.ID(), time.Now().Add(-seal.CheckedFor-time.Hour)); err != nil {
		t.Fatal(err)
	}
	remind(1)
	remind(1)
	if err := d.ring.Remember(sheet.ID(), time.Now().Add(-sheetReminder-time.Hour)); err != nil {
		t.Fatal(err)
	}
	remind(2)
	if is, err := s.Check(sheet.Code()); !is || err != nil {
		t.Fatal(is, err)
	}
	remind(2)
}

// TestCopiesThatWereNotProvenAreNotSealed damages the sealed copies before they are proven: what was there before stays.
func TestCopiesThatWereNotProvenAreNotSealed(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	dir := t.TempDir()
	target := open(t, dir, config.S3{})
	k := d.keep(t, target)
	want := []blobstore.Digest{d.add(t, largeContent)}
	now(t, k)
	d.end(t, k)
	d = openDrive(t, d.Storage)
	newSheet(t, d)
	if _, err := RequestReseal(t.Context(), target, d.options(t, target)); err != nil {
		t.Fatal(err)
	}
	k = d.keep(t, target)
	now(t, k)
	large := filepath.Join(dir, "sealed", k.copier.grant.claim.Sheet, "blobs", "large")
	edit(t, files(t, large, "/")[0], func(b []byte) []byte { b[len(b)-20] ^= 1; return b })
	if err := k.copier.Prune(t.Context()); err != nil { // as each day
		t.Fatal(err)
	}
	if err := k.copier.finishReseal(t.Context()); err == nil || k.copier.grant.record.Reseal == "" {
		t.Errorf("damaged copies count as sealed: %v", err)
	}
	whole(t, mustRestore(t, clearOnly(t, target), time.Time{}), want...)
	if err := k.copier.finishReseal(t.Context()); err != nil || k.copier.grant.record.Reseal != "" {
		t.Errorf("after they were sent again: %v", err)
	}
	d.end(t, k)
}

// clearOnly is a target without its sealed epochs, as a restore without the sheet would have it before they were made.
func clearOnly(t *testing.T, target Target) Target {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "clear")
	if err := os.CopyFS(dir, os.DirFS(target.String())); err != nil {
		t.Fatal(err)
	}
	err := errors.Join(os.RemoveAll(filepath.Join(dir, "sealed")), os.Remove(filepath.Join(dir, filepath.FromSlash(epochKey(2)))))
	if err != nil {
		t.Fatal(err)
	}
	return open(t, dir, config.S3{})
}
