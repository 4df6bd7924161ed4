package blobstore

import (
	"context"
	"errors"
	"hash/crc32"
	"io"
	"sync/atomic"
)

// streamUnit is how much is read, hashed and written at a time.
const streamUnit = 4 * groupSize

// spreadUnit is how much the disk is told to write at a time.
const spreadUnit = 8 << 20

// stream hashes the bytes of a reader, group by group, and writes them to a file
// on the way.
type stream struct {
	ctx     context.Context
	r       io.Reader
	file    File // nil: only hash
	off     int64
	limit   int64             // a longer stream is ErrPartRange
	reserve func(int64) error // asked before each unit, if not nil
	// spread has the disk write on the way, so that the sync at the end finds little to do.
	spread      bool
	syncStarted int64 // bytes that the disk was told to write
	// keep has a stream that ends too early leave how far it came in cut.
	keep bool
	cut  *partPrefix

	n      int64
	crc    uint32 // IEEE
	groups []cv
}

func (x *stream) consume() error {
	buf := buffers.get(streamUnit)
	defer buffers.put(buf)
	for {
		if err := x.ctx.Err(); err != nil {
			return err
		}
		// One byte more than is wanted shows that the stream is too long.
		n, err := io.ReadFull(x.r, (*buf)[:min(streamUnit, x.limit-x.n+1)])
		if x.n+int64(n) > x.limit {
			return ErrPartRange
		}
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if x.keep && err != nil && x.n+int64(n) < x.limit {
			if last {
				err = ErrPartRange
			}
			return errors.Join(err, x.writePrefix((*buf)[:n]))
		}
		if err != nil && !last {
			return err
		}
		if err := x.write((*buf)[:n]); err != nil || last {
			return err
		}
	}
}

func (x *stream) write(p []byte) error {
	if len(p) == 0 {
		return nil
	}
	if x.reserve != nil {
		if err := x.reserve(int64(len(p))); err != nil {
			return err
		}
	}
	at := x.off + x.n
	x.groups = appendGroupCVs(x.groups, p, at/groupSize)
	x.crc = crc32.Update(x.crc, crc32.IEEETable, p)
	x.n += int64(len(p))
	if x.file == nil {
		return nil
	}
	if _, err := x.file.WriteAt(p, at); err != nil {
		return wrapFull(err)
	}
	if x.spread && x.n-x.syncStarted >= spreadUnit {
		_ = x.file.StartSync(x.off+x.syncStarted, x.n-x.syncStarted) // a hint: the sync at the end is what counts
		x.syncStarted = x.n
	}
	return nil
}

// streamLimiter counts the streams under way.
type streamLimiter struct{ n atomic.Int64 }

func (c *streamLimiter) tryAcquire() bool {
	if c.n.Add(1) > maxStreams {
		c.n.Add(-1)
		return false
	}
	return true
}

func (c *streamLimiter) release() { c.n.Add(-1) }
