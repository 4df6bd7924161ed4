package twofactor

import (
	"bytes"
	"errors"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"

	"github.com/pquerna/otp/hotp"
)

// house is an appliance with one person in it.
type house struct {
	*Service
	t    *testing.T
	d    *db.DB
	user *db.User
	who  access.Actor
}

func newHouse(t *testing.T) *house {
	t.Helper()
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	h := &house{
		t: t, d: d,
		user: &db.User{
			ID: db.UserID(db.NewID()), Email: "sara@example.org", EmailValidated: true, FirstName: "Sara", LastName: "M", Language: "en",
		},
	}
	h.Service = serve(d, "key")
	h.do(func(tx *db.Tx) error {
		if err := tx.InsertUser(h.user); err != nil {
			return err
		}
		l, err := h.sessions.Begin(tx, h.user, here, "password")
		if err == nil {
			h.who = access.Actor{User: h.user.ID, Session: l.Session}
		}
		return err
	})
	return h
}

var here = api.Origin{Device: "Firefox", Address: "192.0.2.1"}

// serve starts the service on a database, as a restart does.
func serve(d *db.DB, key string) *Service {
	events := audit.New(d, func() string { return "https://drive.example.org" })
	in := sessions.New(d, api.NewTokens([]byte("tokens")), []byte("refresh"), events, slog.New(slog.DiscardHandler))
	return New(d, in, events, []byte(key), 0)
}

