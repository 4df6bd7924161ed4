package server

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"anbar/app/base/limits"
)

func TestInventedNamesGetFewCertificates(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "certificates", "local", "known.lan"), 0o700); err != nil {
		t.Fatal(err)
	}
	n, err := newCertificateNames(dir, "Box", []string{"files.example.org"})
	if err != nil {
		t.Fatal(err)
	}
	allowed := 0
	for i := range 500 {
		for _, name := range []string{fmt.Sprintf("n%d.local", i), fmt.Sprintf("10.1.2.%d", i%250)} {
			if n.isAllowed(name) {
				allowed++
			}
		}
	}
	if allowed > 2*limits.NewCertificates {
		t.Errorf("%d certificates for invented names", allowed)
	}
	for _, name := range []string{"known.lan", "box", "box.local", "files.example.org", "localhost", "127.0.0.1"} {
		if !n.isAllowed(name) {
			t.Errorf("%s gets no certificate any more", name)
		}
	}
	if n.isAllowed("example.com") {
		t.Error("a public name gets a certificate")
	}
}

func TestOldCertificatesCountAgainstTheBound(t *testing.T) {
	dir := t.TempDir()
	for i := range limits.Certificates {
		if err := os.MkdirAll(filepath.Join(dir, "certificates", "local", fmt.Sprintf("old%d.lan", i)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	n, err := newCertificateNames(dir, "box", nil)
	if err != nil {
		t.Fatal(err)
	}
	if n.isAllowed("new.lan") || !n.isAllowed("old3.lan") {
		t.Error("the bound does not hold, or forgets who had a certificate")
	}
}
