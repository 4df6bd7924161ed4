// Package twofactor is the second step of a login: codes by text message, by mail or
// by an authenticator app, and the codes that help when those are lost.
package twofactor

import (
	"crypto/cipher"
	"errors"
	"strings"
	"time"

	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/codes"
	"anbar/app/fault"
	"anbar/app/names"
	"anbar/app/sessions"
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
	db       *db.DB
	sessions *sessions.Service
	audit    *audit.Log
	seal     cipher.AEAD // of secrets of authenticator apps
	staticBy []byte      // key of the sums of static codes

	tries *api.Limiter // of second steps, from one address
	sends *api.Limiter // of codes, from one address
}

// New makes the service. What is kept of authenticator apps and of static codes
// is worth nothing without key.
func New(d *db.DB, s *sessions.Service, events *audit.Log, key []byte) *Service {
	return &Service{db: d, sessions: s, audit: events, seal: sealer(key), staticBy: derive(key, "static codes"),
		tries: api.NewLimiter(3*time.Second, 60), sends: api.NewLimiter(20*time.Second, 60)}
}

// State is what somebody has to take a second step with.
type State struct {
	On         []db.TwoFactor // by the names of the methods
	StaticLeft int
	Passkey    bool
}

// StateOf returns what the user has.
func StateOf(v *db.View, user db.UserID) (*State, error) {
	on, e1 := v.TwoFactorsOf(user)
	left, e2 := v.CountStaticCodes(user)
	passkey, e3 := v.HasPasskeys(user)
	return &State{on, left, passkey}, errors.Join(e1, e2, e3)
}

// Active reports whether a second step is asked for: a passkey alone asks for
// none, being one step that is as good as two.
func (s *State) Active() bool { return len(s.On) > 0 }

// Methods are the second steps that are on.
func (s *State) Methods() []string {
	all := make([]string, 0, len(s.On)+2)
	for _, f := range s.On {
		all = append(all, f.Method)
	}
	return all
}

// ways is every way to take the second step.
func (s *State) ways() []string {
	all := s.Methods()
	if s.StaticLeft > 0 {
		all = append(all, Static)
	}
	if s.Passkey {
		all = append(all, Passkey)
	}
	return all
}

func (s *State) of(method string) *db.TwoFactor {
	for i := range s.On {
		if s.On[i].Method == method {
			return &s.On[i]
		}
	}
	return nil
}

// onlyPosted is the only way there is, when codes are sent for it: then nobody has
// to choose.
func (s *State) onlyPosted() *db.TwoFactor {
	if len(s.On) != 1 || s.Passkey || s.On[0].Method == TOTP {
		return nil
	}
	return &s.On[0]
}

// send posts a code of a method for a purpose.
func send(tx *db.Tx, u *db.User, f *db.TwoFactor, purpose, what string) error {
	return sendTo(tx, u, f.Target, true, purpose, what)
}

func sendTo(tx *db.Tx, u *db.User, to string, proven bool, purpose, what string) error {
	return codes.Send(tx, codes.Letter{Purpose: purpose, To: to, Language: u.Language, For: what, Account: u.ID, Proven: proven})
}

// right reports whether a code is one of the method's. It serves once. The
// transaction has to commit.
func (s *Service) right(tx *db.Tx, f *db.TwoFactor, purpose, code string) (bool, error) {
	if f.Method == TOTP {
		return s.rightNow(tx, f, code)
	}
	ok, err := codes.Check(tx, purpose, f.Target, code)
	if err == nil && ok {
		err = tx.UpdateTwoFactorUsed(f.User, f.Method, 0)
	}
	return ok, err
}

const (
	free     = 10 // wrong codes of an account within an hour
	slowest  = 15 * time.Minute
	lookBack = time.Hour
)

// slow refuses codes of an account that had too many wrong ones lately, for a
// while that grows. It counts by the audit log, so that neither another address
// nor a restart helps; and it never lasts, so that nobody is kept out for good.
func slow(v *db.View, user db.UserID) error {
	n, last, err := missed(v, user)
	if err != nil || n < free {
		return err
	}
	wait := min(time.Minute<<min(n-free, 10), slowest) - v.Now.Sub(last)
	if wait > 0 {
		return fault.TooManyRequests.After(wait)
	}
	return nil
}

// missed counts the wrong codes of the last hour, and no more of them than matter.
func missed(v *db.View, user db.UserID) (n int, last time.Time, err error) {
	all, _, err := v.Audit(db.AuditFilter{User: user, Action: string(audit.SecondStepFailed), Slice: db.Slice{Limit: free + 10}})
	for _, e := range all {
		if v.Now.Sub(e.At) < lookBack {
			n++
		}
	}
	if n > 0 {
		last = all[0].At
	}
	return n, last, err
}

// miss notes a wrong code. Who is guessed at is told, once a day.
func (s *Service) miss(tx *db.Tx, user db.UserID, method string, from api.Origin) error {
	if err := s.audit.Record(tx, audit.Event{Action: audit.SecondStepFailed, User: user, From: from, Detail: audit.Detail{Method: method}}); err != nil {
		return err
	}
	n, _, err := missed(tx.Reading(), user)
	if err != nil || n != free {
		return err
	}
	told, err := tx.CountAudit(user, string(audit.SecondStepGuessed), tx.Now.Add(-24*time.Hour))
	if err != nil || told > 0 {
		return err
	}
	return s.audit.Record(tx, audit.Event{Action: audit.SecondStepGuessed, User: user, From: from, Detail: audit.Detail{Method: method, Count: n}})
}

// digits is a code without what people put between its digits; nothing when there
// is more in it.
func digits(code string) string {
	const longest = 40
	code = strings.NewReplacer(" ", "", "-", "", "\u200c", "", "\u200e", "").Replace(names.LatinDigits(strings.TrimSpace(code)))
	if len(code) > longest || strings.Trim(code, "0123456789") != "" {
		return ""
	}
	return code
}

// Abandon spends the logins of a user that wait for their second step: what they
// began with no longer holds.
func Abandon(tx *db.Tx, user db.UserID) error {
	return tx.DeleteOneTimesOf(user, string(stepping))
}

// Moved has the codes that went to an address or a number of a person go where
// that changed to, which is proven.
func Moved(tx *db.Tx, user db.UserID, from, to string) error {
	if from == "" {
		return nil
	}
	return tx.UpdateTwoFactorTarget(user, from, to)
}
