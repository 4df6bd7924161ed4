package twofactor

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/onetime"
	"anbar/app/identity/sessions"
	"anbar/db"
)

const (
	secondStep          onetime.Purpose = "second step"
	secondStepOwnDevice onetime.Purpose = "second step on an own browser"

	stepLife   = 10 * time.Minute
	maxTries   = 5
	maxWaiting = 20 // logins of one account that wait for their second step
)

// FinishFirstStep begins a session for a user who passed the first step by method, or
// requests the second step, when they have one and do not trust this browser.
func (s *Service) FinishFirstStep(tx *db.Tx, u *db.User, from api.Origin, method string) (*sessions.LoginResult, error) {
	if !u.DisabledAt.IsZero() {
		return nil, fault.AccountDisabled // before a code goes out
	}
	st, err := LoadState(tx.ReadOnly(), u.ID)
	if err != nil {
		return nil, err
	}
	_, remembered, err := s.sessions.LoadDeviceTrust(tx.ReadOnly(), u.ID, from)
	if err != nil {
		return nil, err
	}
	own, err := s.findOwnDevice(tx.ReadOnly(), u.ID, st, from)
	if err != nil {
		return nil, err
	}
	if !st.IsActive() || remembered {
		l, err := s.sessions.Begin(tx, u, from, method)
		if err != nil {
			return nil, err
		}
		return l.Result(), nil
	}
	// An attacker with the password can begin logins but must not lock the user out: new
	// logins replace the oldest, and those on the user's own browsers only each other.
	purpose := secondStep
	if own != 0 {
		purpose = secondStepOwnDevice
	}
	if err := tx.DeleteOneTimesBut(u.ID, string(purpose), maxWaiting-1); err != nil {
		return nil, err
	}
	w := pendingLogin{Method: method, Login: rand.Text(), Own: own}
	token, err := onetime.Issue(tx, purpose, u.ID, stepLife, w)
	if err != nil {
		return nil, err
	}
	r := &sessions.LoginResult{TwoFactor: st.loginMethods(), Token: token, Targets: maskTargets(st)}
	if f := st.onlySendable(); f != nil {
		err := s.sendCode(tx, u, f, own, w.purpose(), "sign_in")
		if errors.Is(err, fault.TooManyRequests) { // a static code helps still
			return r, nil
		}
		if err != nil {
			return nil, err
		}
		r.Sent = f.Method
	}
	return r, nil
}

func maskTargets(st *State) map[string]string {
	all := map[string]string{}
	for _, f := range st.On {
		if f.Target != "" {
			all[f.Method] = Mask(f.Target)
		}
	}
	return all
}

// pendingLogin holds the state of a login between its steps.
type pendingLogin struct {
	Method string      `json:"method"`        // of the first step
	Login  string      `json:"login"`         // codes that are sent for one login serve no other
	Own    db.DeviceID `json:"own,omitempty"` // the browser that wrong codes count for; 0: for strangers
}

func (w *pendingLogin) purpose() string { return "second step " + w.Login }

// Step is a login that waits for its second step.
type Step struct {
	User  *db.User
	State *State

	token *onetime.Token
	login pendingLogin
}

// LoadStep returns the login that a bearer token of the second step belongs to;
// fault.AuthenticationFailed when it was taken, was abandoned or is too old.
func (s *Service) LoadStep(v *db.View, bearer string) (*Step, error) {
	st := &Step{}
	var err error
	st.token, err = onetime.Peek(v, secondStep, bearer, &st.login)
	if errors.Is(err, fault.InvalidToken) {
		st.token, err = onetime.Peek(v, secondStepOwnDevice, bearer, &st.login)
	}
	if errors.Is(err, fault.InvalidToken) || errors.Is(err, fault.LinkExpired) {
		return nil, fault.AuthenticationFailed
	}
	if err != nil {
		return nil, err
	}
	var e1, e2 error
	st.User, e1 = v.UserByID(st.token.User)
	st.State, e2 = LoadState(v, st.token.User)
	return st, errors.Join(e1, e2)
}

