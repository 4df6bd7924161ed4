package blobstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// awayContent reads an object that is away in blocks, and keeps those in a sparse file.
type awayContent struct {
	AwayObject
	fs   *awayFS
	path string // of the file that the object will be
	side string // of what belongs to it in the directory away, without a suffix

	wanted  atomic.Int64 // when it was read last, Unix nanoseconds; 0 for never
	days    atomic.Int32 // on how many days somebody read it
	damaged atomic.Bool  // what was read of it was not what it should be
	cached  atomic.Int64 // bytes of the cache

	mu      sync.Mutex
	arrived sync.Cond            // broadcast with each block
	blocks  []bool               // that the cache has
	busy    map[int64]*awayFetch // blocks that are being read
	pinned  map[int64]int        // by how many readers blocks are needed now
	cache   File                 // nil while nobody reads
	round   int                  // grows when the cache is discarded: what was asked for before does not count
	users   int
	ended   int64 // where the last read ended
}

const (
	awayBlock = groupSize
	// A large blob is read in stretches; a read that goes on from the one before asks for more.
	awayStretch = 1 << 20
	awayAhead   = 4 << 20
	// A short object is read at once.
	awayWhole = 4 << 20

	awayTimeout = 30 * time.Second // without a byte
)

func blockOf(off int64) int64 { return off / awayBlock }

// compareWanted puts those that were damaged first, then those that were asked for, the latest first.
func compareWanted(a, b *awayContent) int {
	if is, other := a.damaged.Load(), b.damaged.Load(); is != other {
		if is {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.wanted.Load(), a.wanted.Load()), strings.Compare(a.Key, b.Key))
}

func (o *awayContent) isPack() bool { return o.Footer > 0 }

// open returns a file that can be read.
func (o *awayContent) open() *awayFile {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.users++
	return &awayFile{o: o}
}

func (o *awayContent) release() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.users--; o.users > 0 || o.cache == nil {
		return nil
	}
	f := o.cache
	o.cache = nil
	return f.Close()
}

// noteDay is called once on each day on which somebody reads the object.
func (o *awayContent) noteDay() { o.days.Add(1) }

