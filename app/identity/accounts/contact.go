package accounts

import (
	"context"
	"errors"
	"net/url"
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
)

const (
	maxChanges   = 3 // of an address or a number
	changeWindow = 30 * 24 * time.Hour
)

// contact is one of the two ways that a person is reached.
type contact struct {
	field          string // of requests, and of the fault that names it
	normalize      func(string) (string, *fault.Fault)
	current        func(*db.User) *string
	validated      func(*db.User) *bool
	pending        func(*db.User) *string
	detail         func(string) audit.Detail
	verifiedAction audit.Action
	changedAction  audit.Action
	used           *fault.Fault // another account has verified it
	taken          *fault.Fault // the same, found only when it was proven here, too
	limit          *fault.Fault
}

var (
	emailContact = &contact{
		field: "email", normalize: names.ParseEmail,
		current:   func(u *db.User) *string { return &u.Email },
		validated: func(u *db.User) *bool { return &u.EmailValidated },
		pending:   func(u *db.User) *string { return &u.PendingEmail },
		detail:    func(s string) audit.Detail { return audit.Detail{Email: s} }, verifiedAction: audit.EmailVerified,
		changedAction: audit.EmailChanged,
		used:          fault.EmailUsed, taken: fault.EmailTaken, limit: fault.EmailChangeLimit,
	}
	mobileContact = &contact{
		field: "mobile", normalize: names.ParseMobile,
		current:   func(u *db.User) *string { return &u.Mobile },
		validated: func(u *db.User) *bool { return &u.MobileValidated },
		pending:   func(u *db.User) *string { return &u.PendingMobile },
		detail:    func(s string) audit.Detail { return audit.Detail{Mobile: s} }, verifiedAction: audit.MobileVerified,
		changedAction: audit.MobileChanged,
		used:          fault.MobileUsed, taken: fault.MobileTaken, limit: fault.MobileChangeLimit,
	}
)

// validate adds the error of a requested address or number to wrong. An empty one is valid.
func (c *contact) validate(wrong fault.Fields, asked string) {
	if asked == "" {
		return
	}
	if _, f := c.normalize(asked); f != nil {
		wrong.Add(c.field, f)
	}
}

// purpose is that of the codes that prove it.
func (c *contact) purpose(u *db.User) string { return c.field + " " + u.ID.String() }

// target returns the address or number to verify: the pending one, or else the current one.
func (c *contact) target(u *db.User) string {
	if to := *c.pending(u); to != "" {
		return to
	}
	return *c.current(u)
}

// sendContactCode sends a code to the address or number to verify, and to an address also a link that
// replaces typing the code. It sends nothing when the contact is verified.
func (s *Service) sendContactCode(tx *db.Tx, u *db.User, c *contact) error {
	to := c.target(u)
	if to == "" || isPlaceholderEmail(to) || *c.pending(u) == "" && *c.validated(u) {
		return nil
	}
	l := codes.Request{Purpose: c.purpose(u), To: to, Language: u.Language, Account: u.ID, TextsPerHour: s.textsPerHour}
	if c == emailContact {
		if err := tx.DeleteOneTimesOf(u.ID, string(activationLink)); err != nil {
			return err
		}
		token, err := onetime.Issue(tx, activationLink, u.ID, activationLife, activationDetails{to})
		if err != nil {
			return err
		}
		l.URL = s.url() + "/callback/active-email?token=" + url.QueryEscape(token)
	}
	return codes.Send(tx, l)
}

// checkChangeLimit refuses a change when the address or number was changed too often
// lately.
func (c *contact) checkChangeLimit(v *db.Tx, u *db.User) error {
	if *c.current(u) == "" {
		return nil
	}
	n, err := v.CountUserAudits(u.ID, string(c.changedAction), v.Now.Add(-changeWindow))
	if err == nil && n >= maxChanges {
		err = c.limit
	}
	return err
}

