// Package twofactor is the second step of a login: codes by text message, by mail or
// by an authenticator app, and the codes that help when those are lost.
package twofactor

import (
	"crypto/cipher"
	"errors"
	"strings"
	"time"

	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/identity/audit"
	"anbar/app/identity/codes"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// The ways to take a second step. The first three are turned on one by one, Static
// and Passkey help beside them.
const (
	SMS     = "sms"
	TOTP    = "totp"
	Email   = "email"
	Static  = "static"
	Passkey = "passkey"
)

// Service is the second steps of one appliance.
type Service struct {
	db           *db.DB
	sessions     *sessions.Service
	audit        *audit.Log
	seal         cipher.AEAD // of secrets of authenticator apps
	staticKey    []byte      // key of the sums of static codes
	textsPerHour int         // text messages in an hour, of all

	tries *limits.Limiter // of second steps, from one address
	sends *limits.Limiter // of codes, from one address
}

// New returns the service. key encrypts the secrets of authenticator apps and authenticates
// static codes: without it they are lost. texts is the hourly limit of text messages, 0 for
// none.
func New(d *db.DB, s *sessions.Service, events *audit.Log, key []byte, texts int) *Service {
	return &Service{textsPerHour: texts, db: d, sessions: s, audit: events, seal: newSealer(key), staticKey: deriveKey(key, "static codes"),
		tries: limits.NewLimiter(3*time.Second, 60), sends: limits.NewLimiter(20*time.Second, 60)}
}

// State holds the second steps that a user has set up.
type State struct {
	On         []db.TwoFactor // by the names of the methods
	StaticLeft int
	Passkey    bool
}

// LoadState returns the second steps of the user.
func LoadState(v *db.View, user db.UserID) (*State, error) {
	on, e1 := v.TwoFactorsOf(user)
	left, e2 := v.CountStaticCodes(user)
	passkey, e3 := v.HasPasskeys(user)
	return &State{On: on, StaticLeft: left, Passkey: passkey}, errors.Join(e1, e2, e3)
}

// IsActive reports whether a second step is asked for: a passkey alone asks for
// none, being one step that is as good as two.
func (st *State) IsActive() bool { return len(st.On) > 0 }

// Methods are the second steps that are on.
func (st *State) Methods() []string {
	all := make([]string, 0, len(st.On)+2)
	for _, f := range st.On {
		all = append(all, f.Method)
	}
	return all
}

// loginMethods is every way to take the second step.
func (st *State) loginMethods() []string {
	all := st.Methods()
	if st.StaticLeft > 0 {
		all = append(all, Static)
	}
	if st.Passkey {
		all = append(all, Passkey)
	}
	return all
}

func (st *State) find(method string) *db.TwoFactor {
	for i := range st.On {
		if st.On[i].Method == method {
			return &st.On[i]
		}
	}
	return nil
}

// onlySendable returns the only method of the user, if codes are sent for it: then there is
// nothing to choose.
func (st *State) onlySendable() *db.TwoFactor {
	if len(st.On) != 1 || st.Passkey || st.On[0].Method == TOTP {
		return nil
	}
	return &st.On[0]
}

// sendCode posts a code of a method for a purpose. A code that a stranger causes does not count for
// a browser of the person's own.
func (s *Service) sendCode(tx *db.Tx, u *db.User, f *db.TwoFactor, own db.DeviceID, purpose, what string) error {
	return codes.Send(tx, codes.Request{
		Purpose: purpose, To: f.Target, Language: u.Language, For: what, Account: u.ID, Browser: own, Verified: true,
		TextsPerHour: s.textsPerHour,
	})
}

// claimCode reports whether a code is one of the method's. It serves once. The
// transaction has to commit.
func (s *Service) claimCode(tx *db.Tx, f *db.TwoFactor, purpose, code string) (bool, error) {
	if f.Method == TOTP {
		return s.claimTOTP(tx, f, code)
	}
	ok, err := codes.Verify(tx, purpose, f.Target, code)
	if err == nil && ok {
		err = tx.UpdateTwoFactorUsed(f.User, f.Method, 0)
	}
	return ok, err
}

// normalizeCode returns a code without the separators between its digits; empty when it contains
// anything else.
func normalizeCode(code string) string {
	const longest = 40
	code = strings.NewReplacer(" ", "", "-", "", "\u200c", "", "\u200e", "").Replace(names.LatinDigits(strings.TrimSpace(code)))
	if len(code) > longest || strings.Trim(code, "0123456789") != "" {
		return ""
	}
	return code
}

// AbandonLogins spends the user's logins that wait for their second step, because their first
// step is no longer valid.
func AbandonLogins(tx *db.Tx, user db.UserID) error {
	return errors.Join(tx.DeleteOneTimesOf(user, string(secondStep)), tx.DeleteOneTimesOf(user, string(secondStepOwnDevice)))
}

// UpdateTarget has the codes that went to an address or a number of a person go where
// that changed to, which is proven.
func UpdateTarget(tx *db.Tx, user db.UserID, from, to string) error {
	if from == "" {
		return nil
	}
	return tx.UpdateTwoFactorTarget(user, from, to)
}
