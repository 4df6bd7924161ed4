package accounts

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

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/password"
	"anbar/db"
)

// Login is a session that just began or went on.
type Login struct {
	Access  string
	Refresh string
	User    db.UserID
	Session db.SessionID
}

// Origin says where a request to sign in came from.
type Origin struct {
	Device  string // browser and system, in words
	Address string
}

const (
	sessionLife = 90 * 24 * time.Hour // without use
	keptEnded   = 30 * 24 * time.Hour // so that a stolen old token is still known
)

func newUserID() db.UserID       { return db.UserID(db.NewID()) }
func newSessionID() db.SessionID { return db.SessionID(db.NewID()) }

// refreshKey signs refresh tokens, so that an old one can be told from one that
// never was.
type refreshKey []byte

// write makes the token "session.generation.secret.signature".
func (k refreshKey) write(id db.SessionID, generation int64, secret string) string {
	head := fmt.Sprintf("%s.%d.%s", id, generation, secret)
	return head + "." + k.sign(head)
}

func (k refreshKey) sign(s string) string {
	m := hmac.New(sha256.New, k)
	m.Write([]byte("refresh " + s))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

func (k refreshKey) read(token string) (id db.SessionID, generation int64, secret string, ok bool) {
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

func newSecret() (secret string, sum []byte) {
	secret = rand.Text()
	h := sha256.Sum256([]byte(secret))
	return secret, h[:]
}

// begin makes a session of the user.
func (s *Service) begin(tx *db.Tx, u *db.User, from Origin) (*Login, error) {
	secret, sum := newSecret()
	se := &db.Session{ID: newSessionID(), User: u.ID, Secret: sum, Device: from.Device, Address: from.Address}
	if err := tx.InsertSession(se); err != nil {
		return nil, err
	}
	return s.login(u, se.ID, s.refresh.write(se.ID, 0, secret))
}

func (s *Service) login(u *db.User, id db.SessionID, refresh string) (*Login, error) {
	token, err := s.tokens.Sign(access.Actor{User: u.ID, Session: id, Staff: u.Staff})
	return &Login{token, refresh, u.ID, id}, err
}

// SignIn begins a session for who has that login and password. Unknown people
// and wrong passwords get the same answer after the same work.
func (s *Service) SignIn(ctx context.Context, login, given string, from Origin) (*Login, error) {
	login = normalLogin(login)
	if err := errors.Join(s.byAddress.Take(from.Address), s.byLogin.Take(login+" "+from.Address)); err != nil {
		return nil, err
	}
	u := &db.User{Password: password.Decoy}
	err := s.db.View(ctx, func(v *db.View) error {
		found, err := v.UserByLogin(login)
		if err == nil {
			u = found
		}
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	ok, err := password.Matches(u.Password, given)
	if err != nil {
		return nil, err
	}
	if !ok || u.ID == 0 {
		return nil, fault.WrongCredentials
	}
	var in *Login
	err = s.db.Update(ctx, func(tx *db.Tx) (err error) {
		in, err = s.begin(tx, u, from)
		return err
	})
	return in, err
}

// Refresh trades a refresh token for a new pair. An old token is the sign that
// somebody else holds a copy: the session ends.
func (s *Service) Refresh(ctx context.Context, token string, from Origin) (*Login, error) {
	id, generation, secret, ok := s.refresh.read(token)
	if !ok {
		return nil, fault.AuthenticationFailed
	}
	if err := s.renewals.Take(id.String()); err != nil {
		return nil, err
	}
	var in *Login
	reused := false
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		se, err := tx.SessionByID(id)
		if errors.Is(err, db.ErrNotFound) {
			return fault.AuthenticationFailed
		}
		if err != nil {
			return err
		}
		sum := sha256.Sum256([]byte(secret))
		if !se.EndedAt.IsZero() || tx.Now.Sub(se.UsedAt) > sessionLife {
			return fault.AuthenticationFailed
		}
		if se.Generation != generation || !hmac.Equal(sum[:], se.Secret) {
			reused = true
			return s.end(tx, se.User, id)
		}
		in, err = s.rotate(tx, se, from)
		return err
	})
	if err == nil && reused {
		s.log.Warn("an old refresh token was used; its session ended", "session", id, "address", from.Address)
		err = fault.AuthenticationFailed
	}
	return in, err
}

func (s *Service) rotate(tx *db.Tx, se *db.Session, from Origin) (*Login, error) {
	u, err := tx.UserByID(se.User)
	if err != nil {
		return nil, err
	}
	secret, sum := newSecret()
	if err := tx.UpdateSessionSecret(se.ID, se.Generation, sum, from.Address); err != nil {
		return nil, err
	}
	return s.login(u, se.ID, s.refresh.write(se.ID, se.Generation+1, secret))
}

// Logout ends the session that the refresh token belongs to. A token that is
// no longer good has nothing left to end.
func (s *Service) Logout(ctx context.Context, who access.Actor, token string) error {
	id, _, _, ok := s.refresh.read(token)
	if !ok {
		id = who.Session
	}
	err := s.End(ctx, who.User, []db.SessionID{id})
	if errors.Is(err, fault.InvalidID) {
		return nil
	}
	return err
}

// End ends sessions of the user, all or none.
func (s *Service) End(ctx context.Context, user db.UserID, ids []db.SessionID) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		for _, id := range ids {
			if err := s.end(tx, user, id); errors.Is(err, db.ErrNotFound) {
				return fault.InvalidID
			} else if err != nil {
				return err
			}
		}
		return nil
	})
}

// EndOthers ends all sessions of the actor but the one they are asking with.
func (s *Service) EndOthers(ctx context.Context, who access.Actor) error {
	return s.db.Update(ctx, func(tx *db.Tx) error { return s.endOthers(tx, who) })
}

func (s *Service) endOthers(tx *db.Tx, who access.Actor) error {
	all, err := tx.SessionsOf(who.User)
	if err != nil {
		return err
	}
	for _, se := range all {
		if se.ID == who.Session {
			continue
		}
		if err := s.end(tx, who.User, se.ID); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) end(tx *db.Tx, user db.UserID, id db.SessionID) error {
	tx.AfterCommit(func() { s.tokens.End(id) })
	return tx.UpdateSessionEnded(user, id)
}

// Recall tells the tokens which sessions ended while access tokens of theirs
// may still live. It is called once, at start.
func (s *Service) Recall(ctx context.Context) error {
	return s.db.View(ctx, func(v *db.View) error {
		ids, err := v.SessionsEndedSince(v.Now.Add(-api.AccessLife))
		for _, id := range ids {
			s.tokens.End(id)
		}
		return err
	})
}

// Expire forgets sessions that nobody used for long.
func (s *Service) Expire(ctx context.Context) error {
	return s.db.Update(ctx, func(tx *db.Tx) error { return tx.DeleteSessionsBefore(tx.Now.Add(-sessionLife - keptEnded)) })
}
