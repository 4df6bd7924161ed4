package accounts

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"sync"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/invitations"
	"anbar/app/identity/sessions"
	"anbar/app/sales/plans"
	"anbar/app/sharing/members"
	"anbar/db"
)

// setupToken is the secret of the one-time link that makes the first account. It is valid
// until the process ends or an account exists.
type setupToken struct {
	mu    sync.Mutex
	value string
}

func newSetupToken() *setupToken { return &setupToken{value: rand.Text()} }

func (t *setupToken) matches(s string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.value != "" && subtle.ConstantTimeCompare([]byte(t.value), []byte(s)) == 1
}

func (t *setupToken) spend() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.value = ""
}

// NeedsSetup reports whether no account exists yet.
func (s *Service) NeedsSetup(ctx context.Context) (bool, error) {
	any, err := db.Get(ctx, s.db, (*db.View).AnyUser)
	return !any, err
}

// SetupToken returns the secret of the one-time set-up link.
func (s *Service) SetupToken() string { return s.setupSecret.value }

// SetupOptions is what an appliance begins with.
type SetupOptions struct {
	Title   string // of the first workspace
	Selling *bool  // whether plans are sold; nil: as the setting says
}

// Setup makes the first account, which is staff, with its workspace, which has no plan.
func (s *Service) Setup(ctx context.Context, token string, p Person, start SetupOptions,
	from api.Origin) (*sessions.Login, db.SpaceID, error) {
	needed, err := s.NeedsSetup(ctx)
	if err != nil {
		return nil, 0, err
	}
	if !needed {
		return nil, 0, fault.SetupDone
	}
	if err := s.byAddress.Allow(from.Address); err != nil {
		return nil, 0, err
	}
	if !s.setupSecret.matches(token) {
		return nil, 0, fault.InvalidToken
	}
	p.Staff = db.Administrator
	var space db.SpaceID
	in, err := s.createWithSession(ctx, p, from, func(tx *db.Tx, u *db.User) error {
		any, err := tx.AnyUser()
		if err != nil {
			return err
		}
		if any {
			return fault.SetupDone
		}
		u.EmailValidated = u.Email != "" // the holder of the link controls the machine
		tx.AfterCommit(s.setupSecret.spend)
		return nil
	}, func(tx *db.Tx, u *db.User) (err error) {
		if space, err = s.workspaces.Insert(tx, u.ID, start.Title); err != nil {
			return err
		}
		selling := s.selling
		if start.Selling != nil {
			selling = *start.Selling
		}
		return plans.SetSelling(tx, selling)
	})
	return in, space, err
}

// SignUp makes an account, if sign-up or the invitation allows it, and signs it in.
func (s *Service) SignUp(ctx context.Context, p Person, invitation, solution string, from api.Origin) (*sessions.LoginResult, error) {
	closed := s.mode() == Closed
	if closed && invitation == "" {
		return nil, fault.SignupClosed
	}
	if err := s.signups.Allow(from.Address); err != nil {
		return nil, err
	}
	if needed, err := s.NeedsSetup(ctx); err != nil || needed {
		return nil, errors.Join(err, fault.SignupClosed)
	}
	if err := p.validate(); err != nil {
		return nil, err
	}
	// Codes go to an unverified address or number, so the sign-up costs proof of work. An
	// invitation verifies the address that it was mailed to, but no number.
	mailed, err := s.isMailed(ctx, invitation)
	if err != nil {
		return nil, err
	}
	if !mailed && s.mode() == Open || p.Mobile != "" {
		if err := s.requireSignupCaptcha(from.Address, solution); err != nil {
			s.signups.Refund(from.Address) // nothing was tried
			return nil, err
		}
	}
	byLink := false // the inviter handed the invitation over, so that it verifies nothing
	in, err := s.createWithSession(ctx, p, from, func(tx *db.Tx, u *db.User) (err error) {
		if s.mode() == Open && invitation == "" {
			return nil
		}
		if byLink, err = checkInvitationLink(tx.ReadOnly(), u, invitation, closed); err != nil || byLink {
			return err
		}
		return invitations.Redeem(tx, u, invitation, closed)
	}, func(tx *db.Tx, u *db.User) error {
		if byLink {
			if _, err := members.AcceptLink(tx, u, invitation); err != nil {
				return err
			}
		}
		return s.sendSignupCodes(tx, u)
	})
	if errors.Is(err, fault.UserExists) {
		s.failures.add("address " + from.Address) // many such answers would reveal the accounts
	}
	if err != nil {
		return nil, err
	}
	s.failures.add(signupKey(from.Address)) // the next one costs more
	return in.Result(), nil
}

// isMailed reports whether an invitation came by mail, and not by the hand of the inviter.
func (s *Service) isMailed(ctx context.Context, invitation string) (bool, error) {
	if invitation == "" {
		return false, nil
	}
	_, err := db.Get(ctx, s.db, func(v *db.View) (*db.Invitation, error) { return invitations.FindMailed(v, invitation) })
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// checkInvitationLink reports whether an invitation is one that the inviter handed over, and checks that it lets this address sign up.
func checkInvitationLink(v *db.View, u *db.User, code string, closed bool) (bool, error) {
	l, err := members.LoadLink(v, code)
	switch {
	case errors.Is(err, fault.InvalidToken):
		return false, nil
	case err != nil:
		return false, err
	case l.Email != u.Email:
		return true, fault.InvitationRequired
	case !closed:
		return true, nil
	}
	opens, err := invitations.CanOpenClosed(v, &db.Invitation{Email: l.Email, By: l.By})
	if err == nil && !opens {
		err = fault.SignupClosed
	}
	return true, err
}

// Create makes an account from the shell.
func (s *Service) Create(ctx context.Context, p Person) (db.UserID, error) {
	phc, err := p.validateAndHash()
	if err != nil {
		return 0, err
	}
	u := p.newUser(phc)
	u.EmailValidated = u.Email != ""
	return u.ID, s.db.Update(ctx, func(tx *db.Tx) error {
		if err := checkDeliverable(tx, u); err != nil {
			return err
		}
		if err := s.insertUser(tx, u, api.Origin{}); err != nil {
			return err
		}
		return members.AcceptInvitations(tx, u)
	})
}

// insertUser keeps a new account.
func (s *Service) insertUser(tx *db.Tx, u *db.User, from api.Origin) error {
	if err := tx.InsertUser(u); errors.Is(err, db.ErrExists) {
		return fault.UserExists
	} else if err != nil {
		return err
	}
	return s.audit.Record(tx, audit.Event{Action: audit.AccountCreated, User: u.ID, From: from})
}

// createWithSession makes the account and its first session in one transaction. before may
// refuse, after may add more.
func (s *Service) createWithSession(ctx context.Context, p Person, from api.Origin, before, after func(*db.Tx,
	*db.User) error) (*sessions.Login, error) {
	phc, err := p.validateAndHash()
	if err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (in *sessions.Login, err error) {
		u := p.newUser(phc)
		if err := before(tx, u); err != nil {
			return nil, err
		}
		if err := checkDeliverable(tx, u); err != nil {
			return nil, err
		}
		if err := s.insertUser(tx, u, from); err != nil {
			return nil, err
		}
		if in, err = s.sessions.Begin(tx, u, from, "sign_up"); err != nil {
			return in, err
		}
		if err := after(tx, u); err != nil {
			return in, err
		}
		return in, members.AcceptInvitations(tx, u)
	})
}
