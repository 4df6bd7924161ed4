package blobstore_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

// packOf returns the name of the only pack on a disk.
func packOf(t *testing.T, disk *blobtest.Disk) string {
	t.Helper()
	names, err := disk.List("/store/packs")
	check(t, err)
	if len(names) != 1 {
		t.Fatal(names)
	}
	return "/store/packs/" + names[0]
}

// TestFlipInAPack flips bits all over a sealed pack: each costs at most the one
// blob it lies in, and a reader never returns wrong bytes.
func TestFlipInAPack(t *testing.T) {
	const count = 20
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	var all [][]byte
	for i := range count {
		all = append(all, blobtest.Bytes(uint64(i), 300+i))
	}
	_, l, err := s.PutAll(t.Context(), all)
	check(t, err)
	l.Release()
	check(t, s.Close())
	pack := packOf(t, disk)
	original := readDisk(t, disk, pack)
	r := newRand()
	for range 150 {
		at, bit := r.IntN(len(original)), byte(1)<<r.IntN(8)
		check(t, disk.Damage(pack, func([]byte) []byte {
			p := bytes.Clone(original)
			p[at] ^= bit
			return p
		}))
		s := open(t, "/store", inMemory(disk))
		lost := 0
		for _, p := range all {
			b, err := s.Open(t.Context(), blobstore.Sum(p))
			if err == nil {
				var got []byte
				got, err = io.ReadAll(b.NewReader())
				b.Close()
				if err == nil && !bytes.Equal(got, p) {
					t.Fatalf("flip at %d: wrong bytes were handed out", at)
				}
			}
			if err != nil {
				lost++
			}
		}
		if lost > 1 {
			t.Fatalf("flip at %d of %d: %d contents lost", at, len(original), lost)
		}
		// Storing a lost blob again heals it.
		for _, p := range all {
			put(t, s, p)
			blobtest.CheckContent(t, s, p)
		}
		check(t, s.Close())
		names, err := disk.List("/store/packs")
		check(t, err)
		for _, name := range names {
			if "/store/packs/"+name != pack {
				check(t, disk.Remove("/store/packs/"+name))
			}
		}
	}
}

// TestTornTailAndFlip is the case in which "the first bad record is the end" loses
// nearly everything: here it costs one blob and the unacknowledged tail.
func TestTornTailAndFlip(t *testing.T) {
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	var all [][]byte
	for i := range 500 {
		all = append(all, blobtest.Bytes(uint64(i), 1000+i))
	}
	_, l, err := s.PutAll(t.Context(), all)
	check(t, err)
	l.Release()
	crashed := disk.Crash(newRand())
	pack := packOf(t, crashed)
	check(t, crashed.Damage(pack, func(p []byte) []byte {
		p[len(p)/100] ^= 1
		return append(p, blobtest.Bytes(9, 777)...)
	}))
	after := open(t, "/store", inMemory(crashed))
	lost := 0
	for _, p := range all {
		if !readsAs(t, after, blobstore.Sum(p), p) {
			lost++
		}
	}
	if lost != 1 {
		t.Fatal("lost", lost)
	}
	check(t, after.Close())
	if got := readDisk(t, crashed, pack); len(got) < 500*1000 || !bytes.Contains(got, blobtest.Bytes(9, 777)) {
		t.Fatal("the pack was truncated")
	}
}

// TestRecordsInsideOfAContent stores a pack as a blob: records in it must not be
// taken for records of the store in a way that does harm.
func TestRecordsInsideOfAContent(t *testing.T) {
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	victim := []byte("what the victim stored")
	put(t, s, victim)
	check(t, s.Close())
	forged := bytes.Replace(readDisk(t, disk, packOf(t, disk)), []byte("victim"), []byte("attack"), 1)
	s = open(t, "/store", inMemory(disk))
	put(t, s, forged)
	crashed := disk.Crash(newRand())
	names, err := crashed.List("/store/packs")
	check(t, err)
	// The header of the record around it is damaged, so that the search goes inside.
	check(t, crashed.Damage("/store/packs/"+names[len(names)-1], func(p []byte) []byte { p[40] ^= 1; return p }))
	s = open(t, "/store", inMemory(crashed))
	blobtest.CheckContent(t, s, victim)
}

