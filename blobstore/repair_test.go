package blobstore_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

func rot(t *testing.T, s *blobstore.Store, disk *blobtest.Disk, d blobstore.Digest) {
	t.Helper()
	check(t, disk.Damage("/store/large/"+d.String()[:3]+"/"+d.String(), func(p []byte) []byte { p[3000] ^= 1; return p }))
	b, err := s.Open(t.Context(), d)
	check(t, err)
	_, err = io.ReadAll(b.NewReader())
	wants(t, errors.Join(err, b.Close()), blobstore.ErrCorrupt)
}

// TestAnUploadDuringARepairStays: a person uploads the damaged file again while the target is asked for it. The upload is answered.
func TestAnUploadDuringARepairStays(t *testing.T) {
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	large := blobtest.Bytes(2, 2*mib)
	d := put(t, s, large)
	rot(t, s, disk, d)
	_, err := s.Scrub(t.Context(), func(context.Context, blobstore.Damage) (io.ReadCloser, int64, error) {
		put(t, s, large)
		blobtest.CheckContent(t, s, large)
		return nil, 0, fs.ErrNotExist
	})
	check(t, err)
	blobtest.CheckContent(t, s, large)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestAPowerCutDuringARepairLosesNothing: the machine loses power while the object comes from the target.
func TestAPowerCutDuringARepairLosesNothing(t *testing.T) {
	disk := blobtest.NewDisk()
	now := time.Now()
	o := inMemory(disk)
	o.Now = func() time.Time { return now }
	s := open(t, "/store", o)
	large := blobtest.Bytes(2, 2*mib)
	d := put(t, s, large)
	object := readObject(t, s, blobstore.LargeKey(d))
	rot(t, s, disk, d)
	var after *blobtest.Disk
	_, err := s.Scrub(t.Context(), func(context.Context, blobstore.Damage) (io.ReadCloser, int64, error) {
		return io.NopCloser(io.MultiReader(bytes.NewReader(object[:mib]), readerFunc(func([]byte) (int, error) {
			if after == nil {
				after = disk.Crash(newRand())
			}
			return 0, errors.New("the line is cut")
		}))), int64(len(object)), nil
	})
	check(t, err)
	o.FS = after
	s2 := open(t, "/store", o)
	asked := 0
	for range 3 { // rounds
		now = now.Add(15 * 24 * time.Hour)
		_, err = s2.Scrub(t.Context(), func(ctx context.Context, one blobstore.Damage) (io.ReadCloser, int64, error) {
			asked++
			return copiesOf(map[blobstore.Digest][]byte{d: object})(ctx, one)
		})
		check(t, err)
	}
	names, err := after.List("/store/large/" + d.String()[:3])
	check(t, err)
	t.Logf("the target was asked %d times in 45 days; left: %v", asked, names)
	blobtest.CheckContent(t, s2, large)
}

// TestADamagedObjectIsFetchedOnce: both copies are damaged.
func TestADamagedObjectIsFetchedOnce(t *testing.T) {
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	large := blobtest.Bytes(2, 2*mib)
	d := put(t, s, large)
	object := readObject(t, s, blobstore.LargeKey(d))
	rot(t, s, disk, d)
	object[5000] ^= 1
	read := 0
	for range 5 {
		_, err := s.Scrub(t.Context(), func(context.Context, blobstore.Damage) (io.ReadCloser, int64, error) {
			r := io.TeeReader(bytes.NewReader(object), writerFunc(func(p []byte) { read += len(p) }))
			return io.NopCloser(r), int64(len(object)), nil
		})
		check(t, err)
	}
	if read > 2*len(object) {
		t.Errorf("in 5 hours %d bytes were read of an object of %d", read, len(object))
	}
}

type writerFunc func([]byte)

func (f writerFunc) Write(p []byte) (int, error) { f(p); return len(p), nil }

// TestARepairIsBounded: a target gives more than the object has.
func TestARepairIsBounded(t *testing.T) {
	disk := blobtest.NewDisk()
	o := inMemory(disk)
	o.MinFree = 16 * mib
	disk.Total = 24 * mib
	s := open(t, "/store", o)
	large := blobtest.Bytes(2, 2*mib)
	d := put(t, s, large)
	rot(t, s, disk, d)
	least := int64(1 << 62)
	n := 0
	_, err := s.Scrub(t.Context(), func(context.Context, blobstore.Damage) (io.ReadCloser, int64, error) {
		return io.NopCloser(readerFunc(func(p []byte) (int, error) {
			free, _, err := disk.Space("")
			check(t, err)
			least = min(least, free)
			clear(p)
			n += len(p)
			if n > 64*mib {
				return 0, errors.New("enough")
			}
			return len(p), nil
		})), 2*mib + 4096, nil
	})
	check(t, err)
	if least < o.MinFree {
		t.Errorf("%d MiB are free where %d have to be; %d MiB of an object of 2 were written", least/mib, o.MinFree/mib, n/mib)
	}
}

// TestAMissingPackIsRepaired: a pack is gone.
func TestAMissingPackIsRepaired(t *testing.T) {
	disk := blobtest.NewDisk()
	now := time.Now()
	o := inMemory(disk)
	o.Now = func() time.Time { return now }
	s := open(t, "/store", o)
	small := blobtest.Bytes(1, 5000)
	put(t, s, small)
	check(t, s.Close())
	s = open(t, "/store", o)
	check(t, disk.Remove(packOf(t, disk)))
	b, err := s.Open(t.Context(), blobstore.Sum(small))
	if err == nil {
		_, err = io.ReadAll(b.NewReader())
	}
	t.Logf("reading: %v", err)
	for range 2 {
		now = now.Add(15 * 24 * time.Hour)
		report, err := s.Scrub(t.Context(), copiesOf(nil, small))
		check(t, err)
		t.Logf("%+v", report.Damaged)
	}
	blobtest.CheckContent(t, s, small)
}

// TestADamagedBlobIsNotGivenOutAfterARestart: the target is away when scrub finds the damage, and the server restarts before it is back.
func TestADamagedBlobIsNotGivenOutAfterARestart(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	o := blobstore.Options{Reserve: -1, MinFree: -1, Now: func() time.Time { return now }}
	s := open(t, dir, o)
	large := blobtest.Bytes(2, 2*mib)
	d := put(t, s, large)
	name := filepath.Join(dir, "large", d.String()[:3], d.String())
	b, err := os.ReadFile(name)
	check(t, err)
	b[3000] ^= 1
	check(t, os.WriteFile(name, b, 0o600))
	now = now.Add(15 * 24 * time.Hour)
	away := func(context.Context, blobstore.Damage) (io.ReadCloser, int64, error) {
		return nil, 0, errors.New("the target is away")
	}
	report, err := s.Scrub(t.Context(), away)
	check(t, err)
	if len(report.Damaged) != 1 {
		t.Fatalf("%+v", report)
	}
	check(t, s.Close())
	s = open(t, dir, o)
	_, err = s.Open(t.Context(), d)
	wants(t, err, blobstore.ErrCorrupt)
	asked := 0
	for range 13 * 24 { // hours
		now = now.Add(time.Hour)
		_, err := s.Scrub(t.Context(), func(context.Context, blobstore.Damage) (io.ReadCloser, int64, error) {
			asked++
			return nil, 0, errors.New("the target is away")
		})
		check(t, err)
	}
	if asked != 13*24 {
		t.Errorf("in 13 days after the restart the target was asked %d times", asked)
	}
}

// TestARepairIsGivenUpAfterAMonth: the backup has no copy of a blob.
func TestARepairIsGivenUpAfterAMonth(t *testing.T) {
	now := time.Now()
	disk := blobtest.NewDisk()
	o := inMemory(disk)
	o.Now = func() time.Time { return now }
	s := open(t, "/store", o)
	d := put(t, s, blobtest.Bytes(2, 2*mib))
	rot(t, s, disk, d)
	asked := 0
	for _, day := range []int{0, 29, 2, 1} {
		now = now.Add(time.Duration(day) * 24 * time.Hour)
		_, err := s.Scrub(t.Context(), func(context.Context, blobstore.Damage) (io.ReadCloser, int64, error) {
			asked++
			return nil, 0, fs.ErrNotExist
		})
		check(t, err)
	}
	if asked != 2 {
		t.Errorf("the backup was asked %d times in a month, and after it", asked)
	}
}
