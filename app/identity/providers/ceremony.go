package providers

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/onetime"
	"anbar/db"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// The purposes of a ceremony.
const (
	forLogin = "login"
	forLink  = "link"
)

const ceremonyLife = 10 * time.Minute

// ceremony holds the state of a sign-in while the user is at the provider.
type ceremony struct {
	For      string // forLogin or forLink
	Browser  []byte // SHA-256 of the secret in its cookie
	Nonce    string
	Verifier string // of PKCE
	Redirect string // where the provider sends them back to
	To       string // where they go on then; empty, or a path of this site
}

// purpose keeps the ceremonies of providers apart: a code of one is worth nothing
// where another's is expected.
func (p *provider) purpose() onetime.Purpose { return onetime.Purpose("provider " + p.ID) }

// BeginRequest holds the input of Begin.
type BeginRequest struct {
	Provider string // its id
	Purpose  string // login or link
	To       string // path of this site that the user comes back to
	Browser  string // the secret that the cookie of the browser carries
	Address  string // that the request came from
}

// resolveActor returns the actor that a ceremony is for; nobody when it signs in.
func (in *BeginRequest) resolveActor(who access.Actor) (access.Actor, error) {
	switch {
	case in.Purpose != forLogin && in.Purpose != forLink:
		return who, fault.Field("purpose", fault.InvalidValue)
	case !isLocalPath(in.To):
		return who, fault.Field("redirect_to", fault.InvalidValue)
	case in.Purpose == forLogin:
		return access.Actor{}, nil
	case who.User == 0 || who.Session == 0: // an API token cannot connect a provider
		return who, fault.AuthenticationFailed
	}
	return who, nil
}

func (in *BeginRequest) newCeremony(redirect string) ceremony {
	sum := sha256.Sum256([]byte(in.Browser))
	return ceremony{
		For: in.Purpose, Browser: sum[:], Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(), Redirect: redirect, To: in.To,
	}
}

// storeCeremony stores a ceremony, and returns the code that brings it back.
func (s *Service) storeCeremony(ctx context.Context, p *provider, user db.UserID, kept ceremony) (state string, err error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (string, error) {
		return onetime.Issue(tx, p.purpose(), user, ceremonyLife, kept)
	})
}

// Begin remembers a ceremony and returns the page of the provider that it begins at. An
// account is linked to the actor alone.
func (s *Service) Begin(ctx context.Context, who access.Actor, in BeginRequest) (string, error) {
	p, err := s.findProvider(in.Provider)
	if err != nil {
		return "", err
	}
	who, err = in.resolveActor(who)
	if err != nil {
		return "", err
	}
	if err := s.byAddress.Allow(in.Address); err != nil {
		return "", err
	}
	c, err := p.connect()
	if err != nil {
		return "", s.reportUnavailable(p, err)
	}
	kept := in.newCeremony(s.url() + "/callback/login/" + p.ID)
	state, err := s.storeCeremony(ctx, p, who.User, kept)
	if err != nil {
		return "", err
	}
	return p.client(c, kept.Redirect).AuthCodeURL(state, oidc.Nonce(kept.Nonce), oauth2.S256ChallengeOption(kept.Verifier)), nil
}

func (p *provider) client(c *connection, redirect string) *oauth2.Config {
	return &oauth2.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: c.endpoint, RedirectURL: redirect, Scopes: p.Scopes}
}

func (s *Service) reportUnavailable(p *provider, cause error) error {
	return fault.ProviderUnavailable.Because(s.reportFailure(p, cause))
}

// callback holds the callback parameters of a provider.
type callback struct {
	Code    string
	State   string
	Issuer  string // the sender of the callback, if it is given
	Browser string // the value of the cookie
}

// spendCeremony ends a ceremony with the provider's callback. The ceremony is spent also when it
// belongs to another browser or another purpose.
func (s *Service) spendCeremony(ctx context.Context, who access.Actor, p *provider, what string, r callback) (*ceremony, error) {
	var kept ceremony
	ours, err := db.Do(ctx, s.db, func(tx *db.Tx) (ours bool, err error) {
		t, err := onetime.Redeem(tx, p.purpose(), r.State, &kept)
		if err != nil {
			return false, err
		}
		sum := sha256.Sum256([]byte(r.Browser))
		ours = subtle.ConstantTimeCompare(sum[:], kept.Browser) == 1 && kept.For == what && t.User == who.User
		return ours, nil
	})
	switch {
	case errors.Is(err, fault.InvalidToken), errors.Is(err, fault.LinkExpired):
		return nil, fault.AuthenticationFailed.Because(err) // start over
	case err != nil:
		return nil, err
	case !ours:
		return nil, s.reportFailure(p, errors.New("another browser or another person began it"))
	case r.Issuer != "" && r.Issuer != p.Issuer:
		return nil, s.reportFailure(p, errors.New("another provider sent them back"))
	}
	return &kept, nil
}

const maxPath = 1000

// isLocalPath reports whether s is a path on this site in the reading of every browser.
func isLocalPath(s string) bool {
	if s == "" {
		return true
	}
	u, err := url.Parse(s)
	return err == nil && len(s) <= maxPath && u.Scheme == "" && u.Host == "" && strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") &&
		!strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f })
}

const cookieName = "login_browser"

// browserSecret is the secret of the browser that ceremonies are bound to; empty when
// it has none.
func browserSecret(r *http.Request) string {
	c, err := r.Cookie(cookieName)
	if err != nil || len(c.Value) != len(rand.Text()) {
		return ""
	}
	return c.Value
}

// setBrowserCookie gives the browser a secret that ceremonies are bound to, or lets it keep the
// one that it has, for several of its windows may be on their way.
func (s *Service) setBrowserCookie(c *api.Call) string {
	secret := browserSecret(c.R)
	if secret == "" {
		secret = rand.Text()
	}
	http.SetCookie(c.W, &http.Cookie{
		Name: cookieName, Value: secret, Path: "/api/", MaxAge: int(ceremonyLife.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: c.R.TLS != nil || strings.HasPrefix(s.url(), "https://"),
	})
	return secret
}