func TestFlipInALargeFile(t *testing.T) {
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	p := blobtest.Bytes(1, 2*mib+100)
	d := put(t, s, p)
	name := "/store/large/" + d.String()[:3] + "/" + d.String()
	original := readDisk(t, disk, name)
	places := []int{
		0, 70_000, len(p) - 1, len(p), len(p) + 500, len(original) - 128, len(original) - 60, len(original) - 56, len(original) - 1,
	}
	for _, at := range places {
		check(t, disk.Damage(name, func([]byte) []byte { q := bytes.Clone(original); q[at] ^= 8; return q }))
		o := inMemory(disk)
		check(t, s.Close())
		s = open(t, "/store", o)
		b, err := s.Open(t.Context(), d)
		if err == nil {
			var got []byte
			got, err = io.ReadAll(b.NewReader())
			if !bytes.Equal(got, p[:len(got)]) {
				t.Fatalf("flip at %d: wrong bytes were handed out", at)
			}
			// Bytes away from the damage can still be had.
			if at == len(p)-1 && len(got) < 2*mib {
				t.Fatalf("byte %d: only %d bytes", at, len(got))
			}
			b.Close()
		}
		wants(t, err, blobstore.ErrCorrupt)
		report, err := s.Check(t.Context(), refsOf([]blobstore.Digest{d}), blobstore.CheckOptions{})
		check(t, err)
		if len(report.Damaged) != 1 || report.Damaged[0].Digest != d || report.OK() {
			t.Fatalf("flip at %d: %+v", at, report)
		}
		put(t, s, p) // heals, for the damage was seen
		blobtest.CheckContent(t, s, p)
	}
	for _, n := range []int{0, 50, len(p), len(original) - 1} {
		check(t, disk.Damage(name, func([]byte) []byte { return bytes.Clone(original[:n]) }))
		_, err := s.Open(t.Context(), d)
		wants(t, err, blobstore.ErrCorrupt)
	}
}

func TestScrubHeals(t *testing.T) {
	for _, withBackup := range []bool{true, false} {
		disk := blobtest.NewDisk()
		s := open(t, "/store", inMemory(disk))
		small, large, whole := blobtest.Bytes(1, 5000), blobtest.Bytes(2, 2*mib), blobtest.Bytes(3, 100)
		_, l, err := s.PutAll(t.Context(), [][]byte{small, whole})
		check(t, err)
		l.Release()
		d := put(t, s, large)
		object := readObject(t, s, blobstore.LargeKey(d))
		check(t, s.Close())
		flip := func(p []byte) []byte { p[3000] ^= 1; return p }
		check(t, disk.Damage(packOf(t, disk), flip))
		check(t, disk.Damage("/store/large/"+d.String()[:3]+"/"+d.String(), flip))
		c := newClock()
		o := inMemory(disk)
		o.Now = c.now
		c.move(20 * 365 * 24 * time.Hour)
		s = open(t, "/store", o)
		var repair blobstore.RepairFunc
		if withBackup {
			repair = copiesOf(map[blobstore.Digest][]byte{d: object}, small)
		}
		report, err := s.Scrub(t.Context(), repair)
		check(t, err)
		if len(report.Damaged) != 2 || !report.Done || report.Damaged[0].Repaired != withBackup ||
			report.Damaged[1].Repaired != withBackup {
			t.Fatalf("with a backup %v: %+v", withBackup, report)
		}
		quarantined, err := disk.List("/store/quarantine")
		check(t, err)
		if len(quarantined) != 2 {
			t.Fatalf("with a backup %v: %v", withBackup, quarantined)
		}
		for range 2 { // now, and after a start
			blobtest.CheckContent(t, s, whole)
			for _, p := range [][]byte{small, large} {
				if withBackup {
					blobtest.CheckContent(t, s, p)
				} else if _, err := s.Open(t.Context(), blobstore.Sum(p)); err == nil {
					t.Fatalf("with a backup %v: a damaged blob is still in use", withBackup)
				}
			}
			check(t, s.Close())
			s = open(t, "/store", o)
		}
		put(t, s, small)
		put(t, s, large)
		blobtest.CheckContent(t, s, small)
		blobtest.CheckContent(t, s, large)
		report, err = s.Scrub(t.Context(), nil)
		check(t, err)
		if report.Objects != 0 || !report.Done {
			t.Fatalf("with a backup %v: a new round began at once: %+v", withBackup, report)
		}
	}
}

