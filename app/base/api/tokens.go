package api

import (
	"errors"
	"sync"
	"time"

	"anbar/app/base/access"
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

	mu     sync.RWMutex
	ended  map[db.SessionID]time.Time
	unused map[db.SessionID]int64 // sessions whose newest tokens nobody used so far, with their generation
}

type claims struct {
	User    db.UserID    `json:"user_id"`
	Session db.SessionID `json:"session_id"`
	Staff   db.StaffRole `json:"staff,omitempty"`
	// Generation is that of the refresh token that came with it.
	Generation int64 `json:"gen,omitempty"`
	jwt.RegisteredClaims
}

// NewTokens makes tokens signed with HMAC-SHA256 under key.
func NewTokens(key []byte) *Tokens {
	return &Tokens{
		key: key, visits: newVisits(key), now: time.Now, ended: map[db.SessionID]time.Time{}, unused: map[db.SessionID]int64{},
		parser: jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired(), jwt.WithIssuer("anbar")),
	}
}

// Sign makes an access token for the actor, of one generation of their session's refresh tokens.
func (t *Tokens) Sign(who access.Actor, generation int64) (string, error) {
	now := t.now()
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims{User: who.User, Session: who.Session, Staff: who.Staff,
		Generation: generation, RegisteredClaims: jwt.RegisteredClaims{
			Issuer: "anbar", IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(AccessLife)),
		}}).SignedString(t.key)
}

func (t *Tokens) parse(raw string) (tokenClaims, error) {
	var c claims
	if _, err := t.parser.ParseWithClaims(raw, &c, func(*jwt.Token) (any, error) { return t.key, nil }); err != nil {
		return tokenClaims{}, err
	}
	if c.User == 0 || c.Session == 0 {
		return tokenClaims{}, errors.New("the token has no user")
	}
	return tokenClaims{actor: access.Actor{User: c.User, Session: c.Session, Staff: c.Staff}, ends: c.ExpiresAt.Time,
		generation: c.Generation}, nil
}

// maxUnused bounds the sessions of which IsUnused knows.
const maxUnused = 20_000

// ExpectUse notes that a session gets its tokens of a generation now.
func (t *Tokens) ExpectUse(id db.SessionID, generation int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.unused) >= maxUnused {
		for other := range t.unused { // any: it counts as used, as after a restart
			delete(t.unused, other)
			break
		}
	}
	t.unused[id] = generation
}

// IsUnused reports that no access token of a generation was ever used, so that nobody is known to have
// it. It is false when that is not known any more.
func (t *Tokens) IsUnused(id db.SessionID, generation int64) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	waits, ok := t.unused[id]
	return ok && waits == generation
}

// noteUse notes that somebody uses the tokens of a generation.
func (t *Tokens) noteUse(id db.SessionID, generation int64) {
	if !t.IsUnused(id, generation) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.unused[id] == generation {
		delete(t.unused, id)
	}
}

// OnEnd has fn called for every session that ends. It is called before there are
// any.
func (t *Tokens) OnEnd(fn func(db.SessionID)) { t.over = append(t.over, fn) }

// End makes the session's access tokens worthless at once. It may be told more than
// once.
func (t *Tokens) End(id db.SessionID) {
	if !t.markEnded(id) {
		return
	}
	for _, fn := range t.over {
		fn(id)
	}
}

func (t *Tokens) markEnded(id db.SessionID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	for s, at := range t.ended {
		if now.Sub(at) > AccessLife {
			delete(t.ended, s)
		}
	}
	delete(t.unused, id)
	if _, known := t.ended[id]; known {
		return false
	}
	t.ended[id] = now
	return true
}

// IsEnded reports whether the session ended within the life of a token.
func (t *Tokens) IsEnded(id db.SessionID) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	_, ended := t.ended[id]
	return ended
}
