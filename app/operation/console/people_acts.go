package console

import (
	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/sessions"
	"anbar/db"
)

func (s *Service) mountPeopleActs(r *api.Router) {
	op := func(call, event, does string, fails ...*fault.Fault) api.Op {
		return api.Op{
			Call: call, Gate: api.Staff, Area: access.People, Event: event, Does: does,
			Fails: append(fails, fault.InvalidID, fault.AccountErased),
		}
	}
	const person = "/admin/people/{user_id}"
	api.Handle(r, op("PUT "+person+"/staff", "staff_give", "Set what an account may do in the console; administrators only",
		fault.LastAdministrator), s.handleSetStaff)
	api.Handle(r, op("POST "+person+"/disable", "account_disable",
		"Keep a person from signing in; sessions and tokens end, links and boxes of their My Drive open nothing",
		fault.LastAdministrator, fault.OwnAccount), s.handleDisable)
	api.Handle(r, op("POST "+person+"/enable", "account_enable", "Let a disabled person sign in again"), s.handleEnable)
	api.Handle(r, op("POST "+person+"/end-sessions", "sessions_close", "Sign a person out everywhere"), s.handleEndSessions)
	api.Handle(r, op("POST "+person+"/sessions/{session_id}/end", "session_close", "Sign a person out on one device"), s.handleEndSession)
	api.Handle(r, op("POST "+person+"/tokens/{token_id}/end", "api_token_close",
		"Revoke a token for programs of a person"), s.handleEndToken)
	api.Handle(r, op("POST "+person+"/reset-two-step", "two_factor_reset",
		"Turn off the two-step login of a person who lost every second step"), s.handleResetTwoStep)
	api.Handle(r, op("POST "+person+"/password-link", "password_link", "Send a person the link that replaces a forgotten password",
		fault.AccountDisabled), s.handleCreatePasswordLink)
	api.Handle(r, op("POST "+person+"/erase", "erase_begin",
		"Erase a person for ever: their files in My Drive go, those in shared files stay without their name",
		fault.LastAdministrator, fault.OwnAccount, fault.OwnsWorkspaces, fault.AddressMismatch), s.handleErase)
}

// actIn is an act of staff on an account.
type actIn struct {
	User   db.UserID `path:"user_id"`
	Reason string    `json:"reason" doc:"for the audit log"`
}

func staffOf(c *api.Call, reason string) sessions.StaffAct {
	return sessions.StaffAct{Who: c.Who, Reason: reason, From: c.Origin()}
}

type staffIn struct {
	User   db.UserID `path:"user_id"`
	Role   string    `json:"role" enum:",administrator,support,finance,auditor" doc:"empty: none"`
	Reason string    `json:"reason" doc:"for the audit log"`
}

func (s *Service) handleSetStaff(c *api.Call, in *staffIn) (api.None, error) {
	return api.None{}, s.accounts.SetStaffRole(c, staffOf(c, in.Reason), in.User, in.Role)
}

func (s *Service) handleDisable(c *api.Call, in *actIn) (api.None, error) {
	return api.None{}, s.accounts.Disable(c, staffOf(c, in.Reason), in.User)
}

func (s *Service) handleEnable(c *api.Call, in *actIn) (api.None, error) {
	return api.None{}, s.accounts.Enable(c, staffOf(c, in.Reason), in.User)
}

func (s *Service) handleEndSessions(c *api.Call, in *actIn) (api.None, error) {
	return api.None{}, s.accounts.EndSessions(c, staffOf(c, in.Reason), in.User)
}

type sessionIn struct {
	User    db.UserID    `path:"user_id"`
	Session db.SessionID `path:"session_id"`
	Reason  string       `json:"reason" doc:"for the audit log"`
}

func (s *Service) handleEndSession(c *api.Call, in *sessionIn) (api.None, error) {
	return api.None{}, s.accounts.EndSession(c, staffOf(c, in.Reason), in.User, in.Session)
}

type tokenIn struct {
	User   db.UserID  `path:"user_id"`
	Token  db.TokenID `path:"token_id"`
	Reason string     `json:"reason" doc:"for the audit log"`
}

func (s *Service) handleEndToken(c *api.Call, in *tokenIn) (api.None, error) {
	return api.None{}, s.accounts.EndToken(c, staffOf(c, in.Reason), in.User, in.Token)
}

func (s *Service) handleResetTwoStep(c *api.Call, in *actIn) (api.None, error) {
	return api.None{}, s.accounts.ResetSecondStep(c, staffOf(c, in.Reason), in.User)
}

func (s *Service) handleCreatePasswordLink(c *api.Call, in *actIn) (api.None, error) {
	return api.None{}, s.accounts.SendResetLink(c, staffOf(c, in.Reason), in.User)
}

type eraseIn struct {
	User    db.UserID `path:"user_id"`
	Address string    `json:"address" doc:"the email address of the person, or else the mobile number"`
	Reason  string    `json:"reason" doc:"for the audit log"`
}

func (s *Service) handleErase(c *api.Call, in *eraseIn) (api.None, error) {
	return api.None{}, s.accounts.StartErasure(c, staffOf(c, in.Reason), in.User, in.Address)
}
