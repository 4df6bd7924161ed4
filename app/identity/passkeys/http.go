package passkeys

import (
	"encoding/json"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	const login, step, again = "/accounts/v1/users/login/passkey", "/accounts/v1/users/login/two-factor/passkey",
		"/accounts/v1/users/reauthenticate/passkey"
	asks := []*fault.Fault{fault.PasskeysUnavailable, fault.TooManyRequests}
	answers := []*fault.Fault{fault.AuthenticationFailed, fault.PasskeyFailed, fault.TooManyRequests}
	api.Handle(r, api.Op{Call: "GET /accounts/passkeys", Gate: api.Member, Does: "Your passkeys"}, s.handleList)
	api.Handle(r, api.Op{
		Call: "POST /accounts/passkeys/register/begin", Gate: api.Member,
		Does:  "Begin to add a passkey",
		Fails: append(asks, fault.ReauthenticationRequired, fault.PasskeyLimit),
	}, s.handleBeginRegister)
	api.Handle(r, api.Op{
		Call: "POST /accounts/passkeys/register/finish", Gate: api.Member, Status: 201,
		Does:  "Register the new passkey",
		Fails: append(answers, fault.ReauthenticationRequired, fault.PasskeyLimit, fault.PasskeyUsed),
	}, s.handleFinishRegister)
	api.Handle(r, api.Op{Call: "PUT /accounts/passkeys/{passkey_id}", Gate: api.Member, Does: "Rename a passkey"}, s.handleRename)
	api.Handle(r, api.Op{
		Call: "DELETE /accounts/passkeys/{passkey_id}", Gate: api.Member,
		Does:  "Remove a passkey",
		Fails: []*fault.Fault{fault.ReauthenticationRequired, fault.LastSignInMethod},
	}, s.handleRemove)
	api.Handle(r, api.Op{
		Call:  "POST " + login + "/begin",
		Does:  "Begin to sign in with a passkey alone",
		Fails: asks,
	}, s.handleBeginLogin)
	api.Handle(r, api.Op{
		Call:  "POST " + login + "/finish",
		Does:  "Sign in with the device's response",
		Fails: append(answers, fault.WrongCredentials),
	}, s.handleFinishLogin)
	api.Handle(r, api.Op{
		Call:  "POST " + step + "/begin",
		Does:  "Begin the second step with a passkey, with the bearer token of the step",
		Fails: append(asks, fault.AuthenticationFailed, fault.PasskeyFailed),
	}, s.handleBeginStep)
	api.Handle(r, api.Op{
		Call:  "POST " + step + "/finish",
		Does:  "Finish the second step with the device's response and the bearer token of the step",
		Fails: append(answers, fault.InvalidOTP, fault.TwoFactorAttempts),
	}, s.handleFinishStep)
	api.Handle(r, api.Op{
		Call: "POST " + again + "/begin", Gate: api.Member,
		Does:  "Begin to confirm your identity with a passkey",
		Fails: append(asks, fault.PasskeyFailed),
	}, s.handleBeginConfirm)
	api.Handle(r, api.Op{
		Call: "POST " + again + "/finish", Gate: api.Member,
		Does: "Confirm your identity with the device's response", Status: 204,
		Fails: answers,
	}, s.handleFinishConfirm)
}

// PasskeyView is a passkey as its owner sees it.
type PasskeyView struct {
	ID        db.PasskeyID `json:"passkey_id"`
	Name      string       `json:"name"`
	CreatedAt api.Time     `json:"created_at"`
	LastUsed  api.Time     `json:"last_used" nullable:"true"`
	Synced    bool         `json:"synced" doc:"it is synced between devices"`
}

// PasskeyList is the passkeys of a person.
type PasskeyList struct {
	Passkeys []PasskeyView `json:"passkeys"`
}

func toPasskeyView(p *db.Passkey) (*PasskeyView, error) {
	c, err := decodeCredential(p)
	if err != nil {
		return nil, err
	}
	return &PasskeyView{ID: p.ID, Name: p.Name, CreatedAt: api.Time(p.CreatedAt), LastUsed: api.Time(p.UsedAt),
		Synced: c.Flags.BackupState}, nil
}

