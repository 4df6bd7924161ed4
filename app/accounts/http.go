package accounts

import (
	"strings"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Handle(r, api.Op{Call: "POST /setup", Does: "Make the first account, with the token of the one-time link", Status: 201, Fails: []*fault.Fault{fault.InvalidToken, fault.SetupDone}}, s.doSetup)
	api.Handle(r, api.Op{Call: "POST /accounts/v1/users/login", Does: "Sign in by email address or mobile number", Fails: []*fault.Fault{fault.WrongCredentials, fault.TooManyRequests}}, s.signIn)
	api.Handle(r, api.Op{Call: "POST /accounts/v1/users/signup", Does: "Make an account, if sign-up allows it", Status: 201, Fails: []*fault.Fault{fault.SignupClosed, fault.InvitationRequired, fault.UserExists, fault.TooManyRequests}}, s.signup)
	api.Handle(r, api.Op{Call: "POST /accounts/v1/token/refresh", Does: "Trade a refresh token for a new pair; an old one ends the session", Fails: []*fault.Fault{fault.AuthenticationFailed}}, s.doRefresh)
	api.Handle(r, api.Op{Call: "POST /accounts/v1/users/logout", Gate: api.Member, Does: "End the session"}, s.logout)
	api.Handle(r, api.Op{Call: "GET /accounts/v1/users/me", Gate: api.Member, Does: "Who is signed in"}, s.me)
	api.Handle(r, api.Op{Call: "PUT /accounts/v1/users/me", Gate: api.Member, Does: "Change one's own names and language"}, s.updateMe)
	api.Handle(r, api.Op{Call: "POST /accounts/v1/users/verify-email", Gate: api.Member, Does: "Prove that one's address is one's own, by the code that came there", Fails: []*fault.Fault{fault.WrongVerification}}, s.verifyEmail)
	api.Handle(r, api.Op{Call: "GET /accounts/v1/users/verify-email", Gate: api.Member, Does: "Send that code again; nothing when the address is proven", Fails: []*fault.Fault{fault.TooManyRequests}}, s.resendEmail)
	api.Handle(r, api.Op{Call: "POST /accounts/v1/users/password/change", Gate: api.Member, Does: "Change one's own password; all other sessions end", Fails: []*fault.Fault{fault.WrongPassword, fault.WeakPassword, fault.TooManyRequests}}, s.changePassword)
	api.Handle(r, api.Op{Call: "GET /accounts/sessions", Gate: api.Member, Does: "One's own sessions, the current one first"}, s.sessions)
	api.Handle(r, api.Op{Call: "DELETE /accounts/sessions", Gate: api.Member, Does: "End some of one's own sessions"}, s.endSessions)
	api.Handle(r, api.Op{Call: "DELETE /accounts/sessions/all", Gate: api.Member, Does: "End all of one's own sessions but the current one"}, s.endOtherSessions)
}

// LoginResult is the pair of tokens of a session.
type LoginResult struct {
	Access  string `json:"access" doc:"bearer token, good for 15 minutes"`
	Refresh string `json:"refresh" doc:"good once"`
}

// SetupResult is the first session of the first account.
type SetupResult struct {
	Access  string     `json:"access"`
	Refresh string     `json:"refresh"`
	User    *User      `json:"user"`
	SpaceID db.SpaceID `json:"space_id"`
}

// User is a person as they see themselves.
type User struct {
	ID               db.UserID `json:"_id"`
	Email            string    `json:"email"`
	Mobile           string    `json:"mobile"`
	FirstName        string    `json:"first_name"`
	LastName         string    `json:"last_name"`
	Language         string    `json:"language"`
	PromotionCode    string    `json:"promotion_code"`
	Avatar           *string   `json:"avatar"`
	Staff            bool      `json:"staff"`
	TwoFactor        bool      `json:"is_2fa_active"`
	StaticCode       bool      `json:"has_static_code"`
	EmailValidated   bool      `json:"is_email_validated"`
	MobileValidated  bool      `json:"is_mobile_validated"`
	TwoFactorMethods []string  `json:"two_factor_methods"`
	CreatedAt        api.Time  `json:"created_at"`
}

func userOf(u *db.User) *User {
	return &User{ID: u.ID, Email: u.Email, Mobile: u.Mobile, FirstName: u.FirstName, LastName: u.LastName, Language: u.Language, Staff: u.Staff,
		EmailValidated: u.EmailValidated, MobileValidated: u.MobileValidated, TwoFactorMethods: []string{}, CreatedAt: api.Time(u.CreatedAt)}
}

