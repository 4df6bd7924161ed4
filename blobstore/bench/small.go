package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"anbar/blobstore"
)

// newSample is a set of small blobs with the sizes of everyday files: 64 KiB in
// the mean, most of them smaller.
func newSample(count int) (ps [][]byte, total int64) {
	r := rand.New(rand.NewPCG(1, 2))
	all := randomBytes(3, 64*mib)
	for range count {
		n := int(math.Exp(r.NormFloat64()*1.2 + math.Log(64<<10) - 0.72))
		n = max(1, min(n, blobstore.SmallMax))
		at := r.IntN(len(all) - n)
		ps = append(ps, all[at:at+n])
		total += int64(n)
	}
	return ps, total
}

// countingFS counts the flushes of a file system.
type countingFS struct {
	blobstore.FS
	syncs atomic.Int64
}

type countingFile struct {
	blobstore.File
	c *countingFS
}

func (c *countingFS) OpenFile(name string, flag int) (blobstore.File, error) {
	f, err := c.FS.OpenFile(name, flag)
	if err != nil {
		return nil, err
	}
	return countingFile{f, c}, nil
}

func (c *countingFS) SyncDir(name string) error {
	c.syncs.Add(1)
	return c.FS.SyncDir(name)
}

func (f countingFile) Sync() error {
	f.c.syncs.Add(1)
	return f.File.Sync()
}

// putAll stores blobs from a number of goroutines and returns the times.
func (b *bench) putAll(s *blobstore.Store, ps [][]byte, writers int) ([]time.Duration, error) {
	times := make([]time.Duration, len(ps))
	var next atomic.Int64
	var failed firstError
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(ps); i = next.Add(1) - 1 {
				began := time.Now()
				_, l, err := s.Put(b.ctx, ps[i])
				if err != nil {
					failed.set(err)
					return
				}
				l.Release()
				times[i] = time.Since(began)
			}
		})
	}
	group.Wait()
	return times, failed.err
}

// firstError keeps the first error of several goroutines.
type firstError struct {
	once sync.Once
	err  error
}

func (f *firstError) set(err error) { f.once.Do(func() { f.err = err }) }

// measureSmall measures 64 people who put small blobs.
func (b *bench) measureSmall() error {
	ps, total := newSample(5000)
	var ratios, flushes, space []float64
	for i := range runs {
		base, err := b.timeSequential(total)
		if err != nil {
			return err
		}
		fs := &countingFS{FS: blobstore.OS()}
		name := fmt.Sprint("small", i)
		s, err := b.openStore(name, blobstore.Options{FS: fs})
		if err != nil {
			return err
		}
		before := fs.syncs.Load()
		began := time.Now()
		if _, err := b.putAll(s, ps, 64); err != nil {
			return err
		}
		ratios = append(ratios, base.Seconds()/time.Since(began).Seconds())
		flushes = append(flushes, float64(fs.syncs.Load()-before)/float64(len(ps)))
		if err := s.Close(); err != nil {
			return err
		}
		_, bytes, err := listContents(filepath.Join(b.dir, name))
		if err != nil {
			return err
		}
		space = append(space, float64(bytes-total)/float64(total)*100)
		if err := os.RemoveAll(filepath.Join(b.dir, name)); err != nil {
			return err
		}
	}
	b.atLeast("small durable puts, 64 writers: over sequential write", 0.5, ratios, "")
	b.atMost("flushes per small content at 64 writers", 0.1, flushes, "")
	b.atMost("space above content in packs, %", 0.3, space, "")
	return b.measureCPUPerPut()
}

// measureCPUPerPut measures the processor time of a put of 64 KiB.
func (b *bench) measureCPUPerPut() error {
	all := randomBytes(4, 200*mib)
	var ms []float64
	for i := range runs {
		s, err := b.openStore(fmt.Sprint("cpu", i), blobstore.Options{})
		if err != nil {
			return err
		}
		var ps [][]byte
		for at := i * 64; at+64<<10 <= len(all); at += 64 << 10 {
			ps = append(ps, all[at:at+64<<10])
		}
		before := cpu()
		if _, err := b.putAll(s, ps, 64); err != nil {
			return err
		}
		ms = append(ms, float64((cpu()-before).Microseconds())/1000/float64(len(ps)))
		if err := s.Close(); err != nil {
			return err
		}
	}
	b.atMost("processor time per put of 64 KiB, ms", 0.15, ms, "")
	return nil
}

// measureSingle measures one person who puts small blobs one after another.
func (b *bench) measureSingle() error {
	var ratios []float64
	var notes []string
	for i := range runs {
		base, err := b.timeSyncs(300)
		if err != nil {
			return err
		}
		s, err := b.openStore(fmt.Sprint("single", i), blobstore.Options{})
		if err != nil {
			return err
		}
		p50, err := b.timeP50Alone(s, uint64(i*1000))
		if err != nil {
			return err
		}
		ratios = append(ratios, p50.Seconds()/base.Seconds())
		notes = append(notes, p50.Round(time.Microsecond).String())
		if err := s.Close(); err != nil {
			return err
		}
	}
	b.atMost("1 writer, 4 KiB, p50 over write + fdatasync p50", 3, ratios, ", "+strings.Join(notes[:1], ""))
	return nil
}

func (b *bench) timeP50Alone(s *blobstore.Store, seed uint64) (time.Duration, error) {
	ps := make([][]byte, 300)
	for n := range ps {
		ps[n] = randomBytes(seed+uint64(n), 4096)
	}
	times, err := b.putAll(s, ps, 1)
	if err != nil {
		return 0, err
	}
	return percentile(times, 0.5), nil
}

// timeSyncs returns the median time of appending 4 KiB and syncing it.
func (b *bench) timeSyncs(count int) (time.Duration, error) {
	f, err := os.Create(filepath.Join(b.dir, "syncs"))
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	p := randomBytes(5, 4096)
	times := make([]time.Duration, count)
	for i := range times {
		began := time.Now()
		if _, err := f.Write(p); err != nil {
			return 0, err
		}
		if err := unix.Fdatasync(int(f.Fd())); err != nil {
			return 0, err
		}
		times[i] = time.Since(began)
	}
	return percentile(times, 0.5), nil
}
