package sessions

import (
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// LoginResult holds the pair of tokens of a session, or, when a second step is required,
// its possible methods and its token.
type LoginResult struct {
	Access    string   `json:"access,omitempty" doc:"bearer token, good for 15 minutes"`
	Refresh   string   `json:"refresh,omitempty" doc:"good once"`
	Device    string   `json:"device,omitempty" doc:"secret of this browser; sent as the header Device-Token with every login"`
	TwoFactor []string `json:"two_factor,omitempty" enum:"sms,totp,email,static,passkey" doc:"the session begins after one of them"`
	Token     string   `json:"token,omitempty" doc:"bearer token of the second step"`

	Sent    string            `json:"sent,omitempty" enum:"sms,email" doc:"a code for the second step has already been sent"`
	Targets map[string]string `json:"targets,omitempty" doc:"masked address or number that gets the codes of a method"`
}

// TokenPair is the tokens of a session.
type TokenPair struct {
	Access  string `json:"access" doc:"bearer token, good for 15 minutes"`
	Refresh string `json:"refresh" doc:"good once"`
}

// Result writes a login as an answer.
func (l *Login) Result() *LoginResult {
	return &LoginResult{Access: l.Access, Refresh: l.Refresh, Device: l.Browser}
}

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Detail[string](r, "session", "why it goes on no more: ended (on another device or by staff), expired, or copied")
	api.Handle(r, api.Op{
		Call:  "POST /accounts/v1/token/refresh",
		Does:  "Trade a refresh token for a new pair; an old one ends the session",
		Fails: []*fault.Fault{fault.AuthenticationFailed},
	}, s.handleRefresh)
	api.Handle(r, api.Op{Call: "POST /accounts/v1/users/logout", Gate: api.Member, Does: "End the session"}, s.handleLogout)
	api.Handle(r, api.Op{Call: "GET /accounts/sessions", Gate: api.Member, Does: "Your sessions, the current one first"},
		s.handleListSessions)
	api.Handle(r, api.Op{Call: "DELETE /accounts/sessions", Gate: api.Member, Does: "End some of your sessions"}, s.handleEndSessions)
	api.Handle(r, api.Op{
		Call: "DELETE /accounts/sessions/all", Gate: api.Member,
		Does: "End all your sessions, with or without the current one",
	}, s.handleEndAll)
	api.Handle(r, api.Op{
		Call: "GET /accounts/devices", Gate: api.Member,
		Does: "Your trusted browsers, which skip the second step",
	}, s.handleListDevices)
	api.Handle(r, api.Op{
		Call: "DELETE /accounts/devices", Gate: api.Member,
		Does: "Forget trusted browsers, which then need the second step again",
	}, s.handleForgetDevices)
	api.Handle(r, api.Op{
		Call: "POST /accounts/v1/desktop-login", Gate: api.Member,
		Does:  "Let a program on your machine sign in",
		Fails: []*fault.Fault{fault.ReauthenticationRequired, fault.TooManyRequests},
	}, s.handleAllowDesktopLogin)
	api.Handle(r, api.Op{
		Call:  "POST /accounts/v1/desktop-login/token",
		Does:  "Trade the code that a program was given for a session",
		Fails: []*fault.Fault{fault.InvalidToken, fault.LinkExpired},
	}, s.handleRedeemDesktopLogin)
}

type refreshIn struct {
	Refresh string `json:"refresh"`
}

func (s *Service) handleRefresh(c *api.Call, in *refreshIn) (*TokenPair, error) {
	l, err := s.Refresh(c, in.Refresh, c.Origin())
	if err != nil {
		return nil, err
	}
	return &TokenPair{l.Access, l.Refresh}, nil
}

func (s *Service) handleLogout(c *api.Call, in *refreshIn) (api.None, error) {
	return api.None{}, s.Logout(c, c.Who, in.Refresh, c.Origin())
}

