// Package codes sends codes of six digits to addresses and numbers and checks them. A right
// code proves that the user reads the mail or the messages sent there.
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

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/mail"
	"anbar/app/base/names"
	"anbar/db"
)

const (
	codeDigits = 6
	codeLife   = 10 * time.Minute
	maxTries   = 5
	maxSent    = 5 // within window, to one address for one purpose
	sendWindow = limits.TextsWindow

	maxAccount    = 12 // codes that one account causes within window
	maxUnverified = 5  // to one unverified address or number, from all callers together
)

// Request is a code on its way.
type Request struct {
	Purpose  string // the use, with the id of its object: "link:…"; a code is valid for its own purpose alone
	To       string // address or number, in normal form
	Language string
	URL      string // that does without typing the code; may be empty
	Title    string // names the link or box that the code opens, for the mail; may be empty
	// what else it is for: sign_in, two_factor_on, two_factor_off, static_codes or confirm; when empty it proves To
	For          string
	Account      db.UserID   // the account that caused it; 0 for none
	TextsPerHour int         // text messages in an hour, from all callers together; 0 for no limit
	Browser      db.DeviceID // of the account, when its requests count separately; else 0
	Verified     bool        // To is known to be the account's
}

// Send makes a code in place of the one before and posts it. An address, a number
// or an account that had too many is told to wait: fault.TooManyRequests.
func Send(tx *db.Tx, l Request) error {
	code, err := l.createCode(tx)
	if err != nil {
		return err
	}
	m := mail.Message{To: l.To, Language: l.Language, Kind: mail.Code, Until: tx.Now.Add(codeLife),
		Data: mail.Data{Code: code, What: l.Title, URL: l.URL, Event: l.For}}
	if _, no := names.ParseMobile(l.To); no == nil {
		m.To, m.Mobile = "", l.To
		if l.For == "" {
			m.Data.Event = "mobile"
		}
	}
	return mail.Enqueue(tx, m)
}

// SimulateSend does the same as Send without a message, so that the answers do not reveal which
// logins exist.
func SimulateSend(tx *db.Tx, l Request) error {
	_, err := l.createCode(tx)
	return err
}

// createCode keeps a new code.
func (l *Request) createCode(tx *db.Tx) (string, error) {
	if err := l.countRequest(tx); err != nil {
		return "", err
	}
	if _, no := names.ParseMobile(l.To); no == nil {
		if err := RecordText(tx, l.TextsPerHour, l.Verified); err != nil {
			return "", err
		}
	}
	c, err := incrementSent(tx, l.Purpose, l.To, maxSent)
	if err != nil {
		return "", err
	}
	code, err := generateCode()
	if err != nil {
		return "", err
	}
	c.Sum, c.Tries, c.ExpiresAt = hashCode(l.Purpose, l.To, code), 0, tx.Now.Add(codeLife)
	return code, tx.UpsertCode(c)
}

// countRequest enforces the limits of an account, and of an unverified address or number. A
// verified one is not limited by other users' requests, because they could lock its owner
// out.
func (l *Request) countRequest(tx *db.Tx) error {
	if l.Account == 0 {
		return nil
	}
	causer := "account " + l.Account.String()
	if l.Browser != 0 {
		causer += " on " + l.Browser.String()
	}
	bounds := map[string]int{causer: maxAccount}
	if !l.Verified {
		bounds["unproven "+l.To] = maxUnverified
	}
	for who, most := range bounds {
		c, err := incrementSent(tx, "count", who, most)
		if err != nil {
			return err
		}
		c.ExpiresAt = c.Since.Add(sendWindow)
		if err := tx.UpsertCode(c); err != nil {
			return err
		}
	}
	return nil
}

// incrementSent is the row of one more code within the window.
func incrementSent(tx *db.Tx, purpose, to string, most int) (*db.Code, error) {
	c, err := tx.CodeOf(purpose, to)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return nil, err
	}
	if err != nil || tx.Now.Sub(c.Since) >= sendWindow {
		c = &db.Code{Purpose: purpose, To: to, Since: tx.Now}
	}
	if c.Sent >= most {
		return nil, fault.TooManyRequests.After(c.Since.Add(sendWindow).Sub(tx.Now))
	}
	c.Sent++
	return c, nil
}

// Verify reports whether that code was sent to the address or number for the purpose. A code
// works once. Every call counts as a try, so the caller must commit the transaction also
// after a wrong code.
func Verify(tx *db.Tx, purpose, to, code string) (bool, error) {
	c, err := tx.CodeOf(purpose, to)
	if errors.Is(err, db.ErrNotFound) {
		c, err = &db.Code{Tries: maxTries}, nil
	}
	if err != nil {
		return false, err
	}
	given := hashCode(purpose, to, names.LatinDigits(strings.TrimSpace(code)))
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

// DeleteExpired forgets codes that neither open anything nor count any more.
func DeleteExpired(tx *db.Tx) error { return tx.DeleteCodesBefore(tx.Now.Add(-sendWindow)) }

func generateCode() (string, error) {
	limit := new(big.Int).Exp(big.NewInt(10), big.NewInt(codeDigits), nil)
	n, err := rand.Int(rand.Reader, limit)
	if err != nil {
		return "", fmt.Errorf("make a code: %w", err)
	}
	return fmt.Sprintf("%0*d", codeDigits, n.Int64()), nil
}

func hashCode(purpose, to, code string) string {
	s := sha256.Sum256([]byte(purpose + "\x00" + to + "\x00" + code))
	return hex.EncodeToString(s[:])
}
