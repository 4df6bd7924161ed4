// Package lru keeps the values that were used latest, as many as fit.
package lru

import "container/list"

// Cache is a map that forgets the values that were not used for longest. It is not safe
// for use by many goroutines: its holder has the lock.
type Cache[K comparable, V any] struct {
	limit int
	cost  func(K, V) int // nil when each value costs 1
	used  int
	all   map[K]*list.Element
	order *list.List // the value used latest first
}

type entry[K comparable, V any] struct {
	key   K
	value V
	cost  int
}

// New makes a cache of so many values.
func New[K comparable, V any](limit int) *Cache[K, V] { return NewWithCost[K, V](limit, nil) }

// NewWithCost makes a cache of values that cost no more than limit together. A value that
// costs more alone is not kept.
func NewWithCost[K comparable, V any](limit int, cost func(K, V) int) *Cache[K, V] {
	return &Cache[K, V]{limit: limit, cost: cost, all: map[K]*list.Element{}, order: list.New()}
}

// Get returns the value of key, if it is kept, as used now.
func (c *Cache[K, V]) Get(key K) (V, bool) {
	e := c.all[key]
	if e == nil {
		var none V
		return none, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry[K, V]).value, true
}

// Put keeps a value in place of the one before, as used now.
func (c *Cache[K, V]) Put(key K, value V) {
	c.Delete(key)
	e := &entry[K, V]{key: key, value: value, cost: 1}
	if c.cost != nil {
		e.cost = c.cost(key, value)
	}
	c.all[key] = c.order.PushFront(e)
	c.used += e.cost
	for c.used > c.limit {
		c.remove(c.order.Back())
	}
}

// Delete forgets key.
func (c *Cache[K, V]) Delete(key K) {
	if e := c.all[key]; e != nil {
		c.remove(e)
	}
}

func (c *Cache[K, V]) remove(e *list.Element) {
	gone := c.order.Remove(e).(*entry[K, V])
	delete(c.all, gone.key)
	c.used -= gone.cost
}

// Len is how many values are kept.
func (c *Cache[K, V]) Len() int { return len(c.all) }
