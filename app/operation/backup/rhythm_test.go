package backup

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/config"
)

// narrow is a target behind a line of so many bytes a second that all writes share.
type narrow struct {
	Target
	line chan int
}

func newNarrow(t *testing.T, target Target, second int) *narrow {
	n := &narrow{target, make(chan int)}
	ctx, end := context.WithCancel(t.Context())
	t.Cleanup(end)
	go func() {
		const steps = 50
		for tick := time.NewTicker(time.Second / steps); ; {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			for left := second / steps; left > 0; {
				select {
				case n.line <- 4096:
					left -= 4096
				case <-time.After(time.Second / steps):
					left = 0
				}
			}
		}
	}()
	return n
}

// Put implements Target.
func (n *narrow) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	return n.Target.Put(ctx, key, &pausingReader{ctx, r, func(ctx context.Context, p int) error {
		for p > 0 {
			select {
			case b := <-n.line:
				p -= b
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	}}, size)
}

// TestALargeContentHoldsNobodyUp sends one that takes long over a narrow line, while small ones come: the watermark moves on, and
// says what is still on its way.
func TestALargeContentHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plain := open(t, dir, config.S3{})
	d := newDrive(t)
	k := d.keep(t, newNarrow(t, plain, 2<<20))
	one := d.add(t, []byte("one"))
	now(t, k)
	content := make([]byte, 40<<20) // 20 seconds
	if _, err := rand.Read(content); err != nil {
		t.Fatal(err)
	}
	large := d.add(t, content)
	small := []blobstore.Digest{one}
	for i := range 3 {
		small = append(small, d.add(t, bytes.Repeat([]byte{byte(i)}, 5000)))
		changed(t, k)
		began := time.Now()
		k.runRound(t.Context())
		s := k.Status()
		if s.Kind != "" || s.Pending != 1 || s.Contents.Before(began.Add(-time.Second)) {
			t.Fatalf("round %d: %+v", i, s)
		}
	}
	to, r, err := restoreTo(t, plain, time.Time{})
	if err != nil || len(r.Damaged) > 0 || r.Pending != 1 {
		t.Fatalf("a restore meanwhile: %v, %+v", err, r)
	}
	back := openDrive(t, to)
	for _, s := range small {
		if _, lease, ok := back.blobs.AcquireLease(s); !ok {
			t.Errorf("%v did not come back", s)
		} else {
			lease.Release()
		}
	}
	back.close(t)
	moment := k.Status().Contents
	now(t, k)
	if s := k.Status(); s.Pending != 0 {
		t.Errorf("%+v", s)
	}
	d.end(t, k)
	all := append(small, large)
	whole(t, mustRestore(t, plain, time.Time{}), all...)
	whole(t, mustRestore(t, plain, moment.Add(5*time.Millisecond)), all...) // it has come since
}

// TestAContentThatFailedIsNotCalledCopied has the line break while a large content is sent in the background.
func TestAContentThatFailedIsNotCalledCopied(t *testing.T) {
	t.Parallel()
	plain := open(t, t.TempDir(), config.S3{})
	d := newDrive(t)
	broken := &breaking{Target: plain}
	k := d.keep(t, broken)
	one := d.add(t, []byte("one"))
	now(t, k)
	broken.cut.Store(true)
	large := d.add(t, bytes.Repeat([]byte("large"), 4<<20))
	changed(t, k)
	k.runRound(t.Context())
	settled(t, k.copier)
	for range 2 {
		k.runRound(t.Context())
		settled(t, k.copier)
		if s := k.Status(); s.Kind != ProblemFailed {
			t.Errorf("%+v", s)
		}
		if _, r, err := restoreTo(t, plain, time.Time{}); err != nil || r.Pending != 1 {
			t.Errorf("%v, %+v", err, r)
		}
	}
	broken.cut.Store(false)
	k.runRound(t.Context())
	settled(t, k.copier)
	k.runRound(t.Context())
	if s := k.Status(); s.Kind != "" || s.Pending != 0 {
		t.Errorf("%+v", s)
	}
	d.end(t, k)
	to, r, err := restoreTo(t, plain, time.Time{})
	if err != nil || len(r.Damaged)+r.Pending > 0 {
		t.Fatalf("%v, %+v", err, r)
	}
	back := openDrive(t, to)
	defer back.close(t)
	for _, want := range []blobstore.Digest{one, large} {
		if _, lease, ok := back.blobs.AcquireLease(want); !ok {
			t.Errorf("%v did not come back", want)
		} else {
			lease.Release()
		}
	}
}

