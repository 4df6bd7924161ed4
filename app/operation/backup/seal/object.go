package seal

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"filippo.io/age"
	"golang.org/x/crypto/chacha20poly1305"
)

// OpenError reports an object that is not what whoever holds the keys sealed under that name.
type OpenError struct {
	Key    string
	Reason string
}

// Error implements error.
func (e *OpenError) Error() string { return e.Key + " " + e.Reason }

const (
	reasonClear   = "is not sealed: something else was put in its place"
	reasonForeign = "was not sealed for this place: it was exchanged, or somebody else sealed it"
	reasonChanged = "was changed or cut short"
)

// An object is an age file. Its one stanza holds the key of the file, encrypted under the keys of the sheet and bound to the name of the
// object: whoever has not these keys can neither make such a stanza nor use one for another name.
const stanzaType = "anbar/seal/1"

var errForeign = errors.New("the stanza is not ours")

// boundName seals and opens objects of one name.
type boundName struct {
	s    *Sealer
	name string
}

// Wrap implements age.Recipient.
func (n *boundName) Wrap(fileKey []byte) ([]*age.Stanza, error) {
	nonce := make([]byte, n.s.wrap.NonceSize())
	_, _ = rand.Read(nonce) // it never fails
	return []*age.Stanza{{
		Type: stanzaType, Args: []string{base64.RawStdEncoding.EncodeToString(nonce)},
		Body: n.s.wrap.Seal(nil, nonce, fileKey, []byte(n.name)),
	}}, nil
}

// Unwrap implements age.Identity.
func (n *boundName) Unwrap(all []*age.Stanza) ([]byte, error) {
	if len(all) != 1 || all[0].Type != stanzaType || len(all[0].Args) != 1 {
		return nil, errForeign
	}
	nonce, err := base64.RawStdEncoding.Strict().DecodeString(all[0].Args[0])
	if err != nil || len(nonce) != n.s.wrap.NonceSize() {
		return nil, errForeign
	}
	fileKey, err := n.s.wrap.Open(nil, nonce, all[0].Body, []byte(n.name))
	if err != nil {
		return nil, errForeign
	}
	return fileKey, nil
}

// Seal encrypts what r gives, as the object of a name.
func (s *Sealer) Seal(name string, r io.Reader) (io.Reader, error) {
	out, err := age.EncryptReader(r, &boundName{s, name})
	if err != nil {
		return nil, fmt.Errorf("seal %s: %w", name, err)
	}
	return out, nil
}

// Open decrypts the object of a name. It and what it returns fail with an OpenError where that is not the object that was sealed.
func (s *Sealer) Open(name string, r io.Reader) (io.Reader, error) {
	from := &source{r: r}
	head := bufio.NewReaderSize(from, headerSize)
	magic, err := head.Peek(len(magicLine))
	if err != nil && from.err != nil {
		return nil, from.err
	}
	if !bytes.Equal(magic, []byte(magicLine)) {
		return nil, &OpenError{name, reasonClear}
	}
	out, err := age.Decrypt(head, &boundName{s, name})
	switch {
	case err == nil:
		return &plainReader{name: name, r: out, from: from}, nil
	case from.err != nil:
		return nil, from.err
	case errors.Is(err, errForeign):
		return nil, &OpenError{name, reasonForeign}
	}
	return nil, &OpenError{name, reasonChanged}
}

// source remembers why it could not be read.
type source struct {
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// plainReader is a decrypted object.
type plainReader struct {
	name string
	r    io.Reader
	from *source
}

// Read implements io.Reader.
func (o *plainReader) Read(p []byte) (int, error) {
	n, err := o.r.Read(p)
	switch {
	case err == nil || errors.Is(err, io.EOF):
		return n, err
	case o.from.err != nil:
		return n, o.from.err
	}
	return n, &OpenError{o.name, reasonChanged}
}

const (
	magicLine  = "age-encryption.org/v1\n"
	chunkSize  = 64 << 10
	chunkTag   = 16
	nonceAhead = 16

	fileKeySize = 16
)

// headerSize is how many bytes the head of each object has.
var headerSize = len(magicLine) + len("-> "+stanzaType+" \n") + base64Size(chacha20poly1305.NonceSizeX) +
	base64Size(fileKeySize+chunkTag) + 1 + len("--- \n") + base64Size(sha256.Size)

func base64Size(n int) int { return base64.RawStdEncoding.EncodedLen(n) }

// SealedSize returns the size of a sealed object by what is in it.
func SealedSize(plain int64) int64 {
	chunks := max((plain+chunkSize-1)/chunkSize, 1)
	return int64(headerSize) + nonceAhead + plain + chunks*chunkTag
}

// PlainSize returns the size of what is in a sealed object; -2 where no object has that size.
func PlainSize(sealed int64) int64 {
	payload := sealed - int64(headerSize) - nonceAhead
	chunks := (payload + chunkSize + chunkTag - 1) / (chunkSize + chunkTag)
	plain := payload - chunks*chunkTag
	if payload < chunkTag || SealedSize(plain) != sealed {
		return -2
	}
	return plain
}
