package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/app/drive/imports/bucket/buckettest"
	"anbar/app/operation/backup/sftp/sftptest"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db/replica"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// place is a target that tests harm from behind. Each call of open is another process's view of it.
type place struct {
	name string
	open func(t *testing.T) Target
}

// places are the kinds of targets, each empty.
func places(t *testing.T) []func(t *testing.T) place {
	t.Helper()
	return []func(t *testing.T) place{
		func(t *testing.T) place {
			dir := t.TempDir()
			return place{"directory", func(t *testing.T) Target { return open(t, dir, config.S3{}) }}
		},
		func(t *testing.T) place {
			s := newService(t)
			return place{"gofakes3", func(t *testing.T) Target { return open(t, "s3://copies/of/anbar", s.S3) }}
		},
		func(t *testing.T) place {
			s := sftptest.Start(t)
			return place{"sftp", func(t *testing.T) Target { return openServer(t, s, "of/anbar") }}
		},
		func(t *testing.T) place {
			c := config.S3{S3Endpoint: buckettest.StartGateway(t), S3Region: "us-east-1", S3Key: "key", S3Secret: "secret"}
			b, err := replicaSettings(c).Client()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: aws.String("copies")}); err != nil {
				t.Fatal(err)
			}
			return place{"versitygw", func(t *testing.T) Target { return open(t, "s3://copies/of/anbar", c) }}
		},
	}
}

// everywhere runs a story on each kind of target.
func everywhere(t *testing.T, story func(t *testing.T, p place)) {
	for i, make := range places(t) {
		t.Run([]string{"directory", "gofakes3", "sftp", "versitygw"}[i], func(t *testing.T) { story(t, make(t)) })
	}
}

// contents is everything that a target holds.
func contents(t *testing.T, target Target) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, line := range listed(t, target, "") {
		key, _, _ := strings.Cut(line, " ")
		b, err := read(t.Context(), target, key)
		if errors.Is(err, fs.ErrNotExist) {
			continue // a writer in the background replaced it
		}
		if err != nil {
			t.Fatal(err)
		}
		all[key] = string(b)
	}
	return all
}

// refused is a copy that may not be made, and that changes nothing at the target. Whoever may write there, nil for nobody,
// goes on in the background.
func refused(t *testing.T, p place, k *Runner, want Problem, writer *Runner) {
	t.Helper()
	before := contents(t, p.open(t))
	isWriters := func(key string) bool {
		return writer != nil && strings.HasPrefix(key, writer.copier.grant.claim.folder())
	}
	_, err := k.CopyNow(t.Context())
	if got := k.Status().Kind; err == nil || got != want {
		t.Errorf("the copy: %v, the status says %q, want %q", err, got, want)
	}
	k.runRound(t.Context())
	after := contents(t, p.open(t))
	for key := range after {
		if before[key] != after[key] && !isWriters(key) {
			t.Errorf("%s was written", key)
		}
	}
	for key := range before {
		if _, ok := after[key]; !ok && !isWriters(key) {
			t.Errorf("%s was removed", key)
		}
	}
}

// copyDrive copies a data directory that is closed, as a machine is cloned.
func copyDrive(t *testing.T, from config.Storage) config.Storage {
	t.Helper()
	to := config.Storage{Data: filepath.Join(t.TempDir(), "clone")}
	if out, err := exec.Command("cp", "-a", from.Data, to.Data).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return to
}

// TestAnEmptyApplianceReplacesNoCopy starts an appliance anew with the settings of the one before, as after a reinstallation.
func TestAnEmptyApplianceReplacesNoCopy(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		d := newDrive(t)
		one := d.add(t, []byte("one"))
		k := d.keep(t, p.open(t))
		now(t, k)
		d.end(t, k)

		fresh := newDrive(t)
		k = fresh.keep(t, p.open(t))
		refused(t, p, k, ProblemForeign, nil)
		if _, err := CopyOnce(t.Context(), p.open(t), fresh.db, fresh.blobs, t.TempDir(), fresh.options(t, p.open(t))); err == nil {
			t.Error("a single copy was made there")
		}
		whole(t, mustRestore(t, p.open(t), time.Time{}), one)

		// Whoever means it takes the target over, and what was there can still be restored.
		before := time.Now()
		time.Sleep(10 * time.Millisecond)
		if _, err := Adopt(t.Context(), p.open(t), fresh.options(t, p.open(t))); err != nil {
			t.Fatal(err)
		}
		two := fresh.add(t, []byte("two"))
		now(t, k)
		fresh.end(t, k)
		whole(t, mustRestore(t, p.open(t), time.Time{}), two)
		whole(t, mustRestore(t, p.open(t), before), one)
	})
}

