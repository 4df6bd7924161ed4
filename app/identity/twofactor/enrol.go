package twofactor

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/identity/audit"
	"anbar/app/identity/codes"
	"anbar/app/identity/onetime"
	"anbar/app/identity/sessions"
	"anbar/db"

	"github.com/pquerna/otp/totp"
)

const (
	enrolLife = 10 * time.Minute
	product   = "Anbar" // in the list of an authenticator app
)

// enrolment is a method that is about to be turned on.
type enrolment struct {
	Target string `json:"target,omitempty"`
	Secret []byte `json:"secret,omitempty"` // encrypted
}

func enrolPurpose(method string) onetime.Purpose {
	return onetime.Purpose("two-step login by " + method)
}

func enablePurpose(user db.UserID) string { return "two-step login on " + user.String() }

// authorizeEnrolment loads the user who turns a method on. They must have confirmed their identity
// recently.
func authorizeEnrolment(v *db.View, who access.Actor, method string) (*db.User, error) {
	if err := sessions.RequireRecentAuth(v, who); err != nil {
		return nil, err
	}
	u, e1 := v.UserByID(who.User)
	st, e2 := LoadState(v, who.User)
	if err := errors.Join(e1, e2); err != nil {
		return nil, err
	}
	if st.find(method) != nil {
		return nil, fault.TwoFactorEnabled
	}
	return u, nil
}

// BeginSMS sends a code to a number that the actor wants to be asked by; to their
// own proven one when it is empty.
func (s *Service) BeginSMS(ctx context.Context, who access.Actor, mobile string, from api.Origin) error {
	number, wrong := "", (*fault.Fault)(nil)
	if mobile != "" {
		if number, wrong = names.ParseMobile(mobile); wrong != nil {
			return fault.Field("mobile", wrong)
		}
	}
	return s.beginByCode(ctx, who, SMS, from, func(u *db.User) (string, bool, error) {
		own := u.MobileValidated && u.Mobile != ""
		switch {
		case number != "":
			return number, own && number == u.Mobile, nil
		case own:
			return u.Mobile, true, nil
		}
		return "", false, fault.Field("mobile", fault.Required)
	})
}

// BeginEmail sends a code to the actor's proven address.
func (s *Service) BeginEmail(ctx context.Context, who access.Actor, from api.Origin) error {
	return s.beginByCode(ctx, who, Email, from, func(u *db.User) (string, bool, error) {
		if u.Email == "" || !u.EmailValidated {
			return "", false, fault.EmailNotVerified
		}
		return u.Email, true, nil
	})
}

// beginByCode sends a code to where pick says, and whether that is proven.
func (s *Service) beginByCode(ctx context.Context, who access.Actor, method string, from api.Origin,
	pick func(*db.User) (string, bool, error)) error {
	if err := s.sends.Allow(from.Address); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := authorizeEnrolment(tx.ReadOnly(), who, method)
		if err != nil {
			return err
		}
		to, proven, err := pick(u)
		if err != nil {
			return err
		}
		if err := onetime.Store(tx, enrolPurpose(method), u.ID, enrolLife, enrolment{Target: to}); err != nil {
			return err
		}
		return codes.Send(tx, codes.Request{
			Purpose: enablePurpose(u.ID), To: to, Language: u.Language, For: "two_factor_on", Account: u.ID, Verified: proven,
			TextsPerHour: s.textsPerHour,
		})
	})
}

// BeginTOTP makes a secret for an authenticator app, and the URL that it reads it
// from.
func (s *Service) BeginTOTP(ctx context.Context, who access.Actor) (secret, url string, err error) {
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := authorizeEnrolment(tx.ReadOnly(), who, TOTP)
		if err != nil {
			return err
		}
		name := u.Email
		if name == "" {
			name = u.Mobile
		}
		key, err := totp.Generate(totp.GenerateOpts{Issuer: product, AccountName: name})
		if err != nil {
			return err
		}
		secret, url = key.Secret(), key.URL()
		return onetime.Store(tx, enrolPurpose(TOTP), u.ID, enrolLife, enrolment{Secret: s.encryptSecret(u.ID, secret)})
	})
	return secret, url, err
}

// Enable turns a method on that was begun, by a code of it. With static, the first
// method comes with static codes; later they are renewed by RenewStatic alone.
func (s *Service) Enable(ctx context.Context, who access.Actor, method, code string, static bool,
	from api.Origin) (made []string, err error) {
	code = normalizeCode(code)
	var no *fault.Fault
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		st, err := LoadState(tx.ReadOnly(), who.User)
		if err != nil {
			return err
		}
		if st.find(method) != nil {
			return fault.TwoFactorEnabled
		}
		var e enrolment
		held, err := onetime.Load(tx.ReadOnly(), enrolPurpose(method), who.User, &e)
		if errors.Is(err, fault.InvalidToken) || errors.Is(err, fault.LinkExpired) {
			return fault.InvalidOTP
		}
		if err != nil {
			return err
		}
		if err := checkTarget(tx.ReadOnly(), who.User, method, e.Target); err != nil {
			return err
		}
		f := &db.TwoFactor{User: who.User, Method: method, Target: e.Target, Secret: e.Secret}
		ok, err := s.verifyEnrolCode(tx, f, code)
		if err != nil {
			return err
		}
		if !ok {
			no, err = recordEnrolFailure(tx, held)
			return err // the failure has to count, so this commits
		}
		if made, err = s.insertMethod(tx, f, held, static && !st.IsActive(), from); err != nil {
			return err
		}
		return s.sessions.RecordSecondStep(tx, who)
	})
	if err == nil && no != nil {
		err = no
	}
	return made, err
}

// checkTarget makes sure that an address that a code went to did not change meanwhile.
func checkTarget(v *db.View, user db.UserID, method, target string) error {
	if method != Email {
		return nil
	}
	u, err := v.UserByID(user)
	if err == nil && u.Email != target {
		err = fault.InvalidOTP
	}
	return err
}

// verifyEnrolCode reports whether a code is one of a method that is not on yet. Of an
// authenticator app it notes which one: it does not serve for a login, too.
func (s *Service) verifyEnrolCode(tx *db.Tx, f *db.TwoFactor, code string) (bool, error) {
	if f.Method != TOTP {
		return codes.Verify(tx, enablePurpose(f.User), f.Target, code)
	}
	secret, err := s.decryptSecret(f.User, f.Secret)
	if err == nil {
		f.UsedStep, err = findTimeStep(secret, code, tx.Now)
	}
	return f.UsedStep > 0, err
}

func recordEnrolFailure(tx *db.Tx, held *onetime.Token) (*fault.Fault, error) {
	n, err := held.CountFailure(tx)
	if err != nil || n < maxTries {
		return fault.InvalidOTP, err
	}
	return fault.TwoFactorAttempts, held.Spend(tx)
}

func (s *Service) insertMethod(tx *db.Tx, f *db.TwoFactor, held *onetime.Token, static bool, from api.Origin) (made []string, err error) {
	detail := audit.Detail{Method: f.Method}
	switch f.Method {
	case SMS:
		detail.Mobile = f.Target
	case Email:
		detail.Email = f.Target
	}
	err = errors.Join(tx.InsertTwoFactor(f), held.Spend(tx), s.audit.Record(tx, audit.Event{
		Action: audit.TwoFactorEnabled, User: f.User, From: from, Detail: detail,
	}))
	if err == nil && static {
		made, err = s.createStaticCodes(tx, f.User, from)
	}
	return made, err
}