func (s *Service) handleList(c *api.Call, _ *api.None) (*PasskeyList, error) {
	rows, err := s.List(c, c.Who)
	if err != nil {
		return nil, err
	}
	l := &PasskeyList{Passkeys: []PasskeyView{}}
	for i := range rows {
		v, err := toPasskeyView(&rows[i])
		if err != nil {
			return nil, err
		}
		l.Passkeys = append(l.Passkeys, *v)
	}
	return l, nil
}

// PasskeyQuestion holds the options for the browser's WebAuthn call.
type PasskeyQuestion struct {
	Options any    `json:"options" doc:"options of navigator.credentials in the form that WebAuthn gives them in JSON"`
	Token   string `json:"token" doc:"to send back with the answer within 5 minutes"`
}

func toPasskeyQuestion(q *Question, err error) (*PasskeyQuestion, error) {
	if err != nil {
		return nil, err
	}
	return &PasskeyQuestion{q.Options, q.Token}, nil
}

func (s *Service) handleBeginRegister(c *api.Call, _ *api.None) (*PasskeyQuestion, error) {
	return toPasskeyQuestion(s.BeginRegister(c, c.Who, c.R))
}

func (s *Service) handleBeginLogin(c *api.Call, _ *api.None) (*PasskeyQuestion, error) {
	return toPasskeyQuestion(s.BeginLogin(c, c.R))
}

func (s *Service) handleBeginStep(c *api.Call, _ *api.None) (*PasskeyQuestion, error) {
	return toPasskeyQuestion(s.BeginStep(c, c.Bearer(), c.R))
}

func (s *Service) handleBeginConfirm(c *api.Call, _ *api.None) (*PasskeyQuestion, error) {
	return toPasskeyQuestion(s.BeginConfirm(c, c.Who, c.R))
}

type answerIn struct {
	Token      string          `json:"token"`
	Credential json.RawMessage `json:"credential" doc:"the browser's PublicKeyCredential, as its toJSON() returns it"`
}

func (in *answerIn) check() error {
	wrong := fault.Fields{}
	if in.Token == "" {
		wrong.Add("token", fault.Required)
	}
	if len(in.Credential) == 0 {
		wrong.Add("credential", fault.Required)
	}
	return wrong.Err()
}

type registerIn struct {
	answerIn
	Name string `json:"name,omitempty"`
}

func (s *Service) handleFinishRegister(c *api.Call, in *registerIn) (*PasskeyView, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	p, err := s.FinishRegister(c, c.Who, in.Token, in.Name, in.Credential, c.Origin())
	if err != nil {
		return nil, err
	}
	return toPasskeyView(p)
}

type renameIn struct {
	ID   db.PasskeyID `path:"passkey_id"`
	Name string       `json:"name"`
}

func (s *Service) handleRename(c *api.Call, in *renameIn) (*PasskeyView, error) {
	p, err := s.Rename(c, c.Who, in.ID, in.Name)
	if err != nil {
		return nil, err
	}
	return toPasskeyView(p)
}

type removeIn struct {
	ID db.PasskeyID `path:"passkey_id"`
}

func (s *Service) handleRemove(c *api.Call, in *removeIn) (api.None, error) {
	return api.None{}, s.Remove(c, c.Who, in.ID, c.Origin())
}

func (s *Service) handleFinishLogin(c *api.Call, in *answerIn) (*sessions.LoginResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	return s.FinishLogin(c, in.Token, in.Credential, c.Origin())
}

type stepIn struct {
	answerIn
	Remember bool `json:"remember,omitempty" doc:"ask for no second step on this browser for 30 days"`
}

func (s *Service) handleFinishStep(c *api.Call, in *stepIn) (*sessions.LoginResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	return s.FinishStep(c, c.Bearer(), in.Token, in.Credential, in.Remember, c.Origin())
}

func (s *Service) handleFinishConfirm(c *api.Call, in *answerIn) (api.None, error) {
	if err := in.check(); err != nil {
		return api.None{}, err
	}
	return api.None{}, s.FinishConfirm(c, c.Who, in.Token, in.Credential, c.Origin())
}