func origin(c *api.Call) Origin {
	return Origin{Device: device(c.R.UserAgent()), Address: api.Address(c.R)}
}

type setupIn struct {
	Token          string `json:"token"`
	FirstName      string `json:"first_name"`
	LastName       string `json:"last_name"`
	Email          string `json:"email"`
	Password       string `json:"password"`
	Language       string `json:"language"`
	WorkspaceTitle string `json:"workspace_title"`
}

func (s *Service) doSetup(c *api.Call, in *setupIn) (*SetupResult, error) {
	p := Person{FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, Password: in.Password, Language: in.Language}
	l, space, err := s.Setup(c, in.Token, p, in.WorkspaceTitle, origin(c))
	if err != nil {
		return nil, err
	}
	u, err := s.user(c, l.User)
	return &SetupResult{l.Access, l.Refresh, u, space}, err
}

type loginIn struct {
	Login    string `json:"login"`
	Password string `json:"password"`
	Captcha  string `json:"captcha,omitempty"`
}

func (s *Service) signIn(c *api.Call, in *loginIn) (*LoginResult, error) {
	wrong := fault.Fields{}
	if strings.TrimSpace(in.Login) == "" {
		wrong.Add("login", fault.Required)
	}
	if in.Password == "" {
		wrong.Add("password", fault.Required)
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return result(s.SignIn(c, in.Login, in.Password, origin(c)))
}

func result(l *Login, err error) (*LoginResult, error) {
	if err != nil {
		return nil, err
	}
	return &LoginResult{l.Access, l.Refresh}, nil
}

type signupIn struct {
	FirstName  string `json:"first_name"`
	LastName   string `json:"last_name"`
	Email      string `json:"email,omitempty"`
	Mobile     string `json:"mobile,omitempty"`
	Password   string `json:"password"`
	Language   string `json:"language,omitempty"`
	Invitation string `json:"invitation,omitempty"`
}

func (s *Service) signup(c *api.Call, in *signupIn) (*LoginResult, error) {
	p := Person{FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, Mobile: in.Mobile, Password: in.Password, Language: in.Language}
	return result(s.Signup(c, p, in.Invitation, origin(c)))
}

type refreshIn struct {
	Refresh string `json:"refresh"`
}

func (s *Service) doRefresh(c *api.Call, in *refreshIn) (*LoginResult, error) {
	return result(s.Refresh(c, in.Refresh, origin(c)))
}

func (s *Service) logout(c *api.Call, in *refreshIn) (api.None, error) {
	return api.None{}, s.Logout(c, c.Who, in.Refresh)
}

type nothing struct{}

func (s *Service) me(c *api.Call, _ *nothing) (*User, error) { return s.user(c, c.Who.User) }

type profileIn struct {
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Language  string `json:"language,omitempty"`
}

func (s *Service) updateMe(c *api.Call, in *profileIn) (*User, error) {
	return s.UpdateProfile(c, c.Who, in.FirstName, in.LastName, in.Language)
}

type passwordIn struct {
	Current string `json:"current_password"`
	New     string `json:"new_password"`
}

func (s *Service) changePassword(c *api.Call, in *passwordIn) (api.None, error) {
	return api.None{}, s.ChangePassword(c, c.Who, in.Current, in.New)
}

// Session is one sign-in as its owner sees it.
type Session struct {
	Key       db.SessionID `json:"session_key"`
	Current   bool         `json:"is_current"`
	LastLogin api.Time     `json:"last_login"`
	LastUsed  api.Time     `json:"last_used"`
	CreatedAt api.Time     `json:"created_at"`
	Device    string       `json:"device"`
	Address   string       `json:"address"`
}

// SessionList is the sessions of a person.
type SessionList struct {
	Sessions []Session    `json:"sessions"`
	PageInfo api.PageInfo `json:"page_info"`
}

func (s *Service) sessions(c *api.Call, _ *nothing) (*SessionList, error) {
	all, err := s.Sessions(c, c.Who)
	return &SessionList{all, api.Whole(len(all))}, err
}

type endIn struct {
	Keys []db.SessionID `json:"session_keys"`
}

func (s *Service) endSessions(c *api.Call, in *endIn) (api.None, error) {
	if len(in.Keys) == 0 {
		return api.None{}, fault.Field("session_keys", fault.Required)
	}
	return api.None{}, s.End(c, c.Who.User, in.Keys)
}

func (s *Service) endOtherSessions(c *api.Call, _ *nothing) (api.None, error) {
	return api.None{}, s.EndOthers(c, c.Who)
}
