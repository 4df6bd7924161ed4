package downloads

import (
	"bytes"
	"encoding/json"
	"hash/crc32"
	"net/http/httptest"
	"os"
	"testing"

	"anbar/blobstore"
)

// vectors are shared with the tests of the browser.
type vectors struct {
	Seed   uint32 `json:"seed"`   // of xorshift, which makes the content
	Size   int    `json:"size"`   // of the content
	Bytes  int    `json:"bytes"`  // of the list
	Digest string `json:"digest"` // BLAKE3 of the list
}

// xorshift makes bytes that both sides can make.
func xorshift(seed uint32, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		seed ^= seed << 13
		seed ^= seed >> 17
		seed ^= seed << 5
		b[i] = byte(seed >> 24)
	}
	return b
}

func TestBlockSumsAreThoseTheBrowserReads(t *testing.T) {
	text, err := os.ReadFile("../../../ui/src/features/uploads/block-sums.vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	blobs, err := blobstore.Open(t.TempDir(), blobstore.Options{Reserve: -1, MinFree: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer blobs.Close()
	content := xorshift(v.Seed, v.Size)
	d, lease, err := blobs.Put(t.Context(), content)
	if err != nil {
		t.Fatal(err)
	}
	defer lease.Release()
	b, err := blobs.Open(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	w := httptest.NewRecorder()
	if err := writeBlockSums(t.Context(), w, b); err != nil {
		t.Fatal(err)
	}
	list := w.Body.Bytes()
	if got := blobstore.Sum(list).String(); len(list) != v.Bytes || got != v.Digest {
		t.Errorf("%d bytes %s, want %d bytes %s", len(list), got, v.Bytes, v.Digest)
	}
	// The last block is short.
	last := content[len(content)/minSumsBlock*minSumsBlock:]
	strong := blobstore.Sum(last)
	if tail := list[len(list)-sumSize:]; !bytes.Equal(tail[4:], strong[:strongSum]) ||
		crc32.ChecksumIEEE(last) != uint32(tail[0])|uint32(tail[1])<<8|uint32(tail[2])<<16|uint32(tail[3])<<24 {
		t.Error("the last block has other sums")
	}
}

func TestTheListStaysShort(t *testing.T) {
	for size, block := range map[int64]int64{16 << 20: 64 << 10, 16 << 30: 64 << 10, 16<<30 + 1: 128 << 10, 256 << 30: 1 << 20} {
		if got := sumsBlock(size); got != block || (size+got-1)/got > maxSums {
			t.Errorf("blocks of %d bytes in a version of %d, want %d", got, size, block)
		}
	}
}
