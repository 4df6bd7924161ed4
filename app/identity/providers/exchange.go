package providers

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// userInfo holds the claims of a provider about its user.
type userInfo struct {
	Subject  string
	Email    string // as it says
	Verified bool   // that the address is theirs
	First    string
	Last     string
	Full     string
	Nick     string
	Locale   string
	Groups   []string
}

// tokenClaims are the claims that are read of a token or of the provider's user info.
type tokenClaims struct {
	AuthorizedParty string       `json:"azp"`
	Email           string       `json:"email"`
	Verified        flexibleBool `json:"email_verified"`
	First           string       `json:"given_name"`
	Last            string       `json:"family_name"`
	Full            string       `json:"name"`
	Nick            string       `json:"preferred_username"`
	Locale          string       `json:"locale"`
}

// flexibleBool is a boolean, which some providers write as a string.
type flexibleBool bool

// UnmarshalJSON implements json.Unmarshaler. Every value but true and "true" is false.
func (t *flexibleBool) UnmarshalJSON(b []byte) error {
	*t = string(b) == "true" || string(b) == `"true"`
	return nil
}

const maxSubject = 255

// exchangeCode trades the code for the user's claims. It calls the provider, so no transaction
// may be open.
func (p *provider) exchangeCode(ctx context.Context, c *connection, kept *ceremony, code string) (*userInfo, error) {
	ctx, cancel := context.WithTimeout(oidc.ClientContext(ctx, p.discovery.client), 2*requestTimeout)
	defer cancel()
	token, err := p.client(c, kept.Redirect).Exchange(ctx, code, oauth2.VerifierOption(kept.Verifier))
	if err != nil {
		return nil, fmt.Errorf("trade the code: %w", err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return nil, errors.New("the provider gave no id token")
	}
	id, err := c.verifier.Verify(ctx, raw)
	if err != nil {
		return nil, err
	}
	var f tokenClaims
	if err := id.Claims(&f); err != nil {
		return nil, fmt.Errorf("read the id token: %w", err)
	}
	if err := p.checkToken(token, id, &f, kept.Nonce); err != nil {
		return nil, err
	}
	return p.collectClaims(ctx, c, token, id, f)
}

// checkToken refuses an id token that is not for this login and this client.
func (p *provider) checkToken(token *oauth2.Token, id *oidc.IDToken, f *tokenClaims, nonce string) error {
	switch {
	case subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(nonce)) != 1:
		return errors.New("the id token is not for this login")
	case len(id.Audience) > 1 && f.AuthorizedParty == "" || f.AuthorizedParty != "" && f.AuthorizedParty != p.ClientID:
		return errors.New("the id token was made for another client")
	case id.Subject == "" || len(id.Subject) > maxSubject:
		return errors.New("the id token has no subject")
	case id.IssuedAt.After(time.Now().Add(clockSkew)):
		return errors.New("the id token was made in the future")
	}
	if id.AccessTokenHash != "" {
		return id.VerifyAccessToken(token.AccessToken)
	}
	return nil
}

// collectClaims requests the claims that the token lacks from the provider's user info.
func (p *provider) collectClaims(ctx context.Context, c *connection, token *oauth2.Token, id *oidc.IDToken,
	f tokenClaims) (*userInfo, error) {
	groups, said, err := p.readGroups(id.Claims)
	if err != nil {
		return nil, err
	}
	if (f.Email == "" || !said && len(p.Groups) > 0) && c.UserInfoEndpoint() != "" {
		info, err := c.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			return nil, fmt.Errorf("fetch the user info: %w", err)
		}
		if info.Subject != id.Subject {
			return nil, errors.New("the provider's user info has another subject")
		}
		if !said {
			if groups, _, err = p.readGroups(info.Claims); err != nil {
				return nil, err
			}
		}
		if f.Email == "" {
			f = tokenClaims{}
			if err := info.Claims(&f); err != nil {
				return nil, fmt.Errorf("read the user info: %w", err)
			}
		}
	}
	return &userInfo{Subject: id.Subject, Email: f.Email, Verified: bool(f.Verified), First: f.First, Last: f.Last,
		Full: f.Full, Nick: f.Nick, Locale: f.Locale, Groups: groups}, nil
}

// findClaim returns the claim that lies within others; path is their names and its own.
func findClaim(all map[string]json.RawMessage, path []string) (raw json.RawMessage, said bool) {
	for i, name := range path {
		if raw, said = all[name]; !said {
			return nil, false
		}
		all = nil
		if i < len(path)-1 && json.Unmarshal(raw, &all) != nil {
			return nil, false
		}
	}
	return raw, true
}

// readGroups reads the groups of a token. The claim may lie within others, with dots
// between the names, as Keycloak's realm_access.roles.
func (p *provider) readGroups(claims func(any) error) (groups []string, said bool, err error) {
	var all map[string]json.RawMessage
	if err := claims(&all); err != nil {
		return nil, false, fmt.Errorf("read the claims: %w", err)
	}
	raw, said := all[p.GroupsClaim]
	if !said {
		if raw, said = findClaim(all, strings.Split(p.GroupsClaim, ".")); !said {
			return nil, false, nil
		}
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}, true, nil
	}
	if err := json.Unmarshal(raw, &groups); err != nil {
		return nil, true, fmt.Errorf("the claim %q is no list of groups: %w", p.GroupsClaim, err)
	}
	return slices.Compact(groups), true, nil
}
