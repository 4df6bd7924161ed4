package twofactor

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"anbar/app/base/api"
	"anbar/app/identity/audit"
	"anbar/db"

	"github.com/pquerna/otp/hotp"
)

// deriveKey returns a key for one use.
func deriveKey(key []byte, use string) []byte {
	k, err := hkdf.Expand(sha256.New, key, use, sha256.Size)
	if err != nil {
		panic(err) // only for a length that SHA-256 cannot give
	}
	return k
}

func newSealer(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(deriveKey(key, "authenticator apps"))
	if err != nil {
		panic(err) // only for a key of another length
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // only for a block of another length
	}
	return aead
}

// encryptSecret encrypts the secret of an authenticator app. It opens for the same user
// alone.
func (s *Service) encryptSecret(user db.UserID, secret string) []byte {
	return s.seal.Seal(nil, nil, []byte(secret), []byte(user.String()))
}

func (s *Service) decryptSecret(user db.UserID, sealed []byte) (string, error) {
	b, err := s.seal.Open(nil, nil, sealed, []byte(user.String()))
	if err != nil {
		return "", fmt.Errorf("read the secret of an authenticator app: %w", err)
	}
	return string(b), nil
}

const (
	period = 30 // seconds
	skew   = 1  // time steps that a clock may be wrong by
)

// findTimeStep returns the time step that a code of a secret belongs to, 0 for none.
func findTimeStep(secret, code string, now time.Time) (int64, error) {
	found := int64(0)
	at := now.Unix() / period
	for step := at - skew; step <= at+skew; step++ {
		want, err := hotp.GenerateCode(secret, uint64(step))
		if err != nil {
			return 0, fmt.Errorf("make the code of an authenticator app: %w", err)
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			found = step
		}
	}
	return found, nil
}

// claimTOTP takes a code of an authenticator app. One that was taken, or that is
// older than one that was, is worth nothing.
func (s *Service) claimTOTP(tx *db.Tx, f *db.TwoFactor, code string) (bool, error) {
	secret, err := s.decryptSecret(f.User, f.Secret)
	if err != nil {
		return false, err
	}
	step, err := findTimeStep(secret, code, tx.Now)
	if err != nil || step == 0 {
		return false, err
	}
	err = tx.UpdateTwoFactorUsed(f.User, TOTP, step)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

const (
	staticCodes  = 10
	staticDigits = 10
)

// createStaticCodes makes static codes in place of those before. They are shown once.
func (s *Service) createStaticCodes(tx *db.Tx, user db.UserID, from api.Origin) ([]string, error) {
	all, sums := make([]string, staticCodes), make([][]byte, staticCodes)
	limit := new(big.Int).Exp(big.NewInt(10), big.NewInt(staticDigits), nil)
	for i := range all {
		n, err := rand.Int(rand.Reader, limit)
		if err != nil {
			return nil, fmt.Errorf("make a static code: %w", err)
		}
		code := fmt.Sprintf("%0*d", staticDigits, n)
		all[i], sums[i] = code[:staticDigits/2]+"-"+code[staticDigits/2:], s.hashStaticCode(user, code)
	}
	if err := tx.InsertStaticCodes(user, sums); err != nil {
		return nil, err
	}
	return all, s.audit.Record(tx, audit.Event{
		Action: audit.StaticCodesMade, User: user, From: from, Detail: audit.Detail{Count: len(all)},
	})
}

// spendStaticCode takes a static code, once.
func (s *Service) spendStaticCode(tx *db.Tx, user db.UserID, code string, from api.Origin) (bool, error) {
	err := tx.UpdateStaticCodeUsed(user, s.hashStaticCode(user, code))
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	left, err := tx.CountStaticCodes(user)
	if err != nil {
		return false, err
	}
	return true, s.audit.Record(tx, audit.Event{Action: audit.StaticCodeUsed, User: user, From: from, Detail: audit.Detail{Count: left}})
}

// hashStaticCode needs the server's key, because ten digits could be guessed from a copy of the
// database alone.
func (s *Service) hashStaticCode(user db.UserID, code string) []byte {
	m := hmac.New(sha256.New, s.staticKey)
	m.Write([]byte(user.String() + " " + code))
	return m.Sum(nil)
}

// Mask hides most of an address or a number, so that only its owner recognizes it.
func Mask(to string) string {
	if name, host, ok := strings.Cut(to, "@"); ok {
		first := []rune(name)
		return string(first[:min(1, len(first))]) + "•••@" + host
	}
	if len(to) < 4 {
		return "•••"
	}
	return to[:2] + strings.Repeat("•", len(to)-4) + to[len(to)-2:]
}
