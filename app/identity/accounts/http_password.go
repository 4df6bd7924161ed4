package accounts

import (
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/captcha"
)

func (s *Service) mountPassword(r *api.Router) {
	many := []*fault.Fault{fault.CaptchaRequired, fault.CaptchaFailed, fault.TooManyRequests}
	api.Handle(r, api.Op{Call: "GET /accounts/v1/captcha", Does: "A proof-of-work challenge for sign-in, sign-up and reset"},
		s.handleCreateChallenge)
	api.Handle(r, api.Op{
		Call:  "POST /accounts/v1/users/password/forgot",
		Does:  "Send a password reset link, if the account exists",
		Fails: many,
	}, s.handleForgotPassword)
	api.Handle(r, api.Op{
		Call:  "POST /accounts/v1/users/password/reset/check",
		Does:  "The account of a password reset link, and the sign-in methods added to it lately",
		Fails: []*fault.Fault{fault.InvalidToken, fault.LinkExpired},
	}, s.handleCheckResetCode)
	api.Handle(r, api.Op{
		Call:  "POST /accounts/v1/users/password/reset",
		Does:  "Replace a forgotten password. All sessions end, and the chosen additions are removed",
		Fails: []*fault.Fault{fault.InvalidID, fault.InvalidToken, fault.LinkExpired, fault.WeakPassword, fault.CommonPassword},
	}, s.handleResetPassword)
	api.Handle(r, api.Op{
		Call: "POST /accounts/v1/users/password/change", Gate: api.Member,
		Does: "Change your password; all other sessions end",
		Fails: []*fault.Fault{
			fault.WrongPassword, fault.WeakPassword, fault.CommonPassword, fault.ReauthenticationRequired, fault.TooManyRequests,
		},
	}, s.handleChangePassword)
	api.Handle(r, api.Op{
		Call: "GET /accounts/v1/users/reauthenticate", Gate: api.Member,
		Does: "The ways in which you can confirm your identity again",
	}, s.handleListConfirmationWays)
	api.Handle(r, api.Op{
		Call: "POST /accounts/v1/users/reauthenticate/code", Gate: api.Member,
		Does:  "Send a code to confirm your identity with",
		Fails: []*fault.Fault{fault.TooManyRequests},
	}, s.handleSendConfirmation)
	api.Handle(r, api.Op{
		Call: "POST /accounts/v1/users/reauthenticate", Gate: api.Member,
		Does:  "Confirm your identity again",
		Fails: []*fault.Fault{fault.WrongPassword, fault.WrongVerification, fault.InvalidOTP, fault.TooManyRequests},
	}, s.handleReauthenticate)
}

func (s *Service) handleCreateChallenge(*api.Call, *api.None) (*captcha.Challenge, error) {
	return s.NewChallenge()
}

type forgotIn struct {
	Login   string `json:"login"`
	Captcha string `json:"captcha,omitempty"`
}

func (s *Service) handleForgotPassword(c *api.Call, in *forgotIn) (api.None, error) {
	if normalizeLogin(in.Login) == "" {
		return api.None{}, fault.Field("login", fault.Required)
	}
	return api.None{}, s.RequestReset(in.Login, in.Captcha, c.Origin())
}

type checkResetIn struct {
	Token string `json:"token"`
}

// ResetTarget is whose password a link replaces.
type ResetTarget struct {
	Login string     `json:"login" doc:"their address or number"`
	Added []Addition `json:"added" doc:"sign-in methods and tokens added in the last 30 days; they keep working unless removed"`
}

func (s *Service) handleCheckResetCode(c *api.Call, in *checkResetIn) (*ResetTarget, error) {
	login, all, err := s.LoadResetTarget(c, in.Token)
	return &ResetTarget{login, all}, err
}

type resetIn struct {
	Token    string        `json:"token"`
	Password string        `json:"password"`
	End      []AdditionKey `json:"end,omitempty" doc:"the additions to remove"`
}

func (s *Service) handleResetPassword(c *api.Call, in *resetIn) (api.None, error) {
	return api.None{}, s.ResetPassword(c, in.Token, in.Password, in.End, c.Origin())
}

type passwordIn struct {
	Current string `json:"current_password,omitempty" doc:"empty when there is none yet"`
	New     string `json:"new_password"`
}

func (s *Service) handleChangePassword(c *api.Call, in *passwordIn) (api.None, error) {
	return api.None{}, s.ChangePassword(c, c.Who, in.Current, in.New, c.Origin())
}

// ConfirmationMethods are the methods with which a user can confirm their identity again.
type ConfirmationMethods struct {
	Methods []string `json:"methods" enum:"password,passkey,totp,email,sms,static"`
}

// SchemaName implements api.SchemaNamer.
func (ConfirmationMethods) SchemaName() string { return "AccountWays" }

func (s *Service) handleListConfirmationWays(c *api.Call, _ *api.None) (*ConfirmationMethods, error) {
	all, err := s.loadConfirmationMethods(c, c.Who)
	return &ConfirmationMethods{all}, err
}

type wayIn struct {
	Method string `json:"method" enum:"email,sms"`
}

func (s *Service) handleSendConfirmation(c *api.Call, in *wayIn) (api.None, error) {
	return api.None{}, s.SendConfirmation(c, c.Who, in.Method, c.Origin())
}

type reauthenticateIn struct {
	Method   string `json:"method" enum:"password,totp,email,sms,static"`
	Password string `json:"password,omitempty"`
	Code     string `json:"code,omitempty"`
}

func (s *Service) handleReauthenticate(c *api.Call, in *reauthenticateIn) (api.None, error) {
	given := in.Code
	if in.Method == byPassword {
		given = in.Password
	}
	return api.None{}, s.Reauthenticate(c, c.Who, in.Method, given, c.Origin())
}
