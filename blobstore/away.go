package blobstore

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Remote reads objects of a store where a backup has them. Keys are those of Objects.
type Remote interface {
	// OpenRange opens n bytes of an object from off on. ErrCorrupt says that no undamaged copy is left; all other errors may pass. It may
	// be called from many goroutines.
	OpenRange(ctx context.Context, key string, off, n int64) (io.ReadCloser, error)
	// NoteDamage says that bytes of an object were not what they should be: another copy of it is to be read next.
	NoteDamage(key string)
}

// AwayObject is an object that a store has, but not yet on its disk: a sealed pack, or a large blob. Its bytes are read from the
// Remote, and proven like those of the disk.
type AwayObject struct {
	Key    string `json:"key"`
	Size   int64  `json:"size"`
	Footer int64  `json:"footer,omitempty"` // length of the footer of a pack, which is on the disk
	Gone   bool   `json:"gone,omitempty"`   // the object is not needed any more
}

// The directory away has the list of the objects, the footers of packs, and bytes that were read lately:
//
//	away/list              an AwayObject as a line of JSON for each; a later line of the same key replaces an earlier one
//	away/<pack>.footer     the footer of a pack
//	away/<name>.cache      a sparse file; which bytes it has is known in memory only
//	away/<name>.landing    an object that is being brought to the disk
const (
	awayDir       = "away"
	awayList      = "list"
	footerSuffix  = ".footer"
	cacheSuffix   = ".cache"
	landingSuffix = ".landing"
)

// awayFS shows the objects that are away among the files of a store. It is safe for concurrent use.
type awayFS struct {
	FS
	dir    string
	remote Remote
	log    *slog.Logger
	ctx    context.Context // ends with the store
	slots  chan struct{}   // one for each request to the remote
	space  diskSpace       // nil for a disk that is never full
	reads  atomic.Int32    // reads that wait for the remote
	ended  atomic.Int64    // when the last one of them ended, Unix nanoseconds

	cacheMax atomic.Int64 // bytes of all caches at most
	served   atomic.Int64 // bytes that readers got
	fetched  atomic.Int64 // bytes that came from the remote for readers

	mu     sync.RWMutex
	byName map[string]*awayContent // by path
	byDir  map[string]map[string]bool
	cached int64          // bytes of all caches
	order  []*awayContent // that have caches, the one used last at the end
}

const (
	awayRequests = 16
	awayCacheMax = 1 << 30
)

var errReadOnly = errors.New("an object that is not on the disk cannot be written")

// openAway returns the file system of a store with its objects that are away; nil when there are none and none can be, without a remote.
func openAway(ctx context.Context, fsys FS, dir string, remote Remote, log *slog.Logger) (*awayFS, error) {
	all, length, err := loadAway(fsys, dir)
	if err != nil || len(all) == 0 && remote == nil {
		return nil, err
	}
	a := &awayFS{
		FS: fsys, dir: dir, remote: remote, log: log, ctx: ctx, slots: make(chan struct{}, awayRequests),
		byName: map[string]*awayContent{}, byDir: map[string]map[string]bool{},
	}
	a.cacheMax.Store(awayCacheMax)
	isHere := false
	for _, o := range all {
		name, ok := awayName(o.Key)
		if !ok || o.Size <= 0 || o.Size >= maxBlobSize || o.Footer < 0 || o.Footer > o.Size {
			return nil, fmt.Errorf("%w: %s lists %q", ErrCorrupt, filepath.Join(awayDir, awayList), o.Key)
		}
		_, err := fsys.Stat(filepath.Join(dir, name))
		if err == nil {
			isHere = true // it came before the process ended, or did not leave
			continue
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		a.insert(filepath.Join(dir, name), o)
	}
	if err := a.removeLeftovers(); err != nil || length == 0 {
		return a, err
	}
	if isHere {
		return a, a.settle()
	}
	return a, a.cutList(length)
}

func (a *awayFS) listPath() string { return filepath.Join(a.dir, awayDir, awayList) }

// cutList removes what stands behind the last whole line of the list: the process ended while it wrote.
func (a *awayFS) cutList(length int64) error {
	f, err := a.FS.OpenFile(a.listPath(), os.O_RDWR)
	if err != nil {
		return err
	}
	size, err := f.Size()
	if err == nil && size > length {
		err = f.Truncate(length)
	}
	return errors.Join(err, f.Close())
}

// awayName is the file of an object; ok is false for objects that are never away.
func awayName(key string) (name string, ok bool) {
	if id, isPack := ParsePackKey(key); isPack {
		return filepath.Join(packsDir, packName(id)), true
	}
	d, err := ParseDigest(filepath.Base(key))
	return largeName(d), err == nil && key == LargeKey(d)
}

// loadAway returns the list, and the length of its whole lines.
func loadAway(fsys FS, dir string) (all map[string]AwayObject, length int64, err error) {
	text, err := readFile(fsys, filepath.Join(dir, awayDir, awayList))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	all = map[string]AwayObject{}
	for line := range strings.Lines(string(text)) {
		if !strings.HasSuffix(line, "\n") {
			break // the process ended while it noted that an object is gone
		}
		var o AwayObject
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			return nil, 0, fmt.Errorf("%w: %s: %w", ErrCorrupt, filepath.Join(awayDir, awayList), err)
		}
		length += int64(len(line))
		if all[o.Key] = o; o.Gone {
			delete(all, o.Key)
		}
	}
	return all, length, nil
}

