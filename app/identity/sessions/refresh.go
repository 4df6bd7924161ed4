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

func (k refreshKey) parseToken(token string) (id db.SessionID, generation int64, secret string, ok bool) {
	i := strings.LastIndexByte(token, '.')
	if i < 0 || !hmac.Equal([]byte(token[i+1:]), []byte(k.sign(token[:i]))) {
		return 0, 0, "", false
	}
	parts := strings.Split(token[:i], ".")
	if len(parts) != 3 || id.UnmarshalText([]byte(parts[0])) != nil {
		return 0, 0, "", false
	}
	generation, err := strconv.ParseInt(parts[1], 10, 64)
	return id, generation, parts[2], err == nil
}

// deriveNextSecret makes the secret of the following token: the same one each time, so that a client
// which repeats the request gets the answer that was lost. It cannot be computed without
// the key.
func (k refreshKey) deriveNextSecret(id db.SessionID, generation int64, secret string) string {
	return k.sign(fmt.Sprintf("next %s.%d.%s", id, generation, secret))
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
	id, generation, secret, ok := s.refreshKey.parseToken(token)
	if !ok {
		return nil, fault.AuthenticationFailed
	}
	if err := s.refreshLimiter.Allow(id.String()); err != nil {
		return nil, err
	}
	var in *Login
	reused, over := false, false
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		se, err := tx.SessionByID(id)
		if errors.Is(err, db.ErrNotFound) {
			return fault.AuthenticationFailed
		}
		if err != nil {
			return err
		}
		if over = !se.EndedAt.IsZero(); over || tx.Now.Sub(se.UsedAt) > sessionIdleLife || tx.Now.Sub(se.CreatedAt) > sessionMaxAge {
			return fault.AuthenticationFailed
		}
		next, since := s.refreshKey.deriveNextSecret(id, generation, secret), tx.Now.Sub(se.UsedAt)
		since = min(since, tx.Now.Sub(s.pauses.check(tx.Now)))
		switch {
		case se.Generation == generation && hmac.Equal(hashSecret(secret), se.Secret):
			s.tokens.ExpectUse(id, generation+1)
			err = tx.UpdateSessionSecret(id, generation, hashSecret(next), from.Address)
		// a clock may be put back a little
		case se.Generation == generation+1 && hmac.Equal(hashSecret(next), se.Secret) &&
			(since.Abs() < leeway || s.tokens.IsUnused(id, generation+1)):
		default:
			reused = true
			return errors.Join(s.endSession(tx, se.User, id), s.audit.Record(tx, audit.Event{
				Action: audit.TokenReused, User: se.User, From: from,
			}))
		}
		if err != nil {
			return err
		}
		u, err := tx.UserByID(se.User)
		if err != nil {
			return err
		}
		in, err = s.newLogin(u, id, generation+1, next)
		return err
	})
	if over && errors.Is(err, fault.AuthenticationFailed) {
		s.tokens.End(id) // before its access tokens are taken once more
	}
	if err == nil && reused {
		s.log.Warn("an old refresh token was used; its session ended", "session", id, "address", from.Address)
		err = fault.AuthenticationFailed
	}
	return in, err
}
