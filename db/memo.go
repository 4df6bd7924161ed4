package db

import (
	lists "container/list"
	"sync"
)

const maxMemos = 4096

// memos keeps what was concluded from rows, for as long as the rows' stamp is
// the same. Stamps are never used twice, so what a transaction concluded that
// was rolled back is asked for by nobody.
type memos struct {
	mu    sync.Mutex
	all   map[any]*lists.Element
	order *lists.List
}

type memo struct {
	key   any
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
	e := m.all[key]
	if e == nil || e.Value.(*memo).stamp != stamp {
		return nil, false
	}
	m.order.MoveToFront(e)
	return e.Value.(*memo).value, true
}

func (m *memos) put(key any, stamp int64, value any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		m.all, m.order = map[any]*lists.Element{}, lists.New()
	}
	if e := m.all[key]; e != nil {
		m.order.Remove(e)
	}
	m.all[key] = m.order.PushFront(&memo{key, stamp, value})
	if m.order.Len() > maxMemos {
		oldest := m.order.Remove(m.order.Back()).(*memo)
		delete(m.all, oldest.key)
	}
}
