// Package vault seals the secrets that staff enter, so that a copy of the database alone does
// not give them away.
package vault

import (
	"crypto/aes"
	"crypto/cipher"
	"fmt"
)

// Vault seals secrets under a key of the appliance.
type Vault struct{ aead cipher.AEAD }

// New makes a vault with a key of 32 bytes.
func New(key []byte) *Vault {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // only for a key of another length
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // only for a block of another length
	}
	return &Vault{aead}
}

// additionalData is what a sealed secret belongs to: it opens for that use, and for the addresses
// that it was entered for. Whoever changes an address has to enter the secret once more.
func additionalData(use, origin string) []byte { return []byte(use + " " + origin) }

// Seal encrypts a secret for one use and for the addresses that it is sent to.
func (v *Vault) Seal(secret, use, origin string) []byte {
	return v.aead.Seal(nil, nil, []byte(secret), additionalData(use, origin))
}

// Open returns a secret; an error when there is none, when it belongs to another use or other
// addresses, or when the appliance's key is another one by now.
func (v *Vault) Open(sealed []byte, use, origin string) (string, error) {
	b, err := v.aead.Open(nil, nil, sealed, additionalData(use, origin))
	if err != nil {
		return "", fmt.Errorf("open the sealed secret %q: %w", use, err)
	}
	return string(b), nil
}
