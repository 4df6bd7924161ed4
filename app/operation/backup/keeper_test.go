package backup

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"anbar/config"
)

// hooked is a target whose writes and reads a test can hold up or refuse.
type hooked struct {
	Target
	put atomic.Pointer[func(key string) error]
	get atomic.Pointer[func(key string) error]
}

// Put implements Target.
func (h *hooked) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if hook := h.put.Load(); hook != nil {
		if err := (*hook)(key); err != nil {
			return err
		}
	}
	return h.Target.Put(ctx, key, r, size)
}

// Get implements Target.
func (h *hooked) Get(ctx context.Context, key string) (io.ReadCloser, error) {
	if hook := h.get.Load(); hook != nil {
		if err := (*hook)(key); err != nil {
			return nil, err
		}
	}
	return h.Target.Get(ctx, key)
}

// TestTheKeeperEndsWithItsServer stops it while nothing is to be done: systemd would kill it, and the last changes with it.
func TestTheKeeperEndsWithItsServer(t *testing.T) {
	t.Parallel()
	d := newDrive(t)
	k := d.keep(t, open(t, t.TempDir(), config.S3{}))
	now(t, k)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		k.Run(ctx)
	}()
	time.Sleep(50 * time.Millisecond)
	cancel()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("it goes on")
	}
	if err := k.Finish(t.Context()); err != nil {
		t.Error(err)
	}
	d.end(t, k)
}

// hookedDrive is a drive whose target, plain beneath it, is taken, and has a first copy.
func hookedDrive(t *testing.T) (d *drive, k *Runner, target *hooked, plain Target) {
	t.Helper()
	plain = open(t, t.TempDir(), config.S3{})
	target = &hooked{Target: plain}
	d = newDrive(t)
	k = d.keep(t, target)
	now(t, k)
	return d, k, target, plain
}

// TestARoundThatFailsKeepsWhatTheSenderSent has the target refuse packs right after a large content went.
func TestARoundThatFailsKeepsWhatTheSenderSent(t *testing.T) {
	t.Parallel()
	d, k, target, plain := hookedDrive(t)
	large := d.add(t, bytes.Repeat([]byte("large"), 4<<20))
	changed(t, k)
	k.runRound(t.Context())
	settled(t, k.copier)
	refuse := func(key string) error {
		if strings.Contains(key, "/packs/") {
			return errors.New("the disk is full")
		}
		return nil
	}
	target.put.Store(&refuse)
	small := d.add(t, []byte("small"))
	changed(t, k)
	if k.runRound(t.Context()); k.Status().Kind != ProblemFailed {
		t.Errorf("%+v", k.Status())
	}
	target.put.Store(nil)
	k.runRound(t.Context())
	if s := k.Status(); s.Kind != "" || s.Pending != 0 {
		t.Errorf("%+v", s)
	}
	d.end(t, k)
	whole(t, mustRestore(t, plain, time.Time{}), large, small)
}

// TestWhatComesDuringACopyIsCopiedAfterIt adds a content while a round is held up, which has looked at the packs already.
func TestWhatComesDuringACopyIsCopiedAfterIt(t *testing.T) {
	t.Parallel()
	d, k, target, plain := hookedDrive(t)
	one := d.add(t, []byte("one"))
	changed(t, k)
	held, goOn := make(chan struct{}), make(chan struct{})
	var once atomic.Bool
	hold := func(key string) error {
		if strings.Contains(key, "/packs/") && once.CompareAndSwap(false, true) {
			close(held)
			<-goOn
		}
		return nil
	}
	target.put.Store(&hold)
	done := make(chan struct{})
	go func() {
		defer close(done)
		k.runRound(t.Context())
	}()
	<-held
	two := d.add(t, []byte("two"))
	at, err := k.follower.Position()
	for begin := time.Now(); err == nil && time.Since(begin) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		var later uint64
		if later, err = k.follower.Position(); later > at {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	close(goOn)
	<-done
	k.runRound(t.Context())
	k.status.Contents = time.Now().Add(-renewInterval - time.Second)
	k.runRound(t.Context())
	d.end(t, k)
	whole(t, mustRestore(t, plain, time.Time{}), one, two)
}

// TestALookThatFailsForgetsNoContent has the target be silent for a moment between the copying and the watermark.
func TestALookThatFailsForgetsNoContent(t *testing.T) {
	t.Parallel()
	d, k, target, plain := hookedDrive(t)
	large := d.add(t, bytes.Repeat([]byte("large"), 1<<20))
	changed(t, k)
	looks := 0
	silent := func(key string) error {
		if key == identityKey {
			if looks++; looks == 2 {
				return errors.New("timeout")
			}
		}
		return nil
	}
	target.get.Store(&silent)
	if k.runRound(t.Context()); k.Status().Kind != ProblemFailed {
		t.Errorf("%+v", k.Status())
	}
	target.get.Store(nil)
	k.runRound(t.Context())
	if err := k.copier.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.end(t, k)
	whole(t, mustRestore(t, plain, time.Time{}), large)
}

// TestADamagedListIsWrittenAgainWhileNothingChanges leaves the repair to the hourly upkeep.
func TestADamagedListIsWrittenAgainWhileNothingChanges(t *testing.T) {
	t.Parallel()
	target := open(t, t.TempDir(), config.S3{})
	d := newDrive(t)
	k := d.keep(t, target)
	one := d.add(t, []byte("one"))
	now(t, k)
	k.runRound(t.Context())
	key := k.copier.grant.claim.folder() + manifestsAt + k.copier.last.Name + ".json"
	flip(t, target, key)
	if err := k.runUpkeep(t.Context(), k.copier); err != nil && !errors.Is(err, errDamaged) {
		t.Fatal(err)
	}
	k.runRound(t.Context())
	d.end(t, k)
	whole(t, mustRestore(t, target, time.Time{}), one)
}

// TestADiskThatIsMountedElsewhereIsTheSame goes on under another path, in the same run of the machine, and back again.
func TestADiskThatIsMountedElsewhereIsTheSame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := newDrive(t)
	for _, step := range [][2]string{{"a", "b"}, {"b", "a"}, {"a", "c"}} {
		k := d.keep(t, open(t, filepath.Join(dir, step[0]), config.S3{}))
		d.add(t, []byte(randomHex(8)))
		now(t, k)
		if err := k.Close(); err != nil {
			t.Fatal(err)
		}
		rename(t, filepath.Join(dir, step[0]), filepath.Join(dir, step[1]))
	}
	d.close(t)
}

