package blobstore

import (
	"bytes"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"lukechampine.com/blake3"
)

func FuzzRecord(f *testing.F) {
	r := newRecord(Sum([]byte("x")), []byte("x"), time.Unix(1, 0))
	var b [recordSize]byte
	r.encode(&b)
	f.Add(b[:])
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < recordSize {
			return
		}
		le.PutUint32(b[76:], crc32C(b[:76])) // else no change gets past the checksum
		r, ok := decodeRecord(b)
		if !ok {
			return
		}
		var again [recordSize]byte
		r.encode(&again)
		if le.Uint32(b[72:]) == 0 && !bytes.Equal(again[:], b[:recordSize]) {
			t.Fatalf("% x\n% x", again, b)
		}
	})
}

func FuzzFooter(f *testing.F) {
	id := newFormat().Store
	entries := []Entry{{Sum([]byte("b")), Loc{Offset: 6, Stored: 1, Plain: 1, Flags: 1}}, {Sum([]byte("a")), Loc{Stored: 1}}}
	b, _ := encodeFooter(id, 7, entries, 5)
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < packTrailerSize {
			return
		}
		body, end := b[:len(b)-packTrailerSize], b[len(b)-packTrailerSize:]
		le.PutUint32(end[28:], crc32C(body))
		le.PutUint32(end[60:], crc32C(end[:60]))
		tr, ok := decodePackTrailer(b[len(b)-packTrailerSize:])
		if !ok || tr.length != uint64(len(b)) {
			return
		}
		const dataEnd = 1 << 20
		list, ok := decodeEntries(tr, body, dataEnd)
		for _, e := range list {
			if !ok || e.Loc.pos() < 0 || e.Loc.pos()+e.Loc.span() > dataEnd {
				t.Fatal(e)
			}
		}
	})
}

func FuzzTrailer(f *testing.F) {
	tr := trailer{size: 5 << 20, digest: Sum(nil), crc: 1, listCRC: 2, time: 3}
	f.Add(tr.encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == trailerSize {
			le.PutUint32(b[124:], crc32C(b[:124]))
		}
		if tr, ok := decodeTrailer(b); ok && (largeFileSize(int64(tr.size)) < int64(tr.size) || tr.size > maxBlobSize) {
			t.Fatal(tr)
		}
	})
}

func FuzzJournal(f *testing.F) {
	h := journalHeader{size: 3<<20 + 5, partSize: 1 << 20, boot: [16]byte{1}, created: 2}
	b := h.encode()
	for _, n := range []int{1, 3} {
		p := make([]byte, min(1<<20, 3<<20+5-n<<20))
		r := partRecord{part: n, length: int64(len(p)), crc: 5, groups: appendGroupCVs(nil, p, int64(n)*16)}
		b = append(b, r.encode()...)
	}
	f.Add(b)
	f.Add(b[:len(b)-3])
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) >= journalHeaderSize {
			le.PutUint32(b[60:], crc32C(b[:60]))
		}
		j, ok := decodeJournal(b)
		if !ok {
			return
		}
		again := j.encode()
		for _, r := range j.parts {
			if off := int64(r.part) * j.partSize; off+r.length > j.size || int64(len(r.groups)) != groupCount(r.length) {
				t.Fatal(r.part, r.length)
			}
			again = append(again, r.encode()...)
		}
		if j.valid > len(b) || len(again) != j.valid || j.partSize <= 0 {
			t.Fatal(j.valid, len(again), len(b))
		}
	})
}

