package stories

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"anbar/blobstore"

	"github.com/rogpeppe/go-internal/testscript"
)

// aged lets days go by for a data directory that nobody uses: for the files of contents, and since the target was read back.
func (s *story) aged(ts *testscript.TestScript, args []string) error {
	days, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	by := time.Duration(days) * 24 * time.Hour
	for _, dir := range []string{"packs", "large"} {
		err := filepath.WalkDir(filepath.Join(ts.MkAbs(args[0]), "blobs", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			then := time.Now().Add(-by)
			return os.Chtimes(path, then, then)
		})
		if err != nil {
			return err
		}
	}
	all, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "litestream", "*", "proofs"))
	if err == nil && len(all) == 0 {
		err = errors.New("nothing was proven")
	}
	for _, name := range all {
		err = errors.Join(err, ageProofs(name, int64(25*time.Hour/time.Second)))
	}
	return err
}

// ageProofs makes the times in a file of proofs earlier: a line, then a name and a time of 8 bytes for each object, then a sum.
func ageProofs(name string, seconds int64) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	const head, sum = len("anbar proofs 1\n"), 32
	if len(b) < head+sum || (len(b)-head-sum)%16 != 0 {
		return fmt.Errorf("%s has %d bytes", name, len(b))
	}
	body := b[:len(b)-sum]
	for at := head + 8; at < len(body); at += 16 {
		binary.LittleEndian.PutUint64(body[at:], binary.LittleEndian.Uint64(body[at:])-uint64(seconds))
	}
	d := blobstore.Sum(body)
	return os.WriteFile(name, append(body, hex.EncodeToString(d[:16])...), 0o600)
}

// returned waits until nothing is at the target alone.
func (s *story) returned(ts *testscript.TestScript, args []string) error {
	return s.awaitCopies(ts, args[0], `"objects":0,"bytes":0,"targets":[]`)
}
