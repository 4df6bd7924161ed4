package sessions

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/db"
)

// refreshKey signs refresh tokens, so that an old one can be told from one that
// never was.
type refreshKey []byte

// formatToken makes the token "session.generation.secret.signature".
func (k refreshKey) formatToken(id db.SessionID, generation int64, secret string) string {
	head := fmt.Sprintf("%s.%d.%s", id, generation, secret)
	return head + "." + k.sign(head)
}

func (k refreshKey) sign(s string) string {
	m := hmac.New(sha256.New, k)
	m.Write([]byte("refresh " + s))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// refreshToken is what a token says that this server signed.
type refreshToken struct {
	session    db.SessionID
	generation int64
	secret     string
}

func (k refreshKey) parseToken(token string) (t refreshToken, ok bool) {
	i := strings.LastIndexByte(token, '.')
	if i < 0 || !hmac.Equal([]byte(token[i+1:]), []byte(k.sign(token[:i]))) {
		return t, false
	}
	parts := strings.Split(token[:i], ".")
	if len(parts) != 3 || t.session.UnmarshalText([]byte(parts[0])) != nil {
		return t, false
	}
	generation, err := strconv.ParseInt(parts[1], 10, 64)
	t.generation, t.secret = generation, parts[2]
	return t, err == nil
}

// deriveNextSecret makes the secret of the following token: the same one each time, so that a client
// which repeats the request gets the answer that was lost. It cannot be computed without
// the key.
func (k refreshKey) deriveNextSecret(t refreshToken) string {
	return k.sign(fmt.Sprintf("next %s.%d.%s", t.session, t.generation, t.secret))
}

func newSecret() (secret string, sum []byte) {
	secret = rand.Text()
	return secret, hashSecret(secret)
}

func hashSecret(secret string) []byte {
	h := sha256.Sum256([]byte(secret))
	return h[:]
}

// leeway is how long the previous token may be used again while its successor was not, also when
// the access token beside that was: another tab may see the tokens late. It starts again after the
// process ended or was suspended, because clients could not repeat the request meanwhile.
const leeway = 10 * time.Second

// Refresh trades a refresh token for a new pair. Repeated right afterwards, or later while nobody
// used anything of that pair, it gives the same refresh token, because the answer may have been
// lost. Any other old token means that a copy exists: the session ends.
func (s *Service) Refresh(ctx context.Context, token string, from api.Origin) (*Login, error) {
	t, ok := s.refreshKey.parseToken(token)
	if !ok {
		return nil, fault.AuthenticationFailed
	}
	if err := s.refreshLimiter.Allow(t.session.String()); err != nil {
		return nil, err
	}
	var in *Login
	var use tokenUse
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		se, err := tx.SessionByID(t.session)
		if errors.Is(err, db.ErrNotFound) {
			return toEndedFault(sessionExpired)
		}
		if err != nil {
			return err
		}
		switch use = s.classifyUse(tx, se, t); use {
		case sessionEnded, sessionExpired:
			return toEndedFault(use)
		case usedAgain:
			return errors.Join(s.endSession(tx, se.User, se.ID), s.audit.Record(tx, audit.Event{
				Action: audit.TokenReused, User: se.User, From: from,
			}))
		}
		in, err = s.renewTokens(tx, se, t, use, from)
		return err
	})
	switch {
	case use == sessionEnded && errors.Is(err, fault.AuthenticationFailed):
		s.tokens.End(t.session) // before its access tokens are taken once more
	case use == usedAgain && err == nil:
		s.log.Warn("an old refresh token was used; its session ended", "session", t.session, "address", from.Address)
		err = toEndedFault(use)
	}
	return in, err
}

// toEndedFault says to the browser of a session why it goes on no more.
func toEndedFault(use tokenUse) error {
	why := map[tokenUse]string{sessionEnded: "ended", sessionExpired: "expired", usedAgain: "copied"}
	return fault.AuthenticationFailed.With("session", why[use])
}

// tokenUse is what a refresh token is to its session.
type tokenUse int

const (
	usedFirst      tokenUse = iota // the newest token of the session
	usedRepeat                     // the token before, whose answer may have been lost
	usedAgain                      // an older one, which only a copy can be
	sessionEnded                   // of a session that ended
	sessionExpired                 // of one that is too old, or was not used for too long
)

func (s *Service) classifyUse(tx *db.Tx, se *db.Session, t refreshToken) tokenUse {
	if !se.EndedAt.IsZero() {
		return sessionEnded
	}
	if tx.Now.Sub(se.UsedAt) > sessionIdleLife || tx.Now.Sub(se.CreatedAt) > sessionMaxAge {
		return sessionExpired
	}
	since := min(tx.Now.Sub(se.UsedAt), tx.Now.Sub(s.pauses.check(tx.Now)))
	next := s.refreshKey.deriveNextSecret(t)
	switch {
	case se.Generation == t.generation && hmac.Equal(hashSecret(t.secret), se.Secret):
		return usedFirst
	// a clock may be put back a little
	case se.Generation == t.generation+1 && hmac.Equal(hashSecret(next), se.Secret) &&
		(since.Abs() < leeway || s.tokens.IsUnused(t.session, t.generation+1)):
		return usedRepeat
	}
	return usedAgain
}

// renewTokens gives a session its next tokens, or those of the answer that was lost.
func (s *Service) renewTokens(tx *db.Tx, se *db.Session, t refreshToken, use tokenUse, from api.Origin) (*Login, error) {
	next := s.refreshKey.deriveNextSecret(t)
	if use == usedFirst {
		s.tokens.ExpectUse(t.session, t.generation+1)
		if err := tx.UpdateSessionSecret(t.session, t.generation, hashSecret(next), from.Address); err != nil {
			return nil, err
		}
	}
	u, err := tx.UserByID(se.User)
	if err != nil {
		return nil, err
	}
	return s.newLogin(u, t.session, t.generation+1, next)
}
