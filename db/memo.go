package db

import (
	"sync"

	"anbar/lru"
)

const maxMemos = 4096

// memos caches values computed from rows, each valid for one revision of these
// rows. Revisions are never used twice, so a value that was computed in a
// transaction that was rolled back is never returned.
type memos struct {
	mu  sync.Mutex
	all *lru.Cache[any, memo] // nil before the first put
}

type memo struct {
	revision int64
	value    any
}

// Memoize returns the value of read, from memory when it was computed before for
// that key and revision. The revision is an ID that changes with the rows that
// read looks at. The value is shared between callers, so it must not be modified.
func Memoize[T any](v *View, key any, revision int64, read func() (T, error)) (T, error) {
	if m, ok := v.changes.memos.get(key, revision); ok {
		return m.(T), nil
	}
	value, err := read()
	if err == nil {
		v.changes.memos.put(key, revision, value)
	}
	return value, err
}

func (m *memos) get(key any, revision int64) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		return nil, false
	}
	kept, ok := m.all.Get(key)
	return kept.value, ok && kept.revision == revision
}

func (m *memos) put(key any, revision int64, value any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		m.all = lru.New[any, memo](maxMemos)
	}
	m.all.Put(key, memo{revision, value})
}
