package blobstore_test

import (
	"bytes"
	"log/slog"
	"testing"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

const mib = 1 << 20

// quiet is for stores that a test makes complain.
var quiet = slog.New(slog.DiscardHandler)

func open(t testing.TB, dir string, o blobstore.Options) *blobstore.Store {
	t.Helper()
	if o.Log == nil {
		o.Log = quiet
	}
	s, err := blobstore.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func inMemory(disk blobstore.FS) blobstore.Options {
	return blobstore.Options{FS: disk, Reserve: -1, MinFree: -1, Boot: "one", PackSize: 8 * mib}
}

func put(t testing.TB, s *blobstore.Store, p []byte) blobstore.Digest {
	t.Helper()
	stored, l, err := s.PutReader(t.Context(), bytes.NewReader(p))
	if err != nil {
		t.Fatal(err)
	}
	l.Release()
	return stored.Digest
}

func TestContractOnDisk(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blobtest.Store {
		return open(t, t.TempDir(), blobstore.Options{Reserve: -1, MinFree: -1})
	})
}

func TestContractInMemory(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blobtest.Store {
		return open(t, "/store", inMemory(blobtest.NewDisk()))
	})
}

func TestReopen(t *testing.T) {
	dir := t.TempDir()
	o := blobstore.Options{Reserve: 1 << 20, MinFree: -1, Log: quiet}
	var all [][]byte
	for round := range 3 {
		s := open(t, dir, o)
		for _, p := range all {
			blobtest.CheckContent(t, s, p)
		}
		for i := range 20 {
			p := blobtest.Bytes(uint64(round*100+i), 1+i*i*400+i/19*3*mib)
			put(t, s, p)
			all = append(all, p)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