// FinishSecondStep begins the session of a login whose second step was taken by method. The
// caller has made sure that it was; it spends the step. With remember no second
// step is asked on this browser for some time.
func (s *Service) FinishSecondStep(tx *db.Tx, st *Step, from api.Origin, method string, remember bool) (*sessions.LoginResult, error) {
	if err := st.token.Spend(tx); err != nil {
		return nil, err
	}
	l, err := s.sessions.Begin(tx, st.User, from, method)
	if err == nil && remember {
		err = s.sessions.RememberDevice(tx, l)
	}
	if err != nil {
		return nil, err
	}
	return l.Result(), nil
}

// RecordStepFailure counts a wrong answer to the second step and returns the error for the
// caller; after the last one the step is spent. The transaction has to commit.
func (s *Service) RecordStepFailure(tx *db.Tx, st *Step, from api.Origin, method string) (*fault.Fault, error) {
	n, err := st.token.CountFailure(tx)
	if err == nil {
		err = s.recordWrongCode(tx, st.User.ID, st.login.Own, method, from)
	}
	if err != nil || n < maxTries {
		return fault.InvalidOTP.With("attempts_left", maxTries-n), err
	}
	return fault.TwoFactorAttempts, st.token.Spend(tx)
}

// FinishByCode takes the second step of a login by a code: of a method that is on, or a
// static one.
func (s *Service) FinishByCode(ctx context.Context, bearer, method, code string, remember bool,
	from api.Origin) (*sessions.LoginResult, error) {
	if !slices.Contains([]string{SMS, TOTP, Email, Static}, method) {
		return nil, fault.Field("src", fault.InvalidValue)
	}
	if err := s.tries.Allow(from.Address); err != nil {
		return nil, err
	}
	code = normalizeCode(code)
	var in *sessions.LoginResult
	var no *fault.Fault
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		st, err := s.LoadStep(tx.ReadOnly(), bearer)
		if err != nil {
			return err
		}
		ok, err := s.verifyStepCode(tx, st, method, code, from)
		if err != nil {
			return err
		}
		if !ok {
			no, err = s.RecordStepFailure(tx, st, from, method)
			return err // the failure has to count, so this commits
		}
		in, err = s.FinishSecondStep(tx, st, from, method, remember)
		return err
	})
	if err == nil && no != nil {
		err = no
	}
	return in, err
}

// verifyStepCode reports whether a code answers the second step. Static codes are too long
// to be guessed, so they help also when guessing has made the others slow.
func (s *Service) verifyStepCode(tx *db.Tx, st *Step, method, code string, from api.Origin) (bool, error) {
	if method == Static {
		return s.spendStaticCode(tx, st.User.ID, code, from)
	}
	if err := checkThrottle(tx.ReadOnly(), st.User.ID, st.login.Own); err != nil {
		return false, err
	}
	f := st.State.find(method)
	if f == nil {
		return false, nil
	}
	return s.claimCode(tx, f, st.login.purpose(), code)
}

// ResendCode sends a code for the second step of a login. method may be empty when
// there is but one that codes are sent for.
func (s *Service) ResendCode(ctx context.Context, bearer, method string, from api.Origin) error {
	if err := s.sends.Allow(from.Address); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		st, err := s.LoadStep(tx.ReadOnly(), bearer)
		if err != nil {
			return err
		}
		f := st.State.sendableMethod(method)
		if f == nil {
			return fault.Field("src", fault.InvalidValue)
		}
		return s.sendCode(tx, st.User, f, st.login.Own, st.login.purpose(), "sign_in")
	})
}

// sendableMethod is the method of that name that codes are sent for; without a name the
// first one.
func (st *State) sendableMethod(method string) *db.TwoFactor {
	for _, m := range []string{SMS, Email} {
		if f := st.find(m); f != nil && (method == m || method == "") {
			return f
		}
	}
	return nil
}
