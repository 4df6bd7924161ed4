package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"

	"filippo.io/age"
	"golang.org/x/crypto/chacha20poly1305"
)

// Keys are what an appliance keeps of a recovery sheet: enough to seal, open and prove, and not the secret of the sheet.
type Keys struct {
	ID       string    `json:"id"`       // names the sheet, for everybody
	Recovery string    `json:"recovery"` // what only the sheet opens is sealed to it: an age recipient
	Master   []byte    `json:"master"`
	Made     time.Time `json:"made"`
	Checked  time.Time `json:"checked"` // when a person had the sheet in their hands
	Asked    time.Time `json:"asked"`   // when people were last reminded to show that they have it
}

// CheckedFor is how long nobody needs to show again that they have a sheet.
const CheckedFor = 365 * 24 * time.Hour

// IsDue reports whether somebody has to show again that they have the sheet.
func (k *Keys) IsDue() bool { return time.Since(k.Checked) > CheckedFor }

// Keys returns what an appliance keeps of the sheet.
func (s *Sheet) Keys(at time.Time) (*Keys, error) {
	own, err := s.identity()
	if err != nil {
		return nil, err
	}
	at = at.UTC().Truncate(time.Second)
	return &Keys{
		ID: s.ID(), Recovery: own.Recipient().String(), Master: derive(s.secret[:], "master", 32), Made: at, Checked: at,
	}, nil
}

// ID names the sheet. It says nothing of its secret.
func (s *Sheet) ID() string { return strings.ToLower(encodeLetters(derive(s.secret[:], "id", 5))) }

// FormatID writes the name of a sheet as it is printed on it.
func FormatID(id string) string {
	id = strings.ToUpper(id)
	if len(id) != 2*groupSize {
		return id
	}
	return id[:groupSize] + "-" + id[groupSize:]
}

func (s *Sheet) identity() (*age.X25519Identity, error) {
	return age.ParseX25519Identity(encodeIdentity(derive(s.secret[:], "recovery", 32)))
}

// OpenAlone opens what was sealed so that only the sheet opens it.
func (s *Sheet) OpenAlone(r io.Reader) (io.Reader, error) {
	own, err := s.identity()
	if err != nil {
		return nil, err
	}
	return age.Decrypt(r, own)
}

// SealAlone seals so that only the sheet opens it.
func (k *Keys) SealAlone(r io.Reader) (io.Reader, error) {
	to, err := age.ParseX25519Recipient(k.Recovery)
	if err != nil {
		return nil, err
	}
	return age.EncryptReader(r, to)
}

// Sealer seals and opens objects with the keys of one sheet.
type Sealer struct {
	Keys
	wrap  cipher.AEAD
	names cipher.Block
	sign  []byte
	blind []byte
}

// NewSealer makes it.
func NewSealer(k *Keys) (*Sealer, error) {
	wrap, err := chacha20poly1305.NewX(derive(k.Master, "objects", chacha20poly1305.KeySize))
	if err != nil {
		return nil, err
	}
	names, err := aes.NewCipher(derive(k.Master, "names", 32))
	return &Sealer{Keys: *k, wrap: wrap, names: names, sign: derive(k.Master, "claims", 32), blind: derive(k.Master, "blind", 32)}, err
}

// Sign proves that whoever holds the keys wrote a text.
func (s *Sealer) Sign(text string) string { return macOf(s.sign, text) }

// IsSigned reports whether a proof is that of the text.
func (s *Sealer) IsSigned(text, proof string) bool {
	return hmac.Equal([]byte(s.Sign(text)), []byte(proof))
}

// Fingerprint stands for a secret where that is compared, and tells nothing of it to others.
func (s *Sealer) Fingerprint(secret []byte) string { return macOf(s.blind, string(secret)) }

func macOf(key []byte, text string) string {
	h := hmac.New(sha256.New, key)
	_, _ = io.WriteString(h, text) // it never fails
	return hex.EncodeToString(h.Sum(nil))
}

const nonceSize = aes.BlockSize

// HideName makes of a name one that tells nobody without the keys what it names, always the same of the same. What is given and what
// comes back is hex.
func (s *Sealer) HideName(name string) (string, error) {
	plain, err := hex.DecodeString(name)
	if err != nil {
		return "", fmt.Errorf("hide the name %q: %w", name, err)
	}
	out := append(s.nonceOf(plain), plain...)
	cipher.NewCTR(s.names, out[:nonceSize]).XORKeyStream(out[nonceSize:], out[nonceSize:])
	return hex.EncodeToString(out), nil
}

// RevealName reverses HideName. ok is false for a name that HideName did not make.
func (s *Sealer) RevealName(hidden string) (name string, ok bool) {
	b, err := hex.DecodeString(hidden)
	if err != nil || len(b) < nonceSize {
		return "", false
	}
	plain := make([]byte, len(b)-nonceSize)
	cipher.NewCTR(s.names, b[:nonceSize]).XORKeyStream(plain, b[nonceSize:])
	return hex.EncodeToString(plain), hmac.Equal(s.nonceOf(plain), b[:nonceSize])
}

func (s *Sealer) nonceOf(plain []byte) []byte {
	h := hmac.New(sha256.New, s.blind)
	_, _ = io.WriteString(h, "name ") // it never fails
	_, _ = h.Write(plain)
	return h.Sum(nil)[:nonceSize:nonceSize]
}
