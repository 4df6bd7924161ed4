package host

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Keys are the secrets that the server made for itself. Only one master key is stored;
// every use has a key derived from it.
type Keys struct{ master []byte }

const masterLen = 32

// OpenKeys reads the keys from a file, which it makes when it is not there.
func OpenKeys(name string) (*Keys, error) {
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return makeKeys(name)
	}
	if err != nil {
		return nil, err
	}
	master, err := hex.DecodeString(strings.TrimSpace(string(b)))
	if err != nil || len(master) != masterLen {
		return nil, fmt.Errorf("%s does not hold %d bytes in hexadecimal", name, masterLen)
	}
	return &Keys{master}, nil
}

// makeKeys writes a new master key, whole or not at all.
func makeKeys(name string) (*Keys, error) {
	master := make([]byte, masterLen)
	if _, err := rand.Read(master); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(name), "secrets-*.tmp") // made 0600
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(f, "%x\n", master)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Link(f.Name(), name) // never over a key that another process made meanwhile
	}
	if err = errors.Join(ignoreExists(err), os.Remove(f.Name())); err != nil {
		return nil, err
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if master, err = hex.DecodeString(strings.TrimSpace(string(b))); err != nil {
		return nil, err
	}
	return &Keys{master}, nil
}

func ignoreExists(err error) error {
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// Derive returns the key of 32 bytes for one use.
func (k *Keys) Derive(use string) []byte {
	key, err := hkdf.Key(sha256.New, k.master, nil, "anbar "+use, masterLen)
	if err != nil {
		panic(err) // only for a length that SHA-256 cannot give
	}
	return key
}
