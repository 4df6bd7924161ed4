package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	formatFile    = "FORMAT"
	lockFile      = "LOCK"
	reserveFile   = "RESERVE"
	packsDir      = "packs"
	largeDir      = "large"
	stageDir      = "stage"
	stateDir      = "state"
	quarantineDir = "quarantine"
)

// Options change how a store behaves. The zero value is right for production.
type Options struct {
	Log *slog.Logger     // default: slog.Default()
	Now func() time.Time // default: time.Now
	FS  FS               // default: OS()

	// Remote has the objects that are not on the disk yet. Without it their contents cannot be read.
	Remote Remote

	// Reserve is the size of the file that is given up when the disk runs full,
	// so that deleting still works. Default 256 MiB; negative: none.
	Reserve int64
	// MinFree is the free space in bytes that writes must leave; a write that would
	// leave less is ErrFull. Default: the larger of 1 GiB and 2 % of the disk;
	// negative: none.
	MinFree int64
	// PackSize is the size at which a pack is sealed. Default 256 MiB.
	PackSize int64
	// Boot names this run of the machine. Parts of uploads that were written in
	// another run are hashed again. Default: the boot id of the kernel.
	Boot string
	// Held says that the caller has the lock of the store from Lock, and keeps it.
	Held bool
}

func (o *Options) setDefaults() error {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.FS == nil {
		o.FS = OS()
	}
	if o.Reserve == 0 {
		o.Reserve = 256 << 20
	}
	if o.PackSize == 0 {
		o.PackSize = 256 << 20
	}
	if o.Boot == "" {
		id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
		if err != nil {
			return fmt.Errorf("blobstore: boot id: %w", err)
		}
		o.Boot = strings.TrimSpace(string(id))
	}
	return nil
}

// Store is an open store. Its methods may be called from many goroutines.
type Store struct {
	dir    string
	o      Options
	fs     FS
	away   *awayFS // part of fs; nil when everything is on the disk
	log    *slog.Logger
	boot   [16]byte
	format format
	lock   io.Closer

	index      Index
	packs      packSet
	stripes    [256]stripe
	queue      *queue
	space      space
	outlines   outlineCache
	suspects   suspects
	reads      readNotes
	prefixes   prefixDirs
	sessions   sessions
	streams    streamLimiter
	watchers   watchers
	lost       lostBlobs
	scrubState scrubState
	backupMu   sync.RWMutex // held for reading by backups: meanwhile no file goes away
	maintainMu sync.Mutex   // one maintainPacks at a time
	gcMu       sync.Mutex   // one of Mark, Sweep, Scrub and Check at a time

	closeOnce sync.Once
	cancel    context.CancelFunc
	workers   sync.WaitGroup
}

// Lock takes the lock of the store in dir without opening it: until it is closed no other process can use the
// data. It fails with ErrLocked when one does.
func Lock(dir string) (io.Closer, error) {
	lock, err := OS().Lock(filepath.Join(dir, lockFile))
	if err != nil {
		return nil, fmt.Errorf("blobstore: %w", err)
	}
	return lock, nil
}

// Open opens the store in dir, or makes one if dir is empty. It fails with ErrLocked
// when another process has it open, and with ErrFormat when FORMAT is missing or has
// features that this program does not know.
func Open(dir string, o Options) (*Store, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	s := &Store{dir: dir, o: o, fs: o.FS, log: o.Log, queue: newQueue()}
	d := Sum([]byte(o.Boot))
	copy(s.boot[:], d[:])
	if err := s.fs.Mkdir(dir); err != nil {
		return nil, fmt.Errorf("blobstore: %w", err)
	}
	if o.Held {
		s.lock = io.NopCloser(nil)
	} else {
		var err error
		if s.lock, err = s.fs.Lock(s.path(lockFile)); err != nil {
			return nil, fmt.Errorf("blobstore: %w", err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	if err := s.start(ctx); err != nil {
		cancel()
		if s.index != nil {
			err = errors.Join(err, s.index.Close())
		}
		return nil, errors.Join(fmt.Errorf("blobstore: open %s: %w", dir, err), s.lock.Close())
	}
	return s, nil
}

func (s *Store) start(ctx context.Context) (err error) {
	if s.away, err = openAway(ctx, s.fs, s.dir, s.o.Remote, s.log); err != nil {
		return err
	}
	if s.away != nil {
		s.away.space = s
		s.fs = s.away
	}
	if s.format, err = loadOrCreateFormat(s.fs, s.dir, s.o.Now()); err != nil {
		return err
	}
	if s.index, err = newBadgerIndex(s.log); err != nil {
		return err
	}
	s.maintainSpace() // first: on a full disk, recovery needs the room of the reserve
	for _, step := range []func() error{s.recoverPacks, s.loadPrefixes, s.unindexQuarantined, s.countLiveBytes, s.recoverSessions} {
		if err := step(); err != nil {
			return err
		}
	}
	s.loadScrubRound()
	s.loadLost()
	for range committerCount {
		c := &committer{s: s}
		s.workers.Go(c.run)
	}
	s.workers.Go(func() { s.runMaintenance(ctx) })
	return nil
}

// Close waits for the commits under way and seals the active packs. Readers that are
// open can still be used. A second call does nothing.
func (s *Store) Close() (err error) {
	s.closeOnce.Do(func() {
		s.cancel()
		s.queue.close()
		s.workers.Wait()
		s.sessions.closeAll()
		err = errors.Join(s.index.Close(), s.lock.Close())
	})
	return err
}

// runMaintenance checks the reserve and the abandoned packs every 10 seconds, and has old
// active packs sealed.
func (s *Store) runMaintenance(ctx context.Context) {
	t := time.NewTicker(10 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			s.maintainSpace()
			s.maintainPacks(false)
			s.queue.tick()
		}
	}
}

func (s *Store) path(elem ...string) string {
	return filepath.Join(append([]string{s.dir}, elem...)...)
}

func packName(id uint32) string { return fmt.Sprintf("%08d.pk", id) }

func (s *Store) packPath(id uint32) string { return s.path(packsDir, packName(id)) }

func largeName(d Digest) string {
	hex := d.String()
	return filepath.Join(largeDir, hex[:3], hex)
}

func (s *Store) largePath(d Digest) string { return s.path(largeName(d)) }

// loadOrCreateFormat reads FORMAT. In an empty directory it makes the layout, FORMAT last.
func loadOrCreateFormat(fsys FS, dir string, now time.Time) (format, error) {
	f, err := readFormat(fsys, dir)
	if !errors.Is(err, os.ErrNotExist) {
		return f, err
	}
	if names, err := fsys.List(filepath.Join(dir, packsDir)); err == nil && len(names) > 0 {
		return f, fmt.Errorf("%w: the file FORMAT is missing; put it back from a backup", ErrFormat)
	}
	if err := createLayout(fsys, dir); err != nil {
		return f, err
	}
	f = newFormat()
	if err := saveScrubRound(fsys, dir, scrubRound{Previous: now}); err != nil {
		return f, err
	}
	return f, writeFormat(fsys, dir, f)
}

func createLayout(fsys FS, dir string) error {
	for _, name := range []string{packsDir, largeDir, stageDir, stateDir, quarantineDir} {
		if err := fsys.Mkdir(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return errors.Join(fsys.SyncDir(dir), fsys.SyncDir(filepath.Dir(dir)))
}
