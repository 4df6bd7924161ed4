package twofactor

import (
	"errors"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Detail[int](r, "attempts_left", "tries that are left before the step has to be begun again")
	wrong := []*fault.Fault{fault.InvalidOTP, fault.TwoFactorAttempts, fault.TooManyRequests}
	on := []*fault.Fault{fault.ReauthenticationRequired, fault.TwoFactorEnabled, fault.TooManyRequests}
	api.Handle(r, api.Op{
		Call:  "POST /accounts/v1/users/login/two-factor",
		Does:  "Finish the second step with a code and the bearer token from the first step's answer",
		Fails: append([]*fault.Fault{fault.AuthenticationFailed}, wrong...),
	}, s.handleLogin)
	api.Handle(r, api.Op{
		Call:  "GET /accounts/v1/users/login/resend-two-factor",
		Does:  "Send a code for the second step, or send it again, with the bearer token of the step",
		Fails: []*fault.Fault{fault.AuthenticationFailed, fault.TooManyRequests},
	}, s.handleResend)
	api.Handle(r, api.Op{Call: "GET /accounts/two-factor", Gate: api.Member, Does: "Your second steps"}, s.handleList)
	api.Handle(r, api.Op{
		Call: "GET /accounts/two-factor/sms", Gate: api.Member,
		Does:  "Begin to turn on two-step login by text message: sends a code to the number",
		Fails: append([]*fault.Fault{fault.InvalidMobile}, on...),
	}, s.handleBeginSMS)
	api.Handle(r, api.Op{
		Call: "GET /accounts/two-factor/totp", Gate: api.Member,
		Does:  "Begin to turn on two-step login by an authenticator app",
		Fails: on,
	}, s.handleBeginTOTP)
	api.Handle(r, api.Op{
		Call: "GET /accounts/two-factor/email", Gate: api.Member,
		Does:  "Begin to turn on two-step login by mail: sends a code to your verified address",
		Fails: append([]*fault.Fault{fault.EmailNotVerified}, on...),
	}, s.handleBeginEmail)
	for _, method := range []string{SMS, TOTP, Email} {
		api.Handle(r, api.Op{
			Call: "POST /accounts/two-factor/verify-" + method, Gate: api.Member,
			Does:  "Turn on a second step with a code of it",
			Fails: append([]*fault.Fault{fault.TwoFactorEnabled}, wrong...),
		}, s.handleEnable(method))
	}
	api.Handle(r, api.Op{
		Call: "GET /accounts/two-factor/disable", Gate: api.Member,
		Does:  "Send a code to turn off two-step login with; sends nothing for an authenticator app",
		Fails: []*fault.Fault{fault.TooManyRequests},
	}, s.handleSendDisableCode)
	api.Handle(r, api.Op{
		Call: "POST /accounts/two-factor/verify-disable", Gate: api.Member,
		Does:  "Turn off a second step, with a code of it, a code of one that has been on for a day, or a static code",
		Fails: wrong,
	}, s.handleDisable)
	api.Handle(r, api.Op{Call: "GET /accounts/two-factor/static", Gate: api.Member, Does: "The number of static codes left"},
		s.handleGetStatic)
	api.Handle(r, api.Op{
		Call: "POST /accounts/two-factor/static/code", Gate: api.Member,
		Does:  "Send a code to replace the static codes with; sends nothing for an authenticator app",
		Fails: []*fault.Fault{fault.TooManyRequests},
	}, s.handleSendStaticCode)
	api.Handle(r, api.Op{
		Call: "POST /accounts/two-factor/static", Gate: api.Member,
		Does:  "Replace the static codes with new ones; needs a code of an enabled method",
		Fails: append([]*fault.Fault{fault.ReauthenticationRequired}, wrong...),
	}, s.handleRenewStatic)
}

type stepIn struct {
	Token    string `json:"token" doc:"the code; its digits may be Persian, Arabic or Latin"`
	Src      string `json:"src" enum:"sms,totp,email,static"`
	Remember bool   `json:"remember,omitempty" doc:"ask for no second step on this browser for 30 days"`
}

func (s *Service) handleLogin(c *api.Call, in *stepIn) (*sessions.LoginResult, error) {
	return s.FinishByCode(c, c.Bearer(), in.Src, in.Token, in.Remember, c.Origin())
}

type resendIn struct {
	Src string `query:"src" enum:"sms,email" doc:"optional when only one method exists"`
}

func (s *Service) handleResend(c *api.Call, in *resendIn) (api.None, error) {
	return api.None{}, s.ResendCode(c, c.Bearer(), in.Src, c.Origin())
}

// TwoFactorMethod is a second step as its owner sees it.
type TwoFactorMethod struct {
	Method    string   `json:"method" enum:"sms,totp,email"`
	Target    string   `json:"target" doc:"masked address or number that gets its codes"`
	CreatedAt api.Time `json:"created_at"`
	LastUsed  api.Time `json:"last_used" nullable:"true"`
}

