package bench

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"anbar/blobstore"
)

// maintain measures a check of everything, which does the work of a scrub without
// its pauses, and the scan of packs that have no footer.
func (b *bench) maintain() error {
	ps, _ := sample(8000)
	s, err := b.open("maintain", blobstore.Options{})
	if err != nil {
		return err
	}
	if _, err := b.putAll(s, ps, 64); err != nil {
		return err
	}
	for i := range 2 {
		if _, _, err := b.upload(s, fmt.Sprint("upload", i), 300*mib); err != nil {
			return err
		}
	}
	if err := s.Close(); err != nil {
		return err
	}
	dir := filepath.Join(b.dir, "maintain")
	names, _, err := contents(dir)
	if err != nil {
		return err
	}
	if s, err = b.open("maintain", blobstore.Options{}); err != nil {
		return err
	}
	var ratios, rates []float64
	for range runs {
		if err := forget(names); err != nil {
			return err
		}
		base, _, err := cat(names)
		if err != nil {
			return err
		}
		if err := forget(names); err != nil {
			return err
		}
		before, began := cpu(), time.Now()
		report, err := s.Check(b.ctx, nil, blobstore.CheckOptions{})
		if err != nil {
			return err
		}
		if !report.OK() {
			return fmt.Errorf("check: %+v", report)
		}
		ratios = append(ratios, base.Seconds()/time.Since(began).Seconds())
		rates = append(rates, float64(report.Bytes)/1e6/(cpu()-before).Seconds())
	}
	b.atLeast("check of everything over cold cat", 0.8, ratios, "")
	b.atLeast("check of everything, MB per cpu-s", 1500, rates, "")
	if err := s.Close(); err != nil {
		return err
	}
	return b.scan(dir)
}

// scan cuts the footers off, so that Open has to look at every record.
func (b *bench) scan(dir string) error {
	if err := os.RemoveAll(filepath.Join(dir, "large")); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, "large"), 0o700); err != nil {
		return err
	}
	names, _, err := contents(dir)
	if err != nil {
		return err
	}
	var ratios []float64
	for range runs {
		for _, name := range names {
			if err := cutFooter(name); err != nil {
				return err
			}
		}
		if err := forget(names); err != nil {
			return err
		}
		base, _, err := cat(names)
		if err != nil {
			return err
		}
		if err := forget(names); err != nil {
			return err
		}
		began := time.Now()
		s, err := b.open("maintain", blobstore.Options{})
		if err != nil {
			return err
		}
		ratios = append(ratios, base.Seconds()/time.Since(began).Seconds())
		if err := s.Close(); err != nil {
			return err
		}
	}
	b.atLeast("start without footers over cold cat", 0.8, ratios, "")
	return nil
}

func cutFooter(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	var length [8]byte // at byte 32 of the trailer of 64 bytes
	if _, err := f.ReadAt(length[:], size-32); err != nil {
		return err
	}
	return f.Truncate(size - int64(binary.LittleEndian.Uint64(length[:])))
}

// rebuild measures a start with a million small blobs.
func (b *bench) rebuild() error {
	const count, batch = 1_000_000, 500
	s, err := b.open("rebuild", blobstore.Options{})
	if err != nil {
		return err
	}
	ps := make([][]byte, batch)
	for i := 0; i < count; i += batch {
		for n := range ps {
			ps[n] = binary.LittleEndian.AppendUint64(nil, uint64(i+n))
		}
		_, l, err := s.PutAll(b.ctx, ps)
		if err != nil {
			return err
		}
		l.Release()
	}
	if err := s.Close(); err != nil {
		return err
	}
	var seconds []float64
	for range runs {
		before := cpu()
		s, err := b.open("rebuild", blobstore.Options{})
		if err != nil {
			return err
		}
		seconds = append(seconds, (cpu() - before).Seconds())
		if err := s.Close(); err != nil {
			return err
		}
	}
	b.atMost("start with 1,000,000 small contents, cpu-s", 5, seconds, "")
	return nil
}

// backup measures what a second backup has to copy.
func (b *bench) backup() error {
	s, err := b.open("backup", blobstore.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	known := map[string]bool{}
	var ratios, objects []float64
	seed := uint64(0)
	for round := range runs + 1 {
		added := int64(0)
		for range 20 {
			ps := make([][]byte, 50)
			for i := range ps {
				seed++
				ps[i] = noise(seed, 40_000)
				added += int64(len(ps[i]))
			}
			_, l, err := s.PutAll(b.ctx, ps)
			if err != nil {
				return err
			}
			l.Release()
		}
		if _, _, err := b.upload(s, fmt.Sprint("upload", round), 20*mib); err != nil {
			return err
		}
		added += 20 * mib
		if err := s.Flush(b.ctx); err != nil {
			return err
		}
		copied, fresh := int64(0), 0
		for o, err := range s.Objects(b.ctx) {
			if err != nil {
				return err
			}
			if !known[o.Key] {
				known[o.Key] = true
				copied += o.Size
				fresh++
			}
		}
		if round > 0 {
			ratios = append(ratios, float64(copied)/float64(added))
			objects = append(objects, float64(fresh))
		}
	}
	b.atMost("next backup after X more bytes: bytes over X", 1.02, ratios, "")
	b.atMost("next backup: objects above new large contents", 4, minusOne(objects), "")
	return nil
}

func minusOne(v []float64) []float64 {
	for i := range v {
		v[i]--
	}
	return v
}
