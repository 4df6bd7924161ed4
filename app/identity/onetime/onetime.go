// Package onetime makes secrets that work once and not for long: links in mails,
// the steps of a login, ceremonies with a provider or a passkey. The database
// keeps their sums alone.
package onetime

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"anbar/app/base/fault"
	"anbar/db"
)

// Purpose is the use of a secret. A secret is invalid for every other purpose.
type Purpose string

const maxActive = 20 // of one purpose, of one person

// Token is a living secret.
type Token struct {
	User db.UserID // 0 for none
	row  *db.OneTime
}

// Issue makes a secret that works for life. data is kept with it, as JSON; nil for
// none. user may be 0.
func Issue(tx *db.Tx, p Purpose, user db.UserID, life time.Duration, data any) (string, error) {
	kept, err := json.Marshal(data)
	if err != nil {
		return "", fmt.Errorf("store the data of a one-time token: %w", err)
	}
	if user != 0 {
		n, err := tx.CountOneTimes(user, string(p))
		if err != nil {
			return "", err
		}
		if n >= maxActive {
			return "", fault.TooManyRequests.After(life)
		}
	}
	secret := rand.Text()
	return secret, tx.InsertOneTime(&db.OneTime{
		Sum: hashSecret(secret), Purpose: string(p), User: user, Data: string(kept), ExpiresAt: tx.Now.Add(life),
	})
}

// Peek reads a secret without spending it. data may be nil. One that never was,
// was spent or belongs to something else is fault.InvalidToken, one that is too old
// fault.LinkExpired.
func Peek(v *db.View, p Purpose, secret string, data any) (*Token, error) {
	row, err := v.OneTimeBySum(hashSecret(secret))
	if errors.Is(err, db.ErrNotFound) || err == nil && row.Purpose != string(p) {
		return nil, fault.InvalidToken
	}
	if err != nil {
		return nil, err
	}
	return decodeToken(v, row, data)
}

func decodeToken(v *db.View, row *db.OneTime, data any) (*Token, error) {
	if !v.Now.Before(row.ExpiresAt) {
		return nil, fault.LinkExpired
	}
	if data != nil {
		if err := json.Unmarshal([]byte(row.Data), data); err != nil {
			return nil, fmt.Errorf("read the data of a one-time token: %w", err)
		}
	}
	return &Token{row.User, row}, nil
}

// Store keeps data of a user for the time life without a secret: the user continues with
// their session. It replaces the data held for the same purpose.
func Store(tx *db.Tx, p Purpose, user db.UserID, life time.Duration, data any) error {
	if err := tx.DeleteOneTimesOf(user, string(p)); err != nil {
		return err
	}
	_, err := Issue(tx, p, user, life, data)
	return err
}

// Load returns the held data of the user, with the faults of Peek.
func Load(v *db.View, p Purpose, user db.UserID, data any) (*Token, error) {
	row, err := v.OneTimeOf(user, string(p))
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidToken
	}
	if err != nil {
		return nil, err
	}
	return decodeToken(v, row, data)
}

// Redeem is Peek, and spends the secret.
func Redeem(tx *db.Tx, p Purpose, secret string, data any) (*Token, error) {
	t, err := Peek(&tx.View, p, secret, data)
	if err != nil {
		return nil, err
	}
	return t, t.Spend(tx)
}

// Spend makes the secret worthless.
func (t *Token) Spend(tx *db.Tx) error { return tx.DeleteOneTime(t.row.Sum) }

// CountFailure counts a wrong answer and returns how many there were. The transaction has
// to commit.
func (t *Token) CountFailure(tx *db.Tx) (int, error) {
	t.row.Tries++
	return t.row.Tries, tx.UpdateOneTime(t.row)
}

// UpdateData replaces the data of the secret.
func (t *Token) UpdateData(tx *db.Tx, data any) error {
	kept, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("store the data of a one-time token: %w", err)
	}
	t.row.Data = string(kept)
	return tx.UpdateOneTime(t.row)
}

// ExpiresAt is when the secret stops working.
func (t *Token) ExpiresAt() time.Time { return t.row.ExpiresAt }

const expiredRetention = 7 * 24 * time.Hour // so that an old link can be told from one that never was

// DeleteExpired deletes secrets that expired long ago. Those without a user are deleted as soon as
// they expire, because every caller can request them.
func DeleteExpired(ctx context.Context, d *db.DB) error {
	return d.Update(ctx, func(tx *db.Tx) error { return tx.DeleteOneTimesBefore(tx.Now.Add(-expiredRetention)) })
}

func hashSecret(secret string) []byte {
	s := sha256.Sum256([]byte(secret))
	return s[:]
}
