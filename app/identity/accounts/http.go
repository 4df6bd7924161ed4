package accounts

import (
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/captcha"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Detail[captcha.Challenge](r, "captcha", "what to solve before the next try")
	api.Handle(r, api.Op{
		Call: "POST /setup",
		Does: "Make the first account, with the token of the one-time link", Status: 201,
		Fails: []*fault.Fault{fault.InvalidToken, fault.SetupDone},
	}, s.handleSetup)
	api.Handle(r, api.Op{
		Call:  "POST /accounts/v1/users/login",
		Does:  "Sign in by email address or mobile number",
		Fails: []*fault.Fault{fault.WrongCredentials, fault.CaptchaRequired, fault.CaptchaFailed, fault.TooManyRequests},
	}, s.handleSignIn)
	api.Handle(r, api.Op{
		Call: "POST /accounts/v1/users/signup",
		Does: "Make an account, if sign-up allows it", Status: 201,
		Fails: []*fault.Fault{
			fault.SignupClosed, fault.InvitationRequired, fault.UserExists, fault.CaptchaRequired, fault.CaptchaFailed,
			fault.TooManyRequests,
		},
	}, s.handleSignUp)
	s.mountProfile(r)
	s.mountPassword(r)
	s.mountContact(r)
}

// SetupResult is the first session of the first account.
type SetupResult struct {
	Access  string     `json:"access"`
	Refresh string     `json:"refresh"`
	Device  string     `json:"device"`
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
	Language         string    `json:"language" enum:"fa,en"`
	Theme            string    `json:"theme" enum:",light,dark" doc:"empty: as the device has it"`
	Onboarded        bool      `json:"is_onboarded"`
	HasPassword      bool      `json:"has_password"`
	PendingEmail     string    `json:"pending_email" doc:"becomes the address when its code came"`
	PendingMobile    string    `json:"pending_mobile"`
	PromotionCode    string    `json:"promotion_code"`
	Avatar           *string   `json:"avatar"`
	Staff            string    `json:"staff" doc:"role in the staff console: administrator, support, finance or auditor; empty for a user who may not enter it"`
	TwoFactor        bool      `json:"is_2fa_active"`
	StaticCode       bool      `json:"has_static_code"`
	EmailValidated   bool      `json:"is_email_validated"`
	MobileValidated  bool      `json:"is_mobile_validated"`
	TwoFactorMethods []string  `json:"two_factor_methods" enum:"sms,totp,email"`
	CreatedAt        api.Time  `json:"created_at"`
}

func userOf(u *db.Account) *User {
	o := &User{
		ID: u.ID, Email: u.Email, Mobile: u.Mobile, FirstName: u.FirstName, LastName: u.LastName, Language: u.Language, Theme: u.Theme,
		Onboarded: u.Onboarded, HasPassword: u.Password != "", PendingEmail: u.PendingEmail, PendingMobile: u.PendingMobile,
		Staff:          string(u.Staff),
		EmailValidated: u.EmailValidated, MobileValidated: u.MobileValidated, CreatedAt: api.Time(u.CreatedAt),
		TwoFactor: len(u.Methods) > 0, StaticCode: u.StaticCodes > 0, TwoFactorMethods: u.Methods, PromotionCode: u.Promotion,
	}
	if isPlaceholderEmail(u.Email) {
		o.Email = ""
	}
	if u.Avatar != (db.Hash{}) {
		url := "/api/users/" + u.ID.String() + "/avatar?v=" + u.Avatar.String()[:16]
		o.Avatar = &url
	}
	return o
}

type setupIn struct {
	Token          string `json:"token"`
	FirstName      string `json:"first_name"`
	LastName       string `json:"last_name"`
	Email          string `json:"email"`
	Password       string `json:"password"`
	Language       string `json:"language,omitempty" doc:"fa or en; fa by default"`
	WorkspaceTitle string `json:"workspace_title"`
	Selling        *bool  `json:"selling,omitempty" doc:"whether plans are sold; by default as the setting selling says"`
}

func (s *Service) handleSetup(c *api.Call, in *setupIn) (*SetupResult, error) {
	p := Person{FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, Password: in.Password, Language: in.Language}
	l, space, err := s.Setup(c, in.Token, p, SetupOptions{Title: in.WorkspaceTitle, Selling: in.Selling}, c.Origin())
	if err != nil {
		return nil, err
	}
	u, err := s.loadUser(c, l.User)
	return &SetupResult{Access: l.Access, Refresh: l.Refresh, Device: l.Browser, User: u, SpaceID: space}, err
}

type loginIn struct {
	Login    string `json:"login"`
	Password string `json:"password"`
	Captcha  string `json:"captcha,omitempty"`
}

func (s *Service) handleSignIn(c *api.Call, in *loginIn) (*sessions.LoginResult, error) {
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
	return s.SignIn(c, in.Login, in.Password, in.Captcha, c.Origin())
}

type signupIn struct {
	FirstName  string `json:"first_name"`
	LastName   string `json:"last_name"`
	Email      string `json:"email,omitempty"`
	Mobile     string `json:"mobile,omitempty"`
	Password   string `json:"password"`
	Language   string `json:"language,omitempty"`
	Invitation string `json:"invitation,omitempty"`
	Captcha    string `json:"captcha,omitempty"`
}

func (s *Service) handleSignUp(c *api.Call, in *signupIn) (*sessions.LoginResult, error) {
	p := Person{
		FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, Mobile: in.Mobile, Password: in.Password, Language: in.Language,
	}
	return s.SignUp(c, p, in.Invitation, in.Captcha, c.Origin())
}