// writeAway replaces the list.
func writeAway(fsys FS, dir string, all []AwayObject) error {
	if err := fsys.Mkdir(filepath.Join(dir, awayDir)); err != nil {
		return err
	}
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	for _, o := range all {
		if err := lines.Encode(o); err != nil {
			return err
		}
	}
	return errors.Join(replaceFile(fsys, filepath.Join(dir, awayDir, awayList), text.Bytes()), fsys.SyncDir(dir))
}

// removeLeftovers removes what nobody knows any more: caches, and objects that did not come whole.
func (a *awayFS) removeLeftovers() error {
	names, err := a.FS.List(filepath.Join(a.dir, awayDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, name := range names {
		pack, isFooter := strings.CutSuffix(name, footerSuffix)
		if strings.HasSuffix(name, cacheSuffix) || strings.HasSuffix(name, landingSuffix) ||
			isFooter && a.byName[filepath.Join(a.dir, packsDir, pack)] == nil {
			err = errors.Join(err, a.FS.Remove(filepath.Join(a.dir, awayDir, name)))
		}
	}
	return err
}

func (a *awayFS) insert(path string, o AwayObject) {
	base := filepath.Base(path)
	one := &awayContent{
		AwayObject: o, fs: a, path: path, side: filepath.Join(a.dir, awayDir, base), busy: map[int64]*awayFetch{},
		pinned: map[int64]int{},
	}
	one.arrived.L = &one.mu
	dir := filepath.Dir(path)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.byDir[dir] == nil {
		a.byDir[dir] = map[string]bool{}
	}
	a.byName[path], a.byDir[dir][base] = one, true
}

// find returns the object at a path; nil when none is away there. a may be nil, as it is in a store of which nothing is away.
func (a *awayFS) find(path string) *awayContent {
	if a == nil {
		return nil
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.byName[path]
}

// isEmpty reports whether nothing is away. a may be nil.
func (a *awayFS) isEmpty() bool {
	if a == nil {
		return true
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	return len(a.byName) == 0
}

// listByUrgency returns all objects, those first that were damaged or asked for.
func (a *awayFS) listByUrgency() []AwayObject {
	if a == nil {
		return nil
	}
	a.mu.RLock()
	found := slices.Collect(maps.Values(a.byName))
	a.mu.RUnlock()
	slices.SortFunc(found, compareWanted)
	all := make([]AwayObject, len(found))
	for i, o := range found {
		all[i] = o.AwayObject
	}
	return all
}

// drop forgets an object. Readers that have it open go on.
func (a *awayFS) drop(o *awayContent) error {
	a.mu.Lock()
	delete(a.byName, o.path)
	delete(a.byDir[filepath.Dir(o.path)], filepath.Base(o.path))
	a.mu.Unlock()
	return errors.Join(a.dropCache(o), removeIfExists(a.FS, o.side+footerSuffix))
}

// NoteRead implements FS.
func (a *awayFS) NoteRead(name string, at time.Time) error {
	if o := a.find(name); o != nil {
		o.noteDay()
		return nil
	}
	return a.FS.NoteRead(name, at)
}

// OpenFile implements FS.
func (a *awayFS) OpenFile(name string, flag int) (File, error) {
	f, err := a.FS.OpenFile(name, flag)
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	if o := a.find(name); o != nil {
		return o.open(), nil
	}
	// It may have come in between.
	return a.FS.OpenFile(name, flag)
}

// Stat implements FS.
func (a *awayFS) Stat(name string) (FileInfo, error) {
	if o := a.find(name); o != nil {
		return FileInfo{Size: o.Size}, nil
	}
	return a.FS.Stat(name)
}

// List implements FS.
func (a *awayFS) List(dir string) ([]string, error) {
	a.mu.RLock()
	away := slices.Collect(maps.Keys(a.byDir[dir]))
	a.mu.RUnlock()
	names, err := a.FS.List(dir) // after: what comes in between is in both
	if len(away) == 0 || err != nil {
		return names, err
	}
	names = append(names, away...)
	slices.Sort(names)
	return slices.Compact(names), nil
}

// Remove implements FS.
func (a *awayFS) Remove(name string) error {
	o := a.find(name)
	if o == nil {
		return a.FS.Remove(name)
	}
	return errors.Join(a.noteGone(o), a.drop(o), removeIfExists(a.FS, name))
}

// Rename implements FS.
func (a *awayFS) Rename(from, to string) error {
	if a.find(from) != nil {
		return &fs.PathError{Op: "rename", Path: from, Err: errReadOnly}
	}
	err := a.FS.Rename(from, to)
	if o := a.find(to); o != nil && err == nil {
		return errors.Join(a.noteGone(o), a.drop(o)) // when it is removed later, it must not count as away
	}
	return err
}

// noteGone writes into the list that an object is not needed any more. When that is lost, the object is removed again.
func (a *awayFS) noteGone(o *awayContent) error {
	line, err := json.Marshal(AwayObject{Key: o.Key, Gone: true})
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.appendLines(append(line, '\n'), false)
}