// requestContactChange stores another address or number of the actor as pending and sends a code
// to it; the change takes effect once the code is entered. The current address or number
// cancels a pending change.
func (s *Service) requestContactChange(tx *db.Tx, c *contact, who access.Actor, given string) error {
	to, f := c.normalize(given)
	if f != nil {
		return fault.Field(c.field, f)
	}
	u, err := tx.UserByID(who.User)
	if err != nil {
		return err
	}
	if to == *c.current(u) {
		if *c.pending(u) == "" {
			return s.sendContactCode(tx, u, c)
		}
		*c.pending(u) = ""
		return tx.UpdateUserPending(u.ID, u.PendingEmail, u.PendingMobile)
	}
	if err := errors.Join(sessions.RequireRecentAuth(tx.ReadOnly(), who), c.checkChangeLimit(tx, u)); err != nil {
		return err
	}
	other, err := tx.UserByLogin(to)
	if err == nil && *c.validated(other) {
		return c.used
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	*c.pending(u) = to
	return errors.Join(tx.UpdateUserPending(u.ID, u.PendingEmail, u.PendingMobile), s.sendContactCode(tx, u, c))
}

// ChangeContact asks for another address, another number or both; empty for none.
// They stay as they are until the codes came that go to the new ones.
func (s *Service) ChangeContact(ctx context.Context, who access.Actor, email, mobile string, from api.Origin) error {
	if email == "" && mobile == "" {
		return nil
	}
	if err := s.sends.Allow(from.Address); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if email != "" {
			if err := s.requestContactChange(tx, emailContact, who, email); err != nil {
				return err
			}
		}
		if mobile != "" {
			return s.requestContactChange(tx, mobileContact, who, mobile)
		}
		return nil
	})
}

func (s *Service) mountContact(r *api.Router) {
	wrong := []*fault.Fault{fault.WrongVerification, fault.EmailTaken, fault.EmailChangeLimit}
	api.Handle(r, api.Op{
		Call: "POST /accounts/v1/users/verify-email", Gate: api.Member,
		Does:  "Verify your email address, or the pending one, with the code sent to it",
		Fails: wrong,
	}, s.handleVerifyEmail)
	api.Handle(r, api.Op{
		Call: "POST /accounts/v1/users/active-email", Gate: api.OptionalMember,
		Does:  "Verify an email address with the link sent to it, in a browser where you are signed in",
		Fails: []*fault.Fault{fault.InvalidToken, fault.LinkExpired, fault.SignInFirst, fault.EmailTaken, fault.EmailChangeLimit},
	}, s.handleActivateEmail)
	api.Handle(r, api.Op{
		Call: "GET /accounts/v1/users/verify-email", Gate: api.Member,
		Does:  "Send the code to the address again; sends nothing when it is verified",
		Fails: []*fault.Fault{fault.TooManyRequests},
	}, s.handleResendEmail)
	wrong = []*fault.Fault{fault.WrongVerification, fault.MobileTaken, fault.MobileChangeLimit}
	api.Handle(r, api.Op{
		Call: "POST /accounts/v1/users/verify-mobile", Gate: api.Member,
		Does:  "Verify your mobile number, or the pending one, with the code sent to it",
		Fails: wrong,
	}, s.handleVerifyMobile)
	api.Handle(r, api.Op{
		Call: "GET /accounts/v1/users/verify-mobile", Gate: api.Member,
		Does:  "Send the code to the number again; sends nothing when it is verified",
		Fails: []*fault.Fault{fault.TooManyRequests},
	}, s.handleResendMobile)
	api.Handle(r, api.Op{
		Call: "PUT /accounts/v1/users/me/email-verification", Gate: api.Member,
		Does: "Request another email address, which takes effect once its code is entered. The current address cancels the request",
		Fails: []*fault.Fault{
			fault.ReauthenticationRequired, fault.InvalidEmail, fault.EmailUsed, fault.EmailChangeLimit, fault.TooManyRequests,
		},
	}, s.handleChangeEmail)
	api.Handle(r, api.Op{
		Call: "PUT /accounts/v1/users/me/mobile-verification", Gate: api.Member,
		Does: "Request another mobile number, which takes effect once its code is entered. The current number cancels the request",
		Fails: []*fault.Fault{
			fault.ReauthenticationRequired, fault.InvalidMobile, fault.MobileUsed, fault.MobileChangeLimit, fault.TooManyRequests,
		},
	}, s.handleChangeMobile)
}

type emailIn struct {
	Email string `json:"email"`
}

func (s *Service) handleChangeEmail(c *api.Call, in *emailIn) (api.None, error) {
	if in.Email == "" {
		return api.None{}, fault.Field("email", fault.Required)
	}
	return api.None{}, s.ChangeContact(c, c.Who, in.Email, "", c.Origin())
}

type mobileIn struct {
	Mobile string `json:"mobile" doc:"11 digits that begin with 09"`
}

func (s *Service) handleChangeMobile(c *api.Call, in *mobileIn) (api.None, error) {
	if in.Mobile == "" {
		return api.None{}, fault.Field("mobile", fault.Required)
	}
	return api.None{}, s.ChangeContact(c, c.Who, "", in.Mobile, c.Origin())
}