// TestACloneDoesNotMixItsCopies has two machines with the same data copy to one target.
func TestACloneDoesNotMixItsCopies(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		d := newDrive(t)
		one := d.add(t, []byte("one"))
		k := d.keep(t, p.open(t))
		now(t, k)
		d.end(t, k)
		cloned := copyDrive(t, d.Storage)

		d = openDrive(t, d.Storage)
		k = d.keep(t, p.open(t))
		two := d.add(t, []byte("two"))
		now(t, k)
		settled(t, k.copier)
		c := openDrive(t, cloned)
		ck := c.keep(t, p.open(t))
		c.add(t, []byte("three"))
		refused(t, p, ck, ProblemForeign, k)
		c.end(t, ck)
		now(t, k)
		d.end(t, k)
		whole(t, mustRestore(t, p.open(t), time.Time{}), one, two)
	})
}

// TestACloneThatIsFirstStopsTheOther has the clone begin while the machine that it was made of does nothing.
func TestACloneThatIsFirstStopsTheOther(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		d := newDrive(t)
		one := d.add(t, []byte("one"))
		k := d.keep(t, p.open(t))
		now(t, k)
		d.end(t, k)
		cloned := copyDrive(t, d.Storage)
		d = openDrive(t, d.Storage)
		k = d.keep(t, p.open(t))
		if _, err := k.ensureCopier(t.Context()); err != nil {
			t.Fatal(err)
		}

		c := openDrive(t, cloned)
		ck := c.keep(t, p.open(t))
		three := c.add(t, []byte("three"))
		now(t, ck)
		settled(t, ck.copier)
		moment := time.Now()
		d.add(t, []byte("two"))
		refused(t, p, k, ProblemTaken, ck)
		d.end(t, k)
		now(t, ck)
		c.end(t, ck)
		whole(t, mustRestore(t, p.open(t), time.Time{}), one, three)
		whole(t, mustRestore(t, p.open(t), moment), one, three)
	})
}

// TestTheOldMachineComesBack restores on a new machine, which goes on with the copies; then the old one is switched on.
func TestTheOldMachineComesBack(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		old := newDrive(t)
		one := old.add(t, []byte("one"))
		large := old.add(t, bytes.Repeat([]byte("large"), 1<<20))
		k := old.keep(t, p.open(t))
		now(t, k)
		moment := time.Now()
		old.end(t, k)

		target := p.open(t)
		back := openDrive(t, mustRestore(t, target, time.Time{}))
		bk := back.keep(t, target)
		two := back.add(t, []byte("two"))
		if r := now(t, bk); r.Bytes > 1<<20 {
			t.Errorf("the large content was sent again: %+v", r)
		}

		old = openDrive(t, old.Storage)
		k = old.keep(t, p.open(t))
		old.add(t, []byte("from the past"))
		refused(t, p, k, ProblemForeign, bk)
		old.end(t, k)

		now(t, bk)
		back.end(t, bk)
		whole(t, mustRestore(t, p.open(t), time.Time{}), one, two, large)
		whole(t, mustRestore(t, p.open(t), moment), one, large)
	})
}