// Session is one sign-in as its owner sees it.
type Session struct {
	Key        db.SessionID   `json:"session_key"`
	Keys       []db.SessionID `json:"session_keys" doc:"the keys that DELETE /accounts/sessions takes to end it"`
	Current    bool           `json:"is_current"`
	LastLogin  api.Time       `json:"last_login"`
	LastUsed   api.Time       `json:"last_used"`
	CreatedAt  api.Time       `json:"created_at"`
	Device     string         `json:"device"`
	Address    string         `json:"address"`
	Remembered api.Time       `json:"remembered_until" nullable:"true" doc:"no second step is asked on its browser until then"`
}

// SessionList is the sessions of a person.
type SessionList struct {
	Sessions []Session    `json:"sessions"`
	PageInfo api.PageInfo `json:"page_info"`
}

// handleListSessions lists the current one first, then the latest to sign in.
func (s *Service) handleListSessions(c *api.Call, _ *api.None) (*SessionList, error) {
	var rows []db.Session
	until := map[db.DeviceID]time.Time{}
	err := s.db.View(c, func(v *db.View) (err error) {
		devices, err := listRememberedDevices(v, c.Who)
		for _, d := range devices {
			until[d.ID] = d.Remembered
		}
		if err == nil {
			rows, err = v.SessionsOf(c.Who.User)
		}
		return err
	})
	all := make([]Session, 0, len(rows))
	for _, r := range rows {
		all = append(all, Session{
			Key: r.ID, Keys: []db.SessionID{r.ID}, Current: r.ID == c.Who.Session, LastLogin: api.Time(r.CreatedAt),
			LastUsed: api.Time(r.UsedAt), CreatedAt: api.Time(r.CreatedAt), Device: r.Device,
			Address: r.Address, Remembered: api.Time(until[r.In]),
		})
	}
	slices.SortStableFunc(all, func(a, b Session) int {
		if a.Current != b.Current {
			if a.Current {
				return -1
			}
			return 1
		}
		return time.Time(b.LastLogin).Compare(time.Time(a.LastLogin))
	})
	return &SessionList{all, api.SinglePage(len(all))}, err
}

type endIn struct {
	Keys []db.SessionID `json:"session_keys"`
}

func (s *Service) handleEndSessions(c *api.Call, in *endIn) (api.None, error) {
	if len(in.Keys) == 0 {
		return api.None{}, fault.Field("session_keys", fault.Required)
	}
	return api.None{}, s.End(c, c.Who, in.Keys, c.Origin())
}

type endAllIn struct {
	Current bool `query:"current" doc:"end the current session, too"`
}

func (s *Service) handleEndAll(c *api.Call, in *endAllIn) (api.None, error) {
	return api.None{}, s.EndAll(c, c.Who, in.Current, c.Origin())
}

// Device is a browser as its owner sees it.
type Device struct {
	ID         db.DeviceID `json:"device_id"`
	Name       string      `json:"name"`
	Address    string      `json:"address"`
	LastUsed   api.Time    `json:"last_used"`
	Remembered api.Time    `json:"remembered_until"`
}

// DeviceList lists the trusted browsers of a user, which skip the second step.
type DeviceList struct {
	Devices []Device `json:"devices"`
}

func listRememberedDevices(v *db.View, who access.Actor) ([]db.Device, error) {
	all, err := v.DevicesOf(who.User)
	return slices.DeleteFunc(all, func(d db.Device) bool { return !v.Now.Before(d.Remembered) }), err
}

func (s *Service) handleListDevices(c *api.Call, _ *api.None) (*DeviceList, error) {
	l := &DeviceList{Devices: []Device{}}
	err := s.db.View(c, func(v *db.View) error {
		rows, err := listRememberedDevices(v, c.Who)
		for _, d := range rows {
			l.Devices = append(l.Devices, Device{ID: d.ID, Name: d.Name, Address: d.Address, LastUsed: api.Time(d.UsedAt),
				Remembered: api.Time(d.Remembered)})
		}
		return err
	})
	return l, err
}

type forgetIn struct {
	IDs []db.DeviceID `json:"device_ids"`
}

func (s *Service) handleForgetDevices(c *api.Call, in *forgetIn) (api.None, error) {
	if len(in.IDs) == 0 {
		return api.None{}, fault.Field("device_ids", fault.Required)
	}
	return api.None{}, s.ForgetDevices(c, c.Who, in.IDs, c.Origin())
}
