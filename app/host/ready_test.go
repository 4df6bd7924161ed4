package host

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anbar/app/operation/backup"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db/dbtest"
)

var quiet = slog.New(slog.DiscardHandler)

func openStore(t *testing.T, o blobstore.Options) *blobstore.Store {
	t.Helper()
	o.Log, o.Reserve = quiet, -1
	s, err := blobstore.Open(filepath.Join(t.TempDir(), "blobs"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newReadiness(t *testing.T, o blobstore.Options) *Readiness {
	t.Helper()
	return NewReadiness(dbtest.New(t), openStore(t, o), &Backup{}, quiet)
}

// TestAFloodOfQuestionsCostsOneCheckASecond: anybody may ask.
func TestAFloodOfQuestionsCostsOneCheckASecond(t *testing.T) {
	r := newReadiness(t, blobstore.Options{MinFree: -1})
	var checks atomic.Int64
	write := r.probe.write
	r.probe.write = func(ctx context.Context) error {
		checks.Add(1)
		return write(ctx)
	}
	began := time.Now()
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			for range 200 {
				if lacks := r.ListLacks(); len(lacks) > 0 {
					t.Errorf("it lacks %q", lacks)
				}
			}
		})
	}
	all.Wait()
	if n, most := checks.Load(), int64(time.Since(began)/readyAge)+1; n > most {
		t.Errorf("10,000 questions were %d checks, more than %d", n, most)
	}
}

func TestWhatAnApplianceLacks(t *testing.T) {
	for name, c := range map[string]struct {
		room  int64
		spoil func(*testing.T, *Readiness)
		want  []string
	}{
		"nothing": {-1, func(*testing.T, *Readiness) {}, nil},
		"a database that takes writes": {-1, func(_ *testing.T, r *Readiness) {
			r.probe.write = func(context.Context) error { return errors.New("database or disk is full") }
		}, []string{LacksDatabase}},
		"room": {1 << 60, func(*testing.T, *Readiness) {}, []string{LacksDisk}},
		"a store": {-1, func(t *testing.T, r *Readiness) {
			r.blobs = openStore(t, blobstore.Options{MinFree: -1, FS: unmounted{blobstore.OS()}})
		}, []string{LacksStore}},
		"copies": {1 << 60, func(t *testing.T, r *Readiness) {
			r.copy, r.began = backupTo(t), time.Now().Add(-backup.AlarmAfter-time.Second)
		}, []string{LacksDisk, LacksCopies}},
		"copies, for less long than is worth an alarm": {-1, func(t *testing.T, r *Readiness) {
			r.copy, r.began = backupTo(t), time.Now().Add(-backup.AlarmAfter/2)
		}, nil},
	} {
		r := newReadiness(t, blobstore.Options{MinFree: c.room})
		c.spoil(t, r)
		if got := r.ListLacks(); !slices.Equal(got, c.want) {
			t.Errorf("without %s: it lacks %q", name, got)
		}
	}
}

// unmounted is a file system that does not say how much room it has, but for the start of a store.
type unmounted struct{ blobstore.FS }

func (unmounted) Space(string) (free, total int64, err error) {
	return 0, 0, errors.New("no such device")
}

func backupTo(t *testing.T) *Backup {
	t.Helper()
	target, err := backup.OpenTarget(t.Context(), t.TempDir(), config.Storage{}, config.Remote{})
	if err != nil {
		t.Fatal(err)
	}
	runner, err := backup.NewRunner(target, nil, backup.Options{Database: filepath.Join(t.TempDir(), "anbar.db"), Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	return &Backup{Runner: runner}
}

// TestAWriterThatHangsCollectsNobody: whoever asks gets an answer, and the writer is asked once.
func TestAWriterThatHangsCollectsNobody(t *testing.T) {
	var asked atomic.Int64
	free := make(chan struct{})
	p := &writerProbe{write: func(context.Context) error {
		asked.Add(1)
		<-free
		return nil
	}}
	for range 5 {
		if err := p.run(time.Millisecond); !errors.Is(err, errWriterHangs) {
			t.Errorf("a writer that hangs answered %v", err)
		}
	}
	close(free)
	if err := p.run(time.Minute); err != nil || asked.Load() > 2 {
		t.Errorf("%v, asked %d times", err, asked.Load())
	}
}

// TestProbesAreRareWrites: each one goes to the backup target.
func TestProbesAreRareWrites(t *testing.T) {
	d := dbtest.New(t)
	p := newWriteProbe(d)
	before := d.WriterStats().Commits
	for range 10 {
		if err := p.run(time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	if n := d.WriterStats().Commits - before; n != 1 {
		t.Errorf("10 probes wrote %d times", n)
	}
}

// TestTheWatchdogBarksAtAWriterThatHangsAndAtNothingElse plays the service manager.
func TestTheWatchdogBarksAtAWriterThatHangsAndAtNothingElse(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	t.Setenv("WATCHDOG_USEC", "200000")
	var hangs atomic.Bool
	free := make(chan struct{})
	w := NewWatchdog(dbtest.New(t), quiet)
	w.probe.write = func(context.Context) error {
		if hangs.Load() {
			<-free
		}
		return errors.New("database or disk is full")
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.Run(ctx)
	}()
	isAlive := func() bool {
		if err := manager.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		b := make([]byte, 100)
		n, err := manager.Read(b)
		return err == nil && strings.Contains(string(b[:n]), "WATCHDOG=1")
	}
	for range 3 {
		if !isAlive() {
			t.Error("a full disk led to a restart")
		}
	}
	hangs.Store(true)
	isAlive() // one may be on its way
	isAlive()
	if isAlive() {
		t.Error("a writer that hangs is taken for alive")
	}
	close(free)
	stop()
	<-ended
	t.Setenv("WATCHDOG_PID", "1")
	NewWatchdog(nil, quiet).Run(t.Context()) // that of another process: it returns at once
}
