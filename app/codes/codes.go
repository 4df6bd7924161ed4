// Package codes sends codes of six digits to addresses and checks them: who
// knows the code reads what comes there.
package codes

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"anbar/app/fault"
	"anbar/app/mail"
	"anbar/app/names"
	"anbar/db"
)

const (
	digits   = 6
	life     = 10 * time.Minute
	maxTries = 5
	maxSent  = 5 // within window, to one address for one purpose
	window   = time.Hour
)

// Letter is a code on its way.
type Letter struct {
	Purpose  string // what it opens, with its id: "link:…"; only a code of the same purpose matches
	Email    string // in normal form
	Language string
	Title    string // of what it opens, for the reader; may be empty
}

// Send makes a code in place of the one before and posts it. An address that got
// too many is told to wait: fault.TooManyRequests.
func Send(tx *db.Tx, l Letter) error {
	c, err := tx.CodeOf(l.Purpose, l.Email)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	if err != nil || tx.Now.Sub(c.Since) >= window {
		c = &db.Code{Purpose: l.Purpose, Email: l.Email, Since: tx.Now}
	}
	if c.Sent >= maxSent {
		return fault.TooManyRequests.After(c.Since.Add(window).Sub(tx.Now))
	}
	code, err := newCode()
	if err != nil {
		return err
	}
	c.Sum, c.Tries, c.Sent, c.ExpiresAt = sum(l.Purpose, l.Email, code), 0, c.Sent+1, tx.Now.Add(life)
	if err := tx.UpsertCode(c); err != nil {
		return err
	}
	return mail.Post(tx, mail.Message{To: l.Email, Language: l.Language, Kind: mail.Code, Data: mail.Data{Code: code, What: l.Title}})
}

// Check reports whether that code was sent to the address for the purpose. A
// code serves once. The transaction has to commit whatever the answer is: it
// counts the try.
func Check(tx *db.Tx, purpose, email, code string) (bool, error) {
	c, err := tx.CodeOf(purpose, email)
	if errors.Is(err, db.ErrNotFound) {
		c, err = &db.Code{Tries: maxTries}, nil
	}
	if err != nil {
		return false, err
	}
	given := sum(purpose, email, names.LatinDigits(strings.TrimSpace(code)))
	right := subtle.ConstantTimeCompare([]byte(given), []byte(c.Sum)) == 1
	if c.Tries >= maxTries || !tx.Now.Before(c.ExpiresAt) {
		return false, nil
	}
	c.Tries++
	if right {
		c.Tries = maxTries
	}
	return right, tx.UpsertCode(c)
}

// Expire forgets codes that neither open anything nor count any more.
func Expire(tx *db.Tx) error { return tx.DeleteCodesBefore(tx.Now.Add(-window)) }

func newCode() (string, error) {
	limit := new(big.Int).Exp(big.NewInt(10), big.NewInt(digits), nil)
	n, err := rand.Int(rand.Reader, limit)
	if err != nil {
		return "", fmt.Errorf("make a code: %w", err)
	}
	return fmt.Sprintf("%0*d", digits, n.Int64()), nil
}

func sum(purpose, email, code string) string {
	s := sha256.Sum256([]byte(purpose + "\x00" + email + "\x00" + code))
	return hex.EncodeToString(s[:])
}
