package blobstore

import (
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
)

// Index maps the digests of small blobs to their places. It holds nothing that
// is not in the packs, and is rebuilt from them at each start.
type Index interface {
	Get(d Digest) (loc Loc, ok bool, err error)
	Put(entries []Entry) error
	Delete(d Digest) error
	// All yields the entries in order of their digests, as they are now.
	All() iter.Seq2[Entry, error]
	Close() error
}

// badgerIndex is badger in memory: on disk, badger maps its files, and a full
// disk or a bad sector would end the process with SIGBUS.
type badgerIndex struct {
	db  *badger.DB
	log *slog.Logger

	mu      sync.Mutex
	written int // entries, since the tables were last counted
	merging bool
	err     error // of the last merge; it lost nothing, and is tried again
	running sync.WaitGroup
}

const (
	indexTableSize = 8 << 20
	countEach      = 20_000 // entries; a third of a table
	minMerged      = 4      // tables of the first level that are merged with the others
	indexGrowth    = 8      // a merge waits until what it adds is this part of what is there
)

// newBadgerIndex makes an index without badger's own compactors: each of them looks twenty times a second whether
// there is something to merge, also in an appliance where nobody does anything.
func newBadgerIndex(log *slog.Logger) (*badgerIndex, error) {
	o := badger.DefaultOptions("").WithInMemory(true).WithLogger(nil).
		WithMemTableSize(indexTableSize).WithNumMemtables(2).
		WithNumCompactors(0).WithNumLevelZeroTablesStall(1 << 20).
		WithCompression(options.None).WithBlockCacheSize(0).WithIndexCacheSize(0).
		WithDetectConflicts(false).WithMetricsEnabled(false)
	db, err := badger.Open(o)
	if err != nil {
		return nil, fmt.Errorf("index: %w", err)
	}
	return &badgerIndex{db: db, log: log}, nil
}

// noteWritten starts a merge of the tables when enough of them are new.
func (x *badgerIndex) noteWritten(entries int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.written += entries; x.written < countEach || x.merging {
		return
	}
	x.written = 0
	fresh, all := 0, int64(0)
	for _, l := range x.db.Levels() {
		all += l.Size
		if l.Level == 0 {
			fresh = l.NumTables
		}
	}
	if fresh < minMerged || int64(fresh) < all/indexTableSize/indexGrowth {
		return
	}
	x.merging = true
	x.running.Go(func() {
		err := x.db.Flatten(1)
		if err != nil {
			x.log.Error("the index of the store could not be merged; it is tried again", "error", err)
		}
		x.mu.Lock()
		defer x.mu.Unlock()
		x.merging, x.err = false, err
	})
}

const locSize = 24

func (l Loc) encode() []byte {
	b := make([]byte, locSize)
	for i, v := range [...]uint32{l.Pack, l.Offset, l.Stored, l.Plain, l.Flags, l.CRC} {
		le.PutUint32(b[4*i:], v)
	}
	return b
}

func decodeLoc(b []byte) (l Loc, err error) {
	if len(b) != locSize {
		return l, fmt.Errorf("index: value of %d bytes", len(b))
	}
	for i, v := range [...]*uint32{&l.Pack, &l.Offset, &l.Stored, &l.Plain, &l.Flags, &l.CRC} {
		*v = le.Uint32(b[4*i:])
	}
	return l, nil
}

// indexPrefix leaves room for other kinds of keys.
const indexPrefix = "b/"

func indexKey(d Digest) []byte { return append([]byte(indexPrefix), d[:]...) }

func (x *badgerIndex) Get(d Digest) (loc Loc, ok bool, err error) {
	txn := x.db.NewTransaction(false)
	defer txn.Discard()
	item, err := txn.Get(indexKey(d))
	if errors.Is(err, badger.ErrKeyNotFound) {
		return loc, false, nil
	}
	if err == nil {
		err = item.Value(func(v []byte) error {
			loc, err = decodeLoc(v)
			return err
		})
	}
	return loc, err == nil, err
}

func (x *badgerIndex) Put(entries []Entry) error {
	b := x.db.NewWriteBatch()
	defer b.Cancel()
	for _, e := range entries {
		if err := b.Set(indexKey(e.Digest), e.Loc.encode()); err != nil {
			return fmt.Errorf("index: %w", err)
		}
	}
	err := b.Flush()
	x.noteWritten(len(entries))
	return err
}

func (x *badgerIndex) Delete(d Digest) error {
	err := x.db.Update(func(txn *badger.Txn) error { return txn.Delete(indexKey(d)) })
	x.noteWritten(1)
	return err
}

func (x *badgerIndex) All() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		txn := x.db.NewTransaction(false)
		defer txn.Discard()
		o := badger.DefaultIteratorOptions
		o.Prefix = []byte(indexPrefix)
		it := txn.NewIterator(o)
		defer it.Close()
		for it.Rewind(); it.Valid(); it.Next() {
			item := it.Item()
			e := Entry{Digest: Digest(item.Key()[len(indexPrefix):])}
			err := item.Value(func(v []byte) (err error) {
				e.Loc, err = decodeLoc(v)
				return err
			})
			if !yield(e, err) {
				return
			}
		}
	}
}

func (x *badgerIndex) Close() error {
	x.running.Wait()
	return errors.Join(x.err, x.db.Close())
}
