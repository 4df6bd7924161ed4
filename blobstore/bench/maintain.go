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
	if err := b.fillToMaintain(); err != nil {
		return err
	}
	dir := filepath.Join(b.dir, "maintain")
	names, _, err := contents(dir)
	if err != nil {
		return err
	}
	s, err := b.open("maintain", blobstore.Options{})
	if err != nil {
		return err
	}
	if err := b.checkEverything(s, names); err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	return b.scan(dir)
}

func (b *bench) fillToMaintain() error {
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
	return s.Close()
}

// checkEverything measures a check of a store, whose files have the names.
func (b *bench) checkEverything(s *blobstore.Store, names []string) error {
	var ratios, rates []float64
	for range runs {
		base, err := coldCat(names)
		if err != nil {
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
	return nil
}

// coldCat measures how long cat reads files that are not cached. It leaves none cached.
func coldCat(names []string) (time.Duration, error) {
	if err := forget(names); err != nil {
		return 0, err
	}
	took, _, err := cat(names)
	if err != nil {
		return 0, err
	}
	return took, forget(names)
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
		ratio, err := b.scanOnce(names)
		if err != nil {
			return err
		}
		ratios = append(ratios, ratio)
	}
	b.atLeast("start without footers over cold cat", 0.8, ratios, "")
	return nil
}

// scanOnce returns the time of cat over that of a start without footers.
func (b *bench) scanOnce(names []string) (float64, error) {
	for _, name := range names {
		if err := cutFooter(name); err != nil {
			return 0, err
		}
	}
	base, err := coldCat(names)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	s, err := b.open("maintain", blobstore.Options{})
	if err != nil {
		return 0, err
	}
	ratio := base.Seconds() / time.Since(began).Seconds()
	return ratio, s.Close()
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
	if err := b.fillToRebuild(count, batch); err != nil {
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

// fillToRebuild stores a number of contents of 8 bytes.
func (b *bench) fillToRebuild(count, batch int) error {
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
	return s.Close()
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
	for round := range runs + 1 {
		added, err := b.addForBackup(s, round)
		if err != nil {
			return err
		}
		copied, fresh, err := b.copyNew(s, known)
		if err != nil {
			return err
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

// addForBackup stores small contents and a large one, and returns their bytes.
func (b *bench) addForBackup(s *blobstore.Store, round int) (added int64, err error) {
	const batches, batch, size, large = 20, 50, 40_000, 20 * mib
	for n := range batches {
		ps := make([][]byte, batch)
		for i := range ps {
			ps[i] = noise(uint64((round*batches+n)*batch+i+1), size)
		}
		_, l, err := s.PutAll(b.ctx, ps)
		if err != nil {
			return 0, err
		}
		l.Release()
	}
	if _, _, err := b.upload(s, fmt.Sprint("upload", round), large); err != nil {
		return 0, err
	}
	return batches*batch*size + large, s.Flush(b.ctx)
}

// copyNew counts the objects that are not known, and makes them known.
func (b *bench) copyNew(s *blobstore.Store, known map[string]bool) (copied int64, fresh int, err error) {
	for o, err := range s.Objects(b.ctx) {
		if err != nil {
			return 0, 0, err
		}
		if !known[o.Key] {
			known[o.Key] = true
			copied += o.Size
			fresh++
		}
	}
	return copied, fresh, nil
}

func minusOne(v []float64) []float64 {
	for i := range v {
		v[i]--
	}
	return v
}
