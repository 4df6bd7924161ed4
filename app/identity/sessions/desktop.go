package sessions

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/identity/audit"
	"anbar/app/identity/onetime"
	"anbar/db"
)

// A program on the person's machine signs in through their browser, as RFC 8252 and
// RFC 7636 have it: it opens the page /callback/desktop-login with a challenge, the
// person allows it there, and the browser gives it a code by a URL of its own
// scheme. The code is worth nothing without the verifier that the challenge is of.
const desktopLogin onetime.Purpose = "desktop login"

const (
	desktopLife   = 2 * time.Minute
	desktopScheme = "anbar://login"
	maxProgram    = 60
	maxState      = 200
)

type desktopProgram struct {
	Name      string       `json:"name"`
	Challenge string       `json:"challenge"`
	Session   db.SessionID `json:"session"` // that let it in
}

// AllowDesktopLogin makes the code with which a program can begin a session of the actor, who must have
// confirmed their identity recently, and the URL that hands the code over. That session is
// independent: it continues when the actor signs out here. challenge is the SHA-256 of the
// program's verifier in base 64 for URLs.
func (s *Service) AllowDesktopLogin(ctx context.Context, who access.Actor, name, challenge, state string, from api.Origin) (string, error) {
	name = names.Trim(name)
	wrong := fault.Fields{}
	switch {
	case name == "":
		wrong.Add("name", fault.Required)
	case utf8.RuneCountInString(name) > maxProgram || strings.ContainsFunc(name, unicode.IsControl):
		wrong.Add("name", fault.InvalidValue)
	}
	if sum, err := base64.RawURLEncoding.DecodeString(challenge); err != nil || len(sum) != sha256.Size {
		wrong.Add("challenge", fault.InvalidValue)
	}
	if len(state) > maxState {
		wrong.Add("state", fault.TooLong)
	}
	if err := wrong.Err(); err != nil {
		return "", err
	}
	code, err := db.Do(ctx, s.db, func(tx *db.Tx) (code string, err error) {
		if err := RequireRecentAuth(tx.ReadOnly(), who); err != nil {
			return "", err
		}
		if code, err = onetime.Issue(tx, desktopLogin, who.User, desktopLife, desktopProgram{Name: name, Challenge: challenge,
			Session: who.Session}); err != nil {
			return code, err
		}
		return code, s.audit.Record(tx, audit.Event{Action: audit.DesktopAllowed, User: who.User, From: from,
			Detail: audit.Detail{Name: name}})
	})
	return desktopScheme + "?" + url.Values{"code": {code}, "state": {state}}.Encode(), err
}

// RedeemDesktopCode begins the session of a program that has a code and its verifier. A code is spent
// by the first try, and is invalid once the session that made it has ended. The new session
// inherits the time at which the user last confirmed their identity there.
func (s *Service) RedeemDesktopCode(ctx context.Context, code, verifier string, from api.Origin) (*Login, error) {
	in, err := db.Do(ctx, s.db, func(tx *db.Tx) (*Login, error) {
		var p desktopProgram
		t, err := onetime.Redeem(tx, desktopLogin, code, &p)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256([]byte(verifier))
		if subtle.ConstantTimeCompare([]byte(base64.RawURLEncoding.EncodeToString(sum[:])), []byte(p.Challenge)) != 1 {
			return nil, nil // a spent code stays spent
		}
		u, e1 := tx.UserByID(t.User)
		allowed, e2 := tx.SessionByID(p.Session)
		if err := errors.Join(e1, e2); err != nil {
			return nil, err
		}
		if !allowed.EndedAt.IsZero() {
			return nil, fault.AuthenticationFailed
		}
		from.Device = p.Name
		return s.createSession(tx, u, from, "desktop", allowed.Confirmed)
	})
	if err == nil && in == nil {
		err = fault.InvalidToken
	}
	return in, err
}

type allowIn struct {
	Name      string `json:"name" doc:"of the program and its machine, for the list of sessions"`
	Challenge string `json:"challenge" doc:"SHA-256 of the verifier, in base 64 for URLs without padding"`
	State     string `json:"state,omitempty" doc:"returned unchanged"`
}

// DesktopCode is where the browser hands a code over.
type DesktopCode struct {
	Redirect string `json:"redirect"`
}

func (s *Service) handleAllowDesktopLogin(c *api.Call, in *allowIn) (*DesktopCode, error) {
	to, err := s.AllowDesktopLogin(c, c.Who, in.Name, in.Challenge, in.State, c.Origin())
	return &DesktopCode{to}, err
}

type redeemIn struct {
	Code     string `json:"code"`
	Verifier string `json:"verifier"`
}

func (s *Service) handleRedeemDesktopLogin(c *api.Call, in *redeemIn) (*LoginResult, error) {
	l, err := s.RedeemDesktopCode(c, in.Code, in.Verifier, c.Origin())
	if err != nil {
		return nil, err
	}
	return l.Result(), nil
}