// TestASingleCopyTakesNothingFromTheContinuousOne makes one copy elsewhere while a large content has just come.
func TestASingleCopyTakesNothingFromTheContinuousOne(t *testing.T) {
	t.Parallel()
	kept, once := open(t, t.TempDir(), config.S3{}), open(t, t.TempDir(), config.S3{})
	d := newDrive(t)
	k := d.keep(t, kept)
	now(t, k)
	large := d.add(t, bytes.Repeat([]byte("large"), 1<<20))
	if _, err := CopyOnce(t.Context(), once, d.db, d.blobs, t.TempDir(), d.options(t, once)); err != nil {
		t.Fatal(err)
	}
	now(t, k)
	d.end(t, k)
	objects, err := readObjects(t.Context(), kept, &k.copier.grant.claim, k.copier.mark.Manifest, k.copier.mark.Hash)
	if _, listed := objects[blobstore.LargeKey(large)]; err != nil || !listed || k.copier.mark.PendingCount > 0 {
		t.Errorf("the continuous copy does not have it: %v, %v", objects, err)
	}
	whole(t, mustRestore(t, kept, time.Time{}), large)
}

// changed waits until the follower has seen that the database changed.
func changed(t *testing.T, k *Runner) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		at, err := k.follower.Position()
		if err != nil {
			t.Fatal(err)
		}
		if at > k.copied {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the follower sees no change")
		}
	}
}

// breaking is a target that takes no large contents while its line is cut.
type breaking struct {
	Target
	cut atomic.Bool
}

// Put implements Target.
func (b *breaking) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if b.cut.Load() && size > promptSize {
		return errors.New("the line is cut")
	}
	return b.Target.Put(ctx, key, r, size)
}

// TestATargetOfAnEarlierProgramGoesOn restores and continues copies that a program before epochs made (3814e933): a database,
// two small contents in ranges of packs, and a large one.
func TestATargetOfAnEarlierProgramGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if out, err := exec.Command("tar", "xzf", "testdata/target-before-epochs.tar.gz", "-C", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	target := open(t, filepath.Join(dir, "copies"), config.S3{})
	d := openDrive(t, mustRestore(t, target, time.Time{}))
	refs, err := allReferences(t.Context(), d.db)
	if err != nil || len(refs) == 0 {
		t.Fatalf("%v, %v", refs, err)
	}
	keys, err := os.ReadFile(d.Secrets())
	if err != nil {
		t.Fatal(err)
	}
	k := d.keep(t, target)
	if r := now(t, k); r.Bytes > 2<<20 {
		t.Errorf("the large content was sent again: %+v", r)
	}
	one := d.add(t, []byte("one"))
	now(t, k)
	if err := k.copier.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.end(t, k)
	whole(t, mustRestore(t, target, time.Time{}), append(refs, one)...)
	to, r, err := restoreToEpoch(t, target, 0, time.Date(2026, 11, 27, 18, 54, 20, 0, time.UTC))
	if err != nil || len(r.Damaged)+r.Pending > 0 {
		t.Fatalf("the copies of the earlier program: %v, %+v", err, r)
	}
	whole(t, to, refs...)

	// Another appliance, with other keys, leaves them alone.
	other := newDrive(t)
	if bytes.Equal(keys, []byte("x")) {
		t.Fatal("no keys came back")
	}
	ok := other.keep(t, open(t, filepath.Join(dir, "copies"), config.S3{}))
	if _, err := ok.CopyNow(t.Context()); !errors.As(err, new(*OwnerError)) {
		t.Errorf("another appliance: %v", err)
	}
	other.end(t, ok)
}

func restoreToEpoch(t *testing.T, target Target, epoch int, at time.Time) (config.Storage, *RestoreResult, error) {
	t.Helper()
	to := config.Storage{Data: filepath.Join(t.TempDir(), "back")}
	r, err := Restore(t.Context(), target, to, RestoreOptions{At: at, Epoch: epoch, Log: slog.New(slog.DiscardHandler)})
	return to, r, err
}