// TestARestoredDriveLeavesALivingOneItsCopies restores for a trial while the appliance goes on.
func TestARestoredDriveLeavesALivingOneItsCopies(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		d := newDrive(t)
		one := d.add(t, []byte("one"))
		k := d.keep(t, p.open(t))
		now(t, k)
		target := p.open(t)
		trial := mustRestore(t, target, time.Time{})
		two := d.add(t, []byte("two"))
		now(t, k)
		b := openDrive(t, trial)
		bk := b.keep(t, target)
		refused(t, p, bk, ProblemForeign, k)
		b.end(t, bk)
		now(t, k)
		d.end(t, k)
		whole(t, mustRestore(t, p.open(t), time.Time{}), one, two)
	})
}

// TestADiskThatIsUnmountedIsNotFilled takes the disk of a target away under a running appliance.
func TestADiskThatIsUnmountedIsNotFilled(t *testing.T) {
	t.Parallel()
	t.Run("here", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "mnt")
		unmount(t, dir, func() Target { return open(t, dir, config.S3{}) })
	})
	t.Run("on a server", func(t *testing.T) {
		s := sftptest.Start(t)
		unmount(t, filepath.Join(s.Dir, "mnt"), func() Target { return openServer(t, s, "mnt") })
	})
}

func unmount(t *testing.T, dir string, open func() Target) {
	t.Helper()
	target := open()
	d := newDrive(t)
	one := d.add(t, []byte("one"))
	k := d.keep(t, target)
	now(t, k)
	if k.runRound(t.Context()); k.Status().Kind != "" {
		t.Fatalf("%+v", k.Status())
	}
	away := dir + ".unmounted"
	empty := func() {
		t.Helper()
		if err := errors.Join(os.Rename(dir, away), os.Mkdir(dir, 0o700)); err != nil {
			t.Fatal(err)
		}
	}
	empty()
	k.status.Proven = time.Now().Add(-checkInterval - time.Second) // as after twenty seconds without a change
	if k.runRound(t.Context()); k.Status().Kind != ProblemGone {
		t.Errorf("nothing changes, and the status says %+v", k.Status())
	}
	two := d.add(t, []byte("two"))
	if _, err := k.CopyNow(t.Context()); !errors.As(err, new(*GoneError)) {
		t.Errorf("a copy: %v", err)
	}
	time.Sleep(2 * time.Second) // Litestream copies by itself
	if err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			t.Errorf("%s was written into the empty mount point", name)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}

	// Looking after the target says nothing else of it, and does so again soon.
	if again := k.maintainOnce(t.Context()); again > time.Minute || k.Status().Kind != ProblemGone {
		t.Errorf("in %v, %+v", again, k.Status())
	}

	// Another disk is no better, whatever it holds.
	other := newDrive(t)
	ok := other.keep(t, open())
	now(t, ok)
	other.end(t, ok)
	if _, err := k.CopyNow(t.Context()); !errors.As(err, new(*GoneError)) {
		t.Errorf("another disk is mounted: %v", err)
	}
	// A restart does not take it for a new target.
	again := d.keep(t, open())
	if _, err := again.CopyNow(t.Context()); !errors.As(err, new(*GoneError)) {
		t.Errorf("after a restart: %v", err)
	}

	if err := errors.Join(os.RemoveAll(dir), os.Rename(away, dir)); err != nil {
		t.Fatal(err)
	}
	now(t, k)
	if again := k.maintainOnce(t.Context()); again < time.Minute || k.Status().Kind != "" {
		t.Errorf("the disk is back: in %v, %+v", again, k.Status())
	}
	d.end(t, k)
	whole(t, mustRestore(t, open(), time.Time{}), one, two)
}

// TestADiskThatGoesAwayInTheMiddleOfAWriteIsNotFilled takes the disk away while a content is on its way.
func TestADiskThatGoesAwayInTheMiddleOfAWriteIsNotFilled(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mnt")
	d := newDrive(t)
	one := d.add(t, []byte("one"))
	target := open(t, dir, config.S3{})
	k := d.keep(t, target)
	now(t, k)
	away := dir + ".unmounted"
	swap := func() { // once
		if err := os.Rename(dir, away); err == nil {
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Error(err)
			}
		}
	}
	untouched := func(what string) {
		t.Helper()
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: %v, %v", what, left, err)
		}
		if err := errors.Join(os.RemoveAll(dir), os.Rename(away, dir)); err != nil {
			t.Fatal(err)
		}
	}
	slow := io.MultiReader(strings.NewReader("con"), after(swap), strings.NewReader("tent"))
	if err := target.Put(t.Context(), "other/x/y", slow, 7); err != nil {
		t.Error(err)
	}
	untouched("a content")
	if b, err := os.ReadFile(filepath.Join(dir, "other/x/y")); string(b) != "content" {
		t.Errorf("the content is %q, %v", b, err)
	}
	d.end(t, k)
	whole(t, mustRestore(t, open(t, dir, config.S3{}), time.Time{}), one)
}

