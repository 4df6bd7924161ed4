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

// measureMaintenance measures a check of everything, which does the work of a scrub without
// its pauses, and the scan of packs that have no footer.
func (b *bench) measureMaintenance() error {
	if err := b.storeForMaintenance(); err != nil {
		return err
	}
	dir := filepath.Join(b.dir, "maintain")
	names, _, err := listContents(dir)
	if err != nil {
		return err
	}
	s, err := b.openStore("maintain", blobstore.Options{})
	if err != nil {
		return err
	}
	if err := b.measureCheck(s, names); err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	return b.measureScan(dir)
}

func (b *bench) storeForMaintenance() error {
	ps, _ := newSample(8000)
	s, err := b.openStore("maintain", blobstore.Options{})
	if err != nil {
		return err
	}
	if _, err := b.putAll(s, ps, 64); err != nil {
		return err
	}
	for i := range 2 {
		if _, _, err := b.uploadOne(s, fmt.Sprint("upload", i), 300*mib); err != nil {
			return err
		}
	}
	return s.Close()
}

// measureCheck measures a check of a store, whose files have the names.
func (b *bench) measureCheck(s *blobstore.Store, names []string) error {
	var ratios, rates []float64
	for range runs {
		base, err := timeColdRead(names)
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

// timeColdRead measures how long cat reads files that are not cached. It leaves none cached.
func timeColdRead(names []string) (time.Duration, error) {
	if err := dropCaches(names); err != nil {
		return 0, err
	}
	took, _, err := timeRead(names)
	if err != nil {
		return 0, err
	}
	return took, dropCaches(names)
}

// measureScan cuts the footers off, so that Open has to look at every record.
func (b *bench) measureScan(dir string) error {
	if err := os.RemoveAll(filepath.Join(dir, "large")); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, "large"), 0o700); err != nil {
		return err
	}
	names, _, err := listContents(dir)
	if err != nil {
		return err
	}
	var ratios []float64
	for range runs {
		ratio, err := b.timeScan(names)
		if err != nil {
			return err
		}
		ratios = append(ratios, ratio)
	}
	b.atLeast("start without footers over cold cat", 0.8, ratios, "")
	return nil
}

// timeScan returns the time of cat over that of a start without footers.
func (b *bench) timeScan(names []string) (float64, error) {
	for _, name := range names {
		if err := cutFooter(name); err != nil {
			return 0, err
		}
	}
	base, err := timeColdRead(names)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	s, err := b.openStore("maintain", blobstore.Options{})
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

// measureRebuild measures a start with a million small blobs.
func (b *bench) measureRebuild() error {
	const count, batch = 1_000_000, 500
	if err := b.storeForRebuild(count, batch); err != nil {
		return err
	}
	var seconds []float64
	for range runs {
		before := cpu()
		s, err := b.openStore("rebuild", blobstore.Options{})
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

// storeForRebuild stores a number of contents of 8 bytes.
func (b *bench) storeForRebuild(count, batch int) error {
	s, err := b.openStore("rebuild", blobstore.Options{})
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

// measureBackup measures what a second backup has to copy.
func (b *bench) measureBackup() error {
	s, err := b.openStore("backup", blobstore.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	known := map[string]bool{}
	var ratios, objects []float64
	for round := range runs + 1 {
		added, err := b.storeForBackup(s, round)
		if err != nil {
			return err
		}
		copied, fresh, err := b.countNew(s, known)
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

// storeForBackup stores small contents and a large one, and returns their bytes.
func (b *bench) storeForBackup(s *blobstore.Store, round int) (added int64, err error) {
	const batches, batch, size, large = 20, 50, 40_000, 20 * mib
	for n := range batches {
		ps := make([][]byte, batch)
		for i := range ps {
			ps[i] = randomBytes(uint64((round*batches+n)*batch+i+1), size)
		}
		_, l, err := s.PutAll(b.ctx, ps)
		if err != nil {
			return 0, err
		}
		l.Release()
	}
	if _, _, err := b.uploadOne(s, fmt.Sprint("upload", round), large); err != nil {
		return 0, err
	}
	return batches*batch*size + large, s.CutRanges(b.ctx)
}

// countNew counts the objects that are not known, and makes them known.
func (b *bench) countNew(s *blobstore.Store, known map[string]bool) (copied int64, fresh int, err error) {
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
