package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"

	"github.com/golang-jwt/jwt/v5"
)

// TokenLookup finds the actor of an API token. login is empty, or the address, number or id sent
// with the token, which must be the user's. Its error for an unknown token is
// fault.AuthenticationFailed. from is where the token is used now; nil for a look that is no use.
type TokenLookup func(ctx context.Context, login, secret string, from *Origin) (access.Actor, error)

// SessionCheck checks that a session is still open. Its error is fault.AuthenticationFailed when
// the session ended, never existed, or does not match the claims of the token.
type SessionCheck func(context.Context, access.Actor) error

// ProofCheck checks that the user of a session confirmed their identity recently. Its error is
// fault.ReauthenticationRequired when they did not.
type ProofCheck func(context.Context, access.Actor) error

// KeyPrefix begins every API token.
const KeyPrefix = "anb_"

// Authenticator finds the actor of a request: by an access token of a session, an API
// token, or the token of a visit.
type Authenticator struct {
	tokens       *Tokens
	lookUpToken  TokenLookup
	checkSession SessionCheck
	checkProof   ProofCheck
	wrongTokens  *limits.Limiter // of tokens, by address

	mu       sync.RWMutex
	verified map[string]tokenClaims // tokens whose signature and session were found right before
}

// NewAuthenticator returns an Authenticator that finds the actors of API tokens with lookUp. It checks
// the session of an access token with living when it first sees the token, so that a leaked
// signing key cannot invent sessions, and the last proof of identity of staff with proven.
func NewAuthenticator(tokens *Tokens, lookUp TokenLookup, living SessionCheck, proven ProofCheck) *Authenticator {
	return &Authenticator{tokens: tokens, lookUpToken: lookUp, checkSession: living, checkProof: proven,
		wrongTokens: newWrongTokenLimiter(), verified: map[string]tokenClaims{}}
}

// tokenClaims holds the verified claims of a token.
type tokenClaims struct {
	actor access.Actor
	ends  time.Time

	generation int64
}

const maxVerified = 4096 // tokens that are remembered

// Client returns the actor of an API token, sent as a bearer token or as the password of
// basic authentication, or of an access token. It never accepts the password of an account.
func (a *Authenticator) Client(r *http.Request) (access.Actor, error) {
	login, secret, basic := r.BasicAuth()
	if !basic {
		secret, _ = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	if !strings.HasPrefix(secret, KeyPrefix) {
		return a.Actor(r)
	}
	if basic && login == "" {
		return access.Actor{}, fault.AuthenticationFailed
	}
	from := OriginOf(r)
	return a.lookUpToken(r.Context(), login, secret, &from)
}

// Actor reads the bearer token of a request. Every failure is the same 401:
// the client refreshes its token once and tries again.
func (a *Authenticator) Actor(r *http.Request) (access.Actor, error) {
	raw, err := bearerToken(r)
	if err != nil {
		return access.Actor{}, err
	}
	k, err := a.verify(r.Context(), raw)
	if err != nil {
		return access.Actor{}, err
	}
	if claimed := r.Header.Get("user-id"); claimed != "" && claimed != k.actor.User.String() {
		return access.Actor{}, fault.AuthenticationFailed.Because(errors.New("the user-id header is not the token's"))
	}
	return k.actor, nil
}

func bearerToken(r *http.Request) (string, error) {
	raw, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return "", fault.AuthenticationFailed
	}
	return raw, nil
}

// Bearer is the bearer token of a call that reads it itself; empty when there is
// none.
func (c *Call) Bearer() string {
	raw, err := bearerToken(c.R)
	if err != nil {
		return ""
	}
	return raw
}

// verify reads a token, by its signature and its session the first time.
func (a *Authenticator) verify(ctx context.Context, raw string) (tokenClaims, error) {
	a.mu.RLock()
	k, ok := a.verified[raw]
	a.mu.RUnlock()
	if !ok {
		var err error
		if k, err = a.tokens.parse(raw); err != nil {
			return k, fault.AuthenticationFailed.Because(err)
		}
		if err := a.checkSession(ctx, k.actor); err != nil {
			return k, err
		}
		a.cache(raw, k)
	}
	if a.tokens.IsEnded(k.actor.Session) || !a.tokens.now().Before(k.ends) {
		return k, fault.AuthenticationFailed
	}
	if !ok {
		a.tokens.noteUse(k.actor.Session, k.generation)
	}
	return k, nil
}

func (a *Authenticator) cache(raw string, k tokenClaims) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.verified) >= maxVerified {
		clear(a.verified)
	}
	a.verified[raw] = k
}

// BoxVisitor reads the bearer token of a request that has to be of a visit.
func (a *Authenticator) BoxVisitor(r *http.Request) (access.Actor, error) {
	raw, err := bearerToken(r)
	if err != nil {
		return access.Actor{}, err
	}
	var c visitClaims
	if _, err := a.tokens.visits.parser.ParseWithClaims(raw, &c,
		func(*jwt.Token) (any, error) { return a.tokens.visits.key, nil }); err != nil {
		return access.Actor{}, fault.AuthenticationFailed.Because(err)
	}
	if c.Visitor == 0 || c.For == 0 {
		return access.Actor{}, fault.AuthenticationFailed.Because(errors.New("the token names no visit"))
	}
	return access.Actor{User: c.For, Visitor: c.Visitor}, nil
}

// Uploader reads the bearer token of a request of a member or of a visitor.
func (a *Authenticator) Uploader(r *http.Request) (access.Actor, error) {
	who, err := a.Client(r)
	if err == nil {
		return who, nil
	}
	if visitor, verr := a.BoxVisitor(r); verr == nil {
		return visitor, nil
	}
	return who, err
}
