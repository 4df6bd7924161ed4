package google

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"

	"golang.org/x/oauth2"
)

const driveFile = "https://www.googleapis.com/auth/drive.file"

// scopes give the address of the account, and the files that the appliance itself puts there. No others.
var scopes = []string{"openid", "email", driveFile}

func (c *Client) newOAuthConfig(redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: c.ID, ClientSecret: c.Secret, RedirectURL: redirect, Scopes: scopes,
		Endpoint: oauth2.Endpoint{
			AuthURL: c.buildURL("accounts.google.com", "/o/oauth2/v2/auth"), TokenURL: c.buildURL("oauth2.googleapis.com", "/token"),
			AuthStyle: oauth2.AuthStyleInParams,
		},
	}
}

// Ceremony is a person on the way to Google and back.
type Ceremony struct {
	Redirect string // where Google sends them back to
	Nonce    string
	Verifier string // of PKCE
}

// AuthPageURL is where a person lets the appliance in.
func (c *Client) AuthPageURL(m Ceremony, state string) string {
	return c.newOAuthConfig(m.Redirect).AuthCodeURL(state, oauth2.AccessTypeOffline, oauth2.ApprovalForce,
		oauth2.SetAuthURLParam("nonce", m.Nonce), oauth2.SetAuthURLParam("include_granted_scopes", "false"),
		oauth2.S256ChallengeOption(m.Verifier))
}

// Account is what a person gave.
type Account struct {
	Subject string // that Google names them by
	Email   string
	Refresh string // secret that lasts
	Token   *oauth2.Token
}

// claims are those of the id token that are looked at.
type claims struct {
	Issuer   string `json:"iss"`
	Audience string `json:"aud"`
	Subject  string `json:"sub"`
	Email    string `json:"email"`
	Nonce    string `json:"nonce"`
	Expires  int64  `json:"exp"`
}

// ExchangeCode trades the code that a person came back with.
func (c *Client) ExchangeCode(ctx context.Context, m Ceremony, code string) (*Account, error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, newHTTPClient(limits.GoogleAsk))
	t, err := c.newOAuthConfig(m.Redirect).Exchange(ctx, code, oauth2.VerifierOption(m.Verifier))
	if err != nil {
		return nil, toTokenFault(err, fault.GoogleFailed)
	}
	raw, _ := t.Extra("id_token").(string)
	id, err := c.parseIDToken(raw, m.Nonce)
	if err != nil {
		return nil, fault.GoogleFailed.Because(err)
	}
	given, _ := t.Extra("scope").(string)
	switch {
	case !slices.Contains(strings.Fields(given), driveFile):
		return nil, fault.GoogleScope // they unticked it
	case t.RefreshToken == "":
		return nil, fault.GoogleFailed.Because(errors.New("google gave no lasting token"))
	}
	return &Account{Subject: id.Subject, Email: id.Email, Refresh: t.RefreshToken, Token: t}, nil
}

const (
	tokenParts = 3
	maxEmail   = 254
	maxSubject = 255
)

// parseIDToken reads an id token. It came from Google itself over TLS, so it needs no signature (OpenID Connect Core 3.1.3.7).
func (c *Client) parseIDToken(raw, nonce string) (*claims, error) {
	parts := strings.Split(raw, ".")
	if len(parts) != tokenParts {
		return nil, errors.New("there is no id token")
	}
	b, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return nil, fmt.Errorf("read the id token: %w", err)
	}
	var id claims
	if err := json.Unmarshal(b, &id); err != nil {
		return nil, fmt.Errorf("read the id token: %w", err)
	}
	if err := c.checkClaims(&id, nonce); err != nil {
		return nil, err
	}
	return &id, nil
}

// checkClaims refuses an id token that is not for this ceremony and this client.
func (c *Client) checkClaims(id *claims, nonce string) error {
	issuers := []string{"https://accounts.google.com", "accounts.google.com"}
	if c.Base != "" {
		issuers = []string{c.Base}
	}
	switch {
	case !slices.Contains(issuers, id.Issuer):
		return errors.New("the id token is by another issuer")
	case id.Audience != c.ID:
		return errors.New("the id token is for another client")
	case subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(nonce)) != 1:
		return errors.New("the id token is not of this ceremony")
	case time.Now().After(time.Unix(id.Expires, 0)):
		return errors.New("the id token has expired")
	case id.Subject == "" || len(id.Subject) > maxSubject || !strings.Contains(id.Email, "@") || len(id.Email) > maxEmail:
		return errors.New("the id token names nobody")
	}
	return nil
}

// RefreshToken returns an access token for a lasting one. It is ErrLost when Google takes that no more.
func (c *Client) RefreshToken(ctx context.Context, refresh string) (*oauth2.Token, error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, newHTTPClient(limits.GoogleAsk))
	t, err := c.newOAuthConfig("").TokenSource(ctx, &oauth2.Token{RefreshToken: refresh}).Token()
	if err != nil {
		return nil, toTokenFault(err, fault.GoogleAnswer)
	}
	return t, nil
}

// toTokenFault gives an error of the call for tokens its meaning.
func toTokenFault(err error, otherwise *fault.Fault) error {
	var no *oauth2.RetrieveError
	if !errors.As(err, &no) {
		var u *url.Error
		if errors.As(err, &u) {
			return toReachError(err)
		}
		return otherwise.Because(err)
	}
	code := no.ErrorCode
	if len(code) > maxReason {
		code = code[:maxReason]
	}
	cause := fmt.Errorf("status %d %q", no.Response.StatusCode, code) // the body may hold secrets
	switch {
	case no.Response.StatusCode == http.StatusTooManyRequests:
		return &BusyError{Rate: true, cause: cause}
	case no.Response.StatusCode >= http.StatusInternalServerError:
		return &BusyError{cause: cause}
	case otherwise != fault.GoogleFailed && code == "invalid_grant":
		return fmt.Errorf("%w: %w", ErrLost, cause)
	case code == "invalid_client" || code == "unauthorized_client":
		return fault.GoogleClient.Because(cause)
	}
	return otherwise.Because(cause)
}

// CheckClient asks whether Google knows the client and its secret: it looks at these before the grant, which is none.
func (c *Client) CheckClient(ctx context.Context) error {
	_, err := c.RefreshToken(ctx, "anbar-test")
	switch {
	case errors.Is(err, ErrLost):
		return nil
	case err == nil:
		return fault.GoogleAnswer
	}
	var busy *BusyError
	if errors.As(err, &busy) && busy.Rate {
		return fault.GoogleAnswer.Because(err)
	}
	return err
}

// RevokeToken tells Google that a lasting token is not used any more.
func (c *Client) RevokeToken(ctx context.Context, refresh string) error {
	form := strings.NewReader(url.Values{"token": {refresh}}.Encode())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.buildURL("oauth2.googleapis.com", "/revoke"), form)
	if err != nil {
		return fmt.Errorf("ask Google: %w", err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r, err := sendRequest(req, limits.GoogleAsk, nil)
	if err != nil {
		return err
	}
	return r.Body.Close()
}
