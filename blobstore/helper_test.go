package blobstore_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"anbar/blobstore"
)

func asIncomplete(err error, target **blobstore.IncompleteError) bool {
	return errors.As(err, target)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wants(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got error %v, want %v", err, want)
	}
}

func newRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
