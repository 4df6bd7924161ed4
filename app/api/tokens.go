package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/db"

	"github.com/golang-jwt/jwt/v5"
)

// AccessLife is how long an access token is good for.
const AccessLife = 15 * time.Minute

// Tokens signs and reads access tokens, and knows which sessions ended since
// the oldest token that still lives.
type Tokens struct {
	key    []byte
	parser *jwt.Parser
	visits visits
	over   []func(db.SessionID)
	keys   Keys   // nil where there are no API tokens
	living Living // nil where no token was forged
	now    func() time.Time

	mu    sync.RWMutex
	ended map[db.SessionID]time.Time
	read  map[string]known // tokens whose signature was found right before
}

// Keys finds who an API token belongs to. login is empty, or the address or number
// that was sent with it, which has to be theirs. What is no token is
// fault.AuthenticationFailed.
type Keys func(ctx context.Context, login, secret string, from Origin) (access.Actor, error)

// KeyPrefix begins every API token.
const KeyPrefix = "anb_"

// Accept has API tokens looked up by fn.
func (t *Tokens) Accept(fn Keys) { t.keys = fn }

// Living reports whether somebody's session goes on: fault.AuthenticationFailed when
// it ended, never was, or is not what the token says of it.
type Living func(context.Context, access.Actor) error

// Ask has the session of each token looked up by fn when the token comes for the first
// time, so that a key which leaked makes no tokens of sessions that nobody began.
func (t *Tokens) Ask(fn Living) { t.living = fn }

// Client reads who comes with an API token, as a bearer token or as the password of
// basic authentication, or with the token of a session. An account's own password
// is never taken.
func (t *Tokens) Client(r *http.Request) (access.Actor, error) {
	login, secret, basic := r.BasicAuth()
	if !basic {
		secret, _ = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	if !strings.HasPrefix(secret, KeyPrefix) || t.keys == nil {
		return t.Actor(r)
	}
	if basic && login == "" {
		return access.Actor{}, fault.AuthenticationFailed
	}
	return t.keys(r.Context(), login, secret, OriginOf(r))
}

// known is what a token says.
type known struct {
	actor access.Actor
	ends  time.Time
}

const maxRead = 4096

type claims struct {
	User    db.UserID    `json:"user_id"`
	Session db.SessionID `json:"session_id"`
	Staff   bool         `json:"staff,omitempty"`
	jwt.RegisteredClaims
}

// NewTokens makes tokens signed with HMAC-SHA256 under key.
func NewTokens(key []byte) *Tokens {
	return &Tokens{
		key: key, visits: newVisits(key), now: time.Now, ended: map[db.SessionID]time.Time{}, read: map[string]known{},
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

// Actor reads the bearer token of a request. Every failure is the same 401:
// the client refreshes its token once and tries again.
func (t *Tokens) Actor(r *http.Request) (access.Actor, error) {
	raw, err := bearer(r)
	if err != nil {
		return access.Actor{}, err
	}
	k, err := t.look(r.Context(), raw)
	if err != nil {
		return access.Actor{}, err
	}
	if claimed := r.Header.Get("user-id"); claimed != "" && claimed != k.actor.User.String() {
		return access.Actor{}, fault.AuthenticationFailed.Because(errors.New("the user-id header is not the token's"))
	}
	return k.actor, nil
}

func bearer(r *http.Request) (string, error) {
	raw, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return "", fault.AuthenticationFailed
	}
	return raw, nil
}

// Bearer is the bearer token of a call that reads it itself; empty when there is
// none.
func (c *Call) Bearer() string {
	raw, err := bearer(c.R)
	if err != nil {
		return ""
	}
	return raw
}

// look reads a token, by its signature and its session the first time.
func (t *Tokens) look(ctx context.Context, raw string) (known, error) {
	t.mu.RLock()
	k, ok := t.read[raw]
	_, ended := t.ended[k.actor.Session]
	t.mu.RUnlock()
	if !ok {
		var err error
		if k, err = t.parse(raw); err != nil {
			return k, fault.AuthenticationFailed.Because(err)
		}
		if t.living != nil {
			if err := t.living(ctx, k.actor); err != nil {
				return k, err
			}
		}
		t.remember(raw, k)
		ended = t.Ended(k.actor.Session)
	}
	if ended || !t.now().Before(k.ends) {
		return k, fault.AuthenticationFailed
	}
	return k, nil
}

func (t *Tokens) parse(raw string) (known, error) {
	var c claims
	if _, err := t.parser.ParseWithClaims(raw, &c, func(*jwt.Token) (any, error) { return t.key, nil }); err != nil {
		return known{}, err
	}
	if c.User == 0 || c.Session == 0 {
		return known{}, errors.New("the token names nobody")
	}
	return known{access.Actor{User: c.User, Session: c.Session, Staff: c.Staff}, c.ExpiresAt.Time}, nil
}

func (t *Tokens) remember(raw string, k known) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.read) >= maxRead {
		clear(t.read)
	}
	t.read[raw] = k
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
