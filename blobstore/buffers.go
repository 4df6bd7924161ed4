package blobstore

import "sync"

// buffers is a pool of buffers of groupSize, streamUnit and windowSize bytes.
var buffers bufferPool

type bufferPool struct{ group, unit, window sync.Pool }

func (b *bufferPool) pool(n int) (*sync.Pool, int) {
	switch {
	case n <= groupSize:
		return &b.group, groupSize
	case n <= streamUnit:
		return &b.unit, streamUnit
	}
	return &b.window, windowSize
}

func (b *bufferPool) get(n int) *[]byte {
	pool, size := b.pool(n)
	p, _ := pool.Get().(*[]byte)
	if p == nil {
		fresh := make([]byte, size)
		p = &fresh
	}
	*p = (*p)[:n]
	return p
}

func (b *bufferPool) put(p *[]byte) {
	*p = (*p)[:cap(*p)]
	pool, _ := b.pool(cap(*p))
	pool.Put(p)
}