// TwoFactors is the second steps of a person.
type TwoFactors struct {
	Methods    []TwoFactorMethod `json:"methods"`
	StaticLeft int               `json:"static_codes_left"`
	Active     bool              `json:"is_active"`
}

func (s *Service) handleList(c *api.Call, _ *api.None) (*TwoFactors, error) {
	st, err := db.Get(c, s.db, func(v *db.View) (*State, error) { return LoadState(v, c.Who.User) })
	if err != nil {
		return nil, err
	}
	all := &TwoFactors{Methods: make([]TwoFactorMethod, len(st.On)), StaticLeft: st.StaticLeft, Active: st.IsActive()}
	for i, f := range st.On {
		all.Methods[i] = TwoFactorMethod{Method: f.Method, CreatedAt: api.Time(f.CreatedAt), LastUsed: api.Time(f.UsedAt)}
		if f.Target != "" {
			all.Methods[i].Target = Mask(f.Target)
		}
	}
	return all, nil
}

type smsIn struct {
	Mobile string `query:"mobile" doc:"your verified number by default"`
}

func (s *Service) handleBeginSMS(c *api.Call, in *smsIn) (api.None, error) {
	return api.None{}, s.BeginSMS(c, c.Who, in.Mobile, c.Origin())
}

// AuthenticatorSecret is the secret of an authenticator app.
type AuthenticatorSecret struct {
	Secret string `json:"secret" doc:"secret to type by hand, in Base32"`
	URL    string `json:"otpauth_url" doc:"otpauth URL, to show as a QR code"`
}

func (s *Service) handleBeginTOTP(c *api.Call, _ *api.None) (*AuthenticatorSecret, error) {
	secret, url, err := s.BeginTOTP(c, c.Who)
	return &AuthenticatorSecret{secret, url}, err
}

func (s *Service) handleBeginEmail(c *api.Call, _ *api.None) (api.None, error) {
	return api.None{}, s.BeginEmail(c, c.Who, c.Origin())
}

type enableIn struct {
	Token  string `json:"token" doc:"the code"`
	Static bool   `json:"generate_static_code,omitempty" doc:"also make static codes; has an effect only for the first method"`
}

// StaticCodes is codes that are shown once.
type StaticCodes struct {
	Codes []string `json:"static_codes" nullable:"true" doc:"ten of them, or null; each works once"`
}

func (s *Service) handleEnable(method string) func(*api.Call, *enableIn) (*StaticCodes, error) {
	return func(c *api.Call, in *enableIn) (*StaticCodes, error) {
		made, err := s.Enable(c, c.Who, method, in.Token, in.Static, c.Origin())
		return &StaticCodes{made}, err
	}
}

type methodIn struct {
	Method string `query:"method" enum:"sms,totp,email" doc:"by default the one that was turned on first"`
}

func (s *Service) handleSendDisableCode(c *api.Call, in *methodIn) (api.None, error) {
	return api.None{}, s.SendDisableCode(c, c.Who, in.Method, c.Origin())
}

type disableIn struct {
	Token  string `json:"token" doc:"a code of the method, of one that has been on for a day or longest, or a static one"`
	Method string `json:"method,omitempty" enum:"sms,totp,email" doc:"all by default"`
}

func (s *Service) handleDisable(c *api.Call, in *disableIn) (api.None, error) {
	return api.None{}, s.Disable(c, c.Who, in.Method, in.Token, c.Origin())
}

// StaticCodesLeft counts the static codes without showing them.
type StaticCodesLeft struct {
	Left      int      `json:"left"`
	CreatedAt api.Time `json:"created_at" nullable:"true"`
}

func (s *Service) handleGetStatic(c *api.Call, _ *api.None) (*StaticCodesLeft, error) {
	var left int
	var made time.Time
	err := s.db.View(c, func(v *db.View) error {
		n, e1 := v.CountStaticCodes(c.Who.User)
		events, _, e2 := v.Audit(db.AuditFilter{User: c.Who.User, Action: string(audit.StaticCodesMade), Slice: db.Slice{Limit: 1}})
		if left = n; n > 0 && len(events) > 0 {
			made = events[0].At
		}
		return errors.Join(e1, e2)
	})
	return &StaticCodesLeft{left, api.Time(made)}, err
}

type staticCodeIn struct {
	Method string `json:"method,omitempty" enum:"sms,totp,email" doc:"by default the one that was turned on first"`
}

func (s *Service) handleSendStaticCode(c *api.Call, in *staticCodeIn) (api.None, error) {
	return api.None{}, s.SendRenewCode(c, c.Who, in.Method, c.Origin())
}

type renewIn struct {
	Token string `json:"token" doc:"a code of a method that has been on for a day or longest"`
}

func (s *Service) handleRenewStatic(c *api.Call, in *renewIn) (*StaticCodes, error) {
	made, err := s.RenewStatic(c, c.Who, in.Token, c.Origin())
	return &StaticCodes{made}, err
}