func readObject(t *testing.T, s *blobstore.Store, key string) []byte {
	t.Helper()
	o, err := s.FindObject(key)
	check(t, err)
	in, err := o.Open()
	check(t, err)
	b, err := io.ReadAll(in)
	check(t, errors.Join(err, in.Close()))
	return b
}

// copiesOf is a backup that holds these blobs, and objects of large ones.
func copiesOf(objects map[blobstore.Digest][]byte, ps ...[]byte) blobstore.RepairFunc {
	return func(_ context.Context, d blobstore.Damage) (io.ReadCloser, int64, error) {
		if object, ok := objects[d.Digest]; ok {
			return io.NopCloser(bytes.NewReader(object)), int64(len(object)), nil
		}
		for _, p := range ps {
			if blobstore.Sum(p) == d.Digest {
				return io.NopCloser(bytes.NewReader(p)), int64(len(p)), nil
			}
		}
		return nil, 0, blobstore.ErrNotFound
	}
}

// TestScrubTriesAgainWhenTheBackupBreaksOff: the damaged blobs are set aside meanwhile, and are not forgotten by a restart.
func TestScrubTriesAgainWhenTheBackupBreaksOff(t *testing.T) {
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	small, large := blobtest.Bytes(1, 5000), blobtest.Bytes(2, 2*mib)
	put(t, s, small)
	d := put(t, s, large)
	object := readObject(t, s, blobstore.LargeKey(d))
	flip := func(p []byte) []byte { p[3000] ^= 1; return p }
	check(t, disk.Damage(packOf(t, disk), flip))
	check(t, disk.Damage("/store/large/"+d.String()[:3]+"/"+d.String(), flip))
	for _, p := range [][]byte{small, large} {
		b, err := s.Open(t.Context(), blobstore.Sum(p))
		check(t, err)
		_, err = io.ReadAll(b.NewReader())
		wants(t, err, blobstore.ErrCorrupt)
	}
	gone := errors.New("the line is cut")
	found := 2
	for name, repair := range map[string]blobstore.RepairFunc{
		"at once": func(context.Context, blobstore.Damage) (io.ReadCloser, int64, error) { return nil, 0, gone },
		"in the middle": func(_ context.Context, one blobstore.Damage) (io.ReadCloser, int64, error) {
			if one.Digest != d {
				return nil, 0, gone
			}
			return io.NopCloser(io.MultiReader(bytes.NewReader(object[:mib]), iotest.ErrReader(gone))), int64(len(object)), nil
		},
	} {
		report, err := s.Scrub(t.Context(), repair)
		check(t, err)
		quarantined, err := disk.List("/store/quarantine")
		check(t, err)
		if len(report.Damaged) != found || len(quarantined) != 2 {
			t.Fatalf("%s: %+v, %v", name, report, quarantined)
		}
		for _, one := range report.Damaged {
			if one.Repaired {
				t.Errorf("%s: %+v", name, one)
			}
		}
		found = 0
	}
	check(t, s.Close())
	s = open(t, "/store", inMemory(disk))
	report, err := s.Scrub(t.Context(), copiesOf(map[blobstore.Digest][]byte{d: object}, small))
	check(t, err)
	if len(report.Damaged) != 2 || !report.Damaged[0].Repaired || !report.Damaged[1].Repaired {
		t.Fatalf("%+v", report)
	}
	blobtest.CheckContent(t, s, small)
	blobtest.CheckContent(t, s, large)
}

