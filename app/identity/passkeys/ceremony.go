package passkeys

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/onetime"
	"anbar/db"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

const ceremonyLife = 5 * time.Minute

// The purposes of ceremonies. The token of one is invalid for the others.
const (
	registerPurpose onetime.Purpose = "passkey register"
	loginPurpose    onetime.Purpose = "passkey login"
	stepPurpose     onetime.Purpose = "passkey second step"
	confirmPurpose  onetime.Purpose = "passkey reauthenticate"
)

// ceremony holds the state between the question to a device and its answer.
type ceremony struct {
	Session webauthn.SessionData
	RP      string
	Origins []string
	Bound   []byte // to a session, or to a login that waits for its second step
}

func hashBinding(to string) []byte {
	sum := sha256.Sum256([]byte(to))
	return sum[:]
}

// Question holds the options for the browser's WebAuthn call, and the token to send back
// with the device's answer.
type Question struct {
	Options any
	Token   string
}

func (s *Service) storeCeremony(tx *db.Tx, what onetime.Purpose, user db.UserID, p *party, session *webauthn.SessionData, to string,
	options any) (*Question, error) {
	token, err := onetime.Issue(tx, what, user, ceremonyLife, ceremony{Session: *session, RP: p.name, Origins: p.origins,
		Bound: hashBinding(to)})
	return &Question{options, token}, err
}

// spendCeremony ends a ceremony, whether its answer is right or wrong.
func (s *Service) spendCeremony(tx *db.Tx, what onetime.Purpose, user db.UserID, token, to string) (*ceremony, error) {
	var kept ceremony
	t, err := onetime.Redeem(tx, what, token, &kept)
	if errors.Is(err, fault.InvalidToken) || errors.Is(err, fault.LinkExpired) ||
		err == nil && (t.User != user || string(kept.Bound) != string(hashBinding(to))) {
		return nil, fault.AuthenticationFailed
	}
	return &kept, err
}

func (c *ceremony) newWebAuthn() (*webauthn.WebAuthn, error) {
	return (&party{c.RP, c.Origins}).newWebAuthn()
}

// assertion is a passkey that gave a good answer.
type assertion struct {
	user db.UserID
	id   db.PasskeyID
	key  *webauthn.Credential
}

// assertionError is an answer that proves nothing.
type assertionError struct {
	cause error
	user  db.UserID // whose passkey it was said to be; 0 when that is not known
}

// Error implements error.
func (e assertionError) Error() string { return e.cause.Error() }

// verifyAssertion looks whether a device's answer is right. It takes its time, so no
// transaction may be open. h is whose passkeys they may be; nil to find that out by
// the answer.
func (s *Service) verifyAssertion(ctx context.Context, c *ceremony, h *holder, raw json.RawMessage) (*assertion, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(raw)
	if err != nil {
		return nil, assertionError{cause: err}
	}
	w, err := c.newWebAuthn()
	if err != nil {
		return nil, err
	}
	if h == nil {
		if h, err = s.findHolder(ctx, c, parsed.RawID); err != nil {
			return nil, err
		}
		var key *webauthn.Credential
		_, key, err = w.ValidatePasskeyLogin(func(_, _ []byte) (webauthn.User, error) { return h, nil }, c.Session, parsed)
		return h.toAssertion(key, err)
	}
	key, err := w.ValidateLogin(h, c.Session, parsed)
	return h.toAssertion(key, err)
}

func (h *holder) toAssertion(key *webauthn.Credential, err error) (*assertion, error) {
	if err != nil {
		return nil, assertionError{describeError(err), h.user.ID}
	}
	for _, row := range h.rows {
		if string(row.Credential) == string(key.ID) {
			return &assertion{user: h.user.ID, id: row.ID, key: key}, nil
		}
	}
	return nil, assertionError{errors.New("no user has this passkey"), h.user.ID}
}

// describeError says more of a failure of the library than it says itself.
func describeError(err error) error {
	var e *protocol.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%s: %s", e.Details, e.DevInfo)
	}
	return err
}

// findHolder finds the person whose passkey a device calls so.
func (s *Service) findHolder(ctx context.Context, c *ceremony, credential []byte) (*holder, error) {
	h, err := db.Get(ctx, s.db, func(v *db.View) (*holder, error) {
		row, err := v.PasskeyByCredential(credential)
		if err != nil {
			return nil, err
		}
		return loadHolder(v, row.User, c.RP)
	})
	if errors.Is(err, db.ErrNotFound) {
		return nil, assertionError{cause: errors.New("it is not known here")}
	}
	return h, err
}

// recordUse records the use of a passkey. A counter that did not grow means that a copy of the
// passkey exists: the passkey is refused in this ceremony and the audit log records it, so
// the transaction has to commit.
func (s *Service) recordUse(tx *db.Tx, a *assertion, from api.Origin) (bool, error) {
	row, err := tx.PasskeyOf(a.user, a.id)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil // removed meanwhile
	}
	if err != nil {
		return false, err
	}
	now, err := decodeCredential(row)
	if err != nil {
		return false, err
	}
	if n := a.key.Authenticator.SignCount; a.key.Authenticator.CloneWarning ||
		n <= now.Authenticator.SignCount && (n != 0 || now.Authenticator.SignCount != 0) {
		return false, s.audit.Record(tx, audit.Event{
			Action: audit.PasskeyCopied, User: a.user, From: from, Detail: audit.Detail{Method: "passkey", Name: row.Name},
		})
	}
	data, err := json.Marshal(a.key)
	if err != nil {
		return false, err
	}
	return true, tx.UpdatePasskeyUsed(a.id, string(data))
}

// sessionBinding binds a ceremony to a session.
func sessionBinding(who access.Actor) string { return "session " + who.Session.String() }