// after gives nothing, once it has done something.
type after func()

func (fn after) Read([]byte) (int, error) {
	fn()
	return 0, io.EOF
}

// mountSmall mounts a file system of a size in memory, where the tests may do so.
func mountSmall(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "anbar-test", dir).CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted here: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("unmount: %s", out)
		}
	})
	return dir
}

// TestATargetThatIsFullOrReadOnlyIsSaid also when it happens in between, and all is well once there is room again.
func TestATargetThatIsFullOrReadOnlyIsSaid(t *testing.T) {
	t.Parallel()
	dir := mountSmall(t, "size=8m")
	remount := func(options string) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) { // a file may be open for writing
			out, err := exec.Command("mount", "-o", "remount,"+options, dir).CombinedOutput()
			if err == nil {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%v: %s", err, out)
			}
		}
	}
	target := open(t, dir, config.S3{})
	d := newDrive(t)
	one := d.add(t, []byte("one"))
	k := d.keep(t, target)
	now(t, k)

	remount("ro")
	two := d.add(t, []byte("two"))
	if _, err := k.CopyNow(t.Context()); err == nil || k.Status().Kind != ProblemFailed ||
		!strings.Contains(k.Status().Problem, "read-only") {
		t.Errorf("read-only: %v, %+v", err, k.Status())
	}
	remount("rw")
	now(t, k)

	large := d.add(t, bytes.Repeat([]byte("large"), 3<<20))
	if _, err := k.CopyNow(t.Context()); err == nil || k.Status().Kind != ProblemFailed ||
		!strings.Contains(k.Status().Problem, "no space") {
		t.Errorf("full: %v, %+v", err, k.Status())
	}
	whole(t, mustRestore(t, open(t, dir, config.S3{}), k.Status().Contents), one, two)
	remount("size=64m")
	now(t, k)
	d.end(t, k)
	whole(t, mustRestore(t, open(t, dir, config.S3{}), time.Time{}), one, two, large)
}

// TestAServiceThatTakesNothingIsSaid is the same in a bucket.
func TestAServiceThatTakesNothingIsSaid(t *testing.T) {
	t.Parallel()
	s := newService(t)
	target := open(t, "s3://copies", s.S3)
	d := newDrive(t)
	k := d.keep(t, target)
	now(t, k)
	s.readOnly.Store(true)
	d.add(t, []byte("two"))
	short, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if _, err := k.CopyNow(short); err == nil || k.Status().Kind != ProblemFailed && short.Err() == nil {
		t.Errorf("%v, %+v", err, k.Status())
	}
	s.readOnly.Store(false)
	now(t, k)
	d.end(t, k)
}

// fixture is a drive with copies that consist of a sealed pack, of ranges of one that grows, and of a large content.
type fixture struct {
	*drive
	k    *Runner
	all  []blobstore.Digest
	part map[string]string // kind of part → its key at the target
}