// FuzzScan damages a pack: the scan must not fail, and hand out only what is proven.
func FuzzScan(f *testing.F) {
	f.Add([]byte("some bytes"), uint16(3), uint8(7))
	f.Add([]byte(recordMagic), uint16(80), uint8(0))
	f.Fuzz(func(t *testing.T, garbage []byte, at uint16, flip uint8) {
		var pack []byte
		var known []Digest
		var starts []int
		for i := range 5 {
			starts = append(starts, len(pack))
			p := bytes.Repeat([]byte{byte(i)}, 50*i)
			r := newRecord(Sum(p), p, time.Unix(0, 0))
			var h [recordSize]byte
			r.encode(&h)
			pack = append(append(pack, h[:]...), p...)
			pack = append(pack, make([]byte, alignUp(int64(len(pack)))-int64(len(pack)))...)
			known = append(known, r.digest)
		}
		n := starts[int(at)%len(starts)]
		pack = slices.Concat(pack[:n], garbage, pack[n:])
		pack[int(at)%len(pack)] ^= flip
		found := scanPack(memFile{bytes.NewReader(pack)}, 1, int64(len(pack)), true)
		for _, e := range found.entries {
			p := pack[e.Loc.pos()+recordSize:][:e.Loc.Stored]
			if Sum(p) != e.Digest {
				t.Fatal("a record that is not what it says")
			}
		}
		if flip == 0 && len(garbage)%align == 0 {
			for _, d := range known {
				if !slices.ContainsFunc(found.entries, func(e Entry) bool { return e.Digest == d }) {
					t.Fatal("a good record was not found")
				}
			}
		}
	})
}

type memFile struct{ *bytes.Reader }

func (memFile) WriteAt([]byte, int64) (int, error) { return 0, nil }
func (memFile) WriteVec([][]byte, int64) error     { return nil }
func (memFile) Close() error                       { return nil }
func (memFile) Sync() error                        { return nil }
func (memFile) StartSync(int64, int64) error       { return nil }
func (memFile) Allocate(int64) error               { return nil }
func (memFile) Discard(int64, int64) error         { return nil }
func (memFile) Truncate(int64) error               { return nil }
func (m memFile) Size() (int64, error)             { return m.Reader.Size(), nil }
func (memFile) Forget()                            {}

func TestTreeIsBLAKE3(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	sizes := []int{0, 1, 1024, 1025, 2048, 3 * 1024, 16384, 16385, 20000, 32768, 65536, 65537, 1 << 20, 1<<20 + 1}
	for range 150 {
		sizes = append(sizes, r.IntN(3<<20))
	}
	for _, n := range sizes {
		p := make([]byte, n)
		for i := range p {
			p[i] = byte(r.Uint32())
		}
		want := Digest(blake3.Sum256(p))
		if Sum(p) != want {
			t.Fatal("Sum of", n)
		}
		groups := appendGroupCVs(nil, p, 0)
		if len(groups) > 1 && rootDigest(mergeSubtrees(groups)) != want {
			t.Fatal("groups of", n)
		}
		if blocks := appendBlockCVs(nil, groups); len(blocks) > 1 && rootDigest(mergeSubtrees(blocks)) != want {
			t.Fatal("blocks of", n)
		}
		if again := decodeCVs(nil, appendCVs(nil, groups)); !slices.Equal(again, groups) {
			t.Fatal("list of", n)
		}
	}
}

func TestCombineCRC(t *testing.T) {
	p := make([]byte, 300_000)
	for i := range p {
		p[i] = byte(i * i >> 3)
	}
	for _, n := range []int{0, 1, 7, 64, 1000, 65536, 299_999, 300_000} {
		a, b := p[:n], p[n:]
		if got := combineCRC(crc32.IEEE, crcIEEE(a), crcIEEE(b), int64(len(b))); got != crcIEEE(p) {
			t.Fatalf("IEEE at %d: %08x", n, got)
		}
		if got := combineCRC(crc32.Castagnoli, crc32C(a), crc32C(b), int64(len(b))); got != crc32C(p) {
			t.Fatalf("Castagnoli at %d: %08x", n, got)
		}
	}
}

func TestDigestText(t *testing.T) {
	d := Sum([]byte("text"))
	again, err := ParseDigest(d.String())
	if err != nil || again != d {
		t.Fatal(again, err)
	}
	for _, bad := range []string{"", "00", d.String() + "0", "G" + d.String()[1:], "A" + d.String()[1:], "../" + d.String()[3:]} {
		if _, err := ParseDigest(bad); err == nil {
			t.Fatalf("%q was taken", bad)
		}
	}
}
