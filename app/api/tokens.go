package api

import (
	"errors"
	"sync"
	"time"

	"anbar/app/access"
	"anbar/db"

	"github.com/golang-jwt/jwt/v5"
)

// AccessLife is how long an access token is good for.
const AccessLife = 15 * time.Minute

// Tokens signs access tokens, and knows which sessions ended since the oldest token
// that still lives. An Authenticator reads them.
type Tokens struct {
	key    []byte
	parser *jwt.Parser
	visits visits
	over   []func(db.SessionID)
	now    func() time.Time

	mu    sync.RWMutex
	ended map[db.SessionID]time.Time
}

type claims struct {
	User    db.UserID    `json:"user_id"`
	Session db.SessionID `json:"session_id"`
	Staff   db.StaffRole `json:"staff,omitempty"`
	jwt.RegisteredClaims
}

// NewTokens makes tokens signed with HMAC-SHA256 under key.
func NewTokens(key []byte) *Tokens {
	return &Tokens{
		key: key, visits: newVisits(key), now: time.Now, ended: map[db.SessionID]time.Time{},
		parser: jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired(), jwt.WithIssuer("anbar")),
	}
}

// Sign makes an access token for the actor.
func (t *Tokens) Sign(who access.Actor) (string, error) {
	now := t.now()
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims{who.User, who.Session, who.Staff, jwt.RegisteredClaims{
		Issuer: "anbar", IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(AccessLife)),
	}}).SignedString(t.key)
}

func (t *Tokens) parse(raw string) (known, error) {
	var c claims
	if _, err := t.parser.ParseWithClaims(raw, &c, func(*jwt.Token) (any, error) { return t.key, nil }); err != nil {
		return known{}, err
	}
	if c.User == 0 || c.Session == 0 {
		return known{}, errors.New("the token has no user")
	}
	return known{access.Actor{User: c.User, Session: c.Session, Staff: c.Staff}, c.ExpiresAt.Time}, nil
}

// OnEnd has fn called for every session that ends. It is called before there are
// any.
func (t *Tokens) OnEnd(fn func(db.SessionID)) { t.over = append(t.over, fn) }

// End makes the session's access tokens worthless at once. It may be told more than
// once.
func (t *Tokens) End(id db.SessionID) {
	if !t.end(id) {
		return
	}
	for _, fn := range t.over {
		fn(id)
	}
}

func (t *Tokens) end(id db.SessionID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	for s, at := range t.ended {
		if now.Sub(at) > AccessLife {
			delete(t.ended, s)
		}
	}
	if _, known := t.ended[id]; known {
		return false
	}
	t.ended[id] = now
	return true
}

// Ended reports whether the session ended within the life of a token.
func (t *Tokens) Ended(id db.SessionID) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	_, ended := t.ended[id]
	return ended
}
