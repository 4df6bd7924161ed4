package webdav

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/adler32"
	"net/http"
	"strings"

	"anbar/app/base/fault"
)

// Checksum is one that a program sent along with a file.
type Checksum struct {
	Name     string // SHA1, MD5, SHA256, ADLER32
	Expected []byte
	hash.Hash
}

// hashMakers are the checksums that are computed, only when they are asked for.
var hashMakers = map[string]func() hash.Hash{
	"SHA1": sha1.New, "MD5": md5.New, "SHA256": sha256.New, "ADLER32": func() hash.Hash { return adler32.New() },
}

// ParseChecksums reads the checksums of a file from the headers of its request. Those of unknown kinds are left out.
func ParseChecksums(h http.Header) ([]Checksum, error) {
	var all checksums
	if name, want, ok := strings.Cut(h.Get("OC-Checksum"), ":"); ok {
		if err := all.add(name, want, hex.DecodeString); err != nil {
			return nil, err
		}
	}
	if want := h.Get("Content-MD5"); want != "" {
		if err := all.add("MD5", want, base64.StdEncoding.DecodeString); err != nil {
			return nil, err
		}
	}
	for _, header := range []string{"Digest", "Content-Digest", "Repr-Digest"} {
		if err := all.addDigests(h.Get(header)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

type checksums []Checksum

func (all *checksums) add(name, want string, decode func(string) ([]byte, error)) error {
	name = strings.ToUpper(strings.ReplaceAll(name, "-", ""))
	sum := hashMakers[name]
	if sum == nil {
		return nil
	}
	c := Checksum{Name: name, Expected: nil, Hash: sum()}
	var err error
	if c.Expected, err = decode(strings.TrimSpace(want)); err != nil || len(c.Expected) != c.Size() {
		return fault.BadRequest
	}
	*all = append(*all, c)
	return nil
}

// addDigests reads a list like "sha=…,md5=…".
func (all *checksums) addDigests(list string) error {
	for one := range strings.SplitSeq(list, ",") {
		name, want, ok := strings.Cut(strings.TrimSpace(one), "=")
		if !ok {
			continue
		}
		if strings.EqualFold(name, "sha") {
			name = "SHA1"
		}
		if err := all.add(name, strings.Trim(want, ":"), base64.StdEncoding.DecodeString); err != nil {
			return err
		}
	}
	return nil
}

// VerifyChecksums fails unless all sums are as they were sent, and returns them as they are kept.
func VerifyChecksums(all []Checksum) (string, error) {
	var kept []string
	for _, c := range all {
		got := c.Sum(nil)
		if string(got) != string(c.Expected) {
			return "", errChecksum
		}
		if one := fmt.Sprintf("%s:%x", c.Name, got); !strings.Contains(strings.Join(kept, " "), one) {
			kept = append(kept, one)
		}
	}
	return strings.Join(kept, " "), nil
}
