package server

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"sync"

	"anbar/lru"
	"github.com/andybalholm/brotli"
)

// mostPacked bounds what a packer keeps, in bytes: all files of the first screens fit.
const mostPacked = 2 << 20

// packer makes gzip of files that the program holds as Brotli, one at a time, and keeps those that were asked for last.
type packer struct {
	mu   *sync.Mutex
	kept *lru.Cache[string, []byte]
}

func newPacker() packer {
	cost := func(name string, b []byte) int { return len(name) + len(b) }
	return packer{mu: new(sync.Mutex), kept: lru.NewWithCost(mostPacked, cost)}
}

func (p packer) gzip(files fs.FS, name string) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if b, ok := p.kept.Get(name); ok {
		return b, nil
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.Copy(z, brotli.NewReader(f)); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	p.kept.Put(name, b.Bytes())
	return b.Bytes(), nil
}
