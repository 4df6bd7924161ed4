package db

import (
	"sync"

	"anbar/lru"
)

const maxMemos = 4096

// memos keeps what was concluded from rows, for as long as the rows' stamp is
// the same. Stamps are never used twice, so what a transaction concluded that
// was rolled back is asked for by nobody.
type memos struct {
	mu  sync.Mutex
	all *lru.Cache[any, memo] // nil before the first
}

type memo struct {
	stamp int64
	value any
}

// Memo returns what read concluded from the rows of that stamp, from memory when
// it was asked for before. What it returns is shared: nobody may change it.
func Memo[T any](v *View, key any, stamp int64, read func() (T, error)) (T, error) {
	if m, ok := v.changes.memos.get(key, stamp); ok {
		return m.(T), nil
	}
	value, err := read()
	if err == nil {
		v.changes.memos.put(key, stamp, value)
	}
	return value, err
}

func (m *memos) get(key any, stamp int64) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		return nil, false
	}
	kept, ok := m.all.Get(key)
	return kept.value, ok && kept.stamp == stamp
}

func (m *memos) put(key any, stamp int64, value any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		m.all = lru.New[any, memo](maxMemos)
	}
	m.all.Put(key, memo{stamp, value})
}