func (h *house) do(fn func(tx *db.Tx) error) {
	h.t.Helper()
	if err := h.d.Update(h.t.Context(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// login takes the first step.
func (h *house) login(from api.Origin) *sessions.LoginResult {
	h.t.Helper()
	var r *sessions.LoginResult
	h.do(func(tx *db.Tx) (err error) {
		r, err = h.FinishFirstStep(tx, h.user, from, "password")
		return err
	})
	return r
}

// app turns two-step login by an authenticator app on and returns its secret.
func (h *house) app(static bool) (secret string, codes []string) {
	h.t.Helper()
	secret, url, err := h.BeginTOTP(h.t.Context(), h.who)
	if err != nil || !strings.HasPrefix(url, "otpauth://totp/Anbar:sara@example.org?") {
		h.t.Fatal(url, err)
	}
	codes, err = h.Enable(h.t.Context(), h.who, TOTP, code(h.t, secret, -1), static, here)
	if err != nil {
		h.t.Fatal(err)
	}
	return secret, codes
}

// code returns the code of an app whose clock is wrong by some time steps.
func code(t *testing.T, secret string, wrong int64) string {
	t.Helper()
	c, err := hotp.GenerateCode(secret, uint64(time.Now().Unix()/period+wrong))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// newest is the code in the newest message of a channel.
func (h *house) newest(channel string) string {
	h.t.Helper()
	var found string
	h.do(func(tx *db.Tx) error {
		due, err := tx.MessagesDue(channel, 100)
		for _, m := range due {
			if c := regexp.MustCompile(`\b\d{6}\b`).FindString(m.Text); m.Kind == "code" && c != "" {
				found = c
			}
		}
		return err
	})
	return found
}

func (h *house) pass(token, method, code string) error {
	_, err := h.FinishByCode(h.t.Context(), token, method, code, false, here)
	return err
}

func TestWhatIsKeptIsWorthNothingWithoutTheKey(t *testing.T) {
	h := newHouse(t)
	secret, codes := h.app(true)
	h.do(func(tx *db.Tx) error {
		st, err := LoadState(tx.ReadOnly(), h.user.ID)
		if err != nil || len(st.On) != 1 {
			t.Fatal(st, err)
		}
		kept := st.On[0].Secret
		if bytes.Contains(kept, []byte(secret)) || len(kept) < len(secret)+16 {
			t.Error("the secret is in the database")
		}
		if _, err := serve(h.d, "another key").decryptSecret(h.user.ID, kept); err == nil {
			t.Error("another key opens it")
		}
		if _, err := h.decryptSecret(h.user.ID+1, kept); err == nil {
			t.Error("it opens for another user")
		}
		if again := h.encryptSecret(h.user.ID, secret); bytes.Equal(again, kept) {
			t.Error("two of one kind look the same")
		}
		if ok, err := serve(h.d, "another key").spendStaticCode(tx, h.user.ID, normalizeCode(codes[0]), here); ok || err != nil {
			t.Error("a static code works without the key", err)
		}
		return nil
	})
	if len(codes) != 10 || !regexp.MustCompile(`^\d{5}-\d{5}$`).MatchString(codes[0]) {
		t.Errorf("%q", codes)
	}
}

func TestAnAppMayBeWrongByHalfAMinute(t *testing.T) {
	const secret = "JBSWY3DPEHPK3PXP"
	now := time.Now()
	at := now.Unix() / period
	for wrong, want := range map[int64]bool{-3: false, -2: false, -1: true, 0: true, 1: true, 2: false, 3: false} {
		c, err := hotp.GenerateCode(secret, uint64(at+wrong))
		if err != nil {
			t.Fatal(err)
		}
		step, err := findTimeStep(secret, c, now)
		if err != nil || (step == at+wrong) != want || !want && step != 0 {
			t.Errorf("wrong by %d: step %d, %v", wrong, step-at, err)
		}
	}
	for _, c := range []string{"", "0", "000000000000"} {
		if step, err := findTimeStep(secret, c, now); step != 0 || err != nil {
			t.Errorf("%q is of step %d, %v", c, step, err)
		}
	}
}

func TestACodeOfAnAppWorksOnceAndNeverBackwards(t *testing.T) {
	h := newHouse(t)
	secret, _ := h.app(false)
	if err := h.pass(h.login(here).Token, TOTP, code(t, secret, -1)); !errors.Is(err, fault.InvalidOTP) {
		t.Error("the code that turned it on works again:", err)
	}
	latest := code(t, secret, 1)
	if err := h.pass(h.login(here).Token, TOTP, latest); err != nil {
		t.Fatal(err)
	}
	for _, old := range []string{latest, code(t, secret, 0), code(t, secret, -1)} {
		if err := h.pass(h.login(here).Token, TOTP, old); !errors.Is(err, fault.InvalidOTP) {
			t.Errorf("%s works after a later one: %v", old, err)
		}
	}
}

// TestOneCodeOpensOneOfManyLogins uses the same codes at the same time.
func TestOneCodeOpensOneOfManyLogins(t *testing.T) {
	h := newHouse(t)
	secret, codes := h.app(true)
	for method, c := range map[string]string{TOTP: code(t, secret, 0), Static: codes[3]} {
		var all sync.WaitGroup
		var mu sync.Mutex
		in := 0
		for range 8 {
			token := h.login(here).Token
			all.Go(func() {
				if h.pass(token, method, c) == nil {
					mu.Lock()
					defer mu.Unlock()
					in++
				}
			})
		}
		all.Wait()
		if in != 1 {
			t.Errorf("one code of %s let %d in", method, in)
		}
	}
}

// TestNobodyIsKeptOutByLoginsThatOthersBegin: who knows the password begins more
// logins than may wait.
func TestNobodyIsKeptOutByLoginsThatOthersBegin(t *testing.T) {
	h := newHouse(t)
	secret, _ := h.app(false)
	first := h.login(here)
	time.Sleep(2 * time.Millisecond) // times are cut to milliseconds
	for range maxWaiting {
		h.login(api.Origin{Address: "203.0.113.1"})
	}
	if err := h.pass(first.Token, TOTP, code(t, secret, 0)); !errors.Is(err, fault.AuthenticationFailed) {
		t.Error("more wait than may:", err)
	}
	in, err := h.FinishByCode(t.Context(), h.login(here).Token, TOTP, code(t, secret, 0), false, here)
	if err != nil {
		t.Fatal(err)
	}
	// On one's own browser not even the login that waits is lost.
	home := api.Origin{Address: "192.0.2.2", Browser: in.Device}
	mine := h.login(home)
	time.Sleep(2 * time.Millisecond)
	for range maxWaiting + 1 {
		h.login(api.Origin{Address: "203.0.113.1"})
	}
	if err := h.pass(mine.Token, TOTP, code(t, secret, 1)); err != nil {
		t.Error("strangers ended it:", err)
	}
}

func TestAStepIsForOneLoginOfOnePerson(t *testing.T) {
	h := newHouse(t)
	if r := h.login(here); r.Access == "" || r.Token != "" {
		t.Fatalf("%+v", r)
	}
	if err := h.BeginEmail(t.Context(), h.who, here); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Enable(t.Context(), h.who, Email, h.newest(db.ByMail), false, here); err != nil {
		t.Fatal(err)
	}
	one := h.login(here)
	if one.Access != "" || one.Sent != Email || one.Targets[Email] != "s•••@example.org" {
		t.Fatalf("%+v", one)
	}
	c := h.newest(db.ByMail)
	two := h.login(here)
	if err := h.pass(two.Token, Email, c); !errors.Is(err, fault.InvalidOTP) {
		t.Error("the code of another login works:", err)
	}
	if err := h.Disable(t.Context(), h.who, "", c, here); !errors.Is(err, fault.InvalidOTP) {
		t.Error("the code of a login turns it off:", err)
	}
	if err := h.pass("", Email, c); !errors.Is(err, fault.AuthenticationFailed) {
		t.Error(err)
	}
	if err := h.pass(one.Token, Email, c); err != nil {
		t.Error(err)
	}
	// The step is over when two-step login is turned off.
	if err := h.SendDisableCode(t.Context(), h.who, Email, here); err != nil {
		t.Fatal(err)
	}
	if err := h.Disable(t.Context(), h.who, "", h.newest(db.ByMail), here); err != nil {
		t.Fatal(err)
	}
	if err := h.ResendCode(t.Context(), two.Token, Email, here); !errors.Is(err, fault.AuthenticationFailed) {
		t.Error("a step is left:", err)
	}
}

// TestAPasskeyFinishesAStep does what app/identity/passkeys does.
func TestAPasskeyFinishesAStep(t *testing.T) {
	h := newHouse(t)
	h.app(false)
	r := h.login(here)
	h.do(func(tx *db.Tx) error {
		st, err := h.LoadStep(tx.ReadOnly(), r.Token)
		if err != nil {
			return err
		}
		if no, err := h.RecordStepFailure(tx, st, here, Passkey); err != nil || !errors.Is(no, fault.InvalidOTP) ||
			no.Detail["attempts_left"] != maxTries-1 {
			t.Error(no, err)
		}
		in, err := h.FinishSecondStep(tx, st, here, Passkey, true)
		if err != nil || in.Access == "" {
			t.Error(in, err)
		}
		if _, remembered, err := h.sessions.LoadDeviceTrust(tx.ReadOnly(), h.user.ID,
			api.Origin{Browser: in.Device}); err != nil || !remembered {
			t.Error("not remembered", err)
		}
		if _, err := h.LoadStep(tx.ReadOnly(), r.Token); !errors.Is(err, fault.AuthenticationFailed) {
			t.Error("the step is left:", err)
		}
		return nil
	})
}

func TestAMethodIsTurnedOnByItsOwnCodeInTime(t *testing.T) {
	h := newHouse(t)
	secret, _, err := h.BeginTOTP(t.Context(), h.who)
	if err != nil {
		t.Fatal(err)
	}
	for i := range maxTries {
		want := fault.InvalidOTP
		if i == maxTries-1 {
			want = fault.TwoFactorAttempts
		}
		if _, err := h.Enable(t.Context(), h.who, TOTP, "000000", false, here); !errors.Is(err, want) {
			t.Errorf("try %d: %v", i+1, err)
		}
	}
	if _, err := h.Enable(t.Context(), h.who, TOTP, code(t, secret, 0), false, here); !errors.Is(err, fault.InvalidOTP) {
		t.Error("tried a sixth time:", err)
	}
	// An address that changed meanwhile is not the one that the code went to.
	if err := h.BeginEmail(t.Context(), h.who, here); err != nil {
		t.Fatal(err)
	}
	changed := *h.user
	changed.Email = "new@example.org"
	h.do(func(tx *db.Tx) error { return tx.UpdateUserContact(&changed) })
	if _, err := h.Enable(t.Context(), h.who, Email, h.newest(db.ByMail), false, here); !errors.Is(err, fault.InvalidOTP) {
		t.Error(err)
	}
	changed.EmailValidated = false
	h.do(func(tx *db.Tx) error { return tx.UpdateUserContact(&changed) })
	if err := h.BeginEmail(t.Context(), h.who, here); !errors.Is(err, fault.EmailNotVerified) {
		t.Error(err)
	}
}

func TestTheShellTurnsItOff(t *testing.T) {
	h := newHouse(t)
	h.app(true)
	h.do(func(tx *db.Tx) error { return DisableAll(tx, h.audit, h.user.ID) })
	h.do(func(tx *db.Tx) error {
		st, err := LoadState(tx.ReadOnly(), h.user.ID)
		if err == nil && (st.IsActive() || st.StaticLeft != 0) {
			t.Errorf("%+v", st)
		}
		return err
	})
}

func TestWhatADigitIs(t *testing.T) {
	for given, want := range map[string]string{
		" ۱۲۳ ۴۵۶ ": "123456", "١٢٣٤٥-٦٧٨٩٠": "1234567890", "12345a": "", "'; --": "", strings.Repeat("1", 100): "", "": "",
	} {
		if got := normalizeCode(given); got != want {
			t.Errorf("%q became %q", given, got)
		}
	}
}

func FuzzDigits(f *testing.F) {
	f.Add("۱۲۳-456")
	f.Fuzz(func(t *testing.T, s string) {
		if d := normalizeCode(s); strings.Trim(d, "0123456789") != "" || len(d) > 40 {
			t.Errorf("%q became %q", s, d)
		}
	})
}

func TestLittleIsShownOfWhereCodesGo(t *testing.T) {
	for to, want := range map[string]string{
		"09123456789": "09•••••••89", "a@b.org": "a•••@b.org", "سارا@b.org": "س•••@b.org", "@b.org": "•••@b.org", "12": "•••",
	} {
		if got := Mask(to); got != want {
			t.Errorf("%s is shown as %s", to, got)
		}
	}
}
