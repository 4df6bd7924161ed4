package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"anbar/blobstore"
)

const partSize = 5 * mib

// uploadOne sends size bytes, which differ from one name to another, in parts from 4
// goroutines and returns the time of the parts and that of Seal.
func (b *bench) uploadOne(s *blobstore.Store, name string, size int64) (parts, seal time.Duration, err error) {
	u, err := s.BeginSession(b.ctx, name, size, partSize)
	if err != nil {
		return 0, 0, err
	}
	body := randomBytes(uint64(time.Now().UnixNano()), partSize)
	began := time.Now()
	if err := b.sendParts(u, body, size); err != nil {
		return 0, 0, err
	}
	parts = time.Since(began)
	began = time.Now()
	_, l, err := u.Seal(b.ctx, nil)
	l.Release()
	return parts, time.Since(began), err
}

// sendParts sends body as each part of an upload, and as much of it as fits as the last.
func (b *bench) sendParts(u *blobstore.Session, body []byte, size int64) error {
	count := (size + partSize - 1) / partSize
	var next atomic.Int64
	var failed firstError
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for n := next.Add(1) - 1; n < count; n = next.Add(1) - 1 {
				p := body[:min(partSize, size-n*partSize)]
				if err := u.WritePart(b.ctx, int(n), bytes.NewReader(p)); err != nil {
					failed.set(err)
					return
				}
			}
		})
	}
	group.Wait()
	return failed.err
}

// discardStore closes a store and deletes it.
func (b *bench) discardStore(s *blobstore.Store, dir string) error {
	if err := s.Close(); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(b.dir, dir))
}

// measureLarge measures uploads of 2 GiB.
func (b *bench) measureLarge() error {
	const size = 2 * gib
	var ratios, seals, space, rates []float64
	for i := range runs {
		base, err := b.timeSequential(size)
		if err != nil {
			return err
		}
		dir := fmt.Sprint("large", i)
		s, err := b.openStore(dir, blobstore.Options{})
		if err != nil {
			return err
		}
		before := cpu()
		parts, seal, err := b.uploadOne(s, "upload", size)
		if err != nil {
			return err
		}
		rates = append(rates, size/1e6/(cpu()-before).Seconds())
		ratios = append(ratios, base.Seconds()/(parts+seal).Seconds())
		seals = append(seals, float64(seal.Microseconds())/1000)
		_, held, err := listContents(filepath.Join(b.dir, dir))
		if err != nil {
			return err
		}
		space = append(space, float64(held-size)/size*100)
		if err := b.discardStore(s, dir); err != nil {
			return err
		}
	}
	b.atLeast("upload of 2 GiB, 4 at a time, durable: over sequential", 0.8, ratios,
		fmt.Sprintf(", %.0f MB/cpu-s", median(rates)))
	b.atMost("complete of 2 GiB, ms", 50, seals, "")
	b.atMost("space above content in large files, %", 0.06, space, "")
	return nil
}

// measureBeside measures small puts while a large upload runs.
func (b *bench) measureBeside() error {
	var ratios []float64
	for i := range runs {
		s, err := b.openStore(fmt.Sprint("beside", i), blobstore.Options{})
		if err != nil {
			return err
		}
		alone, err := b.timeP99(s, uint64(2*i), time.Second)
		if err != nil {
			return err
		}
		busy, err := b.timeP99BesideUpload(s, uint64(2*i+1))
		if err != nil {
			return err
		}
		ratios = append(ratios, busy.Seconds()/alone.Seconds())
		if err := b.discardStore(s, fmt.Sprint("beside", i)); err != nil {
			return err
		}
	}
	b.atMost("small puts p99 beside a large upload over p99 alone", 4, ratios, "")
	return nil
}

func (b *bench) timeP99BesideUpload(s *blobstore.Store, seed uint64) (time.Duration, error) {
	ctx, cancel := context.WithCancel(b.ctx)
	other := &bench{dir: b.dir, ctx: ctx}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _, _ = other.uploadOne(s, "upload", 3*gib) // it is cut off at the end
	}()
	time.Sleep(100 * time.Millisecond)
	busy, err := b.timeP99(s, seed, time.Second)
	cancel()
	<-done
	return busy, err
}

// timeP99 puts everyday blobs from 64 goroutines for a while.
func (b *bench) timeP99(s *blobstore.Store, seed uint64, during time.Duration) (time.Duration, error) {
	var times []time.Duration
	for end := time.Now().Add(during); time.Now().Before(end); seed += 1000 {
		ps := make([][]byte, 500)
		for i := range ps {
			ps[i] = randomBytes(seed<<20+uint64(len(times)+i), 4<<10+i*200)
		}
		t, err := b.putAll(s, ps, 64)
		if err != nil {
			return 0, err
		}
		times = append(times, t...)
	}
	return percentile(times, 0.99), nil
}
