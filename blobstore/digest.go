package blobstore

import (
	"bytes"
	"encoding/hex"
	"fmt"
)

// Digest is the BLAKE3-256 hash of a blob.
type Digest [32]byte

// Sum returns the digest of p.
func Sum(p []byte) Digest { return rootDigest(hashSubtree(p, 0)) }

// ParseDigest reads the 64 lower-case hex digits that String writes.
func ParseDigest(s string) (Digest, error) {
	var d Digest
	if err := d.UnmarshalText([]byte(s)); err != nil {
		return Digest{}, err
	}
	return d, nil
}

// String returns the digest as 64 lower-case hex digits.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// MarshalText returns the digest as 64 lower-case hex digits.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes and refuses anything else.
func (d *Digest) UnmarshalText(text []byte) error {
	if len(text) != 2*len(d) || bytes.ContainsAny(text, "ABCDEF") {
		return fmt.Errorf("blobstore: a digest is 64 lower-case hex digits, not %.80q", text)
	}
	if _, err := hex.Decode(d[:], text); err != nil {
		return fmt.Errorf("blobstore: digest %q: %w", text, err)
	}
	return nil
}

// Compare orders digests by their bytes, the order of Mark, Check and the index.
func (d Digest) Compare(other Digest) int { return bytes.Compare(d[:], other[:]) }
