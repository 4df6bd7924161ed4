package blobstore

import (
	"errors"
	"fmt"
	"iter"

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
type badgerIndex struct{ db *badger.DB }

func newBadgerIndex() (*badgerIndex, error) {
	o := badger.DefaultOptions("").WithInMemory(true).WithLogger(nil).
		WithMemTableSize(8 << 20).WithNumMemtables(2).WithNumCompactors(2).
		WithCompression(options.None).WithBlockCacheSize(0).WithIndexCacheSize(0).
		WithDetectConflicts(false).WithMetricsEnabled(false)
	db, err := badger.Open(o)
	if err != nil {
		return nil, fmt.Errorf("index: %w", err)
	}
	return &badgerIndex{db}, nil
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
	return b.Flush()
}

func (x *badgerIndex) Delete(d Digest) error {
	return x.db.Update(func(txn *badger.Txn) error { return txn.Delete(indexKey(d)) })
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

func (x *badgerIndex) Close() error { return x.db.Close() }