func newFixture(t *testing.T, p place) *fixture {
	t.Helper()
	f := &fixture{drive: newDrive(t), part: map[string]string{}}
	f.all = append(f.all, f.add(t, bytes.Repeat([]byte("in a sealed pack "), 500)))
	f.close(t)
	f.drive = openDrive(t, f.Storage)
	f.k = f.keep(t, p.open(t))
	for i := range 3 {
		f.all = append(f.all, f.add(t, bytes.Repeat([]byte(fmt.Sprint("in a range ", i)), 500)))
		now(t, f.k)
	}
	f.all = append(f.all, f.add(t, bytes.Repeat([]byte("large"), 1<<20)))
	now(t, f.k)
	settled(t, f.k.copier)
	claim := &f.k.copier.grant.claim
	for k, e := range f.k.copier.listed {
		_, ranged := blobstore.ParsePackRange(k)
		_, sealed := blobstore.ParsePackKey(k)
		switch {
		case ranged:
			f.part["range"] = e.key(claim, k)
		case sealed:
			f.part["pack"] = e.key(claim, k)
		case isLarge(k):
			f.part["large"] = e.key(claim, k)
		}
	}
	for _, kind := range []string{"range", "pack", "large"} {
		if f.part[kind] == "" {
			t.Fatalf("the copies have no %s: %v", kind, f.k.copier.listed)
		}
	}
	f.part["manifest"] = claim.folder() + manifestsAt + f.k.copier.last.Name + ".json"
	return f
}

// flip changes one bit in the middle of an object.
func flip(t *testing.T, target Target, key string) {
	t.Helper()
	b, err := read(t.Context(), target, key)
	if err != nil {
		t.Fatal(err)
	}
	// Several: one bit may say the same in another way, as an offset of LZ4 within a row of zeros does.
	for i := len(b) / 2; i < min(len(b)/2+16, len(b)); i++ {
		b[i] ^= 0xa5
	}
	if err := target.Put(t.Context(), key, bytes.NewReader(b), int64(len(b))); err != nil {
		t.Fatal(err)
	}
}

// TestWhatIsDeletedAtTheTargetIsSentAgain deletes parts from behind. A restore names them, and the next backup sends them.
func TestWhatIsDeletedAtTheTargetIsSentAgain(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		f := newFixture(t, p)
		for _, kind := range []string{"pack", "range", "large", "manifest"} {
			if err := p.open(t).Delete(t.Context(), f.part[kind]); err != nil {
				t.Fatal(err)
			}
			if _, r, err := restoreTo(t, p.open(t), time.Time{}); err == nil && len(r.Damaged) == 0 {
				t.Errorf("%s: the restore says nothing", kind)
			}
			if r := now(t, f.k); r.Healed == 0 {
				t.Errorf("%s: the backup says nothing: %+v", kind, r)
			}
			whole(t, mustRestore(t, p.open(t), time.Time{}), f.all...)
			f.part["manifest"] = f.k.copier.grant.claim.folder() + manifestsAt + f.k.copier.last.Name + ".json"
		}
		f.end(t, f.k)
	})
}

// TestAFlippedBitAtTheTargetIsFound flips bits in parts. A restore names the part, reading back finds it and sends it again.
func TestAFlippedBitAtTheTargetIsFound(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		f := newFixture(t, p)
		for _, kind := range []string{"pack", "range", "large"} {
			flip(t, p.open(t), f.part[kind])
			_, r, err := restoreTo(t, p.open(t), time.Time{})
			if err != nil || len(r.Damaged) != 1 || !strings.HasSuffix(f.part[kind], r.Damaged[0]) {
				t.Errorf("%s: %v, the restore names %v", kind, err, r)
			}
			damaged, err := f.k.copier.ReadAllBack(t.Context(), time.Now())
			if err != nil || len(damaged) != 1 || damaged[0] != f.part[kind] {
				t.Errorf("%s: %v, reading back names %v", kind, err, damaged)
			}
			whole(t, mustRestore(t, p.open(t), time.Time{}), f.all...)
		}
		f.end(t, f.k)
	})
}

// TestADamagedPackComesBackFromItsOtherForm has a pack at the target as a whole and in ranges.
func TestADamagedPackComesBackFromItsOtherForm(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		f := newFixture(t, p)
		f.end(t, f.k)
		f.drive = openDrive(t, f.Storage) // seals the pack
		f.k = f.keep(t, p.open(t))
		for range 2 {
			now(t, f.k)
			settled(t, f.k.copier)
		}
		now(t, f.k)
		f.end(t, f.k)
		for k, e := range f.k.copier.listed {
			if id, ok := blobstore.ParsePackKey(k); ok && len(f.k.copier.ranges[id]) > 0 {
				flip(t, p.open(t), e.key(&f.k.copier.grant.claim, k))
			}
		}
		whole(t, mustRestore(t, p.open(t), time.Time{}), f.all...)
	})
}

