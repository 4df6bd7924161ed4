package nextcloud

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"anbar/blobstore"
)

// TestAPieceLeavesTheReserve keeps parts of a block on a disk that has room, but none beside the reserve of the store.
func TestAPieceLeavesTheReserve(t *testing.T) {
	for _, free := range []int64{-1, 1 << 60} {
		dir := t.TempDir()
		blobs, err := blobstore.Open(filepath.Join(dir, "blobs"), blobstore.Options{Reserve: -1, MinFree: free})
		if err != nil {
			t.Fatal(err)
		}
		a := &assembly{blobs: blobs, size: 3 * blockSize, dir: filepath.Join(dir, "pieces"), pieces: map[int64][]piece{}}
		full := a.storePiece(10, []byte("part"))
		if free < 0 && full != nil || free > 0 && !errors.Is(full, blobstore.ErrFull) {
			t.Errorf("%d to be left free: %v", free, full)
		}
		if _, err := os.Stat(a.dir); free > 0 && !os.IsNotExist(err) {
			t.Errorf("%d free: something was written: %v", free, err)
		}
		if err := blobs.Close(); err != nil {
			t.Error(err)
		}
	}
}