func TestScrubRefusesAWrongRepair(t *testing.T) {
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	p := blobtest.Bytes(1, 5000)
	put(t, s, p)
	check(t, disk.Damage(packOf(t, disk), func(p []byte) []byte { p[300] ^= 1; return p }))
	b, err := s.Open(t.Context(), blobstore.Sum(p))
	check(t, err)
	_, err = io.ReadAll(b.NewReader())
	wants(t, err, blobstore.ErrCorrupt)
	report, err := s.Scrub(t.Context(), func(context.Context, blobstore.Damage) (io.ReadCloser, int64, error) {
		return io.NopCloser(strings.NewReader("something else")), 14, nil
	})
	check(t, err)
	if len(report.Damaged) != 1 || report.Damaged[0].Repaired || !errors.Is(report.Damaged[0].Err, blobstore.ErrChecksum) {
		t.Fatalf("%+v", report)
	}
}

func TestCheckNamesWhatIsMissing(t *testing.T) {
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	a := put(t, s, blobtest.Bytes(1, 500))
	put(t, s, blobtest.Bytes(2, 2*mib))
	missing := blobstore.Sum([]byte("missing"))
	list := []blobstore.Digest{a, missing}
	if a.Compare(missing) > 0 {
		list = []blobstore.Digest{missing, a}
	}
	for _, fast := range []bool{true, false} {
		report, err := s.Check(t.Context(), refsOf(list), blobstore.CheckOptions{Fast: fast})
		check(t, err)
		if report.OK() || report.Missing != 1 || report.MissingSample[0] != missing || report.Orphans != 1 || report.Referenced != 1 {
			t.Fatalf("%+v", report)
		}
		if !fast && (report.Large != 1 || report.Records != 1) {
			t.Fatalf("%+v", report)
		}
	}
	check(t, disk.Damage("/store/FORMAT", func(p []byte) []byte { return p[:5] }))
	report, err := s.Check(t.Context(), nil, blobstore.CheckOptions{})
	check(t, err)
	if len(report.Problems) != 1 {
		t.Fatalf("%+v", report)
	}
}

func TestUnknownFormatIsRefused(t *testing.T) {
	disk := blobtest.NewDisk()
	s := open(t, "/store", inMemory(disk))
	p := blobtest.Bytes(1, 500)
	put(t, s, p)
	check(t, s.Close())
	original := readDisk(t, disk, "/store/FORMAT")
	change := func(old, new string) {
		t.Helper()
		if !bytes.Contains(original, []byte(old)) {
			t.Fatalf("%s", original)
		}
		check(t, disk.Damage("/store/FORMAT", func([]byte) []byte { return bytes.Replace(original, []byte(old), []byte(new), 1) }))
	}
	for _, c := range [][2]string{{`"format": 1`, `"format": 2`}, {"blake3-256", "sha256"}, {`"read": []`, `"read": ["recipes"]`},
		{"{", "["}} {
		change(c[0], c[1])
		_, err := blobstore.Open("/store", withLog(inMemory(disk)))
		wants(t, err, blobstore.ErrFormat)
	}
	change(`"write": []`, `"write": ["recipes"]`)
	s = open(t, "/store", inMemory(disk))
	blobtest.CheckContent(t, s, p)
	_, _, err := s.Put(t.Context(), p)
	wants(t, err, blobstore.ErrFormat)
	check(t, s.Close())
	change(`"gc": []`, `"gc": ["recipes"]`)
	s = open(t, "/store", inMemory(disk))
	put(t, s, p)
	_, err = s.Mark(t.Context(), noRows())
	wants(t, err, blobstore.ErrFormat)
	_, err = s.Sweep(t.Context(), never, nil)
	wants(t, err, blobstore.ErrFormat)
	check(t, s.Close())
	check(t, disk.Remove("/store/FORMAT"))
	_, err = blobstore.Open("/store", withLog(inMemory(disk)))
	wants(t, err, blobstore.ErrFormat)
}