// TestRoundsGoOnWhileACopyWaits asks for a copy of everything while a large content is on a slow line, and adds another content.
func TestRoundsGoOnWhileACopyWaits(t *testing.T) {
	t.Parallel()
	d, k, target, plain := hookedDrive(t)
	slow, begun := make(chan struct{}), make(chan struct{}, 1)
	hold := func(key string) error {
		if strings.Contains(key, "large/") {
			select {
			case begun <- struct{}{}:
			default:
			}
			<-slow
		}
		return nil
	}
	target.put.Store(&hold)
	large := d.add(t, bytes.Repeat([]byte("large"), 4<<20))
	changed(t, k)
	type answer struct {
		Report
		error
	}
	asked := make(chan answer, 1)
	go func() {
		r, err := k.CopyNow(t.Context())
		asked <- answer{r, err}
	}()
	select {
	case <-begun:
	case <-time.After(20 * time.Second):
		t.Fatal("the large content is not sent")
	}
	before := time.Now()
	small := d.add(t, []byte("small"))
	changed(t, k)
	rounds := make(chan struct{})
	go func() { k.runRound(t.Context()); close(rounds) }()
	select {
	case <-rounds:
	case <-time.After(20 * time.Second):
		t.Error("a round waits for the copy")
	}
	if s := k.Status(); s.Kind != "" || s.Pending != 1 || !s.Contents.After(before) {
		t.Errorf("%+v", s)
	}
	select {
	case a := <-asked:
		t.Errorf("the copy is done without the large content: %+v", a)
	default:
	}
	close(slow)
	if a := <-asked; a.error != nil || a.Pending != 0 {
		t.Errorf("%+v", a)
	}
	if _, err := k.CopyNow(t.Context()); err != nil {
		t.Error(err)
	}
	d.end(t, k)
	whole(t, mustRestore(t, plain, time.Time{}), large, small)
}

// TestWhatIsOnItsWayIsNotMissing looks through a target while a large content is on a slow line.
func TestWhatIsOnItsWayIsNotMissing(t *testing.T) {
	t.Parallel()
	d, k, target, _ := hookedDrive(t)
	slow, begun := make(chan struct{}), make(chan struct{}, 1)
	hold := func(key string) error {
		if strings.Contains(key, "large/") {
			select {
			case begun <- struct{}{}:
			default:
			}
			<-slow
		}
		return nil
	}
	target.put.Store(&hold)
	d.add(t, bytes.Repeat([]byte("large"), 4<<20))
	changed(t, k)
	k.runRound(t.Context())
	select {
	case <-begun:
	case <-time.After(20 * time.Second):
		t.Fatal("the large content is not sent")
	}
	c := k.copier
	if err := c.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	type answer struct {
		wrong []string
		err   error
	}
	looked := make(chan answer, 1)
	go func() {
		_, wrong, err := c.Verify(t.Context())
		damaged, failed := c.ReadAllBack(t.Context(), time.Now())
		looked <- answer{append(wrong, damaged...), errors.Join(err, failed)}
	}()
	select {
	case a := <-looked:
		if a.err != nil || len(a.wrong) > 0 {
			t.Errorf("missing: %v, %v", a.wrong, a.err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the look waits for the large content: it is sent a second time")
	}
	close(slow)
	now(t, k)
	d.end(t, k)
}
