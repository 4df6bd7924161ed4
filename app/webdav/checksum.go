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

	"anbar/app/fault"
)

// Checksum is one that a program sent along with a file.
type Checksum struct {
	Name string // SHA1, MD5, SHA256, ADLER32
	Want []byte
	hash.Hash
}

// makers are the checksums that are computed, only when they are asked for.
var makers = map[string]func() hash.Hash{
	"SHA1": sha1.New, "MD5": md5.New, "SHA256": sha256.New, "ADLER32": func() hash.Hash { return adler32.New() },
}

// Checksums reads the checksums of a file from the headers of its request. Those of unknown kinds are left out.
func Checksums(h http.Header) ([]Checksum, error) {
	var all []Checksum
	add := func(name, want string, decode func(string) ([]byte, error)) error {
		sum := makers[strings.ToUpper(strings.ReplaceAll(name, "-", ""))]
		if sum == nil {
			return nil
		}
		c := Checksum{strings.ToUpper(strings.ReplaceAll(name, "-", "")), nil, sum()}
		var err error
		if c.Want, err = decode(strings.TrimSpace(want)); err != nil || len(c.Want) != c.Size() {
			return fault.BadRequest
		}
		all = append(all, c)
		return nil
	}
	if name, want, ok := strings.Cut(h.Get("OC-Checksum"), ":"); ok {
		if err := add(name, want, hex.DecodeString); err != nil {
			return nil, err
		}
	}
	if want := h.Get("Content-MD5"); want != "" {
		if err := add("MD5", want, base64.StdEncoding.DecodeString); err != nil {
			return nil, err
		}
	}
	for _, header := range []string{"Digest", "Content-Digest", "Repr-Digest"} {
		for one := range strings.SplitSeq(h.Get(header), ",") {
			name, want, ok := strings.Cut(strings.TrimSpace(one), "=")
			if !ok {
				continue
			}
			if strings.EqualFold(name, "sha") {
				name = "SHA1"
			}
			if err := add(name, strings.Trim(want, ":"), base64.StdEncoding.DecodeString); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// Matched fails unless all sums are as they were sent, and returns them as they are kept.
func Matched(all []Checksum) (string, error) {
	var kept []string
	for _, c := range all {
		got := c.Sum(nil)
		if string(got) != string(c.Want) {
			return "", errChecksum
		}
		if one := fmt.Sprintf("%s:%x", c.Name, got); !strings.Contains(strings.Join(kept, " "), one) {
			kept = append(kept, one)
		}
	}
	return strings.Join(kept, " "), nil
}
