package nextcloud

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"net/http"
	"net/url"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/identity/apitokens"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// A device gets its token through the browser of a person. In version 2 of the flow it asks
// for a page and a secret, opens the page in the browser, and asks with the secret until the
// person allowed it there. In version 1 it opens the page in a window of its own, which the
// page leaves with the token. The token is made when the device fetches it, so that nothing
// that opens files is ever stored.

// loginPage is where a person is asked.
const loginPage = "/callback/device-login"

func hashSecret(secret string) []byte {
	s := sha256.Sum256([]byte(secret))
	return s[:]
}

// createDeviceLogin stores a device that waits. secret opens its page; poll is empty for a device that
// waits in that page.
func (s *Service) createDeviceLogin(ctx context.Context, secret, poll string, from api.Origin) error {
	l := &db.DeviceLogin{
		Sum: hashSecret(secret), Name: apitokens.DeviceName(from.Agent), Agent: from.Agent, Address: from.Address,
	}
	if poll != "" {
		l.Poll = hashSecret(poll)
	}
	return s.DB.Update(ctx, func(tx *db.Tx) error {
		l.ExpiresAt = tx.Now.Add(limits.DeviceLoginLife)
		each, all, err := tx.CountDeviceLogins(l.Address)
		if err != nil {
			return err
		}
		if each >= limits.DeviceLogins {
			return fault.TooManyRequests.After(time.Minute)
		}
		if all >= limits.AllDeviceLogins { // many addresses of one sender must not shut out everybody else
			err = tx.DeleteDeviceLoginOfMost()
		}
		return errors.Join(err, tx.DeleteDeviceLoginsExpired(), tx.InsertDeviceLogin(l))
	})
}

// handleLoginStart is the start of version 2.
func (s *Service) handleLoginStart(c *api.Call) error {
	secret, poll := rand.Text(), rand.Text()+rand.Text()
	if err := s.createDeviceLogin(c, secret, poll, c.Origin()); err != nil {
		return err
	}
	origin := s.originURL(c.R)
	return writeJSON(c, http.StatusOK, object{
		{"poll", object{{"token", poll}, {"endpoint", origin + "/index.php/login/v2/poll"}}},
		{"login", origin + loginPage + "?flow=" + secret},
	})
}

// handleLoginFlow is the start of version 1. Apps send a header that no link and no form of a
// page elsewhere can send.
func (s *Service) handleLoginFlow(c *api.Call) error {
	if c.R.Header.Get("OCS-APIRequest") != "true" {
		return fault.PermissionDenied
	}
	secret := rand.Text()
	if err := s.createDeviceLogin(c, secret, "", c.Origin()); err != nil {
		return err
	}
	c.W.Header().Set("Cache-Control", "no-store")
	http.Redirect(c.W, c.R, loginPage+"?flow="+secret, http.StatusSeeOther)
	return nil
}

// handleLoginPoll answers a device that waits: with its token, once, when a person allowed it.
func (s *Service) handleLoginPoll(c *api.Call) error {
	secret, err := readToken(c)
	if err != nil {
		return err
	}
	allowed, err := s.isAllowed(c, secret) // most ask in vain, and must not wait for those who write
	if err != nil {
		return err
	}
	if !allowed {
		return writeNotFound(c)
	}
	user, token, err := s.connectDevice(c, secret)
	if err != nil {
		return err
	}
	if token == "" {
		return writeNotFound(c)
	}
	return writeJSON(c, http.StatusOK, object{{"server", s.originURL(c.R)}, {"loginName", user.String()}, {"appPassword", token}})
}

func (s *Service) isAllowed(c *api.Call, secret string) (allowed bool, err error) {
	err = s.DB.ViewOne(c, func(v *db.View) error {
		l, err := v.DeviceLoginByPoll(hashSecret(secret))
		allowed = err == nil && l.User != 0
		return ignoreNotFound(err)
	})
	return allowed, err
}

// connectDevice ends the wait of a device and makes its token; an empty one when nobody allows it any more.
func (s *Service) connectDevice(c *api.Call, secret string) (user db.UserID, token string, err error) {
	err = s.DB.Update(c, func(tx *db.Tx) error {
		l, err := tx.DeviceLoginByPoll(hashSecret(secret))
		if err != nil || l.User == 0 {
			return ignoreNotFound(err)
		}
		if err := tx.DeleteDeviceLogin(l.Sum); err != nil {
			return err
		}
		if err := sessions.RequireOpenSession(tx.ReadOnly(), l.User, l.Session); err != nil {
			return ignoreAuthFailure(err)
		}
		user = l.User
		token, err = s.Tokens.ConnectDevice(tx, l.User, l.Name, l.Agent, c.Origin())
		return err
	})
	return user, token, err
}

// ignoreNotFound makes nothing of a login that is not there.
func ignoreNotFound(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return err
}

// ignoreAuthFailure lets the transaction commit that spends a login whose session ended.
func ignoreAuthFailure(err error) error {
	if errors.Is(err, fault.AuthenticationFailed) {
		return nil
	}
	return err
}

// LoadDeviceLogin returns a device that waits for an answer, by the secret of its page;
// fault.InvalidToken when none does.
func (s *Service) LoadDeviceLogin(ctx context.Context, secret string) (*db.DeviceLogin, error) {
	var l *db.DeviceLogin
	err := s.DB.ViewOne(ctx, func(v *db.View) (err error) {
		l, err = loadPendingLogin(v, secret)
		return err
	})
	return l, err
}

func loadPendingLogin(v *db.View, secret string) (*db.DeviceLogin, error) {
	l, err := v.DeviceLoginBySum(hashSecret(secret))
	if errors.Is(err, db.ErrNotFound) || err == nil && l.User != 0 {
		return nil, fault.InvalidToken
	}
	return l, err
}

// AllowLogin lets a device act for the actor, who must have confirmed their identity recently. It
// returns the URL that hands the token to a device that waits in the page; empty when the
// device asks for the token itself, which it may as long as the actor's session lasts.
func (s *Service) AllowLogin(ctx context.Context, who access.Actor, secret, origin string, from api.Origin) (string, error) {
	token := ""
	err := s.DB.Update(ctx, func(tx *db.Tx) (err error) {
		token, err = s.allowDevice(tx, who, secret, from)
		return err
	})
	if err != nil || token == "" {
		return "", err
	}
	return "nc://login/server:" + origin + "&user:" + url.QueryEscape(who.User.String()) + "&password:" + url.QueryEscape(token), nil
}

// allowDevice returns the token of a device that waits in the page. Another device is marked as allowed.
func (s *Service) allowDevice(tx *db.Tx, who access.Actor, secret string, from api.Origin) (string, error) {
	if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
		return "", err
	}
	l, err := loadPendingLogin(tx.ReadOnly(), secret)
	if err != nil {
		return "", err
	}
	if err := apitokens.CheckDeviceLimit(tx.ReadOnly(), who.User); err != nil {
		return "", err
	}
	if l.Poll != nil {
		return "", tx.UpdateDeviceLoginAllowed(l.Sum, who.User, who.Session)
	}
	if err := tx.DeleteDeviceLogin(l.Sum); err != nil {
		return "", err
	}
	return s.Tokens.ConnectDevice(tx, who.User, l.Name, l.Agent, from)
}

// DenyLogin ends the waiting of a device.
func (s *Service) DenyLogin(ctx context.Context, secret string) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error {
		l, err := loadPendingLogin(tx.ReadOnly(), secret)
		if err != nil {
			return err
		}
		return tx.DeleteDeviceLogin(l.Sum)
	})
}