// TestAListOfContentsThatWasReplacedIsFound puts an older list, and a changed one, in the place of the newest.
func TestAListOfContentsThatWasReplacedIsFound(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		f := newFixture(t, p)
		lists := listed(t, p.open(t), f.k.copier.grant.claim.folder()+manifestsAt)
		oldest, _, _ := strings.Cut(lists[0], " ")
		b, err := read(t.Context(), p.open(t), oldest)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.open(t).Put(t.Context(), f.part["manifest"], bytes.NewReader(b), int64(len(b))); err != nil {
			t.Fatal(err)
		}
		if _, r, err := restoreTo(t, p.open(t), time.Time{}); !errors.Is(err, errDamaged) {
			t.Errorf("the restore: %v, %+v", err, r)
		}
		if r := now(t, f.k); r.Healed == 0 {
			t.Errorf("the backup says nothing: %+v", r)
		}
		whole(t, mustRestore(t, p.open(t), time.Time{}), f.all...)
		f.end(t, f.k)
	})
}

// TestABrokenDatabaseAtTheTargetIsFound deletes and damages pieces of the database.
func TestABrokenDatabaseAtTheTargetIsFound(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		for _, harm := range []string{"delete", "flip"} {
			f := newFixture(t, p)
			target := p.open(t)
			c := f.k.copier
			at := c.grant.claim.folder() + databaseAt
			prove := func() error {
				return replica.Verify(t.Context(), target.Replica(at), f.k.copied, true, slog.New(slog.DiscardHandler))
			}
			if err := prove(); err != nil {
				t.Fatal(err)
			}
			harmed := map[string]bool{}
			for { // on a busy machine another piece to begin with may come meanwhile, and is harmed, too
				known := len(harmed)
				for _, piece := range listed(t, target, at+"/") {
					key, _, _ := strings.Cut(piece, " ")
					if harmed[key] || !strings.HasPrefix(path.Base(key), "0000000000000001-") {
						continue
					}
					harmed[key] = true
					if harm == "flip" {
						flip(t, target, key)
					} else if err := target.Delete(t.Context(), key); err != nil {
						t.Fatal(err)
					}
				}
				err := prove()
				_, r, rerr := restoreTo(t, target, time.Time{})
				if errors.Is(err, replica.ErrBroken) && rerr != nil {
					break
				}
				if len(harmed) == known {
					t.Errorf("%s: all pieces are harmed, the proof says %v, the restore %+v, %v", harm, err, r, rerr)
					break
				}
			}
			if err := f.k.verifyTarget(t.Context(), c, true); err != nil {
				t.Errorf("%s: %v", harm, err)
			}
			f.k.runRound(t.Context())
			whole(t, mustRestore(t, target, time.Time{}), f.all...)
			f.end(t, f.k)
			for key := range contents(t, target) { // the next harm begins with nothing
				if err := target.Delete(t.Context(), key); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// TestUpkeepThatFailsIsTriedLessOften has the target refuse to give objects, which costs more to find than that it is gone.
func TestUpkeepThatFailsIsTriedLessOften(t *testing.T) {
	t.Parallel()
	d, k, target, _ := hookedDrive(t)
	d.add(t, []byte("one"))
	now(t, k)
	refuse := func(key string) error {
		if strings.Contains(key, "/packs/") {
			return errors.New("the disk is broken")
		}
		return nil
	}
	target.get.Store(&refuse)
	for i, want := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute} {
		if again := k.maintainOnce(t.Context()); again != want || k.Status().Kind != ProblemFailed {
			t.Errorf("failure %d: again in %v, %+v", i, again, k.Status())
		}
	}
	target.get.Store(nil)
	if again := k.maintainOnce(t.Context()); again != upkeepInterval || k.Status().Kind != "" {
		t.Errorf("again in %v, %+v", again, k.Status())
	}
	d.end(t, k)
}