// discard drops what was read of a damaged object, so that it is asked for again.
func (o *awayContent) discard() {
	o.damaged.Store(true)
	if o.fs.remote != nil {
		o.fs.remote.NoteDamage(o.Key)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	clear(o.blocks)
	o.round++
}

// readAt reads bytes that are in no footer.
func (o *awayContent) readAt(p []byte, off int64) error {
	n := int64(len(p))
	o.pin(off, n, 1)
	defer o.pin(off, n, -1)
	if err := o.await(off, n); err != nil {
		return err
	}
	o.mu.Lock()
	cache := o.cache
	o.mu.Unlock()
	o.fs.served.Add(n)
	return readFull(cache, p, off)
}

// pin has bytes stay in the cache once they are there, for one more reader, or one less.
func (o *awayContent) pin(off, n int64, by int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for b := blockOf(off); b <= blockOf(off+n-1); b++ {
		if o.pinned[b] += by; o.pinned[b] == 0 {
			delete(o.pinned, b)
		}
	}
}

// await waits until bytes are in the cache, which somebody has open.
func (o *awayContent) await(off, n int64) error {
	o.wanted.Store(time.Now().UnixNano())
	o.fs.reads.Add(1)
	defer func() {
		o.fs.ended.Store(time.Now().UnixNano())
		o.fs.reads.Add(-1)
	}()
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.openCache(); err != nil {
		return err
	}
	last := blockOf(off + n - 1)
	for b := blockOf(off); b <= last; b++ {
		for !o.blocks[b] {
			f := o.busy[b]
			if f == nil {
				var err error
				if f, err = o.startFetch(b, last); err != nil {
					return err
				}
			}
			for o.busy[b] == f {
				o.arrived.Wait()
			}
			if !o.blocks[b] && f.err != nil {
				return f.err
			}
		}
	}
	return nil
}

// openCache opens the cache, unless it is open. The caller holds the lock.
func (o *awayContent) openCache() (err error) {
	if o.blocks == nil {
		o.blocks = make([]bool, o.blockCount())
	}
	if o.cache == nil {
		o.cache, err = o.fs.FS.OpenFile(o.side+cacheSuffix, os.O_RDWR|os.O_CREATE)
	}
	return wrapFull(err)
}

// prefetch begins to read the bytes around a place.
func (o *awayContent) prefetch(off int64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.openCache(); err != nil {
		return err
	}
	b := blockOf(max(min(off, o.Size-1), 0))
	if o.blocks[b] || o.busy[b] != nil {
		return nil
	}
	_, err := o.startFetch(b, b)
	return err
}

// startFetch begins to read blocks, of which last is the last one that is wanted. The caller holds the lock.
func (o *awayContent) startFetch(from, last int64) (f *awayFetch, err error) {
	first := from
	if list := o.listBlock(); from > list && !o.blocks[list] && o.busy[list] == nil {
		from = list // the list of the groups is asked for together with the trailer
	}
	f = &awayFetch{cache: o.cache, round: o.round}
	end := max(min(o.extend(first, last), from+blockOf(awayAhead)), first+1)
	for f.to = from; f.to < end && o.busy[f.to] == nil && !o.blocks[f.to]; f.to++ {
		o.busy[f.to] = f
	}
	f.from = from
	if err := o.fs.claimRoom(o, (f.to-from)*awayBlock); err != nil {
		for b := from; b < f.to; b++ {
			delete(o.busy, b)
		}
		return nil, err
	}
	o.users++ // until it ends
	go o.fetch(f)
	return f, nil
}

// extend returns the block behind those that are read together with the wanted ones. The caller holds the lock.
func (o *awayContent) extend(first, last int64) int64 {
	all := o.blockCount()
	switch {
	case o.isPack():
		return last + 1
	case o.Size <= awayWhole:
		return all
	}
	stretch := int64(awayStretch)
	if first > 0 && first == o.ended {
		stretch = awayAhead
	}
	o.ended = min(max(last+1, (first/blockOf(stretch)+1)*blockOf(stretch)), all)
	return o.ended
}

func (o *awayContent) blockCount() int64 { return blockOf(o.Size-1) + 1 }

// listBlock is where the list of the groups of a large blob begins, or the end where it is too long to be read at once.
func (o *awayContent) listBlock() int64 {
	begin := blobSize(o.Size)
	if o.isPack() || o.Size-begin > awayAhead/2 {
		return o.blockCount()
	}
	return blockOf(begin)
}

// blobSize is the size of the blob in a large file: largeFileSize the other way round.
func blobSize(file int64) int64 {
	groups := (file - trailerSize + groupSize + cvSize - 1) / (groupSize + cvSize)
	return file - trailerSize - groups*cvSize
}

// awayFetch is one request for a run of blocks. Each of them is there for readers as soon as it came.
type awayFetch struct {
	from, to int64
	cache    File
	round    int
	err      error // set when it has ended; the lock of the object guards it
}

func (o *awayContent) fetch(f *awayFetch) {
	n, err := o.receive(f)
	o.mu.Lock()
	f.err = err
	for b := f.from; b < f.to; b++ {
		if o.busy[b] == f {
			delete(o.busy, b)
		}
	}
	o.arrived.Broadcast()
	o.mu.Unlock()
	o.fs.noteCached(o, f, n)
	if err := o.release(); err != nil {
		o.fs.log.Warn("what was read of an object that is away cannot be closed", "key", o.Key, "err", err)
	}
}

// receive reads the blocks of a fetch from the remote, and returns how many bytes came. It fails with ErrAway when they cannot be had now.
func (o *awayContent) receive(f *awayFetch) (n int64, err error) {
	o.fs.slots <- struct{}{}
	defer func() { <-o.fs.slots }()
	ctx, cancel := context.WithCancel(o.fs.ctx)
	defer cancel()
	silent := time.AfterFunc(awayTimeout, cancel)
	defer silent.Stop()
	begin, end := f.from*awayBlock, min(f.to*awayBlock, o.Size)
	in, err := o.fs.openRange(ctx, o.Key, begin, end-begin)
	if errors.Is(err, ErrCorrupt) { // it is nowhere, so that asking later does not help
		return 0, fmt.Errorf("%w: %s: %v", ErrCorrupt, o.Key, err) // not as a file that is not there, which the index is asked about
	}
	if err != nil {
		return 0, fmt.Errorf("%w: %s: %w", ErrAway, o.Key, err)
	}
	defer in.Close() // nothing was written
	buf := buffers.get(awayBlock)
	defer buffers.put(buf)
	for b := f.from; b < f.to; b++ {
		p := (*buf)[:min(awayBlock, end-b*awayBlock)]
		if _, err := io.ReadFull(in, p); err != nil {
			return n, fmt.Errorf("%w: %s: %w", ErrAway, o.Key, err)
		}
		if _, err := f.cache.WriteAt(p, b*awayBlock); err != nil {
			return n, wrapFull(err)
		}
		n += int64(len(p))
		o.fs.fetched.Add(int64(len(p)))
		silent.Reset(awayTimeout)
		o.mu.Lock()
		o.blocks[b] = o.round == f.round
		delete(o.busy, b)
		o.arrived.Broadcast()
		o.mu.Unlock()
	}
	return n, nil
}

func (a *awayFS) openRange(ctx context.Context, key string, off, n int64) (io.ReadCloser, error) {
	if a.remote == nil {
		return nil, errors.New("the place where it is cannot be read by this command")
	}
	return a.remote.OpenRange(ctx, key, off, n)
}
